"""Fixtures: games to export, one of which has hostile names."""

from __future__ import annotations

import pytest

from tests.application.table import book
from tests.exports import cut_short
from tests.games.recorded_clock import make_recorded_game_clock
from tracker.application.book import Book
from tracker.application.demo import demo_games
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.ledger.memory_store import MemoryStore

HOSTILE = '[/b] =1+1 <b>|`x`* &lt; "q"'


@pytest.fixture(scope="session")
def six_turns() -> Game:
    recorded = demo_games.find_main_demo_game().setting
    kept = Book(MemoryStore(), clock=make_recorded_game_clock(recorded))
    return demo_games.play_all_demo_lines(
        demo_games.begin_demo_game(kept, recorded.titles.finished)
    )


@pytest.fixture(scope="session")
def half_played() -> Game:
    return demo_games.play_demo_until_stop(demo_games.begin_demo_game(Book(MemoryStore()), "Half"))


@pytest.fixture(scope="session")
def evening() -> Game:
    return cut_short.play()


@pytest.fixture
def hostile() -> Game:
    """A game whose sides, players, title and notes look like markup, formulas and commands."""
    entrants = [
        Entrant(HOSTILE, "=cmd|' 3 2", player="@SUM(A1)"),
        Entrant("<script>alert(1)</script>", "-2+3 3 2", player="+1\x1b[31m"),
    ]
    game = book().begin_match("toy", entrants, title=HOSTILE)
    game.writer.author = "=HYPERLINK(1)"
    game.add_note("\t=1+1\n# not a heading\r| cell | <img src=x onerror=alert(1)>")
    return game
