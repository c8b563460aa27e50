"""The current close combats as data: figures, each with those in contact with it."""

from __future__ import annotations

from typing import Final

from tracker.procedures.declared.combat_status import CombatStatus, PhaseHistory
from tracker.procedures.pieces.contact_combats import ContactCombats, find_contact_pairs
from tracker.procedures.view import Match
from tracker.rulesets.combat_zone.data import markers
from tracker.rulesets.combat_zone.phases import action_points, activation_slots
from tracker.rulesets.combat_zone.phases.close_combat import get_round_cost
from tracker.vocabulary.names import FigureId, Subject


def list_current_melees(
    match: Match, asked: Subject | None, so_far: PhaseHistory
) -> tuple[CombatStatus, ...]:
    """Each current close combat, and those that ended in this phase with a casualty."""
    return COMBATS.list_combats(
        match, asked, so_far, find_contact_pairs(match, so_far, markers.ENGAGED)
    )


def _bears(match: Match, figure: Subject) -> int:
    return int(markers.is_on_table(match, FigureId(figure)))


def _to_strike(match: Match, figure: Subject, _: Subject) -> bool:
    """CZ-MELEE-12: the acting figure may fight another round if it has the points."""
    one = FigureId(figure)
    able = (
        match.phase == activation_slots.PHASE
        and activation_slots.explain_cannot_act(match, one) is None
    )
    return able and action_points.count_points_left(match, one) >= get_round_cost(match)


COMBATS: Final = ContactCombats(
    bears=_bears,
    to_strike=_to_strike,
    has_struck=lambda *_: False,
    must_leave=lambda match, figure: markers.is_routing(match, FigureId(figure)),
)
