"""Injects faults, and prints the results. Exits with 1 if the ledger does not survive a fault.

``python -m dev.torture [PART …] [--seed N] [--count N]`` runs it. The same seed repeats a run.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from dev.torture import (
    command_fault_trials,
    command_runner,
    hostile_inputs,
    postgres_kills,
    tampering,
    writer_kills,
)
from dev.torture.fault_trial_results import PartResults
from dev.torture.temporary_run_folder import run_in_temporary_folder

PARTS = {
    "kills": 2400,
    "power": 8000,
    "disk": 2400,
    "writers": 300,
    "servers": 400,
    "tamper": 3000,
    "hostile": 100_000,
}
"""The number of trials of each part."""
COMMAND_PARTS = ("kills", "power", "disk")
"""The parts that inject faults into commands, which needs a prepared process."""
RUNNERS: dict[str, Callable[[int, random.Random, Path], PartResults]] = {
    **{part: partial(command_fault_trials.run_part, part) for part in COMMAND_PARTS},
    "writers": writer_kills.run_part,
    "servers": postgres_kills.run_part,
    "tamper": tampering.run_part,
    "hostile": hostile_inputs.run_part,
}


def main() -> int:
    options = _parse_arguments()
    print(f"seed {options.seed}", flush=True)
    return run_in_temporary_folder(partial(_run_parts, options))


def _run_parts(options: argparse.Namespace, folder: Path) -> int:
    problem = command_runner.prepare_process()
    if problem:
        print(f"Skipping kills, power and disk: {problem}.")
    faults = 0
    for part in options.parts:
        rng, count = random.Random(f"{options.seed} {part}"), options.count or PARTS[part]
        if problem and part in COMMAND_PARTS:
            continue
        results = RUNNERS[part](count, rng, folder)
        faults += len(results.faults)
        print(results, flush=True)
    return int(faults > 0)


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m dev.torture", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--count", type=int, default=0, help="the number of trials of each part")
    options = parser.parse_args()
    options.parts = options.parts or list(PARTS)
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"there is no part {', '.join(sorted(unknown))}")
    return options


if __name__ == "__main__":
    sys.exit(main())
