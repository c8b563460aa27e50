"""The SQLite store: the only package with SQL that is SQLite's own."""

from tracker.ledger.sqlite.store import SqliteStore

__all__ = ["SqliteStore"]
