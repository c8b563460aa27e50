"""What happens in a league or campaign: its own small vocabulary of events.

An entry is one thing the organiser said and what followed from it by declared rules. Two kinds the
book writes by itself, for a game that is kept here: its result, and that its end was taken back.
``Rewound`` is the same as in a match. Bodies hold no floats; a default given here is part of the
stored form and must never change.
"""

from __future__ import annotations

from typing import Literal, cast, get_args

from msgspec import Struct

from tracker.leagues.carry_over_rules import CarryOverRules
from tracker.leagues.fixture_results import Bye, Kind, PlayerId
from tracker.leagues.scoring_schemes import BestResults, ScoringScheme, TieBreak
from tracker.leagues.tie_break_rules import CutBy
from tracker.vocabulary.event_vocabulary_codec import VocabularyCodec
from tracker.vocabulary.events import Event, Rewound, Scalar, Version
from tracker.vocabulary.names import SideId, UnitId

FixtureId = str
ForceId = str
WarUnitId = str
What = Literal["league", "campaign"]
Presence = Literal["present", "away", "dropped", "leaving", "late", "returned", "ringer"]
Change = Literal["swapped", "locked", "unlocked", "tables", "paired", "joined", "bye"]
Origin = Literal["rule", "hand"]
Drawn = Literal["app", "typed"]
Way = Literal["", "round robin", "Swiss"]
"""How rounds are paired; nothing: as suits the field."""
Order = Literal["", "sign-up", "lots", "rating", "last season"]
"""How players stand in a first round; nothing: as lots fell, in a round robin as they signed up."""


class Pairing(Struct, frozen=True, omit_defaults=True):
    """One pairing of a round; ``away`` is None for a bye, and ``bye`` its kind.

    ``table`` 0: none was given.
    """

    fixture: FixtureId
    home: PlayerId
    away: PlayerId | None = None
    table: int = 0
    why: str = ""
    locked: bool = False
    bye: Bye = "bye"


class AbsentPlayer(Struct, frozen=True, omit_defaults=True):
    """Somebody who was left out of a round, and why: "away", "dropped"."""

    player: PlayerId
    how: str
    why: str = ""


class FixtureResult(Struct, frozen=True, omit_defaults=True):
    """How a fixture ended. ``winner`` is None for a draw; ``vp`` None where nobody wrote it down.

    ``vp`` and each of ``extra`` are (home, away). ``played_on`` is a date, ``time`` a time of day
    such as 20:40, both in the league's time zone and empty where not said.
    """

    kind: Kind = "played"
    winner: PlayerId | None = None
    vp: tuple[int, int] | None = None
    extra: dict[str, tuple[int, int]] = {}
    played_on: str = ""
    time: str = ""


class EnlistedUnit(Struct, frozen=True, omit_defaults=True):
    """A unit of a force that lasts; its id stays with it for the whole campaign.

    ``named`` are those of its figures that have names of their own; ``like`` is a unit of the force
    that it is fitted out as. ``points`` are of all its figures, if it joined and they are known.
    """

    id: WarUnitId
    name: str
    figures: int = 1
    named: tuple[str, ...] = ()
    like: WarUnitId = ""
    points: int | None = None


class Wound(Struct, frozen=True, omit_defaults=True):
    """Wounds that a figure carries: one of this profile, or the one of this name."""

    profile: str
    wounds: int
    name: str = ""


class CarriedDamage(Struct, frozen=True, omit_defaults=True):
    """What a unit carries on besides losses: wounds of its figures, and markers with their value.

    ``words`` say the markers as people read them.
    """

    wounds: tuple[Wound, ...] = ()
    marks: tuple[tuple[str, Scalar], ...] = ()
    words: tuple[str, ...] = ()


class SideAssignment(Struct, frozen=True, omit_defaults=True):
    """Who plays a side of a match, and with which force."""

    side: SideId
    player: PlayerId
    force: ForceId = ""


# -------------------------------------------------------------------------- opening and people


