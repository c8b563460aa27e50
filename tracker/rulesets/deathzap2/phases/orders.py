"""Who acts first (DZ-IMP), orders by a die for every calm unit, and what is due as phases end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from typing import Any, Final

from msgspec import Struct

from tracker.procedures.declared import words
from tracker.procedures.declared.rolls import RollKind
from tracker.procedures.declared.rollsheet import Come, RollSheet, Row, each
from tracker.procedures.pieces.begins import settled_by
from tracker.procedures.pieces.naming import find_side_of_units
from tracker.procedures.pieces.roll_offs import RollOff, make_pools
from tracker.procedures.pieces.waiting import (
    Effects,
    come_off,
    list_effects,
    list_removals,
    take_effect,
)
from tracker.procedures.requests import Asking, Faces, ask, do, sub, then
from tracker.procedures.ruleset import Action, Later, Objection
from tracker.procedures.view import Match
from tracker.rulesets.deathzap2.attacks.chance import DIE, does_panic, find_settled
from tracker.rulesets.deathzap2.data import benefits, markers
from tracker.rulesets.deathzap2.data.benefits import Benefit
from tracker.rulesets.deathzap2.data.tables import BIG
from tracker.vocabulary import names
from tracker.vocabulary.events import AnyFact, GearChanged, RemovedHow
from tracker.vocabulary.labels import Label
from tracker.vocabulary.names import FigureId, SideId, Subject, UnitId


def count_bonus(match: Match, side: SideId) -> int:
    """DZ-G06: under the house rule, 1 for each panicked enemy unit."""
    if not match.option("impetus_panic_bonus"):
        return 0
    enemies = match.units(match.other(side))
    return sum(markers.is_panicked(match, unit) for unit in enemies)


# DZ-GEN-01, DZ-G05: equal scores roll again.
ROLL_OFF: Final = RollOff(
    "roll_off",
    "impetus",
    "DZ-IMP-01",
    lambda match: make_pools(match, count_bonus),
    wins="acts first",
    level="equal: roll again",
    adds="panicked enemies",
    need="higher acts first",
)
IMPETUS: Final = settled_by(
    ROLL_OFF, "roll impetus", "impetus", "impetus is rolled once, at the start of a turn"
)
NOBODY = "nobody"


class Orders(Struct, frozen=True):
    """``units`` get the dice in this order; dice beyond them are lost (none: all that earn one)."""

    units: tuple[UnitId, ...] = ()


class Reassign(Struct, frozen=True):
    """Two units of a side swap their order dice; one of them may have none."""

    a: UnitId
    b: UnitId


def get_benefit(match: Match, unit: UnitId) -> Benefit:
    """What the unit's order die gives it until the turn ends (DZ-ORD-03, DZ-T17)."""
    die = match.mark(unit, markers.ORDER)
    return benefits.NOTHING if die is None else benefits.find_benefit(match, int(die))


def are_orders_in_force(match: Match) -> bool:
    """Whether order dice do anything, so that the book asks for them (DZ-G01)."""
    return match.option("orders_table") in {"custom", "starter"}


def list_earning(match: Match, side: SideId) -> tuple[UnitId, ...]:
    """The units a side rolls a die for: calm ones (DZ-ORD-01, DZ-G02)."""
    panicked_too = match.option("orders_to_panicked")
    return tuple(
        unit for unit in match.units(side) if panicked_too or not markers.is_panicked(match, unit)
    )


def is_awaited(match: Match, side: SideId) -> bool:
    """Whether a side has still to roll its order dice."""
    return (
        are_orders_in_force(match)
        and not match.has(side, markers.ORDERED)
        and bool(list_earning(match, side))
    )


def build_orders_sheet(match: Match, request: Faces) -> RollSheet:
    """DZ-ORD-02: a die a unit as they lie beside them; panicked units earn none (DZ-G02)."""
    rows = [Row(label.subject, dice=1, name=label.who) for label in request.labels]
    side = request.side
    if side is not None:
        earned = list_earning(match, side)
        without = [unit for unit in match.units(side) if unit not in earned]
        rows += [Row(unit, why="panicked: no die") for unit in without]

    def read(row: int, dice: tuple[int, ...]) -> Come:
        if rows[row].subject is None:
            return Come(word="lost: one die too many")
        return Come(word=benefits.find_benefit(match, dice[0]).text or "nothing")

    return RollSheet("orders", (), (), tuple(rows), each(read))


