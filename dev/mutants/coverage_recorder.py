"""A pytest plugin that records the lines and the CPU seconds of each test that passes.

``-p dev.mutants.coverage_recorder`` writes one file per worker into the folder
``WARLEDGER_RECORD``.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any

import coverage
import pytest

from dev.mutants.mutated_packages import SOURCES

FOLDER_VARIABLE = "WARLEDGER_RECORD"


class CoverageRecorder:
    """A plugin that records the coverage of one worker."""

    def __init__(self, folder: Path, worker: str) -> None:
        self.folder, self.worker = folder, worker
        self.seconds: dict[str, float] = {}
        self.coverage = coverage.Coverage(
            str(folder / f"lines.{worker}"), source=list(SOURCES), config_file=False, messages=False
        )
        self.coverage.set_option("run:relative_files", value=True)
        self.coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self.coverage.switch_context(item.nodeid)
        start = time.process_time()
        result = yield
        self.seconds[item.nodeid] = round(time.process_time() - start, 4)
        self.coverage.switch_context("")
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.seconds[report.nodeid] = -1

    def pytest_sessionfinish(self) -> None:
        self.coverage.stop()
        self.coverage.save()
        passed = {test: seconds for test, seconds in self.seconds.items() if seconds >= 0}
        text = json.dumps(passed)
        (self.folder / f"seconds.{self.worker}").write_text(text, encoding="utf-8")


def pytest_configure(config: Any) -> None:
    worker = getattr(config, "workerinput", {}).get("workerid")
    if worker:
        config.pluginmanager.register(CoverageRecorder(Path(os.environ[FOLDER_VARIABLE]), worker))
