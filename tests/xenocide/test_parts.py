"""What numbers to hit are made of, part by part, each by its rule (XF-T8, XF-T10)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.xenocide.table import B1, CARBINE, GRENADE, LASER, PISTOL, R1, RIFLE, Table
from tracker.rulesets.xenocide.attacks import melee_strikes, targets_and_hit_numbers
from tracker.rulesets.xenocide.attacks.melee_strikes import MeleeAssault
from tracker.rulesets.xenocide.attacks.targets_and_hit_numbers import WeaponAim
from tracker.rulesets.xenocide.data import markers
from tracker.rulesets.xenocide.data.profile_types import Gun
from tracker.testing.match_in_memory import u
from tracker.vocabulary.roll_needs import Need

SKILL = "Missile skill +3 XF-SHOOT-05"
MELEE = "Melee skill +3 XF-MELEE-02"


def table() -> Table:
    """R1 has two suppression markers, B1 two of damage; nobody is engaged."""
    play = Table({"r1": {"rifle": 5}}, {"b1": {"apc": 1}, "b2": {"brute": 2}, "b3": {"rifle": 2}})
    play.suppress("r1", 2)
    play.fix(markers.DAMAGE.set(B1, value=2))
    return play


def parts(number: Need) -> list[str]:
    return [f"{part.name} {part.value:+d} {part.rule}" for part in number.parts]


@pytest.mark.rule("XF-T8", "XF-SHOOT-05", "XF-SUPP-09", "XF-SHOOT-07")
@pytest.mark.parametrize(
    ("gun", "how", "aspect", "expected"),
    [
        (RIFLE, {}, 0, [SKILL]),
        (RIFLE, {"cover": "light"}, 2, [SKILL, "Aspect +2 XF-FORCE-05", "light cover -1"]),
        (RIFLE, {"cover": "fortified"}, -1, [SKILL, "Aspect -1 XF-FORCE-05", "fortified cover -2"]),
        (RIFLE, {"far": True}, 0, [SKILL, "long range -2 XF-WPN-07"]),
        (RIFLE, {"dark": True}, 0, [SKILL, "darkness or smoke -1 XF-SHOOT-06"]),
        (CARBINE, {"running": True}, 0, [SKILL, "on the run -2 XF-ORD-05"]),
        (CARBINE, {"near": True}, 0, [SKILL, "point blank +1 XF-WPN-08"]),
        (RIFLE, {"near": True}, 0, [SKILL]),
        (PISTOL, {"engaged": True}, 0, [SKILL, "from within the melee +1 XF-FIRM-05"]),
        (CARBINE, {"engaged": True, "near": True}, 0, [SKILL]),
        (RIFLE, {"engaged": True}, 0, [SKILL, "from within the melee -1 XF-FIRM-05"]),
        (RIFLE, {"snap": True}, 0, [SKILL, "snap shot -1 XF-SNAP-02"]),
        (
            RIFLE,
            {"snap": True, "leaping": True},
            0,
            [SKILL, "snap shot -1 XF-SNAP-02", "in the air -1 XF-SPEC-03"],
        ),
        (GRENADE, {"cover": "heavy"}, 0, [SKILL, "heavy cover -1 XF-THROW-02"]),
    ],
)
def test_parts_of_a_number_to_hit(
    gun: Gun, how: dict[str, Any], aspect: int, expected: list[str]
) -> None:
    play, aim = table(), WeaponAim(gun, skill=3, capacity=2, **how)
    expected = [f"{one} XF-SETUP-03" if one.endswith(("-1", "-2")) else one for one in expected]
    number = targets_and_hit_numbers.find_need_to_hit(play.match, u("b3"), aim, aspect)
    assert (parts(number), not number.special) == (expected, number.number > 0)
    last = "suppression -2 XF-SUPP-09"
    left = sum(int(one.split()[-2]) for one in expected) - 2
    clamped = [f"never below 0 {-left:+d} XF-SHOOT-07"] if left < 0 else []
    assert parts(targets_and_hit_numbers.find_need_to_hit(play.match, R1, aim, aspect)) == [
        *expected,
        last,
        *clamped,
    ]


@pytest.mark.rule("XF-AOE-02", "XF-FIRM-01", "XF-SHOOT-08", "XF-G19", "XF-G20")
@pytest.mark.parametrize(
    ("skill", "how", "special"),
    [
        (3, {"through": True}, [("natural ten", 10, 10)]),
        (3, {"near_miss": "partial hit"}, [("partial hit", 4, 5)]),
        (9, {"near_miss": "partial hit"}, [("partial hit", 10, 10)]),
        (
            8,
            {"near_miss": "partial hit", "through": True},
            [("partial hit", 9, 9), ("natural ten", 10, 10)],
        ),
        (0, {}, [("one", 1, 1)]),
        (0, {"near_miss": "partial hit"}, [("one", 1, 1), ("partial hit", 2, 2)]),
    ],
)
def test_what_is_told_apart(skill: int, how: dict[str, Any], special: list[Any]) -> None:
    aim = WeaponAim(RIFLE, skill=skill, capacity=2, **how)
    found = targets_and_hit_numbers.find_need_to_hit(table().match, u("b3"), aim, 0)
    assert [(band.name, band.low, band.high) for band in found.special] == special
    assert (
        targets_and_hit_numbers.find_need_to_hit(table().match, u("b3"), aim.for_rerolls, 0).special
        == found.special[: not skill]
    )


@pytest.mark.rule("XF-VEH-13", "XF-T8", "XF-SHOOT-07")
def test_a_mount_has_accuracy_and_its_vehicle_damage() -> None:
    match = table().match
    aim = WeaponAim(LASER, skill=4, capacity=4, mounted=True)
    accuracy, damage = "accuracy +4 XF-SHOOT-05", "damage -2 XF-VEH-13"
    assert parts(targets_and_hit_numbers.find_need_to_hit(match, B1, aim, 0)) == [accuracy, damage]
    sure = targets_and_hit_numbers.find_need_to_hit(match, B1, aim, 9)
    assert sure.number == 9
    most = "a 10 always misses -2 XF-SHOOT-07"
    assert parts(sure) == [accuracy, "Aspect +9 XF-FORCE-05", damage, most]


@pytest.mark.rule("XF-T10", "XF-MELEE-02", "XF-FORCE-06", "XF-VEH-29", "XF-G49")
def test_parts_of_a_number_in_melee() -> None:
    play = table()
    blow = MeleeAssault(R1, u("b3"), play.match.figures(R1))
    assert parts(melee_strikes.find_melee_need_to_hit(play.match, blow, 3)) == [MELEE]
    hard = MeleeAssault(R1, u("b2"), blow.figures, obstacle=True, dark=True)
    assert parts(melee_strikes.find_melee_need_to_hit(play.match, hard, 3)) == [
        *(MELEE, "melee defence -1 XF-FORCE-06"),
        *("obstacle between -1 XF-T10", "poor visibility -1 XF-T10"),
    ]
    play.suppress("b2", 4)
    play.suppress("r1", 4)
    assert parts(melee_strikes.find_melee_need_to_hit(play.match, hard, 1)) == [
        *("Melee skill +1 XF-MELEE-02", "broken enemy +1 XF-T10", "broken -1 XF-T10"),
        *("melee defence -1 XF-FORCE-06", "obstacle between -1 XF-T10"),
        *("poor visibility -1 XF-T10", "never below 0 +2 XF-G49"),
    ]
    play.fix(markers.ABOARD.make_link_fact(u("b3"), B1))
    assert parts(melee_strikes.find_melee_need_to_hit(play.match, blow, 12)) == [
        *("Melee skill +12 XF-MELEE-02", "broken -1 XF-T10", "at passengers -1 XF-VEH-29"),
        "a 10 always misses -1 XF-G49",
    ]
