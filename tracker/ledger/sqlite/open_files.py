"""Which ledgers this process has open, so that nothing is done to their files beside SQLite.

Closing any handle of a file drops all locks that the process has on it (POSIX), those of SQLite,
too: others would then take the ledger for one that nobody uses, and remove its log under a writer.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from pathlib import Path
from threading import RLock

ONE_AT_A_TIME = RLock()
"""Held from before a file is looked at until it is open in SQLite."""

Identity = tuple[int, int]
_open: Counter[Identity] = Counter()


class TrackedConnection(sqlite3.Connection):
    """A connection that is known here until it is closed."""

    held: Identity | None = None

    def track_file(self, path: Path) -> None:
        """Know from now on that this file is open."""
        with ONE_AT_A_TIME:
            self.held = _identity(path)
            if self.held is not None:
                _open[self.held] += 1

    def close(self) -> None:
        super().close()
        with ONE_AT_A_TIME:
            if self.held is not None:
                _open[self.held] -= 1
                self.held = None


def is_file_open(path: Path) -> bool:
    """Whether this process has the file open in SQLite."""
    return _open[_identity(path) or (0, 0)] > 0


def _identity(path: Path) -> Identity | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
