"""Moves of vehicles, and units that get on or off them (XF-VEH-01 to 04, 17 to 19, 32)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from tracker.procedures.declared.action_key_types import KeyVerb
from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.declared.line_form_slots import (
    make_flag_slot,
    make_keyed_count_slot,
    make_length_slot,
)
from tracker.procedures.declared.line_reader import LineReader
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.acting_units import make_unit_candidates
from tracker.procedures.pieces.line_subject_fields import make_unit_field
from tracker.procedures.pieces.subject_lookup import find_unit
from tracker.procedures.requests import Asking, call_stage
from tracker.procedures.ruleset import (
    Action,
    BlockingReason,
    Interruptible,
    Objection,
    Objections,
    OneUnitParams,
)
from tracker.rulesets.xenocide.attacks import weapon_selection
from tracker.rulesets.xenocide.data import markers, rule_tables, state_queries, unit_profiles
from tracker.rulesets.xenocide.phases import movement, shooting_and_opportunity_fire
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.events import Moved
from tracker.vocabulary.subject_ids import SideId, UnitId

PHASE: Final = movement.PHASE


class VehicleMove(Interruptible, frozen=True, omit_defaults=True):
    """The command to drive a vehicle. ``turns`` are turns of 45 degrees.

    ``attackers`` has the same meaning as in ``Move``. ``towards`` means that the vehicle may stop
    short at what it rams or contacts.
    """

    unit: UnitId
    length: int | None = None
    turns: int = 0
    pivots: int = 0
    attackers: int | None = None
    towards: bool = False


class Embarkation(Struct, frozen=True):
    unit: UnitId
    vehicle: UnitId


def drive_vehicle(match: Match, _: SideId | None, params: VehicleMove) -> Asking[None]:
    """Let opponents strike (XF-G39), move the vehicle, then offer snap shots at it (XF-SNAP-02)."""
    unit = params.unit
    yield from call_stage(movement.leave_any_melee_under_blows, unit, params.attackers)
    if not match.exists(unit) or state_queries.is_vehicle_disabled(match, unit):
        return None
    match.record(markers.MOVED.set(unit), Moved(unit=unit, length=params.length, how="drive"))
    yield from call_stage(shooting_and_opportunity_fire.offer_snap_shots, unit)
    shorten_damaged_move(match, params)


def shorten_damaged_move(match: Match, params: VehicleMove) -> None:
    """Shorten the current move if damage has reduced the base movement (XF-G72)."""
    unit = params.unit
    if params.length is None or not match.option("damage_slows_now") or not match.exists(unit):
        return
    _, most = find_vehicle_travel_limits(match, unit)
    if most < params.length:
        match.record(Moved(unit=unit, length=most, how="stops after"))


def board_vehicle(match: Match, _: SideId | None, params: Embarkation) -> Asking[None]:
    """Let opponents strike, then put the unit aboard a vehicle, which ends its move (XF-G69)."""
    yield from call_stage(movement.leave_any_melee_under_blows, params.unit, None)
    if not match.exists(params.unit):
        return
    match.record(markers.ABOARD.make_link_fact(params.unit, params.vehicle))
    for state in (markers.APART, markers.AIRBORNE):
        state.record_cleared(match, params.unit)
    if not match.has(params.unit, markers.MOVED):
        match.record(markers.MOVED.set(params.unit))


def disembark_unit(match: Match, _: SideId | None, params: OneUnitParams) -> None:
    """Let a unit get off its vehicle. At speed 0, the unit can still move (XF-G68, XF-G69)."""
    carrier = state_queries.find_carrier(match, params.unit)
    if carrier is None:
        return
    match.record(markers.ABOARD.make_unlink_fact(params.unit, carrier))
    fast = markers.SPEED.number(match, carrier) > 0 and match.option("unload_at_one") != "anywhere"
    stands = match.has(carrier, markers.DISABLED) and not match.has(carrier, markers.MOVED)
    if fast and not stands and not match.has(params.unit, markers.MOVED):
        match.record(markers.MOVED.set(params.unit))


def find_vehicle_travel_limits(match: Match, unit: UnitId) -> tuple[int, int]:
    """Return the least and most that a damaged vehicle travels (XF-VEH-01, XF-VEH-13, XF-G72)."""
    vehicle = unit_profiles.get_vehicle(match, unit)
    assert vehicle is not None
    base = rule_tables.find_damaged_base_move(vehicle.base, markers.DAMAGE.number(match, unit))
    return rule_tables.find_travel_limits(markers.SPEED.number(match, unit), base)


def list_vehicle_move_blocking_reasons(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    """Yield the reasons why a vehicle cannot move (XF-VEH-14, XF-G102)."""
    if not unit_profiles.is_vehicle(match, unit):
        yield BlockingReason("walks", "XF-VEH-32", "walks")
        return
    yield from state_queries.list_vehicle_blocking_reasons(match, unit)
    if match.has(unit, markers.STOPPED):
        yield BlockingReason("stopped", "XF-VEH-25", "has already stopped at what it rammed")
    elif match.has(unit, markers.MOVED):
        yield BlockingReason("has-moved", "XF-VEH-32", "has moved")
    fired = weapon_selection.count_guns_fired_by_name(match, unit)
    mounted = (g for g in weapon_selection.list_weapon_groups(match, unit) if g.gun.id in fired)
    if any(group.relative_size > 0 for group in mounted):  # fired as a snap shot (XF-G42)
        yield BlockingReason("heavy-mount", "XF-G70", "stays where it fired its heaviest weapon")


def list_vehicle_move_objections(
    match: Match, side: SideId | None, params: VehicleMove
) -> Objections:
    yield from movement.list_out_of_turn_objections(match, side, params.unit)
    yield from movement.list_attacker_count_objections(match, params.unit, params.attackers)
    yield from _list_length_and_turn_objections(match, params)


def _list_length_and_turn_objections(match: Match, params: VehicleMove) -> Objections:
    """Yield objections to the length and turns of a vehicle's move (XF-VEH-01, 17, 18)."""
    who, vehicle = match.tag(params.unit), unit_profiles.get_vehicle(match, params.unit)
    if vehicle is None:
        return
    speed = markers.SPEED.number(match, params.unit)
    if params.pivots and (speed or vehicle.propulsion not in rule_tables.PIVOTING):
        text = f"{who} cannot turn on the spot: only tracked and hover vehicles at speed 0 can"
        yield Objection("no-pivot", "XF-VEH-18", text)
    least, most = _find_move_limits(match, params)
    if most < 0:
        times = most // rule_tables.PIVOT + params.pivots
        text = f"{who} can turn on the spot at most {format_count(times, 'time')}"
        yield Objection("pivots", "XF-VEH-18", text)
        return
    if params.length is None:
        return
    if not (params.towards or least <= params.length) or params.length > most:
        goes = describe_travel_limits(match, params)
        text = f"at speed {speed}, {who} must move {goes}"
        if params.length < least:
            text = f"{text} (towards what it rams or contacts, it may stop there)"
        yield Objection("speed", "XF-VEH-01", text)
    plus_one = match.option("turn_distance") == "increment_plus_one"
    between = rule_tables.find_distance_between_turns(speed, plus_one=plus_one)
    if (params.turns - 1) * between > params.length:
        text = f"{who} must move {movement.format_inches(between)} between turns"
        yield Objection("turns", "XF-VEH-17", text)


