"""The events of a league or campaign, with their own small vocabulary.

An entry is one input of the organiser, with its consequences under declared rules. Two kinds are
automatic, for a linked game: its result, and the undo of its end. ``Rewound`` is the same as in a
match. Bodies have no floats. A default given here is part of the stored form and must never change.
"""

from __future__ import annotations

from typing import Literal, cast, get_args

from msgspec import Struct

from tracker.leagues.campaign.carry_over_rules import CarryOverRules
from tracker.leagues.results.scoring_schemes import BestResults, ScoringScheme, TieBreak
from tracker.leagues.results.standings_input_types import Bye, Kind, PlayerId
from tracker.leagues.results.tie_break_rules import CutBy
from tracker.vocabulary.event_vocabulary_codec import VocabularyCodec
from tracker.vocabulary.events import Event, Rewound, Scalar, Version
from tracker.vocabulary.subject_ids import SideId, UnitId

FixtureId = str
ForceId = str
WarUnitId = str
What = Literal["league", "campaign"]
Presence = Literal["present", "away", "dropped", "leaving", "late", "returned", "ringer"]
Change = Literal["swapped", "locked", "unlocked", "tables", "paired", "joined", "bye"]
Origin = Literal["rule", "hand"]
Drawn = Literal["app", "typed"]
Way = Literal["", "round robin", "Swiss"]
"""The pairing system. "" means the one that suits the number of players."""
Order = Literal["", "sign-up", "lots", "rating", "last season"]
"""The order of players in a first round. "" means by lots, or in a round robin by sign-up."""


class Pairing(Struct, frozen=True, omit_defaults=True):
    """A pairing of a round, or without ``away`` a ``bye`` of that kind; ``table`` 0 is none."""

    fixture: FixtureId
    home: PlayerId
    away: PlayerId | None = None
    table: int = 0
    why: str = ""
    locked: bool = False
    bye: Bye = "bye"


class AbsentPlayer(Struct, frozen=True, omit_defaults=True):
    """A player who is not in a round, and why: "away", "dropped"."""

    player: PlayerId
    how: str
    why: str = ""


class FixtureResult(Struct, frozen=True, omit_defaults=True):
    """The result of a fixture. ``winner`` is None for a draw; ``vp`` is None if unknown.

    ``vp`` and each of ``extra`` are (home, away). ``played_on`` is a date, ``time`` a time of day
    such as 20:40, both in the league's time zone and empty if unknown.
    """

    kind: Kind = "played"
    winner: PlayerId | None = None
    vp: tuple[int, int] | None = None
    extra: dict[str, tuple[int, int]] = {}
    played_on: str = ""
    time: str = ""


class EnlistedUnit(Struct, frozen=True, omit_defaults=True):
    """A unit of a lasting force; its id never changes during the campaign.

    ``named`` are its named figures. ``like`` is a unit of the force after which it is equipped.
    ``points`` are those of all its figures, if it joined later and they are known.
    """

    id: WarUnitId
    name: str
    figures: int = 1
    named: tuple[str, ...] = ()
    like: WarUnitId = ""
    points: int | None = None


class Wound(Struct, frozen=True, omit_defaults=True):
    """The wounds of a figure: the one of this name, or one of this profile."""

    profile: str
    wounds: int
    name: str = ""


class CarriedDamage(Struct, frozen=True, omit_defaults=True):
    """The damage that a unit carries over: wounds of figures, and markers with values.

    ``words`` are the names of the markers for people.
    """

    wounds: tuple[Wound, ...] = ()
    marks: tuple[tuple[str, Scalar], ...] = ()
    words: tuple[str, ...] = ()


class SideAssignment(Struct, frozen=True, omit_defaults=True):
    """The player and the force of a match's side."""

    side: SideId
    player: PlayerId
    force: ForceId = ""


# -------------------------------------------------------------------------- opening and people


