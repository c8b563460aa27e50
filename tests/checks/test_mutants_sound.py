"""`make mutants` counts nothing as noticed by a test that fails without any fault."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from dev.mutants import __main__ as mutants
from dev.mutants.covering import Covering
from dev.mutants.mutated_packages import PACKAGES
from dev.mutants.test_choice import FILE
from dev.mutants.tree import Tree
from dev.mutants.trial import Trial

ROOM = next(package for package in PACKAGES if package.name == "ledger")
PROGRAM = Path("tracker/ledger/sums.py")
TESTS = Path("tests/ledger/test_sums.py")


class Known(Covering):
    """Two modules of tests, one test each; both run every line."""

    def __init__(self) -> None:
        self.seconds = {"tests/ledger/test_a.py::a": 0.1, "tests/test_b.py::b": 0.2}
        self.changed = set()

    def waves(self, *_: object) -> list[list[str]]:  # type: ignore[override]
        return [["tests/ledger/test_a.py::a"], ["tests/test_b.py::b"]]


class Pretending(Tree):
    """A copy in which those tests fail that it is told; ``ran`` are all that were run."""

    def __init__(self, at: Path, failing: set[str], ran: list[str], code: int | None) -> None:
        super().__init__(at, at)
        self.failing, self.ran, self.code = failing, ran, code
        for module in ("tests/ledger/test_a.py", "tests/test_b.py"):
            (at / module).parent.mkdir(parents=True, exist_ok=True)
            (at / module).touch()

    def trial(self, arguments: Sequence[str], env: Mapping[str, str], seconds: float) -> int | None:
        file = Path(env[FILE])
        chosen, _ = json.loads(file.read_text("utf-8"))
        self.ran += chosen
        failed = [test for test in chosen if test in self.failing]
        file.with_suffix(".failed").write_text("\n".join(failed), "utf-8")
        return self.code if failed else 0


def tried(at: Path, failing: set[str], code: int | None = 1) -> tuple[list[str], list[str]]:
    """What fails without a fault, and what was run to see it."""
    ran: list[str] = []
    trees = [Pretending(at / name, failing, ran, code) for name in ("one", "two")]
    faults = mutants.drawn(ROOM, 3, random.Random(1))
    return Trial(Known(), trees).failing(ROOM, faults), ran


@pytest.mark.thorough
def test_the_tests_of_all_faults_are_run_once_without_any(tmp_path: Path) -> None:
    failing, ran = tried(tmp_path, set())
    assert failing == []
    assert sorted(ran) == ["tests/ledger/test_a.py::a", "tests/test_b.py::b"]


@pytest.mark.thorough
def test_a_test_that_did_not_change_but_fails_is_named(tmp_path: Path) -> None:
    assert tried(tmp_path, {"tests/test_b.py::b"})[0] == ["tests/test_b.py::b"]


@pytest.mark.thorough
def test_a_program_that_breaks_a_test_is_not_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tmp_path / "root"
    shutil.copytree(mutants.ROOT / "dev", root / "dev")
    for folder in ("tracker/ledger", "tui", "exports", "tests/ledger"):
        (root / folder).mkdir(parents=True)
        (root / folder / "__init__.py").touch()
    (root / "tracker/__init__.py").touch()
    (root / PROGRAM).write_text("def more(a: int) -> int:\n    return a + 1\n", "utf-8")
    (root / TESTS).write_text(
        "from tracker.ledger.sums import more\n\n"
        "def test_more() -> None:\n    assert more(1) == 2\n",
        "utf-8",
    )
    monkeypatch.setattr(mutants, "ROOT", root)
    monkeypatch.setattr(mutants, "FOLDER", root / ".mutants")
    monkeypatch.setattr("sys.argv", ["mutants", "ledger", "--seed", "1", "--jobs", "1"])
    assert mutants.main() == 0
    assert "ledger: 1 of 1 noticed" in capsys.readouterr().out
    (root / PROGRAM).write_text("def more(a: int) -> int:\n    return a + 2\n", "utf-8")
    assert mutants.main() == 2
    assert f"{TESTS}::test_more" in capsys.readouterr().out
