"""Whether the file has the tables and guards of a ledger, as they were made, and nothing else."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from hashlib import sha256

from tracker.ledger.sqlite import triggers

TABLES: dict[str, str] = {
    "alembic_version": "c85bfd889cff304b",
    "command": "7defea705014571c",
    "event": "7936cfc63194ac8a",
    "page": "57264e4b9c7aec85",
    "stream": "5a0a31ae91bc7295",
}
"""For each table the mark of the statement that made it."""

_OF_SQLITE = "sqlite_stat"
"""What ``ANALYZE`` makes, which changes nothing of what is read."""


def mark(statement: str) -> str:
    """The mark of a statement, however it is spaced."""
    return sha256(" ".join(statement.split()).encode()).hexdigest()[:16]


def list_faults(connection: sqlite3.Connection) -> Iterator[str]:
    """What is missing, was changed or was added by hand, a sentence each."""
    names = triggers.list_missing_triggers(connection)
    if names:
        listed = ", ".join(names)
        yield f"The ledger has lost guards against changes by hand ({listed}); restore a backup."
    made: set[str] = set()
    found = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema")
    for kind, name, table, statement in found.fetchall():
        if kind == "table" and name in TABLES:
            made.add(name)
            if mark(statement) != TABLES[name]:
                yield f"The table {name} is not as it was made; restore a backup."
        elif not _belongs(kind, name, table, statement):
            yield f"Somebody put the {kind} {name!r} into the ledger; drop it, or restore a backup."
    yield from (f"The table {name} is gone; restore a backup." for name in TABLES.keys() - made)
    if "alembic_version" in made:
        forms = connection.execute("SELECT version_num FROM alembic_version").fetchall()
        (form,) = connection.execute("PRAGMA user_version").fetchone()
        if forms != [(f"{form:04}",)]:
            yield "The ledger does not say rightly which form it has; restore a backup."


def _belongs(kind: str, name: str, table: str, statement: str | None) -> bool:
    """Whether a guard, or what SQLite makes by itself."""
    if kind == "trigger":
        return name in triggers.GUARDS
    return name.startswith(_OF_SQLITE) or (
        kind == "index" and statement is None and table in TABLES
    )
