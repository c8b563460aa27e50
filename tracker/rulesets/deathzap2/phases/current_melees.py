"""The current melees of a Melee phase, as data."""

from __future__ import annotations

from typing import Final

from tracker.procedures.declared.combat_status import CombatStatus, PhaseHistory
from tracker.procedures.pieces.contact_combats import ContactCombats, find_contact_pairs
from tracker.procedures.view import Match
from tracker.rulesets.deathzap2.data import markers
from tracker.vocabulary.names import Subject, UnitId


def list_current_melees(
    match: Match, asked: Subject | None, so_far: PhaseHistory
) -> tuple[CombatStatus, ...]:
    """Each melee of the phase: its only winner is a sole survivor (DZ-MELEE)."""
    if match.phase != "melee":
        return ()
    return MELEES.list_combats(
        match, asked, so_far, find_contact_pairs(match, so_far, markers.ENGAGED)
    )


def _bears(match: Match, unit: Subject) -> int:
    return len(markers.list_standing_figures(match, UnitId(unit)))


def _to_strike(match: Match, unit: Subject, enemy: Subject) -> bool:
    """DZ-MELEE-04: against an enemy with figures not yet to be removed."""
    able = not match.has(unit, markers.FOUGHT)
    return able and bool(markers.list_standing_figures(match, UnitId(enemy)))


MELEES: Final = ContactCombats(
    bears=_bears,
    to_strike=_to_strike,
    has_struck=lambda match, unit: match.has(unit, markers.FOUGHT),
    must_leave=lambda *_: False,
)
