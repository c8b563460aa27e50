"""A part over commands: each is done once undisturbed, then tried at moments drawn by chance."""

from __future__ import annotations

import multiprocessing
import os
import random
from functools import partial
from pathlib import Path

from dev.torture.cases import Bases, cases
from dev.torture.judging import Reference, reference
from dev.torture.part_results import Figures
from dev.torture.trials import Trial, trials, tried

FEWEST_TRIALS_A_CASE = 6


def torture(part: str, count: int, chance: random.Random, folder: Path) -> Figures:
    """So many trials, on every core."""
    figures = Figures(part)
    every = cases()
    chosen = chance.sample(every, min(len(every), -(-count // FEWEST_TRIALS_A_CASE)))
    bases = Bases(folder / "bases")
    known = [reference(case, bases, folder / "first", reads=part == "disk") for case in chosen]
    figures.found["commands"] = len(known)
    figures.found["acts of files"] = sum(each.moments for each in known)
    with multiprocessing.get_context("fork").Pool(os.cpu_count()) as pool:
        one = partial(_one, known, folder)
        for fault in pool.imap_unordered(one, trials(part, known, chance, count), chunksize=10):
            figures.take(fault)
    return figures


def _one(known: list[Reference], folder: Path, trial: Trial) -> str:
    """Do a trial in a place of this process; returns its fault with what repeats it, or ""."""
    place = folder / f"place-{os.getpid()}"
    wrong = tried(trial, known[trial.case], Bases(folder / "bases"), place)
    return f"{known[trial.case].case.name}, {trial.told}: {wrong}" if wrong else ""
