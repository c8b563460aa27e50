"""Rosters: what they say, what is listed as wrong and on which line, what the rules advise."""

from __future__ import annotations

import pytest
from msgspec import convert

from tracker.procedures.declared.rosters_and_mustering import Roster
from tracker.rulesets.xenocide.data import rule_tables
from tracker.rulesets.xenocide.data.profile_types import (
    Gun,
    MeleeWeapon,
    Profile,
    Vehicle,
    WeaponMount,
)
from tracker.rulesets.xenocide.data.rule_tables import LOS, MeleeWeaponTableRow
from tracker.rulesets.xenocide.forces.roster_reader import FORCES, ROSTERS
from tracker.rulesets.xenocide.phases.order_counters import OrderCounter
from tracker.vocabulary.events import Scalar
from tracker.vocabulary.subject_ids import make_unit_id

HEAD = """\
name = "Test"
[guns.pistol]
normal = 6
[guns.rifle]
power = 1
normal = 18
long = 36
[guns."light machine gun"]
rate = 4
power = 1
normal = 24
[guns.mortar]
area = 2
normal = 48
long = "los"
[guns.carbine]
normal = 12
[guns.grenade]
size = 0
area = 1
thrown = true
[guns.needler]
size = 1
weak = 2
normal = 12
[blades.axe]
bonus = 1
[blades.bayonet]
[blades."great sword"]
bonus = 2
[blades.knife]
size = 1
"""
TROOPER = "movement = 4\narmour = 4\nmelee = 3\nstrength = 1\nmorale = 5\n"
CARRIER = """\
base = 12
propulsion = "tracked"
armour = 11
threshold = 4
strength = 8
passengers = 8
"""
SQUAD = '[[squads]]\nname = "One"\nfigures = { it = 3 }\n'
MULE = '[[vehicles]]\nname = "Mule"\nprofile = "carrier"\n'


def read(profile: str, units: str = SQUAD, more: str = "", **options: Scalar) -> Roster:
    return ROSTERS.read(f"{HEAD}[profiles.it]\n{TROOPER}{profile}\n{more}{units}", options or None)


def carrier(more: str = "", passengers: str = "") -> str:
    return f"[profiles.carrier]\n{CARRIER}{more}\n{passengers}"


def it(roster: Roster, name: str = "it") -> Profile:
    assert [problem for problem in roster.problems if problem.serious] == []
    return convert(roster.profiles[name], Profile)


def advised(roster: Roster) -> list[tuple[str, str]]:
    assert not any(problem.serious for problem in roster.problems)
    return [(problem.rule, problem.text) for problem in roster.problems]


def refused(text: str) -> list[tuple[int, str]]:
    roster = ROSTERS.read(text)
    assert not roster.usable
    return [(problem.line, problem.text) for problem in roster.problems if problem.serious]


# ----------------------------------------------------------------------------------- what they say


@pytest.mark.rule("XF-FORCE-02", "XF-FORCE-06", "XF-T21")
def test_a_figure_as_written_and_as_a_normal_human_where_nothing_is() -> None:
    assert it(read("")) == Profile(
        movement=4, armour=4, melee=3, strength=1, morale=5, missile=3, wounds=1, aspect=0
    )
    found = it(
        read('cost = 45\nwounds = 3\nmissile = 2\ndefence = 1\nattacks = 2\npacks = ["grav"]\n')
    )
    assert (found.cost, found.wounds, found.missile) == (45, 3, 2)
    assert (found.defence, found.attacks, found.packs) == (1, 2, ("grav",))


@pytest.mark.rule(
    "XF-WPN-01", "XF-WPN-02", "XF-WPN-03", "XF-WPN-04", "XF-WPN-06", "XF-WPN-07", "XF-G89"
)
def test_weapons_by_the_names_people_say() -> None:
    found = it(read('guns = ["Light Machine Gun", "mortar", "needler", "grenade"]\n'))
    assert found.guns == (
        Gun("light machine gun", 3, rate=4, power=1, normal=24),
        Gun("mortar", 4, area=2, normal=48, long=LOS),
        Gun("needler", 1, power=-2, normal=12),
        Gun("grenade", 0, area=1, normal=12, thrown=True),
    )


