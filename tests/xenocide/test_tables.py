"""The printed tables, and the register's worked cases that are arithmetic on them alone."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tracker.rulesets.xenocide.attacks.shooting_dice import make_d3_bands
from tracker.rulesets.xenocide.data import profile_types, rule_tables
from tracker.rulesets.xenocide.data.profile_types import Gun, MeleeWeapon, Order
from tracker.rulesets.xenocide.data.rule_tables import Cover

# ------------------------------------------------------------------------- dice and weapon sizes


@pytest.mark.rule("XF-T1", "XF-GEN-02")
def test_a_d3_is_three_four_and_three_faces_of_ten() -> None:
    bands = make_d3_bands("123")
    assert [(one.low, one.high) for one in bands] == [(1, 3), (4, 7), (8, 10)]


@pytest.mark.rule("XF-T2")
@pytest.mark.parametrize(
    ("order", "standing", "moved"),
    [("standard", None, None), ("opportunity", 2, 0), ("run", -1, -1)],
)
def test_what_orders_leave_for_opportunity_fire(
    order: Order, standing: int | None, moved: int | None
) -> None:
    row = rule_tables.ORDERS[order]
    assert (row.shoots, row.snaps) == (order == "standard", order == "opportunity")
    assert row.special == (order == "run")
    found = [
        rule_tables.find_largest_opportunity_weapon_size(order, moved=yes) for yes in (False, True)
    ]
    assert found == [standing, moved]


@pytest.mark.rule("XF-T3", "XF-T21", "XF-W03", "XF-G04")
@pytest.mark.parametrize(
    ("name", "s", "hands", "moves", "runs", "near", "engaged"),
    [
        ("pistol", -2, 1, True, True, True, 1),
        ("carbine", -1, 2, True, True, True, 0),
        ("assault rifle", 0, 2, True, False, False, -1),
        ("sniper rifle", 1, 2, False, False, False, None),
        ("light machine gun", 1, 2, False, False, False, None),
        ("medium machine gun", 2, 4, False, False, False, None),
        ("mortar", 2, 4, False, False, False, None),
    ],
)
def test_what_a_human_does_with_guns(
    name: str, s: int, hands: int, moves: bool, runs: bool, near: bool, engaged: int | None
) -> None:
    gun = Gun(name, rule_tables.SIZES[name])
    assert rule_tables.find_relative_size(gun.size, profile_types.HUMAN.capacity) == s
    row = rule_tables.find_gun_row(gun, profile_types.HUMAN.capacity)
    assert (row.hands, row.moves_after, row.runs) == (hands, moves, runs)
    assert (row.point_blank, row.engaged) == (near, engaged)


@pytest.mark.rule("XF-T3")
def test_beyond_the_ends_of_the_table_its_ends_hold() -> None:
    assert [rule_tables.find_relative_size(size, 4) for size in (0, 1, 2, 6, 9)] == [
        -2,
        -2,
        -2,
        2,
        2,
    ]


@pytest.mark.rule("XF-FORCE-11")
def test_what_is_built_in_takes_one_hand_and_nothing_else_changes() -> None:
    held, inside = Gun("cannon", 3), Gun("cannon", 3, integrated=True)
    assert replace(rule_tables.find_gun_row(held, 3), hands=1) == rule_tables.find_gun_row(
        inside, 3
    )
    claws = rule_tables.find_melee_weapon_row(MeleeWeapon("claws", 3, integrated=True), 3)
    assert claws is not None
    assert (claws.hands, claws.last) == (1, False)


@pytest.mark.rule("XF-T4", "XF-WPN-13")
def test_melee_weapons_by_size() -> None:
    rows = {
        size: rule_tables.find_melee_weapon_row(MeleeWeapon("blade", size), 2) for size in range(5)
    }
    assert {size: row and (row.hands, row.last) for size, row in rows.items()} == {
        0: (1, False),
        1: (1, False),
        2: (2, False),
        3: (2, True),
        4: None,
    }


@pytest.mark.rule("XF-T5", "XF-WPN-14")
def test_a_grip_of_two_hands_has_all_the_strength() -> None:
    assert [rule_tables.find_strike_power(4, hands) for hands in (0, 1, 2)] == [3, 3, 4]


@pytest.mark.rule("XF-WPN-12")
@pytest.mark.parametrize(
    ("strengths", "two", "strength_only"),
    [((1, 2), False, False), ((2, 2), True, True), ((4,), False, True), ((1, 1, 2), True, True)],
)
def test_who_moves_a_weapon_of_size_four(
    strengths: tuple[int, ...], two: bool, strength_only: bool
) -> None:
    assert rule_tables.can_move_weapon(4, strengths) is two
    assert rule_tables.can_move_weapon(4, strengths, needs_two_figures=False) is strength_only


# --------------------------------------------------------------------------- suppression and saves


@pytest.mark.rule("XF-T6", "XF-SUPP-02")
def test_the_threshold_is_one_less_than_morale_and_never_below_one() -> None:
    assert [rule_tables.find_suppression_threshold(morale) for morale in range(11)] == [
        1,
        1,
        1,
        2,
        3,
        4,
        5,
        6,
        7,
        8,
        9,
    ]


@pytest.mark.rule("XF-T7", "XF-T9", "XF-SUPP-03", "XF-SETUP-03")
@pytest.mark.parametrize(
    ("cover", "wounds", "brave", "expected"),
    [
        ("open", 9, False, 4),
        ("light", 9, False, 5),
        ("heavy", 9, False, 6),
        ("fortified", 9, False, 6),
        ("open", 10, False, 5),
        ("open", 9, True, 5),
        ("heavy", 12, True, 8),  # 4 + 2 + 1 + 1
    ],
)
def test_what_makes_the_threshold_higher(
    cover: Cover, wounds: int, brave: bool, expected: int
) -> None:
    assert rule_tables.find_suppression_threshold(5, cover, wounds, brave=brave) == expected


@pytest.mark.rule("XF-W06", "XF-WPN-04", "XF-DMG-01")
def test_weak_weapons_help_the_armour() -> None:
    assert [rule_tables.find_save_number(armour, -2) for armour in (0, 4, 8)] == [2, 6, 10]


# ---------------------------------------------------------------------------------------- movement


@pytest.mark.rule("XF-T11", "XF-T2")
def test_moves_by_order() -> None:
    assert rule_tables.find_move_length_limits("standard", 4) == (0, 400)
    assert rule_tables.find_move_length_limits("opportunity", 4) == (0, 400)
    assert rule_tables.find_move_length_limits("run", 4) == (400, 800)
    multiples = (
        rule_tables.FLYING,
        rule_tables.TAKING_OFF,
        rule_tables.TELEPORT,
        rule_tables.RETREAT,
    )
    assert multiples == (3, 1, 4, 2)


@pytest.mark.rule("XF-T13", "XF-W39")
def test_two_markers_slow_a_movement_of_four() -> None:
    near, run = (
        rule_tables.find_suppression_slowdown(2, moves_toward_enemy=True, running=run)
        for run in (False, True)
    )
    assert rule_tables.find_move_length_limits("standard", 4, near) == (0, 200)
    assert rule_tables.find_move_length_limits("run", 4, run) == (400, 400)
    away = rule_tables.find_suppression_slowdown(2, moves_toward_enemy=False, running=True)
    assert rule_tables.find_move_length_limits("standard", 4, away)[1] == 400
    assert rule_tables.find_move_length_limits("run", 4, away)[1] == 800


@pytest.mark.rule("XF-W40", "XF-G40")
def test_what_slows_a_run_below_its_least_brings_the_least_down() -> None:
    lost = rule_tables.find_suppression_slowdown(3, moves_toward_enemy=True, running=True)
    assert rule_tables.find_move_length_limits("run", 4, lost) == (200, 200)  # 8 - 6
    assert rule_tables.find_move_length_limits("run", 4, 900) == (0, 0)


@pytest.mark.rule("XF-T12", "XF-W12", "XF-W13", "XF-W17")
@pytest.mark.parametrize(
    ("crossed", "rough", "very"),
    [
        (400, 600, 800),
        (190, 190, 380),
        (200, 300, 400),
        (300, 400, 600),
        (500, 700, 1000),
        (150, 150, 300),
    ],
)
def test_ground_costs(crossed: int, rough: int, very: int) -> None:
    assert crossed + rule_tables.find_ground_loss("rough", crossed) == rough
    assert crossed + rule_tables.find_ground_loss("very-rough", crossed) == very


def test_rough_ground_by_part_costs_half_and_nothing_under_two_inches() -> None:
    found = [
        rule_tables.find_ground_loss("rough", crossed, per_complete_two_inches=False)
        for crossed in (199, 200, 300, 500)
    ]
    assert found == [0, 100, 150, 250]


@pytest.mark.rule("XF-T20")
def test_fixed_distances_in_hundredths() -> None:
    assert rule_tables.CLOSE == 600
    assert (rule_tables.THROWN_RANGE, rule_tables.BLIND_TELEPORT) == (1200, 1200)
    assert (rule_tables.LEAP_WIDTH, rule_tables.LEAP_HEIGHT) == (900, 600)


@pytest.mark.rule("XF-T19")
def test_recovery_dice() -> None:
    found = [
        rule_tables.count_recovery_dice(enemy_seen=seen, commander=near)
        for seen in (True, False)
        for near in (False, True)
    ]
    assert found == [1, 2, 2, 3]


# ---------------------------------------------------------------------------------------- vehicles


@pytest.mark.rule("XF-W15", "XF-VEH-01")
def test_a_base_of_twelve_at_each_increment() -> None:
    assert rule_tables.find_travel_limits(0, 12) == (0, 1200)
    assert rule_tables.find_travel_limits(1, 12) == (1200, 2400)
    assert rule_tables.find_travel_limits(3, 12) == (3600, 4800)


@pytest.mark.rule("XF-T14", "XF-W16")
def test_between_turns() -> None:
    assert [rule_tables.find_distance_between_turns(k) for k in range(4)] == [200, 400, 600, 800]
    assert [rule_tables.find_distance_between_turns(k, plus_one=False) for k in range(4)] == [
        0,
        200,
        400,
        600,
    ]


@pytest.mark.rule("XF-T14")
def test_what_mounts_fire() -> None:
    assert [
        rule_tables.find_largest_mounted_weapon_size(0, stood=yes) for yes in (False, True)
    ] == [
        0,
        1,
    ]
    assert [rule_tables.find_largest_mounted_weapon_size(k, stood=False) for k in (1, 2, 3)] == [
        -1,
        None,
        None,
    ]


@pytest.mark.rule("XF-T15", "XF-W57")
@pytest.mark.parametrize(
    ("old", "freely", "braking"), [(1, {0, 1, 2}, set()), (3, {2, 3, 4}, {1}), (0, {0, 1}, set())]
)
def test_how_increments_follow_each_other(old: int, freely: set[int], braking: set[int]) -> None:
    found = {new: rule_tables.classify_speed_change(old, new) for new in range(-2, 8)}
    assert {new for new, how in found.items() if how == "freely"} == freely
    assert {new for new, how in found.items() if how == "braking"} == braking


@pytest.mark.rule("XF-W57")
def test_three_at_once_is_too_hard_a_braking() -> None:
    assert rule_tables.classify_speed_change(4, 1) is None


@pytest.mark.rule("XF-T15")
def test_only_flyers_crash_and_only_below_one() -> None:
    assert [rule_tables.does_flyer_crash("flying", k) for k in (0, 1)] == [True, False]
    assert not rule_tables.does_flyer_crash("hover", 0)


@pytest.mark.rule("XF-T16", "XF-G71")
def test_damage_by_markers() -> None:
    states = [rule_tables.find_damage_state(markers, 3) for markers in range(8)]
    assert states == ["whole"] + ["damaged"] * 2 + ["disabled"] * 3 + ["destroyed"] * 2
    assert [rule_tables.count_damage_of_failed_save(face, 4) for face in (4, 5, 8)] == [0, 1, 4]
    assert rule_tables.count_damage_of_failed_save(1, -2) == 3
    assert [rule_tables.find_damaged_base_move(5, markers) for markers in range(4)] == [
        5,
        3,
        1,
        0,
    ]
    assert [
        rule_tables.halve_number(5),
        rule_tables.halve_number(5, round_up=False),
        rule_tables.halve_number(8),
    ] == [3, 2, 4]


@pytest.mark.rule("XF-T17")
def test_ramming() -> None:
    assert rule_tables.find_ram_powers("side", 8, 1, 2) == (9, 5)
    assert rule_tables.find_ram_powers("rear", 8, 0, 2) == (8, 4)
    assert rule_tables.find_ram_powers("head-on", 8, 1, 2) == (11, 11)
    assert rule_tables.find_structure_ram_power(8, 3, "half_ram") == 6  # half of 11, up
    assert rule_tables.find_structure_ram_power(8, 3, "half_strength") == 4


@pytest.mark.rule("XF-T18")
def test_pushing() -> None:
    assert [rule_tables.PUSHED[n - 1] for n in (1, 2, 3)] == ["left", "straight", "right"]
    assert [
        rule_tables.find_push_distance(9, 5),
        rule_tables.find_push_distance(5, 5),
        rule_tables.find_push_distance(4, 5),
    ] == [400, 0, 0]


# ------------------------------------------------------------------------------------------ to hit


@pytest.mark.rule("XF-T8")
def test_what_changes_the_number_to_hit() -> None:
    assert {cover: rule_tables.COVER[cover] for cover in rule_tables.COVERS} == {
        "open": 0,
        "light": 1,
        "heavy": 2,
        "fortified": 2,
    }
    assert (rule_tables.POINT_BLANK, rule_tables.DARK, rule_tables.THROWN_AT_COVER) == (1, -1, -1)
    assert (rule_tables.SNAP, rule_tables.LEAPING_SNAP, rule_tables.PASSENGER_COVER) == (
        -1,
        -1,
        "heavy",
    )
    assert (rule_tables.TO_HIT.low, rule_tables.TO_HIT.high) == (0, 9)


@pytest.mark.rule("XF-T10", "XF-G05")
def test_what_changes_the_number_in_melee() -> None:
    assert (rule_tables.AGAINST_BROKEN, rule_tables.IS_BROKEN, rule_tables.OBSTACLE) == (1, -1, -1)
    assert (rule_tables.DARK_MELEE, rule_tables.AT_PASSENGERS) == (-1, -1)
