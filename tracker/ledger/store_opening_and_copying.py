"""Opens, copies and salvages the ledger at a path or URL, with the matching store."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tracker.ledger.history_anchor import HistoryAnchor, make_history_anchor
from tracker.ledger.ledger_address import find_sqlite_file, is_server_address
from tracker.ledger.ledger_check_reports import SalvageReport
from tracker.ledger.ledger_errors import InvalidLedgerAddress
from tracker.ledger.store_interface import Store, Summarise

if TYPE_CHECKING:
    from tracker.ledger.postgres.store import PostgresStore

_NO_DRIVER = (
    "A ledger on a server needs one more package. In a checkout of Warledger, install it with: "
    "pip install '.[postgres]'"
)


DEFAULT_TIMEOUT_SECONDS = 5.0
"""The default time to wait for another writer before ``LedgerBusy`` is raised, in seconds."""


def open_store(
    address: str | Path,
    *,
    timeout_seconds: float = DEFAULT_TIMEOUT_SECONDS,
    only_reading: bool = False,
    summarise: Summarise | None = None,
) -> Store:
    """Open the ledger at an address (see ``find_sqlite_file``). A missing file is created.

    If ``only_reading`` is true, nothing is written, so even a protected file can be read.
    ``summarise`` recomputes a summary that cannot be read, and may raise only ``LedgerError``.
    Raises ``InvalidLedgerAddress``, or another ``LedgerError`` if the ledger cannot be opened.
    """
    if is_server_address(address):
        return _open_server(str(address), timeout_seconds, only_reading, summarise)
    path = find_sqlite_file(address)
    if path is None:
        from tracker.ledger.memory_store import MemoryStore

        return MemoryStore()
    from tracker.ledger.sqlite.store import SqliteStore

    return SqliteStore(path, wait=timeout_seconds, only_reading=only_reading, summarise=summarise)


def _open_server(
    address: str, wait: float, only_reading: bool, summarise: Summarise | None
) -> PostgresStore:
    try:
        from tracker.ledger.postgres.server_opening import open_server_ledger
    except ImportError as error:
        raise InvalidLedgerAddress(_NO_DRIVER) from error
    return open_server_ledger(
        address, timeout_seconds=wait, only_reading=only_reading, summarise=summarise
    )


def copy_ledger(source: str | Path, target: str | Path) -> HistoryAnchor:
    """Copy a ledger to another place, check the copy, and return the anchor of both ledgers.

    ``target`` is a new file, or an empty database or schema. The target becomes a ledger only when
    the copy is complete. Raises ``LedgerError`` on failure.
    """
    from tracker.ledger.entry_copy import copy_all_entries, copy_store_to_file

    with open_store(source, only_reading=True) as store:
        file = find_sqlite_file(target)
        if file is not None:
            copy_store_to_file(store, file)
        elif is_server_address(target):
            try:
                from tracker.ledger.postgres.server_opening import create_server_ledger
            except ImportError as error:
                raise InvalidLedgerAddress(_NO_DRIVER) from error
            with create_server_ledger(str(target), DEFAULT_TIMEOUT_SECONDS) as copy:
                copy_all_entries(store, copy)
        else:
            raise InvalidLedgerAddress(
                "A copy in memory would be lost immediately. Give a file or a server."
            )
    with open_store(target, only_reading=True) as copy:
        return make_history_anchor(copy)


def is_sqlite_file(path: Path) -> bool:
    """Return whether a file begins with the signature of an SQLite file, as every ledger file does.

    Return False for a pipe without reading it, because a pipe can be read only once.
    """
    from tracker.ledger.sqlite.database_file_header import has_sqlite_signature

    try:
        return path.is_file() and has_sqlite_signature(path)
    except (OSError, ValueError):
        return False


def salvage_ledger_into(damaged: str | Path, new: Path) -> SalvageReport:
    """Copy a damaged ledger's intact part into a new file. Raises ``LedgerError`` on failure."""
    if is_server_address(damaged):
        with _open_server(str(damaged), DEFAULT_TIMEOUT_SECONDS, True, None) as store:
            return store.salvage_ledger(new)
    from tracker.ledger.sqlite.salvage import salvage_ledger

    return salvage_ledger(Path(damaged), new)


def get_sqlite_version_and_wal_fault() -> tuple[str, bool]:
    """Return the version of the SQLite library, and whether it has the write-ahead log fault."""
    import sqlite3

    from tracker.ledger.sqlite.write_ahead_log import has_wal_reset_fault

    major, minor, patch = sqlite3.sqlite_version_info
    return sqlite3.sqlite_version, has_wal_reset_fault((major, minor, patch))
