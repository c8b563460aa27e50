"""Queries about markers and links: orders, melees, vehicles and wounds left."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.procedures.match_view import Match
from tracker.procedures.pieces.delayed_effects import list_unmarked_figures
from tracker.procedures.pieces.engagement import list_connected_units, list_engaged_groups
from tracker.procedures.ruleset import BlockingReason
from tracker.rulesets.xenocide.data import markers, profile_types, rule_tables, unit_profiles
from tracker.vocabulary.subject_ids import FigureId, UnitId


def list_standing_figures(match: Match, unit: UnitId) -> tuple[FigureId, ...]:
    """List a unit's figures that are not marked to fall. Only they can be targets (XF-G99)."""
    return list_unmarked_figures(match, markers.FALLS, unit)


def count_wounds_left(match: Match, figures: tuple[FigureId, ...]) -> int:
    """Return how many wounds figures have left after delayed wounds (XF-FORCE-03)."""
    whole = sum(unit_profiles.get_profile(match, one).wounds for one in figures)
    return whole - count_suffered_wounds(match, figures)


def count_suffered_wounds(match: Match, figures: tuple[FigureId, ...]) -> int:
    """Return how many wounds figures have suffered, including delayed wounds."""
    return sum(match.figure(one).wounds + markers.HELD_WOUNDS.number(match, one) for one in figures)


def count_wounds_left_counting_delayed(match: Match, unit: UnitId) -> int:
    """Return how many wounds a unit has left after all its delayed losses (XF-FORCE-03)."""
    return count_wounds_left(match, list_standing_figures(match, unit))


def count_wounds_left_ignoring_delayed(match: Match, unit: UnitId) -> int:
    """Return how many wounds a unit has left if delayed losses are ignored (XF-FORCE-03)."""
    figures = match.figures(unit)
    return sum(unit_profiles.get_profile(match, f).wounds - match.figure(f).wounds for f in figures)


def get_order(match: Match, unit: UnitId) -> profile_types.Order:
    """Return a unit's current order, or its side's default order if it has none (XF-ORD-02).

    A hidden counter counts as the order that would let the unit fire in this phase (XF-G41).
    """
    value = (
        match.mark(unit, markers.ORDER)
        or match.mark(match.side_of(unit), markers.DEFAULT_ORDER)
        or markers.STANDARD
    )
    if value is True:
        return markers.STANDARD if match.phase == "shooting" else markers.OPPORTUNITY
    return value  # type: ignore[return-value]  # one of its values


def is_order_hidden(match: Match, unit: UnitId) -> bool:
    """Whether a unit's order is still hidden from the enemy (XF-G41)."""
    counter = match.marker(unit, markers.ORDER)
    return counter is not None and bool(counter.hidden_from)


def is_engaged(match: Match, unit: UnitId) -> bool:
    return bool(match.links(markers.ENGAGED, unit))


def list_opponents(match: Match, unit: UnitId) -> tuple[UnitId, ...]:
    return tuple(UnitId(other) for other in match.links(markers.ENGAGED, unit))


def find_carrier(match: Match, unit: UnitId) -> UnitId | None:
    return next((UnitId(of) for who, of in match.pairs(markers.ABOARD) if who == unit), None)


def find_carrier_or_unit(match: Match, unit: UnitId) -> UnitId:
    """Return the vehicle that a unit rides in, or the unit itself.

    Passengers share the position and the melee of their open vehicle (XF-VEH-29, XF-VEH-30).
    """
    return find_carrier(match, unit) or unit


def find_carrier_vehicle(match: Match, unit: UnitId) -> profile_types.Vehicle | None:
    found = find_carrier(match, unit)
    return unit_profiles.get_vehicle(match, found) if found else None


def is_in_closed_vehicle(match: Match, unit: UnitId) -> bool:
    """Whether a unit is inside a closed vehicle (XF-FORCE-16, XF-VEH-08)."""
    vehicle = find_carrier_vehicle(match, unit)
    return vehicle is not None and not vehicle.open


def is_vehicle_move_over(match: Match, vehicle: UnitId) -> bool:
    return match.has(vehicle, markers.MOVED) or match.has(vehicle, markers.STOPPED)


def is_vehicle_disabled(match: Match, unit: UnitId) -> bool:
    """Whether a vehicle is disabled, even if the marker has not followed its damage yet."""
    vehicle = unit_profiles.get_vehicle(match, unit)
    damaged = vehicle is not None and markers.DAMAGE.number(match, unit) >= vehicle.threshold
    return damaged or match.has(unit, markers.DISABLED)


def is_unmanned(match: Match, vehicle: UnitId) -> bool:
    """Whether a vehicle that only passengers can drive has none (XF-G102)."""
    found = unit_profiles.get_vehicle(match, vehicle)
    return found is not None and found.piloted and not list_passengers(match, vehicle)


def list_vehicle_blocking_reasons(match: Match, vehicle: UnitId) -> Iterator[BlockingReason]:
    """Yield the reasons why a vehicle cannot move, ram or fire (XF-VEH-14, XF-G102)."""
    if match.has(vehicle, markers.DISABLED):
        yield BlockingReason("disabled", "XF-VEH-14", "is disabled")
    if is_unmanned(match, vehicle):
        yield BlockingReason("nobody-drives", "XF-G102", "has nobody aboard to drive it or fire")


def can_vehicle_fire(match: Match, vehicle: UnitId) -> bool:
    """Whether a vehicle is slow enough to fire, and did not brake hard (XF-T14)."""
    idle = match.has(vehicle, markers.BRAKED) or any(list_vehicle_blocking_reasons(match, vehicle))
    return markers.SPEED.number(match, vehicle) <= rule_tables.FASTEST_FIRING and not idle


def list_passengers(match: Match, unit: UnitId) -> tuple[UnitId, ...]:
    return tuple(UnitId(who) for who, of in match.pairs(markers.ABOARD) if of == unit)


def list_units_in_same_melee(match: Match, unit: UnitId) -> tuple[UnitId, ...]:
    """List all units in a unit's melee, including itself and units reached through others."""
    return list_connected_units(match, markers.ENGAGED, unit)


def list_melees(match: Match) -> Iterator[tuple[UnitId, ...]]:
    """Yield every current melee (XF-MOVE-07)."""
    return list_engaged_groups(match, markers.ENGAGED)
