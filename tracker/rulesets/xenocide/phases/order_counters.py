"""Order counters, placed face down and revealed together (XF-ORD-01 to 05, XF-VEH-02, 06)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from tracker.procedures.declared.action_key_types import KeyVerb
from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.declared.actorless_line_forms import Argument, WordForm, make_side_argument
from tracker.procedures.declared.line_form_slots import make_count_slot
from tracker.procedures.declared.line_reader import LineReader, Values
from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.pieces.acting_units import list_wrong_side_objections
from tracker.procedures.pieces.face_down_markers import list_other_sides
from tracker.procedures.pieces.line_subject_fields import make_unit_field, make_units_field
from tracker.procedures.pieces.phase_flow import NextParams
from tracker.procedures.pieces.subject_lookup import find_unit, look_up_word
from tracker.procedures.requests import Asking, call_stage
from tracker.procedures.ruleset import (
    Action,
    BlockingReason,
    DueAction,
    Objection,
    Objections,
    SecretOrder,
    SecretOrderRules,
    SeveralUnitsParams,
)
from tracker.rulesets.xenocide.attacks import delayed_loss_and_wreck_resolution
from tracker.rulesets.xenocide.data import markers, rule_tables, state_queries, unit_profiles
from tracker.rulesets.xenocide.phases import setup_phase
from tracker.vocabulary.events import AnyFact
from tracker.vocabulary.subject_ids import SideId, UnitId, format_handle
from tracker.vocabulary.typed_numbers import is_whole_number

PHASE: Final = "orders"
WHOSE: Final = make_side_argument()
WHEN: Final = (setup_phase.PHASE, PHASE)
SPEED: Final = make_count_slot("speed")


class SpeedAssignment(Struct, frozen=True):
    unit: UnitId
    speed: int


class OrderCounter(Struct, frozen=True, omit_defaults=True):
    unit: UnitId
    order: str = ""
    speed: int = 0


class SideCounters(Struct, frozen=True, omit_defaults=True):
    """The command for all counters of a side. Other units get the default order (XF-ORD-02)."""

    counters: tuple[OrderCounter, ...] = ()


def get_default_order(match: Match, side: SideId) -> str:
    """Return a side's default order, for units without a counter (XF-ORD-02)."""
    return str(match.mark(side, markers.DEFAULT_ORDER) or markers.STANDARD)


def list_sides_unaware_of_order(match: Match, unit: UnitId) -> tuple[SideId, ...]:
    """List the sides from which a unit's counter is hidden, or () after the Orders phase."""
    return list_other_sides(match, unit) if match.phase == PHASE else ()


def place_order_counters(match: Match, units: Iterable[UnitId], order: str) -> None:
    for unit in units:
        hidden = list_sides_unaware_of_order(match, unit)
        match.record(markers.ORDER.set(unit, value=order, hidden_from=hidden))


def place_speed_counter(match: Match, _: SideId | None, params: SpeedAssignment) -> Asking[None]:
    record_next_speed(match, params.unit, params.speed)
    _mark_as_placed_singly(match, (params.unit,))
    if match.phase not in WHEN:
        yield from apply_speeds((params.unit,))


def _mark_as_placed_singly(match: Match, units: Iterable[UnitId]) -> None:
    """Mark counters as placed singly, so that the side's next ``orders`` line keeps them."""
    if match.phase == PHASE:
        late = (unit for unit in units if match.has(match.side_of(unit), markers.ORDERED))
        markers.SINGLY.record_on(match, *late)


def record_next_speed(match: Match, unit: UnitId, speed: int) -> None:
    hidden = list_sides_unaware_of_order(match, unit)
    match.record(markers.NEXT_SPEED.set(unit, value=speed, hidden_from=hidden))


def replace_side_counters_or_keep_single_ones(
    match: Match, side: SideId | None, params: SideCounters
) -> Asking[None]:
    """Replace or confirm the counters of a side, or of all sides (XF-ORD-01).

    A line with counters replaces all earlier counters. A line without counters keeps counters that
    were placed singly since the previous line of this kind.
    """
    named = {one.unit for one in params.counters}
    for each in match.sides if side is None else (side,):
        had, kept = _list_units_with_counters(match, each), named
        if not params.counters:
            again = match.has(each, markers.ORDERED)
            kept = {one for one in had if not again or match.has(one, markers.SINGLY)}
        for unit in (unit for unit in had if unit not in kept):
            markers.NEXT_SPEED.record_cleared(match, unit)
            markers.ORDER.record_cleared(match, unit)
        if not params.counters:
            match.record(markers.PLACED.set(each, value=markers.NO_MORE if kept else markers.NONE))
        elif match.has(each, markers.PLACED):
            match.record(markers.PLACED.set(each, value=markers.SOME))
        markers.SINGLY.record_cleared(match, *had)
        match.record(markers.ORDERED.set(each))
    for one in params.counters:
        if one.order:
            place_order_counters(match, (one.unit,), one.order)
        else:
            record_next_speed(match, one.unit, one.speed)
    if match.phase not in WHEN:
        yield from apply_speeds([one.unit for one in params.counters if not one.order])


