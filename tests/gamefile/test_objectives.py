"""Objectives of a game file: when they are asked, those of players' own, and a side that is out."""

from __future__ import annotations

import random

import pytest

from tests.gamefile.test_broken import problems
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.gamefile.ruleset_builder import build_ruleset
from tracker.testing.random_games import (
    check_game,
    check_undo,
    make_book,
    play_random_game,
    replay_in_memory,
)
from tracker.testing.ruleset_laws import check_all_laws
from tracker.vocabulary.subject_ids import make_side_id
from tui.views.pending_question_view import _describe_choice_notation_hint, build_question_view

GAME = """\
warledger_game = 1
id = "mill"
title = "Mill"
phases = [{ id = "act" }]
[stats]
skill = [2, 6]
[profiles.fighter]
skill = 4
[markers.broken]
[actions.break]
phases = ["act"]
steps = [{ mark = "broken", on = "actor" }]
[forces.patrol]
units = ["2 fighters", "3 fighters"]
[objectives]
own = true
when = "end"
[end]
turns = 2
out = "broken"
"""
RED, BLUE = make_side_id("r"), make_side_id("b")


def begin(text: str = GAME) -> Game:
    book = make_book(build_ruleset(text), random.Random(1))
    return book.begin_match("mill", [Entrant("Red", "2 fighters"), Entrant("Blue", "2 fighters")])


def say(game: Game, *lines: str) -> None:
    for line in lines:
        assert play_line(game, line).error is None, line


def points(game: Game) -> tuple[int, int]:
    return game.match.points(RED), game.match.points(BLUE)


def test_objectives_of_ones_own_are_asked_once_as_the_game_ends() -> None:
    """Red reaches its own, worth 2; of what both play for, worth 1, Blue reaches it alone."""
    game = begin()
    say(game, 'objective "hold the mill" 2 red', 'objective "burn the barn" 1', "next")
    assert (game.match.turn, game.pending) == (2, None)
    say(game, "next : y / n / y")
    assert points(game) == (2, 1)
    assert game.match.ended is not None
    assert game.match.ended.winner == RED


def test_each_question_names_the_side_it_is_about() -> None:
    game, asked = begin(), []
    say(game, 'objective "burn the barn" 1', "next", "next")
    while game.pending is not None:
        asked.append(build_question_view(game.match, game.pending).what)
        game.answer_choice(False)
    assert asked == ["Red: burn the barn?", "Blue: burn the barn?"]


def test_they_are_asked_as_the_players_end_the_game_and_name_nobody() -> None:
    game = begin()
    say(game, 'objective "hold the mill" 2 red', "end : y")
    assert points(game) == (2, 0)
    assert game.match.ended is not None
    assert game.match.ended.winner == RED


def test_they_can_be_asked_each_turn_beside_those_that_are_counted() -> None:
    """Red holds one of two, worth 3, and has its own, worth 2, in each of two turns."""
    text = GAME.replace('own = true\nwhen = "end"', "own = true\ncount = 2\npoints = 3")
    game = begin(text)
    say(game, 'objective "hold the mill" 2 red', "next : 1 red / y")
    assert points(game) == (5, 0)
    say(game, "next : 1 red / y")
    assert points(game) == (10, 0)


def test_both_sides_together_hold_no_more_than_there_are() -> None:
    """Of two, both cannot hold two each, unless the file says so."""
    text = GAME.replace('own = true\nwhen = "end"', "count = 2")
    game = begin(text)
    say(game, "next")
    assert game.pending is not None
    assert "(at most 2 in all)" in _describe_choice_notation_hint(game.pending.request)
    error = str(play_line(game, "answer : 2 red, 1 blue").error)
    assert error.startswith("Objectives held: together they hold at most 2.")
    say(game, "answer : 1 red, 1 blue")
    game = begin(text.replace("count = 2", "count = 2\neach = true"))
    say(game, "next : 2 red, 2 blue")
    assert points(game) == (2, 2)


def test_a_side_whose_units_are_all_out_is_left_no_more() -> None:
    game = begin()
    say(game, "b1 break", "next")
    assert game.match.ended is not None
    assert game.match.ended.winner == RED


@pytest.mark.parametrize("seed", range(3))
def test_games_by_chance_keep_the_laws(seed: int) -> None:
    game = play_random_game(build_ruleset(GAME), random.Random(seed), {})
    check_game(game)
    check_undo(game, 5)
    check_all_laws(replay_in_memory(game))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("own = true\n", "", "[objectives] needs `count`, such as `count = 3`, or `own = true`."),
        (
            "actions.break",
            "actions.objective",
            "Every game already has an action called 'objective': choose another name.",
        ),
        (
            'out = "broken"',
            'out = "brokn"',
            "`out`: there is nothing called 'brokn': did you mean 'broken'?",
        ),
    ],
)
def test_slips_are_told(old: str, new: str, why: str) -> None:
    assert why in [one.text for one in problems(GAME.replace(old, new, 1))]


@pytest.mark.parametrize("line", ['objective "" 3', 'objective " " 3', 'objective "x" 0 red'])
def test_an_objective_needs_a_name_and_points(line: str) -> None:
    told = str(play_line(begin(), line).error)
    assert told == 'An objective needs a name and points, as in `objective "hold the mill" 2`.'
