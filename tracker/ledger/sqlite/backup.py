"""Copies of the file, whole and consistent while others write."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from tracker.ledger.errors import LedgerError, ReadOnlyLedger

_PAGES_AT_ONCE = 4096


def back_up(connection: sqlite3.Connection, target: Path) -> None:
    """Copy the database to a new file; the name appears only when the copy is whole and on disk.

    Raises ``LedgerError`` if there is a file already, ``ReadOnlyLedger``, and ``sqlite3.Error``.
    """
    refuse_existing(target)
    part = target.with_name(target.name + ".part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        part.unlink(missing_ok=True)
        _copy(connection, part)
        part.replace(target)
        _flush(target.parent)
    except OSError as error:
        message = f"{target} cannot be written ({error.strerror}); name another place."
        raise ReadOnlyLedger(message) from error
    finally:
        part.unlink(missing_ok=True)


def refuse_existing(target: Path) -> None:
    """Raise ``LedgerError`` if there is a file at ``target``."""
    if target.exists():
        raise LedgerError(f"{target} is there already; name a new file for the copy.")


def free_name(path: Path, word: str) -> Path:
    """A name beside ``path`` that nothing has yet: ``<name>.<word>``, then ``<name>.<word>-2`` …"""
    target, count = path.with_name(f"{path.name}.{word}"), 1
    while target.exists():
        count += 1
        target = path.with_name(f"{path.name}.{word}-{count}")
    return target


def _copy(connection: sqlite3.Connection, part: Path) -> None:
    copy = sqlite3.connect(part, isolation_level=None)
    try:
        copy.execute("PRAGMA synchronous = FULL")
        connection.backup(copy, pages=_PAGES_AT_ONCE)
    finally:
        copy.close()


def _flush(folder: Path) -> None:
    """Make a new name in the folder durable, where the system can."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
