"""The printed tables, cell by cell as the register has them, and in which phase they are shown."""

from __future__ import annotations

import pytest

from tests.deathzap2.turns import Turns
from tracker.procedures.declared.printed_tables import PrintedTable
from tracker.rulesets.deathzap2 import RULESET
from tracker.vocabulary.events import Scalar

MOVES = """
move (DZ-T2): figure, 2 by 2 feet, larger board
infantry, 4", 8"
heavy infantry, 4", 8"
beast, 6", 12"
light vehicle, 6", 12"
big beast, 6", 12"
vehicle, 4", 8"
monster, 4", 8"
"""
GUNS = """
guns (DZ-T3): gun, shots, range
rifle, 1, 24"
repeater, 2, 12"
medium repeater, 3, 24"
heavy repeater, 6, 36"
destroyer, 1, 36"
"""
TO_HIT = """
to hit (DZ-T4): shooter, open, soft, hard
Basic, 4+, 5+, 6
Regular, 3+, 4+, 5+
Elite, 2+, 3+, 4+
panicked, 6, 6, 6
"""
THROUGH = """
through (DZ-T5): weapon, light, medium, heavy
Basic, 4+, 5+, 6
Upgraded, 3+, 4+, 5+
Advanced, 2+, 3+, 4+
"""
SAVES = """
save (DZ-T6): quality, infantry/beast, light vehicle/big beast, vehicle/monster
Basic, 6, 5+, 4+
Regular, 5+, 4+, 3+
Elite, 4+, 3+, 2+
"""
BLOWS = """
attacks of a figure (DZ-T7): weapon, attacks
basic, 1
jaws, 2
big jaws, 4
monstrous jaws, 8
"""
FIRST_OBJECTIVE = """
first objective (DZ-T10): die, objective, points
1–2, Assassinate, 3
3–4, Hard Hitters, 3
5–6, Push, 3
"""
SECOND_OBJECTIVE = """
second objective (DZ-T11): die, objective, points
1–2, Hold, 1 for each board quarter
3–4, Extermination, 1 for 5 casualties/1 for a vehicle or monster
5–6, Intel, 1 for each counter
"""
MELEE = """
to hit in melee (DZ-T8): who / whom, Basic, Regular, Elite
Basic, 4+, 5+, 6
Regular, 3+, 4+, 5+
Elite, 2+, 3+, 4+
panicked, 6, 6, 6
"""
DAMAGE = """
damage/a die for each failed save (DZ-T9): die, vehicle, monster
1–2, half speed, half speed
3, loses a gun, loses a gun
4–5, stopped, enraged: attacks
6, explodes/D6", destroyed
"""
MORALE = """
morale/panicked before this turn (DZ-T16): die, unit, lone figure
1, flees 2", flees 2"
2, flees 4", flees 4"
3, flees 6", flees 6"
4–6, rallies, stays/does not move
"""
FAR_MORALE = MORALE.replace('6"', '12"').replace('4"', '8"').replace(' 2"', ' 4"')
ORDERS = """
orders (DZ-T17): die, this turn
1, nothing
2, +2" move
3, +1 to hit when shooting
4, +1 to saves
5, +1 to hit in melee
6, no panic checks this turn
"""


def written(grid: PrintedTable) -> str:
    """As above: a comma between cells, a stroke for one within a cell."""
    cells = [[cell.replace(", ", "/") for cell in row] for row in (grid.head, *grid.rows)]
    head, *rows = (", ".join(row) for row in cells)
    title = grid.title.replace(", ", "/")
    return "\n".join((f"\n{title} ({grid.rule}): {head}", *rows, ""))


def shown(phase: str, **options: Scalar) -> list[str]:
    match = Turns(options, r1="2 trooper", b1="2 trooper").match
    return [written(grid) for grid in RULESET.grids(match, phase)]


@pytest.mark.rule(*(f"DZ-T{n}" for n in (*range(2, 12), 16)), "DZ-SHOOT-06", "DZ-G37")
def test_every_phase_shows_its_printed_tables() -> None:
    assert shown("move") == [MOVES]
    assert shown("shoot") == [TO_HIT, THROUGH, SAVES, DAMAGE, GUNS]
    assert shown("melee") == [MELEE, THROUGH, SAVES, DAMAGE, BLOWS]
    assert shown("morale") == [MORALE]
    assert shown("setup") == [FIRST_OBJECTIVE, SECOND_OBJECTIVE]
    assert shown("orders") == shown("impetus") == shown("setup", game="basic") == []


@pytest.mark.rule("DZ-T16", "DZ-SETUP-01")
def test_flight_is_twice_as_far_on_a_larger_board() -> None:
    assert shown("morale", board="large") == [FAR_MORALE]


@pytest.mark.rule("DZ-T2", "DZ-G07")
def test_the_table_of_moves_knows_slower_heavy_infantry() -> None:
    slower = MOVES.replace('heavy infantry, 4", 8"', 'heavy infantry, 3", 6"')
    assert shown("move", heavy_infantry_move=3) == [slower] != [MOVES]


@pytest.mark.rule("DZ-T17", "DZ-G01")
def test_orders_are_shown_where_dice_do_something() -> None:
    assert shown("orders", orders_table="starter") == [ORDERS]
    assert shown("move", orders_table="starter") == [MOVES, ORDERS]
    blank = ORDERS.splitlines()[:2] + [f"{die}, nothing" for die in range(1, 7)]
    assert shown("orders", orders_table="custom") == ["\n".join((*blank, ""))]


def test_tables_of_whom_a_six_is_needed_say_so_of_the_whole_row() -> None:
    """DZ-SHOOT-06 and DZ-G37 name the row of the panicked, whatever the column."""
    match = Turns(r1="2 trooper", b1="2 trooper").match
    whole = {
        grid.rule: grid.whole
        for phase in ("shoot", "melee")
        for grid in RULESET.grids(match, phase)
    }
    assert {rule: ids for rule, ids in whole.items() if ids} == {
        "DZ-T4": ("DZ-SHOOT-06",),
        "DZ-T8": ("DZ-G37",),
    }
