"""Impetus (DZ-IMP) and orders. Each calm unit gets an order die, which brings a benefit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any, Final

import msgspec
from msgspec import Struct

from tracker.procedures.declared.actorless_line_forms import (
    WordForm,
    make_fixed_questions,
    make_unit_argument,
    make_units_argument,
)
from tracker.procedures.declared.house_tables import HouseTable
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.declared.roll_sheet import RollSheet, Row, RowResult, read_each_row
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.dice_tests import format_unit_for_sheet
from tracker.procedures.pieces.first_side_selection import make_first_side_action
from tracker.procedures.pieces.roll_offs import RollOff, make_single_die_pools
from tracker.procedures.pieces.subject_lookup import find_side_of_units
from tracker.procedures.requests import Asking, Faces, ask
from tracker.procedures.ruleset import Action, HouseTables, Objection
from tracker.rulesets.deathzap2.data import markers
from tracker.vocabulary.die_labels import Label
from tracker.vocabulary.subject_ids import SideId, Subject, UnitId


class OrderBenefit(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The benefit of one number on an order die until the turn ends (DZ-ORD-03, DZ-G01).

    The printed rules name the table of benefits (DZ-T17) but do not contain it, so players can
    supply its six rows. In a house-rule file, a row has this form, in which only ``text`` is
    required:

        [tables.orders.3]
        text = "steady aim"
        move = 2             # inches more (or fewer) to move
        hit_shooting = 1     # added to dice to hit when shooting
        hit_melee = 1        # added to dice to hit in melee
        penetrate = 1        # added to dice to penetrate
        save = 1             # added to saves
        attacks = 1          # more melee dice for each figure
        reroll_hits = true   # ones to hit are rerolled
        reroll_saves = true  # ones to save are rerolled
        steady = true        # no panic checks
    """

    text: str = ""
    move: int = 0
    hit_shooting: int = 0
    hit_melee: int = 0
    penetrate: int = 0
    save: int = 0
    attacks: int = 0
    reroll_hits: bool = False
    reroll_saves: bool = False
    steady: bool = False


TABLE: Final = "orders"
NOTHING: Final = OrderBenefit(text="nothing")
KEYS: Final = {name: type(getattr(NOTHING, name)) for name in OrderBenefit.__struct_fields__}
OWN: Final = HouseTable(
    option="orders_table",
    value="custom",
    table=TABLE,
    rows=("1", "2", "3", "4", "5", "6"),
    called="What does an order die of {} give?",
    keys={name: kind for name, kind in KEYS.items() if kind is not str},
)
"""The table of order benefits, whose six rows players enter under a house rule."""

STARTER: Final[dict[int, OrderBenefit]] = {
    1: NOTHING,
    2: OrderBenefit(text='+2" move', move=2),
    3: OrderBenefit(text="+1 to hit when shooting", hit_shooting=1),
    4: OrderBenefit(text="+1 to saves", save=1),
    5: OrderBenefit(text="+1 to hit in melee", hit_melee=1),
    6: OrderBenefit(text="no panic checks this turn", steady=True),
}


def find_order_benefit_for_die(match: Match, die: int) -> OrderBenefit:
    kind = match.option("orders_table")
    if kind == "starter":
        return STARTER[die]
    if kind == "custom":
        row = match.table(TABLE).get(str(die))
        return NOTHING if row is None else msgspec.convert(row, OrderBenefit)
    return NOTHING


def list_house_table_errors(house_tables: HouseTables) -> tuple[str, ...]:
    found = [
        f"there is no house table called {name!r}; the only one is {TABLE!r}"
        for name in house_tables
        if name != TABLE
    ]
    for number, row in house_tables.get(TABLE, {}).items():
        if number not in OWN.rows:
            found.append(f"order {number}: the numbers on an order die are 1 to 6")
        elif not isinstance(row, dict):
            found.append(
                f"order {number}: write [tables.{TABLE}.{number}], and below it the benefit"
            )
        else:
            found.extend(f"order {number}: {wrong}" for wrong in _list_row_errors(row))
    return tuple(found)


def _list_row_errors(row: Mapping[str, object]) -> Iterator[str]:
    meant = {str: "words in quotes", int: "a whole number", bool: "true or false"}
    for key, value in row.items():
        if key not in KEYS:
            yield f"{key!r} is unknown; use one of {', '.join(KEYS)}"
        elif type(value) is not KEYS[key]:
            yield f"{key} must be {meant[KEYS[key]]}"


