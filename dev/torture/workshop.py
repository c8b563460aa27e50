"""Where a run works, so that nothing of it stays, however it is broken off."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import FrameType

LONGEST_REMOVAL = 10.0
"""Seconds; who was just killed may hold on to a file for a moment."""


def in_a_workshop(work: Callable[[Path], int]) -> int:
    """Do some work in a folder and a group of processes of its own; returns its exit code.

    The folder is in memory where the system has such a place. Whoever ends this process, or Ctrl-C,
    ends the whole group; only then the folder goes.
    """
    memory = Path("/dev/shm")
    place = memory if os.access(memory, os.W_OK) else None
    folder = Path(tempfile.mkdtemp(prefix=f"warledger-torture-{os.getpid()}-", dir=place))
    worker = os.fork()
    if not worker:
        os.setpgid(0, 0)
        _work(work, folder)
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, _end)
    try:
        _, status = os.waitpid(worker, 0)
        return os.waitstatus_to_exitcode(status)
    finally:
        _remove(folder, worker)


def _work(work: Callable[[Path], int], folder: Path) -> None:
    code = 1
    try:
        code = work(folder)
    except BaseException:  # noqa: BLE001 - told as Python does it; nothing of the caller is run
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(code)


def _end(number: int, _: FrameType | None) -> None:
    sys.exit(128 + number)


def _remove(folder: Path, group: int) -> None:
    until = time.monotonic() + LONGEST_REMOVAL
    while folder.exists() and time.monotonic() < until:
        with suppress(ProcessLookupError):
            os.killpg(group, signal.SIGKILL)
        shutil.rmtree(folder, ignore_errors=True)
