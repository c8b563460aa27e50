"""Losses and markers that are delayed until their unit has fired (XF-SHOOT-02).

An attack marks figures that will fall, and stores wounds, markers and damage for later. They
already count when the unit is a target, but not when it fires (XF-G99).
"""

from __future__ import annotations

from collections.abc import Iterator

from tracker.procedures.match_view import Match
from tracker.procedures.ruleset import LaterMarker
from tracker.rulesets.xenocide.attacks import weapon_selection
from tracker.rulesets.xenocide.data import markers, rule_tables, state_queries, unit_profiles
from tracker.vocabulary.events import Wounded
from tracker.vocabulary.subject_ids import FigureId, Subject, UnitId

FIRING_PHASES = ("shooting", "opportunity")


def is_allowed_to_fire(match: Match, unit: UnitId, phase: str = "") -> bool:
    """Whether a unit's order lets it fire any weapon now or in a later ``phase`` (XF-OPP-01)."""
    phase = phase or match.phase
    if any(match.has(unit, marker) for marker in (markers.FIRED, markers.HOLDS)):
        return False
    if state_queries.is_in_closed_vehicle(match, unit):
        return False
    if phase == "opportunity" and is_fleeing_without_fire(match, unit):
        return False
    if unit_profiles.is_vehicle(match, unit):
        return phase == "opportunity" and state_queries.can_vehicle_fire(match, unit)
    return state_queries.is_order_hidden(match, unit) or is_ordered_to_fire(match, unit, phase)


def is_fleeing_without_fire(match: Match, unit: UnitId) -> bool:
    """Whether a unit is fleeing and may not use opportunity fire or snap shots (XF-G94)."""
    return match.has(unit, markers.FLEEING) and not match.option("fleeing_may_fire")


def is_ordered_to_fire(match: Match, unit: UnitId, phase: str) -> bool:
    """Whether a squad's order, even if face down, lets it fire in the given phase (XF-T2)."""
    shoots = rule_tables.ORDERS[state_queries.get_order(match, unit)].shoots
    return phase == ("shooting" if shoots else "opportunity")


def can_fire(match: Match, unit: UnitId, phase: str = "") -> bool:
    """Whether a unit's order and weapons let it fire now or in a later ``phase``."""
    able = is_allowed_to_fire(match, unit, phase)
    return able and weapon_selection.has_usable_weapon(match, unit, phase)


def are_losses_delayed(match: Match, unit: UnitId) -> bool:
    if match.phase not in FIRING_PHASES:
        return False
    return match.option("return_fire") == "end_of_phase" or can_fire(match, unit)


def count_casualties(match: Match, figures: tuple[FigureId, ...], wounds: int) -> int:
    """Return how many of some equal figures fall if they suffer ``wounds`` more (XF-DMG-02)."""
    each = unit_profiles.get_profile(match, figures[0]).wounds
    return min((wounds + state_queries.count_suffered_wounds(match, figures)) // each, len(figures))


def record_delayed_wounds(
    match: Match,
    figures: tuple[FigureId, ...],
    wounds: int,
    fallen: tuple[FigureId, ...],
    by: Subject | None,
) -> None:
    """Mark the ``fallen`` among equal figures, and store the other wounds for later (XF-DMG-02)."""
    left = tuple(figure for figure in figures if figure not in fallen)
    total = wounds + state_queries.count_suffered_wounds(match, figures)
    markers.FALLS.record_on(match, *fallen, value="killed", by=by)
    if left:
        each = unit_profiles.get_profile(match, left[0]).wounds
        rest = total - len(fallen) * each - state_queries.count_suffered_wounds(match, left)
        if rest > 0:
            more = rest + markers.HELD_WOUNDS.number(match, left[-1])
            match.record(markers.HELD_WOUNDS.set(left[-1], value=more, by=by))
        _move_wounds_to_fallen_figure(match, left, fallen, -rest)


def _move_wounds_to_fallen_figure(
    match: Match, left: tuple[FigureId, ...], fallen: tuple[FigureId, ...], count: int
) -> None:
    """Move up to ``count`` wounds from figures that stay to one that falls (XF-DMG-02)."""
    for figure in left if count > 0 else ():
        held = markers.HELD_WOUNDS.number(match, figure)
        if off := min(count, held):
            kind, count = markers.HELD_WOUNDS, count - off
            match.record(kind.set(figure, value=held - off) if held > off else kind.cleared(figure))
        if off := min(count, match.figure(figure).wounds):
            count -= off
            for one, change in ((figure, -off), (fallen[0], off)):
                match.record(Wounded(subjects=(one,), wounds=match.figure(one).wounds + change))


def has_delayed_losses(match: Match, unit: UnitId) -> bool:
    if match.has(unit, markers.HELD_MARKERS) or match.has(unit, markers.HELD_DAMAGE):
        return True
    on_figures = (markers.FALLS, markers.HELD_WOUNDS)
    return any(match.has(figure, kind) for figure in match.figures(unit) for kind in on_figures)


def find_breaking_marker_count(match: Match, wounds_left: int) -> int:
    """Return how many suppression markers break a unit (XF-SUPP-08, XF-G07)."""
    more = match.option("broken_at_wounds") == "more_than"
    return min(rule_tables.BROKEN_AT, wounds_left + more)


def forecast_markers_of_delayed_losses(match: Match) -> Iterator[LaterMarker]:
    """Yield the units that delayed losses will break, disable or destroy."""
    for unit in match.units():
        if not has_delayed_losses(match, unit) or not state_queries.list_standing_figures(
            match, unit
        ):
            continue
        vehicle = unit_profiles.get_vehicle(match, unit)
        if vehicle is None:
            have = markers.SUPPRESSED.number(match, unit)
            have += markers.HELD_MARKERS.number(match, unit)
            left = state_queries.count_wounds_left_counting_delayed(match, unit)
            if have >= find_breaking_marker_count(match, left):
                yield LaterMarker(unit, markers.BROKEN, 1.0)
            continue
        damage = markers.DAMAGE.number(match, unit) + markers.HELD_DAMAGE.number(match, unit)
        state = rule_tables.find_damage_state(damage, vehicle.threshold)
        if state == "destroyed":
            yield LaterMarker(unit, state, 1.0)
        elif state == "disabled":
            yield LaterMarker(unit, markers.DISABLED, 1.0)
