"""The parts kills, power and disk: each command runs once, then with faults at any operation."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from dev.torture import sqlite_vfs_hooks
from dev.torture.command_cases import BaseLedgers, list_cases
from dev.torture.command_runner import CommandResult, run_command
from dev.torture.fault_trial_results import PartResults
from dev.torture.ledger_verdicts import ReferenceRun, find_fault, run_reference
from dev.torture.power_loss import simulate_power_loss
from dev.torture.sqlite_vfs_hooks import FileOperation, Hook

MIN_TRIALS_PER_CASE = 6
FOLLOW_UP_INTERVAL = 5
"""On average, one trial in this many runs another command afterwards."""

ERROR_CODES = {
    "full": sqlite3.SQLITE_FULL,
    "failing": sqlite3.SQLITE_IOERR,
}


class Trial(NamedTuple):
    """A fault in a command. ``moment`` is the number of the operation, and ``way`` is the error."""

    part: str
    case: int
    moment: int
    way: str = ""
    seed: int = 0

    @property
    def description(self) -> str:
        """The values needed to repeat the trial."""
        return " ".join(f"{self.part} at {self.moment} {self.way} seed {self.seed}".split())


def run_trial(trial: Trial, reference: ReferenceRun, bases: BaseLedgers, folder: Path) -> str:
    """Run a trial in ``folder``. Return its fault, or ""."""
    bases.copy_to(reference.case.base, folder)
    follow_up = random.Random(str(trial)).randrange(FOLLOW_UP_INTERVAL) == 0
    return _TRIALS[trial.part](trial, reference, folder, follow_up)


def _kill_command(trial: Trial, reference: ReferenceRun, folder: Path, follow_up: bool) -> str:
    result = run_command(reference.case, folder, lambda _: make_killing_hook(trial.moment))
    if result.code is not None:
        return f"it ended with {result.code} before it could be killed"
    return find_fault(reference, folder, result, follow_up=follow_up)


def make_killing_hook(moment: int) -> Hook:
    """Make a hook that kills its process before the operation with the given number."""
    left = iter(range(moment, -1, -1))

    def kill_at_moment(_: FileOperation) -> int:
        if not next(left):
            os.kill(os.getpid(), signal.SIGKILL)
        return 0

    return kill_at_moment


def _cut_power(trial: Trial, reference: ReferenceRun, folder: Path, follow_up: bool) -> str:
    log = reference.log[: trial.moment]
    acknowledged = simulate_power_loss(log, folder, random.Random(trial.seed))
    code = reference.code if ("ended", reference.code) in log else None
    result = CommandResult([""] * acknowledged, code)
    return find_fault(reference, folder, result, follow_up=follow_up)


def _fail_disk(trial: Trial, reference: ReferenceRun, folder: Path, follow_up: bool) -> str:
    error, duration = trial.way.split()
    hook = _make_failing_hook(trial.moment, ERROR_CODES[error], duration == "on")
    sqlite_vfs_hooks.hooks_reads = True
    result = run_command(reference.case, folder, lambda _: hook)
    sqlite_vfs_hooks.hooks_reads = False
    return _find_message_fault(result) or find_fault(reference, folder, result, follow_up=follow_up)


def _make_failing_hook(moment: int, code: int, lasting: bool) -> Hook:
    """Make a hook that fails the operation with the given number, and all later ones if
    ``lasting``.
    """
    count = -1

    def fail(operation: FileOperation) -> int:
        nonlocal count
        count += 1
        fails = count >= moment if lasting else count == moment
        if operation.kind == "read" and code == sqlite3.SQLITE_FULL:
            fails = False
        return code if fails else 0

    return fail


def _find_message_fault(result: CommandResult) -> str:
    """Return a sentence unless the command succeeded or was refused with proper messages."""
    if result.code is None:
        return "the program died"
    if result.code not in {0, 1}:
        return f"it ended with {result.code}: {result.err.strip()}"
    if result.code and not all(line.startswith("warledger: ") for line in result.err.splitlines()):
        return f"it printed: {result.err.strip()}"
    return ""


_TRIALS: dict[str, Callable[[Trial, ReferenceRun, Path, bool], str]] = {
    "kills": _kill_command,
    "power": _cut_power,
    "disk": _fail_disk,
}


def plan_trials(
    part: str, references: list[ReferenceRun], rng: random.Random, count: int
) -> list[Trial]:
    """Plan ``count`` trials in random order. None is repeated before each operation has had one."""
    trials: list[Trial] = []
    moments = [
        (number, moment)
        for number, each in enumerate(references)
        for moment in range(each.operation_count if part != "power" else len(each.log) + 1)
    ]
    while len(trials) < count:
        rng.shuffle(moments)
        for case, moment in moments:
            way = ""
            if part == "disk":
                way = f"{rng.choice(list(ERROR_CODES))} {rng.choice(['once', 'on'])}"
            trials.append(Trial(part, case, moment, way, rng.randrange(10**9)))
    return trials[:count]


def run_part(part: str, count: int, rng: random.Random, folder: Path) -> PartResults:
    """Run ``count`` trials of a part, on every core."""
    results = PartResults(part)
    cases = list_cases()
    chosen = rng.sample(cases, min(len(cases), -(-count // MIN_TRIALS_PER_CASE)))
    bases = BaseLedgers(folder / "bases")
    references = [
        run_reference(case, bases, folder / "first", reads=part == "disk") for case in chosen
    ]
    results.counts["commands"] = len(references)
    results.counts["file operations"] = sum(each.operation_count for each in references)
    trials = plan_trials(part, references, rng, count)
    with multiprocessing.get_context("fork").Pool(os.cpu_count()) as pool:
        run = partial(_run_trial, references, folder)
        for fault in pool.imap_unordered(run, trials, chunksize=10):
            results.add_trial(fault)
    return results


def _run_trial(references: list[ReferenceRun], folder: Path, trial: Trial) -> str:
    """Run a trial in this process's own folder. Return its fault and how to repeat it, or ""."""
    reference = references[trial.case]
    bases = BaseLedgers(folder / "bases")
    fault = run_trial(trial, reference, bases, folder / f"place-{os.getpid()}")
    return f"{reference.case.name}, {trial.description}: {fault}" if fault else ""
