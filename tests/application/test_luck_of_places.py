"""Dice that place or draw something are nobody's luck, in each ruleset; sums worked out by hand."""

from __future__ import annotations

import pytest

from tests.combat_zone import evening as combat_zone
from tests.saying import say
from tests.trial_assault import evening as trial_assault
from tests.tui import kit
from tests.xenocide import evening as xenocide
from tracker.application.book import Book
from tracker.application.chances.game_luck import compute_luck
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.ledger.memory_store import MemoryStore


def sums(game: Game) -> dict[tuple[str, str], tuple[int, int, float]]:
    """Dice, sum and expected sum of each side and kind of roll."""
    rows = compute_luck(game.history).sums
    return {(row.side_name, row.what): (row.dice, row.total, row.expected) for row in rows}


def successes(game: Game) -> dict[tuple[str, str], tuple[int, int, float]]:
    """Dice, successes and expected successes of each side and kind of roll."""
    rows = compute_luck(game.history).kinds
    return {
        (row.side_name, row.what): (row.tally.dice, row.tally.made, row.tally.expected)
        for row in rows
    }


@pytest.mark.parametrize(
    ("whose", "objectives"),
    [("shared", ["objectives : 25"]), ("per_player", ["objectives : 25", "answer : 31"])],
)
def test_objectives_and_their_counters(whose: str, objectives: list[str]) -> None:
    """Two dice for the objectives (2, 5: Intel), eight of 24 sides for its four counters."""
    lines = (*objectives, "answer : 1 2 3 4 5 6 7 24", "deployment : 53")
    game = kit.begin(kit.book(), lines, options={"objectives": whose})
    assert sums(game) == {("Red", "deployment"): (1, 5, 3.5), ("Blue", "deployment"): (1, 3, 3.5)}


def test_the_place_of_damage() -> None:
    """6 + 5 + 2 = 13 damages the machine, and 5 says where (CZ-DMG-05)."""
    game = combat_zone.begin(*combat_zone.RED_ACTS, machine=True)
    say(game, "r11 shoots b21 20cm : 611 / 652 / 5")
    assert sums(game) == {
        ("Red", "initiative"): (2, 10, 8.0),  # a D6 and a D8
        ("Blue", "initiative"): (1, 5, 3.5),
        ("Red", "wound"): (3, 13, 10.5),
    }


def test_who_falls_at_random() -> None:
    """Of 1 2 9 9 9 two hit, no save of 9; a 5 and a 5 say who of the rocket squad falls."""
    orders = ("orders red : r1 run r3 opp r5 1", "orders blue : b1 opp b2 run b5 0")
    game = xenocide.begin(*orders, casualty_choice="random")
    say(game, "r2 > b4 10in : 12999 / 9 9 / 5 / 5")
    assert game.pending is None
    assert sums(game) == {}
    assert {key: row[:2] for key, row in successes(game).items()} == {
        ("Red", "to hit"): (5, 2),
        ("Blue", "save"): (2, 0),
    }


def test_how_far_each_model_gets_is_the_luck_of_its_side() -> None:
    """Eight models roll two dice each through difficult terrain: 1 2 3 4 5 6 once and 1 1 … 1 5."""
    rules = trial_assault.RULES
    names = ("recorded/ridge.toml", "recorded/bastion.toml")
    rosters = [(trial_assault.HERE / name).read_text(encoding="utf-8") for name in names]
    game = Book(MemoryStore(), rulesets={rules.id: rules}).begin_match(
        rules.id,
        [Entrant("Red", rosters[0]), Entrant("Blue", rosters[1])],
        options={"terrain_roll": "per_model"},
    )
    say(game, "deploy red", "deploy blue", "first red", "next", "next")
    say(game, "r1 charges b1 rough : 1234561111111115")
    assert sums(game) == {("Red", "through difficult terrain"): (16, 35, 56.0)}
