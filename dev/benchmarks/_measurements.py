"""Measures durations and memory, including those of new processes."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median


def measure_seconds(action: Callable[[], object]) -> float:
    """Measure how many seconds the action takes, excluding the release of its result."""
    start = time.perf_counter()
    result = action()
    seconds = time.perf_counter() - start
    del result
    return seconds


def measure_median(action: Callable[[], object], times: int) -> float:
    """Return the median duration of an action in seconds."""
    return median(measure_seconds(action) for _ in range(times))


def measure_in_turns(blocks: Mapping[str, Callable[[], object]], turns: int) -> dict[str, float]:
    """Run each block once in each turn, in rotating order. Return the total seconds by name."""
    names, seconds = list(blocks), dict.fromkeys(blocks, 0.0)
    for turn in range(turns):
        first = turn % len(names)
        for name in names[first:] + names[:first]:
            seconds[name] += measure_seconds(blocks[name])
    return seconds


def read_peak_memory(process: int | str = "self") -> float:
    """Return the peak memory of a process in MiB, or 0.0 if this is not Linux."""
    status = Path(f"/proc/{process}/status")
    if not status.exists():
        return 0.0
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1024


def call_in_new_process(function: Callable[[], None], path: Path) -> list[float]:
    """Call a function in a new process. Return the numbers that the function prints.

    The function gets the ``path`` from ``read_path_argument``.
    """
    module, name = function.__module__, function.__name__
    process = subprocess.run(
        [sys.executable, "-c", f"from {module} import {name}; {name}()", str(path)],
        check=True,
        capture_output=True,
        text=True,
    )
    return [*map(float, process.stdout.split())]


def read_path_argument() -> Path:
    return Path(sys.argv[1])
