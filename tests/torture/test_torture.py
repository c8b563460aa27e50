"""A little of ``make torture``, so that it is known to run."""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from dev.torture import old_ledgers
from dev.torture.cases import cases
from tracker.ledger.sqlite.connection import SCHEMA


@pytest.mark.thorough
def test_a_little_of_every_part() -> None:
    parts = ("kills", "power", "disk", "tamper", "hostile")  # writers: in make torture
    command = [sys.executable, "-m", "dev.torture", *parts, "--count", "1", "--seed", "3"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    seed, *lines = ran.stdout.splitlines()
    assert seed == "seed 3"
    assert [line.split()[0] for line in lines] == list(parts)
    assert all(": 0 faults, " in line for line in lines)


@pytest.mark.thorough
def test_eight_writers_and_their_server_are_killed_and_nothing_is_lost() -> None:
    command = [sys.executable, "-m", "dev.torture", "servers", "--count", "8", "--seed", "3"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "8 trials, 4 of writers, 4 of the server" in ran.stdout
    assert ": 0 faults, " in ran.stdout


def test_ledgers_of_every_older_form_and_of_earlier_programs_are_among_the_cases() -> None:
    bases = {case.base for case in cases()}
    assert {f"{old_ledgers.FORM}{form}" for form in range(1, SCHEMA)} <= bases
    assert len([base for base in bases if base.startswith(old_ledgers.WRITTEN)]) == 6


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("part", "how"),
    [
        ("kills", signal.SIGTERM),
        ("hostile", signal.SIGINT),
        pytest.param("writers", signal.SIGTERM, marks=pytest.mark.thorough),
    ],
)
def test_a_run_that_is_broken_off_leaves_nothing_behind(part: str, how: signal.Signals) -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "dev.torture", part, "--seed", "3"],
        stderr=subprocess.PIPE,
        text=True,
    )
    found = [f"{place}/warledger-torture-{running.pid}-*" for place in ("/dev/shm", _TEMPORARY)]
    while not _matching(found):
        assert running.poll() is None
        time.sleep(0.05)
    time.sleep(1)
    running.send_signal(how)
    _, said = running.communicate(timeout=30)
    assert running.returncode != 0
    assert "Traceback" not in said
    assert not _matching(found)


_TEMPORARY = tempfile.gettempdir()


def _matching(patterns: list[str]) -> list[Path]:
    return [path for each in patterns for path in Path("/").glob(each.lstrip("/"))]
