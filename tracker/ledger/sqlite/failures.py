"""The one place where errors of SQLite become errors of the ledger."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

from tracker.ledger.errors import BrokenLedger, DiskFull, LedgerBusy, LedgerError, ReadOnlyLedger

PRIMARY = 0xFF
"""What of an error's code says its kind."""
_SENTENCES: dict[int, tuple[type[LedgerError], str]] = {
    sqlite3.SQLITE_BUSY: (
        LedgerBusy,
        "Another program is writing to {path}; nothing was written, try again in a moment.",
    ),
    sqlite3.SQLITE_LOCKED: (
        LedgerBusy,
        "Another part of this program is writing to {path}; nothing was written, try again.",
    ),
    sqlite3.SQLITE_READONLY: (
        ReadOnlyLedger,
        "{path} cannot be written; allow writing to the file and its folder, or use a copy.",
    ),
    sqlite3.SQLITE_CANTOPEN: (
        ReadOnlyLedger,
        "{path} cannot be opened; allow writing to the file and its folder, or use a copy.",
    ),
    sqlite3.SQLITE_FULL: (
        DiskFull,
        "There is no room left to write {path}; nothing was written, free some space and repeat.",
    ),
    sqlite3.SQLITE_IOERR_SHMSIZE: (
        DiskFull,
        "There is no room left beside {path}; free some space and open it again.",
    ),
    sqlite3.SQLITE_IOERR_WRITE: (
        DiskFull,
        "The disk took no more of {path}; nothing was written, free some space and repeat.",
    ),
    sqlite3.SQLITE_CORRUPT: (
        BrokenLedger,
        "{path} is damaged; keep it, and go on with a copy from a backup.",
    ),
    sqlite3.SQLITE_NOTADB: (
        BrokenLedger,
        "{path} is no ledger; name another file, or go on with a copy from a backup.",
    ),
    sqlite3.SQLITE_CONSTRAINT: (
        BrokenLedger,
        "{path} does not fit together any more ({error}); nothing was written, verify it.",
    ),
}


Failure = (sqlite3.Error, UnicodeDecodeError)
"""What using the file may raise: a damaged one may hold text that is no text."""


def roll_back(connection: sqlite3.Connection) -> None:
    """Undo what is open, if anything; a disk that fails at that, too, hides no earlier error."""
    if connection.in_transaction:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")


def translate(error: sqlite3.Error | UnicodeDecodeError, path: Path) -> LedgerError:
    """The ledger's own error for one of SQLite, with a sentence that says what to do."""
    spoilt = isinstance(error, UnicodeDecodeError) or "decode to UTF-8" in str(error)
    code = sqlite3.SQLITE_CORRUPT if spoilt else getattr(error, "sqlite_errorcode", None)
    if code is None:
        return LedgerError(f"{path} could not be used ({error}); open it again.")
    found = _SENTENCES.get(code) or _SENTENCES.get(code & PRIMARY)
    if found is None:
        return LedgerError(f"{path} could not be read or written ({error}); look at the disk.")
    kind, sentence = found
    return kind(sentence.format(path=path, error=error))