@pytest.mark.rule("XF-FORCE-12", "XF-FORCE-13")
def test_abilities() -> None:
    text = 'brave = true\ncommander = true\nnotes = ["camouflage"]\nblades = ["axe"]\n'
    found = it(read(text))
    assert (found.brave, found.commander, found.notes) == (True, True, ("camouflage",))
    assert found.blades == (MeleeWeapon("axe", 1, bonus=1),)


@pytest.mark.rule("XF-FORCE-14", "XF-FORCE-15", "XF-VEH-21", "XF-G65")
def test_a_vehicle_as_written() -> None:
    mount = '{ gun = "light machine gun", capacity = 4, accuracy = 4, arc = "all round" }'
    more = f"mounts = [{mount}]\nrollers = {{ dodge = 1, power = 2 }}\nopen = true\naspect = 2\n"
    roster = read("", SQUAD + MULE, carrier(more))
    assert it(roster, "carrier") == Profile(
        armour=11,
        aspect=2,
        strength=8,
        attacks=0,
        vehicle=Vehicle(
            base=12,
            propulsion="tracked",
            threshold=4,
            passengers=8,
            open=True,
            mounts=(WeaponMount(it_gun(), capacity=4, accuracy=4, arc="all round"),),
            dodge=1,
            power=2,
        ),
    )


def it_gun() -> Gun:
    return Gun("light machine gun", 3, rate=4, power=1, normal=24)


@pytest.mark.rule("XF-G88", "XF-VEH-32")
def test_any_word_will_do_for_what_propels_a_vehicle() -> None:
    text = carrier().replace('"tracked"', '"Ice sledge"')
    vehicle = it(read("", SQUAD + MULE, text), "carrier").vehicle
    assert vehicle is not None
    assert vehicle.propulsion == "ice sledge"


@pytest.mark.rule("XF-FORCE-17", "XF-VEH-31")
def test_a_great_creature_is_a_vehicle_that_strikes() -> None:
    roster = read("", SQUAD + MULE, carrier('melee = 4\nattacks = 3\nblades = ["axe"]\n'))
    found = it(roster, "carrier")
    assert (found.melee, found.attacks, found.blades) == (4, 3, (MeleeWeapon("axe", 1, bonus=1),))
    assert found.vehicle is not None


def test_vehicles_without_a_name_are_numbered() -> None:
    unnamed = MULE.replace('name = "Mule"\n', "")
    roster = read("", SQUAD + MULE + unnamed, carrier())
    assert [unit.name for unit in roster.units] == ["One", "Mule", "Vehicle 2"]


@pytest.mark.rule("XF-ORD-02")
def test_a_force_that_runs_by_default() -> None:
    assert it(read("")).order == "standard"
    text = f'default_order = "Run"\n{HEAD}[profiles.it]\n{TROOPER}{SQUAD}'
    assert it(ROSTERS.read(text)).order == "run"


@pytest.mark.rule("XF-SETUP-02")
def test_who_starts_aboard_is_known_of_the_vehicle() -> None:
    inside = SQUAD + 'aboard = "Mule"\n'
    roster = read("", inside + MULE + MULE.replace("Mule", "Ox"), carrier())
    assert [unit.name for unit in roster.units] == ["One", "Mule", "Ox"]
    keys = [unit.figures[0].profile for unit in roster.units]
    assert keys == ["it", "carrier", "carrier 2"]
    mule, ox = (it(roster, key).vehicle for key in keys[1:])
    assert mule is not None
    assert ox is not None
    assert (mule.aboard, ox.aboard) == (("One",), ())


@pytest.mark.rule("XF-FORCE-01")
def test_points_and_the_limit() -> None:
    text = f"limit = 100\n{HEAD}[profiles.it]\ncost = 40\n{TROOPER}{SQUAD}"
    roster = ROSTERS.read(text)
    assert (roster.points, [unit.points for unit in roster.units]) == (120, [120])
    assert advised(roster) == [
        ("XF-FORCE-01", "the force is worth 120 points, 20 over its limit of 100")
    ]


# --------------------------------------------------------------------------------- what is advised


