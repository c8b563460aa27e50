"""Three turns of Xenocide on foot, replayed and held to what was worked out by hand."""

from __future__ import annotations

import pytest

from exports.battle_report_content import build_battle_report
from exports.game_course_and_ending import compute_game_course
from tests.games import xenocide
from tracker.application.demo import demo_games
from tracker.application.match.game import Game
from tracker.testing.match_in_memory import RED
from tracker.vocabulary import events as ev

NAME = xenocide.WOOD


@pytest.fixture(scope="module")
def game() -> Game:
    return xenocide.play(NAME)


@pytest.mark.thorough
def test_the_demo_plays_it_alike_choices_said_in_a_word_included(game: Game) -> None:
    """Where all that nobody says is taken as proposed, ``rifleman`` still says who falls."""
    assert (
        demo_games.play_all_demo_lines(xenocide.begin(NAME), xenocide.recorded(NAME)).state
        == game.state
    )


def test_every_roll_is_the_one_worked_out_by_hand(game: Game) -> None:
    assert xenocide.rolled(game) == xenocide.by_hand(NAME)


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_what_is_left_after_each_turn(game: Game, turn: int) -> None:
    assert xenocide.left(game, turn) == xenocide.left_by_hand(NAME)[turn]


@pytest.mark.thorough
@pytest.mark.rule("XF-WIN-02")
def test_reports_tell_the_vp_taken_after_each_turn(game: Game) -> None:
    """They are those of the sheet, also while the game goes on."""
    by_hand = xenocide.left_by_hand(NAME)
    told = {
        after.turn: [*after.points.values()] for after in compute_game_course(game, (), ()).turns
    }
    assert told == {turn: [int(row["Red"]), int(row["Blue"])] for turn, row in by_hand.items()}
    lines = xenocide.recorded(NAME).lines.partition("turn 3")[0]
    report = build_battle_report(xenocide.played(xenocide.begin(NAME), lines))
    assert report.result == f"Unfinished: Red {told[2][0]}, Blue {told[2][1]}"
    assert any(told[2])


def test_no_die_was_rolled_by_the_app(game: Game) -> None:
    rolls = [line.event for line in game.history.path if isinstance(line.event, ev.Rolled)]
    assert {roll.source for roll in rolls} == {"typed"}


@pytest.mark.rule("XF-WIN-01", "XF-WIN-02", "XF-G85", "XF-G86")
def test_the_turns_agreed_are_over_and_red_has_won(game: Game) -> None:
    end = game.match.ended
    assert end is not None
    assert (end.how, end.winner) == ("turns", RED)
    assert [points for _, points in end.scores] == [210, 95]
