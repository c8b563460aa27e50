"""The melees of a Melee phase as they stand, as data."""

from __future__ import annotations

from typing import Final

from tracker.procedures.declared.combat_now import CombatNow, Pairs, PhaseSoFar
from tracker.procedures.pieces.contact_combats import ContactCombats
from tracker.procedures.view import Match
from tracker.rulesets.xenocide.attacks import blows
from tracker.rulesets.xenocide.attacks.blows import Assault
from tracker.rulesets.xenocide.data import markers
from tracker.rulesets.xenocide.phases.melee import PHASE
from tracker.vocabulary.names import Subject, UnitId


def list_melees_now(
    match: Match, asked: Subject | None, so_far: PhaseSoFar
) -> tuple[CombatNow, ...]:
    """Each melee of the phase; who comes into a fought one fights next turn (XF-FOLL-01)."""
    if match.phase != PHASE:
        return ()
    fought = {unit for unit in match.all_units() if match.has(unit, markers.FOUGHT)}
    met = ((a, b) for relation, a, b in so_far.met if relation == markers.ENGAGED.id)
    fresh = ((a, b) for a, b in met if (a in fought) == (b in fought))
    pairs: Pairs = (*so_far.began.pairs(markers.ENGAGED), *fresh)
    return MELEES.now(match, asked, so_far, tuple(dict.fromkeys(pairs)))


def _bears(match: Match, unit: Subject) -> int:
    return markers.count_wounds_now(match, UnitId(unit))


def _to_strike(match: Match, unit: Subject, enemy: Subject) -> bool:
    if match.has(unit, markers.FOUGHT):
        return False
    figures = match.figures(UnitId(unit))
    return bool(blows.list_strikes(match, Assault(UnitId(unit), UnitId(enemy), figures)))


MELEES: Final = ContactCombats(
    bears=_bears,
    to_strike=_to_strike,
    has_struck=lambda match, unit: match.has(unit, markers.FOUGHT),
    must_leave=lambda match, unit: match.has(unit, markers.RETREATS),
)
