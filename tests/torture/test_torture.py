"""A little of ``make torture``, so that it is known to run."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.slow
def test_a_few_commands_are_killed_and_unplugged() -> None:
    command = [sys.executable, "-m", "torture", "kills", "power", "--count", "12", "--seed", "3"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    seed, kills, power = ran.stdout.splitlines()
    assert seed == "seed 3"
    assert all("12 trials" in line and ": 0 faults" in line for line in (kills, power))
