"""Orders: counters face down, turned over together (XF-ORD-01 to 05, XF-VEH-02, XF-VEH-06)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from tracker.procedures.declared.forms import Form
from tracker.procedures.declared.keys import KeyVerb
from tracker.procedures.declared.slots import count
from tracker.procedures.pieces.acting import not_own
from tracker.procedures.pieces.people import one_unit, units
from tracker.procedures.requests import Asking, do
from tracker.procedures.ruleset import Action, Bar, Objection
from tracker.procedures.view import Match
from tracker.rulesets.xenocide.attacks import wrecks
from tracker.rulesets.xenocide.data import markers, vehicles
from tracker.vocabulary.names import SideId, UnitId

PHASE: Final = "orders"


class Ordered(Struct, frozen=True):
    """Units that get a counter."""

    units: tuple[UnitId, ...]


class Speed(Struct, frozen=True):
    """A vehicle and the increment it gets."""

    unit: UnitId
    speed: int


def default(match: Match, side: SideId) -> str:
    """XF-ORD-02: the order of units without a counter, as the force declared it."""
    return str(match.mark(side, markers.DEFAULT_ORDER) or markers.STANDARD)


def hidden_from(match: Match, unit: UnitId) -> tuple[SideId, ...]:
    """The sides that do not see what lies face down; nobody once all is turned over."""
    own = match.side_of(unit)
    return tuple(s for s in match.sides if s != own) if match.phase == PHASE else ()


def give(match: Match, units: Iterable[UnitId], order: str) -> None:
    for unit in units:
        match.record(markers.ORDER.set(unit, value=order, hidden_from=hidden_from(match, unit)))


def give_speed(match: Match, _: SideId | None, params: Speed) -> None:
    hidden = hidden_from(match, params.unit)
    match.record(markers.NEXT_SPEED.set(params.unit, value=params.speed, hidden_from=hidden))


def reveal(match: Match) -> Asking[None]:
    """XF-G41: all counters are turned over together; who has none has the default of the force."""
    shown = match.marked(markers.ORDER)
    if shown:
        match.record(markers.ORDER.revealed(*shown))
    for unit in markers.infantry(match):
        if not match.has(unit, markers.ORDER):
            match.record(markers.ORDER.set(unit, value=default(match, match.side_of(unit))))
    for unit in markers.vehicles(match):
        yield from do(new_speed, unit)


def new_speed(match: Match, unit: UnitId) -> Asking[None]:
    """XF-VEH-06: the new increment replaces the old one; without an order it stays (XF-G67)."""
    ordered, old = match.mark(unit, markers.NEXT_SPEED), markers.speed(match, unit)
    new = old if ordered is None else int(ordered)
    if ordered is not None:
        match.record(markers.NEXT_SPEED.cleared(unit))
    if vehicles.changes(old, new) == "braking":
        match.record(markers.BRAKED.set(unit))
    if new != old:
        match.record(markers.SPEED.set(unit, value=new))
    vehicle = markers.vehicle(match, unit)
    if vehicle is not None and vehicles.crashes(vehicle.propulsion, new):
        yield from do(wrecks.crash, unit)


# --------------------------------------------------------------------------- what may be done


def bars(match: Match, unit: UnitId) -> Iterator[Bar]:
    if markers.is_vehicle(match, unit):
        yield Bar("no-infantry", "XF-ORD-01", "gets a speed, no order")


def objections(match: Match, side: SideId | None, params: Ordered) -> Iterator[Objection]:
    yield from _in_time(match)
    for unit in params.units:
        yield from not_own(match, side, unit, "XF-ORD-01", match.tag(unit))


def _in_time(match: Match) -> Iterator[Objection]:
    if match.phase != PHASE:
        yield Objection("not-orders", "XF-ORD-01", "orders are given before all are turned over")


def speed_bars(match: Match, unit: UnitId) -> Iterator[Bar]:
    if not markers.is_vehicle(match, unit):
        yield Bar("no-vehicle", "XF-VEH-06", "gets an order, no speed")


def speed_objections(match: Match, side: SideId | None, params: Speed) -> Iterator[Objection]:
    """XF-T15: one faster or slower, two slower by braking hard."""
    yield from _in_time(match)
    unit, who = params.unit, match.tag(params.unit)
    yield from not_own(match, side, unit, "XF-VEH-06", who)
    old = markers.speed(match, unit)
    if vehicles.changes(old, params.speed) is None:
        text = f"{who} goes from speed {old} to {params.speed}: one up, or two down at most"
        yield Objection("speed-change", "XF-VEH-02", text)
    vehicle = markers.vehicle(match, unit)
    if vehicle is not None and vehicles.crashes(vehicle.propulsion, params.speed):
        yield Objection("crash", "XF-VEH-05", f"{who} flies: below speed 1 it crashes")
    if vehicle is not None and vehicle.piloted and not markers.aboard(match, unit) and params.speed:
        yield Objection("nobody-drives", "XF-G102", f"nobody is aboard to drive {who}")


def _order(id_: str, order: str, verb: str, key: str, word: str) -> Action[Ordered]:
    """One of the three counters."""

    def stage(match: Match, _: SideId | None, params: Ordered) -> None:
        give(match, params.units, order)

    def ways(match: Match) -> Iterator[tuple[SideId | None, Ordered]]:
        for unit in markers.infantry(match) if match.phase == PHASE else ():
            if not match.has(unit, markers.ORDER):
                yield match.side_of(unit), Ordered((unit,))

    return Action(
        id=id_,
        word=word,
        params=Ordered,
        stage=stage,
        phases=(PHASE,),
        objections=objections,
        candidates=ways,
        bars=bars,
        form=Form(verb, units(), key=KeyVerb(key, text=word)),
    )


def speeds(match: Match) -> Iterator[tuple[SideId | None, Speed]]:
    for unit in markers.vehicles(match) if match.phase == PHASE else ():
        if not match.has(unit, markers.NEXT_SPEED) and not match.has(unit, markers.DISABLED):
            old = markers.speed(match, unit)
            for new in (old, old + 1, max(old - 1, 0)):
                yield match.side_of(unit), Speed(unit, new)


ACTIONS: Final = (
    _order("order_run", markers.RUN, "run", "r", "gets orders to run"),
    _order("order_opportunity", markers.OPPORTUNITY, "opp", "o", "gets opportunity fire"),
    _order("order_standard", markers.STANDARD, "standard", "d", "gets standard orders"),
    Action(
        id="order_speed",
        word="gets a speed",
        params=Speed,
        stage=give_speed,
        phases=(PHASE,),
        objections=speed_objections,
        bars=speed_bars,
        candidates=speeds,
        form=Form(
            "speeds",
            one_unit(),
            how=(count("speed", high=9),),
            said=False,
            when=lambda said: said.match.phase == PHASE,
        ),
    ),
)
