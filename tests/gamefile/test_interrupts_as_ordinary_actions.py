"""An action that can interrupt others, and that units also take in their own turn."""

from __future__ import annotations

import random

import pytest

from tests.tui.kit import Stage, act
from tracker.application.book import Book
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.application.match.possible_actions import list_possible_actions
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.gamefile.ruleset_builder import build_ruleset
from tracker.testing.random_games import make_book

GAME = """\
warledger_game = 1
id = "duel"
title = "Duel"
[[phases]]
id = "start"
opening = true
[[phases]]
id = "action"
order = "alternating"
[stats]
skill = [2, 6]
[profiles]
rifle = { skill = 4 }
[rolls.hits]
[actions.move]
word = "moves"
key = "m"
phases = ["action"]
moves = true
open_to = ["volley"]
[actions.volley]
word = "volleys at"
key = "v"
phases = ["action"]
at = "enemy"
steps = [{ roll = "hits", dice = "figures", need = "skill" }, { lose = "hits" }]
"""


@pytest.fixture
def kept() -> Book:
    return make_book(build_ruleset(GAME), random.Random(7))


@pytest.fixture
def game(kept: Book) -> Game:
    """Two units of three rifles on each side, before the first turn."""
    forces = Entrant("Red", "A: 3 rifle\nC: 3 rifle"), Entrant("Blue", "B: 3 rifle\nD: 3 rifle")
    return kept.begin_match("duel", [*forces])


def _play(game: Game, *lines: str) -> list[str]:
    """Play lines, and return the objections to the last one."""
    for line in lines:
        done = play_line(game, line)
        assert done.error is None
    return [objection.text for objection in done.objections]


def _last_line(game: Game) -> str:
    return [*list_log_lines(game.history)][-1].text


TURN = "cannot act now: it is the other side's turn to act"


@pytest.mark.parametrize(
    ("lines", "objection"),
    [
        (["r1 volleys b1 : 111"], "R1 cannot do this in start"),
        (["next", "b1 volleys r1 : 111"], f"B1 {TURN}"),
        (["next", "r1 moves 4", "r2 volleys b1 : 111"], f"R2 {TURN}"),
    ],
)
def test_outside_an_interrupt_the_phase_and_the_turn_count(
    game: Game, lines: list[str], objection: str
) -> None:
    assert _play(game, *lines) == [objection]


def _volleys(game: Game) -> list[str]:
    return [one.line for one in list_possible_actions(game) if one.command.action == "volley"]


def test_only_the_side_to_act_is_offered_the_action(game: Game) -> None:
    _play(game, "next", "r1 moves 4")
    assert {line[:10] for line in _volleys(game)} == {"b1 volleys", "b2 volleys"}


def test_in_its_own_turn_a_side_takes_the_action_without_interrupting(game: Game) -> None:
    """1 is below 4, so all three dice miss. The move stays whole, and Red acts next."""
    assert _play(game, "next", "r1 moves 4", "b1 volleys r1 : 111") == []
    assert _last_line(game).startswith("B1 B ▸ R1 A: 3 dice 0 hits")
    assert game.match.clock.side == "s:r"


@pytest.mark.parametrize(
    "lines", [("r1 moves 4 | b1 volleys r1 : 111",), ("r1 moves 4", "b1 volleys r1 late : 111")]
)
def test_a_named_interrupt_has_no_objections(game: Game, lines: tuple[str, ...]) -> None:
    assert _play(game, "next", *lines) == []
    assert _last_line(game).startswith("R1 A moves | B1 B ▸ R1: 3 dice 0 hits")


def test_an_interrupt_is_aimed_at_the_unit_that_it_interrupts(game: Game) -> None:
    told = ["R2 is not the unit whose action is interrupted"]
    assert _play(game, "next", "r1 moves 4 | b1 volleys r2 : 111") == told


@pytest.mark.parametrize(
    ("keys", "logged"), [("i1", "R1 A moves | B1 B ▸ R1"), ("1v1", "B1 B ▸ R1 A")]
)
def test_the_key_for_an_interrupt_alone_interrupts(
    kept: Book, game: Game, keys: str, logged: str
) -> None:
    _play(game, "next", "r1 moves 4")

    async def story(stage: Stage) -> None:
        await stage.press(f"{keys}⏎111⏎")

    act(story, kept, game="m1")
    assert _last_line(kept.open_game("m1")).startswith(logged)
