"""Close combats as they stand, as data: figures, each with those it is in contact with."""

from __future__ import annotations

from typing import Final

from tracker.procedures.declared.combat_now import CombatNow, PhaseSoFar
from tracker.procedures.pieces.contact_combats import ContactCombats, find_pairs
from tracker.procedures.view import Match
from tracker.rulesets.combat_zone.data import markers
from tracker.rulesets.combat_zone.phases import action_points, slots
from tracker.rulesets.combat_zone.phases.close_combat import round_cost
from tracker.vocabulary.names import FigureId, Subject


def list_melees_now(
    match: Match, asked: Subject | None, so_far: PhaseSoFar
) -> tuple[CombatNow, ...]:
    """Each close combat there is, and those that ended in this phase as somebody fell."""
    return COMBATS.list_current(match, asked, so_far, find_pairs(match, so_far, markers.ENGAGED))


def _bears(match: Match, figure: Subject) -> int:
    return int(markers.is_on_table(match, FigureId(figure)))


def _to_strike(match: Match, figure: Subject, _: Subject) -> bool:
    """CZ-MELEE-12: whoever acts now and has the points may fight another round."""
    one = FigureId(figure)
    able = match.phase == slots.PHASE and slots.explain_cannot(match, one) is None
    return able and action_points.count_left(match, one) >= round_cost(match)


COMBATS: Final = ContactCombats(
    bears=_bears,
    to_strike=_to_strike,
    has_struck=lambda *_: False,
    must_leave=lambda match, figure: markers.is_routing(match, FigureId(figure)),
)
