"""A plugin of pytest: which lines each test runs, how long it takes, and whether it passes.

``-p dev.mutants.recording`` with ``WARLEDGER_RECORD`` as the folder where it goes, a file a worker.
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

FOLDER = "WARLEDGER_RECORD"


class Recorder:
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
        began = time.process_time()
        done = yield
        self.seconds[item.nodeid] = round(time.process_time() - began, 4)
        self.coverage.switch_context("")
        return done

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
        config.pluginmanager.register(Recorder(Path(os.environ[FOLDER]), worker))
