"""Action points: how many figures have, how they spend them, and who interrupts (CZ-ACT, CZ-OPP).

An action first spends its points, and then runs through ``run_interruptible_stage``. This lets
enemies on opportunity fire interrupt it:

    def drop(match, side, params):
        cost = rule_tables.DROP_POINTS
        return perform_interruptible_action(match, params.figure, cost, lie_down, params)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tracker.procedures.match_view import Match
from tracker.procedures.requests import Asking, Interrupt, ask, call_stage, continue_with
from tracker.rulesets.combat_zone.data import markers, rule_tables, state_queries, unit_profiles
from tracker.rulesets.combat_zone.data.state_queries import counts_as_out_of_coherency
from tracker.vocabulary.subject_ids import FigureId

FIRE = "fire"  # the id of the action that interrupts with opportunity fire


def count_action_points_allowed(match: Match, figure: FigureId) -> int:
    """Return the action points that a figure may spend this turn (CZ-ACT-01, CZ-ACT-02)."""
    return min((points for points, _ in list_action_point_limits(match, figure)), default=0)


def list_action_point_limits(match: Match, figure: FigureId) -> tuple[tuple[int, str], ...]:
    """List the limits on a figure's action points, with reasons. The lowest applies."""
    if match.has(figure, markers.ROUT):
        return ((0, "routing"),)
    profile = unit_profiles.get_profile(match, figure)
    if profile.machine is not None:
        points, why = profile.machine.action_points, "machine"
    elif profile.kind == "hero":
        points, why = rule_tables.HERO_POINTS, "Hero"
    else:
        points, why = rule_tables.ACTION_POINTS[profile.quality], profile.quality
    found = [(points, why)]
    scattered = is_penalised_for_lost_coherency(match, figure)
    if scattered:
        found.append((points - rule_tables.OUT_OF_COHERENCY, "out of coherency"))
    shaken = rule_tables.SHAKEN_POINTS
    if scattered and match.option("panic_coherency") == "two":  # CZ-G09
        shaken -= rule_tables.OUT_OF_COHERENCY
    if _does_panic_limit_points(match, figure):
        found.append((shaken, "panicking"))
    if match.has(figure, markers.RECOVERED):
        found.append((shaken, "recovered"))
    return tuple(found)


def is_penalised_for_lost_coherency(match: Match, figure: FigureId) -> bool:
    """Whether a figure loses a point because its group is out of coherency (CZ-ACT-02, CZ-G16)."""
    unit = match.figure(figure).unit
    if unit_profiles.is_individual(match, figure) or not counts_as_out_of_coherency(match, unit):
        return False
    scope = match.option("coherency_scope")
    return scope == "whole_group" or match.has(figure, markers.STRAGGLER)


def _does_panic_limit_points(match: Match, figure: FigureId) -> bool:
    """Whether panic limits a figure's points now, not only from the next turn (CZ-G08)."""
    since = match.mark(figure, markers.PANIC)
    return since is not None and int(since) <= match.turn


def count_action_points_left(match: Match, figure: FigureId) -> int:
    """Return a figure's remaining action points, never below 0 (CZ-MORALE-11)."""
    return max(count_action_points_allowed(match, figure) - markers.SPENT.number(match, figure), 0)


def spend_points_as_acting_figure(match: Match, figure: FigureId, points: int) -> None:
    """Spend an action's points, and make the figure the acting one (CZ-ACT-03, CZ-G20).

    This must happen before the players are asked anything about the action.
    """
    switch_acting_figure(match, figure)
    if points:
        total = markers.SPENT.number(match, figure) + points
        match.record(markers.SPENT.set(figure, value=total))


def perform_interruptible_action(
    match: Match, figure: FigureId, points: int, stage: Callable[..., Any], *args: Any
) -> None:
    """Spend an action's points, then run ``stage(match, *args)`` unless enemy fire stops it."""
    spend_points_as_acting_figure(match, figure, points)
    return continue_with(run_interruptible_stage, match, figure, stage, *args)


def spend_action_points_of_figures(match: Match, costs: tuple[tuple[FigureId, int], ...]) -> None:
    """Spend points of several figures of a group at once, without marking any as finished."""
    totals: dict[int, list[FigureId]] = {}
    for figure, cost in costs:
        totals.setdefault(markers.SPENT.number(match, figure) + cost, []).append(figure)
    for total, figures in totals.items():
        match.record(markers.SPENT.set(*tuple(figures), value=total))


def switch_acting_figure(match: Match, figure: FigureId) -> None:
    """Mark a figure as the acting one, and the previous acting figure as finished (CZ-G20)."""
    if match.has(figure, markers.ACTING):
        return
    before = match.marked(markers.ACTING)
    if before:
        match.record(markers.ACTING.cleared(*before), markers.FINISHED.set(*before))
    match.record(markers.ACTING.set(figure))


def run_interruptible_stage(
    match: Match, figure: FigureId, stage: Callable[..., Any], *args: Any
) -> Asking[None]:
    """Offer enemies opportunity fire, then run ``stage(match, *args)`` (CZ-OPP-03).

    The stage does not run if the figure has fallen or may not continue (CZ-G62). Under a house
    rule, opportunity fire comes after the stage (CZ-G43).
    """
    if match.option("of_timing") == "after_action":
        yield from call_stage(stage, *args)
        return continue_with(offer_opportunity_fire, match, figure)
    had = (match.has(figure, markers.PANIC), match.has(figure, markers.ROUT))
    yield from call_stage(offer_opportunity_fire, figure)
    if can_finish_action(match, figure, *had):
        yield from call_stage(stage, *args)
    return None


def offer_opportunity_fire(match: Match, figure: FigureId) -> Asking[None]:
    """Let enemies on opportunity fire interrupt a figure, one after another (CZ-OPP-02)."""
    if not state_queries.is_on_table(match, figure):
        return None
    enemies = state_queries.list_enemy_sides(match, match.side_of(figure))
    by = state_queries.list_figures_on_opportunity_fire(match, enemies)
    side = enemies[0] if len(enemies) == 1 else None
    what, rule = "opportunity fire", "CZ-OPP-02"
    came = yield from ask(
        Interrupt(
            id="window", what=what, by=by, actions=(FIRE,), side=side, target=figure, rule=rule
        )
    )
    return continue_with(offer_opportunity_fire, match, figure) if came else None


def can_finish_action(
    match: Match, figure: FigureId, was_panicking: bool = False, was_routing: bool = False
) -> bool:
    """Whether an interrupted action still takes place, given the figure's earlier reaction
    (CZ-G62).

    A figure that has fallen, or begun to rout, does nothing more. If it panicked during the
    interruption, its points spent must be within its new allowance.
    """
    if not state_queries.is_on_table(match, figure):
        return False
    if match.has(figure, markers.ROUT) and not was_routing:
        return False
    if was_panicking or not _does_panic_limit_points(match, figure):
        return True
    return markers.SPENT.number(match, figure) <= count_action_points_allowed(match, figure)
