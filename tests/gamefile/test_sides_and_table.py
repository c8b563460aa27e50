"""Markers of sides and of the table in a game file, and what decides between equal points."""

from __future__ import annotations

import random

import pytest

from tests.gamefile.test_broken import problems
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import parse_command, play_line
from tracker.gamefile.ruleset_builder import build_ruleset
from tracker.testing.random_games import check_game, check_undo, make_book, play_random_game
from tracker.vocabulary.subject_ids import MATCH, make_side_id

GAME = """\
warledger_game = 1
id = "weather"
title = "Weather"
phases = [{ id = "act" }]
[stats]
skill = [2, 6]
[profiles.fighter]
skill = 4
[markers]
storm = { on = "table", counts = true, most = 3 }
night = { on = "table", until = "turn", bars = ["fire"] }
dry = { on = "side", word = "out of ammunition", bars = ["fire"] }
[forces.band]
units = ["4 fighters", "3 fighters"]
[rolls.hits]
[actions.pray]
phases = ["act"]
steps = [{ mark = "storm", on = "table" }]
[actions.darken]
phases = ["act"]
steps = [{ mark = "night", on = "table" }]
[actions.waste]
phases = ["act"]
steps = [{ mark = "dry", on = "side" }]
[actions.clear]
phases = ["act"]
bar = "storm == 0"
why = "sees no storm"
steps = [{ clear = "storm", on = "table" }]
[actions.fire]
verb = "fires"
phases = ["act"]
at = "enemy"
steps = [{ roll = "hits", dice = "figures", need = "skill + storm" }, { lose = "hits" }]
[end]
turns = 1
[end.ties]
"least storm" = "-storm"
"figures left" = "side.figures"
"""
RED, BLUE = make_side_id("r"), make_side_id("b")


@pytest.fixture
def game() -> Game:
    book = make_book(build_ruleset(GAME), random.Random(1))
    sides = [Entrant("Red", "4 fighters"), Entrant("Blue", "3 fighters\n2 fighters")]
    return book.begin_match("weather", sides)


def say(game: Game, *lines: str) -> None:
    for line in lines:
        assert play_line(game, line).error is None, line


def against(game: Game, line: str) -> list[str]:
    return [one.text for one in game.list_objections(parse_command(game, line))]


def test_a_marker_of_the_table_counts_for_everybody(game: Game) -> None:
    """Skill 4 and two storms: 6+, so the 6 hits and the 5 does not; without them 4+."""
    say(game, "r1 pray", "b1 pray", "r1 fires b1 : 6555")
    match = game.match
    assert match.mark(MATCH, "storm") == 2
    assert len(match.figures(match.units(BLUE)[0])) == 2
    say(game, "b2 clear", "b2 fires r1 : 43")
    assert game.match.mark(MATCH, "storm") is None
    assert len(game.match.figures(game.match.units(RED)[0])) == 3
    assert against(game, "b2 clear") == ["B2 sees no storm"]


def test_by_hand_they_are_changed_with_fix(game: Game) -> None:
    for line, why in (
        ("r1 +night", "+ and - cannot change 'night': type `fix game night`."),
        ("b1 +dry", "+ and - cannot change 'dry': type `fix blue dry`."),
    ):
        assert str(play_line(game, line).error) == why
    say(game, "fix game night", "fix game storm 2", "fix blue out-of-ammunition")
    told = (("table", "storm ×2, night"), ("Blue", "out of ammunition"))
    assert game.ruleset.status(game.match) == told


def test_they_are_told_in_the_log_and_beside_the_table(game: Game) -> None:
    say(game, "r1 pray", "b1 pray", "r1 waste", "r1 darken")
    assert [line.text.partition(": ")[2] for line in list_log_lines(game.history)[-4:]] == [
        "storm",
        "storm ×2",
        "Red out of ammunition",
        "night",
    ]
    told = (("table", "storm ×2, night"), ("Red", "out of ammunition"))
    assert game.ruleset.status(game.match) == told
    assert game.ruleset.grids(game.match, "act")[0].rows == told
    say(game, "r1 clear")
    assert list_log_lines(game.history)[-1].text.endswith(": storm over")


def test_markers_of_the_table_and_of_a_side_bar_actions(game: Game) -> None:
    say(game, "r1 darken")
    assert against(game, "b1 fires r1") == ["B1 cannot do this: night"]
    say(game, "fix game night 0", "b1 waste")
    assert against(game, "b2 fires r1") == ["B2 cannot do this: its side is out of ammunition"]
    assert against(game, "r1 fires b1") == []


def test_equal_points_are_decided_by_the_first_tie_breaker_of_which_one_side_has_more(
    game: Game,
) -> None:
    """No points; the storm is one for both; Red has four figures and Blue five, until two fall."""
    say(game, "next")
    assert game.match.ended is not None
    assert (game.match.ended.winner, game.match.ended.why) == (BLUE, "1 turn, figures left 4 : 5")


def test_units_that_are_gone_count_as_no_figures_left(game: Game) -> None:
    say(game, "r1 fires b1 : 6661", "next")
    assert game.match.ended is not None
    assert (game.match.ended.winner, game.match.ended.why) == (RED, "1 turn, figures left 4 : 2")
    assert "figures left 4 : 2" in list_log_lines(game.history)[-1].text


def test_the_players_who_end_the_game_are_offered_the_same_winner(game: Game) -> None:
    say(game, "end")
    assert game.match.ended is not None
    assert game.match.ended.winner == BLUE


@pytest.mark.parametrize("seed", range(3))
def test_games_by_chance_keep_the_laws(seed: int) -> None:
    game = play_random_game(
        build_ruleset(GAME.replace("turns = 1", "turns = 3")), random.Random(seed), {}
    )
    check_game(game)
    check_undo(game, 5)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (
            'mark = "storm", on = "table"',
            'mark = "storm"',
            "storm is a marker for the table, so `on` must name the table.",
        ),
        (
            'mark = "dry", on = "side"',
            'mark = "dry", on = "table"',
            "dry is a marker for a side, so `on` must name a side.",
        ),
        (
            '"side.figures"',
            '"figures"',
            "`figures left`: there is nothing called 'figures':"
            " write enemy.figures or side.figures.",
        ),
        (
            "[end.ties]\n",
            "[end.ties]\n" + "".join(f'"{n}" = {n}\n' for n in range(9)),
            "Give at most 9 tie-breakers, each at most 40 letters long.",
        ),
        (
            'verb = "fires"\n',
            'verb = "fires"\nonce = "dry"\n',
            "`once` needs a marker 'dry': declare it with [markers.dry].",
        ),
    ],
)
def test_slips_are_told(old: str, new: str, why: str) -> None:
    assert why in [one.text for one in problems(GAME.replace(old, new, 1))]
