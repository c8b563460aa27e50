"""The events of a league or campaign, and the values that they contain.

An entry is one input of the organiser, with its consequences under the declared rules. Two kinds of
event are written automatically for a linked game: one for its result, and one when its end is
undone. ``Rewound`` means the same as in a match. Events contain no floats. Defaults in this module
are part of the stored form and must never change. For some events, the state keeps a subclass that
adds the version.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from msgspec import Struct

from tracker.leagues.campaign.carry_over_rules import CarryOverRules
from tracker.leagues.results.scoring_schemes import BestResults, ScoringScheme, TieBreak
from tracker.leagues.results.standings_input_types import Bye, PlayerId, ResultKind
from tracker.leagues.results.tie_break_rules import CutBy
from tracker.vocabulary.event_codec import EventCodec
from tracker.vocabulary.events import Event, Rewound, Scalar, Version
from tracker.vocabulary.subject_ids import SideId, UnitId

FixtureId = str
ForceId = str
WarUnitId = str
LeagueKind = Literal["league", "campaign"]
Presence = Literal["present", "away", "dropped", "leaving", "late", "returned", "ringer"]
Change = Literal["swapped", "locked", "unlocked", "tables", "paired", "joined", "bye"]
Origin = Literal["rule", "hand"]
Drawn = Literal["app", "typed"]
PairingSystem = Literal["", "round robin", "Swiss"]
"""A pairing system. "" means that the number of players determines it."""
Order = Literal["", "sign-up", "lots", "rating", "last season"]
"""The order of players in a first round. "" means sign-up order in a round robin, otherwise lots.
"""


class Pairing(Struct, frozen=True, omit_defaults=True):
    """A pairing. Without ``away``, it is a bye of the kind ``bye``. Table 0 means no table."""

    fixture: FixtureId
    home: PlayerId
    away: PlayerId | None = None
    table: int = 0
    why: str = ""
    locked: bool = False
    bye: Bye = "bye"

    @property
    def players(self) -> tuple[PlayerId, ...]:
        return (self.home,) if self.away is None else (self.home, self.away)


class AbsentPlayer(Struct, frozen=True, omit_defaults=True):
    """A player who misses a round. ``how`` is "away" or "dropped", and ``why`` is the reason."""

    player: PlayerId
    how: str
    why: str = ""


class FixtureResult(Struct, frozen=True, omit_defaults=True):
    """A fixture's result. ``winner`` is None for a draw, and ``vp`` is None if unknown.

    ``vp`` and each value of ``extra`` are pairs (home, away). ``played_on`` is a date, and ``time``
    is a time of day such as 20:40. Both are in the league's time zone, and empty if unknown.
    """

    kind: ResultKind = "played"
    winner: PlayerId | None = None
    vp: tuple[int, int] | None = None
    extra: dict[str, tuple[int, int]] = {}
    played_on: str = ""
    time: str = ""


class EnlistedUnit(Struct, frozen=True, omit_defaults=True):
    """A unit of a campaign force. Its id never changes during the campaign.

    ``named`` contains the names of its figures that have one. ``like`` is the unit of the force
    that has the same equipment. ``points`` is the cost of all its figures if the unit joined later
    and the cost is known.
    """

    id: WarUnitId
    name: str
    figures: int = 1
    named: tuple[str, ...] = ()
    like: WarUnitId = ""
    points: int | None = None


class Wound(Struct, frozen=True, omit_defaults=True):
    """The wounds of a figure, which is found by its ``name`` or, without a name, by its
    ``profile``.
    """

    profile: str
    wounds: int
    name: str = ""


class CarriedDamage(Struct, frozen=True, omit_defaults=True):
    """The damage that a unit carries over: its figures' wounds, and its markers with their values.

    ``words`` are the displayed names of the markers.
    """

    wounds: tuple[Wound, ...] = ()
    marks: tuple[tuple[str, Scalar], ...] = ()
    words: tuple[str, ...] = ()


class SideAssignment(Struct, frozen=True, omit_defaults=True):
    """The player and, if known, the force on a side of a linked game."""

    side: SideId
    player: PlayerId
    force: ForceId = ""


class LeagueEvent(Event, frozen=True, kw_only=True, gc=False):
    """The base class of all events that only leagues and campaigns have."""


# -------------------------------------------------------------------------- opening and people


class LeagueOpened(LeagueEvent, frozen=True, kw_only=True, gc=False):
    """Event: a league was opened. ``scheme`` (with tie-breaks) and ``rules`` are stored whole.

    ``rounds`` is the planned number of rounds, or 0 if unknown. ``pairing`` is the pairing system.
    """

    title: str
    scheme: ScoringScheme
    what: LeagueKind = "league"
    rules: CarryOverRules = CarryOverRules()
    zone: str = "UTC"
    rulesets: tuple[str, ...] = ()
    rounds: int = 0
    opened_on: str = ""
    pairing: PairingSystem = ""


class TitleChanged(LeagueEvent, frozen=True, kw_only=True, gc=False):
    title: str
    why: str = ""


class PlayerEnrolled(LeagueEvent, frozen=True, kw_only=True, gc=False):
    """Event: a player was enrolled. ``about`` is shown next to the name, for example a club."""

    player: PlayerId
    name: str
    ranked: bool = True
    about: str = ""


class PlayerChanged(LeagueEvent, frozen=True, kw_only=True, gc=False):
    """Event: a player's data changed. A value that is None stays unchanged."""

    player: PlayerId
    name: str | None = None
    ranked: bool | None = None
    why: str = ""


