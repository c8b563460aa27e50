"""The end of a game in facts, against one volley worked out by hand."""

from __future__ import annotations

from math import comb

import pytest

from exports.game_course_and_ending import build_end_summary
from tests.tui.kit import TO_MOVE, TO_SHOOT, Clock, begin, book
from tracker.application.log.fact_descriptions import describe_end_reason
from tracker.application.match.game import Game
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.procedures.declared.line_reader import lift_typed_line_limits
from tracker.projection.match_state import End
from tracker.testing.match_in_memory import BLUE, RED
from tracker.vocabulary import events as ev

# Ten dice need 3+ (6 hit), six need 4+ (all through), six saves need 6 (none): six fall.
VOLLEY = "r1 > b2 soft : 4516234612 / 666666 / 111111"
CHANCE = 2 / 3 * 1 / 2 * 5 / 6
"""That one die removes a figure."""


@pytest.fixture(scope="module")
def over() -> Game:
    return begin(book(), (*TO_SHOOT, VOLLEY, "next", "next", "end conceded blue"))


def test_who_won_and_what_is_left(over: Game) -> None:
    found = build_end_summary(over)
    assert (found.winner, found.end_reason) == ("Red", "Blue gave up")
    # Red Dusk came with 22 figures.
    assert [(one.force, one.player, one.figures_left, one.mustered) for one in found.sides] == [
        ("Iron Third", "Anna", 18, 18),
        ("Red Dusk", "Farid", 16, 22),
    ]
    assert [one.turns for one in found.sides] == [((0, 18),), ((0, 16),)]


def test_a_game_that_is_ended_twice_tells_its_last_turn_once() -> None:
    """Earlier versions accepted a second end."""
    with lift_typed_line_limits():
        ends = ("end conceded blue", "end conceded red")
        game = begin(book(), (*TO_SHOOT, VOLLEY, "next", "next", *ends))
    assert [one.turns for one in build_end_summary(game).sides] == [((0, 18),), ((0, 16),)]


def test_figures_that_join_another_unit_came_once() -> None:
    game = begin(book(), (*TO_MOVE, "r2 joins r1", "end conceded blue"))
    # Iron Third came with 18 figures.
    red, _ = build_end_summary(game).sides
    assert (red.figures_left, red.mustered) == (18, 18)


def test_luck_is_told_over_what_was_to_be_expected(over: Game) -> None:
    # Red: 6 + 6 made of 10 · 2/3 + 6 · 1/2 expected; Blue: 0 of 6 · 1/6
    assert [one.luck for one in build_end_summary(over).sides] == [
        "+2.3 of 16 dice",
        "-1.0 of 6 dice",
    ]


def test_the_luckiest_attack_and_how_many_do_as_well(over: Game) -> None:
    shares = [comb(10, n) * CHANCE**n * (1 - CHANCE) ** (10 - n) for n in range(6, 11)]
    assert build_end_summary(over).lucky == (
        f"R1 Alpha ▸ B2 Dusk rifles: 6 not saved, expected {10 * CHANCE:.1f}, 10 dice"
        f" ({sum(shares):.0%} do as well or better)".replace("%", " %"),
    )
    assert build_end_summary(over).unlucky == ()


def test_an_attack_below_expectation_is_an_unlucky_one() -> None:
    # Of ten dice one hits; none gets through: 0 of 3.3. (2/3) ** 10 = 1.7 % do as badly.
    game = begin(book(), (*TO_SHOOT, "r1 > b2 soft : 3111111111 / 1", "end conceded red"))
    found = build_end_summary(game)
    assert found.winner == "Blue"
    assert found.lucky == ()
    assert found.unlucky == (
        "R1 Alpha ▸ B2 Dusk rifles: 0 through, expected 3.3, 10 dice (2 % do as badly or worse)",
    )


def test_the_unit_of_the_day_removed_most(over: Game) -> None:
    assert build_end_summary(over).best_unit == "Alpha (Red): 6 removed, none of its own lost"
    assert build_end_summary(begin(book(), (*TO_SHOOT, "end conceded red"))).best_unit == ""


def test_minutes_are_those_of_the_clock_a_side() -> None:
    kept = book()
    clock = Clock()
    kept.clock = clock
    game = begin(kept, TO_SHOOT)
    for _ in range(4):
        clock.tick()
    assert play_line(game, VOLLEY).error is None
    found = build_end_summary(game)
    assert [one.minutes for one in found.sides] == [4, 0]
    assert found.minutes == 4


def test_a_winner_with_most_points_needs_no_word_of_the_players() -> None:
    def describe(red: int, blue: int, how: str = "agreed") -> str:
        scores = ((RED, red), (BLUE, blue))
        why = "the players say so"
        return describe_end_reason(End(how, RED, scores, why))

    ended = ev.MatchEnded(how="agreed", winner=RED, scores=((RED, 9), (BLUE, 1)), why="they agreed")
    assert describe_end_reason(ended) == "most VP when the players ended the game"
    assert describe(438, 75) == "most VP when the players ended the game"
    assert describe(75, 438) == describe(75, 75) == "the players say so"
    assert describe(438, 75, how="turns") == "the players say so"
    for winner in (None, RED):  # without a score, nobody has the most points
        assert describe_end_reason(End("agreed", winner, (), "the players ended it")) == (
            "the players ended it"
        )
