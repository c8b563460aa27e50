"""The markers and links of Trial Assault, and typed functions that query them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final

from tracker.procedures.declared.marker_and_link_kinds import LinkKind, MarkerKind, OddsImportance
from tracker.procedures.declared.marker_values import Amount, TextValue
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.delayed_effects import (
    list_unmarked_figures,
    make_marked_removal_facts,
)
from tracker.procedures.pieces.deployment import DEPLOYED
from tracker.procedures.pieces.engagement import list_connected_units
from tracker.procedures.pieces.match_endings import DECLINED_END
from tracker.procedures.pieces.multi_unit_combats import Combats
from tracker.procedures.pieces.subject_lookup import list_all_members
from tracker.rulesets.trial_assault.data.profile_types import PLAIN_MODEL, Profile
from tracker.vocabulary.events import AnyFact, RemovedHow
from tracker.vocabulary.subject_ids import FigureId, Subject, UnitId, format_handle, make_unit_id

_hidden_on_model = partial(MarkerKind, on="figure", shown="hidden")
_hidden = partial(MarkerKind, shown="hidden")
_BOOKKEEPING = OddsImportance.BOOKKEEPING
_HALF_INCHES = Amount("half inches", 0, 72)
# Markers on models, with the contacts as last entered (TA-FIGHT-01, TA-FIGHT-03)
_TOUCHED = TextValue("the units the model touches")
ENGAGED = _hidden_on_model(
    "engaged", "in contact with", values=_TOUCHED, said="in-contact", row="in contact with"
)
"""The marker for the enemy units that a model touches. Its value is handles, such as ``b1 b2``."""
_SUPPORTED = TextValue("the units the model supports against")
SUPPORTS = _hidden_on_model(
    "supports", "in support against", values=_SUPPORTED, said="supports", row="supports against"
)
"""The marker for the enemy units that a model can support against, as handles."""
STRUCK = _hidden_on_model("struck", "has struck", until="phase", row="has struck")
_WEAPON = TextValue("the weapon it strikes with")
USES = _hidden_on_model("uses", "strikes with", values=_WEAPON, row="strikes with")
"""The marker that names a model's weapon if it is not the model's first special weapon."""
BEHIND = _hidden_on_model("behind", "behind", until="phase")
"""The marker on a model whose die for difficult terrain was too low to keep up (TA-G39)."""
FALLS = MarkerKind("falls", "slain", "−", "figure", worth=_BOOKKEEPING)
"""The marker on a model slain in this step. The model is removed after the step (TA-FIGHT-05)."""
# Markers on units and sides, from setup on
AWAY = MarkerKind("away", "off the table", "…", parts="both")
"""The marker on a unit in reserve or in a transport (TA-SETUP-03)."""
EDGE = _hidden("edge", "falls back to", values=TextValue("the edge"), row="falls back to")
FIRST = MarkerKind("first", "has the first turn", on="side", worth=_BOOKKEEPING)
DAMAGED = MarkerKind(
    "damaged", "damaged", "!", shown="value", values=TextValue("what was done to the vehicle")
)
"""The marker for the results of hits on a vehicle, such as ``immobilised, shaken`` (TA-VEH-01)."""
FAST = MarkerKind("fast", "moved fast", "F", until="own turn", worth=_BOOKKEEPING)
"""The marker on a vehicle that has moved more than 6 inches (TA-T13)."""
# Markers on units, for the player turn (TA-TURN-04)
MOVED = MarkerKind("moved", "moved", "m", until="own turn", quiet=True)
FIRED = MarkerKind("fired", "fired", "f", until="own turn", worth=_BOOKKEEPING)
STOOD = MarkerKind("stood", "stood to fire", "s", until="own turn", worth=_BOOKKEEPING)
"""The marker on a unit that stood still to fire heavy weapons, or to fire some weapons twice."""
REGROUPED = MarkerKind("regrouped", "regrouped", "r", until="own turn", worth=_BOOKKEEPING)
PSYCHIC = MarkerKind("psychic", "psychic power used", "p", until="side turn", quiet=True)
PERILS = MarkerKind("perils", "perils", "P", until="phase", worth=OddsImportance.HARM)
"""The marker for a psychic test of 2 or 12. Players resolve the Strength 6 hit (TA-G10)."""
TRIED = MarkerKind("tried", "declared a charge", "c", until="side turn", worth=_BOOKKEEPING)
SHORT = MarkerKind(
    "short",
    "short of",
    "~",
    shown="value",
    until="side turn",
    worth=_BOOKKEEPING,
    values=TextValue("the units its charge does not reach"),
    said="does-not-reach",
    row="does not reach",
)
"""The marker for the targets that a charge did not reach (TA-CHG-12, TA-CHG-13, TA-CHG-15)."""
FLEES = MarkerKind("flees", "falling back", "←", worth=OddsImportance.NERVE)
"""The marker on a unit that falls back. The marker ``BROKE`` shows that its nerve broke."""
LOST = MarkerKind(
    "lost", "lost the combat", "L", until="phase", worth=OddsImportance.USUAL, waits=True
)
"""The marker on a unit that must take a morale check for a lost combat."""
WON = MarkerKind("won", "won the combat", "+", until="phase", worth=_BOOKKEEPING)
DREW = MarkerKind("drew", "drew the combat", "=", until="phase", worth=_BOOKKEEPING)
BROKE = MarkerKind("broke", "breaks off", "b", until="phase", nerve=True, waits=True)
"""The marker on a unit that failed its morale check, and falls back or is caught."""
FOUGHT = MarkerKind("fought", "has fought", "x", until="side turn", quiet=True)
SHAKEN = MarkerKind("shaken", "shaken", "?", until="phase", worth=OddsImportance.USUAL, waits=True)
"""The marker on a unit that must check morale for a reason other than a lost combat."""
WAS_SHAKEN = _hidden("was_shaken", "was shaken", until="phase")
ROLLED = _hidden("rolled", "falls back by", until="phase", values=_HALF_INCHES, row="falls back by")
"""The marker for a unit's fall back roll. Its value is the total in half inches."""
_IN_ITS_WAY = TextValue("what is in its way back: rough, trapped, off")
HINDERED = _hidden("hindered", "hindered", until="phase", values=_IN_ITS_WAY, row="in its way back")
SWEPT = _hidden("swept", "sweeps", until="phase", values=_HALF_INCHES, row="sweeps")
"""The marker for a sweeping advance. Its value is the total in half inches (0 if declined)."""
PILED = _hidden("piled", "piled in", until="side turn", row="piled in")
"""The marker on a unit that has piled in, consolidated, or been caught by a sweep (TA-G18)."""
CHOSEN = _hidden("chosen", "its combat is next", until="phase", row="its combat is next")
"""The marker on a unit in the combat that was chosen as the next one (TA-TURN-03)."""
FAILED = _hidden("failed", "failed to regroup", until="phase")
CAUGHT = MarkerKind("caught", "caught", "k", until="side turn", worth=OddsImportance.NERVE)
PLASMA = _hidden("plasma", "has plasma grenades", until="phase")
"""The marker on a unit that began the combat with plasma grenades (TA-COVER-07, TA-G35)."""
TOLD = _hidden("told", "contact told", until="side turn", row="contact told")
_MODELS, _BEGAN = Amount("models", 1, 99), "models as shooting began"
STARTED = _hidden("started", _BEGAN, until="phase", values=_MODELS, row=_BEGAN)

