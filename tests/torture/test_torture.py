"""A little of ``make torture``, so that it is known to run."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.slow
def test_a_little_of_every_part() -> None:
    parts = ("kills", "power", "disk", "tamper", "hostile")  # writers: in make torture
    command = [sys.executable, "-m", "torture", *parts, "--count", "3", "--seed", "3"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    seed, *lines = ran.stdout.splitlines()
    assert seed == "seed 3"
    assert [line.split()[0] for line in lines] == list(parts)
    assert all(": 0 faults, " in line for line in lines)