DICE: Final = RollKind("orders", "orders", rule="DZ-ORD-02", sheet=build_orders_sheet)


def give_orders(match: Match, side: SideId | None, params: Orders) -> Asking[None]:
    """DZ-ORD-01 and DZ-ORD-02: the dice of a side, read out as they lie beside its units."""
    assert side is not None
    match.record(markers.ORDERED.set(side))
    earned = list_earning(match, side)
    given = params.units or earned
    count = max(len(earned), len(given))
    rows = [Label(markers.name_unit(match, unit), subject=unit) for unit in given]
    faces = yield from ask(
        Faces(
            kind=DICE,
            dice=(6,) * count,
            labels=(*rows, *[Label(NOBODY)] * (count - len(rows))),
            side=side,
        )
    )
    give(match, dict(zip(given, faces, strict=False)))


def give(match: Match, dice: dict[UnitId, int]) -> None:
    """One fact for all units that get the same number."""
    for die in sorted(set(dice.values())):
        units = tuple(unit for unit, value in dice.items() if value == die)
        match.record(markers.ORDER.set(*units, value=die))


def list_objections(match: Match, side: SideId | None, params: Orders) -> Iterable[Objection]:
    if match.option("orders_table") == "skip_phase":
        yield Objection("no-orders", "DZ-G01", "the house rules skip the Orders phase")
    if side is not None and match.has(side, markers.ORDERED):
        yield Objection("ordered", "DZ-ORD-01", "this side has already rolled its order dice")
    if match.phase != "orders":
        yield Objection("not-orders", "DZ-ORD-01", "order dice are rolled in the Orders phase")
    elif match.clock.side not in {None, side}:
        yield Objection(
            "orders-half", "DZ-ORD-01", "the side that acts first must roll its order dice first"
        )
    earned = () if side is None else list_earning(match, side)
    for unit in params.units:
        if side is not None and match.side_of(unit) != side:
            yield Objection(
                "not-own", "DZ-ORD-02", f"{names.tag(unit)} does not belong to this side"
            )
        elif unit not in earned:
            yield Objection(
                "no-die", "DZ-G02", f"{names.tag(unit)} is panicked and gets no order die"
            )
    if len(set(params.units)) < len(params.units):
        yield Objection("two-dice", "DZ-G02", "a unit gets at most one order die")


def list_candidates(match: Match) -> Iterable[tuple[SideId | None, Orders]]:
    side = match.clock.side
    if match.phase == "orders" and side is not None and list_earning(match, side):
        yield side, Orders()


def reassign_dice(match: Match, _: SideId | None, params: Reassign) -> None:
    """DZ-ORD-02: the owner chooses which die goes where."""
    had = {unit: match.mark(unit, markers.ORDER) for unit in (params.a, params.b)}
    for unit, die in ((params.a, had[params.b]), (params.b, had[params.a])):
        if die is not None:
            give(match, {unit: int(die)})
        elif had[unit] is not None:
            match.record(markers.ORDER.cleared(unit))


def list_reassign_objections(
    match: Match, side: SideId | None, params: Reassign
) -> Iterable[Objection]:
    owners = {match.side_of(params.a), match.side_of(params.b)}
    if len(owners) > 1 or (side is not None and side not in owners):
        yield Objection("not-own", "DZ-ORD-02", "a side can swap only its own order dice")
    if match.phase not in {"orders", "move"} or any(
        match.has(unit, markers.MOVED) for owner in owners for unit in match.units(owner)
    ):
        yield Objection("acted", "DZ-ORD-02", "this side has already begun to act on its orders")
    elif match.option("orders_sequence") == "a_then_b":
        first, second = match.clock.order or match.sides
        if first in owners and any(match.has(unit, markers.ORDER) for unit in match.units(second)):
            yield Objection(
                "given-out", "DZ-G03", "the side that acts first must assign its order dice first"
            )


def list_reassign_candidates(match: Match) -> Iterable[tuple[SideId | None, Reassign]]:
    if match.phase not in {"orders", "move"}:
        return
    for side in match.sides:
        units = [unit for unit in match.units(side) if match.has(unit, markers.ORDER)]
        for n, unit in enumerate(units):
            yield from ((side, Reassign(unit, other)) for other in units[n + 1 :])


