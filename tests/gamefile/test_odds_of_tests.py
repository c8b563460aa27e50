"""The odds of tests of many units at once, each with its own dice."""

from __future__ import annotations

import random

import pytest

from tests.gamefile.kit import RALLYING, RALLYING_BY_SUM
from tests.saying import say
from tracker.application.chances.action_odds import forecast_line, forecast_rest_of_open_action
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.gamefile.ruleset_builder import build_ruleset
from tracker.testing.odds_oracle import check_agreed_odds
from tracker.testing.random_games import make_book

COMPARED = (
    RALLYING
    + """\
passes = "die1 >= die2"
fail = [{ lose = "if(die2 == 6, 2, 1)" }]
"""
)


def begin(text: str, units: int) -> Game:
    """A game at the end of its turn, with so many units of four orcs that must test."""
    book = make_book(build_ruleset(text), random.Random(7))
    red = Entrant("Red", "\n".join(f"A{n}: 4 orcs" for n in range(1, units + 1)))
    game = book.begin_match("rallying", [red, Entrant("Blue", "C: 3 orcs")])
    say(game, *(f"fix r{n} shaken" for n in range(1, units + 1)))
    return game


def test_tests_of_ten_units_are_exact() -> None:
    """Each adds 1 to two dice and needs 7: 26 of 36 ways reach 6."""
    game = begin(RALLYING_BY_SUM, 10)
    odds = forecast_line(game, "next")
    assert not odds.runs
    assert [(mark.who, mark.word) for mark in odds.marks] == [
        (f"R{n}", "no longer shaken") for n in sorted(range(1, 11), key=str)
    ]
    assert [mark.chance for mark in odds.marks] == [pytest.approx(26 / 36)] * 10


def test_what_the_dice_remove_is_listed_before_what_expires_anyway() -> None:
    """Who passes is rid of ``shaken``, who fails of everything; ``braced`` ends with the turn."""
    text = RALLYING_BY_SUM.replace(
        'shaken = { sign = "S" }',
        'shaken = { sign = "S" }\nbraced = { sign = "b", until = "turn" }',
    )
    game = begin(f'{text}fail = [{{ lose = "figures" }}]\n', 1)
    say(game, "fix r1 braced")
    odds = forecast_line(game, "next")
    assert [mark.word for mark in odds.marks] == ["no longer shaken", "no longer braced"]


def test_typed_dice_count_for_their_own_unit() -> None:
    """R1 fails with 3, 2 and 1 that is added. R2 has a 4, and passes with 2 or more."""
    game = begin(RALLYING_BY_SUM, 4)
    say(game, "next")
    odds = forecast_rest_of_open_action(game, typed=(3, 2, 4))
    assert odds is not None
    assert not odds.runs
    assert {mark.who: round(mark.chance, 6) for mark in odds.marks} == {
        "R2": round(5 / 6, 6),
        "R3": round(26 / 36, 6),
        "R4": round(26 / 36, 6),
    }


def test_dice_that_steps_use_are_told_apart() -> None:
    """A unit loses two with a six against less (5 of 36 ways), one in 10 of 36 others."""
    odds = forecast_line(begin(COMPARED, 4), "next")
    assert not odds.runs
    for losses in odds.losses:
        chances = {one.n: one.chance for one in losses.chances}
        assert chances == {n: pytest.approx(ways / 36) for n, ways in ((0, 21), (1, 10), (2, 5))}
    assert len(odds.losses) == 4


@pytest.mark.parametrize("text", [RALLYING_BY_SUM, COMPARED])
def test_the_table_agrees(text: str) -> None:
    game = begin(text, 1)
    action = game.ruleset.actions["next"]
    args = (None, action.decode_params({}))
    check_agreed_odds(game.ruleset, game.state, action.stage, args)
