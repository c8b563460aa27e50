"""Verifies a file: its structure, tables and triggers, and the seals of commands."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from hashlib import sha256

from tracker.ledger import shared_sql_statements
from tracker.ledger.digest_chain import compute_command_seal
from tracker.ledger.sqlite import append_only_triggers

TABLES: dict[str, str] = {
    "alembic_version": "c85bfd889cff304b",
    "command": "7defea705014571c",
    "event": "7936cfc63194ac8a",
    "page": "57264e4b9c7aec85",
    "stream": "5a0a31ae91bc7295",
}
"""The fingerprint of each table's CREATE statement."""

_STATISTICS_PREFIX = "sqlite_stat"
"""The prefix of the tables that ``ANALYZE`` creates. These tables do not affect the data."""


def compute_statement_fingerprint(statement: str) -> str:
    """Compute a fingerprint of a statement that does not depend on its spacing."""
    return sha256(" ".join(statement.split()).encode()).hexdigest()[:16]


def list_ledger_faults(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield a sentence for each fault in the file, its tables and triggers."""
    yield from _list_file_faults(connection)
    yield from _list_schema_faults(connection)


def _list_schema_faults(connection: sqlite3.Connection) -> Iterator[str]:
    names = append_only_triggers.list_missing_or_changed_triggers(connection)
    if names:
        listed = ", ".join(names)
        yield (
            f"The ledger has lost protections against manual changes ({listed}). Restore a backup."
        )
    made: set[str] = set()
    found = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema")
    for kind, name, table, statement in found.fetchall():
        if kind == "table" and name in TABLES:
            made.add(name)
            if compute_statement_fingerprint(statement) != TABLES[name]:
                yield f"The table {name} has been altered. Restore a backup."
        elif not _is_part_of_ledger(kind, name, table, statement):
            yield (
                f"The {kind} {name!r} was added to the ledger by another program. Drop it, or "
                "restore a backup."
            )
    yield from (f"The table {name} is missing. Restore a backup." for name in TABLES.keys() - made)
    if "alembic_version" in made:
        forms = connection.execute("SELECT version_num FROM alembic_version").fetchall()
        (form,) = connection.execute("PRAGMA user_version").fetchone()
        if forms != [(f"{form:04}",)]:
            yield "The ledger does not state its format correctly. Restore a backup."


def _is_part_of_ledger(kind: str, name: str, table: str, statement: str | None) -> bool:
    """Return whether a schema object is a trigger of the ledger, or was made by SQLite."""
    if kind == "trigger":
        return name in append_only_triggers.TRIGGERS
    return name.startswith(_STATISTICS_PREFIX) or (
        kind == "index" and statement is None and table in TABLES
    )


def _list_file_faults(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield the file's structural faults, wrong seals of commands, and events without a stream."""
    found = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if found != "ok":
        yield f"SQLite reports that the file is damaged ({found}). Restore it from a backup."
        return
    for name, position, sealed, digest in connection.execute(shared_sql_statements.COMMANDS):
        if digest is None or sealed != compute_command_seal(name, digest):
            yield f"The event at position {position} was not written by the command {name!r}."
    orphan = connection.execute("PRAGMA foreign_key_check (event)").fetchone()
    if orphan is not None:
        yield (
            f"The event at position {orphan[1]} belongs to no stream, so another program added it."
        )
