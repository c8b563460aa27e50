"""A pytest plugin that runs only the tests selected in a file, in its order.

Tests that were not recorded run first. ``-p dev.mutants.selected_tests_plugin`` reads the file
``WARLEDGER_CHOSEN``, which has two lists of test ids in JSON: the selected tests and all recorded
tests. It writes the ids of failed tests to a file next to it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Sequence
from pathlib import Path

import pytest

FILE_VARIABLE = "WARLEDGER_CHOSEN"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    selected, recorded = json.loads(Path(os.environ[FILE_VARIABLE]).read_text(encoding="utf-8"))
    order = {test: number for number, test in enumerate(selected, 1)}
    skipped = set(recorded).difference(selected)
    items[:] = sorted(
        (
            item
            for item in items
            if item.nodeid not in skipped and not item.get_closest_marker("thorough")
        ),
        key=lambda item: order.get(item.nodeid, 0),
    )


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _write_failure(report)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    _write_failure(report)


def _write_failure(report: pytest.TestReport | pytest.CollectReport) -> None:
    if report.failed:
        with _get_failure_file(Path(os.environ[FILE_VARIABLE])).open("a", encoding="utf-8") as out:
            out.write(f"{report.nodeid}\n")


def write_selection(file: Path, selected: Sequence[str], recorded: Collection[str]) -> None:
    """Write the file for the next run, and clear the list of failures."""
    file.write_text(json.dumps([list(selected), list(recorded)]), encoding="utf-8")
    _get_failure_file(file).write_text("", encoding="utf-8")


def read_failures(file: Path) -> list[str]:
    """Return the failed tests, and the modules that could not be loaded, of the last run."""
    return _get_failure_file(file).read_text(encoding="utf-8").splitlines()


def _get_failure_file(file: Path) -> Path:
    return file.with_suffix(".failed")
