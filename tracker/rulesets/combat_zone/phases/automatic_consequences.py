"""The facts that follow automatically: lost figures leave combat, and opportunity fire ends."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.procedures.match_view import Match
from tracker.rulesets.combat_zone.data import markers, state_queries
from tracker.rulesets.combat_zone.phases import activation_slots
from tracker.vocabulary.events import AnyFact
from tracker.vocabulary.subject_ids import FigureId


def list_automatic_consequences(match: Match) -> Iterator[AnyFact]:
    """Yield the facts that disengage removed figures, and end opportunity fire that is lost
    (CZ-OPP-04).

    Units that joined the active group use up their own slots (CZ-G61).
    """
    if not match.take_touched():
        return
    for a, b in match.pairs(markers.ENGAGED):
        if not all(state_queries.is_on_table(match, FigureId(one)) for one in (a, b)):
            yield markers.ENGAGED.make_unlink_fact(a, b)
    lost = tuple(
        figure
        for figure in map(FigureId, match.marked(markers.OPPORTUNITY))
        if not state_queries.is_on_table(match, figure)
        or markers.is_panicking_or_routing(match, figure)
        or state_queries.is_engaged(match, figure)
    )
    if lost:
        yield markers.OPPORTUNITY.cleared(*lost)
    active = activation_slots.find_active_unit(match)
    joined = activation_slots.list_attached_units(match, active) if active else ()
    if late := tuple(unit for unit in joined if not match.has(unit, markers.ACTIVATED)):
        yield markers.ACTIVATED.set(*late)  # they have used up their own slots (CZ-G61)
