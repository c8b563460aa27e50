"""Runs a few trials of ``make torture``."""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from dev.torture import old_ledgers
from dev.torture.command_cases import list_cases
from tracker.ledger.sqlite.connection import SCHEMA


@pytest.mark.thorough
def test_one_trial_of_each_part() -> None:
    parts = ("kills", "power", "disk", "tamper", "hostile")  # the others have tests of their own
    command = [sys.executable, "-m", "dev.torture", *parts, "--count", "1", "--seed", "3"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    seed, *lines = result.stdout.splitlines()
    assert seed == "seed 3"
    assert [line.split()[0] for line in lines] == list(parts)
    assert all(": 0 faults, " in line for line in lines)


@pytest.mark.thorough
def test_kills_of_eight_writers_and_their_server_lose_nothing() -> None:
    command = [sys.executable, "-m", "dev.torture", "servers", "--count", "8", "--seed", "3"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "8 trials, 4 of writers, 4 of the server" in result.stdout
    assert ": 0 faults, " in result.stdout


def test_the_cases_include_every_older_form_and_earlier_version() -> None:
    bases = {case.base for case in list_cases()}
    assert {f"{old_ledgers.FORM_PREFIX}{form}" for form in range(1, SCHEMA)} <= bases
    assert len([base for base in bases if base.startswith(old_ledgers.VERSION_PREFIX)]) == 6


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("part", "number"),
    [
        ("kills", signal.SIGTERM),
        ("hostile", signal.SIGINT),
        pytest.param("writers", signal.SIGTERM, marks=pytest.mark.thorough),
    ],
)
def test_an_interrupted_run_leaves_no_files(part: str, number: signal.Signals) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "dev.torture", part, "--seed", "3"],
        stderr=subprocess.PIPE,
        text=True,
    )
    patterns = [f"{place}/warledger-torture-{process.pid}-*" for place in ("/dev/shm", _TEMPORARY)]
    while not _list_matches(patterns):
        assert process.poll() is None
        time.sleep(0.05)
    time.sleep(1)
    process.send_signal(number)
    _, errors = process.communicate(timeout=30)
    assert process.returncode != 0
    assert "Traceback" not in errors
    assert not _list_matches(patterns)


_TEMPORARY = tempfile.gettempdir()


def _list_matches(patterns: list[str]) -> list[Path]:
    return [path for each in patterns for path in Path("/").glob(each.lstrip("/"))]
