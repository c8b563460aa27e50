"""The markers and links of Trial Assault, each declared once."""

from __future__ import annotations

from functools import partial
from typing import Final

from tracker.procedures.declared.marker_and_link_kinds import LinkKind, MarkerKind, OddsImportance
from tracker.procedures.declared.marker_values import Amount, TextValue
from tracker.procedures.pieces.deployment import DEPLOYED
from tracker.procedures.pieces.match_endings import DECLINED_END
from tracker.procedures.pieces.multi_unit_combats import Combats
from tracker.rulesets.trial_assault.data.unit_profiles import list_profiles
from tracker.vocabulary.subject_ids import UnitId

_hidden_on_model = partial(MarkerKind, on="figure", shown="hidden")
_hidden = partial(MarkerKind, shown="hidden")
_BOOKKEEPING = OddsImportance.BOOKKEEPING
_HALF_INCHES = Amount("half inches", 0, 72)
# Markers on models, with the contacts as last entered (TA-FIGHT-01, TA-FIGHT-03)
_TOUCHED = TextValue("the units the model touches")
ENGAGED = _hidden_on_model(
    "engaged", "in contact with", values=_TOUCHED, said="in-contact", row="in contact with"
)
"""The marker for the enemy units that a model touches.

Its value lists handles, such as ``b1 b2``.
"""
_SUPPORTED = TextValue("the units the model supports against")
SUPPORTS = _hidden_on_model(
    "supports", "in support against", values=_SUPPORTED, said="supports", row="supports against"
)
"""The marker for the enemy units that a model can support against.

Its value lists their handles.
"""
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

_LOCKS = partial(LinkKind, made="locked with", parted="free of", spares="vehicle.walker")
LOCKED = _LOCKS("locked", "locked", "v", off="free")  # TA-G68
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
