"""``make mutants``: puts small faults into a copy of the program, and says which no test noticed.

``python -m dev.mutants exports tui --sample 60 --seed 7`` for some packages; ``--at
exports/csv_tables.py`` (or ``exports/csv_tables.py:40``) for every fault of a module or a line.
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

from dev.mutants.covering import Covering, record
from dev.mutants.mutated_packages import PACKAGES, Package
from dev.mutants.text_mutations import changes, is_code, lines_of
from dev.mutants.tree import Tree
from dev.mutants.trial import Fault, Trial

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / ".mutants"
EQUIVALENT: Final = Path(__file__).parent / "equivalent.toml"


def equivalent() -> set[tuple[str, str, str]]:
    """Faults that change nothing anybody could see, as people judged them: module, line, fault."""
    found = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get("equivalent", [])
    return {(one["module"], one["line"], one["fault"]) for one in found}


def drawn(package: Package, sample: int, chance: random.Random) -> list[Fault]:
    """So many faults, each on a line of its own."""
    sources = [(path, (ROOT / path).read_bytes()) for path in package.modules(ROOT)]
    lines = [
        (path, source, found) for path, source in sources for _, found in lines_of(changes(source))
    ]
    order = chance.sample(lines, len(lines))
    faults = (Fault(package, path, source, chance.choice(found)) for path, source, found in order)
    return list(islice(_real(faults), sample))


def at(place: str) -> list[Fault]:
    """Every fault of a module, or of one line of it: ``exports/csv_tables.py:40``."""
    name, _, line = place.partition(":")
    path = Path(name)
    package = next(package for package in PACKAGES if path in package.modules(ROOT))
    source = (ROOT / path).read_bytes()
    wanted = (each for each in changes(source) if not line or each.line == int(line))
    return list(_real(Fault(package, path, source, each) for each in wanted))


def _real(faults: Iterable[Fault]) -> Iterator[Fault]:
    """Those that leave a module that can be read, and that nobody judged to change nothing."""
    known = equivalent()
    for one in faults:
        judged = (str(one.path), one.line, one.told) in known
        if not judged and is_code(one.change.made(one.source)):
            yield one


def tell(package: Package, faults: list[Fault], noticed: Iterable[bool]) -> bool:
    """Print unnoticed faults as they are found. Return whether enough faults were noticed."""
    began, seen = time.monotonic(), 0
    for at, (fault, each) in enumerate(zip(faults, noticed, strict=True), 1):
        seen += each
        if not each:
            print(f"  {seen} of {at}, not this: {fault}", flush=True)
    share = 100 * seen / max(len(faults), 1)
    pace = (time.monotonic() - began) / max(len(faults), 1)
    count = f"{seen} of {len(faults)} noticed, {share:.0f} % ({package.wanted} wanted)"
    print(f"{package.name}: {count}, {pace:.1f} s a fault", flush=True)
    return share >= package.wanted


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__)
    parser.add_argument(
        "packages", nargs="*", metavar="PACKAGE", help=", ".join(r.name for r in PACKAGES)
    )
    parser.add_argument("--sample", type=int, default=30, help="faults a package")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(1_000_000))
    parser.add_argument("--at", action="append", default=[], metavar="MODULE[:LINE]")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--record", action="store_true", help="run all tests once more first")
    return parser.parse_args()


def main() -> int:
    wanted = asked()
    trees = [Tree(ROOT, FOLDER / f"tree-{job}") for job in range(wanted.jobs)]
    for tree in trees:
        if tree.bring_up_to_date():
            tree.load()
    recorded = FOLDER / "recorded"
    if wanted.record or not (recorded / "seconds").exists():
        print("All tests are run once, to see which of them run which line.", flush=True)
        record(trees[0], recorded, wanted.jobs)
    trial = Trial(Covering(ROOT, recorded), trees)
    groups = [(faults[0].package, faults) for place in wanted.at if (faults := at(place))]
    for package in PACKAGES if not wanted.at else ():
        if package.name in (wanted.packages or [package.name]):
            chance = random.Random(f"{wanted.seed} {package.name}")
            groups.append((package, drawn(package, wanted.sample, chance)))
    if not wanted.at:
        print(f"seed {wanted.seed}: --seed {wanted.seed} draws the same faults again", flush=True)
    enough = True
    with ExitStack() as ends, ThreadPoolExecutor(wanted.jobs) as pool:
        for tree in trees:
            ends.callback(tree.close)
        for package, faults in groups:
            if failing := trial.failing(package, faults):
                print(f"{package.name}: these fail without any fault; mend them, or --record anew:")
                print(*(f"  {test}" for test in failing), sep="\n")
                return 2
            enough &= tell(package, faults, pool.map(trial.noticed, faults))
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
