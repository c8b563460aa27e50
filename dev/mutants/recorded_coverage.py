"""The recorded coverage: which tests run which line of the current program."""

from __future__ import annotations

import difflib
import json
import shutil
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import coverage

from dev.mutants.coverage_recorder import FOLDER_VARIABLE
from dev.mutants.mutated_packages import SOURCES, Package
from dev.mutants.program_copy import ProgramCopy

BATCH_SECONDS = (4.0, 12.0, 24.0)
"""The time limits of the batches of tests that run on a mutant until one fails, in seconds."""
MODULE_LOAD_SECONDS = 0.3
"""How long loading a further test module takes, in seconds."""


class RecordedCoverage:
    """The coverage recorded in a folder, with a copy of the sources from that time."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root, self.folder = root, folder
        self.seconds: dict[str, float] = json.loads((folder / "seconds").read_text("utf-8"))
        self.data = coverage.CoverageData(str(folder / "lines"))
        self.data.read()
        self.changed = {str(path) for path in self._list_tests() if self._has_changed(path)}

    def _list_tests(self) -> list[Path]:
        paths = (self.root / "tests").rglob("test_*.py")
        return [path.relative_to(self.root) for path in paths]

    def _has_changed(self, path: Path) -> bool:
        recorded = self.folder / "then" / path
        return not recorded.exists() or recorded.read_bytes() != (self.root / path).read_bytes()

    @lru_cache(maxsize=64)  # noqa: B019 - one object per run
    def _map_lines(self, path: str) -> dict[int, set[str]]:
        """Map each covered line of the current module to the tests that run it."""
        covered = {
            line: {test for test in tests if test in self.seconds}
            for line, tests in self.data.contexts_by_lineno(path).items()
        }
        recorded_file = self.folder / "then" / path
        if not recorded_file.exists():
            return {}
        recorded = recorded_file.read_text("utf-8").splitlines()
        current = (self.root / path).read_text("utf-8").splitlines()
        matcher = difflib.SequenceMatcher(None, recorded, current, autojunk=False)
        return {
            block.b + offset + 1: covered[block.a + offset + 1]
            for block in matcher.get_matching_blocks()
            for offset in range(block.size)
            if block.a + offset + 1 in covered
        }

    def list_changed_test_modules(self, package: Package) -> list[str]:
        """Return the package's test modules that have changed since the recording."""
        return sorted(path for path in self.changed if path.startswith(package.test_folders))

    def iterate_covering_test_batches(
        self, package: Package, path: str, first: int, last: int
    ) -> Iterator[list[str]]:
        """Yield the tests that cover the given lines, as many as fit into each time limit.

        The package's own tests come first, then the quickest. For lines that run only when the
        module loads, yield all tests of the package, and all that cover another line of the module.
        """
        by_line = self._map_lines(path)
        covering = set().union(*(by_line.get(line, set()) for line in range(first, last + 1)))
        if not covering:
            covering = {test for test in self.seconds if test.startswith(package.test_folders)}
            if any(line in by_line for line in range(first, last + 1)):
                covering.update(*by_line.values())
        order = sorted(
            covering,
            key=lambda test: (not test.startswith(package.test_folders), self.seconds[test]),
        )
        for seconds in BATCH_SECONDS:
            batch = self._take_batch(order, seconds)
            yield batch
            order = order[len(batch) :]

    def _take_batch(self, order: list[str], seconds: float) -> list[str]:
        """Return the first tests that fit into the time limit, but at least one."""
        modules: set[str] = set()
        for index, test in enumerate(order):
            module = get_test_module(test)
            seconds -= self.seconds[test] + (0 if module in modules else MODULE_LOAD_SECONDS)
            if index and seconds < 0:
                return order[:index]
            modules.add(module)
        return order


def get_test_module(test: str) -> str:
    return test.partition("::")[0]


def record_coverage(copy: ProgramCopy, folder: Path, jobs: int) -> None:
    """Run all tests of a copy once, and record in ``folder`` which lines each test covers."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    workers = ["-n", str(jobs), "--dist", "worksteal"]
    options = ["-p", "dev.mutants.coverage_recorder", "-m", "not thorough"]
    copy.run_pytest([*workers, *options], {FOLDER_VARIABLE: str(folder)})
    combined = coverage.Coverage(str(folder / "lines"), config_file=False)
    combined.set_option("run:relative_files", value=True)
    combined.combine([str(path) for path in folder.glob("lines.*")])
    combined.save()
    seconds: dict[str, float] = {}
    for path in folder.glob("seconds.*"):
        seconds |= json.loads(path.read_text("utf-8"))
    (folder / "seconds").write_text(json.dumps(seconds), "utf-8")
    for package in (*SOURCES, "tests"):
        shutil.copytree(
            copy.folder / package,
            folder / "then" / package,
            ignore=shutil.ignore_patterns("__pycache__"),
        )