def _list_units_with_counters(match: Match, side: SideId) -> tuple[UnitId, ...]:
    kinds = (markers.ORDER, markers.NEXT_SPEED)
    placed = (unit for unit in match.units(side) if any(match.has(unit, kind) for kind in kinds))
    return tuple(placed) if match.phase == PHASE else ()


def reveal_and_apply_orders(match: Match) -> Asking[None]:
    """Reveal the counters, give other units their default order, and set speeds (XF-G41)."""
    counters = match.marked(markers.ORDER)
    if counters and match.option("order_reveal") == "end_of_orders":
        match.record(markers.ORDER.make_reveal_fact(*counters))
    for unit in unit_profiles.list_infantry(match):
        if not match.has(unit, markers.ORDER):
            order = get_default_order(match, match.side_of(unit))
            match.record(markers.ORDER.set(unit, value=order))
    yield from apply_speeds(unit_profiles.list_vehicles(match))


def apply_speeds(vehicles: Iterable[UnitId]) -> Asking[None]:
    for unit in vehicles:
        yield from call_stage(apply_ordered_speed_or_crash, unit)
    yield from call_stage(delayed_loss_and_wreck_resolution.apply_delayed_losses)  # XF-G82


def make_acting_reveal_facts(match: Match, unit: UnitId) -> Iterator[AnyFact]:
    """Yield the fact that reveals a unit's face-down counter once it fires or moves (XF-G41)."""
    acted = any(match.has(unit, deed) for deed in (markers.FIRED, markers.MOVED))
    if acted and state_queries.is_order_hidden(match, unit):
        yield markers.ORDER.make_reveal_fact(unit)


def apply_ordered_speed_or_crash(match: Match, unit: UnitId) -> Asking[None]:
    """Set a vehicle's speed. A flyer that stops crashes (XF-VEH-05).

    All speeds are revealed before the players are asked anything about a crash (XF-G67).
    """
    ordered, old = match.mark(unit, markers.NEXT_SPEED), markers.SPEED.number(match, unit)
    vehicle = unit_profiles.get_vehicle(match, unit)
    flies = vehicle is not None and rule_tables.does_flyer_crash(vehicle.propulsion, 0)
    new = 0 if state_queries.is_unmanned(match, unit) and not flies else old  # XF-G102
    if ordered is not None:
        new = int(ordered)
        match.record(markers.NEXT_SPEED.cleared(unit))
    if rule_tables.classify_speed_change(old, new) == "braking":
        match.record(markers.BRAKED.set(unit))
    if new != old:
        match.record(markers.SPEED.set(unit, value=new))
    if flies and not new:
        match.record(markers.NEXT_SPEED.make_reveal_fact(*unit_profiles.list_vehicles(match)))
        yield from call_stage(delayed_loss_and_wreck_resolution.destroy_vehicle, unit)


