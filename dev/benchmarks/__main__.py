"""Runs benchmark modules and prints a table. The exit code is 1 if a target is missed."""

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
    """Run the benchmarks, print the table, and return the exit code."""
    print(f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}\n")
    print("| module | what | figure | target | |\n|---|---|---:|---|---|")
    missed = 0
    for module, row in measure_modules(names or list_modules()):
        verdict = "" if not row.target else "met" if row.is_met else "**missed**"
        missed += not row.is_met
        value = f"{row.value:,.3g}" if row.value < 1000 else f"{row.value:,.0f}"
        print(f"| {module} | {row.label} | {value} {row.unit} | {row.target} | {verdict} |")
        sys.stdout.flush()
    return 1 if missed else 0


def list_modules() -> list[str]:
    names = (module.name for module in pkgutil.iter_modules(benchmarks.__path__))
    return sorted(name for name in names if not name.startswith("_"))


def measure_modules(names: Sequence[str]) -> Iterator[tuple[str, Row]]:
    """Run the named benchmark modules, and yield each row with its module's name."""
    for name in names:
        for row in importlib.import_module(f"dev.benchmarks.{name}").measure_rows():
            yield name, row


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
