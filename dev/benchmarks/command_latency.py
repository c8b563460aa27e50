"""How fast a command answers, beside the bare start of Python with the libraries it needs, and how
much of the processor it takes, beside Python alone.

All are whole processes, run in turns; modules are compiled, as they are after the first start.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from dev.benchmarks import Row
from tracker.application.book import open_book
from tracker.application.match_setup import Entrant
from tracker.procedures.installed_rulesets import load_playable_rulesets

TURNS = 15
LIBRARIES = "import typer, msgspec, sqlite3"
BARE = "pass"
MOST = 2.5
MOST_OF_VERSION = 4
TIME = "TIME"
"""Stands for another turn each time, so that a line never says what is so already."""
FEWEST_TURNS = 6
"""Turns that there are in a game of every ruleset."""
PROGRAM = "from tracker.cli.entry import run; run()"


def rows() -> Iterator[Row]:
    """Looking at a game and saying a line of it, on the clock beside the libraries alone, and in
    processor time beside Python alone; and the version.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "book.db"
        games = _begun(file)
        ledger = f"--db={file}"
        said: dict[str, tuple[str, ...]] = {"--version": ("--version",)}
        said["match list"] = ("match", "list", ledger)
        for title, game in games.items():
            said[f"{title}: match show"] = ("match", "show", game, ledger)
            said[f"{title}: match do, a line"] = ("match", "do", game, f"fix turn {TIME}", ledger)
        programs = [("-c", PROGRAM, *words) for words in said.values()]
        bare, floor, *taken = _in_turn(("-c", BARE), ("-c", LIBRARIES), *programs)
    yield Row("Python alone", bare.processor * 1000, "ms of the processor")
    yield Row("Python with typer, msgspec and sqlite3", floor.clock * 1000, "ms")
    for what, cost in zip(said, taken, strict=True):
        version = what == "--version"
        most = MOST_OF_VERSION if version else None
        yield Row(what, cost.clock * 1000, "ms")
        ratio = cost.processor / bare.processor
        yield Row("… of the processor, beside Python alone", ratio, "×", at_most=most)
        if not version:
            beside = cost.clock / floor.clock
            yield Row("… beside those libraries alone", beside, "×", at_most=MOST)


class Cost(NamedTuple):
    """What a program takes, in seconds on the clock and of the processor."""

    clock: float
    processor: float


def _begun(file: Path) -> dict[str, str]:
    """A game of every ruleset with two sample forces set up: their ids, by title."""
    games: dict[str, str] = {}
    with open_book(file) as book:
        for rules in load_playable_rulesets().values():
            assert rules.forces is not None
            one, two = rules.forces.samples()[:2]
            game = book.begin_match(rules.id, [Entrant("Red", one.text), Entrant("Blue", two.text)])
            games[rules.title] = game.stream
    return games


def _in_turn(*programs: Sequence[str]) -> tuple[Cost, ...]:
    """The medians of programs run one after the other, again and again."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}

    def run(program: Sequence[str], turn: int) -> Cost:
        arguments = [each.replace(TIME, str(turn % FEWEST_TURNS + 1)) for each in program]
        return _cost_of(
            lambda: subprocess.run(
                [sys.executable, *arguments], env=environment, check=True, capture_output=True
            )
        )

    for program in programs:
        run(program, 1)
    costs = [[run(program, turn) for program in programs] for turn in range(2, TURNS + 2)]
    of_each = (zip(*each, strict=True) for each in zip(*costs, strict=True))
    return tuple(Cost(*map(statistics.median, each)) for each in of_each)


def _cost_of(action: Callable[[], object]) -> Cost:
    start, before = time.perf_counter(), _processor_time()
    action()
    return Cost(time.perf_counter() - start, _processor_time() - before)


def _processor_time() -> float:
    """What finished programs took of the processor so far, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