@pytest.mark.rule("XF-GEN-04")
@pytest.mark.parametrize(("figures", "count"), [(2, 1), (3, 0), (10, 0), (11, 1)])
def test_squads_of_other_sizes_are_noticed(figures: int, count: int) -> None:
    found = advised(read("", SQUAD.replace("= 3", f"= {figures}")))
    text = f"One has {figures} figures; a squad normally has 3 to 10"
    assert found == [("XF-GEN-04", text)] * count


@pytest.mark.rule("XF-FORCE-10", "XF-W05")
@pytest.mark.parametrize(
    ("combi", "capacity", "count"),
    [
        ("rifle + bayonet", 2, 0),
        ("great sword + carbine", 2, 0),
        ("rifle + knife", 2, 1),  # one size smaller only
        ("light machine gun + bayonet", 2, 0),  # a bigger gap is accepted
    ],
)
def test_the_parts_of_combi_weapons(combi: str, capacity: int, count: int) -> None:
    roster = read(f'combi = "{combi}"\ncapacity = {capacity}\n')
    text = f"it: the parts {combi.replace('+', 'and')} should be two sizes apart"
    assert advised(roster) == [("XF-FORCE-10", text)] * count
    found = it(roster)
    assert [gun.combi for gun in found.guns] == [True]
    assert [blade.combi for blade in found.blades] == [True]


@pytest.mark.rule("XF-G54")
def test_a_bayonet_has_the_grip_of_its_rifle_and_a_great_sword_its_own() -> None:
    rifle = it(read('combi = "rifle + bayonet"\nblades = ["axe"]\n'))
    hands = {
        blade.id: rule_tables.find_figure_melee_weapon_row(rifle, blade) for blade in rifle.blades
    }
    assert hands == {
        "axe": MeleeWeaponTableRow(1, last=False),
        "bayonet": MeleeWeaponTableRow(2, last=False),
    }
    sword = it(read('combi = "great sword + carbine"\n'))
    row = rule_tables.find_figure_melee_weapon_row(sword, sword.blades[0])
    assert row == MeleeWeaponTableRow(2, last=True)


@pytest.mark.rule("XF-FORCE-08", "XF-G90", "XF-G91", "XF-WPN-12")
@pytest.mark.parametrize(
    ("strength", "figures", "option", "rules"),
    [
        (2, 3, "two_and_strength", []),
        (1, 3, "two_and_strength", ["XF-G91"]),  # Strength 3 of 4
        (4, 1, "two_and_strength", ["XF-GEN-04", "XF-G91", "XF-WPN-12"]),
        (4, 1, "strength_only", ["XF-GEN-04", "XF-WPN-12"]),  # two hands of four
        (1, 3, "strength_only", ["XF-G90"]),
    ],
)
def test_weapons_for_several_figures(
    strength: int, figures: int, option: str, rules: list[str]
) -> None:
    text = f'{HEAD}[profiles.it]\n{TROOPER}guns = ["mortar"]\n{SQUAD}'
    text = text.replace("strength = 1", f"strength = {strength}")
    found = ROSTERS.read(text.replace("it = 3", f"it = {figures}"), {"heavy_weapon_move": option})
    assert [rule for rule, _ in advised(found)] == rules


@pytest.mark.rule("XF-G90", "XF-G91", "XF-WPN-12")
@pytest.mark.parametrize(
    ("option", "needed"),
    [
        ("two_and_strength", "two figures or more, with a total Strength of 4"),
        ("strength_only", "a total Strength of 4"),
    ],
)
def test_what_nobody_can_move_or_fire(option: str, needed: str) -> None:
    squad = SQUAD.replace("= 3", "= 1")
    found = advised(read('guns = ["mortar"]\n', squad, heavy_weapon_move=option))
    assert [text for _, text in found][1:] == [
        f"One: nobody can move the mortar: it takes {needed}",
        "One: the mortar takes 4 hands to fire, but there are 2",
    ]


@pytest.mark.rule("XF-WPN-07")
def test_a_long_range_no_longer_than_the_normal_one_also_of_a_mount() -> None:
    gun = "[guns.lobber]\nsize = 3\nnormal = 24\nlong = 24\n"
    mounts = 'mounts = [{ gun = "lobber", capacity = 4, accuracy = 4 }]\n'
    found = advised(read("", SQUAD + MULE, gun + carrier(mounts)))
    text = "carrier: the long range of the lobber must be longer than its normal range"
    assert found == [("XF-WPN-07", text)]


