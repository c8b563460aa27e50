"""The ledgers that this process has open. While they are open, only SQLite may open their files.

On POSIX, closing any handle of a file releases all locks of the process on the file, even SQLite's
locks. Other programs would then consider the ledger unused, and remove its log during writes.
"""

from __future__ import annotations

import os
import sqlite3
from collections import Counter
from pathlib import Path
from threading import RLock

OPENING_LOCK = RLock()
"""The lock that a thread holds from the check of a file until SQLite has opened the file."""

Identity = tuple[int, int]
_open: Counter[Identity] = Counter()


class TrackedConnection(sqlite3.Connection):
    """A connection that registers its file as open until the connection is closed."""

    held: Identity | None = None

    def track_file(self, path: Path) -> None:
        with OPENING_LOCK:
            self.held = get_file_identity(str(path))
            if self.held is not None:
                _open[self.held] += 1

    def close(self) -> None:
        super().close()
        with OPENING_LOCK:
            if self.held is not None:
                _open[self.held] -= 1
                self.held = None


def is_open_in_this_process(path: Path) -> bool:
    return _open[get_file_identity(str(path)) or (0, 0)] > 0


def get_file_identity(path: str) -> Identity | None:
    try:
        found = os.stat(path)  # noqa: PTH116  a Path takes as long again
    except OSError:
        return None
    return found.st_dev, found.st_ino
