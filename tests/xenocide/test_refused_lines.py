"""Lines that lack something or name too many: refused in a sentence that says what to write."""

from __future__ import annotations

import pytest

from tests.saying import refused
from tests.xenocide.evening import begin
from tracker.application.match.game import Game

IN_A_PART = "in a part; put | between them."
REFUSED = (
    ("r1,r2 > b1", f"One unit fires {IN_A_PART}"),
    ("r1 > b1,b2", "One target in a part."),
    ("r1,r2 contacts b1", f"One unit makes contact {IN_A_PART}"),
    ("r1 contacts", "Contacts whom? Name the enemy: r1 contacts b1."),
    ("r1 boards", "Boards what? Name the vehicle."),
    ("r1,r2 fights b1", f"One unit fights {IN_A_PART}"),
    ("r1 fights b1,b2", f"One enemy {IN_A_PART}"),
    ("r5 overruns", "Overruns whom? Name the unit: r5 overruns b1 models 2."),
    ("b1 snaps", "At whom? Name the unit that moves: b1 snaps r1 5in."),
    ("r1,r2 retreats", f"One unit {IN_A_PART}"),
    ("aboard r1", "Who starts aboard is said with the vehicle: aboard r1 r5."),
    ("default red", "A default is said with its side and order: default red run."),
    (
        "fix",
        "Fix whom, and what? fix b1 figures +1, fix r1 suppressed 2, fix r5 damage 3.",
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
    assert refused(begin(), "r1 > b1") == "What is done now takes nobody behind it."
