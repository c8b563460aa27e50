"""Lines that lack something or name too many: refused in a sentence that says what to write."""

from __future__ import annotations

import pytest

from tests.saying import refused
from tests.xenocide.evening import begin
from tracker.application.match.game import Game

ONE_UNIT = "Name one unit in each part, and put `|` between parts"
ONE_ENEMY = "Name one enemy in each part, and put `|` between parts."
REFUSED = (
    ("r1,r2 > b1", f"{ONE_UNIT}: `r1 > b1 | r2 > b1`."),
    ("r1 > b1,b2", "Name one target in each part."),
    ("r1,r2 contacts b1", f"{ONE_UNIT}: `r1 contacts b1 | r2 contacts b1`."),
    ("r1 contacts", "Name the enemy, as in `r1 contacts b1`."),
    ("r1 boards", "Name the vehicle after `boards`."),
    ("r1,r2 fights b1", f"{ONE_UNIT}: `r1 fights b1 | r2 fights b1`."),
    ("r1 fights b1,b2", ONE_ENEMY),
    ("r5 overruns", "Name the unit, as in `r5 overruns b1 models 2`."),
    ("b1 snaps", "Name the unit that moves, as in `b1 snaps r1 5in`."),
    ("r1,r2 retreats", f"{ONE_UNIT}: `r1 retreats | r2 retreats`."),
    ("aboard r1", "Name the squad and then its vehicle, as in `aboard r1 r5`."),
    ("default red", "Name the side and its default order, as in `default red run`."),
    ("r5 drives 9in turns 2", 'The word "turns" is unknown: type `r5 drives 9in turns=2`.'),
    ("end draw blue", "Blue is not understood after end: leave it out."),
    ("end blue draw", "For a draw, type `end draw`."),
    (
        "fix",
        "Name what to fix, as in `fix b1 figures +1`, `fix r1 suppressed 2`, `fix r5 damage 3`.",
    ),
)


@pytest.fixture(scope="module")
def game() -> Game:
    return begin("orders red", "orders blue")


@pytest.mark.parametrize(("line", "sentence"), REFUSED)
def test_it_is_refused_and_nothing_is_written(game: Game, line: str, sentence: str) -> None:
    before = game.version
    assert refused(game, line) == sentence
    assert game.version == before


def test_nobody_stands_behind_an_order() -> None:
    assert refused(begin(), "r1 > b1") == "This action takes no target: leave out `b1`."
