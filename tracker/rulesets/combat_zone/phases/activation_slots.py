"""Finds the side whose activation slot it is, and the units that it can activate (CZ-INIT-06,
CZ-G19).
"""

from __future__ import annotations

from typing import Final

from tracker.procedures.match_view import Match
from tracker.procedures.ruleset import Objection, Objections
from tracker.rulesets.combat_zone.data import markers, state_queries
from tracker.rulesets.combat_zone.phases import action_points_and_interrupts
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.subject_ids import FigureId, SideId, UnitId

PHASE: Final = "actions"


def find_active_unit(match: Match) -> UnitId | None:
    subject = match.clock.subject
    return UnitId(subject) if match.phase == PHASE and subject is not None else None


def list_active_figures(match: Match) -> tuple[FigureId, ...]:
    """List the figures of the active unit, and of the units that act in its slot (CZ-G61)."""
    unit = find_active_unit(match)
    if unit is None:
        return ()
    return tuple(f for one in (unit, *list_attached_units(match, unit)) for f in match.figures(one))


def list_attached_units(match: Match, group: UnitId) -> tuple[UnitId, ...]:
    side = match.side_of(group)
    return tuple(
        unit for unit in match.units(side) if find_group_sharing_slot(match, unit) == group
    )


def find_group_sharing_slot(match: Match, unit: UnitId) -> UnitId | None:
    """Return the group in whose slot a Hero or machine acts, or None if it has its own (CZ-G61)."""
    group = UnitId(str(match.mark(unit, markers.WITH) or ""))
    return group if group and match.exists(group) else None


def list_units_to_activate(match: Match, side: SideId) -> tuple[UnitId, ...]:
    """List a side's units that have yet to be activated. A removed unit loses its slot.

    A Hero or machine still has its own slot if it joined a group after the group's slot
    (CZ-INIT-06, CZ-G61).
    """
    own = (unit for unit in match.units(side) if not match.has(unit, markers.ACTIVATED))
    groups = ((unit, find_group_sharing_slot(match, unit)) for unit in own)
    return tuple(u for u, group in groups if group is None or match.has(group, markers.ACTIVATED))


def find_side_to_act(match: Match) -> SideId | None:
    """Return the side whose slot it is, or the side that follows the current activation."""
    side = match.clock.side
    if match.phase != PHASE or side is None:
        return find_next_side(match, None)
    if find_active_unit(match) is None and list_units_to_activate(match, side):
        return side
    return find_next_side(match, side)


def find_next_side(match: Match, last_side: SideId | None) -> SideId | None:
    """Return the next side with a unit to activate, which can be ``last_side`` again, or None."""
    order = match.clock.order or match.sides
    if last_side in order:
        at = order.index(last_side) + 1
        order = (*order[at:], *order[:at])
    return next((side for side in order if list_units_to_activate(match, side)), None)


def has_finished_activation(match: Match, figure: FigureId) -> bool:
    """Whether a figure may not act again, because another of its group has acted since (CZ-G20)."""
    return match.option("figure_order") == "one_at_a_time" and match.has(figure, markers.FINISHED)


def explain_cannot_act(match: Match, figure: FigureId) -> str | None:
    """Explain briefly why a figure can do nothing more in this phase, or return None if it can."""
    if not state_queries.is_on_table(match, figure):
        return "not on the table"
    if figure not in list_active_figures(match):
        activated = match.has(match.figure(figure).unit, markers.ACTIVATED)
        return "has been activated" if activated else "not its slot"
    if match.has(figure, markers.HOLDS):
        return "holds"
    if has_nothing_left_to_do(match, figure):
        return "routing" if match.has(figure, markers.ROUT) else "no points left"
    return "finished" if has_finished_activation(match, figure) else None


def has_nothing_left_to_do(match: Match, figure: FigureId) -> bool:
    """Whether a figure has no points left and no free round of close combat (CZ-G38)."""
    if action_points_and_interrupts.count_action_points_left(match, figure):
        return False
    free = match.option("round_cost") == 0 and state_queries.is_engaged(match, figure)
    return not free or match.has(figure, markers.ROUT)


def is_activation_over(match: Match) -> bool:
    """Whether no figure of the active unit can act, so that its activation ends automatically."""
    return all(
        match.has(figure, markers.HOLDS) or has_nothing_left_to_do(match, figure)
        for figure in list_active_figures(match)
    )


def list_acting_objections(
    match: Match, figure: FigureId, cost: int, *, fighting: bool = False
) -> Objections:
    """Yield the objections to an action that costs ``cost`` points.

    If ``fighting`` is true, the figure may be in close combat.
    """
    name = state_queries.format_figure(match, figure)
    if not state_queries.is_on_table(match, figure):
        yield Objection("gone", "CZ-ACT-03", f"{name} is not on the table")
        return
    if figure not in list_active_figures(match):
        yield Objection("not-its-go", "CZ-INIT-06", f"{name} is not being activated now")
    elif has_finished_activation(match, figure):
        text = f"{name} has finished, because another figure of its group has acted since"
        yield Objection("finished", "CZ-G20", text)
    if match.has(figure, markers.ROUT):
        yield Objection("routing", "CZ-MORALE-08", f"{name} is routing and can do nothing else")
    elif cost > (left := action_points_and_interrupts.count_action_points_left(match, figure)):
        text = f"{name} has {format_count(left, 'action point')} left, but needs {cost}"
        yield Objection("no-points", "CZ-ACT-03", text)
    if not fighting and state_queries.is_engaged(match, figure):
        yield Objection("engaged", "CZ-MELEE-02", f"{name} is in close combat")


def list_figures_able_to_act(match: Match) -> tuple[tuple[SideId, FigureId], ...]:
    """List the figures that can act now, each with its side, the acting figure first."""
    found = [f for f in list_active_figures(match) if explain_cannot_act(match, f) is None]
    found.sort(key=lambda figure: not match.has(figure, markers.ACTING))
    return tuple((match.side_of(figure), figure) for figure in found)
