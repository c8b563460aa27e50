"""House rules: every option of the register, its values, and which one stands first."""

from __future__ import annotations

import pytest

from tracker.procedures.ruleset import HouseRule
from tracker.rulesets.trial_assault import RULESET
from tracker.vocabulary.events import Scalar

# The register's house rules under the ruling that each settles (default first).
REGISTER = """
TA-G03 two_always_passes: on, off
TA-G04 half_strength: on, off
TA-G04 outnumbered: ratio, flat, off_word
TA-G04 outnumber_count: models, wounds, by_hand
TA-G05 character_morale: with_unit, own_test
TA-G06 regroup_in_sight_bonus: off, on
TA-G06 regrouped_may_charge: yes, no
TA-G08 shooting_morale: on, off
TA-G09 last_survivor: off_word, test_each_own_turn
TA-G10 perils: off_word, on_2_or_12
TA-G12 victory: by_hand, points
TA-G18 pile_in_timing: phase_end, before_break_off
TA-G19 support_from: own_unit, any_friend
TA-G22 majority_basis: unit, zone
TA-G24 lap_mode: allocate_first, sequential
TA-G24 lap_overflow: carry, lost
TA-G31 cover_strike: initiative_10, before_everyone
TA-G35 plasma_scope: any_charger, only_against_bearers
TA-G36 premeasure: yes, no
TA-G39 terrain_roll: per_unit, per_model
TA-G39 fast_terrain: die, double_die
TA-G43 charge_destroyed: consolidate, nothing, full_wipe_out
TA-G45 recontact: locked, regroup_test
TA-G46 sweep_choice: after_roll, blind
TA-G46 sweep_compare: dice, halved
TA-G49 halving: exact, up, down
TA-G50 wipe_out_tests: each, once_per_unit_and_phase
TA-G51 character_split: hits_when_equal, attacks_before
TA-G64 vehicle_wounds: 0, 1_2
"""
WORDS: dict[str, Scalar] = {
    **dict.fromkeys(("yes", "on"), True),
    **dict.fromkeys(("no", "off"), False),
    "off_word": "off",
}
LISTED: dict[str, tuple[str, list[Scalar]]] = {}
for line in REGISTER.strip().splitlines():
    named, values = line.split(": ")
    rule, name = named.split()
    LISTED[name] = (rule, [WORDS.get(value, value) for value in values.split(", ")])
ASKED = {
    "support_from": "May models support only their own unit, or any friend in contact?",
    "outnumbered": "What is the Leadership penalty for being outnumbered: 1 to 4 by ratio, always "
    "1, or none?",
    "shooting_morale": "Does a unit take a morale check when it loses a quarter of its models to "
    "shooting?",
    "premeasure": "May you measure before you declare a charge?",
    "game_length": "How many game turns do you play?",
    "victory": "What decides the winner: you, or points for enemy losses?",
}


def test_every_option_of_the_register_once_and_no_other() -> None:
    assert sorted(option.name for option in RULESET.options) == sorted([*LISTED, "game_length"])


@pytest.mark.parametrize(
    "option",
    [o for o in RULESET.options if o.name != "game_length"],
    ids=lambda option: option.name,
)
def test_its_ruling_and_its_values_with_the_default_first(option: HouseRule) -> None:
    assert (option.rule, list(option.values)) == LISTED[option.name]
    # 1 and True are equal to Python, not to those who choose
    assert [type(value) for value in option.values] == [
        type(value) for value in LISTED[option.name][1]
    ]
    assert option.text.endswith(".")


@pytest.mark.rule("TA-SETUP-01", "TA-G12")
def test_six_game_turns_another_number_or_open() -> None:
    (length,) = (option for option in RULESET.options if option.name == "game_length")
    assert (length.rule, length.default) == ("TA-G12", 6)
    assert sorted(map(str, length.values)) == ["4", "5", "6", "7", "8", "open"]
    assert length.text.endswith(".")


def test_what_is_asked_before_a_game() -> None:
    assert {option.name: option.question for option in RULESET.options if option.question} == ASKED