class LeagueOpened(Event, frozen=True, kw_only=True, gc=False):
    """The beginning of a league, with ``scheme`` (and tie-breaks) and ``rules`` stored whole.

    ``rounds`` is the planned number, 0 if unknown. ``pairing`` is the pairing system.
    """

    title: str
    scheme: ScoringScheme
    what: What = "league"
    rules: CarryOverRules = CarryOverRules()
    zone: str = "UTC"
    rulesets: tuple[str, ...] = ()
    rounds: int = 0
    opened_on: str = ""
    pairing: Way = ""


class PlayerEnrolled(Event, frozen=True, kw_only=True, gc=False):
    """A player was enrolled. ``about`` is the text next to the name on a list: a force, a club."""

    player: PlayerId
    name: str
    ranked: bool = True
    about: str = ""


class PlayerChanged(Event, frozen=True, kw_only=True, gc=False):
    """A player's data changed. None leaves a value unchanged."""

    player: PlayerId
    name: str | None = None
    ranked: bool | None = None
    why: str = ""


class PlayerPresence(Event, frozen=True, kw_only=True, gc=False):
    """A player's attendance: ``away`` is for this round only, ``leaving`` for all rounds after it.

    ``bye`` is what an absent player gets for it.
    """

    player: PlayerId
    presence: Presence
    round: int
    why: str = ""
    bye: Bye = "zero bye"


class ResultsAnnulled(Event, frozen=True, kw_only=True, gc=False):
    """The results of a dropped player in the current season were annulled, but stay stored.

    If ``annulled`` is False, they count again.
    """

    player: PlayerId
    annulled: bool = True
    why: str = ""


class ForceEnrolled(Event, frozen=True, kw_only=True, gc=False):
    """A force was enrolled. ``roster`` is its TOML text, stored whole."""

    force: ForceId
    player: PlayerId
    name: str
    ruleset: str = ""
    roster: str = ""
    points: int = 0
    units: tuple[EnlistedUnit, ...] = ()


class UnitsJoined(Event, frozen=True, kw_only=True, gc=False):
    """Units that joined a force later: recruits, or those of a new roster.

    ``roster`` is the TOML text of that roster, stored whole; its units are ``units`` in order.
    """

    force: ForceId
    units: tuple[EnlistedUnit, ...]
    why: str = ""
    roster: str = ""


