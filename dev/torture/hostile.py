"""Hostile input by the thousand: each is taken or refused in a sentence, soon, in steady memory."""

from __future__ import annotations

import multiprocessing
import os
import random
import resource
import signal
import traceback
from collections import Counter
from contextlib import chdir
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import NamedTuple

import tracker
from dev.torture.input_samples import DOORS, REFUSALS
from dev.torture.part_results import Figures

SHARES = {"lines": 0.62, "rosters": 0.2, "schemes": 0.12, "records": 0.02, "commands": 0.04}
"""Which part of all inputs comes to which door: the quick ones more often."""
AT_ONCE = 500
LONGEST = 5.0
"""Seconds of the processor that any input may take."""
MOST_GROWTH = 150 << 20
"""Bytes that a process may have grown by over one run of inputs, after its first hundred."""

OURS = Path(tracker.__file__).parent


class Hang(BaseException):
    """An input took longer than any may."""


class Run(NamedTuple):
    """Inputs to be drawn for one door, in one process."""

    door: str
    seed: int
    inputs: int


class Outcome(NamedTuple):
    run: Run
    found: Counter[str]
    faults: list[tuple[str, str]]
    """Where and what, and the input."""


def torture(count: int, chance: random.Random, folder: Path) -> Figures:
    """So many inputs, on every core; faults of one place are told once, with their number."""
    figures = Figures("hostile")
    runs = [
        Run(door, chance.randrange(10**9), min(AT_ONCE, left))
        for door, share in SHARES.items()
        for left in range(max(1, round(count * share)), 0, -AT_ONCE)
    ]
    chance.shuffle(runs)
    faults: Counter[str] = Counter()
    examples: dict[str, str] = {}
    context = multiprocessing.get_context("fork")
    with context.Pool(os.cpu_count(), maxtasksperchild=4) as pool:
        for done in pool.imap_unordered(partial(_run, folder), runs):
            figures.trials += done.run.inputs
            figures.found[done.run.door] += done.run.inputs
            figures.found += done.found
            for what, text in done.faults:
                faults[what] += 1
                examples[what] = min(text, examples.get(what, text), key=len)
    figures.faults = [f"{times} × {what}: {examples[what]}" for what, times in faults.most_common()]
    return figures


def _run(place: Path, run: Run) -> Outcome:
    """In a folder of its own, which goes with what it wrote."""
    with TemporaryDirectory(dir=place, ignore_cleanup_errors=True) as folder, chdir(folder):
        return _tried(run)


def _tried(run: Run) -> Outcome:
    signal.signal(signal.SIGPROF, _hang)
    chance = random.Random(run.seed)
    door = DOORS[run.door](chance)
    found: Counter[str] = Counter()
    faults: list[tuple[str, str]] = []
    began = 0
    for number in range(run.inputs):
        drawn = door.draw()
        signal.setitimer(signal.ITIMER_PROF, LONGEST)
        try:
            found[door.take(drawn)] += 1
        except REFUSALS:
            found["refused"] += 1
        except (Exception, Hang, SystemExit) as error:  # noqa: BLE001 - whatever it is is a fault
            faults.append((_place(error), _example(drawn)))
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        if number == min(100, run.inputs - 1):
            began = _memory()
    grown = _memory() - began
    if grown > MOST_GROWTH:
        faults.append((f"{run.door}: memory grew by {grown >> 20} MB", f"seed {run.seed}"))
    return Outcome(run, found, faults)


def _hang(_number: int, _frame: FrameType | None) -> None:
    raise Hang


def _place(error: BaseException) -> str:
    """The error and the line of ours where it came from."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if Path(frame.filename).is_relative_to(OURS)]
    where = ours[-1] if ours else frames[-1]
    place = f"{'/'.join(Path(where.filename).parts[-3:])}:{where.lineno}"
    return f"{type(error).__name__} in {place} ({str(error)[:80]})"


def _example(drawn: object) -> str:
    parts = drawn if isinstance(drawn, tuple) else (drawn,)
    shown = [each if isinstance(each, str | list | bool) else type(each).__name__ for each in parts]
    text = repr(shown)
    return text if len(text) < 1500 else f"{text[:700]} … {text[-700:]}"


def _memory() -> int:
    """Bytes this process holds, or has held at most where the system does not tell."""
    pages = Path("/proc/self/statm")
    if pages.exists():
        return int(pages.read_text(encoding="ascii").split()[1]) * resource.getpagesize()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