@pytest.mark.rule("XF-FORCE-14")
def test_a_vehicle_has_no_aspect_and_carries_nobody_unless_it_says_so() -> None:
    text = carrier().replace("passengers = 8\n", "")
    found = it(read("", SQUAD + MULE, text), "carrier")
    assert found.vehicle is not None
    assert (found.cost, found.aspect, found.melee, found.attacks) == (0, 0, 0, 0)
    assert (found.capacity, found.hands, found.vehicle.passengers) == (2, 2, 0)


def test_what_a_profile_on_disk_leaves_out_is_as_it_always_was() -> None:
    assert convert({}, Profile) == Profile(
        cost=0, movement=0, wounds=1, armour=0, aspect=0, missile=0, melee=0, defence=0,
        strength=0, morale=0, capacity=2, hands=2, attacks=1, brave=False, commander=False,
        packs=(), guns=(), blades=(), notes=(), order="standard", vehicle=None,
    )  # fmt: skip
    assert convert({"unit": "u:r1"}, OrderCounter) == OrderCounter(
        make_unit_id("r1"), order="", speed=0
    )
    kept = {"base": 12, "propulsion": "tracked", "threshold": 4}
    assert convert(kept, Vehicle) == Vehicle(
        base=12, propulsion="tracked", threshold=4, passengers=0, open=False, piloted=False,
        mounts=(), dodge=0, power=0, aboard=(),
    )  # fmt: skip


@pytest.mark.rule("XF-FORCE-08", "XF-G90")
def test_one_class_over_capacity_is_carried_without_a_word() -> None:
    text = f'{HEAD}[profiles.it]\n{TROOPER}guns = ["light machine gun"]\n{SQUAD}'
    weak = ROSTERS.read(text.replace("strength = 1", "strength = 0"), None)
    assert advised(weak) == []


@pytest.mark.rule("XF-FORCE-09")
def test_more_hands_than_there_are() -> None:
    found = advised(read('guns = ["rifle", "pistol"]\nhands = 1\n'))
    assert found == [("XF-FORCE-09", "it: the rifle takes 2 hands, but there are 1")]


@pytest.mark.rule("XF-FORCE-11")
def test_only_what_is_no_bigger_than_capacity_is_built_in() -> None:
    more = "[guns.cannon]\nsize = 3\nnormal = 24\nintegrated = true\n"
    text = f'{HEAD}{more}[profiles.it]\n{TROOPER}guns = ["cannon"]\nhands = 1\n{SQUAD}'
    assert advised(ROSTERS.read(text)) == [
        ("XF-FORCE-11", "it: the cannon is too big to be built in")
    ]
    assert advised(ROSTERS.read(text.replace("hands = 1", "hands = 1\ncapacity = 3"))) == []


@pytest.mark.rule("XF-THROW-01", "XF-WPN-13")
def test_what_is_too_big_to_throw_or_to_swing() -> None:
    found = advised(read('guns = ["grenade"]\nblades = ["great sword"]\ncapacity = 1\n'))
    assert found == [
        ("XF-THROW-01", "it: the grenade is too big to be thrown"),
        ("XF-WPN-13", "it: the great sword is too big to be used"),
    ]


@pytest.mark.rule("XF-FORCE-16", "XF-G102")
def test_who_is_aboard_against_the_room() -> None:
    inside = SQUAD.replace("= 3", "= 9") + 'aboard = "Mule"\n'
    found = advised(read("", inside + MULE, carrier()))
    assert found == [("XF-FORCE-16", "Mule carries 8, but 9 start aboard")]
    found = advised(read("", SQUAD + MULE, carrier("passenger_piloted = true\n")))
    assert found == [("XF-G102", "Mule needs a passenger to pilot it")]


# ----------------------------------------------------------------------------------- what is wrong


