"""Runs every benchmark module, or those named, and prints a table; exits 1 on a missed target."""

from __future__ import annotations

import importlib
import pkgutil
import platform
import sqlite3
import sys
from collections.abc import Iterator, Sequence

from dev import benchmarks
from dev.benchmarks import Row


def main(names: Sequence[str]) -> int:
    """Run and print; returns the exit code."""
    print(f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}\n")
    print("| module | what | figure | target | |\n|---|---|---:|---|---|")
    missed = 0
    for module, row in measured(names or modules()):
        verdict = "" if not row.target else "kept" if row.kept else "**missed**"
        missed += not row.kept
        figure = f"{row.figure:,.3g}" if row.figure < 1000 else f"{row.figure:,.0f}"
        print(f"| {module} | {row.what} | {figure} {row.unit} | {row.target} | {verdict} |")
        sys.stdout.flush()
    return 1 if missed else 0


def modules() -> list[str]:
    """The names of the benchmark modules."""
    found = (module.name for module in pkgutil.iter_modules(benchmarks.__path__))
    return sorted(name for name in found if not name.startswith("_"))


def measured(names: Sequence[str]) -> Iterator[tuple[str, Row]]:
    """Every row of the modules, as it is measured."""
    for name in names:
        for row in importlib.import_module(f"dev.benchmarks.{name}").rows():
            yield name, row


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
