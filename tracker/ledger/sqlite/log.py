"""Room for the write-ahead log, made once instead of commit by commit."""

from __future__ import annotations

import contextlib
import sqlite3

from tracker.ledger.sqlite.failures import roll_back

LOG_PAGES = 1000
"""Pages in the log before SQLite moves them into the file and starts the log over."""

_SMALL_CACHE = 16


def make_room(connection: sqlite3.Connection) -> None:
    """Let the log reach its full length at once; without room for that, nothing happens.

    While the log grows with each commit, the file system has to record a new length each time,
    which costs about as much as the commit itself. So a large transaction is spilled into the log
    and rolled back: its pages are never part of the ledger, and the next commit writes over them.
    """
    cache = connection.execute("PRAGMA cache_size").fetchone()[0]
    length = LOG_PAGES * connection.execute("PRAGMA page_size").fetchone()[0]
    connection.execute(f"PRAGMA cache_size = {_SMALL_CACHE}")
    try:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("CREATE TABLE room (filling BLOB) STRICT")
            connection.execute("INSERT INTO room VALUES (zeroblob(?))", (length,))
    finally:
        roll_back(connection)
        connection.execute(f"PRAGMA cache_size = {cache}")