def lines(text: str) -> int:
    return text.count("\n")


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (HEAD, 1, "no units: write [[squads]] or [[vehicles]]"),
        (
            f"{HEAD}[profiles.it]\n{TROOPER}guns = ['rifel']\n{SQUAD}",
            lines(HEAD) + 7,
            "'rifel' is not a valid gun; did you mean 'rifle'?",
        ),
        (
            f"{HEAD}[profiles.it]\n{TROOPER}combi = 'rifle'\n{SQUAD}",
            lines(HEAD) + 7,
            'write the two parts of a combi-weapon, as in "rifle + bayonet"',
        ),
        (
            f"{HEAD}[profiles.it]\n{TROOPER}{SQUAD}aboard = 'Mul'\n",
            lines(HEAD) + 10,
            "there is no vehicle 'Mul' to start aboard",
        ),
        (
            f"{HEAD}{carrier()}[[squads]]\nname = 'One'\nfigures = {{ carrier = 1 }}\n",
            lines(HEAD) + 11,
            "One: carrier is a vehicle; list it under [[vehicles]]",
        ),
        (
            f"{HEAD}[profiles.carrier]\n{TROOPER}{MULE}",
            lines(HEAD) + 9,
            "Mule: carrier is not a vehicle: a vehicle has a base movement and a propulsion",
        ),
        (
            f"{HEAD}[profiles.it]\n{TROOPER.replace('morale = 5', '')}{SQUAD}",
            lines(HEAD) + 1,
            "the morale must be a whole number from 1 to 20",
        ),
        (
            f"{HEAD}[profiles.it]\n{TROOPER}combi = 'rifel + bayonet'\n{SQUAD}",
            lines(HEAD) + 7,
            "'rifel' is not a valid gun; did you mean 'rifle'?",
        ),
        (
            HEAD + carrier('mounts = [{ gun = "rifel", capacity = 4, accuracy = 4 }]') + MULE,
            lines(HEAD) + 8,
            "'rifel' is not a valid gun; did you mean 'rifle'?",
        ),
        (f"profiles.it = 3\n{HEAD}{SQUAD}", 1, "it: write [profiles.it] and its values"),
        (
            f"{HEAD}{carrier('mounts = 3')}{MULE}",
            lines(HEAD) + 8,
            "mounts must be a list",
        ),
        (
            f"name = 'A'\n[guns.blaster]\nnormal = 12\n[profiles.it]\n{TROOPER}{SQUAD}",
            2,
            "the size of blaster must be a whole number from 0 to 20",
        ),
        (
            f"name = 'A'\n[guns.rifle]\nnormal = 9\nlong = 'far'\n[profiles.it]\n{TROOPER}{SQUAD}",
            4,
            'the long range of rifle must be a number of inches or "los"',
        ),
        (
            f"{HEAD}[guns.ray]\nsize = 1\nnormal = 9\npower = 1\nweak = 1\n{carrier()}{MULE}",
            lines(HEAD) + 5,
            "ray: write either `power` or `weak`, not both",
        ),
        (
            f"name = 'A'\n[profiles.it]\nguns = ['rifle']\n{TROOPER}{SQUAD}",
            3,
            "no gun is declared: write [guns.rifle] and its values",
        ),
        (
            f"name = 'A'\ndefault_order = 'charge'\n[profiles.it]\n{TROOPER}{SQUAD}",
            2,
            "'charge' is not a valid default order: one of standard, opportunity, run",
        ),
    ],
)
def test_the_line_and_what_to_do(text: str, line: int, said: str) -> None:
    assert (line, said) in refused(text)


def test_a_profile_with_a_problem_is_told_of_once() -> None:
    text = f"{HEAD}{carrier('mounts = 3')}[profiles.it]\n{TROOPER}{SQUAD}aboard = 'Mule'\n{MULE}"
    assert [said for _, said in refused(text)] == ["mounts must be a list"]


# ----------------------------------------------------------------------------------------- samples


def test_every_sample_is_without_a_problem() -> None:
    samples = FORCES.samples()
    assert len(samples) >= 6
    assert {s.file: ROSTERS.read(s.text).problems for s in samples} == {s.file: () for s in samples}


@pytest.mark.rule("XF-FORCE-15")
def test_the_notes_of_a_mounted_gun_are_kept() -> None:
    gun = '[guns.lobber]\nsize = 4\nnormal = 36\nnotes = ["howls"]\n'
    mounts = 'mounts = [{ gun = "lobber", capacity = 4, accuracy = 4 }]\n'
    profile = it(read("", SQUAD + MULE, gun + carrier(mounts)), "carrier")
    assert profile.vehicle is not None
    assert profile.vehicle.mounts[0].gun.notes == ("howls",)
