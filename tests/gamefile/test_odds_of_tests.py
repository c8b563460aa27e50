"""The odds of tests of many units at once, each with its own dice."""

from __future__ import annotations

import random

import pytest

from exports.sql_tables.row_builder import build_game_rows
from exports.sql_tables.sql_models import SqlRoll
from tests.gamefile.kit import RALLYING, RALLYING_BY_SUM
from tests.saying import say
from tracker.application.campaigns.game_statistics import compute_game_tally
from tracker.application.chances.action_odds import forecast_line, forecast_open_action
from tracker.application.chances.dice_luck import compute_luck
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.gamefile.ruleset_builder import build_ruleset
from tracker.testing.odds_oracle import check_agreed_odds
from tracker.testing.random_games import make_book
from tracker.vocabulary.subject_ids import make_unit_id

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


def test_each_test_of_several_units_counts_as_luck() -> None:
    """Two dice and 1 reach 7 with a chance of 26 in 36: 3 + 4 + 1 do, 2 + 3 + 1 do not.

    Three units make one roll: 3 * 26 / 36 = 2.1667 are expected, and two pass.
    """
    game = begin(RALLYING_BY_SUM, 3)
    say(game, "next : 34 23 66")
    luck = compute_luck(game.history)
    assert luck.sums == ()
    assert luck.rests_on == "1 of 1 recorded rolls"
    (side,) = luck.sides
    assert (side.side_name, side.tally.dice, side.tally.made) == ("Red", 3, 2)
    assert side.tally.expected == pytest.approx(13 / 6)
    assert [(one.unit, one.tally.made) for one in luck.units] == [
        ("R1 A1", 1),
        ("R2 A2", 0),
        ("R3 A3", 1),
    ]
    tally = compute_game_tally(game.history.path, game.state)
    assert (tally.depth.rolls, tally.depth.pools, tally.depth.sums) == (1, 1, 0)
    assert [(one.unit, one.made, one.dice) for one in tally.thrown] == [
        (make_unit_id(f"r{n}"), made, ((13, 18, 1),)) for n, made in ((1, 1), (2, 0), (3, 1))
    ]


@pytest.mark.parametrize("units", [1, 3])
def test_the_tables_have_the_tests_of_several_units(units: int) -> None:
    game = begin(RALLYING_BY_SUM, units)
    say(game, "next :" + " 34" * units)
    names = SqlRoll.metadata.tables["roll"].columns.keys()
    (row,) = (row for model, row in build_game_rows(game) if model is SqlRoll)
    found = dict(zip(names, row, strict=True))
    unit = "r1" if units == 1 else None
    assert [found[name] for name in ("side", "who", "unit")] == ["r", unit, unit]
    assert [found[name] for name in ("successes", "tries", "made")] == [units] * 3
    assert found["chance"] == pytest.approx(26 / 36)
    assert found["expected"] == pytest.approx(units * 26 / 36)


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
    odds = forecast_open_action(game, typed=(3, 2, 4))
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
