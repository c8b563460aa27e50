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

TURNS = 15
LIBRARIES = "import typer, msgspec, sqlite3"
MOST = 2.5
PROGRAM = "from tracker.cli.main import run; run()"


def rows() -> Iterator[Row]:
    """Looking at a game and saying a line of it, in milliseconds and beside the libraries alone."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "book.db"
        _begun(file)
        ledger = f"--db={file}"
        floor, *taken = _in_turn(
            ("-c", LIBRARIES),
            ("-c", PROGRAM, "match", "list", ledger),
            ("-c", PROGRAM, "match", "show", "m1", ledger),
            ("-c", PROGRAM, "match", "do", "m1", "vp red 1", ledger),
        )
    yield Row("Python with typer, msgspec and sqlite3", floor * 1000, "ms")
    for what, seconds in zip(("match list", "match show", "match do, a line"), taken, strict=True):
        yield Row(what, seconds * 1000, "ms")
        yield Row("… beside those libraries alone", seconds / floor, "×", at_most=MOST)


def _begun(file: Path) -> None:
    """A game of Deathzap 2 with both sample forces set up."""
    with open_book(file) as book:
        rules = book.ruleset("deathzap2")
        assert rules.forces is not None
        one, two = rules.forces.samples()[:2]
        book.begin(rules.id, [Entrant("Red", one.text), Entrant("Blue", two.text)])


def _in_turn(*programs: Sequence[str]) -> tuple[float, ...]:
    """The medians in seconds of programs run one after the other, again and again."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}

    def run(arguments: Sequence[str]) -> float:
        return _timed(
            lambda: subprocess.run(
                [sys.executable, *arguments], env=environment, check=True, capture_output=True
            )
        )

    for program in programs:
        run(program)
    times = [[run(program) for program in programs] for _ in range(TURNS)]
    return tuple(statistics.median(each) for each in zip(*times, strict=True))


def _timed(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start