def count_impetus_bonus(match: Match, side: SideId) -> int:
    """Return a side's impetus bonus: by house rule, 1 for each panicked enemy unit (DZ-G06)."""
    if not match.option("impetus_panic_bonus"):
        return 0
    enemies = match.units(match.other(side))
    return sum(match.has(unit, markers.PANICKED) for unit in enemies)


# Equal scores are rerolled (DZ-GEN-01, DZ-G05).
ROLL_OFF: Final = RollOff(
    "roll_off",
    "impetus",
    "DZ-IMP-01",
    lambda match: make_single_die_pools(match, count_impetus_bonus),
    winner_word="acts first",
    tie_word="equal: roll again",
    modifier_heading="panicked enemies",
    need="higher acts first",
)
IMPETUS: Final = make_first_side_action(
    ROLL_OFF, "roll impetus", "impetus", "impetus is rolled once, at the start of a turn"
)
NOBODY = "nobody"


class OrderDiceRoll(Struct, frozen=True):
    """The command to roll a side's order dice for ``units`` (by default, all that earn a die)."""

    units: tuple[UnitId, ...] = ()


class OrderDiceSwap(Struct, frozen=True):
    """The command to swap the order dice of two units of a side. One of them may have no die."""

    a: UnitId
    b: UnitId


def get_order_benefit(match: Match, subject: Subject) -> OrderBenefit:
    """Return the benefit of a unit's order die until the turn ends (DZ-ORD-03, DZ-T17)."""
    die = match.mark(subject, markers.ORDER)
    if die is None:
        return NOTHING
    return find_order_benefit_for_die(match, int(die))


def do_order_dice_have_effects(match: Match) -> bool:
    """Whether order dice have effects, so that the players must roll them (DZ-G01)."""
    return match.option("orders_table") in {"custom", "starter"}


def list_units_earning_order_dice(match: Match, side: SideId) -> tuple[UnitId, ...]:
    """List the units for which a side rolls order dice, usually calm units (DZ-ORD-01, DZ-G02)."""
    panicked_too = match.option("orders_to_panicked")
    return tuple(
        unit for unit in match.units(side) if panicked_too or not match.has(unit, markers.PANICKED)
    )


def has_order_dice_to_roll(match: Match, side: SideId) -> bool:
    return (
        do_order_dice_have_effects(match)
        and not match.has(side, markers.ORDERED)
        and bool(list_units_earning_order_dice(match, side))
    )


def build_order_dice_sheet(match: Match, request: Faces) -> RollSheet:
    """Build the sheet of order dice: one for each unit that earns a die (DZ-ORD-02, DZ-G02)."""
    rows = [Row(label.subject, dice=1, name=label.who) for label in request.labels]
    side = request.side
    if side is not None:
        earned = list_units_earning_order_dice(match, side)
        without = [unit for unit in match.units(side) if unit not in earned]
        rows += [Row(unit, why="panicked: no die") for unit in without]

    def read(row: int, dice: tuple[int, ...]) -> RowResult:
        if rows[row].subject is None:
            return RowResult(word="lost: one die too many")
        return RowResult(word=find_order_benefit_for_die(match, dice[0]).text or "nothing")

    return RollSheet("orders", (), (), tuple(rows), read_each_row(read))


DICE: Final = RollKind("orders", "orders", rule="DZ-ORD-02", sheet=build_order_dice_sheet)


def roll_order_dice(match: Match, side: SideId | None, params: OrderDiceRoll) -> Asking[None]:
    """Roll a side's order dice, in the order of its units (DZ-ORD-01 and DZ-ORD-02)."""
    assert side is not None
    match.record(markers.ORDERED.set(side))
    earned = list_units_earning_order_dice(match, side)
    given = params.units or earned
    count = max(len(earned), len(given))
    rows = [Label(format_unit_for_sheet(match, unit), subject=unit) for unit in given]
    labels = (*rows, *[Label(NOBODY)] * (count - len(rows)))
    faces = yield from ask(Faces(kind=DICE, dice=(6,) * count, labels=labels, side=side))
    assign_order_dice(match, dict(zip(given, faces, strict=False)))


def assign_order_dice(match: Match, dice_by_unit: dict[UnitId, int]) -> None:
    """Record the given order dice. Units with the same number share one fact."""
    for die in sorted(set(dice_by_unit.values())):
        units = tuple(unit for unit, value in dice_by_unit.items() if value == die)
        match.record(markers.ORDER.set(*units, value=die))


