"""Order benefits (DZ-T17, DZ-G01). The printed rules name the table but do not contain it, so
players can supply its six rows. In a house-rule file, a row has this form, in which only ``text``
is required:

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

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec
from msgspec import Struct

from tracker.procedures.declared.house_tables import HouseTable
from tracker.procedures.match_view import Match
from tracker.procedures.ruleset import HouseTables


class OrderBenefit(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The benefit of one number on an order die until the turn ends (DZ-ORD-03)."""

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
"""The six rows of the orders table, which players enter under a house rule."""

STARTER: Final[dict[int, OrderBenefit]] = {
    1: NOTHING,
    2: OrderBenefit(text='+2" move', move=2),
    3: OrderBenefit(text="+1 to hit when shooting", hit_shooting=1),
    4: OrderBenefit(text="+1 to saves", save=1),
    5: OrderBenefit(text="+1 to hit in melee", hit_melee=1),
    6: OrderBenefit(text="no panic checks this turn", steady=True),
}


def find_order_benefit_for_die(match: Match, die: int) -> OrderBenefit:
    """Return the benefit of a number on an order die, from the table that the match uses."""
    kind = match.option("orders_table")
    if kind == "starter":
        return STARTER[die]
    if kind == "custom":
        row = match.table(TABLE).get(str(die))
        return NOTHING if row is None else msgspec.convert(row, OrderBenefit)
    return NOTHING


def list_house_table_errors(house_tables: HouseTables) -> tuple[str, ...]:
    found = [f"there is no house table called {name!r}" for name in house_tables if name != TABLE]
    for number, row in house_tables.get(TABLE, {}).items():
        if number not in OWN.rows:
            found.append(f"order {number}: the numbers on an order die are 1 to 6")
        elif not isinstance(row, dict):
            found.append(f"order {number}: write [tables.{TABLE}.{number}] and what the die gives")
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
