"""The ledger in an SQLite file. Only this package has SQLite's own SQL."""

from tracker.ledger.sqlite.store import SqliteStore

__all__ = ["SqliteStore"]
