"""What lies face down is on the page of its own side, and in no byte of any other."""

from __future__ import annotations

import pytest

from tests.saying import say
from tests.server.test_asked import page_of
from tests.xenocide.evening import begin
from tests.xenocide.test_lines import ORDERS
from tests.xenocide.test_secret import OTHERS
from tracker.application.match.game import Game
from tracker.server.doors import Role
from tracker.vocabulary.names import side_id

RED, BLUE = (Role("side", side_id(one)) for one in "rb")
OTHER_EYES = (BLUE, Role("spectator"), Role("scribe"))


def two(*more: str) -> tuple[Game, Game]:
    """Two games that differ in what the counters of Red say, and in nothing else."""
    games = begin(ORDERS[0]), begin(OTHERS)
    for game in games:
        for line in more:
            say(game, line)
    return games


@pytest.mark.parametrize("more", [(), ("undo",), ("undo", "redo")])
@pytest.mark.parametrize("role", OTHER_EYES, ids=lambda role: role.name)
def test_nobody_else_reads_it(role: Role, more: tuple[str, ...]) -> None:
    one, other = two(*more)
    assert page_of(one, role) == page_of(other, role)


def test_its_own_side_reads_it_until_it_is_turned_over() -> None:
    one, other = two()
    assert page_of(one, RED) != page_of(other, RED)
    assert '<b>R1 Runners</b> <span class="n">run</span>' in page_of(one, RED)
    assert "Face down" not in page_of(one, BLUE)
    say(one, ORDERS[1])
    assert "Face down" not in page_of(one, RED)
    assert "opportunity fire" in page_of(one, BLUE)
