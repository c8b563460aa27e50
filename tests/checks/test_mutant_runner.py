"""`make mutants` does not count mutants as killed by a test that fails without a mutation."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from dev.mutants import __main__ as mutants
from dev.mutants.mutant_runner import MutantRunner
from dev.mutants.mutated_packages import PACKAGES
from dev.mutants.program_copy import ProgramCopy
from dev.mutants.recorded_coverage import RecordedCoverage
from dev.mutants.selected_tests_plugin import FILE_VARIABLE

PACKAGE = next(package for package in PACKAGES if package.name == "ledger")
PROGRAM = Path("tracker/ledger/sums.py")
TESTS = Path("tests/ledger/test_sums.py")


class StubCoverage(RecordedCoverage):
    """Two test modules with one test each; both tests cover every line."""

    def __init__(self) -> None:
        self.seconds = {"tests/ledger/test_a.py::a": 0.1, "tests/test_b.py::b": 0.2}
        self.changed = set()

    def iterate_covering_test_batches(self, *_: object) -> Iterator[list[str]]:
        return iter([["tests/ledger/test_a.py::a"], ["tests/test_b.py::b"]])


class StubCopy(ProgramCopy):
    """A copy in which the tests ``failing`` fail; ``ran`` collects the tests that ran."""

    def __init__(self, folder: Path, failing: set[str], ran: list[str], code: int | None) -> None:
        super().__init__(folder, folder)
        self.failing, self.ran, self.code = failing, ran, code
        for module in ("tests/ledger/test_a.py", "tests/test_b.py"):
            (folder / module).parent.mkdir(parents=True, exist_ok=True)
            (folder / module).touch()

    def run_pytest_within_time_limit(
        self, arguments: Sequence[str], env: Mapping[str, str], seconds: float
    ) -> int | None:
        file = Path(env[FILE_VARIABLE])
        selected, _ = json.loads(file.read_text("utf-8"))
        self.ran += selected
        failed = [test for test in selected if test in self.failing]
        file.with_suffix(".failed").write_text("\n".join(failed), "utf-8")
        return self.code if failed else 0


def find_failing_tests(
    folder: Path, failing: set[str], code: int | None = 1
) -> tuple[list[str], list[str]]:
    """Return the tests that fail without a mutation, and all tests that ran."""
    ran: list[str] = []
    copies = [StubCopy(folder / name, failing, ran, code) for name in ("one", "two")]
    sample = mutants.sample_mutants(PACKAGE, 3, random.Random(1))
    return MutantRunner(StubCoverage(), copies).find_failing_tests(PACKAGE, sample), ran


@pytest.mark.thorough
def test_the_tests_of_all_mutants_run_once_without_a_mutation(tmp_path: Path) -> None:
    failing, ran = find_failing_tests(tmp_path, set())
    assert failing == []
    assert sorted(ran) == ["tests/ledger/test_a.py::a", "tests/test_b.py::b"]


@pytest.mark.thorough
def test_an_unchanged_test_that_fails_is_reported(tmp_path: Path) -> None:
    assert find_failing_tests(tmp_path, {"tests/test_b.py::b"})[0] == ["tests/test_b.py::b"]


@pytest.mark.thorough
def test_mutants_are_not_counted_if_a_test_fails_on_the_program_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tmp_path / "root"
    shutil.copytree(mutants.ROOT / "dev", root / "dev")
    for folder in ("tracker/ledger", "tui", "exports", "tests/ledger"):
        (root / folder).mkdir(parents=True)
        (root / folder / "__init__.py").touch()
    (root / "tracker/__init__.py").touch()
    (root / PROGRAM).write_text("def add_one(a: int) -> int:\n    return a + 1\n", "utf-8")
    (root / TESTS).write_text(
        "from tracker.ledger.sums import add_one\n\n"
        "def test_add_one() -> None:\n    assert add_one(1) == 2\n",
        "utf-8",
    )
    monkeypatch.setattr(mutants, "ROOT", root)
    monkeypatch.setattr(mutants, "FOLDER", root / ".mutants")
    monkeypatch.setattr("sys.argv", ["mutants", "ledger", "--seed", "1", "--jobs", "1"])
    assert mutants.main() == 0
    assert "ledger: 1 of 1 killed" in capsys.readouterr().out
    (root / PROGRAM).write_text("def add_one(a: int) -> int:\n    return a + 2\n", "utf-8")
    assert mutants.main() == 2
    assert f"{TESTS}::test_add_one" in capsys.readouterr().out


def test_equivalent_mutants_name_existing_lines() -> None:
    for module, line, _ in mutants.load_equivalent_mutants():
        lines = (mutants.ROOT / module).read_text(encoding="utf-8").splitlines()
        assert line in (each.strip() for each in lines), (module, line)
