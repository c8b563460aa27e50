"""What the sheet of a force says of odd figures, their arms and vehicles, worked out by hand."""

from __future__ import annotations

from tests.xenocide.table import R1, ROCKET, Table, trooper
from tracker.procedures.declared.player_actions import encode_params
from tracker.procedures.declared.rosters_and_mustering import RosterFigure, RosterUnit
from tracker.rulesets.xenocide.attacks import weapon_selection
from tracker.rulesets.xenocide.data import unit_profiles
from tracker.rulesets.xenocide.data.profile_types import (
    Gun,
    MeleeWeapon,
    Profile,
    Vehicle,
    WeaponMount,
)
from tracker.rulesets.xenocide.data.rule_tables import LOS
from tracker.rulesets.xenocide.table import unit_damage_and_fired_guns

STUB = Gun("stub", 0, power=-1, area=1, normal=6, notes=("quiet",))
SWEEPER = Gun("sweeper", 2, rate=3, normal=10)
CHIEF = Profile(
    cost=30,
    movement=5,
    wounds=2,
    armour=3,
    aspect=1,
    missile=4,
    melee=5,
    strength=3,
    morale=6,
    commander=True,
    packs=("grav",),
    notes=("scout",),
    guns=(STUB, SWEEPER),
    blades=(MeleeWeapon("maul", 3, bonus=2), MeleeWeapon("ram", 4)),
)


def sheet(profile: Profile, n: int = 1) -> list[str]:
    unit = RosterUnit("Odd", (RosterFigure("it"),) * n)
    return list(unit_profiles.describe_roster_unit(unit, {"it": encode_params(profile)}))


def test_a_figure_with_all_it_can_have() -> None:
    """Morale 6: 5 attacks, one more behind light cover, two behind heavy. A maul of 3 at capacity
    2 takes both hands and strikes last with 3 + 2; nobody lifts a ram of 4.
    """
    assert sheet(CHIEF) == [
        "attacks for one suppression marker: 5 in the open, 6 in light cover, 7 in heavy cover",
        '1 it: 30 VP, move 5", wounds 2, armour 3, aspect 1, missile 4, melee 5, strength 3,'
        " morale 6, capacity 2, commander, grav, scout",
        "  saves on, by Power: 3 (0), 2 (1), 1 (2), no (3), no (4), no (5)",
        '  stub: S -2, 1 die, Weak 1, d3, 6", quiet',
        '  sweeper: S 0, 3 dice, Power 0, 10"',
        "  maul: Power 5, strikes last",
    ]


def test_ten_wounds_make_a_unit_harder_to_suppress() -> None:
    assert sheet(CHIEF, 4)[0].startswith("attacks for one suppression marker: 5 in the open")
    assert sheet(CHIEF, 5)[0].startswith("attacks for one suppression marker: 6 in the open")


def test_a_vehicle_with_all_it_can_have() -> None:
    laser = Gun("laser", 3, power=5, saves=2, normal=36, long=LOS)
    buggy = Vehicle(14, "wheeled", 3, passengers=5, open=True, mounts=(WeaponMount(laser, 4, 2),))
    profile = Profile(cost=120, armour=6, aspect=2, strength=5, vehicle=buggy, notes=("slow",))
    assert sheet(profile) == [
        '1 it: 120 VP, base 14" wheeled, armour 6, aspect 2, strength 5, disabled by 3 damage,'
        " destroyed by 6, 5 passengers, open, slow",
        "  saves on, by Power: 6 (0), 5 (1), 4 (2), 3 (3), 2 (4), 1 (5)",
        '  laser, accuracy 2, front: S -1, 1 die, Power 5, X2, 36"/LOS',
    ]


def test_a_gun_of_two_d3() -> None:
    (told,) = (line for line in sheet(trooper(ROCKET)) if "rocket" in line)
    assert told == '  rocket: S +1, 1 die, Power 3, 2d3, 24"/48"'


def test_with_what_a_unit_has_fired_stands_beside_its_name() -> None:
    play = Table({"r1": {"rifle": 2, "light-rocket": 1}}, {"b1": {"rifle": 1}})
    assert unit_damage_and_fired_guns.build_unit_notes(play.match, R1).more == ()
    play.fix(weapon_selection.make_guns_fired_fact(play.match, R1, {"rifle": 2, "light rocket": 1}))
    assert unit_damage_and_fired_guns.build_unit_notes(play.match, R1).more == (
        "fired 1 light rocket, 2 rifle",
    )
