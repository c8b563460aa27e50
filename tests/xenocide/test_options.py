"""House rules: every option of the register, its values, and which one stands first."""

from __future__ import annotations

import pytest

from tracker.procedures.ruleset import HouseRule
from tracker.rulesets.xenocide import RULESET
from tracker.vocabulary.events import Scalar

# The register's index of options: gap, name, values (default first).
REGISTER = """
XF-G02 long_range_penalty: 2, 1
XF-G03 run_fire_penalty: 2, 1
XF-G06 engaged_point_blank_s_minus_1: no, yes
XF-G07 broken_at_wounds: at_least, more_than
XF-G08 broken_test_when: enemy_visible, always
XF-G09 morale_test: at_most, less_than
XF-G10 morale_test_markers: no, minus_one_each
XF-G11 flee_move: by_order, double
XF-G12 suppression_morale: base, highest
XF-G13 suppression_pooling: per_attack, per_phase
XF-G14 suppressed_fire_reduces_dice: no, yes
XF-G19 natural_ten_partial: yes, no
XF-G23 area_melee_remainder: target_first, shooter_chooses
XF-G24 multi_save_cap: model_wounds, none
XF-G25 hit_allocation: owner, majority, shooter
XF-G26 save_natural_ten_fails: no, yes
XF-G28 nearest_rule_on_snap_shots: no, yes
XF-G32 through_friends: nat10, off
XF-G34 grenade_cover: flat1, normal
XF-G36 initiative: low_chooses, alternate
XF-G38 rough_rounding: complete_two, pro_rata
XF-G39 leave_suppression: yes, no
XF-G41 order_reveal: end_of_orders, on_activation
XF-G44 mover_snap_shots: grav_pack_only, none, all
XF-G46 teleport_mishap: per_model, per_unit
XF-G47 teleport_when_suppressed: full, minus_4_per_marker
XF-G48 melee_reach: contact, whole_unit
XF-G49 melee_clamp: yes, no
XF-G52 extra_weapon_attacks: no, yes
XF-G53 unarmed_attack: yes, no
XF-G56 outnumbered: half_or_fewer, less_than_half
XF-G57 follow_up_after_wipe: yes, no
XF-G59 melee_cover_holder: before_contact, any_in_cover
XF-G60 retreat_direction: as_failed, as_passed, test
XF-G62 follow_up_required: optional, forced
XF-G63 recovery_test: less_than, at_most
XF-G66 turn_distance: increment_plus_one, increment
XF-G68 unload_at_one: end_of_move, none, anywhere
XF-G70 stationary_heavy_mount: yes, no
XF-G72 damage_slows_now: no, yes
XF-G73 explosion_rounding: up, down
XF-G74 passenger_double_hit: no, yes
XF-G75 closed_vehicle_area_hits: 1, 2
XF-G81 structure_self_hit: half_ram, half_strength
XF-G85 victory: vp_lost, last_side, scenario
XF-G85 disabled_vehicle_vp: 0, half, full
XF-G85 captured_vp: 1, 2
XF-G91 heavy_weapon_move: two_and_strength, strength_only
XF-G92 vehicle_snap_shots: yes, no
XF-G94 fleeing_may_fire: no, yes
XF-G97 carried_counts_as_moved: no, yes
XF-G99 return_fire: immediate, end_of_phase
XF-G100 casualty_choice: owner, random
XF-G103 vehicle_split_fire: individual, per_mount
"""
WORDS: dict[str, Scalar] = {"yes": True, "no": False, "0": 0, "1": 1, "2": 2}
LISTED: dict[str, tuple[str, list[Scalar]]] = {}
for line in REGISTER.strip().splitlines():
    named, values = line.split(": ")
    rule, name = named.split()
    LISTED[name] = (rule, [WORDS.get(value, value) for value in values.split(", ")])


def test_every_option_of_the_register_once_and_no_other() -> None:
    assert sorted(option.name for option in RULESET.options) == sorted([*LISTED, "turn_limit"])


@pytest.mark.parametrize(
    "option", [o for o in RULESET.options if o.name != "turn_limit"], ids=lambda option: option.name
)
def test_its_gap_and_its_values_with_the_default_first(option: HouseRule) -> None:
    assert (option.rule, list(option.values)) == LISTED[option.name]
    # 1 and True are equal to Python, not to those who choose
    assert [type(value) for value in option.values] == [
        type(value) for value in LISTED[option.name][1]
    ]
    assert option.text.endswith(".")


def test_the_turn_limit_is_none_or_a_number_up_to_ninety_nine() -> None:
    (limit,) = (option for option in RULESET.options if option.name == "turn_limit")
    assert (limit.rule, limit.default) == ("XF-G86", 0)
    assert [limit.is_allowed(turns) for turns in (0, 1, 99, 100, -1)] == [True] * 3 + [False] * 2


def test_at_most_six_are_asked() -> None:
    assert 1 <= sum(bool(option.question) for option in RULESET.options) <= 6


QUESTIONS = [
    "Who wins: the side that took more VP, the last side on the table, or the side you choose?",
    "How many turns do you play? (0 means no limit)",
    "What is the penalty to hit at long range: 2 (weapons' page) or 1 (the list)?",
    "What is the penalty to hit on Run orders: 2 (size table) or 1 (the list)?",
    "Who assigns hits on a mixed unit: its owner, nobody (the majority save counts), or the firer?",
]


def test_what_is_asked_of_the_table_before_it_plays() -> None:
    assert [option.question for option in RULESET.options if option.question] == QUESTIONS


def test_each_says_what_it_is() -> None:
    assert [option.name for option in RULESET.options if not option.text.endswith(".")] == []
