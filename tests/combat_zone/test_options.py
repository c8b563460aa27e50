"""House rules: every option of the register, its values, and which one stands first."""

from __future__ import annotations

import pytest

from tracker.procedures.ruleset import HouseRule
from tracker.rulesets.combat_zone import RULESET
from tracker.vocabulary.events import Scalar

# As the register lists them: gap, name, values (default first). Yes and on are True.
REGISTER: dict[str, tuple[str, tuple[Scalar, ...]]] = {
    "victory": ("CZ-G01", ("last_side", "turn_limit", "manual")),
    "hero_quality": ("CZ-G06", ("elite", "veteran", "average", "per_figure")),
    "leader_profile": ("CZ-G07", ("all_leaders", "gangs_only", "per_figure")),
    "mid_turn_panic": ("CZ-G08", ("total_three", "next_turn")),
    "panic_coherency": ("CZ-G09", ("three", "two")),
    "rout_engaged": ("CZ-G11", ("when_due", "immediate")),
    "rout_move": ("CZ-G12", ("next_compulsory", "immediate")),
    "leader_contact": ("CZ-G14", ("any_friendly", "own_group", "steady_only")),
    "strength_counts": ("CZ-G15", ("on_table", "not_casualty")),
    "coherency_check": ("CZ-G16", ("at_initiative", "live")),
    "coherency_scope": ("CZ-G16", ("whole_group", "per_figure_ap")),
    "range_bands": ("CZ-G17", ("exclusive", "additive")),
    "initiative_tie": ("CZ-G18", ("reroll", "next_highest_die")),
    "pass": ("CZ-G19", ("not_allowed", "allowed")),
    "figure_order": ("CZ-G20", ("one_at_a_time", "interleaved")),
    "stand_up_cost": ("CZ-G21", (1, 0)),
    "crawl": ("CZ-G21", (False, True)),
    "suit_difficult": ("CZ-G22", ("four", "five")),
    "of_expiry": ("CZ-G24", ("next_turn", "own_next_activation")),
    "burst_targets": ("CZ-G25", ("any", "within_50cm", "one_target")),
    "fire_into_combat": ("CZ-G26", (False, True)),
    "second_hand": ("CZ-G27", ("generic", "weapon_values")),
    "ablative": ("CZ-G28", ("permanent", "lost_after_first_hit")),
    "machine_order": ("CZ-G29", ("sheet_order", "net_sum")),
    "machine_reactions": ("CZ-G30", (False, True)),
    "machine_initiative": ("CZ-G33", ("none", "d4", "d6", "d8")),
    "initiator_die": ("CZ-G36", ("first_round", "every_round")),
    "outnumber": (
        "CZ-G37",
        ("later_opponents", "later_opponents_cumulative", "outnumbered_figure"),
    ),
    "round_cost": ("CZ-G38", (1, 0)),
    "break_off": ("CZ-G39", ("free", "parting_round", "only_rout")),
    "machine_wear": ("CZ-G41", ("worst", "sum")),
    "machine_critical": ("CZ-G42", ("record_only", "destroyed")),
    "of_timing": ("CZ-G43", ("interrupt", "after_action")),
    "rof": ("CZ-G44", ("per_turn", "per_action")),
    "premeasure": ("CZ-G45", (False, True)),
    "double_panic": ("CZ-G46", ("no_effect", "rout")),
    "blast": ("CZ-G48", ("single_target", "by_hand")),
    "anchor_state": ("CZ-G58", ("any", "steady_only")),
    "lone_activation": ("CZ-G61", ("own_slot", "with_a_group")),
}
EXTRA = {"turn_limit"}  # the number that an agreed turn limit needs


def test_every_option_of_the_register_and_no_other() -> None:
    assert {option.name for option in RULESET.options} == REGISTER.keys() | EXTRA


@pytest.mark.parametrize("option", RULESET.options, ids=lambda option: option.name)
def test_its_gap_and_its_values_with_the_default_first(option: HouseRule) -> None:
    assert option.text.endswith(".")
    if option.name not in EXTRA:
        rule, values = REGISTER[option.name]
        assert (option.rule, option.values) == (rule, values)
        # 1 and True are equal to Python, not to those who choose
        assert [type(value) for value in option.values] == [type(value) for value in values]
