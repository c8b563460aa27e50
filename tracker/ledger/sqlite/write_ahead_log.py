"""Preallocates and checkpoints the write-ahead log, and avoids SQLite's fault in resetting it."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from tracker.ledger.sqlite.error_translation import roll_back

MAX_LOG_PAGES = 1000
"""The approximate number of pages after which the log is moved into the file and reset."""

APPENDS_BEFORE_PREALLOCATION = 16
"""The log is preallocated after this number of appends, because the game is then probably long."""

_PAGES_AN_ENTRY, _EVENTS_A_PAGE = 3, 6
_SMALL_CACHE = 16

_FAULT_BEGAN = (3, 7, 0)
_FAULT_FIXED = (3, 51, 3)
_FIXED_EARLIER = {(3, 50): 7, (3, 44): 6}


class WriteAheadLog:
    """The write-ahead log of one writer.

    SQLite before 3.51.3 has a fault (https://sqlite.org/wal.html#walresetbug). It can lose pages if
    a writer resets the log while another connection moves the log into the file. SQLite may
    therefore reset the log by itself only when the last connection closes.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path
        self._appends = self._pages = 0
        self._is_preallocated = False

    def count_appended_entry(self, event_count: int) -> None:
        """Count an appended entry, and estimate how many pages of the log the entry takes."""
        self._appends += 1
        self._pages += _PAGES_AN_ENTRY + event_count // _EVENTS_A_PAGE

    def preallocate_or_checkpoint_log_if_due(self) -> None:
        """Preallocate the log once the game is long, or move a long log into the file.

        No transaction may be open. Errors are ignored, and no other program has to wait.
        """
        if self._pages >= MAX_LOG_PAGES:
            self._pages = 0
            self._checkpoint()
        elif self._appends >= APPENDS_BEFORE_PREALLOCATION and not self._is_preallocated:
            preallocate_log(self._connection)
            self._is_preallocated = True

    def overwrite_failed_commit(self) -> bool:
        """Overwrite a failed commit with another transaction, and return whether that succeeded.

        A commit fails if the disk does not confirm the write to the log. The log may still contain
        the whole entry. The next program that opens the ledger would then accept the rejected
        entry.
        """
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            schema = self._connection.execute("PRAGMA user_version").fetchone()[0]
            self._connection.execute(f"PRAGMA user_version = {schema}")
            self._connection.execute("COMMIT")
        except sqlite3.Error:
            roll_back(self._connection)
            return False
        return True

    def checkpoint_long_log(self) -> None:
        """Move a long log into the file, unless a closing connection has already done so."""
        with contextlib.suppress(OSError, sqlite3.Error):
            log = self._path.with_name(self._path.name + "-wal")
            if log.stat().st_size > _compute_max_log_bytes(self._connection):
                self._checkpoint()

    def _checkpoint(self) -> None:
        """Move the log into the file through another connection, while writers are locked out."""
        with (
            contextlib.suppress(sqlite3.Error),
            lock_without_waiting_then_roll_back(self._connection),
        ):
            other = sqlite3.connect(self._path, timeout=0, isolation_level=None)
            with contextlib.closing(other):
                other.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()


@contextlib.contextmanager
def lock_without_waiting_then_roll_back(connection: sqlite3.Connection) -> Iterator[None]:
    """Lock out other writers during the block, then roll back. Raises ``sqlite3.Error``."""
    wait = connection.execute("PRAGMA busy_timeout").fetchone()[0]
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        connection.execute("BEGIN IMMEDIATE")
        yield
    finally:
        roll_back(connection)
        connection.execute(f"PRAGMA busy_timeout = {wait}")


def disable_auto_checkpoint_and_limit_log(connection: sqlite3.Connection) -> None:
    """Prevent SQLite from checkpointing the log by itself, and truncate its file at each reset."""
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    connection.execute(f"PRAGMA journal_size_limit = {_compute_max_log_bytes(connection)}")


def preallocate_log(connection: sqlite3.Connection) -> None:
    """Extend the log to its full length at once. If the disk is full, the log is not changed.

    If the log grew with each commit, the file system would record a new length each time. That
    costs about as much as the commit itself. Therefore a large transaction is spilled into the log
    and rolled back. Its pages never become part of the ledger, and later commits overwrite them.
    """
    cache = connection.execute("PRAGMA cache_size").fetchone()[0]
    connection.execute(f"PRAGMA cache_size = {_SMALL_CACHE}")
    try:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("CREATE TABLE room (filling BLOB) STRICT")
            connection.execute(
                "INSERT INTO room VALUES (zeroblob(?))", (_compute_log_bytes(connection),)
            )
    finally:
        roll_back(connection)
        connection.execute(f"PRAGMA cache_size = {cache}")


def _compute_max_log_bytes(connection: sqlite3.Connection) -> int:
    return 2 * _compute_log_bytes(connection)


def _compute_log_bytes(connection: sqlite3.Connection) -> int:
    """Return the full length of the preallocated log, in bytes."""
    return MAX_LOG_PAGES * int(connection.execute("PRAGMA page_size").fetchone()[0])


def has_wal_reset_fault(version: tuple[int, int, int]) -> bool:
    """Return whether a version of SQLite has the rare fault in resetting the write-ahead log.

    The fault can corrupt the file if two connections write and checkpoint at the same moment. It is
    fixed in 3.51.3, 3.50.7 and 3.44.6 (https://sqlite.org/wal.html#walresetbug).
    """
    fixed = _FIXED_EARLIER.get(version[:2])
    if fixed is not None and version[2] >= fixed:
        return False
    return _FAULT_BEGAN <= version < _FAULT_FIXED
