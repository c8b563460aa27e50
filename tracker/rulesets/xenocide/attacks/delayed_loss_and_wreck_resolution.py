"""Applies the delayed losses of units that no longer wait to fire (XF-SHOOT-02, XF-DMG-05).

Wrecks and explosions can follow (XF-VEH-13 to 16, XF-G82). The hits that these cause are delayed
like all other hits.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tracker.procedures.match_view import Match
from tracker.procedures.pieces.delayed_effects import make_marked_removal_facts
from tracker.procedures.pieces.line_subject_fields import format_unit
from tracker.procedures.requests import (
    Asking,
    Share,
    Tally,
    ask_owner,
    call_stage,
    continue_with,
    run_stage_for_each,
)
from tracker.rulesets.xenocide.attacks import delayed_losses, hits_and_saves
from tracker.rulesets.xenocide.data import markers, rule_tables, state_queries, unit_profiles
from tracker.vocabulary.events import AnyFact, FiguresRemoved, RemovedHow, Wounded
from tracker.vocabulary.subject_ids import FigureId, Subject, UnitId

MODEL_HIT: Final = 1


def add_damage_markers_and_effects(
    match: Match,
    unit: UnitId,
    count: int,
    by: Subject | None = None,
    touching: tuple[UnitId, ...] = (),
) -> Asking[None]:
    """Add damage markers to a vehicle, and resolve their effects at once (XF-T16).

    ``touching`` are the vehicles known to be in contact with it.
    """
    vehicle = unit_profiles.get_vehicle(match, unit)
    assert vehicle is not None
    before = markers.DAMAGE.number(match, unit)
    match.record(markers.DAMAGE.make_increase_fact(match, unit, count))
    old = rule_tables.find_damage_state(before, vehicle.threshold)
    new = rule_tables.find_damage_state(before + count, vehicle.threshold)
    newly = old not in {"disabled", "destroyed"} and new in {"disabled", "destroyed"}
    falls = new == "destroyed" or (newly and vehicle.propulsion == rule_tables.FLYER)
    if newly and (not falls or match.option("passenger_double_hit")):
        inside = state_queries.list_passengers(match, unit)
        yield from call_stage(hit_passengers, inside, rule_tables.HURT_DISABLED, unit)
    if falls:
        return continue_with(destroy_vehicle, match, unit, by, touching)
    return None


def destroy_vehicle(
    match: Match, unit: UnitId, by: Subject | None = None, touching: tuple[UnitId, ...] = ()
) -> Asking[None]:
    """Destroy a vehicle, and hit models in and near it (XF-VEH-15, XF-VEH-16, XF-G73, XF-G74)."""
    inside = state_queries.list_passengers(match, unit)
    power = find_explosion_power(match, unit)
    yield from call_stage(hit_passengers, inside, rule_tables.HURT_DESTROYED, unit)
    if match.phase in delayed_losses.FIRING_PHASES:
        # All fire is simultaneous, so they count as inside until the phase ends (XF-GEN-06).
        sealed = (one for one in inside if state_queries.is_in_closed_vehicle(match, one))
        markers.HOLDS.record_on(match, *sealed)
    match.record(*(markers.ABOARD.make_unlink_fact(one, unit) for one in inside))
    match.record(FiguresRemoved(figures=match.figures(unit), how="destroyed", by=by))
    match.record(markers.SMOKE.set(unit))
    return continue_with(explode_wreck, match, unit, power, inside, touching)


def find_explosion_power(match: Match, unit: UnitId) -> int:
    """Return the power of a vehicle's explosion, which is half its Strength (XF-G73)."""
    strength = unit_profiles.get_first_profile(match, unit).strength
    return rule_tables.halve_number(strength, round_up=match.option("explosion_rounding") == "up")


def explode_wreck(
    match: Match,
    wreck: UnitId,
    power: int,
    spared_units: tuple[UnitId, ...],
    touching: tuple[UnitId, ...],
) -> Asking[None]:
    """Ask which models are near a wreck, by default those ``touching`` it, and hit them."""
    there = {unit: len(state_queries.list_standing_figures(match, unit)) for unit in match.units()}
    shown = [unit for unit in there if not state_queries.is_in_closed_vehicle(match, unit)]
    near = [unit for unit in shown if there[unit] and unit not in spared_units]
    if not near:
        return None
    what = f"models within 3 inches of {format_unit(match, wreck)} as it explodes"
    shares = tuple(Share(unit, format_unit(match, unit), there[unit]) for unit in near)
    default = tuple((unit, 1) for unit in near if unit in touching)
    asked = Tally(
        id="near_wreck", what=what, shares=shares, default=default, spatial=True, rule="XF-VEH-15"
    )
    answer = yield from ask_owner(match, wreck, asked)
    struck = tuple((UnitId(unit), n) for unit, n in answer)
    return continue_with(run_stage_for_each, match, hit_unit_models, struck, power, wreck)


def hit_unit_models(
    match: Match, unit_and_count: tuple[UnitId, int], power: int, by: UnitId
) -> None:
    unit, n = unit_and_count
    return continue_with(hits_and_saves.resolve_hits, match, unit, (((power, MODEL_HIT), n),), by)


def hit_passengers(match: Match, passengers: tuple[UnitId, ...], power: int, by: UnitId) -> None:
    """Inflict one hit on each passenger (XF-VEH-16)."""
    struck = tuple(
        (unit, len(state_queries.list_standing_figures(match, unit))) for unit in passengers
    )
    return continue_with(run_stage_for_each, match, hit_unit_models, struck, power, by)


