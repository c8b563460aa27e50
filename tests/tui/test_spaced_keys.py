"""``1 2 s`` as the first steps write it: places of a line with blanks between, in every game."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.trial_assault import evening as assault
from tests.tui.kit import TO_MOVE, TO_SHOOT, begin, begin_figures, book, key
from tests.tui.test_groups import RED_ACTS
from tests.xenocide import evening as firefight
from tests.xenocide.test_lines import MOVES, ORDERS, RED_MOVED
from tracker.application.match.game import Game
from tui.prompt.table_prompt import Prompt


def units(*lines: str) -> Game:
    return begin(book(), lines)


def figures(*lines: str) -> Game:
    return begin_figures(book("combat-zone"), lines)


TO_CHARGE = ("next", "next")

# the game, its lines, what is keyed with blanks, and the line it stands for
SPACED = (
    (units, TO_SHOOT, "1 2 s", "r1 > b2 soft"),
    (units, TO_MOVE, "2 c 3", "r2 contacts b3"),
    (figures, RED_ACTS, "4 15 20 o", "r14 > b15 20cm open"),
    (figures, RED_ACTS, "4 opp", "r14 opp"),
    (firefight.begin, (), "1 r 3 o 5 1", "orders red : r1 run r3 opp r5 1"),
    (firefight.begin, ORDERS, "2 1 l", "r2 > b1 light"),
    (firefight.begin, ORDERS, "2 1 15 l", "r2 > b1 15in light"),
    (firefight.begin, ORDERS, "21 15 l", "r2 > b1 15in light"),
    (firefight.begin, ORDERS, "2 > 1", "r2 > b1"),
    (firefight.begin, MOVES, "1 m 7 c 1", "r1 moves 7in | r1 contacts b1 light"),
    (firefight.begin, MOVES, "1 c 1", "r1 contacts b1 light"),  # as it was said before
    (firefight.begin, RED_MOVED, "5 m 18 g 4", "r5 moves 18in | r4 out"),
    (firefight.begin, MOVES, "1m7i1 5 l", "r1 moves 7in | b1 snaps r1 5in light"),
    (firefight.begin, MOVES, "1 m 7 2 m 6", "r1 moves 7in | r2 moves 6in"),
    (firefight.begin, MOVES, "1m7 2m6", "r1 moves 7in | r2 moves 6in"),
    (firefight.begin, MOVES, "1m 2m", "r1 moves | r2 moves"),
    (assault.begin, TO_CHARGE, "1 c 1", "r1 charges b1"),
    (assault.begin, TO_CHARGE, "1 2", "r1 charges b2"),
    (assault.begin, TO_CHARGE, "1,2 c 1", "r1,r2 charges b1"),
    (assault.begin, TO_CHARGE, "1 , 2 c 1", "r1,r2 charges b1"),
    (assault.begin, TO_CHARGE, "1 2 5", "r1 charges b2 5in"),
    (assault.begin, TO_CHARGE, "1 c 1 , 2", "r1 charges b1,b2"),
    (assault.begin, TO_CHARGE, "1c1,2 2c1", "r1 charges b1,b2 | r2 charges b1"),
    (assault.begin, TO_CHARGE, "1,2c2,15", "r1,r2 charges b2,b1 5in"),
)


@pytest.mark.parametrize(("game", "lines", "keys", "line"), SPACED)
def test_blanks_between_places_say_nothing(
    game: Callable[..., Game], lines: tuple[str, ...], keys: str, line: str
) -> None:
    assert key(Prompt(game(*lines)), keys).reader.expand_typed_line() == line
