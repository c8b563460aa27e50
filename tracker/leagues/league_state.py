"""The state of a league or campaign: flat tables of frozen values, rebuilt from events alone."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from tracker.leagues.campaign_units import CampaignForce, CampaignUnit
from tracker.leagues.fixture_results import Bye, ExactNumber, PlayerId
from tracker.leagues.league_divisions import UNDIVIDED, LeagueDivisions
from tracker.leagues.league_events import (
    AbsentPlayer,
    Drawn,
    FixtureId,
    FixtureResult,
    ForceId,
    LeagueOpened,
    Order,
    Presence,
    SideAssignment,
    WarUnitId,
    Way,
)
from tracker.leagues.scoring_schemes import ScoringScheme
from tracker.vocabulary.events import Version
from tracker.vocabulary.names import UnitId


class SchemeChange(Struct, frozen=True):
    """A change in mid-season that the standings must say: of what, why, and by which version."""

    what: str
    why: str
    version: Version
    season: int
    round: int


class Competitor(Struct, frozen=True):
    """A player enrolled. ``away`` holds the rounds missed by request, of the season at hand, and
    ``byes`` what is paid for them where that is not nothing.

    ``left`` is the last round the player is in, None while in the league; ``from_round`` the first.
    ``said`` is what was last said of being here, and ``why``; ``about`` what a sign-up list had
    beside the name.
    """

    id: PlayerId
    name: str
    ranked: bool = True
    from_round: int = 1
    away: tuple[int, ...] = ()
    late: tuple[int, ...] = ()
    left: int | None = None
    said: Presence | None = None
    why: str = ""
    byes: tuple[tuple[int, Bye], ...] = ()
    about: str = ""

    def get_bye_kind(self, number: int) -> Bye:
        """What is paid for a round missed by request."""
        return dict(self.byes).get(number, "zero bye")

    def get_absence_reason(self, number: int) -> str:
        """Why the player is not in a round: "away", "dropped", "not yet here", or nothing."""
        if self.left is not None and number > self.left:
            return "dropped"
        if number < self.from_round:
            return "not yet here"
        return "away" if number in self.away else ""


class Season(Struct, frozen=True):
    """``planned`` rounds, 0 if nobody said; ``pairing`` how they are paired, "" as suits.

    ``closed`` once it was closed; its standings then keep ``scheme``, that of its last day, and
    those who were in it: ``stood``, of whom ``dropped`` had left and ``unranked`` played along.
    ``closed_at`` is the version of its closing; the results of those ``annulled`` are in no sum.
    """

    number: int
    name: str = ""
    planned: int = 0
    began_on: str = ""
    closed_on: str = ""
    closed: bool = False
    pairing: Way = ""
    scheme: ScoringScheme | None = None
    stood: tuple[PlayerId, ...] = ()
    dropped: tuple[PlayerId, ...] = ()
    unranked: tuple[PlayerId, ...] = ()
    closed_at: Version = 0
    annulled: tuple[PlayerId, ...] = ()


class Round(Struct, frozen=True):
    """A round, drafted or published; ``fixtures`` in the order of their pairings.

    ``drafted_at`` is the version of its draft, ``order`` how players stood in a first round,
    and ``drawn`` the lots that fell for it.
    """

    season: int
    number: int
    fixtures: tuple[FixtureId, ...]
    absent: tuple[AbsentPlayer, ...] = ()
    method: str = ""
    waited_for: tuple[FixtureId, ...] = ()
    published: bool = False
    on: str = ""
    ends: str = ""
    drafted_at: Version = 0
    order: Order = ""
    drawn: tuple[PlayerId, ...] = ()


class TopCut(Struct, frozen=True):
    """The best of a season, who play on in a bracket from the round behind ``after``.

    ``left`` are those of them who dropped, each with the last round the player is in.
    """

    players: tuple[PlayerId, ...]
    third: bool
    after: int
    left: tuple[tuple[PlayerId, int], ...] = ()


class RoundMission(Struct, frozen=True):
    """What all tables of a round play, what lies on them, and the house rules of it."""

    mission: str = ""
    terrain: str = ""
    rules: str = ""


class GameArrangement(Struct, frozen=True):
    on: str
    time: str = ""
    where: str = ""


class ResultCorrection(Struct, frozen=True):
    """What a result was before it was set right or withdrawn, and why; both are kept."""

    was: FixtureResult
    why: str
    version: Version


class GameLink(Struct, frozen=True):
    """The game kept here that is the game of a fixture."""

    match: str
    sides: tuple[SideAssignment, ...]
    units: tuple[tuple[UnitId, WarUnitId], ...] = ()


class Fixture(Struct, frozen=True):
    """A pairing and what came of it. ``ended`` None: no result yet, which is not a draw.

    ``told`` is what its players said themselves, each the last word, as long as it is not settled.
    ``reported`` is what the linked game says, whether or not a person has said something else, and
    ``reported_at`` the version of its book at which it said so; ``by_hand`` that ``ended`` was
    typed; ``version`` that of the entry it came with.
    """

    id: FixtureId
    season: int
    round: int
    home: PlayerId
    away: PlayerId | None
    table: int = 0
    why: str = ""
    locked: bool = False
    title: str = ""
    on: str = ""
    forces: tuple[ForceId, ...] = ()
    link: GameLink | None = None
    arranged: GameArrangement | None = None
    ended: FixtureResult | None = None
    by_hand: bool = False
    reported: FixtureResult | None = None
    reported_at: Version = 0
    version: Version = 0
    signed: tuple[PlayerId, ...] = ()
    corrections: tuple[ResultCorrection, ...] = ()
    bye: Bye = "bye"
    told: tuple[tuple[PlayerId, FixtureResult], ...] = ()

    @property
    def is_requested_bye(self) -> bool:
        """Whether it is a round that a player asked to be left out of, no pairing of the round."""
        kind = self.ended.kind if self.ended is not None else self.bye
        return self.away is None and kind != "bye"

    @property
    def players(self) -> tuple[PlayerId, ...]:
        return (self.home,) if self.away is None else (self.home, self.away)

    @property
    def reporter(self) -> PlayerId | None:
        """The player from whom the result is that stands; None where somebody else entered it."""
        known = (who for who, ended in self.told if is_same_result(ended, self.ended))
        return next((who for who in known if who in self.signed), None)

    @property
    def disputed_results(self) -> tuple[tuple[PlayerId, FixtureResult], ...]:
        """Players who said something else than what stands, and have not signed that since."""
        return tuple(
            (who, ended)
            for who, ended in self.told
            if who not in self.signed and not is_same_result(ended, self.ended)
        )

    @property
    def disagrees(self) -> bool:
        """Whether the game kept here ended otherwise than what was typed."""
        told, typed = self.reported, self.ended
        if not self.by_hand or told is None or typed is None:
            return False
        return (told.winner, told.vp) != (typed.winner, typed.vp or told.vp)


def is_same_result(one: FixtureResult, other: FixtureResult | None) -> bool:
    """Whether two results say the same of a game, whenever it was played."""
    if other is None:
        return False
    return (one.kind, one.winner, one.vp, one.extra) == (
        other.kind,
        other.winner,
        other.vp,
        other.extra,
    )


class AwardedPoints(Struct, frozen=True):
    """Bonus or penalty points."""

    player: PlayerId
    points: tuple[int, int]
    column: str
    why: str
    season: int
    round: int
    on: str
    version: Version

    @property
    def fraction(self) -> Fraction:
        return Fraction(*self.points)


class DrawnLots(Struct, frozen=True):
    order: tuple[PlayerId, ...]
    how: Drawn
    season: int
    round: int
    version: Version


class StoryEntry(Struct, frozen=True):
    """A note or a piece of the story."""

    text: str
    about: str
    on: str
    version: Version


_NONE = ExactNumber(0)
PLAIN = ScoringScheme(
    "", _NONE, _NONE, _NONE, _NONE, _NONE, _NONE, (_NONE, _NONE), (_NONE, _NONE), _NONE
)
"""The scheme of a league that is not yet opened: everything pays nothing."""


RoundKey = tuple[int, int]
"""A round by its season and its number in it, both from 1; round 0 is outside the rounds."""


class LeagueState:
    """A league as it stands. Only ``league_fold.apply`` changes it."""

    def __init__(self) -> None:
        self.info = LeagueOpened(title="", scheme=PLAIN)
        """What holds now of what was agreed; ``changes`` says what changed it."""
        self.players: dict[PlayerId, Competitor] = {}
        self.forces: dict[ForceId, CampaignForce] = {}
        self.units: dict[WarUnitId, CampaignUnit] = {}
        self.seasons: dict[int, Season] = {}
        self.rounds: dict[RoundKey, Round] = {}
        self.fixtures: dict[FixtureId, Fixture] = {}
        self.given: list[AwardedPoints] = []
        self.lots: list[DrawnLots] = []
        self.story: list[StoryEntry] = []
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

    def fork_state(self) -> LeagueState:
        """The same state, to be changed on its own."""
        other = LeagueState()
        for name, value in vars(self).items():
            setattr(other, name, value.copy() if isinstance(value, dict | list) else value)
        return other

    @property
    def season(self) -> Season:
        """The season at hand: the last that began."""
        return next(reversed(self.seasons.values()), Season(1))

    def get_scheme(self, season: int) -> ScoringScheme:
        """What the games of a season pay: what holds now, or what held when it was closed."""
        known = self.seasons.get(season)
        return known.scheme if known and known.scheme is not None else self.info.scheme

    def get_divisions(self, season: int | None = None) -> LeagueDivisions:
        """The divisions of a season, or of the one at hand; none in a league that has none."""
        number = self.season.number if season is None else season
        since = max((one for one in self.divisions if one <= number), default=None)
        return UNDIVIDED if since is None else self.divisions[since]

    @property
    def planned_rounds(self) -> int:
        """How many rounds are planned, 0 if nobody said, or in the bracket behind them."""
        cut = self.top_cut
        return 0 if cut is not None and self.round_number > cut.after else self.season.planned

    @property
    def top_cut(self) -> TopCut | None:
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

    def list_published_fixtures(self, season: int) -> Iterator[Fixture]:
        """The fixtures of a season's published rounds, and its games outside the rounds."""
        for one in self.fixtures.values():
            if one.season == season and self.is_published(one):
                yield one

    def find_last_round(self, season: int) -> int:
        """The number of the last round published in a season, 0 before the first."""
        return max((one.number for one in self.list_rounds(season) if one.published), default=0)

    def list_active_players(self) -> list[Competitor]:
        """Those who are in the season at hand: not who had left before it began."""
        if all(one.left != 0 for one in self.players.values()):
            return list(self.players.values())
        season = self.season.number
        found = {player for one in self.list_published_fixtures(season) for player in one.players}
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
        if season is None or not season.annulled or round_ is None or fixture.is_requested_bye:
            return True
        divided = self.get_divisions(fixture.season)
        mine = divided.get_division(fixture.home)
        if all(divided.get_division(one) != mine for one in season.annulled):
            return True
        ways = {one.name: one.pairing for one in divided.divisions}
        return (ways.get(mine) or season.pairing or round_.method) == "Swiss"

    def get_player_name(self, player: PlayerId | None) -> str:
        """What a player is called; nothing for nobody."""
        return self.players[player].name if player in self.players else (player or "")
