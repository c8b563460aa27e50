"""Replaces a ledger with a backup. The old ledger is renamed and never overwritten."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from tracker.ledger import atomic_file_writes
from tracker.ledger.ledger_errors import BrokenLedger, LedgerBusy, LedgerError, ReadOnlyLedger
from tracker.ledger.sqlite.backup import choose_free_path, copy_database_pages
from tracker.ledger.sqlite.database_file_header import require_intact_database_file
from tracker.ledger.sqlite.error_translation import PRIMARY, Failure, translate_error
from tracker.ledger.sqlite.store import SqliteStore
from tracker.ledger.store_opening_and_copying import DEFAULT_TIMEOUT_SECONDS

_IN_USE = (
    "Another program (such as a Warledger screen) has {} open. Close that program first, then"
    " restore."
)


def restore_ledger(
    backup: Path, ledger: Path, timeout_seconds: float = DEFAULT_TIMEOUT_SECONDS
) -> Path | None:
    """Check a backup, put it in place of a ledger, and return the old ledger's new path.

    Return None if there was no ledger. If ``ledger`` is a symbolic link, its target is replaced. If
    the program is killed during the swap, both files still exist, and one of them is in place.
    Raises ``BrokenLedger`` for a damaged backup, ``LedgerBusy`` while another program has the
    ledger open, and ``LedgerError`` on other failures.
    """
    ledger = atomic_file_writes.resolve_symbolic_links(ledger)
    if not backup.exists():
        raise LedgerError(
            f"There is no backup {backup}. To list the backups, run: warledger restore."
        )
    if ledger.exists() and backup.samefile(ledger):
        raise LedgerError(f"{backup} is the ledger itself. Choose a backup of the ledger.")
    require_intact_database_file(backup)
    try:
        with (
            ExitStack() as until_replaced,
            atomic_file_writes.write_atomically(
                ledger, overwrite=True, permissions_of=ledger if ledger.exists() else backup
            ) as part,
        ):
            with closing(
                sqlite3.connect(f"{backup.absolute().as_uri()}?mode=ro", uri=True)
            ) as read:
                copy_database_pages(read, part)
            with SqliteStore(part) as restored:  # opening upgrades an older schema
                problems = restored.verify_streams().problems
            if problems:
                raise BrokenLedger(
                    f"{backup} is damaged or was altered ({problems[0].text.rstrip('.')}). Choose"
                    " another backup."
                )
            until_replaced.enter_context(_lock_exclusively(ledger, timeout_seconds))
            return _keep_old_ledger_beside(ledger)
    except Failure as error:
        raise translate_error(error, backup) from error
    except OSError as error:
        raise ReadOnlyLedger(
            f"{ledger} cannot be replaced ({error.strerror}). Solve this problem, then "
            "restore again."
        ) from error


@contextmanager
def _lock_exclusively(ledger: Path, wait: float) -> Iterator[None]:
    """Run the block with the ledger's log moved into its file, and no other program using it.

    A ledger that is too damaged to be opened cannot be open in another program.
    """
    if not ledger.exists():
        yield
        return
    with closing(sqlite3.connect(ledger, timeout=wait, isolation_level=None)) as connection:
        try:
            journal = connection.execute("PRAGMA journal_mode = DELETE").fetchone()[0]
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & PRIMARY == sqlite3.SQLITE_BUSY:
                raise LedgerBusy(_IN_USE.format(ledger)) from error
            raise translate_error(error, ledger) from error
        except sqlite3.DatabaseError:
            journal = "delete"
        if journal != "delete":
            raise LedgerBusy(_IN_USE.format(ledger))
        yield


def _keep_old_ledger_beside(ledger: Path) -> Path | None:
    """Keep the old ledger and its logs under a new name. Return its path, or None if there is none.

    The ledger also keeps its own name, until the restored ledger replaces it.
    """
    beside = choose_free_path(ledger, "before-restore")
    is_there = ledger.exists()
    if is_there:
        try:
            beside.hardlink_to(ledger)
        except OSError:  # the file system has no hard links
            with atomic_file_writes.write_atomically(beside, permissions_of=ledger) as part:
                shutil.copyfile(ledger, part)
    for ending in ("-wal", "-shm"):
        log = ledger.with_name(ledger.name + ending)
        if log.exists():
            log.replace(beside.with_name(beside.name + ending))
    atomic_file_writes.flush_parent_folder_to_disk(ledger)
    return beside if is_there else None