class PlayerPresence(LeagueEvent, frozen=True, kw_only=True, gc=False):
    """Event: a player's attendance changed.

    "away" applies only to ``round``, and ``bye`` is the kind of bye that the player then gets.
    """

    player: PlayerId
    presence: Presence
    round: int
    why: str = ""
    bye: Bye = "zero bye"


class ResultsAnnulled(LeagueEvent, frozen=True, kw_only=True, gc=False):
    """Event: a dropped player's results in the current season no longer count, but are kept.

    If ``annulled`` is false, the results count again.
    """

    player: PlayerId
    annulled: bool = True
    why: str = ""


class ForceEnrolled(LeagueEvent, frozen=True, kw_only=True, gc=False):
    """Event: a force was enrolled. ``roster`` is the whole text of its TOML file."""

    force: ForceId
    player: PlayerId
    name: str
    ruleset: str = ""
    roster: str = ""
    points: int = 0
    units: tuple[EnlistedUnit, ...] = ()


class UnitsJoined(LeagueEvent, frozen=True, kw_only=True, gc=False):
    """Event: units joined a force later, either as recruits or from a new roster.

    ``roster`` is the text of the new roster's TOML file, and ``units`` has its units in the same
    order.
    """

    force: ForceId
    units: tuple[EnlistedUnit, ...]
    why: str = ""
    roster: str = ""


class UnitChanged(LeagueEvent, frozen=True, kw_only=True, gc=False):
    """Event: a unit changed, either by the campaign's rules after a game, or by hand.

    ``experience`` and ``figures`` are added to the unit's totals; permanent losses are negative.
    ``kills`` and ``lost`` are numbers of figures in a game. ``standing`` is a word such as
    "resting" or "destroyed", "" for ready, or None for unchanged. ``faces`` contains recovery dice,
    and ``rolled`` says whether the app rolled them. ``names`` contains the named figures that fell
    in the game, failed their recovery dice, or were lost or added by hand. ``captives`` is the
    number of figures captured by the enemy in that game, or negative if figures were returned.
    ``taken`` contains the names of captured figures. ``harm`` is the damage carried from now on, or
    None for unchanged.
    """

    unit: WarUnitId
    experience: int = 0
    figures: int = 0
    kills: int = 0
    lost: int = 0
    standing: str | None = None
    name: str | None = None
    why: str = ""
    origin: Origin = "hand"
    rule: str = ""
    fixture: FixtureId = ""
    faces: tuple[int, ...] = ()
    rolled: Drawn = "typed"
    names: tuple[str, ...] = ()
    captives: int = 0
    taken: tuple[str, ...] = ()
    harm: CarriedDamage | None = None

    @property
    def is_from_game(self) -> bool:
        """Whether the change comes from a game itself, and not from later dice or decisions."""
        return self.origin == "rule" and not self.faces


class CareerStep(UnitChanged, frozen=True, kw_only=True, gc=False):
    """One change to a unit. ``version`` is its place among the unit's changes.

    If a game's result is replaced, the new changes take the place of the old ones in the order.
    """

    version: Version

    @property
    def lost_figure_names(self) -> tuple[str, ...]:
        """The named figures that the change removes, including those that await recovery dice."""
        if self.origin == "rule":
            return (*(() if self.rule == "return" else self.names), *self.taken)
        return self.names if self.figures < 0 else ()

    @property
    def gained_figure_names(self) -> tuple[str, ...]:
        """The named figures that the change adds, either recruited or returned."""
        return self.names if self.origin == "hand" and self.figures > 0 else ()


