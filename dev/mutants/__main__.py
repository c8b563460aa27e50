"""``make mutants``: mutate a copy of the program, and print the mutants that no test kills.

``python -m dev.mutants exports tui --sample 60 --seed 7`` tests some packages. ``--at
exports/csv_tables.py`` (or ``exports/csv_tables.py:40``) tests every mutant of a module or a line.
"""

from __future__ import annotations

import argparse
import os
import random
import secrets
import sys
import time
import tomllib
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Final

from dev.mutants.mutant_runner import Mutant, MutantRunner
from dev.mutants.mutated_packages import PACKAGES, Package
from dev.mutants.program_copy import ProgramCopy
from dev.mutants.recorded_coverage import RecordedCoverage, record_coverage
from dev.mutants.source_mutations import compiles, find_mutations, group_by_line

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / ".mutants"
EQUIVALENT: Final = Path(__file__).parent / "equivalent.toml"


def load_equivalent_mutants() -> set[tuple[str, str, str]]:
    """Load the mutants that behave like the program, each with its module, line and mutation."""
    entries = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get("equivalent", [])
    return {(entry["module"], entry["line"], entry["mutation"]) for entry in entries}


def sample_mutants(package: Package, sample: int, rng: random.Random) -> list[Mutant]:
    """Choose random mutants of a package, each on a different line."""
    sources = [(path, (ROOT / path).read_bytes()) for path in package.list_modules(ROOT)]
    lines = [
        (path, source, mutations)
        for path, source in sources
        for mutations in group_by_line(find_mutations(source))
    ]
    order = rng.sample(lines, len(lines))
    mutants = (
        Mutant(package, path, source, rng.choice(mutations)) for path, source, mutations in order
    )
    return list(islice(_skip_invalid(mutants), sample))


def list_mutants(place: str) -> list[Mutant]:
    """Return every mutant of a module, or of one line such as ``exports/csv_tables.py:40``."""
    name, _, line = place.partition(":")
    path = Path(name)
    package = next(package for package in PACKAGES if path in package.list_modules(ROOT))
    source = (ROOT / path).read_bytes()
    mutations = (each for each in find_mutations(source) if not line or each.line == int(line))
    return list(_skip_invalid(Mutant(package, path, source, each) for each in mutations))


def _skip_invalid(mutants: Iterable[Mutant]) -> Iterator[Mutant]:
    """Skip mutants that do not compile, and equivalent mutants."""
    equivalent = load_equivalent_mutants()
    for mutant in mutants:
        key = (str(mutant.path), mutant.line, mutant.description)
        if key not in equivalent and compiles(mutant.mutation.apply_to(mutant.source)):
            yield mutant


def print_survivors_and_check_score(
    package: Package, mutants: list[Mutant], results: Iterable[bool]
) -> bool:
    """Print each mutant that survives as it is found. Return whether enough mutants are killed."""
    start, killed = time.monotonic(), 0
    for count, (mutant, is_killed) in enumerate(zip(mutants, results, strict=True), 1):
        killed += is_killed
        if not is_killed:
            print(f"  {killed} of {count} killed, this one survived: {mutant}", flush=True)
    percent = 100 * killed / max(len(mutants), 1)
    seconds = (time.monotonic() - start) / max(len(mutants), 1)
    score = f"{killed} of {len(mutants)} killed, {percent:.0f} % ({package.required} required)"
    print(f"{package.name}: {score}, {seconds:.1f} s per mutant", flush=True)
    return percent >= package.required


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__)
    parser.add_argument(
        "packages", nargs="*", metavar="PACKAGE", help=", ".join(each.name for each in PACKAGES)
    )
    parser.add_argument("--sample", type=int, default=30, help="mutants per package")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(1_000_000))
    parser.add_argument("--at", action="append", default=[], metavar="MODULE[:LINE]")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--record", action="store_true", help="record the coverage again first")
    return parser.parse_args()


def main() -> int:
    options = parse_arguments()
    copies = [ProgramCopy(ROOT, FOLDER / f"tree-{job}") for job in range(options.jobs)]
    for copy in copies:
        if copy.copy_and_remove_changed_files():
            copy.compile_modules()
    recorded = FOLDER / "recorded"
    if options.record or not (recorded / "seconds").exists():
        print("Running all tests once, to record which lines each test covers.", flush=True)
        record_coverage(copies[0], recorded, options.jobs)
    runner = MutantRunner(RecordedCoverage(ROOT, recorded), copies)
    groups = [
        (mutants[0].package, mutants) for place in options.at if (mutants := list_mutants(place))
    ]
    for package in PACKAGES if not options.at else ():
        if package.name in (options.packages or [package.name]):
            rng = random.Random(f"{options.seed} {package.name}")
            groups.append((package, sample_mutants(package, options.sample, rng)))
    if not options.at:
        print(f"To sample the same mutants again, use --seed {options.seed}.", flush=True)
    enough = True
    with ExitStack() as stack, ThreadPoolExecutor(options.jobs) as pool:
        for copy in copies:
            stack.callback(copy.close)
        for package, mutants in groups:
            if failing := runner.find_failing_tests(package, mutants):
                print(f"{package.name}: some tests fail on the program itself.")
                print("Fix them, or record the coverage again with --record:")
                print(*(f"  {test}" for test in failing), sep="\n")
                return 2
            enough &= print_survivors_and_check_score(
                package, mutants, pool.map(runner.is_killed, mutants)
            )
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
