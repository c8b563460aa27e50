"""A plugin of pytest: the tests named in a file run, in its order, before them those that are newer
than what was recorded, and no others.

``-p dev.mutants.test_choice`` with ``WARLEDGER_CHOSEN`` as that file: two lists of ids in JSON, the
chosen
and all that were known. Beside it goes a list of those that failed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Sequence
from pathlib import Path

import pytest

FILE = "WARLEDGER_CHOSEN"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    chosen, known = json.loads(Path(os.environ[FILE]).read_text(encoding="utf-8"))
    place = {test: at for at, test in enumerate(chosen, 1)}
    left = set(known).difference(chosen)
    items[:] = sorted(
        (
            item
            for item in items
            if item.nodeid not in left and not item.get_closest_marker("thorough")
        ),
        key=lambda item: place.get(item.nodeid, 0),
    )


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _note(report)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    _note(report)


def _note(report: pytest.TestReport | pytest.CollectReport) -> None:
    if report.failed:
        with _failed(Path(os.environ[FILE])).open("a", encoding="utf-8") as out:
            out.write(f"{report.nodeid}\n")


def choose(file: Path, chosen: Sequence[str], known: Collection[str]) -> None:
    """Write the file for the next run."""
    file.write_text(json.dumps([list(chosen), list(known)]), encoding="utf-8")
    _failed(file).write_text("", encoding="utf-8")


def failed_in(file: Path) -> list[str]:
    """The tests, and the modules that could not be loaded, that failed in the run of a file."""
    return _failed(file).read_text(encoding="utf-8").splitlines()


def _failed(file: Path) -> Path:
    return file.with_suffix(".failed")
