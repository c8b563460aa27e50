"""Opens connections to the ledger file, all with the same checked settings."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from tracker.ledger.atomic_file_writes import LOGS
from tracker.ledger.errors import BrokenLedger, LedgerError, NewerLedger, ReadOnlyLedger
from tracker.ledger.sqlite.open_ledger_files import TrackedConnection, is_open_in_this_process
from tracker.ledger.sqlite.write_ahead_log import disable_auto_checkpoint_and_limit_log
from tracker.vocabulary.count_wording import format_count

MIN_VERSION = (3, 37, 0)
"""The first SQLite version with STRICT tables."""

APPLICATION_ID = 0x574C4447
"""The number ('WLDG') that identifies the file as a Warledger ledger."""

SCHEMA = 4
"""The number of the newest migration, stored in the file as its user version."""


MAGIC = b"SQLite format 3\0"
_HEADER_BYTES = 100
_SYNCHRONOUS_FULL = 2


def open_connection(path: Path, timeout_seconds: float) -> sqlite3.Connection:
    """Open a connection that writes durably. ``timeout_seconds`` is the busy timeout.

    Raises ``LedgerError`` if the SQLite library or the disk does not support durable writes. Raises
    ``sqlite3.Error``.
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


def require_intact_database_file(path: Path) -> None:
    """Raise ``BrokenLedger`` if the file is not a database, or is shorter than its header states.

    A file that this process already has open is not checked again. Other programs may open and
    close the file during the check. If they move a log into the file, the file grows before the log
    disappears. The size of the file is therefore read last.
    """
    if is_open_in_this_process(path):
        return
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER_BYTES)
            unfinished = has_wal_file(path)
            size = os.fstat(file.fileno()).st_size
    except FileNotFoundError:
        return
    except OSError as error:
        raise ReadOnlyLedger(
            f"{path} cannot be read ({error.strerror}). Allow reading the file, or use a copy."
        ) from error
    if not header.startswith(MAGIC[: len(header)]):
        raise BrokenLedger(
            f"{path} is not a Warledger ledger. Name another file. If it was a ledger, restore a"
            f" backup, or save what is left: warledger salvage {path} NEW."
        )
    if header and not unfinished and size < max(_HEADER_BYTES, _read_file_length(header)):
        raise BrokenLedger(
            f"{path} is incomplete (only {format_count(size, 'byte')} left). Restore a backup, or"
            f" save what is left: warledger salvage {path} NEW."
        )


def is_cut_off(path: Path) -> bool:
    """Whether a file without a log is shorter than its intact header says."""
    with path.open("rb") as file:
        header = file.read(_HEADER_BYTES)
    is_readable = header.startswith(MAGIC) and not has_wal_file(path)
    return is_readable and path.stat().st_size < _read_file_length(header)


def _read_file_length(header: bytes) -> int:
    """Read the file length from the header, or return 0 for a single page, which has no tables."""
    page_bytes = int.from_bytes(header[16:18], "big")
    pages = int.from_bytes(header[28:32], "big")
    return (65536 if page_bytes == 1 else page_bytes) * pages if pages > 1 else 0


def has_wal_file(path: Path) -> bool:
    """Whether there is a log beside the file. SQLite can restore the file's end from this log."""
    return any(_has_content(path.with_name(path.name + end)) for end in LOGS)


def _has_content(path: Path) -> bool:
    try:
        return path.stat().st_size > 0
    except FileNotFoundError:
        return False


def has_sqlite_signature(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def may_be_ledger_file(path: Path) -> bool:
    """Whether the file has a ledger's application id, or a log that may still contain the id."""
    with path.open("rb") as file:
        header = file.read(_HEADER_BYTES)
    return has_ledger_id(header) or (header.startswith(MAGIC) and has_wal_file(path))


def has_ledger_id(header: bytes) -> bool:
    """Whether the first 100 or more bytes of a file contain a ledger's application id."""
    return header.startswith(MAGIC) and int.from_bytes(header[68:72], "big") == APPLICATION_ID


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
                f"{path} was written by a newer Warledger (format {schema}; this one knows "
                f"{SCHEMA}). Update Warledger."
            )
        return schema
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
    if {"about", "luck_by_player"} <= tables:
        raise BrokenLedger(
            f"{path} contains SQL tables that Warledger wrote. It is not a ledger. Name the ledger "
            "itself."
        )
    if owner or schema or tables:
        raise BrokenLedger(f"{path} is another program's database. Name another file.")
    return 0