def apply_delayed_losses(
    match: Match, includes_waiting_units: bool = False, collided: tuple[UnitId, ...] = ()
) -> Asking[None]:
    """Apply the delayed losses of each unit in turn, unless it still waits to fire.

    ``collided`` are the vehicles in contact after a ram.
    """
    holding = (
        unit
        for unit in match.units()
        if delayed_losses.has_delayed_losses(match, unit)
        and (includes_waiting_units or not delayed_losses.are_losses_delayed(match, unit))
    )
    unit = next(holding, None)
    if unit is None:
        return None
    touching = collided if unit in collided else ()
    yield from call_stage(apply_delayed_losses_of_unit, unit, touching)
    return continue_with(apply_delayed_losses, match, includes_waiting_units, collided)


def apply_delayed_losses_of_unit(
    match: Match, unit: UnitId, touching: tuple[UnitId, ...] = ()
) -> Asking[None]:
    """Remove a unit's fallen figures, then apply its wounds, markers and damage (XF-DMG-05)."""
    waiting = match.marker(unit, markers.HELD_DAMAGE)
    match.record(*_list_delayed_loss_facts(match, unit))
    if waiting is not None and match.exists(unit):
        count, by = int(waiting.value), waiting.by
        yield from call_stage(add_damage_markers_and_effects, unit, count, by, touching)


def _list_delayed_loss_facts(match: Match, unit: UnitId) -> Iterator[AnyFact]:
    """Yield the facts that apply a unit's delayed losses, wounds and markers, but not damage."""
    figures, standing = match.figures(unit), state_queries.list_standing_figures(match, unit)
    yield from make_marked_removal_facts(match, markers.FALLS, _find_removal_cause, figures)
    for figure in figures:
        if match.has(figure, markers.HELD_WOUNDS):
            yield markers.HELD_WOUNDS.cleared(figure)
            if figure in standing:
                total = match.figure(figure).wounds + markers.HELD_WOUNDS.number(match, figure)
                yield Wounded(subjects=(figure,), wounds=total)
    if match.has(unit, markers.HELD_MARKERS):
        suppressed = markers.HELD_MARKERS.number(match, unit)
        yield markers.HELD_MARKERS.cleared(unit)
        if suppressed and standing:
            yield markers.SUPPRESSED.make_increase_fact(match, unit, suppressed)
    if match.has(unit, markers.HELD_DAMAGE):
        yield markers.HELD_DAMAGE.cleared(unit)


def _find_removal_cause(match: Match, figure: FigureId) -> RemovedHow:
    cause = match.mark(figure, markers.FALLS)
    return "killed" if cause is None or cause is True else cause  # type: ignore[return-value]


def make_delayed_loss_facts(match: Match) -> Iterator[AnyFact]:
    """Yield the facts for delayed losses that players settle when they end a phase by hand."""
    for unit in match.units():
        yield from _list_delayed_loss_facts(match, unit)
        waiting = match.marker(unit, markers.HELD_DAMAGE)
        if waiting is not None and state_queries.list_standing_figures(match, unit):
            damage = _count_total_damage(match, unit)
            yield from make_vehicle_damage_facts(match, unit, damage, waiting.by)


def describe_delayed_damage_rolls(match: Match) -> Iterator[str]:
    for unit in match.units():
        if match.has(unit, markers.HELD_DAMAGE) and state_queries.list_standing_figures(
            match, unit
        ):
            yield from describe_hits_caused_by_damage(match, unit, _count_total_damage(match, unit))


def _count_total_damage(match: Match, unit: UnitId) -> int:
    return markers.DAMAGE.number(match, unit) + markers.HELD_DAMAGE.number(match, unit)


def make_vehicle_damage_facts(
    match: Match, unit: UnitId, damage: int, by: Subject | None = None
) -> Iterator[AnyFact]:
    """Yield the facts that set a vehicle's damage markers, which can destroy it (XF-T16)."""
    yield markers.DAMAGE.set(unit, value=damage)
    if match.exists(unit) and _is_wreck(match, unit, damage):
        yield FiguresRemoved(figures=match.figures(unit), how="destroyed", by=by)
        yield markers.SMOKE.set(unit)


def describe_hits_caused_by_damage(match: Match, unit: UnitId, damage: int) -> Iterator[str]:
    """Describe hits on other models that the given damage would cause (XF-VEH-15, XF-VEH-16)."""
    vehicle, tag = unit_profiles.get_vehicle(match, unit), match.tag(unit)
    if vehicle is None or not match.exists(unit):
        return
    inside, wreck = state_queries.list_passengers(match, unit), _is_wreck(match, unit, damage)
    before = rule_tables.find_damage_state(markers.DAMAGE.number(match, unit), vehicle.threshold)
    now = rule_tables.find_damage_state(damage, vehicle.threshold)
    if inside and wreck:
        yield f"a hit of Power {rule_tables.HURT_DESTROYED} on each passenger of {tag}"
    elif inside and now == "disabled" and before != now:
        yield f"a hit of Weak {-rule_tables.HURT_DISABLED} on each passenger of {tag}"
    if wreck:
        yield f'a hit of Power {find_explosion_power(match, unit)} on each model within 3" of {tag}'


def _is_wreck(match: Match, unit: UnitId, damage: int) -> bool:
    """Whether the damage markers destroy a vehicle or crash a flyer (XF-VEH-15, XF-G82)."""
    vehicle = unit_profiles.get_vehicle(match, unit)
    assert vehicle is not None
    state = rule_tables.find_damage_state(damage, vehicle.threshold)
    flies = vehicle.propulsion == rule_tables.FLYER
    return state == "destroyed" or (state == "disabled" and flies)
