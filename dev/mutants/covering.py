"""Which tests run which line, as it was recorded once, for the program as it stands now."""

from __future__ import annotations

import difflib
import json
import shutil
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import coverage

from dev.mutants.mutated_packages import SOURCES, Package
from dev.mutants.recording import FOLDER
from dev.mutants.tree import Tree

WAVES = (4.0, 12.0, 24.0)
"""Seconds of tests that are tried on one fault, one wave after another until one of them fails."""
LOADING = 0.3
"""Seconds that it takes to load one more module of tests."""


class Covering:
    """What was recorded in a folder, of a tree as it stood then."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root, self.folder = root, folder
        self.seconds: dict[str, float] = json.loads((folder / "seconds").read_text("utf-8"))
        self.data = coverage.CoverageData(str(folder / "lines"))
        self.data.read()
        self.changed = {str(path) for path in self._tests() if self._has_changed(path)}

    def _tests(self) -> list[Path]:
        every = (self.root / "tests").rglob("test_*.py")
        return [path.relative_to(self.root) for path in every]

    def _has_changed(self, path: Path) -> bool:
        then = self.folder / "then" / path
        return not then.exists() or then.read_bytes() != (self.root / path).read_bytes()

    @lru_cache(maxsize=64)  # noqa: B019 - one for the whole run
    def _run_by(self, path: str) -> dict[int, set[str]]:
        """Line by line, as the module stands now, the tests that ran it."""
        found = {
            line: {test for test in tests if test in self.seconds}
            for line, tests in self.data.contexts_by_lineno(path).items()
        }
        then_file = self.folder / "then" / path
        if not then_file.exists():
            return {}
        then = then_file.read_text("utf-8").splitlines()
        now = (self.root / path).read_text("utf-8").splitlines()
        same = difflib.SequenceMatcher(None, then, now, autojunk=False).get_matching_blocks()
        return {
            block.b + at + 1: found[block.a + at + 1]
            for block in same
            for at in range(block.size)
            if block.a + at + 1 in found
        }

    def newer(self, package: Package) -> list[str]:
        """Return the package's test modules that have changed since the recording."""
        return sorted(path for path in self.changed if path.startswith(package.tests))

    def waves(self, package: Package, path: str, first: int, last: int) -> Iterator[list[str]]:
        """Yield the tests of a fault in these lines, as many as fit into each time limit.

        The package's own tests come first, then the quickest. If the lines run only when the
        module loads, these are all tests of the package, and all that run another line of it.
        """
        by_line = self._run_by(path)
        ran = set().union(*(by_line.get(line, set()) for line in range(first, last + 1)))
        if not ran:
            ran = {test for test in self.seconds if test.startswith(package.tests)}
            if any(line in by_line for line in range(first, last + 1)):
                ran.update(*by_line.values())
        order = sorted(
            ran, key=lambda test: (not test.startswith(package.tests), self.seconds[test])
        )
        for seconds in WAVES:
            wave = self._in_time(order, seconds)
            yield wave
            order = order[len(wave) :]

    def _in_time(self, order: list[str], left: float) -> list[str]:
        """The first of these tests, as many as run in so many seconds, or one that takes longer."""
        modules: set[str] = set()
        for at, test in enumerate(order):
            left -= self.seconds[test] + (0 if module_of(test) in modules else LOADING)
            if at and left < 0:
                return order[:at]
            modules.add(module_of(test))
        return order


def module_of(test: str) -> str:
    """The file of a test."""
    return test.partition("::")[0]


def record(tree: Tree, folder: Path, jobs: int) -> None:
    """Run all tests of a tree once, and keep what each of them ran."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    tree.run(
        [
            "-n",
            str(jobs),
            "--dist",
            "worksteal",
            "-m",
            "not thorough",
            "-p",
            "dev.mutants.recording",
        ],
        {FOLDER: str(folder)},
    )
    whole = coverage.Coverage(str(folder / "lines"), config_file=False)
    whole.set_option("run:relative_files", value=True)
    whole.combine([str(path) for path in folder.glob("lines.*")])
    whole.save()
    seconds: dict[str, float] = {}
    for path in folder.glob("seconds.*"):
        seconds |= json.loads(path.read_text("utf-8"))
    (folder / "seconds").write_text(json.dumps(seconds), "utf-8")
    for package in (*SOURCES, "tests"):
        shutil.copytree(
            tree.at / package,
            folder / "then" / package,
            ignore=shutil.ignore_patterns("__pycache__"),
        )