class LeagueOpened(Event, frozen=True, kw_only=True, gc=False):
    """``scheme`` (with its tie-breaks) and ``rules`` are copied whole: they are read for ever.

    ``rounds`` is how many are planned, 0 if nobody said; ``pairing`` how they are to be paired.
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
    """``about`` is what stood beside the name on a sign-up list: a force, a club."""

    player: PlayerId
    name: str
    ranked: bool = True
    about: str = ""


class PlayerChanged(Event, frozen=True, kw_only=True, gc=False):
    """None leaves as it is."""

    player: PlayerId
    name: str | None = None
    ranked: bool | None = None
    why: str = ""


class PlayerPresence(Event, frozen=True, kw_only=True, gc=False):
    """Who is here: ``away`` is for this round only, ``leaving`` from the round after it on.

    ``bye`` is what somebody away gets for it.
    """

    player: PlayerId
    presence: Presence
    round: int
    why: str = ""
    bye: Bye = "zero bye"


class ResultsAnnulled(Event, frozen=True, kw_only=True, gc=False):
    """Results of the season at hand of somebody who dropped: kept, and in no sum any more.

    ``annulled`` False: they count again.
    """

    player: PlayerId
    annulled: bool = True
    why: str = ""


class ForceEnrolled(Event, frozen=True, kw_only=True, gc=False):
    """``roster`` is the roster's TOML text, copied whole."""

    force: ForceId
    player: PlayerId
    name: str
    ruleset: str = ""
    roster: str = ""
    points: int = 0
    units: tuple[EnlistedUnit, ...] = ()


class UnitsJoined(Event, frozen=True, kw_only=True, gc=False):
    """Units that joined a force later: recruits, or those a new roster brought.

    ``roster`` is the TOML text of that roster, copied whole; its units are ``units`` in order.
    """

    force: ForceId
    units: tuple[EnlistedUnit, ...]
    why: str = ""
    roster: str = ""


class UnitChanged(Event, frozen=True, kw_only=True, gc=False):
    """What a unit carries on from a game (by the campaign's rules) or from a decision by hand.

    ``experience`` and ``figures`` are added; figures gone for good are below zero. ``kills`` and
    ``lost`` are what it did and lost in a game. ``standing`` is a word such as "resting" or
    "destroyed", "" for ready, None as it was. ``faces`` were rolled to get lost figures back, by
    whom says ``rolled``. ``names`` are those of the figures in question that have one: who fell in
    the game, who is gone after the dice, who was lost or came by hand. ``captives`` of its figures
    were taken (below zero: given back) and are with the enemy of that game, ``taken`` those of
    them with names. ``harm`` is what it carries on from now, None as it was.
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
    """``cuts_by`` is how tie-breaks are cut in its standings for good; see ``TieRule.cut_by``."""

    season: int
    on: str = ""
    cuts_by: CutBy = "contribution"


class PlanChanged(Event, frozen=True, kw_only=True, gc=False):
    """Another number of rounds planned for the season at hand, or another way of pairing them.

    None leaves as it is.
    """

    rounds: int | None = None
    pairing: Way | None = None
    why: str = ""


class RoundDrafted(Event, frozen=True, kw_only=True, gc=False):
    """A draft, or one made again; ``method`` is "round robin", "swiss", "by hand".

    ``drawn`` are lots that fell for this first round alone: they decide no places.
    """

    round: int
    pairings: tuple[Pairing, ...]
    absent: tuple[AbsentPlayer, ...] = ()
    method: str = ""
    open: tuple[FixtureId, ...] = ()
    order: Order = ""
    drawn: tuple[PlayerId, ...] = ()


class RoundChanged(Event, frozen=True, kw_only=True, gc=False):
    """The pairings after the organiser's hand; ``about`` are those it was done to."""

    round: int
    pairings: tuple[Pairing, ...]
    change: Change
    about: tuple[PlayerId, ...] = ()
    why: str = ""


class RoundPublished(Event, frozen=True, kw_only=True, gc=False):
    """``on`` is the day it is for, ``ends`` the time of day at which its games end."""

    round: int
    on: str = ""
    ends: str = ""


class RoundCancelled(Event, frozen=True, kw_only=True, gc=False):
    """A draft, or a round that was published and not played, is no more."""

    round: int
    why: str = ""


class FixtureAdded(Event, frozen=True, kw_only=True, gc=False):
    """A game outside the rounds: a game of a campaign, a friendly."""

    fixture: FixtureId
    home: PlayerId
    away: PlayerId
    forces: tuple[ForceId, ...] = ()
    title: str = ""
    on: str = ""


class FixtureArranged(Event, frozen=True, kw_only=True, gc=False):
    """Agreed for another day, which may well be in the future; ``on`` empty: no longer."""

    fixture: FixtureId
    on: str
    time: str = ""
    where: str = ""