LOCKED = LinkKind(
    "locked", "locked", "v", said="locked", off="free", made="locked with", parted="free of"
)
"""The link between units in close combat with each other. The first of them made contact."""
JOINED = LinkKind(
    "joined",
    "joined",
    "&",
    said="joined",
    off="alone",
    made="joined with",
    parted="leaves",
    back="joined by",
    bearer=lambda match, unit: any(one.independent for one in list_profiles(match, UnitId(unit))),
    within=True,
)
SHOT_AT = LinkKind(
    "shot_at",
    "fired at",
    "»",
    until="own turn",
    made="fired at",
    parted="did not fire at",
    back="fired at by",
    quiet=True,
)
CHARGES = LinkKind(
    "charges",
    "charges",
    ">",
    until="side turn",
    made="charges",
    parted="does not charge",
    back="charged by",
    quiet=True,
)
"""The link from a unit that charged in this phase to the unit that it reached."""
COVERED = LinkKind(
    "covered",
    "in cover against",
    "#",
    until="side turn",
    made="in cover against",
    parted="without cover against",
    back="strikes into cover at",
)
"""The link from a charged unit to the charger against which it has cover (TA-COVER-01)."""
FIGHTS = LinkKind("fights", "fights in", "", until="side turn", quiet=True)
SCORED = LinkKind(
    "scored", "wounds inflicted", "", "side", until="side turn", quiet=True, counts="wounds"
)
COMBATS: Final = Combats(contact=LOCKED, members=FIGHTS, scores=SCORED)