def list_order_dice_objections(
    match: Match, side: SideId | None, params: OrderDiceRoll
) -> Iterable[Objection]:
    if match.option("orders_table") == "skip_phase":
        yield Objection("no-orders", "DZ-G01", "the house rules skip the Orders phase")
    if side is not None and match.has(side, markers.ORDERED):
        yield Objection("ordered", "DZ-ORD-01", "this side has already rolled its order dice")
    skipped = match.phase == "move" and not do_order_dice_have_effects(match)  # DZ-G01
    if match.phase != "orders" and not skipped:
        yield Objection("not-orders", "DZ-ORD-01", "order dice are rolled only in the Orders phase")
    elif match.clock.side not in {None, side} and not skipped:
        text = "the side that acts first must roll its order dice first"
        yield Objection("orders-half", "DZ-ORD-01", text)
    earned = () if side is None else list_units_earning_order_dice(match, side)
    for unit in params.units:
        if side is not None and match.side_of(unit) != side:
            text = f"{match.tag(unit)} does not belong to this side"
            yield Objection("not-own", "DZ-ORD-02", text)
        elif unit not in earned:
            text = f"{match.tag(unit)} is panicked and gets no order die"
            yield Objection("no-die", "DZ-G02", text)
    if len(set(params.units)) < len(params.units):
        yield Objection("two-dice", "DZ-G02", "a unit gets at most one order die")


def list_order_dice_candidates(match: Match) -> Iterable[tuple[SideId | None, OrderDiceRoll]]:
    side = match.clock.side
    if match.phase == "orders" and side is not None and list_units_earning_order_dice(match, side):
        yield side, OrderDiceRoll()


def swap_order_dice(match: Match, _: SideId | None, params: OrderDiceSwap) -> None:
    """Swap the dice of two units, as the owner chooses (DZ-ORD-02)."""
    had = {unit: match.mark(unit, markers.ORDER) for unit in (params.a, params.b)}
    for unit, die in ((params.a, had[params.b]), (params.b, had[params.a])):
        if die is not None:
            assign_order_dice(match, {unit: int(die)})
        elif had[unit] is not None:
            match.record(markers.ORDER.cleared(unit))


def list_swap_objections(
    match: Match, side: SideId | None, params: OrderDiceSwap
) -> Iterable[Objection]:
    owners = {match.side_of(params.a), match.side_of(params.b)}
    if len(owners) > 1 or (side is not None and side not in owners):
        yield Objection("not-own", "DZ-ORD-02", "a side can swap only its own order dice")
    if match.phase not in {"orders", "move"} or any(
        match.has(unit, markers.MOVED) for owner in owners for unit in match.units(owner)
    ):
        yield Objection(
            "acted", "DZ-ORD-02", "order dice cannot be swapped after the side's first move"
        )
    elif match.option("orders_sequence") == "a_then_b":
        first, second = match.clock.order or match.sides
        if first in owners and any(match.has(unit, markers.ORDER) for unit in match.units(second)):
            text = "the side that acts first must assign its order dice first"
            yield Objection("given-out", "DZ-G03", text)


def list_swap_candidates(match: Match) -> Iterable[tuple[SideId | None, OrderDiceSwap]]:
    for side in match.sides if match.phase in {"orders", "move"} else ():
        units = markers.ORDER.list_carriers(match, match.units(side))
        yield from ((side, OrderDiceSwap(*pair)) for pair in combinations(units, 2))


def find_side_rolling_order_dice(match: Match, values: Mapping[str, Any]) -> SideId | None:
    named = values.get("units")
    return find_side_of_units(match, named, "orders") if named else match.clock.side


ORDERS = Action(
    id="orders",
    word="rolled orders",
    ahead="to roll orders",
    params=OrderDiceRoll,
    stage=roll_order_dice,
    sided=True,
    objections=list_order_dice_objections,
    candidates=list_order_dice_candidates,
    form=WordForm(
        "orders",
        (make_units_argument("units"),),
        of=find_side_rolling_order_dice,
        acts=("units",),
        asks=make_fixed_questions(DICE.id),
    ),
)
REASSIGN = Action(
    id="reassign",
    word="swapped order dice",
    ahead="to swap order dice",
    params=OrderDiceSwap,
    stage=swap_order_dice,
    either_side=True,
    phases=("orders", "move"),
    objections=list_swap_objections,
    candidates=list_swap_candidates,
    form=WordForm(
        "swap",
        (make_unit_argument("a"), make_unit_argument("b")),
        "name the two units whose order dice to swap, as in `swap r1 r2`",
        least=2,
        of=lambda match, values: match.side_of(values["a"]),
        at=("a", "b"),
    ),
)
