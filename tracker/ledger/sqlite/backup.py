"""Copies the ledger file completely and consistently, even while other programs write to it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tracker.ledger.atomic_file_writes import write_atomically
from tracker.ledger.ledger_address import require_not_folder
from tracker.ledger.ledger_errors import LedgerError, ReadOnlyLedger

_PAGES_AT_ONCE = 4096


def back_up_database(
    connection: sqlite3.Connection,
    target: Path,
    source: Path,
    check_copy: Callable[[Path], object] = Path.exists,
) -> None:
    """Copy the database of the file ``source`` to a new file with the same permissions.

    The file gets its name only when the copy is complete, has passed the check and is on disk.
    Raises ``sqlite3.Error``, and the errors of ``write_new_file`` and of ``check_copy``.
    """
    with write_new_file(target, permissions_of=source) as part:
        copy_database_pages(connection, part)
        check_copy(part)


@contextmanager
def write_new_file(target: Path, *, permissions_of: Path | None = None) -> Iterator[Path]:
    """Yield the path of an empty file, which becomes ``target`` at the end of the block.

    Raises ``LedgerError`` if ``target`` exists or is created in the meantime, and
    ``ReadOnlyLedger`` if it cannot be written.
    """
    require_free_target(target)
    try:
        with write_atomically(target, permissions_of=permissions_of) as part:
            yield part
    except FileExistsError:
        require_free_target(target)
        raise
    except OSError as error:
        message = f"{target} cannot be written ({error.strerror}). Choose another place."
        raise ReadOnlyLedger(message) from error


def require_free_target(target: Path) -> None:
    """Raise ``LedgerError`` if ``target`` exists or if its folder is missing."""
    if not target.parent.is_dir():
        raise LedgerError(
            f"There is no folder {target.parent}. Create it, or check that its disk is connected."
        )
    require_not_folder(target)
    if target.exists():
        raise LedgerError(f"{target} already exists. Choose a new file for the copy.")


def choose_free_path(path: Path, suffix: str) -> Path:
    """Return an unused path beside ``path``: ``<name>.<suffix>``, then ``<name>.<suffix>-2`` …"""
    target, count = path.with_name(f"{path.name}.{suffix}"), 1
    while target.exists():
        count += 1
        target = path.with_name(f"{path.name}.{suffix}-{count}")
    return target


def copy_database_pages(connection: sqlite3.Connection, target: Path) -> None:
    """Copy the database into the empty file ``target``, as a single file without a log.

    The copy needs no journal, because a failed copy is deleted.
    """
    with closing(sqlite3.connect(target, isolation_level=None)) as copy:
        copy.execute("PRAGMA journal_mode = OFF")
        connection.backup(copy, pages=_PAGES_AT_ONCE)
        copy.execute("PRAGMA journal_mode = DELETE")
