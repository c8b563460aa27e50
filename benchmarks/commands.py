"""How fast a command answers, beside the bare start of Python with the libraries it needs.

Both are whole processes, run in turns; modules are compiled, as they are after the first start.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from benchmarks import Row
from tracker.application.book import open_book
from tracker.application.entrants import Entrant
from tracker.procedures.installed import registered

TURNS = 15
LIBRARIES = "import typer, msgspec, sqlite3"
MOST = 2.5
TIME = "TIME"
"""Stands for another turn each time, so that a line never says what is so already."""
FEWEST_TURNS = 6
"""Turns that there are in a game of every ruleset."""
PROGRAM = "from tracker.cli.main import run; run()"


def rows() -> Iterator[Row]:
    """Looking at a game and saying a line of it, in milliseconds and beside the libraries alone."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "book.db"
        games = _begun(file)
        ledger = f"--db={file}"
        said: dict[str, tuple[str, ...]] = {"match list": ("match", "list")}
        for title, game in games.items():
            said[f"{title}: match show"] = ("match", "show", game)
            said[f"{title}: match do, a line"] = ("match", "do", game, f"fix turn {TIME}")
        programs = [("-c", PROGRAM, *words, ledger) for words in said.values()]
        floor, *taken = _in_turn(("-c", LIBRARIES), *programs)
    yield Row("Python with typer, msgspec and sqlite3", floor * 1000, "ms")
    for what, seconds in zip(said, taken, strict=True):
        yield Row(what, seconds * 1000, "ms")
        yield Row("… beside those libraries alone", seconds / floor, "×", at_most=MOST)


def _begun(file: Path) -> dict[str, str]:
    """A game of every ruleset with two sample forces set up: their ids, by title."""
    games: dict[str, str] = {}
    with open_book(file) as book:
        for rules in registered().values():
            assert rules.forces is not None
            one, two = rules.forces.samples()[:2]
            game = book.begin(rules.id, [Entrant("Red", one.text), Entrant("Blue", two.text)])
            games[rules.title] = game.stream
    return games


def _in_turn(*programs: Sequence[str]) -> tuple[float, ...]:
    """The medians in seconds of programs run one after the other, again and again."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}

    def run(program: Sequence[str], turn: int) -> float:
        arguments = [each.replace(TIME, str(turn % FEWEST_TURNS + 1)) for each in program]
        return _timed(
            lambda: subprocess.run(
                [sys.executable, *arguments], env=environment, check=True, capture_output=True
            )
        )

    for program in programs:
        run(program, 1)
    times = [[run(program, turn) for program in programs] for turn in range(2, TURNS + 2)]
    return tuple(statistics.median(each) for each in zip(*times, strict=True))


def _timed(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start
