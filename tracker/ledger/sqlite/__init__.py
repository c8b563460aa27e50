"""The ledger in an SQLite file. Only this package contains SQL specific to SQLite."""

from tracker.ledger.sqlite.store import SqliteStore

__all__ = ["SqliteStore"]
