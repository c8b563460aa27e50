"""The parts kills, power and disk, which run each command once, then inject faults into it."""

from __future__ import annotations

import multiprocessing
import os
import random
from functools import partial
from pathlib import Path

from dev.torture.command_cases import BaseLedgers, list_cases
from dev.torture.part_results import PartResults
from dev.torture.trials import Trial, plan_trials, run_trial
from dev.torture.verdicts import ReferenceRun, run_reference

MIN_TRIALS_PER_CASE = 6


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