# ------------------------------------------------------------------------- seasons and rounds


class SeasonBegan(LeagueEvent, frozen=True, kw_only=True, gc=False):
    season: int
    name: str = ""
    rounds: int = 0
    on: str = ""


class SeasonClosed(LeagueEvent, frozen=True, kw_only=True, gc=False):
    """Event: a season was closed. ``cuts_by`` is the ``TieBreakRule.cut_by`` that its standings
    use.
    """

    season: int
    on: str = ""
    cuts_by: CutBy = "contribution"


class PlanChanged(LeagueEvent, frozen=True, kw_only=True, gc=False):
    """Event: the number of rounds or the pairing system changed. None leaves a value unchanged."""

    rounds: int | None = None
    pairing: PairingSystem | None = None
    why: str = ""


class RoundDrafted(LeagueEvent, frozen=True, kw_only=True, gc=False):
    """Event: a round was drafted, for the first time or again.

    ``method`` is "round robin", "Swiss", "by division", "bracket" or "by hand". ``drawn`` contains
    lots that only order the players of this first round. They never decide places.
    """

    round: int
    pairings: tuple[Pairing, ...]
    absent: tuple[AbsentPlayer, ...] = ()
    method: str = ""
    open: tuple[FixtureId, ...] = ()
    order: Order = ""
    drawn: tuple[PlayerId, ...] = ()


class RoundChanged(LeagueEvent, frozen=True, kw_only=True, gc=False):
    """Event: a round's pairings were changed by hand. ``about`` contains the affected players."""

    round: int
    pairings: tuple[Pairing, ...]
    change: Change
    about: tuple[PlayerId, ...] = ()
    why: str = ""


class RoundPublished(LeagueEvent, frozen=True, kw_only=True, gc=False):
    """Event: a round was published. ``ends`` is the time of day at which its games end."""

    round: int
    on: str = ""
    ends: str = ""


class RoundCancelled(LeagueEvent, frozen=True, kw_only=True, gc=False):
    """Event: a draft, or a published round without games, was cancelled."""

    round: int
    why: str = ""


class FixtureAdded(LeagueEvent, frozen=True, kw_only=True, gc=False):
    """Event: a game outside the rounds was added, such as a campaign game or a friendly."""

    fixture: FixtureId
    home: PlayerId
    away: PlayerId
    forces: tuple[ForceId, ...] = ()
    title: str = ""
    on: str = ""


class FixtureArranged(LeagueEvent, frozen=True, kw_only=True, gc=False):
    """Event: a date was arranged for a game. An empty ``on`` cancels the arrangement."""

    fixture: FixtureId
    on: str
    time: str = ""
    where: str = ""


# ------------------------------------------------------------------------------------- results


class ResultEntered(LeagueEvent, frozen=True, kw_only=True, gc=False):
    """Event: a result was entered. ``why`` explains a winner who has fewer points."""

    fixture: FixtureId
    ended: FixtureResult
    why: str = ""


class ResultCorrected(LeagueEvent, frozen=True, kw_only=True, gc=False):
    fixture: FixtureId
    ended: FixtureResult
    why: str = ""


class ResultWithdrawn(LeagueEvent, frozen=True, kw_only=True, gc=False):
    fixture: FixtureId
    why: str = ""


class ResultSigned(LeagueEvent, frozen=True, kw_only=True, gc=False):
    fixture: FixtureId
    player: PlayerId


class MatchLinked(LeagueEvent, frozen=True, kw_only=True, gc=False):
    """Event: a game was linked to a fixture. ``units`` pairs its units with campaign units."""

    fixture: FixtureId
    match: str
    sides: tuple[SideAssignment, ...]
    units: tuple[tuple[UnitId, WarUnitId], ...] = ()


class MatchUnlinked(LeagueEvent, frozen=True, kw_only=True, gc=False):
    fixture: FixtureId
    match: str
    why: str = ""


class ResultReported(LeagueEvent, frozen=True, kw_only=True, gc=False):
    """Automatic event: the linked game has ended. ``version`` is the version of that game."""

    fixture: FixtureId
    match: str
    ended: FixtureResult
    version: Version = 0


class ReportTakenBack(LeagueEvent, frozen=True, kw_only=True, gc=False):
    """Automatic event: the end of the linked game was undone."""

    fixture: FixtureId
    match: str


