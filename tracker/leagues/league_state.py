"""The state of a league or campaign: tables of immutable values, computed only from events."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from tracker.leagues import league_events as ev
from tracker.leagues.campaign.campaign_units import CampaignForce, CampaignUnit
from tracker.leagues.divisions_and_promotion import UNDIVIDED, LeagueDivisions
from tracker.leagues.results.scoring_schemes import ScoringScheme
from tracker.leagues.results.standings_input_types import Bye, ExactNumber, PlayerId, ResultKind
from tracker.vocabulary.events import Version


class SchemeChange(Struct, frozen=True):
    """A change of scheme, tie-breaks or rules, which is noted below a season's standings."""

    what: str
    why: str
    version: Version
    season: int
    round: int


class Competitor(Struct, frozen=True):
    """An enrolled player, who takes part from round ``from_round`` to round ``left_after``.

    ``away`` lists the rounds of the current season that the player asked to miss. ``byes`` gives
    the kind of bye for those of these rounds that earn points. ``presence`` is the latest
    attendance entered, and ``why`` is its reason.
    """

    id: PlayerId
    name: str
    ranked: bool = True
    from_round: int = 1
    away: tuple[int, ...] = ()
    late: tuple[int, ...] = ()
    left_after: int | None = None
    presence: ev.Presence | None = None
    why: str = ""
    byes: tuple[tuple[int, Bye], ...] = ()
    about: str = ""

    def get_bye_kind(self, round_number: int) -> Bye:
        """Return the kind of bye that the player gets for a round that the player asked to miss."""
        return dict(self.byes).get(round_number, "zero bye")

    def get_absence_reason(self, round_number: int) -> str:
        """Return why a player misses a round, or "" if the player does not miss it.

        The reason is "away", "dropped" or "not yet here".
        """
        if self.left_after is not None and round_number > self.left_after:
            return "dropped"
        if round_number < self.from_round:
            return "not yet here"
        return "away" if round_number in self.away else ""


class Season(Struct, frozen=True):
    """A season. A ``closed`` season keeps its own ``scheme``, and its players with their status.

    ``planned`` is 0 if the number of rounds is undecided. ``pairing`` is "" if the number of
    players determines the system. Results of ``annulled`` players do not count.
    """

    number: int
    name: str = ""
    planned: int = 0
    began_on: str = ""
    closed_on: str = ""
    closed: bool = False
    pairing: ev.PairingSystem = ""
    scheme: ScoringScheme | None = None
    players_at_close: tuple[PlayerId, ...] = ()
    dropped: tuple[PlayerId, ...] = ()
    unranked: tuple[PlayerId, ...] = ()
    closed_at: Version = 0
    annulled: tuple[PlayerId, ...] = ()


class Round(Struct, frozen=True):
    """A drafted or published round. ``waited_for`` lists the games that were open when it was
    drafted.

    For a first round, ``order`` says how the players were ordered, and ``drawn`` contains the lots.
    """

    season: int
    number: int
    fixtures: tuple[ev.FixtureId, ...]
    absent: tuple[ev.AbsentPlayer, ...] = ()
    method: str = ""
    waited_for: tuple[ev.FixtureId, ...] = ()
    published: bool = False
    on: str = ""
    ends: str = ""
    drafted_at: Version = 0
    published_at: Version = 0
    order: ev.Order = ""
    drawn: tuple[PlayerId, ...] = ()


class TopCut(Struct, frozen=True):
    """The best players of a season, who play in a bracket from the round after ``after``.

    ``left`` lists the players who dropped out, each with the last round played.
    """

    players: tuple[PlayerId, ...]
    third: bool
    after: int
    left: tuple[tuple[PlayerId, int], ...] = ()


class GameArrangement(Struct, frozen=True):
    """The date of a game ("" if cancelled), with an optional time and place."""

    on: str = ""
    time: str = ""
    where: str = ""


class ResultCorrection(Struct, frozen=True):
    """The previous value of a corrected or withdrawn result, with the reason for the change."""

    was: ev.FixtureResult
    why: str
    version: Version
    is_date_change: bool = False


