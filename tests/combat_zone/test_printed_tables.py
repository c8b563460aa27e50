"""The printed tables, cell by cell as the register has them, and in which phase they are shown."""

from __future__ import annotations

import pytest

from tests.combat_zone.table import Zone
from tracker.procedures.declared.printed_tables import PrintedTable
from tracker.rulesets.combat_zone import RULESET

REACTIONS = """
reaction test; 2D6 (CZ-T7): total, the figure
8 or more, is steady again
5 to 7, panics
4 or less, routs
"""
TEST = """
added to the test (CZ-T8): for, 2D6
green figure, −1
average figure, 0
veteran figure, +1
elite figure, +2
last of its group, −2
under half alive, −1
already routing, −1
in close combat, −1
touches a leader, +1
Sub-leader, +1
Leader, +2
"""
INITIATIVE = """
initiative (CZ-T9): for each, adds
group in coherency, D6
group out of coherency, D4
steady Hero, D8
steady Leader, +2
steady Sub-leader, +1
"""
TO_HIT = """
added to hit (CZ-T11): for, each die
green, −1
average, 0
veteran, +1
elite, +2
point blank, +2
short, +1
long, 0
target down, −1
panic, −1
aimed, +2
"""
FACES = """
face needed (CZ-T12): added in all, face
0 or less, 6
+1, 5+
+2, 4+
+3, 3+
+4 or more, 2+
"""
# CZ-T15 and CZ-T20: by how much the score is below the toughness.
WOUNDS = """
wound (CZ-T15): against toughness, shot, close combat
reached, casualty, casualty
1 or 2 below, panic, rout
3 below, panic, panic
4 below, nothing, panic
"""
COVER = """
cover (CZ-SHOOT-13): cover, wound
soft cover, −1
medium cover, −2
hard cover, −3
extra hard cover, −4
"""
ARMOUR = """
armour (CZ-FORCE-06): armour, wound
primitive, −1
ablative, −1
flak jacket, −2
combat suit, −3
"""
COSTS = """
action points (CZ-T4): for, small arm, heavy weapon
a step of 5 cm, 1, 1
a step in difficult terrain, 2, 2
one shot, 1, 2
a burst, 2, 3
an aimed shot, 5, 5
opportunity fire, 5, 5
starting close combat, 1, 1
an obstacle, 3, 3
door; item; dropping down, 1, 1
"""
GUNS = """
guns; cm (CZ-T16): gun, shots, wound, point, short, long
light pistol, 2, 2D4, 3, 12, 40
medium pistol, 2, 2D6, 3, 15, 50
heavy pistol, 2, 2D8, 3, 15, 50
auto pistol, 3, 2D6, 3, 20, 60
integrated grenade launcher, 1, 3D8, 3, 10, 20
machine pistol, 4, 2D6, 3, 20, 70
shotgun, 1, 3D6, 3, 10, 20
auto shotgun, 2, 3D8, 3, 10, 20
assault rifle, 3, 3D6, 3, 25, 80
autocannon, 3, 3D8, 5, 25, 125
machine gun, 5, 3D6, 5, 25, 100
recoilless rifle, 1, 4D8, 5, 30, 150
"""
ATTACK = """
close combat (CZ-T17): figure, attack, wound
basic, 2D6, 2D6
gang leader, 2D8, 2D8
hero, 2D8 + 1D6, 2D8
starts the combat, +D6,\x20
each opponent after the first, +D6,\x20
"""
BLOWS = """
hand weapons (CZ-T18): weapon, attack, wound
dagger, +D4, +1
club, +D4, +1
light pistol, +D4, +1
medium pistol, +D4, +1
heavy pistol, +D4, +1
auto pistol, +D4, +1
machine pistol, +D4, +1
sword, +D6, +2
axe, +D6, +3
panic, −2,\x20
"""
DAMAGE = """
damage to a machine (CZ-T21): over toughness, level
0 to 3, minor
4 or 5, major
6 or more, critical
"""
SHOWN = {
    "setup": [],
    "compulsory": [REACTIONS, TEST],
    "reaction": [REACTIONS, TEST],
    "initiative": [INITIATIVE],
    "actions": [
        *(TO_HIT, FACES, WOUNDS, COVER, ARMOUR, COSTS, GUNS, ATTACK, BLOWS, DAMAGE),
    ],
}


def written(grid: PrintedTable) -> str:
    """As above: a comma between cells, a semicolon for one within a cell."""
    cells = [[cell.replace(",", ";") for cell in row] for row in (grid.head, *grid.rows)]
    head, *rows = (", ".join(row) for row in cells)
    return "\n".join((f"\n{grid.title.replace(',', ';')} ({grid.rule}): {head}", *rows, ""))


@pytest.mark.rule(*(f"CZ-T{n}" for n in (4, 5, 7, 8, 9, 11, 12, 13, 15, 16, 17, 18, 19, 20, 21)))
@pytest.mark.parametrize("phase", [phase.id for phase in RULESET.phases])
def test_every_phase_shows_its_printed_tables(phase: str) -> None:
    grids = RULESET.grids(Zone().match, phase)
    assert [written(grid) for grid in grids] == SHOWN[phase]
