"""Three turns of Xenocide with vehicles, replayed and held to what was worked out by hand."""

from __future__ import annotations

import pytest

from tests.games import xenocide
from tracker.application.demo import demo_games
from tracker.application.match.game import Game
from tracker.rulesets.xenocide.phases import match_end_and_winner
from tracker.testing.match_in_memory import RED
from tracker.vocabulary import events as ev

NAME = xenocide.ROAD


@pytest.fixture(scope="module")
def game() -> Game:
    return xenocide.play(NAME)


@pytest.mark.thorough
def test_the_demo_plays_it_to_the_same_end(game: Game) -> None:
    show = xenocide.recorded(NAME)
    assert (
        demo_games.play_all_demo_lines(xenocide.begin(NAME), show).match.ended == game.match.ended
    )


def test_every_roll_is_the_one_worked_out_by_hand(game: Game) -> None:
    assert xenocide.rolled(game) == xenocide.by_hand(NAME)


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_what_is_left_after_each_turn(game: Game, turn: int) -> None:
    assert xenocide.left(game, turn) == xenocide.left_by_hand(NAME)[turn]


def test_no_die_was_rolled_by_the_app(game: Game) -> None:
    rolls = [line.event for line in game.history.path if isinstance(line.event, ev.Rolled)]
    assert {roll.source for roll in rolls} == {"typed"}


@pytest.mark.rule("XF-WIN-03")
def test_each_loss_is_of_its_kind(game: Game) -> None:
    rows = dict(match_end_and_winner.describe_match_status(game.match))
    assert [
        rows[kind]
        for kind in (
            "Lost, killed",
            "Lost, destroyed",
            "Strayed",
            "Lost in teleport",
        )
    ] == [
        "Red 4 · Blue 15",
        "Red 0 · Blue 2",
        "Red 0 · Blue 0",
        "Red 1 · Blue 0",
    ]


@pytest.mark.rule("XF-WIN-01", "XF-WIN-02", "XF-G85", "XF-G86")
def test_the_turns_agreed_are_over_and_red_has_won(game: Game) -> None:
    end = game.match.ended
    assert end is not None
    assert (end.how, end.winner) == ("turns", RED)
    assert [points for _, points in end.scores] == [380, 80]
