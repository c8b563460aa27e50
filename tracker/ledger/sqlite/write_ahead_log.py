"""The write-ahead log: room for it, made once, and its moves into the file, made by nobody else."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

from tracker.ledger.sqlite.error_translation import roll_back

LOG_PAGES = 1000
"""About so many pages go into the log before they are moved into the file and it starts over."""

APPENDS_BEFORE_ROOM = 16
"""After so many appends a store is taken for one of a long game, and its log is given room."""

_PAGES_AN_ENTRY, _EVENTS_A_PAGE = 3, 6
_SMALL_CACHE = 16


class WriteAheadLog:
    """The log as one writer keeps it.

    SQLite before 3.51.3 can lose pages if a writer starts the log over while another connection
    moves it into the file (https://sqlite.org/wal.html#walresetbug). So SQLite never moves it by
    itself here, but for the last connection that is closed, which is alone.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path
        self._appends = self._pages = 0
        self._has_room = False

    def note_events(self, events: int) -> None:
        """An entry of so many events was written."""
        self._appends += 1
        self._pages += _PAGES_AN_ENTRY + events // _EVENTS_A_PAGE

    def tend_log(self) -> None:
        """Make room for a long game, or move into the file what has become much.

        There must be no transaction open. Nothing fails, and nobody is waited for.
        """
        if self._pages >= LOG_PAGES:
            self._pages = 0
            self._move()
        elif self._appends >= APPENDS_BEFORE_ROOM and not self._has_room:
            preallocate_log(self._connection)
            self._has_room = True

    def write_over(self) -> bool:
        """Put another transaction in the place of one that failed in its commit; whether that went.

        A commit fails where the disk does not say that the log is safe. All of the log may be there
        all the same, and whoever opens the ledger next would take for kept what was refused.
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

    def close(self) -> None:
        """Move the log into the file if many have made it long who were never the last."""
        with contextlib.suppress(OSError, sqlite3.Error):
            log = self._path.with_name(self._path.name + "-wal")
            if log.stat().st_size > _longest(self._connection):
                self._move()

    def _move(self) -> None:
        """Move the log into the file through another connection, while we keep writers out."""
        execute = self._connection.execute
        wait = execute("PRAGMA busy_timeout").fetchone()[0]
        execute("PRAGMA busy_timeout = 0")
        try:
            with contextlib.suppress(sqlite3.Error):
                execute("BEGIN IMMEDIATE")
                other = sqlite3.connect(self._path, timeout=0, isolation_level=None)
                with contextlib.closing(other):
                    other.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        finally:
            roll_back(self._connection)
            execute(f"PRAGMA busy_timeout = {wait}")


def disable_auto_checkpoint(connection: sqlite3.Connection) -> None:
    """SQLite is not to move the log by itself; once it starts over, its file is cut."""
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    connection.execute(f"PRAGMA journal_size_limit = {_longest(connection)}")


def preallocate_log(connection: sqlite3.Connection) -> None:
    """Let the log reach its full length at once; without room for that, nothing happens.

    While the log grows with each commit, the file system has to record a new length each time,
    which costs about as much as the commit itself. So a large transaction is spilled into the log
    and rolled back: its pages are never part of the ledger, and the next commit writes over them.
    """
    cache = connection.execute("PRAGMA cache_size").fetchone()[0]
    connection.execute(f"PRAGMA cache_size = {_SMALL_CACHE}")
    try:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("CREATE TABLE room (filling BLOB) STRICT")
            connection.execute("INSERT INTO room VALUES (zeroblob(?))", (_room(connection),))
    finally:
        roll_back(connection)
        connection.execute(f"PRAGMA cache_size = {cache}")


def _longest(connection: sqlite3.Connection) -> int:
    """How long the log's file may stay, in bytes."""
    return 2 * _room(connection)


def _room(connection: sqlite3.Connection) -> int:
    """The full length of the log, in bytes."""
    return LOG_PAGES * int(connection.execute("PRAGMA page_size").fetchone()[0])
