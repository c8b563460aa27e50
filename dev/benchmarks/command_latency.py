"""Compares commands with starting Python alone, and with starting Python with the libraries.

All programs are whole processes that take turns. Their modules are already compiled.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from dev.benchmarks import Row
from dev.benchmarks._sample_games import begin_sample_game
from tracker.application.book import open_book
from tracker.procedures.installed_rulesets import load_playable_rulesets

TURNS = 15
LIBRARIES = "import click, msgspec, sqlite3"
EMPTY_PROGRAM = "pass"
MAX_RATIO = 3
MAX_PROCESSOR_RATIOS = {"--version": 4, "match show": 9}
TURN_MARK = "TURN"
"""A placeholder for a turn number. Each run fills in a different one, so that its line has an
effect.
"""
MIN_TURNS = 6
"""The minimum number of turns in a game of any ruleset."""
PROGRAM = "from tracker.cli.entry import run; run()"


def measure_rows() -> Iterator[Row]:
    """Measure commands that print the version, list games, show a game, or enter a line.

    Their clock time is compared with that of the libraries alone, and their processor time with
    that of Python alone.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "book.db"
        games = _begin_games(file)
        ledger = f"--db={file}"
        commands: dict[str, tuple[str, ...]] = {"--version": ("--version",)}
        commands["match list"] = ("match", "list", ledger)
        for title, game in games.items():
            commands[f"{title}: match show"] = ("match", "show", game, ledger)
            words = ("match", "do", game, f"fix turn {TURN_MARK}", ledger)
            commands[f"{title}: match do, a line"] = words
        programs = [("-c", PROGRAM, *words) for words in commands.values()]
        python, libraries, *costs = _measure_in_turns(
            ("-c", EMPTY_PROGRAM), ("-c", LIBRARIES), *programs
        )
    yield Row("Python alone", python.processor * 1000, "ms of processor time")
    yield Row("Python with click, msgspec and sqlite3", libraries.clock * 1000, "ms")
    for label, cost in zip(commands, costs, strict=True):
        maximum = MAX_PROCESSOR_RATIOS.get(label.rpartition(": ")[2])
        yield Row(label, cost.clock * 1000, "ms")
        ratio = cost.processor / python.processor
        yield Row("… in processor time, relative to Python alone", ratio, "×", maximum=maximum)
        if label != "--version":
            ratio = cost.clock / libraries.clock
            yield Row("… relative to those libraries alone", ratio, "×", maximum=MAX_RATIO)


class Cost(NamedTuple):
    """The time that a program takes in seconds: by the clock, and of the processor."""

    clock: float
    processor: float


def _begin_games(file: Path) -> dict[str, str]:
    """Begin a game of sample forces in every ruleset. Map each ruleset's title to the game's id."""
    with open_book(file) as book:
        every = load_playable_rulesets().values()
        return {rules.title: begin_sample_game(book, rules).stream for rules in every}


def _measure_in_turns(*programs: Sequence[str]) -> tuple[Cost, ...]:
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}

    def run(program: Sequence[str], turn: int) -> Cost:
        arguments = [each.replace(TURN_MARK, str(turn % MIN_TURNS + 1)) for each in program]
        start, before = time.perf_counter(), _get_processor_time()
        subprocess.run(
            [sys.executable, *arguments], env=environment, check=True, capture_output=True
        )
        return Cost(time.perf_counter() - start, _get_processor_time() - before)

    for program in programs:
        run(program, 1)
    costs = [[run(program, turn) for program in programs] for turn in range(2, TURNS + 2)]
    by_program = (zip(*each, strict=True) for each in zip(*costs, strict=True))
    return tuple(Cost(*map(statistics.median, each)) for each in by_program)


def _get_processor_time() -> float:
    """Return the processor time of all finished child processes, in seconds."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
