"""The house rules: all of the register's options, what is asked, order tables, distances."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.deathzap2.table import SetUp, soldiers
from tracker.procedures.match_view import Match
from tracker.rulesets.deathzap2 import RULESET
from tracker.rulesets.deathzap2.data.rule_tables import find_distance_scale
from tracker.rulesets.deathzap2.phases import impetus_and_order_dice
from tracker.vocabulary.events import Json

# The register's table "All house-rule options": name, default, other values, gap.
REGISTER = """
orders_table: blank, custom, starter, skip_phase: DZ-G01
orders_to_panicked: no, yes: DZ-G02
orders_sequence: a_then_b, all_roll_then_assign: DZ-G03
impetus_panic_bonus: off, on: DZ-G06
heavy_infantry_move: 4, 3: DZ-G07
grouping: type_or_speed, type_only: DZ-G08
units: dynamic, fixed_squads: DZ-G10
panicked_move: free, not_towards_enemy, none: DZ-G11
join_tie: calm, reroll, panicked: DZ-G12
join_direction: either, calm_mover_only: DZ-G13
large_board_doubles: moves, moves_and_ranges, all_distances: DZ-G17
second_move_contact: yes, no: DZ-G20
split_unit: gun, shot: DZ-G23
guns_per_figure: all, all_for_vehicles_and_monsters_else_one: DZ-G24
hit_allocation: owner_free, spread_evenly: DZ-G25
overkill: spill, wasted: DZ-G26
blast_friends: yes, no: DZ-G27
vehicle_damage_timing: phase_end, immediate: DZ-G28
repeat_half: stack, once: DZ-G29
no_weapon_left: no_effect, reroll: DZ-G30
enraged_reach: speed, unlimited: DZ-G32
enraged_roller: owner, opponent: DZ-G32
recheck_panicked: no, yes: DZ-G35
panicked_melee: sixes, normal: DZ-G37
melee_reach: whole_unit, base_contact: DZ-G38
melee_order: a_then_b, charger_first_casualties_at_once: DZ-G40
basic_melee_cost: free, always_pay_7: DZ-G41
melee_weapons_per_figure: all, one: DZ-G42
lone_flight: on_1_to_3, always_double_roll, never: DZ-G43
flee_off_board: stop, removed: DZ-G44
lone_panic_from: always, morale_phase: DZ-G45
lone_join: same_type, any_legal: DZ-G46
basic_win_check: each_phase, end_of_turn: DZ-G47
basic_timeout: draw, fewest_points_lost: DZ-G47
advanced_early_end: offer, never: DZ-G48
objectives: shared, per_player: DZ-G49
assassinate_pick: owner, opponent: DZ-G50
hard_hitters_tie: both, neither: DZ-G51
push_needs: one_figure, whole_unit: DZ-G52
intel_placement: app_random, players: DZ-G55
kill_credit: any_cause, enemy_action_only: DZ-G56
mixed_defence: figure_hit, majority: DZ-G67
"""
ANSWERS_AT_SET_UP = {"game", "board", "objectives_how"}


def _value(word: str) -> bool | int | str:
    words: dict[str, bool | int] = {"yes": True, "on": True, "no": False, "off": False}
    return int(word) if word.isdigit() else words.get(word, word)


def _register() -> dict[str, tuple[bool | int | str, ...]]:
    rows = (line.split(": ") for line in REGISTER.strip().splitlines())
    return {name: tuple(_value(word) for word in values.split(", ")) for name, values, _ in rows}


def test_every_option_of_the_register_is_there_with_its_values_default_first() -> None:
    assert len(_register()) == 42
    specs = {spec.name: spec.values for spec in RULESET.options}
    assert {name: v for name, v in specs.items() if name not in ANSWERS_AT_SET_UP} == _register()
    assert set(specs) > ANSWERS_AT_SET_UP
    for name, values in _register().items():  # True == 1, so types are compared as well
        assert [type(value) for value in specs[name]] == [type(value) for value in values], name


def test_options_are_named_once_and_say_what_they_settle() -> None:
    names = [spec.name for spec in RULESET.options]
    assert len(names) == len(set(names))
    gaps = {name: gap for name, _, gap in (row.split(": ") for row in REGISTER.split("\n") if row)}
    gaps |= {"game": "DZ-SETUP-02", "board": "DZ-SETUP-01", "objectives_how": "DZ-WIN-03"}
    assert {spec.name: spec.rule for spec in RULESET.options} == gaps
    for spec in RULESET.options:
        assert spec.text.endswith(".")
        assert len(set(spec.values)) == len(spec.values) >= 2


def test_only_what_tables_argue_about_is_asked() -> None:
    asked = {spec.name for spec in RULESET.options if spec.question}
    assert asked == {"orders_table", "game", "board", "units", "panicked_melee"}


def _scales(match: Match) -> tuple[int, int, int]:
    return (
        find_distance_scale(match, "move"),
        find_distance_scale(match, "range"),
        find_distance_scale(match, "other"),
    )


@pytest.mark.rule("DZ-SETUP-01", "DZ-G17")
@pytest.mark.parametrize(
    ("board", "doubles", "expected"),
    [  # move, range, every other distance
        ("small", "moves", (1, 1, 1)),
        ("small", "all_distances", (1, 1, 1)),
        ("large", "moves", (2, 1, 1)),
        ("large", "moves_and_ranges", (2, 2, 1)),
        ("large", "all_distances", (2, 2, 2)),
    ],
)
def test_what_a_large_board_doubles(
    board: str, doubles: str, expected: tuple[int, int, int]
) -> None:
    play = SetUp({"board": board, "large_board_doubles": doubles}, red=soldiers(2))
    assert _scales(play.match) == expected


@pytest.mark.rule("DZ-T17", "DZ-G01")
def test_the_order_table_is_blank_unless_the_table_has_one() -> None:
    blank = SetUp(red=soldiers(2))
    assert {
        impetus_and_order_dice.find_order_benefit_for_die(blank.match, die) for die in range(1, 7)
    } == {impetus_and_order_dice.NOTHING}


@pytest.mark.rule("DZ-G01")
def test_the_starter_table_is_the_registers() -> None:
    # 1 nothing; 2 +2" move; 3 +1 to hit when shooting; 4 +1 to saves; 5 +1 to hit in melee;
    # 6 no panic checks.
    play = SetUp({"orders_table": "starter"}, red=soldiers(2))
    rows = [
        impetus_and_order_dice.find_order_benefit_for_die(play.match, die) for die in range(1, 7)
    ]
    assert [row.move for row in rows] == [0, 2, 0, 0, 0, 0]
    assert [row.hit_shooting for row in rows] == [0, 0, 1, 0, 0, 0]
    assert [row.save for row in rows] == [0, 0, 0, 1, 0, 0]
    assert [row.hit_melee for row in rows] == [0, 0, 0, 0, 1, 0]
    assert [row.steady for row in rows] == [False] * 5 + [True]
    assert all(
        (row.penetrate, row.attacks, row.reroll_hits, row.reroll_saves) == (0, 0, False, False)
        for row in rows
    )


@pytest.mark.rule("DZ-G01")
def test_a_house_table_gives_what_its_rows_say_and_nothing_elsewhere() -> None:
    rows: dict[str, Json] = {
        "3": {"text": "dig in", "save": 1, "move": -2},
        "5": {"reroll_hits": True},
    }
    play = SetUp({"orders_table": "custom"}, red=soldiers(2), tables={"orders": rows})
    assert impetus_and_order_dice.find_order_benefit_for_die(
        play.match, 3
    ) == impetus_and_order_dice.OrderBenefit("dig in", move=-2, save=1)
    assert impetus_and_order_dice.find_order_benefit_for_die(
        play.match, 5
    ) == impetus_and_order_dice.OrderBenefit(reroll_hits=True)
    assert (
        impetus_and_order_dice.find_order_benefit_for_die(play.match, 1)
        == impetus_and_order_dice.NOTHING
    )


def test_the_page_shows_every_part_of_an_order_table() -> None:
    page = (Path(__file__).parents[2] / "docs" / "lines.md").read_text(encoding="utf-8")
    house = tomllib.loads(page.partition("```toml\n")[2].partition("```")[0])
    assert house["options"] == {"orders_table": "custom"}
    assert RULESET.table_problems(house["tables"]) == ()
    assert {*house["tables"]["orders"]["3"]} == {*impetus_and_order_dice.KEYS}


def test_a_bad_house_table_is_told_row_by_row() -> None:
    rows: dict[str, Json] = {
        "7": {},
        "1": "nothing",
        "2": {"mvoe": 1},
        "3": {"save": "one", "steady": 1, "text": True},
        "4": {"save": 1, "text": "dig in", "steady": True},
    }
    assert RULESET.table_problems({"orders": rows, "weather": {}}) == (
        "there is no house table called 'weather'; the only one is 'orders'",
        "order 7: the numbers on an order die are 1 to 6",
        "order 1: write [tables.orders.1], and below it the benefit",
        "order 2: 'mvoe' is unknown; use one of text, move, hit_shooting, hit_melee, "
        "penetrate, save, attacks, reroll_hits, reroll_saves, steady",
        "order 3: save must be a whole number",
        "order 3: steady must be true or false",
        "order 3: text must be words in quotes",
    )
