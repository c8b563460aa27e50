"""Translates SQLite errors into ledger errors."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

from tracker.ledger.ledger_errors import (
    BrokenLedger,
    DiskFull,
    LedgerBusy,
    LedgerError,
    ReadOnlyLedger,
)

PRIMARY = 0xFF
"""The bit mask for the primary part of an SQLite error code."""
_SENTENCES: dict[int, tuple[type[LedgerError], str]] = {
    sqlite3.SQLITE_BUSY: (
        LedgerBusy,
        "Another program is writing to {path}. Nothing was written. Try again in a moment.",
    ),
    sqlite3.SQLITE_LOCKED: (
        LedgerBusy,
        "Another part of this program is writing to {path}. Nothing was written. Try again.",
    ),
    sqlite3.SQLITE_READONLY: (
        ReadOnlyLedger,
        "Warledger cannot write to {path}. Allow writing to the file and its folder, or "
        "use a copy.",
    ),
    sqlite3.SQLITE_CANTOPEN: (
        ReadOnlyLedger,
        "{path} cannot be opened. Allow writing to the file and its folder, or use a copy.",
    ),
    sqlite3.SQLITE_FULL: (
        DiskFull,
        "There is no space left to write {path}. Nothing was written. Free some space, then"
        " repeat the entry.",
    ),
    sqlite3.SQLITE_IOERR_SHMSIZE: (
        DiskFull,
        "No space is left on the disk with {path}. Free some space, then open the ledger again.",
    ),
    sqlite3.SQLITE_IOERR_WRITE: (
        DiskFull,
        "The disk could not write {path}. Nothing was written. Free some space, then repeat the"
        " entry.",
    ),
    sqlite3.SQLITE_CORRUPT: (
        BrokenLedger,
        "{path} is damaged. Keep the damaged file, and continue with a backup.",
    ),
    sqlite3.SQLITE_NOTADB: (
        BrokenLedger,
        "{path} is not a Warledger ledger. Choose another file. If it was a ledger, restore a"
        " backup, or save what is left: warledger salvage {path} NEW.",
    ),
    sqlite3.SQLITE_CONSTRAINT: (
        BrokenLedger,
        "{path} is no longer consistent ({error}). Nothing was written. Run: warledger verify.",
    ),
}


Failure = (sqlite3.Error, UnicodeDecodeError)
"""The exceptions that access to the file can raise. A damaged file may contain invalid text."""


def roll_back(connection: sqlite3.Connection) -> None:
    """Roll back any open transaction. Disk errors do not hide an earlier error."""
    if connection.in_transaction:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")


def translate_error(error: sqlite3.Error | UnicodeDecodeError, path: Path) -> LedgerError:
    """Translate an SQLite error into a ledger error whose message says what to do."""
    spoilt = isinstance(error, UnicodeDecodeError) or "decode to UTF-8" in str(error)
    code = sqlite3.SQLITE_CORRUPT if spoilt else getattr(error, "sqlite_errorcode", None)
    if code is None:
        return LedgerError(f"{path} could not be used ({error}). Open the ledger again.")
    found = _SENTENCES.get(code) or _SENTENCES.get(code & PRIMARY)
    if found is None:
        return LedgerError(f"{path} could not be read or written ({error}). Check the disk.")
    kind, sentence = found
    return kind(sentence.format(path=path, error=error))