def find_side(match: Match, values: Mapping[str, Any]) -> SideId | None:
    """The side of the units named; without names the one whose half it is."""
    named = values.get("units")
    return find_side_of_units(match, named, "orders") if named else match.clock.side


ORDERS = Action(
    id="orders",
    word="rolled orders",
    ahead="to roll orders",
    params=Orders,
    stage=give_orders,
    sided=True,
    objections=list_objections,
    candidates=list_candidates,
    form=words.WordForm(
        "orders",
        (words.units("units"),),
        of=find_side,
        acts=("units",),
        asks=words.asking(DICE.id),
    ),
)
REASSIGN = Action(
    id="reassign",
    word="swapped order dice",
    ahead="to swap order dice",
    params=Reassign,
    stage=reassign_dice,
    phases=("orders", "move"),
    objections=list_reassign_objections,
    candidates=list_reassign_candidates,
    form=words.WordForm(
        "swap",
        (words.unit("a"), words.unit("b")),
        "name the two units whose order dice to swap, as in swap r1 r2",
        least=2,
        of=lambda match, values: match.side_of(values["a"]),
        at=("a", "b"),
    ),
)


Check = tuple[UnitId, int, int]
"""A unit that lost figures, with those it has left and those killed."""


def end_phase(match: Match) -> Asking[None]:
    yield from do(remove_figures)
    yield from do(apply_damage)
    return then(roll_panic_checks, match)


def remove_figures(match: Match) -> None:
    """Figures to remove come off together (DZ-SHOOT-12)."""
    come_off(match, markers.TO_REMOVE, tell_how_removed)


def tell_how_removed(match: Match, figure: FigureId) -> RemovedHow:
    return "destroyed" if markers.get_profile(match, figure).type in BIG else "killed"


def apply_damage(match: Match) -> None:
    """Speed, guns and movement that were lost in the phase are lost from now on (DZ-G28)."""
    take_effect(match, DAMAGE)


def _slower(match: Match, figure: Subject) -> AnyFact:
    halved = sum(kind.number(match, figure) for kind in (markers.HALVED, markers.WILL_HALVE))
    once = match.option("repeat_half") == "once"  # DZ-G29
    return markers.HALVED.set(figure, value=min(1, halved) if once else halved)


def _disarmed(match: Match, figure: Subject) -> AnyFact:
    guns = tuple(str(match.mark(figure, markers.WILL_LOSE)).split(","))
    return GearChanged(figure=FigureId(figure), lost=guns, why="damage")


DAMAGE: Final[Effects] = {
    markers.WILL_HALVE: _slower,
    markers.WILL_STOP: lambda _, figure: markers.IMMOBILE.set(figure),
    markers.WILL_LOSE: _disarmed,
}


def list_held(match: Match) -> Iterator[AnyFact]:
    """What is held of a phase that is ended by hand: removals and damage, without the checks."""
    yield from list_removals(match, markers.TO_REMOVE, tell_how_removed)
    yield from list_effects(match, DAMAGE)


def list_losers(match: Match) -> tuple[Check, ...]:
    """The units that lost figures, those of the side that acts first before the other's."""
    found = (
        (unit, len(match.figures(unit)), markers.KILLED.number(match, unit))
        for unit in markers.sort_units(match)
    )
    return tuple(check for check in found if check[2])


def list_checks(match: Match) -> tuple[Check, ...]:
    """The units that check."""
    return tuple(check for check in list_losers(match) if not explain_unmoved(match, check[0]))


def list_to_check(match: Match) -> tuple[str, ...]:
    """The panic checks that are due at the end of this phase, in words."""
    return tuple(f"panic check of {match.unit(unit).name}" for unit, _, _ in list_checks(match))


def explain_unmoved(match: Match, unit: UnitId) -> str:
    """Why losses cannot change how a unit feels; nothing where they can.

    Not so for vehicles and monsters (DZ-G61), units whose order steadies them (DZ-G01), lone
    figures that are panicked as it is (DZ-G36) and, without a house rule, panicked units (DZ-G35).
    """
    if markers.is_big(match, unit):
        return "vehicles and monsters never panic"
    if get_benefit(match, unit).steady:
        return "its order: no panic check"
    alone = markers.is_lone(match, unit) and match.option("lone_panic_from") == "always"
    again = match.option("recheck_panicked") or not markers.is_panicked(match, unit)
    return "already panicked: no roll" if alone or not again else ""