class Fixture(Struct, frozen=True):
    """A pairing and its result. ``ended`` is None if there is no result; a draw has a result.

    ``reports`` contains the players' latest reports, until they agree. ``reported`` is the result
    of the linked game at its version ``reported_at``, even if another result was typed
    (``by_hand``). ``version`` is the version of the result's entry. While a finished game is
    resumed, ``resumed`` contains its result, signatures and reports.
    """

    id: ev.FixtureId
    season: int
    round: int
    home: PlayerId
    away: PlayerId | None
    table: int = 0
    why: str = ""
    locked: bool = False
    title: str = ""
    on: str = ""
    forces: tuple[ev.ForceId, ...] = ()
    link: ev.MatchLinked | None = None
    arranged: GameArrangement | None = None
    ended: ev.FixtureResult | None = None
    by_hand: bool = False
    reported: ev.FixtureResult | None = None
    reported_at: Version = 0
    version: Version = 0
    first_version: Version = 0
    signed: tuple[PlayerId, ...] = ()
    resumed: (
        tuple[
            ev.FixtureResult,
            tuple[PlayerId, ...],
            tuple[tuple[PlayerId, ev.FixtureResult], ...],
        ]
        | None
    ) = None
    corrections: tuple[ResultCorrection, ...] = ()
    bye: Bye = "bye"
    reports: tuple[tuple[PlayerId, ev.FixtureResult], ...] = ()

    @property
    def correction_count(self) -> int:
        """How often the result was corrected. A change of date is not counted."""
        return sum(not each.is_date_change for each in self.corrections)

    @property
    def is_requested_bye(self) -> bool:
        """Whether the fixture is a bye that the player asked for, and not one from the pairing."""
        return self.away is None and self.bye_kind != "bye"

    @property
    def bye_kind(self) -> ResultKind:
        return self.ended.kind if self.ended is not None else self.bye

    @property
    def is_paired_by_hand(self) -> bool:
        """Whether the organiser chose the pairing, according to its stored reason."""
        return self.why.startswith("by hand")

    @property
    def players(self) -> tuple[PlayerId, ...]:
        return (self.home,) if self.away is None else (self.home, self.away)

    def get_opponent(self, player: PlayerId) -> PlayerId | None:
        return next((one for one in self.players if one != player), None)

    @property
    def reporter(self) -> PlayerId | None:
        """The player who reported the current result, or None if it was entered otherwise."""
        known = (
            who for who, ended in self.reports if is_same_result_except_date(ended, self.ended)
        )
        return next((who for who in known if who in self.signed), None)

    @property
    def disputed_results(self) -> tuple[tuple[PlayerId, ev.FixtureResult], ...]:
        """The reports that differ from the current result, with the players who made them."""
        return tuple(
            (who, ended)
            for who, ended in self.reports
            if who not in self.signed and not is_same_result_except_date(ended, self.ended)
        )

    @property
    def differs_from_linked_game(self) -> bool:
        """Whether the result was typed and differs from the result of the linked game."""
        told, typed = self.reported, self.ended
        if not self.by_hand or told is None or typed is None:
            return False
        return (told.winner, told.vp) != (typed.winner, typed.vp or told.vp)


def is_same_result_except_date(one: ev.FixtureResult, other: ev.FixtureResult | None) -> bool:
    return other is not None and other == replace(one, played_on=other.played_on, time=other.time)


_NONE = ExactNumber(0)
PLAIN = ScoringScheme(
    "", _NONE, _NONE, _NONE, _NONE, _NONE, _NONE, (_NONE, _NONE), (_NONE, _NONE), _NONE
)
"""The scheme before a league is opened. No result earns points."""


RoundKey = tuple[int, int]
"""A season and a round, each counted from 1. Round 0 holds the games that belong to no round."""