class UnitChanged(Event, frozen=True, kw_only=True, gc=False):
    """A change to a unit from a game (by the campaign's rules) or by hand.

    ``experience`` and ``figures`` are added; permanent losses are negative. ``kills`` and ``lost``
    are those of a game. ``standing`` is a word such as "resting" or "destroyed", "" for ready, or
    None for unchanged. ``faces`` are recovery dice, and ``rolled`` says who rolled them. ``names``
    are the named figures that fell in the game, failed their dice, or were lost or added by hand.
    ``captives`` were captured (negative: returned) and are held by the enemy of that game,
    ``taken`` are the named ones. ``harm`` is the damage carried from now on, None for unchanged.
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


# ------------------------------------------------------------------------- seasons and rounds


class SeasonBegan(Event, frozen=True, kw_only=True, gc=False):
    season: int
    name: str = ""
    rounds: int = 0
    on: str = ""


class SeasonClosed(Event, frozen=True, kw_only=True, gc=False):
    """The season was closed. ``cuts_by`` fixes the ``TieRule.cut_by`` of its standings."""

    season: int
    on: str = ""
    cuts_by: CutBy = "contribution"


class PlanChanged(Event, frozen=True, kw_only=True, gc=False):
    """The number of rounds or the pairing system changed. None leaves a value unchanged."""

    rounds: int | None = None
    pairing: Way | None = None
    why: str = ""


class RoundDrafted(Event, frozen=True, kw_only=True, gc=False):
    """A round was drafted, for the first time or again.

    ``method`` is "round robin", "swiss" or "by hand". ``drawn`` are lots only for this first round,
    which decide no places.
    """

    round: int
    pairings: tuple[Pairing, ...]
    absent: tuple[AbsentPlayer, ...] = ()
    method: str = ""
    open: tuple[FixtureId, ...] = ()
    order: Order = ""
    drawn: tuple[PlayerId, ...] = ()


class RoundChanged(Event, frozen=True, kw_only=True, gc=False):
    """The pairings after a manual change; ``about`` are the players it concerned."""

    round: int
    pairings: tuple[Pairing, ...]
    change: Change
    about: tuple[PlayerId, ...] = ()
    why: str = ""


class RoundPublished(Event, frozen=True, kw_only=True, gc=False):
    """A round was published on a date. Its games end at the time of day ``ends``."""

    round: int
    on: str = ""
    ends: str = ""


class RoundCancelled(Event, frozen=True, kw_only=True, gc=False):
    """A draft, or a published round without games, was cancelled."""

    round: int
    why: str = ""


class FixtureAdded(Event, frozen=True, kw_only=True, gc=False):
    """A game outside the rounds: of a campaign, or a friendly."""

    fixture: FixtureId
    home: PlayerId
    away: PlayerId
    forces: tuple[ForceId, ...] = ()
    title: str = ""
    on: str = ""


class FixtureArranged(Event, frozen=True, kw_only=True, gc=False):
    """A game was arranged for another date. If ``on`` is empty, the arrangement was cancelled."""

    fixture: FixtureId
    on: str
    time: str = ""
    where: str = ""


# ------------------------------------------------------------------------------------- results


class ResultEntered(Event, frozen=True, kw_only=True, gc=False):
    """``why`` is the reason for a result that its own points contradict."""

    fixture: FixtureId
    ended: FixtureResult
    why: str = ""


class ResultCorrected(Event, frozen=True, kw_only=True, gc=False):
    fixture: FixtureId
    ended: FixtureResult
    why: str = ""


class ResultWithdrawn(Event, frozen=True, kw_only=True, gc=False):
    fixture: FixtureId
    why: str = ""


class ResultSigned(Event, frozen=True, kw_only=True, gc=False):
    fixture: FixtureId
    player: PlayerId


class MatchLinked(Event, frozen=True, kw_only=True, gc=False):
    """A recorded game was linked to a fixture. ``units`` are pairs of its unit and the force's."""

    fixture: FixtureId
    match: str
    sides: tuple[SideAssignment, ...]
    units: tuple[tuple[UnitId, WarUnitId], ...] = ()


class MatchUnlinked(Event, frozen=True, kw_only=True, gc=False):
    fixture: FixtureId
    match: str
    why: str = ""


class ResultReported(Event, frozen=True, kw_only=True, gc=False):
    """An automatic event: the linked game has ended, at ``version`` of its events."""

    fixture: FixtureId
    match: str
    ended: FixtureResult
    version: Version = 0


class ReportTakenBack(Event, frozen=True, kw_only=True, gc=False):
    """An automatic event: the end of the linked game was undone."""

    fixture: FixtureId
    match: str


# --------------------------------------------------------------------------- points and order


class PointsGiven(Event, frozen=True, kw_only=True, gc=False):
    """Bonus points, or a penalty if negative. ``points`` is a fraction: (3, 2) is 1.5."""

    player: PlayerId
    points: tuple[int, int]
    column: str = "bonus"
    why: str = ""
    round: int = 0
    on: str = ""


class SchemeChanged(Event, frozen=True, kw_only=True, gc=False):
    scheme: ScoringScheme
    why: str = ""


class OrderChanged(Event, frozen=True, kw_only=True, gc=False):
    """The order of tie-breaks, or the number of counting results, changed."""

    tie_breaks: tuple[TieBreak, ...]
    best: BestResults | None = None
    why: str = ""


class RulesChanged(Event, frozen=True, kw_only=True, gc=False):
    """The carry-over rules for units changed."""

    rules: CarryOverRules
    why: str = ""