def _find_move_limits(match: Match, params: VehicleMove) -> tuple[int, int]:
    """Return how far a vehicle must and can move, given its pivots (XF-VEH-01, XF-VEH-18)."""
    least, most = find_vehicle_travel_limits(match, params.unit)
    return least, most - params.pivots * rule_tables.PIVOT


def describe_travel_limits(match: Match, params: VehicleMove) -> str:
    """Describe the limits of a vehicle's move, as in ``8" to 12"``. Return "" for other units."""
    if not unit_profiles.is_vehicle(match, params.unit):
        return ""
    return " to ".join(map(movement.format_inches, _find_move_limits(match, params)))


def list_board_objections(match: Match, side: SideId | None, params: Embarkation) -> Objections:
    unit, vehicle = params.unit, unit_profiles.get_vehicle(match, params.vehicle)
    yield from movement.list_out_of_turn_objections(match, side, unit)
    if vehicle is None or match.side_of(params.vehicle) != match.side_of(unit):
        text = f"{match.tag(params.vehicle)} is not a vehicle of this side"
        yield Objection("no-vehicle", "XF-VEH-19", text)
        return
    aboard = (*state_queries.list_passengers(match, params.vehicle), unit)
    if sum(len(match.figures(one)) for one in aboard) > vehicle.passengers:
        limit = format_count(vehicle.passengers, "passenger") if vehicle.passengers else "nobody"
        yield Objection("full", "XF-FORCE-16", f"{match.tag(params.vehicle)} can carry {limit}")
    if rooted := markers.ROOTED.list_carriers(match, match.figures(unit)):
        figures = format_count(len(rooted), "figure")
        text = f"{figures} of {match.tag(unit)} cannot move after firing"
        yield Objection("rooted", "XF-MOVE-10", text)
    yield from _list_boarding_objections(match, params.vehicle)