# ------------------------------------------------------------------------------------- results


class ResultEntered(Event, frozen=True, kw_only=True, gc=False):
    """``why`` is the reason for a result that its own points speak against."""

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
    """A game kept here is the game of this fixture; ``units``: unit of the match, of the force."""

    fixture: FixtureId
    match: str
    sides: tuple[SideAssignment, ...]
    units: tuple[tuple[UnitId, WarUnitId], ...] = ()


class MatchUnlinked(Event, frozen=True, kw_only=True, gc=False):
    fixture: FixtureId
    match: str
    why: str = ""


class ResultReported(Event, frozen=True, kw_only=True, gc=False):
    """By itself: the linked game has ended, at ``version`` of its book."""

    fixture: FixtureId
    match: str
    ended: FixtureResult
    version: Version = 0


class ReportTakenBack(Event, frozen=True, kw_only=True, gc=False):
    """By itself: the end of the linked game was taken back."""

    fixture: FixtureId
    match: str


# --------------------------------------------------------------------------- points and order


class PointsGiven(Event, frozen=True, kw_only=True, gc=False):
    """Bonus points; a penalty is below zero. ``points`` is (over, under): (3, 2) is 1.5."""

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
    """Another order of tie-breaks, or another number of results that count."""

    tie_breaks: tuple[TieBreak, ...]
    best: BestResults | None = None
    why: str = ""


class RulesChanged(Event, frozen=True, kw_only=True, gc=False):
    """Other rules for what units carry on between games."""

    rules: CarryOverRules
    why: str = ""


class LotsDrawn(Event, frozen=True, kw_only=True, gc=False):
    """Lots as they fell, best first; ``how`` says who drew them."""

    order: tuple[PlayerId, ...]
    how: Drawn = "typed"
    round: int = 0


class StoryTold(Event, frozen=True, kw_only=True, gc=False):
    """A note or a piece of the story; ``about`` is a player, force, unit or fixture, or empty."""

    text: str
    about: str = ""
    on: str = ""


class PutAside(Event, frozen=True, kw_only=True, gc=False):
    """Lists leave the league out, or (``aside`` false) have it again."""

    aside: bool = True


class CutMade(Event, frozen=True, kw_only=True, gc=False):
    """``players`` go on, best first; ``third``: who loses a semi-final plays for third place."""

    players: tuple[PlayerId, ...]
    third: bool = False
    why: str = ""


class CutDecided(Event, frozen=True, kw_only=True, gc=False):
    """Who goes on from a game of the bracket that nobody won; ``why`` says how that was found."""

    fixture: FixtureId
    player: PlayerId
    why: str = ""


class Division(Struct, frozen=True, omit_defaults=True):
    """A division; ``pairing`` is how its rounds are paired, "" as those of the season."""

    name: str
    pairing: Way = ""


class DivisionsSet(Event, frozen=True, kw_only=True, gc=False):
    """The divisions there are from now on, the first the highest; none: one field again.

    Behind a season ``up`` go up from each division, and ``down`` go down.
    """

    divisions: tuple[Division, ...]
    up: int = 0
    down: int = 0
    why: str = ""


class DivisionMoved(Event, frozen=True, kw_only=True, gc=False):
    """A player is in this division from now on, "" in none; by ``rule``: went up or down."""

    player: PlayerId
    division: str
    why: str = ""
    origin: Origin = "hand"


class MissionSet(Event, frozen=True, kw_only=True, gc=False):
    """What all tables of a round of the season at hand play, also before it is drafted.

    ``mission`` names it (or several), ``terrain`` what lies on the tables, ``rules`` the house
    rules of that round; all three empty: none any more.
    """

    round: int
    mission: str = ""
    terrain: str = ""
    rules: str = ""


class ResultTold(Event, frozen=True, kw_only=True, gc=False):
    """A player said how his game ended. What follows stands in the same entry.

    Where there was no result it is entered and signed by who told it; where it is another than the
    one that stands, nothing follows, and the two are kept beside each other.
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
"""What the book writes by itself: taking back steps over these, and writes them again."""


LEAGUE: VocabularyCodec[AnyLeagueEvent] = VocabularyCodec(
    cast(tuple[type[AnyLeagueEvent], ...], get_args(AnyLeagueEvent))
)