def list_panic_to_come(match: Match) -> Iterator[Later]:
    """DZ-SHOOT-13: the panic checks at the end of the phase, if nobody else is killed in it."""
    for unit, _, killed in list_losers(match):
        standing = markers.list_standing(match, unit)
        if not standing or markers.is_panicked(match, unit):
            continue
        alone = match.option("lone_panic_from") == "always" and markers.are_lone(match, standing)
        calm = not alone and explain_unmoved(match, unit)
        chance = 0.0 if calm else 1.0 if alone else compute_panic_chance(len(standing), killed)
        if chance:
            yield Later(unit, markers.PANICKED, chance, "no more killed in this phase")


@lru_cache(maxsize=256)
def compute_panic_chance(left: int, killed: int) -> float:
    """How likely so many killed of a unit make the others panic (DZ-T18)."""
    pairs = list(product(range(1, DIE + 1), repeat=2))
    return sum(does_panic(left, killed, *dice) for dice in pairs) / len(pairs)


def roll_panic_checks(match: Match) -> Asking[None]:
    """DZ-SHOOT-13: a die times the figures left against a die times those killed in this phase.

    Units whose dice could only end one way are not asked to roll.
    """
    known = [(check, find_settled(*check[1:], tie_panics=False)) for check in list_checks(match)]
    frightened = [unit for (unit, _, _), sure in known if sure]
    rolling = [check for check, sure in known if sure is None]
    labels = tuple(
        Label(markers.name_unit(match, unit), text, unit, number)
        for unit, left, killed in rolling
        for text, number in ((f"{left} left", left), (f"{killed} killed", killed))
    )
    counts = tuple((left, killed) for _, left, killed in rolling)
    owner = markers.find_only_owner(match, (unit for unit, _, _ in rolling))
    fell = yield from sub({"owner": (owner, None, None)}, roll_panic_dice, counts, labels)
    frightened += [unit for (unit, _, _), panic in zip(rolling, fell, strict=True) if panic]
    if frightened:
        match.record(markers.PANICKED.set(*frightened, value=match.turn))


def build_panic_sheet(match: Match, request: Faces) -> RollSheet:
    """DZ-T18: the die for those left times their number against that of the killed."""
    del request
    rows = tuple(_panic_row(match, *check) for check in list_losers(match))

    def read(row: int, dice: tuple[int, ...]) -> Come:
        left, killed = (int(text) for text in rows[row].known)
        scared = does_panic(left, killed, *dice)
        numbers = zip(dice, (left, killed), strict=True)
        products = tuple(f"{die} × {number} = {die * number}" for die, number in numbers)
        return Come(products, "PANIC" if scared else "calm", bad=scared)

    worked = ("die × left", "die × killed")
    return RollSheet("panic checks", ("left", "killed"), worked, rows, each(read))


def _panic_row(match: Match, unit: UnitId, left: int, killed: int) -> Row:
    known, why = (str(left), str(killed)), explain_unmoved(match, unit)
    sure = find_settled(left, killed, tie_panics=False)
    if not why and sure is None:
        return Row(unit, known, 2)
    whatever = "panics whatever is rolled" if sure else "calm whatever is rolled"
    return Row(unit, known, why=why or whatever)


PANIC: Final = RollKind(
    "panic_dice",
    "panic checks",
    rule="DZ-SHOOT-13",
    stakes=markers.PANICKED,
    sheet=build_panic_sheet,
)


def roll_panic_dice(
    counts: tuple[tuple[int, int], ...], labels: tuple[Label, ...]
) -> Asking[tuple[bool, ...]]:
    """DZ-T18: two dice for each unit, for those left and for those killed, as one roll."""
    faces = yield from ask(
        Faces(
            kind=PANIC,
            dice=(6, 6) * len(counts),
            labels=labels,
            need="more for the killed: panic",
            role="owner",
        )
    )
    return tuple(
        does_panic(remaining, killed, faces[2 * n], faces[2 * n + 1])
        for n, (remaining, killed) in enumerate(counts)
    )
