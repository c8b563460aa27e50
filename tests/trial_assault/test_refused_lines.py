"""Lines that lack something or name too many: refused in a sentence that says what to write."""

from __future__ import annotations

import pytest

from tests.saying import refused
from tests.trial_assault.evening import begin
from tracker.application.match.game import Game

ONE_UNIT = "Name one unit in each part, and put `|` between parts"
ONE_ENEMY = "Name one enemy in each part, and put `|` between parts."
REFUSED = (
    ("r1,r2 fires b1", f"{ONE_UNIT}: `r1 fires b1 | r2 fires b1`."),
    ("r1 fires", "Name the enemy, as in `r1 fires b1`."),
    ("r1,r2 charges", "Name the enemy, as in `r1 charges b1`."),
    ("cover b1", "Name the unit in cover and its chargers, as in `cover b1 from r1`."),
    (
        "sheet r1 x",
        "Name the units and how many models touch and support, as in"
        " `sheet r1 4+4 b1 3+3 r1 b1 4+2 r2`; for 2 models that touch both enemies: `b1 2 r1+r2`.",
    ),
    ("r1,r2 arms with fist", f"{ONE_UNIT}: `r1 arms with fist | r2 arms with fist`."),
    ("r1,r2 fights b1", f"{ONE_UNIT}: `r1 fights b1 | r2 fights b1`."),
    ("r1 fights b1,b2", ONE_ENEMY),
    ("r1,r2 tests", f"{ONE_UNIT}: `r1 tests | r2 tests`."),
    ("r1,r2 flees", f"{ONE_UNIT}: `r1 flees | r2 flees`."),
    ("r1,r2 sweeps", f"{ONE_UNIT}: `r1 sweeps | r2 sweeps`."),
    ("r1,r2 consolidates", f"{ONE_UNIT}: `r1 consolidates | r2 consolidates`."),
    ("r1 consolidates 3in b1", 'The word "b1" is unknown: type `r1 consolidates b1 3in`.'),
    (
        "r1>b1 zork",
        'After r1>b1, the word "zork" is unknown: put `>` before a target and quotes around a name'
        " with spaces.",
    ),
    ("r1,r2 regroups", f"{ONE_UNIT}: `r1 regroups | r2 regroups`."),
    ("r1,r2 joins r3", f"{ONE_UNIT}: `r1 joins r3 | r2 joins r3`."),
    ("r1 joins r2,r3", "Name one unit to join."),
    ("arrives", "Name the unit that arrives, as in `arrives r3 east`."),
    ("all piles", "No unit in close combat is left to pile in."),
    ("end draw blue", "Blue is not understood after end: leave it out."),
    ("end blue draw", "For a draw, type `end draw`."),
    (
        "fix",
        "Name what to fix, as in `fix b1 figures -2`, `fix r1 moved`, `fix r1 falling-back`.",
    ),
)


@pytest.fixture(scope="module")
def game() -> Game:
    return begin()


@pytest.mark.parametrize(("line", "sentence"), REFUSED)
def test_it_is_refused_and_nothing_is_written(game: Game, line: str, sentence: str) -> None:
    before = game.version
    assert refused(game, line) == sentence
    assert game.version == before
