"""Opening a ledger by its path or URL: the one place that knows which stores there are."""

from __future__ import annotations

from pathlib import Path

from tracker.ledger.errors import BadAddress
from tracker.ledger.store import Store

WAIT_SECONDS = 5.0
"""How long to wait for another writer before ``LedgerBusy``."""


def open_store(
    address: str | Path, *, wait: float = WAIT_SECONDS, only_reading: bool = False
) -> Store:
    """The ledger at a path, ``sqlite:///path`` or ``memory://``; a file is made if missing.

    ``sqlite:///a.db`` is relative, ``sqlite:////a.db`` absolute. ``only_reading`` never writes, so
    that a protected file can be read, too. Raises ``BadAddress`` for any other URL, and every other
    ``LedgerError`` an opening can meet.
    """
    scheme, separator, rest = str(address).partition("://")
    if isinstance(address, Path) or not separator:
        return _open_sqlite(Path(address), wait, only_reading)
    if scheme == "sqlite" and rest.startswith("/") and rest != "/":
        return _open_sqlite(Path(rest[1:]), wait, only_reading)
    if scheme == "memory" and not rest:
        from tracker.ledger.memory import MemoryStore

        return MemoryStore()
    raise BadAddress(
        f"{address} names no ledger; give the path of a file, or sqlite:/// and a path"
        " (no other kind of database is built in)."
    )


def _open_sqlite(path: Path, wait: float, only_reading: bool) -> Store:
    from tracker.ledger.sqlite import SqliteStore

    if not path.name:
        raise BadAddress("The ledger needs the name of a file; give one.")
    return SqliteStore(path.expanduser(), wait=wait, only_reading=only_reading)


def about_sqlite() -> tuple[str, bool]:
    """The version of the SQLite library in use, and whether it has the write-ahead log's fault."""
    import sqlite3

    from tracker.ledger.sqlite.version import wal_fault

    major, minor, patch = sqlite3.sqlite_version_info
    return sqlite3.sqlite_version, wal_fault((major, minor, patch))
