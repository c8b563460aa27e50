"""Runs work in a temporary folder that is deleted even if the run is interrupted."""

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

MAX_DELETE_SECONDS = 10.0
"""The seconds during which deleting is retried, because killed processes may keep files open."""


def run_in_temporary_folder(work: Callable[[Path], int]) -> int:
    """Run ``work`` in a new folder and a new process group. Return its exit code.

    The folder is in memory if the system has such a place. If this process is terminated or gets
    Ctrl-C, it kills the group, then deletes the folder.
    """
    memory = Path("/dev/shm")
    parent = memory if os.access(memory, os.W_OK) else None
    folder = Path(tempfile.mkdtemp(prefix=f"warledger-torture-{os.getpid()}-", dir=parent))
    worker = os.fork()
    if not worker:
        os.setpgid(0, 0)
        _run_worker(work, folder)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _exit_on_signal)
    try:
        _, status = os.waitpid(worker, 0)
        return os.waitstatus_to_exitcode(status)
    finally:
        _delete(folder, worker)


def _run_worker(work: Callable[[Path], int], folder: Path) -> None:
    code = 1
    try:
        code = work(folder)
    except BaseException:  # noqa: BLE001 - printed as Python does; the caller's code must not run
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(code)


def _exit_on_signal(number: int, _: FrameType | None) -> None:
    sys.exit(128 + number)


def _delete(folder: Path, group: int) -> None:
    """Kill the process group and delete the folder, until it is gone."""
    deadline = time.monotonic() + MAX_DELETE_SECONDS
    while folder.exists() and time.monotonic() < deadline:
        with suppress(ProcessLookupError):
            os.killpg(group, signal.SIGKILL)
        shutil.rmtree(folder, ignore_errors=True)