MARKERS: Final = (
    *(ENGAGED, SUPPORTS, STRUCK, USES, BEHIND, FALLS),
    *(MOVED, FIRED, STOOD, REGROUPED, PSYCHIC, PERILS, TRIED),
    *(SHORT, FLEES, LOST, WON, DREW, BROKE, FOUGHT),
    *(CAUGHT, SHAKEN, WAS_SHAKEN, ROLLED, HINDERED, SWEPT, PILED, FAILED, STARTED, PLASMA, TOLD),
    *(DEPLOYED, CHOSEN, AWAY, EDGE, FIRST, DECLINED_END, DAMAGED, FAST),
)
LINKS: Final = (LOCKED, JOINED, SHOT_AT, CHARGES, COVERED, FIGHTS, SCORED)


# ----------------------------------------------------------------------------- units and figures


def get_profile(match: Match, figure: FigureId) -> Profile:
    return match.profile(figure, Profile)


def list_profiles(match: Match, unit: UnitId) -> tuple[Profile, ...]:
    return tuple(get_profile(match, figure) for figure in match.figures(unit))


def is_independent_or_monstrous(match: Match, unit: UnitId) -> bool:
    """Whether only touching enemies can strike a unit: a character or monster (TA-CHAR-05, 07)."""
    return any(one.independent or one.monstrous for one in list_profiles(match, unit))


def list_joined_units(match: Match, unit: UnitId) -> tuple[UnitId, ...]:
    """List a unit and the characters that joined it, or a character and his unit."""
    return list_connected_units(match, JOINED, unit)


def find_joined_unit_or_self(match: Match, unit: UnitId) -> UnitId:
    joined = (UnitId(b) for a, b in match.pairs(JOINED) if a == unit)
    return next((one for one in joined if match.exists(one)), unit)


def count_wounds_left(match: Match, *figures: FigureId) -> int:
    return sum(get_profile(match, one).w - match.figure(one).wounds for one in figures)


def has_struck(match: Match, unit: UnitId) -> bool:
    return any(match.has(one, STRUCK) for one in match.figures(unit))


def _list_profile_values(match: Match, unit: UnitId, value: str) -> Iterator[int]:
    """Yield a value for each model in a unit and its joined units. Lost units yield nothing."""
    every = (list_profiles(match, each) for each in list_joined_units(match, unit))
    return (getattr(one, value) for profiles in every for one in profiles)


def count_fall_back_dice(match: Match, unit: UnitId) -> int:
    """Return the number of fall back dice of a unit's slowest model (TA-T7, TA-FORCE-02)."""
    return min(_list_profile_values(match, unit, "fall_back"), default=PLAIN_MODEL.fall_back)