def list_disembark_blocking_reasons(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    if state_queries.find_carrier(match, unit) is None:
        yield BlockingReason("not-aboard", "XF-VEH-19", "is not aboard a vehicle")


def list_disembark_objections(
    match: Match, side: SideId | None, params: OneUnitParams
) -> Objections:
    yield from movement.list_out_of_turn_objections(match, side, params.unit)
    carrier = state_queries.find_carrier(match, params.unit)
    if carrier is not None:
        yield from _list_boarding_objections(match, carrier)


def _list_boarding_objections(match: Match, vehicle: UnitId) -> Objections:
    """Yield objections to getting on or off a vehicle (XF-VEH-03, 04, 16 and 19, XF-G68)."""
    who, speed = match.tag(vehicle), markers.SPEED.number(match, vehicle)
    rule = match.option("unload_at_one")
    if match.has(vehicle, markers.BRAKED):
        yield Objection("braked", "XF-VEH-03", f"{who} braked hard, so nobody can get on or off")
    elif match.has(vehicle, markers.DISABLED):
        return
    elif speed > rule_tables.FASTEST_FIRING or (speed and rule == "none"):
        yield Objection(
            "too-fast", "XF-VEH-04", f"{who} is moving too fast for anybody to get on or off"
        )
    elif speed and rule == "end_of_move" and not state_queries.is_vehicle_move_over(match, vehicle):
        text = f"at speed 1, units get on or off only after {who} has moved"
        yield Objection("not-at-the-end", "XF-G68", text)


def list_unit_disembark_candidates(match: Match, unit: UnitId) -> Iterator[OneUnitParams]:
    params = OneUnitParams(unit)
    if not any(list_disembark_objections(match, match.side_of(unit), params)):
        yield params


def list_unit_board_candidates(match: Match, unit: UnitId) -> Iterator[Embarkation]:
    side = match.side_of(unit)
    for vehicle in unit_profiles.list_vehicles(match, side):
        way = Embarkation(unit, vehicle)
        if not any(list_board_objections(match, side, way)):
            yield way


def does_line_name_vehicle(reader: LineReader) -> bool:
    units = (find_unit(reader.match, name) for name in reader.who.names)
    return any(unit_profiles.is_vehicle(reader.match, unit) for unit in units)


DRIVE: Final = Action(
    id="drive",
    word="drove",
    ahead="to drive",
    params=VehicleMove,
    stage=drive_vehicle,
    phases=(PHASE,),
    objections=list_vehicle_move_objections,
    bars=list_vehicle_move_blocking_reasons,
    expected="has not moved",
    candidates=make_unit_candidates(
        PHASE, list_vehicle_move_blocking_reasons, lambda _, unit: (VehicleMove(unit),)
    ),
    limit=describe_travel_limits,
    form=Form(
        "drives",
        make_unit_field(),
        how=(
            make_length_slot("length", "in"),
            make_flag_slot("towards"),
            make_keyed_count_slot("turns"),
            make_keyed_count_slot("pivots"),
            movement.ATTACKERS,
        ),
        also={"moves": does_line_name_vehicle, "runs": does_line_name_vehicle},
    ),
)
BOARD: Final = Action(
    id="board",
    word="got on",
    ahead="to get on",
    params=Embarkation,
    stage=board_vehicle,
    phases=(PHASE,),
    objections=list_board_objections,
    bars=lambda match, unit: (
        r for r in movement.list_infantry_move_blocking_reasons(match, unit) if r.id != "has-moved"
    ),
    candidates=make_unit_candidates(
        PHASE, movement.list_infantry_move_blocking_reasons, list_unit_board_candidates
    ),
    form=Form(
        "boards",
        make_unit_field(),
        make_unit_field("vehicle", lacks="name the vehicle after `boards`"),
    ),
)
OUT: Final = Action(
    id="out",
    word="got out",
    ahead="to get out",
    params=OneUnitParams,
    stage=disembark_unit,
    phases=(PHASE,),
    objections=list_disembark_objections,
    bars=list_disembark_blocking_reasons,
    candidates=make_unit_candidates(
        PHASE, list_disembark_blocking_reasons, list_unit_disembark_candidates
    ),
    form=Form("out", make_unit_field(), key=KeyVerb("g", text="gets out")),
)
