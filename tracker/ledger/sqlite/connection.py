"""Opens connections to the ledger file, all with the same checked settings."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from tracker.ledger.ledger_errors import BrokenLedger, LedgerError, NewerLedger
from tracker.ledger.sqlite.database_file_header import APPLICATION_ID
from tracker.ledger.sqlite.open_ledger_files import TrackedConnection
from tracker.ledger.sqlite.write_ahead_log import disable_auto_checkpoint_and_limit_log

MIN_VERSION = (3, 37, 0)
"""The first SQLite version with STRICT tables."""

SCHEMA = 4
"""The number of the newest migration, stored in the file as its user version."""

_SYNCHRONOUS_FULL = 2


def open_connection(path: Path, timeout_seconds: float) -> sqlite3.Connection:
    """Open a connection that writes durably. ``timeout_seconds`` is the busy timeout.

    Raises ``LedgerError`` if the SQLite library or the disk does not support durable writes, and
    ``sqlite3.Error`` on other failures.
    """
    if sqlite3.sqlite_version_info < MIN_VERSION:
        needed = ".".join(map(str, MIN_VERSION))
        raise LedgerError(
            f"This Python comes with SQLite {sqlite3.sqlite_version}. Install a Python with"
            f" SQLite {needed} or newer."
        )
    connection = sqlite3.connect(
        path, timeout=timeout_seconds, isolation_level=None, factory=TrackedConnection
    )
    try:
        journal = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        distrust_schema_and_check_pages(connection)
        disable_auto_checkpoint_and_limit_log(connection)
        synchronous = connection.execute("PRAGMA synchronous").fetchone()[0]
        foreign_keys = connection.execute("PRAGMA foreign_keys").fetchone()[0]
        if (journal, synchronous, foreign_keys) != ("wal", _SYNCHRONOUS_FULL, 1):
            raise LedgerError(
                f"{path} cannot be written durably (journal {journal}, synchronous {synchronous}, "
                f"foreign keys {foreign_keys}). Keep it on a local disk."
            )
    except BaseException:
        connection.close()
        raise
    connection.track_file(path)
    return connection


def distrust_schema_and_check_pages(connection: sqlite3.Connection) -> None:
    """Let the file's schema call only harmless functions, and check pages as they are read."""
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")


def read_schema_number(connection: sqlite3.Connection, path: Path) -> int:
    """Read the schema number of the file, or return 0 if the file is empty.

    Raises ``NewerLedger`` for an unknown number. Raises ``BrokenLedger`` if the database belongs to
    another program.
    """
    owner = connection.execute("PRAGMA application_id").fetchone()[0]
    schema = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if owner == APPLICATION_ID and schema > 0:
        if schema > SCHEMA:
            raise NewerLedger(
                f"{path} was written by a newer Warledger (format {schema}; this version knows "
                f"{SCHEMA}). Update Warledger."
            )
        return schema
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
    if {"about", "luck_by_player"} <= tables:
        raise BrokenLedger(
            f"{path} contains SQL tables that Warledger wrote. It is not a ledger. Give the "
            "path of the ledger."
        )
    if owner or schema or tables:
        raise BrokenLedger(f"{path} is another program's database. Choose another file.")
    return 0
