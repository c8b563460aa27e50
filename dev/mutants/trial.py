"""Faults tried, in copies of the program: which of them a test notices."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from dev.mutants.covering import LOADING, Covering, module_of
from dev.mutants.mutated_packages import Package
from dev.mutants.test_choice import FILE, choose, failed_in
from dev.mutants.text_mutations import Change
from dev.mutants.tree import Tree

NO_TESTS = 5


@dataclass(frozen=True)
class Fault:
    """``source`` is the module as it was when the fault was drawn."""

    package: Package
    path: Path
    source: bytes
    change: Change

    @property
    def line(self) -> str:
        """The line that it is on, as it stands."""
        return self.source.splitlines()[self.change.line - 1].decode().strip()

    @property
    def told(self) -> str:
        return self.change.told(self.source)

    def __str__(self) -> str:
        return f"{self.path}:{self.change.line}: {self.told}\n    {self.line}"


class Trial:
    """Puts faults into copies of the program, as many at a time as there are copies."""

    def __init__(self, covering: Covering, trees: Sequence[Tree]) -> None:
        self.covering = covering
        self.trees: SimpleQueue[Tree] = SimpleQueue()
        for tree in trees:
            self.trees.put(tree)

    def failing(self, package: Package, faults: Sequence[Fault]) -> list[str]:
        """The tests chosen for these faults that fail without any: they would notice every one."""
        newer = self.covering.newer(package)
        chosen = {test for fault in faults for wave in self._waves(fault) for test in wave}
        shares = self._shares(chosen, newer)
        with ThreadPoolExecutor(len(shares)) as pool:
            found = pool.map(lambda share: self._failing(sorted(chosen), share), shares)
            return [test for each in found for test in each]

    def _shares(self, chosen: set[str], newer: list[str]) -> list[list[str]]:
        """The modules of these tests, shared out over the copies; each takes about as long."""
        seconds = dict.fromkeys(newer, 0.0)
        for test in chosen:
            module = module_of(test)
            seconds[module] = seconds.get(module, LOADING) + self.covering.seconds[test]
        shares: list[list[str]] = [[] for _ in range(self.trees.qsize())]
        for module in sorted(seconds, key=lambda module: (-seconds[module], module)):
            min(shares, key=lambda share: sum(seconds[each] for each in share)).append(module)
        return shares

    def _failing(self, chosen: list[str], modules: list[str]) -> list[str]:
        """Those of the chosen tests in these modules, and of their new ones, that fail."""
        tests = [test for test in chosen if module_of(test) in modules]
        tree = self.trees.get()
        try:
            if not self._fails(tree, tests, modules, stop=False):
                return []
            return failed_in(_chosen_in(tree)) or [f"{', '.join(modules)}: not run to the end"]
        finally:
            self.trees.put(tree)

    def noticed(self, fault: Fault) -> bool:
        """Whether a test fails for it, or takes far too long; not where no test runs it."""
        newer = self.covering.newer(fault.package)
        tree = self.trees.get()
        try:
            with _put_into(tree, fault):
                if self._fails(tree, [], newer):
                    return True
                return any(self._fails(tree, wave, []) for wave in self._waves(fault))
        finally:
            self.trees.put(tree)

    def _waves(self, fault: Fault) -> Iterator[list[str]]:
        change = fault.change
        last = change.line + fault.source[change.start : change.end].count(b"\n")
        return self.covering.waves(fault.package, str(fault.path), change.line, last)

    def _fails(self, tree: Tree, tests: list[str], newer: list[str], *, stop: bool = True) -> bool:
        """Whether one of these tests fails, or one of those in modules that are newer; ``stop`` at
        the first.
        """
        modules = dict.fromkeys([*newer, *map(module_of, tests)])
        there = [module for module in modules if (tree.at / module).exists()]
        if not there:
            return False
        chosen = _chosen_in(tree)
        choose(chosen, tests, self.covering.seconds)
        took = self.covering.seconds
        seconds = sum(took[test] for test in tests)
        seconds += sum(took[test] for test in took if module_of(test) in newer)
        options = [*(["-x"] if stop else []), "-p", "dev.mutants.test_choice"]
        code = tree.trial([*options, *there], {FILE: str(chosen)}, seconds)
        return code not in (0, NO_TESTS)


def _chosen_in(tree: Tree) -> Path:
    """Where a copy of the program is told which tests to run."""
    return tree.at.with_suffix(".json")


@contextmanager
def _put_into(tree: Tree, fault: Fault) -> Iterator[None]:
    """The fault in a copy of the program, and the copy as it was again."""
    copy = tree.at / fault.path
    stamp = copy.stat()
    copy.write_bytes(fault.change.made(fault.source))
    try:
        yield
    finally:
        copy.write_bytes(fault.source)
        os.utime(copy, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