class LotsDrawn(Event, frozen=True, kw_only=True, gc=False):
    """Lots were drawn, best first. ``how`` says who drew them."""

    order: tuple[PlayerId, ...]
    how: Drawn = "typed"
    round: int = 0


class StoryTold(Event, frozen=True, kw_only=True, gc=False):
    """A note or a story entry. ``about`` is a player, force, unit or fixture, or empty."""

    text: str
    about: str = ""
    on: str = ""


class PutAside(Event, frozen=True, kw_only=True, gc=False):
    """The league was archived, or taken out of the archive if ``aside`` is False."""

    aside: bool = True


class CutMade(Event, frozen=True, kw_only=True, gc=False):
    """The ``players`` of the bracket, best first, with a game for ``third`` place if wanted."""

    players: tuple[PlayerId, ...]
    third: bool = False
    why: str = ""


class CutDecided(Event, frozen=True, kw_only=True, gc=False):
    """A player advances from a bracket game without a winner, for the reason ``why``."""

    fixture: FixtureId
    player: PlayerId
    why: str = ""


class Division(Struct, frozen=True, omit_defaults=True):
    """A division. ``pairing`` is its pairing system, or "" for the season's."""

    name: str
    pairing: Way = ""


class DivisionsSet(Event, frozen=True, kw_only=True, gc=False):
    """The divisions from now on, highest first. Without any, the league is one field again.

    After a season ``up`` players of each division are promoted, and ``down`` relegated.
    """

    divisions: tuple[Division, ...]
    up: int = 0
    down: int = 0
    why: str = ""


class DivisionMoved(Event, frozen=True, kw_only=True, gc=False):
    """A player moved to a division ("" for none). ``origin`` is "rule" for promotions."""

    player: PlayerId
    division: str
    why: str = ""
    origin: Origin = "hand"


class MissionSet(Event, frozen=True, kw_only=True, gc=False):
    """The mission for all tables of a round in the current season, perhaps before its draft.

    ``mission`` names one or several missions. ``terrain`` describes the tables, and ``rules`` are
    the house rules of that round. If all three are empty, the mission is removed.
    """

    round: int
    mission: str = ""
    terrain: str = ""
    rules: str = ""


class ResultTold(Event, frozen=True, kw_only=True, gc=False):
    """A player reported a result. Its consequences are in the same entry.

    If there is no earlier result, it is entered and signed by the reporter. If it differs from the
    current result, both are kept without consequences.
    """

    fixture: FixtureId
    player: PlayerId
    ended: FixtureResult
    why: str = ""


AnyLeagueEvent = (
    LeagueOpened
    | PlayerEnrolled
    | PlayerChanged
    | PlayerPresence
    | ResultsAnnulled
    | ForceEnrolled
    | UnitsJoined
    | UnitChanged
    | SeasonBegan
    | SeasonClosed
    | PlanChanged
    | RoundDrafted
    | RoundChanged
    | RoundPublished
    | RoundCancelled
    | FixtureAdded
    | FixtureArranged
    | ResultEntered
    | ResultCorrected
    | ResultWithdrawn
    | ResultSigned
    | MatchLinked
    | MatchUnlinked
    | ResultReported
    | ReportTakenBack
    | PointsGiven
    | SchemeChanged
    | OrderChanged
    | RulesChanged
    | LotsDrawn
    | StoryTold
    | PutAside
    | CutMade
    | CutDecided
    | MissionSet
    | DivisionsSet
    | DivisionMoved
    | ResultTold
    | Rewound
)

BY_ITSELF = (ResultReported, ReportTakenBack)
"""The automatic events. Undo skips them, because they are written again."""


LEAGUE: VocabularyCodec[AnyLeagueEvent] = VocabularyCodec(
    cast(tuple[type[AnyLeagueEvent], ...], get_args(AnyLeagueEvent))
)