class LeagueState:
    """The current state of a league or campaign. Only ``league_event_fold`` changes it."""

    def __init__(self) -> None:
        self.info = ev.LeagueOpened(title="", scheme=PLAIN)
        """The current settings. ``changes`` lists the events that changed them."""
        self.players: dict[PlayerId, Competitor] = {}
        self.forces: dict[ev.ForceId, CampaignForce] = {}
        self.units: dict[ev.WarUnitId, CampaignUnit] = {}
        self.seasons: dict[int, Season] = {}
        self.rounds: dict[RoundKey, Round] = {}
        self.fixtures: dict[ev.FixtureId, Fixture] = {}
        self.awarded_points: list[ev.AwardedPoints] = []
        self.lots: list[ev.DrawnLots] = []
        self.story: list[ev.StoryEntry] = []
        self.aside = False
        self.changes: list[SchemeChange] = []
        self.matches: dict[str, ev.FixtureId] = {}
        self.missions: dict[RoundKey, ev.MissionSet] = {}
        self.cuts: dict[int, TopCut] = {}  # by season
        # The players who advance from drawn games:
        self.bracket_decisions: dict[ev.FixtureId, PlayerId] = {}
        self.divisions: dict[int, LeagueDivisions] = {}  # by the first season in which they apply
        self.fixture_count = 0  # the number of pairings ever made, and so the last fixture's number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LeagueState) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]

    def fork_state(self) -> LeagueState:
        """Return a copy whose lists and dicts can change independently."""
        other = LeagueState()
        for name, value in vars(self).items():
            setattr(other, name, value.copy() if isinstance(value, dict | list) else value)
        return other

    @property
    def season(self) -> Season:
        """The current season, which is the latest one."""
        return next(reversed(self.seasons.values()), Season(1))

    def get_scheme(self, season: int) -> ScoringScheme:
        """Return a season's scoring scheme. A closed season keeps the scheme it closed with."""
        known = self.seasons.get(season)
        return known.scheme if known and known.scheme is not None else self.info.scheme

    def get_divisions(self, season: int | None = None) -> LeagueDivisions:
        """Return the divisions that apply in a season (by default, the current season)."""
        number = self.season.number if season is None else season
        since = max((one for one in self.divisions if one <= number), default=None)
        return UNDIVIDED if since is None else self.divisions[since]

    @property
    def planned_rounds_unless_in_bracket(self) -> int:
        """The number of planned rounds, or 0 if it is undecided or the bracket has begun."""
        cut = self.top_cut
        return 0 if cut is not None and self.round_number > cut.after else self.season.planned

    @property
    def top_cut(self) -> TopCut | None:
        return self.cuts.get(self.season.number)

    @property
    def current_round(self) -> Round | None:
        """The last published round of the current season, or None if there is none."""
        return self.rounds.get((self.season.number, self.round_number))

    @property
    def draft(self) -> Round | None:
        found = [one for one in self.list_rounds_and_draft(self.season.number) if not one.published]
        return found[-1] if found else None

    @property
    def round_number(self) -> int:
        """The number of the last published round, or 0 if there is none."""
        return self.get_last_published_round_number(self.season.number)

    def list_rounds_and_draft(self, season: int) -> list[Round]:
        """Return a season's rounds by number, including a draft."""
        rounds = self.rounds.items()
        return sorted((one for key, one in rounds if key[0] == season), key=lambda one: one.number)

    def list_force_units(self, force: CampaignForce) -> list[CampaignUnit]:
        return [self.units[one] for one in force.units]

    def list_fixtures(self, round_: Round) -> list[Fixture]:
        return [self.fixtures[one] for one in round_.fixtures]

    def list_awaited_fixtures(self, draft: Round) -> list[Fixture]:
        """List the games that a draft waits for, except those of a round that was cancelled."""
        return [self.fixtures[one] for one in draft.waited_for if one in self.fixtures]

    def list_published_fixtures(self, season: int) -> Iterator[Fixture]:
        """Yield a season's published fixtures, including games outside the rounds."""
        for one in self.fixtures.values():
            if one.season == season and self.is_published(one):
                yield one

    def get_last_published_round_number(self, season: int) -> int:
        """Return the number of a season's last published round, or 0 if there is none."""
        return max(
            (one.number for one in self.list_rounds_and_draft(season) if one.published), default=0
        )

    def list_current_season_players(self) -> list[Competitor]:
        """Return the current season's players, without those who left before it began."""
        if all(one.left_after != 0 for one in self.players.values()):
            return list(self.players.values())
        season = self.season.number
        found = {player for one in self.list_published_fixtures(season) for player in one.players}
        found |= {one.player for one in self.awarded_points if one.season == season}
        return [one for one in self.players.values() if one.left_after != 0 or one.id in found]

    def is_published(self, fixture: Fixture) -> bool:
        return fixture.round == 0 or self.rounds[fixture.season, fixture.round].published

    def is_annulled(self, fixture: Fixture) -> bool:
        """Return whether a fixture's result has been annulled because one of its players dropped
        out.
        """
        season = self.seasons.get(fixture.season)
        return season is not None and not set(season.annulled).isdisjoint(fixture.players)

    def does_bye_score(self, fixture: Fixture) -> bool:
        """Return whether a bye from the pairing earns points.

        In a round robin with annulled results, no bye counts, because every opponent of the dropped
        player has one game fewer.
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
        """Return a player's name, or "" for None."""
        return self.players[player].name if player in self.players else (player or "")