def count_sweep_dice(match: Match, unit: UnitId) -> int:
    """Return a unit's number of sweep dice, or 0 if it may not sweep (TA-T7)."""
    return min(_list_profile_values(match, unit, "sweep"), default=0)


def find_assault_range_in_inches(match: Match, unit: UnitId) -> int:
    """Return the charge range of a unit's slowest model, in inches (TA-CHG-02)."""
    return min(_list_profile_values(match, unit, "assault"), default=PLAIN_MODEL.assault)


def is_non_walker_vehicle(match: Match, unit: UnitId) -> bool:
    """Whether a unit is, or was, a vehicle that is no walker and so does not fight (TA-G68)."""
    those = match.figures(unit) or list_all_members(match, unit)
    every = (get_profile(match, one) for one in those)
    return any(one.vehicle is not None and not one.vehicle.walker for one in every)


def list_fall_back_hindrances(match: Match, unit: UnitId) -> tuple[str, ...]:
    """List what hinders a unit that falls back: any of ``rough``, ``trapped`` and ``off``."""
    value = match.mark(unit, HINDERED)
    return tuple(str(value).split()) if value else ()


def list_enemy_units_on_table(match: Match, unit: UnitId) -> tuple[UnitId, ...]:
    """List all enemy units, except those not yet on the table (TA-SETUP-03)."""
    own = match.side_of(unit)
    others = (other for other in match.units() if match.side_of(other) != own)
    return tuple(other for other in others if not match.has(other, AWAY))


def list_locked_enemies(match: Match, unit: UnitId) -> tuple[UnitId, ...]:
    """List the enemy units with which a unit is in close combat (TA-CHG-14)."""
    return tuple(UnitId(one) for one in match.links(LOCKED, unit) if match.exists(UnitId(one)))


def is_locked(match: Match, unit: UnitId) -> bool:
    return bool(match.links(LOCKED, unit))


def list_standing_figures(match: Match, unit: UnitId) -> tuple[FigureId, ...]:
    return list_unmarked_figures(match, FALLS, unit)


def find_removal_cause(match: Match, figure: FigureId) -> RemovedHow:
    return "killed" if get_profile(match, figure).vehicle is None else "destroyed"


def make_slain_removal_facts(
    match: Match, figures: Iterable[FigureId] | None = None
) -> tuple[AnyFact, ...]:
    """Return the facts that remove the slain models, by default of all units (TA-FIGHT-05)."""
    return make_marked_removal_facts(match, FALLS, find_removal_cause, figures)


def list_charge_targets(match: Match, unit: UnitId) -> tuple[UnitId, ...]:
    return tuple(UnitId(b) for a, b in match.pairs(CHARGES) if a == unit)


def list_chargers(match: Match, unit: UnitId) -> tuple[UnitId, ...]:
    return tuple(UnitId(a) for a, b in match.pairs(CHARGES) if b == unit)


# ----------------------------------------------------------------------------- contact of models


def read_units_from_marker(match: Match, figure: Subject, marker: MarkerKind) -> tuple[UnitId, ...]:
    value = match.mark(figure, marker)
    return tuple(make_unit_id(one) for one in str(value).split()) if value else ()


def format_handles(units: tuple[UnitId, ...]) -> str:
    return " ".join(map(format_handle, units))


def list_touched_enemies(match: Match, figure: FigureId) -> tuple[UnitId, ...]:
    return read_units_from_marker(match, figure, ENGAGED)


def list_enemies_supported_against(match: Match, figure: FigureId) -> tuple[UnitId, ...]:
    return read_units_from_marker(match, figure, SUPPORTS)


def list_models_out_of_contact(match: Match, unit: UnitId) -> tuple[FigureId, ...]:
    """List the models that neither touch an enemy nor support (TA-SHOOT-04)."""
    return tuple(
        figure
        for figure in match.figures(unit)
        if not match.has(figure, ENGAGED) and not match.has(figure, SUPPORTS)
    )
