"""The printed tables that are no reckoning, row by row as the register has them, and in which phase
each is shown.
"""

from __future__ import annotations

import pytest

from tests.trial_assault.table import Table
from tracker.procedures.declared.printed_tables import PrintedTable
from tracker.rulesets.trial_assault import RULESET

PERMISSION = """
who may charge (TA-T8): the unit | charges | bonus
did not fire | anybody in reach | yes
fired | its target first | no
fired, always stationary | its target first | yes
stood to fire heavy weapons | nobody | –
stood to fire twice | nobody | –
is locked, falls back | nobody | –
"""
TESTS = """
tests of Leadership (TA-T12): when | penalties | if failed
lost a combat | half, outnumbered | falls back
friends wiped out | half | falls back
charged, falling back | – | destroyed
regroup | – | keeps falling back
a quarter lost to fire | half | falls back
psychic test | – | nothing
"""
DICE = """
dice of moves (TA-T7): move | most | fast | heavy
falls back | 2D6 | 3D6 | 2D6
sweeps | 2D6 | 3D6 | may not
in difficult terrain | half | half | half
"""
DISTANCES = """
distances (TA-T6): for | inches
charge, lone character | 6
fast units | by their own rules
coherency, support | 2
enemies not charged | 1
pile in | 6
consolidate | 3
friends of a wipe-out | 6
enemies barring a regroup | 6
"""
CHARGE = """
a charge in difficult terrain (TA-T7): unit | how far
most | the higher of 2D6
charges over 6" | the same
"""
GRENADES = """
charging into cover (TA-T10): grenades | defender | charger
none | 10 | Initiative
frag | 10 | 10
plasma | Initiative | Initiative
"""
STEPS = """
when a model strikes: the first that fits (TA-T5): model | step
fist | 1
charged in cover, no plasma | 10
frag, charging into cover | 10
any other | Initiative
"""
ATTACKS = """
attacks of a model (TA-T4): for | attacks
in contact | A
two weapons | +1
charged, did not fire | +1
charged, always stationary | +1
supporting | 1 in all
any other | none
"""
WEAPONS = """
special weapons (TA-T3): weapon | step | Strength | wounds | armour
normal | own | own | S against T | yes
fist | 1 | double + bonus | S against T | no
claw | own | own | re-rolled once | no
power | own | own + bonus | or a fixed number | no
poisoned | own | – | 4+, lethal 2+ | yes
heavy | own | own | S against T | 4+ at best
rending | own | own | 6 to hit wounds | not on a 6
force | own | own | S against T | no
monster | own | own | S against T | no
supporting | own | own | S against T | yes
"""
MOST = """
values of the unit struck (TA-T9): value | counts | if equal
Weapon Skill | most of the unit | the lowest
Toughness | most of the unit | the owner chooses
armour | most in reach first | the owner chooses
"""
LEADERSHIP = """
Leadership after a lost combat (TA-T11): for | Leadership
below half strength | −1
outnumbered | −1
outnumbered 2:1 | −2
outnumbered 3:1 | −3
outnumbered 4:1 | −4 at most
"""
VEHICLES = """
striking at vehicles (TA-T13): vehicle | result
stood, immobilised | hit without a roll
moved up to 6" | hit on 4+
moved more, skimmer that moved | hit on 6+
walker | WS against WS
total under armour | nothing
total equals armour | glances
total over armour | penetrates
"""
PENETRATION = """
penetration of a hit (TA-T13): strikes with | dice
most weapons | D6 + S
rending | D6 + S, a 6 adds D6
monster | 2D6 + S
poisoned | none
"""
SHOWN = {
    "setup": [],
    "movement": [PERMISSION, TESTS, DICE, DISTANCES],
    "shooting": [PERMISSION, TESTS, DICE, DISTANCES],
    "charge": [PERMISSION, CHARGE, GRENADES, STEPS, DISTANCES],
    "fight": [
        *(ATTACKS, STEPS, WEAPONS, MOST, LEADERSHIP, TESTS, DICE, VEHICLES, PENETRATION),
    ],
    "pile": [DISTANCES],
}


def written(grid: PrintedTable) -> str:
    head, *rows = (" | ".join(row) for row in (grid.head, *grid.rows))
    return "\n".join((f"\n{grid.title} ({grid.rule}): {head}", *rows, ""))


@pytest.mark.rule(*(f"TA-T{n}" for n in range(3, 14)))
@pytest.mark.parametrize("phase", [phase.id for phase in RULESET.phases])
def test_every_phase_shows_its_printed_tables(phase: str) -> None:
    play = Table({"r1": {"trooper": 1}}, {"b1": {"trooper": 1}})
    found = RULESET.grids(play.match, phase)
    printed = [written(grid) for grid in found if grid.rule not in ("TA-T1", "TA-T2")]
    assert printed == SHOWN[phase]


@pytest.mark.rule("TA-T1", "TA-T2", "TA-G04")
def test_what_stands_beside_the_numbers() -> None:
    play = Table({"r1": {"trooper": 1}}, {"b1": {"trooper": 1}})
    found = RULESET.grids(play.match, "fight")
    hit, wound = (one for one in found if one.rule in ("TA-T1", "TA-T2"))
    values = range(1, 11)
    assert (hit.title, hit.head) == ("to hit", ("", *(f"v {n}" for n in values)))
    assert [row[0] for row in hit.rows] == [f"WS {n}" for n in values]
    assert (wound.title, wound.head) == ("to wound", ("", *(f"T {n}" for n in values)))
    assert [row[0] for row in wound.rows] == [f"S {n}" for n in values]
    assert {one.rule: one.also for one in found if one.also} == {"TA-T11": ("TA-G04",)}
