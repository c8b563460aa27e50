"""Runs the tests on mutants, in copies of the program."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from dev.mutants.mutated_packages import Package
from dev.mutants.program_copy import ProgramCopy
from dev.mutants.recorded_coverage import MODULE_LOAD_SECONDS, RecordedCoverage, get_test_module
from dev.mutants.selected_tests_plugin import FILE_VARIABLE, read_failures, write_selection
from dev.mutants.source_mutations import Mutation

NO_TESTS = 5
"""The exit code of pytest if it ran no test."""


@dataclass(frozen=True)
class Mutant:
    """A module with one mutation. ``source`` is the unchanged module."""

    package: Package
    path: Path
    source: bytes
    mutation: Mutation

    @property
    def line(self) -> str:
        return self.source.splitlines()[self.mutation.line - 1].decode().strip()

    @property
    def description(self) -> str:
        return self.mutation.describe(self.source)

    def __str__(self) -> str:
        return f"{self.path}:{self.mutation.line}: {self.description}\n    {self.line}"


class MutantRunner:
    """A runner that tests one mutant at a time in each copy of the program."""

    def __init__(self, coverage: RecordedCoverage, copies: Sequence[ProgramCopy]) -> None:
        self.coverage = coverage
        self.copies: SimpleQueue[ProgramCopy] = SimpleQueue()
        for copy in copies:
            self.copies.put(copy)

    def find_failing_tests(self, package: Package, mutants: Sequence[Mutant]) -> list[str]:
        """Return the tests covering the given mutants that fail even without a mutation."""
        changed = self.coverage.list_changed_test_modules(package)
        tests = {
            test
            for mutant in mutants
            for batch in self._iterate_covering_test_batches(mutant)
            for test in batch
        }
        shares = self._share_modules(tests, changed)
        with ThreadPoolExecutor(len(shares)) as pool:
            found = pool.map(lambda share: self._find_failing(sorted(tests), share), shares)
            return [test for failing in found for test in failing]

    def _share_modules(self, tests: set[str], changed: list[str]) -> list[list[str]]:
        """Divide the modules of the given tests among the copies, so that all take equally long."""
        seconds = dict.fromkeys(changed, 0.0)
        for test in tests:
            module = get_test_module(test)
            seconds[module] = seconds.get(module, MODULE_LOAD_SECONDS) + self.coverage.seconds[test]
        shares: list[list[str]] = [[] for _ in range(self.copies.qsize())]
        for module in sorted(seconds, key=lambda module: (-seconds[module], module)):
            min(shares, key=lambda share: sum(seconds[each] for each in share)).append(module)
        return shares

    def _find_failing(self, tests: list[str], modules: list[str]) -> list[str]:
        selected = [test for test in tests if get_test_module(test) in modules]
        copy = self.copies.get()
        try:
            if not self._has_failure(copy, selected, modules, stop=False):
                return []
            names = ", ".join(modules)
            return read_failures(_get_selection_file(copy)) or [f"{names}: the run did not finish"]
        finally:
            self.copies.put(copy)

    def is_killed(self, mutant: Mutant) -> bool:
        """Return whether a test that covers the mutant fails or exceeds its time limit."""
        changed = self.coverage.list_changed_test_modules(mutant.package)
        copy = self.copies.get()
        try:
            with _apply_mutation(copy, mutant):
                if self._has_failure(copy, [], changed):
                    return True
                batches = self._iterate_covering_test_batches(mutant)
                return any(self._has_failure(copy, batch, []) for batch in batches)
        finally:
            self.copies.put(copy)

    def _iterate_covering_test_batches(self, mutant: Mutant) -> Iterator[list[str]]:
        first, mutation = mutant.mutation.line, mutant.mutation
        last = first + mutant.source[mutation.start : mutation.end].count(b"\n")
        return self.coverage.iterate_covering_test_batches(
            mutant.package, str(mutant.path), first, last
        )

    def _has_failure(
        self, copy: ProgramCopy, tests: list[str], changed: list[str], *, stop: bool = True
    ) -> bool:
        """Return whether one of ``tests`` fails, or a test in a ``changed`` module.

        If ``stop`` is true, the run ends at the first failure.
        """
        names = dict.fromkeys([*changed, *map(get_test_module, tests)])
        modules = [name for name in names if (copy.folder / name).exists()]
        if not modules:
            return False
        file, recorded = _get_selection_file(copy), self.coverage.seconds
        write_selection(file, tests, recorded)
        seconds = sum(recorded[test] for test in tests)
        seconds += sum(recorded[test] for test in recorded if get_test_module(test) in changed)
        options = [*(["-x"] if stop else []), "-p", "dev.mutants.selected_tests_plugin"]
        code = copy.run_pytest_within_time_limit(
            [*options, *modules], {FILE_VARIABLE: str(file)}, seconds
        )
        return code not in (0, NO_TESTS)


def _get_selection_file(copy: ProgramCopy) -> Path:
    return copy.folder.with_suffix(".json")


@contextmanager
def _apply_mutation(copy: ProgramCopy, mutant: Mutant) -> Iterator[None]:
    """Put the mutant into a copy of the program, and restore the copy afterwards."""
    path = copy.folder / mutant.path
    stat = path.stat()
    path.write_bytes(mutant.mutation.apply_to(mutant.source))
    try:
        yield
    finally:
        path.write_bytes(mutant.source)
        os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
