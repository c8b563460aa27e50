"""The trials of commands: killed at any operation, unplugged, on a disk that fails at any."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from dev.torture import disk
from dev.torture.cases import Bases
from dev.torture.disk import Act, Watch
from dev.torture.judging import Reference, judge
from dev.torture.lab import Ran, run
from dev.torture.power import cut

ONE_IN = 5
"""After one trial in so many the ledger is written to again."""

FAILURES = {
    "full": sqlite3.SQLITE_FULL,
    "failing": sqlite3.SQLITE_IOERR,
}


class Trial(NamedTuple):
    """One thing to be done to one command: at which moment of it, in which way."""

    part: str
    case: int
    moment: int
    way: str = ""
    seed: int = 0

    @property
    def told(self) -> str:
        """What repeats it."""
        return " ".join(f"{self.part} at {self.moment} {self.way} seed {self.seed}".split())


def tried(trial: Trial, known: Reference, bases: Bases, place: Path) -> str:
    """Do it; returns what is wrong afterwards, or ""."""
    again = random.Random(str(trial)).randrange(ONE_IN) == 0
    return _TRIALS[trial.part](trial, known, bases, place, again)


def _killed(trial: Trial, known: Reference, bases: Bases, place: Path, again: bool) -> str:
    bases.lay_out(known.case.base, place)
    ran = run(known.case, place, lambda _: killing(trial.moment))
    if ran.code is not None:
        return f"it ended with {ran.code} before it could be killed"
    return judge(known, place, ran, again=again)


def killing(moment: int) -> Watch:
    """A watch that kills its process before the operation of that number."""
    left = iter(range(moment, -1, -1))

    def watch(_: Act) -> int:
        if not next(left):
            os.kill(os.getpid(), signal.SIGKILL)
        return 0

    return watch


def _unplugged(trial: Trial, known: Reference, bases: Bases, place: Path, again: bool) -> str:
    bases.lay_out(known.case.base, place)
    chance = random.Random(trial.seed)
    told = cut(known.acts[: trial.moment], place, chance)
    ended = known.code if ("ended", known.code) in known.acts[: trial.moment] else None
    return judge(known, place, Ran([""] * told, ended), again=again)


def _failed(trial: Trial, known: Reference, bases: Bases, place: Path, again: bool) -> str:
    bases.lay_out(known.case.base, place)
    how, lasting = trial.way.split()
    disk.reads = True
    ran = run(known.case, place, lambda _: _failing(trial.moment, FAILURES[how], lasting == "on"))
    disk.reads = False
    wrong = _said_badly(ran)
    if wrong:
        return wrong
    return judge(known, place, ran, again=again)


def _failing(moment: int, code: int, lasting: bool) -> Watch:
    """A watch that fails at the operation of that number, or from it on."""
    count = -1

    def watch(act: Act) -> int:
        nonlocal count
        count += 1
        fails = count >= moment if lasting else count == moment
        if act.what == "read" and code == sqlite3.SQLITE_FULL:
            fails = False
        return code if fails else 0

    return watch


def _said_badly(ran: Ran) -> str:
    """What is wrong with how a command ended: it is done, or refused in sentences."""
    if ran.code is None:
        return "the program died"
    if ran.code not in {0, 1}:
        return f"it ended with {ran.code}: {ran.err.strip()}"
    if ran.code and not all(line.startswith("warledger: ") for line in ran.err.splitlines()):
        return f"it said: {ran.err.strip()}"
    return ""


_TRIALS: dict[str, Callable[[Any, Reference, Bases, Path, bool], str]] = {
    "kills": _killed,
    "power": _unplugged,
    "disk": _failed,
}


def trials(
    part: str, references: list[Reference], chance: random.Random, count: int
) -> list[Trial]:
    """``count`` trials of a part over all commands; kills come to every moment first."""
    found: list[Trial] = []
    every = [
        (number, moment)
        for number, known in enumerate(references)
        for moment in range(known.moments if part != "power" else len(known.acts) + 1)
    ]
    while len(found) < count:
        chance.shuffle(every)
        for case, moment in every:
            way = ""
            if part == "disk":
                way = f"{chance.choice(list(FAILURES))} {chance.choice(['once', 'on'])}"
            found.append(Trial(part, case, moment, way, chance.randrange(10**9)))
    return found[:count]