def list_order_blocking_reasons(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    if unit_profiles.is_vehicle(match, unit):
        text = "is a vehicle: it gets a speed, not an order"
        yield BlockingReason("no-infantry", "XF-ORD-01", text)


def list_order_objections(
    match: Match, side: SideId | None, params: SeveralUnitsParams
) -> Objections:
    yield from _list_wrong_phase_objections(match, (PHASE,))
    for unit in params.units:
        yield from list_wrong_side_objections(match, side, unit, "XF-ORD-01", match.tag(unit))


def _list_wrong_phase_objections(match: Match, when: tuple[str, ...]) -> Objections:
    if match.phase not in when:
        text = "orders must be given before the counters are revealed"
        yield Objection("not-orders", "XF-ORD-01", text)


def list_speed_order_blocking_reasons(match: Match, unit: UnitId) -> Iterator[BlockingReason]:
    if not unit_profiles.is_vehicle(match, unit):
        text = "is not a vehicle: it gets an order, not a speed"
        yield BlockingReason("no-vehicle", "XF-VEH-06", text)


def list_speed_objections(match: Match, side: SideId | None, params: SpeedAssignment) -> Objections:
    """Yield objections to speeding up by more than 1, or slowing down by more than 2 (XF-T15)."""
    yield from _list_wrong_phase_objections(match, (PHASE,))
    yield from _list_speed_change_objections(match, side, params)


def _list_speed_change_objections(
    match: Match, side: SideId | None, params: SpeedAssignment
) -> Objections:
    unit, who = params.unit, match.tag(params.unit)
    yield from list_wrong_side_objections(match, side, unit, "XF-VEH-06", who)
    old = markers.SPEED.number(match, unit)
    if rule_tables.classify_speed_change(old, params.speed) is None:
        change = f"from speed {old} to {params.speed}"
        text = f"{who} cannot change {change}; speed can rise by 1 or fall by up to 2"
        yield Objection("speed-change", "XF-VEH-02", text)
    vehicle = unit_profiles.get_vehicle(match, unit)
    if vehicle is not None and rule_tables.does_flyer_crash(vehicle.propulsion, params.speed):
        yield Objection("crash", "XF-VEH-05", f"{who} is flying and would crash below speed 1")
    for reason in state_queries.list_vehicle_blocking_reasons(match, unit) if params.speed else ():
        yield reason.make_objection(who)


def list_all_counters_objections(
    match: Match, side: SideId | None, params: SideCounters
) -> Objections:
    yield from _list_wrong_phase_objections(match, WHEN)
    for one in params.counters:
        unit, who = one.unit, match.tag(one.unit)
        if one.order:
            barred = list_order_blocking_reasons(match, unit)
            more = list_wrong_side_objections(match, side, unit, "XF-ORD-01", who)
        else:
            barred = list_speed_order_blocking_reasons(match, unit)
            more = _list_speed_change_objections(match, side, SpeedAssignment(unit, one.speed))
        yield from (bar.make_objection(who) for bar in barred)
        yield from more


def list_due_orders(match: Match) -> tuple[DueAction, ...]:
    return tuple(
        DueAction("orders", side, None, f"{match.side_name(side)} has not placed its counters")
        for side in _list_sides_without_orders(match)
    )


def _list_sides_without_orders(match: Match) -> tuple[SideId, ...]:
    return tuple(side for side in match.sides if not match.has(side, markers.ORDERED))


def list_all_counters_candidates(match: Match) -> Iterator[tuple[SideId | None, SideCounters]]:
    waiting = _list_sides_without_orders(match) if match.phase in WHEN else ()
    whose = (*waiting, None) if len(waiting) > 1 else waiting
    return ((side, SideCounters()) for side in whose)


def _read_sides(reader: LineReader) -> Values:
    """Read the side whose counters follow, or return {} if the line begins with a unit."""
    units = {reader.match.handle(unit) for unit in reader.match.all_units()}
    return {} if units.intersection(reader.arguments[:1]) else WHOSE.take(reader)


def _read_counters(reader: LineReader) -> Values:
    """Read units with orders or speeds, as in ``r1 run r3 opp``. No unit may be named twice."""
    found: dict[UnitId, OrderCounter] = {}
    while (name := reader.take_argument()) is not None:
        unit, word = find_unit(reader.match, name), reader.take_argument()
        if word is None:
            raise UnknownName(f"add an order or a speed after `{name}`")
        if unit in found:
            who = reader.match.tag(unit)
            raise UnknownName(f"{who} is named twice; give each unit one order or one speed")
        if is_whole_number(word):
            found[unit] = OrderCounter(unit, speed=int(word))
        else:
            order = markers.ORDERS.get(look_up_word(word, (*markers.ORDERS,), "order"), "")
            found[unit] = OrderCounter(unit, order)
    return {"counters": tuple(found.values())}


def _format_counters(match: Match, values: Mapping[str, Any]) -> Iterator[str]:
    words = {order: word for word, order in markers.ORDERS.items()}
    for one in values["counters"]:
        yield match.handle(one.unit)
        yield words[one.order] if one.order else str(one.speed)


def _make_order_action(
    id_: str, order: str, verb: str, key: str, ahead: str
) -> Action[SeveralUnitsParams]:
    """Make the action that gives one of the three orders. The log shows the order's name."""

    def stage(match: Match, _: SideId | None, params: SeveralUnitsParams) -> None:
        place_order_counters(match, params.units, order)
        _mark_as_placed_singly(match, params.units)

    def candidates(match: Match) -> Iterator[tuple[SideId | None, SeveralUnitsParams]]:
        for unit in unit_profiles.list_infantry(match) if match.phase == PHASE else ():
            if not match.has(unit, markers.ORDER):
                yield match.side_of(unit), SeveralUnitsParams((unit,))

    return Action(
        id=id_,
        word="gets an order",
        ahead=ahead,
        params=SeveralUnitsParams,
        stage=stage,
        phases=(PHASE,),
        objections=list_order_objections,
        candidates=candidates,
        bars=list_order_blocking_reasons,
        form=Form(verb, make_units_field(), key=KeyVerb(key, text=ahead)),
    )


def _read_needed_speed(reader: LineReader) -> Values:
    """Read a speed. If it is missing, raise ``UnknownName`` with the possible orders."""
    found = SPEED.take(reader)
    if not found:
        name = reader.who.names[0]
        ways = " or ".join(f"`{name} {word}`" for word in markers.ORDERS)
        drives = unit_profiles.is_vehicle(reader.match, find_unit(reader.match, name))
        raise UnknownName(
            f"add the speed, as in `{name} speed 1`" if drives else f"add the order, as in {ways}"
        )
    return found


def list_speed_candidates(match: Match) -> Iterator[tuple[SideId | None, SpeedAssignment]]:
    for unit in unit_profiles.list_vehicles(match) if match.phase == PHASE else ():
        if not match.has(unit, markers.NEXT_SPEED) and not match.has(unit, markers.DISABLED):
            old = markers.SPEED.number(match, unit)
            for new in dict.fromkeys((old, old + 1, max(old - 1, 0))):
                yield match.side_of(unit), SpeedAssignment(unit, new)


def make_orders_action(next_action: Action[NextParams]) -> Action[SideCounters]:
    """Make the action for all counters of a side. During setup, it also deploys forces (XF-G87)."""

    def place_counters(match: Match, side: SideId | None, params: SideCounters) -> Asking[None]:
        if match.phase == setup_phase.PHASE:
            setup_phase.deploy_force(match, None, setup_phase.ForceDeployment())
            yield from call_stage(next_action.stage, None, NextParams())
        yield from replace_side_counters_or_keep_single_ones(match, side, params)

    return Action(
        id="orders",
        word="gives its orders",
        ahead="usual orders and speeds",
        params=SideCounters,
        stage=place_counters,
        phases=WHEN,
        objections=list_all_counters_objections,
        candidates=list_all_counters_candidates,
        form=WordForm(
            "orders",
            (
                Argument(_read_sides, WHOSE.say, WHOSE.such_as),
                Argument(_read_counters, _format_counters, "who run who opp who 1"),
            ),
            listed=True,
        ),
    )


def list_placeable_orders(match: Match, side: SideId) -> tuple[SecretOrder, ...]:
    """List the orders and speeds that a side may still place face down (XF-ORD-01)."""
    if match.phase != PHASE:
        return ()
    told = tuple((word, markers.ORDER.says[order][0]) for word, order in markers.ORDERS.items())
    infantry = unit_profiles.list_infantry(match, side)
    squads = (SecretOrder(unit, told, _format_current_order(match, unit)) for unit in infantry)
    driven = unit_profiles.list_vehicles(match, side)
    speeds = (_make_speed_choices(match, side, unit) for unit in driven)
    return (*squads, *(one for one in speeds if one.choices))


def _format_current_order(match: Match, unit: UnitId) -> str:
    now = match.mark(unit, markers.ORDER) or get_default_order(match, match.side_of(unit))
    return next(word for word, order in markers.ORDERS.items() if order == now)


def _make_speed_choices(match: Match, side: SideId, unit: UnitId) -> SecretOrder:
    old, ordered = markers.SPEED.number(match, unit), match.mark(unit, markers.NEXT_SPEED)
    choices = []
    for new in () if match.has(unit, markers.DISABLED) else range(max(old - 2, 0), old + 2):
        if not any(_list_speed_change_objections(match, side, SpeedAssignment(unit, new))):
            braking = rule_tables.classify_speed_change(old, new) == "braking"
            choices.append((str(new), f"speed {new}, braking hard" if braking else f"speed {new}"))
    return SecretOrder(unit, tuple(choices), str(old if ordered is None else ordered))


def format_orders_line(side: SideId, orders_by_unit: Mapping[UnitId, str]) -> str:
    """Format orders as a typed line, such as ``orders r : r1 run r5 1``."""
    told = " ".join(f"{format_handle(unit)} {word}" for unit, word in orders_by_unit.items())
    return f"orders {format_handle(side)} : {told}"


SECRET: Final = SecretOrderRules(
    list_placeable_orders, format_orders_line, lambda match, side: match.has(side, markers.ORDERED)
)

ACTIONS: Final = (
    _make_order_action("order_run", markers.RUN, "run", "r", "gets orders to run"),
    _make_order_action(
        "order_opportunity", markers.OPPORTUNITY, "opp", "o", "gets opportunity fire"
    ),
    _make_order_action("order_standard", markers.STANDARD, "standard", "d", "gets standard orders"),
    Action(
        id="order_speed",
        word="gets a speed",
        params=SpeedAssignment,
        stage=place_speed_counter,
        phases=(PHASE,),
        objections=list_speed_objections,
        bars=list_speed_order_blocking_reasons,
        candidates=list_speed_candidates,
        form=Form(
            "speeds",
            make_unit_field(),
            how=(replace(SPEED, take=_read_needed_speed),),
            said=False,
            when=lambda reader: reader.match.phase == PHASE,
        ),
    ),
)