# --------------------------------------------------------------------------- points and order


class PointsGiven(LeagueEvent, frozen=True, kw_only=True, gc=False):
    """Event: bonus or penalty points were awarded. ``points`` is a fraction: (3, 2) means 1.5."""

    player: PlayerId
    points: tuple[int, int]
    column: str = "bonus"
    why: str = ""
    round: int = 0
    on: str = ""


class AwardedPoints(PointsGiven, frozen=True, kw_only=True, gc=False):
    """Bonus points. Negative points are a penalty."""

    season: int
    version: Version

    @property
    def fraction(self) -> Fraction:
        return Fraction(*self.points)


class SchemeChanged(LeagueEvent, frozen=True, kw_only=True, gc=False):
    scheme: ScoringScheme
    why: str = ""


class OrderChanged(LeagueEvent, frozen=True, kw_only=True, gc=False):
    """Event: the order of tie-breaks or the number of counting results changed."""

    tie_breaks: tuple[TieBreak, ...]
    best: BestResults | None = None
    why: str = ""


class RulesChanged(LeagueEvent, frozen=True, kw_only=True, gc=False):
    rules: CarryOverRules
    why: str = ""


class LotsDrawn(LeagueEvent, frozen=True, kw_only=True, gc=False):
    """Event: lots were drawn. ``order`` is best first, and ``how`` is "app" or "typed"."""

    order: tuple[PlayerId, ...]
    how: Drawn = "typed"
    round: int = 0


class DrawnLots(LotsDrawn, frozen=True, kw_only=True, gc=False):
    season: int
    version: Version


class StoryTold(LeagueEvent, frozen=True, kw_only=True, gc=False):
    """Event: a note or story was added. ``about`` is a player, force, unit or fixture, or ""."""

    text: str
    about: str = ""
    on: str = ""


class StoryEntry(StoryTold, frozen=True, kw_only=True, gc=False):
    version: Version


class PutAside(LeagueEvent, frozen=True, kw_only=True, gc=False):
    """Event: the league was archived, or unarchived if ``aside`` is false."""

    aside: bool = True


class CutMade(LeagueEvent, frozen=True, kw_only=True, gc=False):
    """Event: a top cut was made. If ``third`` is true, there is a game for third place."""

    players: tuple[PlayerId, ...]
    third: bool = False
    why: str = ""


class CutDecided(LeagueEvent, frozen=True, kw_only=True, gc=False):
    """Event: it was decided who advances from a bracket game without a winner, and why."""

    fixture: FixtureId
    player: PlayerId
    why: str = ""


class Division(Struct, frozen=True, omit_defaults=True):
    """A division. ``pairing`` is its pairing system, or "" for the season's system."""

    name: str
    pairing: PairingSystem = ""


class DivisionsSet(LeagueEvent, frozen=True, kw_only=True, gc=False):
    """Event: the divisions were set, highest first. Without divisions, all players share one table.

    After a season, ``up`` players of each division are promoted and ``down`` are relegated.
    """

    divisions: tuple[Division, ...]
    up: int = 0
    down: int = 0
    why: str = ""


class DivisionMoved(LeagueEvent, frozen=True, kw_only=True, gc=False):
    """Event: a player moved to a division ("" for none).

    ``origin`` is "rule" if the player was promoted or relegated.
    """

    player: PlayerId
    division: str
    why: str = ""
    origin: Origin = "hand"


class MissionSet(LeagueEvent, frozen=True, kw_only=True, gc=False):
    """Event: a mission was set for all tables of a round. The round need not be drafted yet.

    ``rules`` contains the round's house rules. If all three texts are empty, the mission is
    removed.
    """

    round: int
    mission: str = ""
    terrain: str = ""
    rules: str = ""


class ResultTold(LeagueEvent, frozen=True, kw_only=True, gc=False):
    """Event: a player reported a result. Its consequences are in the same entry.

    If there is no earlier result, the report is entered and signed by its author. If it differs
    from the current result, both are kept and nothing else changes.
    """

    fixture: FixtureId
    player: PlayerId
    ended: FixtureResult
    why: str = ""


AUTOMATIC_EVENTS = (ResultReported, ReportTakenBack)
"""The automatic events. Undo skips them, because they would be written again."""


AnyLeagueEvent = LeagueEvent | Rewound
LEAGUE: EventCodec[AnyLeagueEvent] = EventCodec((*LeagueEvent.__subclasses__(), Rewound))
