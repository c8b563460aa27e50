"""The printed tables, cell by cell as the register has them, and in which phase they are shown."""

from __future__ import annotations

import pytest

from tests.xenocide.table import Table
from tracker.procedures.declared.printed_tables import PrintedTable
from tracker.rulesets.xenocide import RULESET

ORDERS = """
orders (XF-T2): order | shoots | moves | snaps | opportunity fire
Standard | fires | 0 to 1× | no | no
Opportunity Fire | no | 0 to 1× | yes | S 0 or less if moved
Run | no | 1× to 2× | no | S −1 or less
"""
SPEEDS = """
speed of vehicles (XF-T14): speed | goes | fires | on and off | between turns
0 | 0 to 1× base | S 0, unmoved +1 | anywhere | 2"
1 | 1 to 2× base | S −1 or less | at the end | 4"
2 | 2 to 3× base | nothing | nobody | 6"
"""
CHANGES = """
speed from turn to turn (XF-T15): change | allowed
+1, 0, −1 | freely
−2 | hard braking
any other | no
flyer below 1 | it crashes
"""
TO_HIT = """
to hit, added to Missile skill (XF-T8): for | the number
Aspect | the target's
point blank | +1 with S −1 or less
on the run | −2
long range | −2
light cover | −1
heavy cover, fortified cover | −2
darkness, smoke | −1
suppression | −1 a marker
from within the melee | as its S says
snap shot | −1
in the air | −1 more
damage | −1 a marker
"""
THRESHOLD = """
attacks for one marker (XF-T6): Morale | attacks
4 | 3
5 | 4
6 | 5
7 | 6
8 | 7
"""
ADDED = """
more attacks for one marker (XF-T7): for | attacks
light cover | +1
heavy cover | +2
10 wounds or more | +1
Brave | +1
"""
SIZES = """
size less capacity (XF-T3): S | hands | moves after | on Run | near | in melee
−2 or less | 1 | yes | yes | +1 | +1
−1 | 2 | yes | yes | +1 | 0
0 | 2 | yes | no | 0 | −1
+1 | 2 | no | no | 0 | no
+2 or more | 4 | no | no | 0 | no
"""
D3 = """
a d3 (XF-T1): die | d3
1–3 | 1
4–7 | 2
8–10 | 3
"""
DAMAGE = """
damage of vehicles (XF-T16): markers | the vehicle
each | base −2", accuracy −1
threshold | is disabled
twice that | is destroyed
"""
MOVES = """
moves (XF-T11): move | how far
Standard, Opportunity Fire | up to 1×
Run | 1× to 2×
flying | up to 3×
taking off, landing | up to 1×
teleport in view | up to 4×
teleport unseen | up to 12"
grav leap | 6" high, 9" wide
"""
GROUND = """
ground (XF-T12): ground | extra cost
rough | 1" for 2" crossed
very rough | 1" for 1" crossed
"""
SLOWED = """
each suppression marker (XF-T13): move | costs
towards an enemy | 1"
towards one, on Run | 2"
away, unseen | nothing
"""
RAMS = """
ramming (XF-T17): contact | power on the target | on the rammer
side, rear | Strength + speed | half, rounded up
head on | Strength + both speeds | the same
structure | – | half, and it stops
"""
SLIDES = """
where it slides (XF-T18): d3 | direction
1 | 45° left
2 | straight
3 | 45° right
"""
BLOWS = """
to hit in melee, added to Melee skill (XF-T10): for | the number
broken enemy | +1
broken | −1
melee defence | −1 a point
obstacle between | −1
poor visibility | −1
at passengers | −1
"""
BLADES = """
melee weapons (XF-T4): size less capacity | hands | strikes
−1 or less | 1 | with all
0 | 2 | with all
+1 | 2 | last
+2 or more | – | not at all
"""
POWER = """
power of a blow, without its weapon (XF-T5): hands | power
one | Strength −1
two | Strength
"""
RECOVERY = """
dice of recovery (XF-T19): situation | dice
an enemy in view | 1
no enemy in view | 2
a commander within 6" | +1
"""
SHOWN = {
    "setup": [],
    "orders": [ORDERS, SPEEDS, CHANGES],
    "shooting": [TO_HIT, THRESHOLD, ADDED, SIZES, D3, DAMAGE],
    "initiative": [],
    "movement": [MOVES, GROUND, SLOWED, TO_HIT, SPEEDS, RAMS, SLIDES],
    "opportunity": [TO_HIT, THRESHOLD, ADDED, SIZES, D3, DAMAGE],
    "melee": [BLOWS, BLADES, POWER, THRESHOLD, ADDED, DAMAGE],
    "recovery": [RECOVERY],
}


def written(grid: PrintedTable) -> str:
    head, *rows = (" | ".join(row) for row in (grid.head, *grid.rows))
    return "\n".join((f"\n{grid.title} ({grid.rule}): {head}", *rows, ""))


@pytest.mark.rule(*(f"XF-T{n}" for n in range(1, 20) if n != 9))
@pytest.mark.parametrize("phase", [phase.id for phase in RULESET.phases])
def test_every_phase_shows_its_printed_tables(phase: str) -> None:
    play = Table({"r1": {"rifle": 1}}, {"b1": {"rifle": 1}})
    assert [written(grid) for grid in RULESET.grids(play.match, phase)] == SHOWN[phase]


@pytest.mark.rule("XF-T14", "XF-G68", "XF-G70")
def test_the_table_of_speeds_follows_the_house_rules() -> None:
    def read_speeds(**options: str | bool) -> list[tuple[str, str]]:
        play = Table({"r1": {"rifle": 1}}, {"b1": {"rifle": 1}}, options=options)
        speeds = RULESET.grids(play.match, "orders")[1]
        return [(fires, gets_off) for _, _, fires, gets_off, _ in speeds.rows[:2]]

    assert read_speeds(unload_at_one="none", stationary_heavy_mount=False) == [
        ("S 0 or less", "anywhere"),
        ("S −1 or less", "nobody"),
    ]
    assert read_speeds(unload_at_one="anywhere")[1] == ("S −1 or less", "anywhere")
