"""The state of a league or campaign: flat tables of frozen values, rebuilt from events alone."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.leagues.divisions import UNDIVIDED, LeagueDivisions
from tracker.leagues.lasting import WarForce, WarUnit
from tracker.leagues.league_events import FixtureId, ForceId, WarUnitId
from tracker.leagues.league_rows import (
    PLAIN,
    Competitor,
    Fixture,
    Given,
    LeagueInfo,
    Lot,
    Round,
    RoundMission,
    SchemeChange,
    Season,
    ToldPiece,
    TopCut,
)
from tracker.leagues.results import PlayerId
from tracker.leagues.schemes import Scheme

RoundKey = tuple[int, int]
"""A round by its season and its number in it, both from 1; round 0 is outside the rounds."""


class LeagueState:
    """A league as it stands. Only ``league_fold.apply`` changes it."""

    def __init__(self) -> None:
        self.info = LeagueInfo("", PLAIN)
        self.players: dict[PlayerId, Competitor] = {}
        self.forces: dict[ForceId, WarForce] = {}
        self.units: dict[WarUnitId, WarUnit] = {}
        self.seasons: dict[int, Season] = {}
        self.rounds: dict[RoundKey, Round] = {}
        self.fixtures: dict[FixtureId, Fixture] = {}
        self.given: list[Given] = []
        self.lots: list[Lot] = []
        self.story: list[ToldPiece] = []
        self.aside = False
        self.changes: list[SchemeChange] = []
        self.matches: dict[str, FixtureId] = {}
        self.missions: dict[RoundKey, RoundMission] = {}
        self.cuts: dict[int, TopCut] = {}  # by season
        self.decided: dict[FixtureId, PlayerId] = {}  # who goes on from a drawn game
        self.divisions: dict[int, LeagueDivisions] = {}  # by the season from which on
        self.made = 0  # pairings ever made: the last number of a fixture

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LeagueState) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]

    def fork(self) -> LeagueState:
        """The same state, to be changed on its own."""
        other = LeagueState()
        for name, value in vars(self).items():
            setattr(other, name, value.copy() if isinstance(value, dict | list) else value)
        return other

    @property
    def season(self) -> Season:
        """The season at hand: the last that began."""
        return next(reversed(self.seasons.values()), Season(1))

    def get_scheme(self, season: int) -> Scheme:
        """What the games of a season pay: what holds now, or what held when it was closed."""
        known = self.seasons.get(season)
        return known.scheme if known and known.scheme is not None else self.info.scheme

    def get_divisions(self, season: int | None = None) -> LeagueDivisions:
        """The divisions of a season, or of the one at hand; none in a league that has none."""
        number = self.season.number if season is None else season
        since = max((one for one in self.divisions if one <= number), default=None)
        return UNDIVIDED if since is None else self.divisions[since]

    @property
    def planned_now(self) -> int:
        """How many rounds are planned, 0 if nobody said, or in the bracket behind them."""
        cut = self.cut
        return 0 if cut is not None and self.round_number > cut.after else self.season.planned

    @property
    def cut(self) -> TopCut | None:
        """The top cut of the season at hand, once it is made."""
        return self.cuts.get(self.season.number)

    @property
    def round(self) -> Round | None:
        """The last round that was published in the season at hand."""
        published = [one for one in self.list_rounds(self.season.number) if one.published]
        return published[-1] if published else None

    @property
    def draft(self) -> Round | None:
        """The round that is drafted and not yet published."""
        found = [one for one in self.list_rounds(self.season.number) if not one.published]
        return found[-1] if found else None

    @property
    def round_number(self) -> int:
        """The number of the last round published, 0 before the first."""
        return self.round.number if self.round else 0

    def list_rounds(self, season: int) -> list[Round]:
        """The rounds of a season in their order."""
        return sorted(
            (one for key, one in self.rounds.items() if key[0] == season),
            key=lambda one: one.number,
        )

    def list_fixtures(self, round_: Round) -> list[Fixture]:
        """The fixtures of a round in the order of its pairings."""
        return [self.fixtures[one] for one in round_.fixtures]

    def published(self, season: int) -> Iterator[Fixture]:
        """The fixtures of a season's published rounds, and its games outside the rounds."""
        for one in self.fixtures.values():
            if one.season == season and self.is_published(one):
                yield one

    def find_last_round(self, season: int) -> int:
        """The number of the last round published in a season, 0 before the first."""
        return max((one.number for one in self.list_rounds(season) if one.published), default=0)

    def list_standing(self) -> list[Competitor]:
        """Those who are in the season at hand: not who had left before it began."""
        if all(one.left != 0 for one in self.players.values()):
            return list(self.players.values())
        season = self.season.number
        found = {player for one in self.published(season) for player in one.players}
        found |= {one.player for one in self.given if one.season == season}
        return [one for one in self.players.values() if one.left != 0 or one.id in found]

    def is_published(self, fixture: Fixture) -> bool:
        """Whether results may be entered for it."""
        return fixture.round == 0 or self.rounds[fixture.season, fixture.round].published

    def is_annulled(self, fixture: Fixture) -> bool:
        """Whether its result is in no sum, since one of the two dropped out."""
        season = self.seasons.get(fixture.season)
        return season is not None and not set(season.annulled).isdisjoint(fixture.players)

    def pays_bye(self, fixture: Fixture) -> bool:
        """Whether a bye given by the pairing pays.

        In a round robin in which somebody's results are annulled no bye does: others have none.
        """
        season = self.seasons.get(fixture.season)
        round_ = self.rounds.get((fixture.season, fixture.round))
        if season is None or not season.annulled or round_ is None or fixture.asked:
            return True
        divided = self.get_divisions(fixture.season)
        mine = divided.of(fixture.home)
        if all(divided.of(one) != mine for one in season.annulled):
            return True
        ways = {one.name: one.pairing for one in divided.divisions}
        return (ways.get(mine) or season.pairing or round_.method) == "Swiss"

    def name(self, player: PlayerId | None) -> str:
        """What a player is called; nothing for nobody."""
        return self.players[player].name if player in self.players else (player or "")
