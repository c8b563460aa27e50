"""One combat of five units over two player turns, every die worked out by hand: a squad with its
captain and a walker against a levy in two kinds of armour and a monster.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.xenocide import played
from tracker.application.book import Book
from tracker.application.log.attack_roll_chains import count_successes
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.ledger.memory_store import MemoryStore
from tracker.rulesets.trial_assault import RULESET
from tracker.testing.match_in_memory import RED, f
from tracker.vocabulary import events as ev

HERE = Path(__file__).parent
POOLS = (
    # step 5: the captain shares three hits, one at a levy, two at the beast's 6 Toughness
    ("12356", 3, 3),
    ("4", 3, 1),
    ("61", 6, 1),
    # step 4: three wardens; four wounds on the levies, two spill over to the pickets
    ("334566", 3, 6),
    ("345634", 3, 6),
    ("5112", 5, 1),
    ("63", 6, 1),
    # the fourth warden at the beast, the walker at a levy and a picket, the beast at the captain
    ("52", 4, 1),
    ("3", 6, 0),
    ("362", 3, 2),
    ("21", 2, 1),
    ("4", 5, 0),
    ("461", 4, 2),
    ("25", 2, 2),
    ("53", 5, 1),
    # step 3: a levy and two pickets, and one that can do nothing to 12 of armour
    ("456", 4, 3),
    ("256", 5, 2),
    ("32", 3, 1),
    ("6", 4, 1),
    # Blue's turn, nobody charging: the beast dies at step 5, before it strikes
    ("3456", 3, 4),
    ("6661", 6, 3),
    ("36", 3, 2),
    ("42", 3, 1),
    ("3", 5, 0),
    ("51", 3, 1),
    ("6", 2, 1),
    ("4", 6, 0),
    ("3", 4, 0),
    ("2", 4, 0),
)
CANNOT_HARM = "no weapon of B1 can harm R3"  # Strength 3 and 6 against 10, in both turns
LEFT_OUT = "R2 is listed without B1, which touches it: B1 does not strike R2"  # in Blue's turn
SUMS = (
    (6, "armour 12: 12 glances, 13+ penetrates"),  # and 3: nothing
    (7, "6 or less"),  # the levy: 7, and 4 of 10; 5 against 5 are no more
    (10, "10 or less"),  # the beast holds, so that it pins captain and wardens
    (5, "fall back"),
    (6, "sweeping advance"),  # the walker fights the levy alone: caught
    (5, "4 or less"),  # 7, 2 of 10, 5 against 2
    (11, "fall back"),
    (3, "sweeping advance"),
)


@pytest.fixture(scope="module")
def game() -> Game:
    red, blue, lines = (
        (HERE / f"trial_{name}").read_text(encoding="utf-8")
        for name in ("pass.toml", "herd.toml", "toll.war")
    )
    book = Book(MemoryStore(), rulesets={RULESET.id: RULESET})
    begun = book.begin_match(
        RULESET.id,
        [Entrant("Red", red), Entrant("Blue", blue)],
        options={"victory": "points"},
    )
    return played(begun, lines, against=(CANNOT_HARM, LEFT_OUT, CANNOT_HARM))


def rolls(game: Game, form: str) -> list[ev.Rolled]:
    every = (line.event for line in game.history.path)
    return [one for one in every if isinstance(one, ev.Rolled) and one.form == form]


@pytest.mark.thorough
@pytest.mark.rule("TA-MULTI-02", "TA-CHAR-04", "TA-CHAR-05", "TA-CHAR-07", "TA-SAVE-04")
def test_every_roll_is_the_one_worked_out_by_hand(game: Game) -> None:
    found = [
        ("".join(map(str, one.faces)), int(one.need.rstrip("+")), count_successes(one))
        for one in rolls(game, "pool")
    ]
    assert found == list(POOLS)


@pytest.mark.rule("TA-G51", "TA-MORALE-05", "TA-MULTI-03", "TA-SWEEP-02")
def test_every_sum_is_the_one_thrown(game: Game) -> None:
    found = [(sum(one.faces), one.need or one.what) for one in rolls(game, "score")]
    assert found == list(SUMS)


@pytest.mark.rule("TA-MULTI-01", "TA-WIN-02")
def test_red_has_the_points_of_both(game: Game) -> None:
    """The captain has one wound, a warden fell: three of four are no half."""
    end = game.match.ended
    assert end is not None
    assert (end.how, end.winner) == ("last side", RED)
    assert [points for _, points in end.scores] == [171, 0]
    assert [len(game.match.figures(unit)) for unit in game.match.units()] == [3, 1, 1]
    assert game.match.figure(f("r2", 1)).wounds == 1
