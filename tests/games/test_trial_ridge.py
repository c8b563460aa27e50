"""The recorded game of Trial Assault, every die of it worked out by hand (TA-W61, 62 and 69)."""

from __future__ import annotations

import pytest

from tests.games.recorded_clock import make_recorded_game_clock
from tests.games.xenocide import played
from tracker.application.book import Book
from tracker.application.demo import demo_games
from tracker.application.demo.demo_games import find_demo_game
from tracker.application.log.attack_roll_chains import count_successes
from tracker.application.match.game import Game
from tracker.ledger.memory_store import MemoryStore
from tracker.testing.match_in_memory import BLUE, RED
from tracker.vocabulary import events as ev

EACH = "123456"
TITLE = "Down from the ridge"
BY_HAND = (
    # Red's first turn: troopers at the mob, step 4
    ("124456", 4, 4),
    ("2456", 4, 3),
    ("362", 6, 1),
    # raiders, step 2: cleavers leave a save of 4
    (EACH * 4, 4, 12),
    ("112233445566", 5, 4),
    ("3326", 4, 1),
    # step 10: guards behind a wall, and frag
    ("1234456623", 4, 5),
    ("25361", 5, 2),
    ("25", 3, 1),
    (EACH * 2, 3, 8),
    ("12345623", 3, 5),
    ("51264", 5, 2),
    # step 1: the fist, without saves
    ("2364", 3, 3),
    ("125", 2, 2),
    # Blue's first turn: three troopers who were caught, then five raiders
    ("516", 4, 2),
    ("42", 4, 1),
    ("5", 6, 0),
    (EACH * 2 + "146", 4, 8),
    ("12556341", 5, 3),
    ("412", 4, 1),
    # Red's second turn: three blades charge, and no guard is left to strike back
    ("123456345", 3, 7),
    ("1234566", 3, 5),
    ("12344", 5, 0),
)
SUMS = (7, 7, 8, 8, 9, 8, 6, 4, 10, 10, 10)
"""Tests, fall backs, sweeps and regrouping, turn by turn."""


@pytest.fixture(scope="module")
def game() -> Game:
    show = find_demo_game(TITLE)
    book = Book(MemoryStore(), clock=make_recorded_game_clock(show.setting))
    return played(demo_games.begin_demo_game(book, TITLE, show), show.lines)


def rolls(game: Game, form: str) -> list[ev.Rolled]:
    every = (line.event for line in game.history.path)
    return [one for one in every if isinstance(one, ev.Rolled) and one.form == form]


@pytest.mark.thorough
def test_every_roll_is_the_one_worked_out_by_hand(game: Game) -> None:
    found = [
        (sorted(one.faces), int(one.need.rstrip("+")), count_successes(one))
        for one in rolls(game, "pool")
    ]
    assert found == [(sorted(map(int, faces)), need, n) for faces, need, n in BY_HAND]


def test_every_sum_of_dice_is_the_one_thrown(game: Game) -> None:
    assert tuple(sum(one.faces) for one in rolls(game, "score")) == SUMS


@pytest.mark.rule("TA-WIN-01", "TA-WIN-02", "TA-FALL-07")
def test_red_has_swept_the_table(game: Game) -> None:
    """The troopers ran off the table, the guards fell: 90 and 80 points, and none for Blue."""
    end = game.match.ended
    assert end is not None
    assert (end.how, end.winner, end.scores) == ("last side", RED, ((RED, 170), (BLUE, 0)))
    assert [len(game.match.figures(unit)) for unit in game.match.units()] == [5, 4]


def test_whoever_strikes_in_the_turn_of_the_other_side_is_not_late(game: Game) -> None:
    every = (line.event for line in game.history.path)
    assert not [one for one in every if isinstance(one, ev.ActionTaken) and one.late is not None]
