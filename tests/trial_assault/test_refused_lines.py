"""Lines that lack something or name too many: refused in a sentence that says what to write."""

from __future__ import annotations

import pytest

from tests.saying import refused
from tests.trial_assault.evening import begin
from tracker.application.match.game import Game

IN_A_PART = "in a part; put | between them."
REFUSED = (
    ("r1,r2 fires b1", f"One unit fires {IN_A_PART}"),
    ("r1 fires", "Fires at whom? Name the enemy: r1 fires b1."),
    ("r1,r2 charges", "Charges whom? Name the enemy: r1 charges b1."),
    ("cover b1", "Who is in cover, and from whom? cover b1 from r1."),
    (
        "sheet r1 x",
        "A sheet says how many touch and support: sheet r1 4+4 b1 3+3 r1 b1 4+2 r2;"
        " for 2 who touch both of these: b1 2 r1+r2.",
    ),
    ("r1,r2 arms with fist", f"One unit takes up weapons {IN_A_PART}"),
    ("r1,r2 fights b1", f"One unit strikes {IN_A_PART}"),
    ("r1 fights b1,b2", f"One enemy {IN_A_PART}"),
    ("r1,r2 tests", f"One unit tests {IN_A_PART}"),
    ("r1,r2 flees", f"One unit falls back {IN_A_PART}"),
    ("r1,r2 sweeps", f"One unit sweeps {IN_A_PART}"),
    ("r1,r2 consolidates", f"One unit consolidates {IN_A_PART}"),
    ("r1,r2 regroups", f"One unit regroups {IN_A_PART}"),
    ("r1,r2 joins r3", f"One unit {IN_A_PART}"),
    ("r1 joins r2,r3", "One unit is joined in a part."),
    ("arrives", "Who arrives? arrives r3 east."),
    ("all piles", "Nobody is in close combat who has still to pile in."),
    (
        "fix",
        "Fix whom, and what? fix b1 figures -2, fix r1 moved, fix r1 falling-back.",
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
