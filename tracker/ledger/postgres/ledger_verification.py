"""Verifies a database: its tables and triggers, and the seals of commands."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from tracker.ledger import shared_sql_statements
from tracker.ledger.digest_chain import compute_command_seal
from tracker.ledger.postgres import append_only_triggers, sql_statements
from tracker.ledger.postgres.reconnecting_connection import ServerConnection

_COPY_HINT = "copy the ledger to an empty database with: warledger copy"

TABLES: dict[str, str] = {
    "alembic_version": "1e485fc560c3ab1a",
    "command": "7895244e4e6da0ca",
    "event": "76293b6381bb390a",
    "page": "979d99c577bdd006",
    "stream": "4c3e9ff867e36cc1",
}
"""The fingerprint of each table's columns, keys and checks."""

_COLUMNS = (
    "SELECT relname::text, relkind::text || relhasrules::text || relrowsecurity::text"
    " || relpersistence::text, coalesce(string_agg(attname || ' ' ||"
    " format_type(atttypid, atttypmod) || ' ' || attnotnull, ', ' ORDER BY attnum), '')"
    " FROM pg_class LEFT JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0"
    " AND NOT attisdropped WHERE relnamespace = current_schema()::regnamespace"
    " AND relkind IN ('r', 'p', 'v', 'm', 'f') GROUP BY 1, 2 ORDER BY 1"
)
_CONSTRAINTS = (
    "SELECT conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint"
    " WHERE conrelid = to_regclass($1) AND contype IN ('p', 'u', 'f', 'c') ORDER BY 1"
)


def list_ledger_faults(server: ServerConnection) -> Iterator[str]:
    """Yield a sentence for each fault in the tables, triggers, commands and events."""
    names = append_only_triggers.list_missing_or_changed_triggers(server.connection)
    if names:
        listed = ", ".join(names)
        yield (
            f"The ledger has lost protections against manual changes ({listed}). To repair "
            f"it, {_COPY_HINT}."
        )
    for name in append_only_triggers.list_foreign_triggers(server.connection):
        yield (
            f"The trigger {name!r} was added to the ledger by another program. Drop it, or"
            f" {_COPY_HINT}."
        )
    made = {
        name: compute_table_definition_fingerprint(server, name, *told)
        for name, *told in server.run_query(_COLUMNS)
    }
    for name, seen in made.items():
        if name not in TABLES:
            yield (
                f"The table {name!r} was added to the ledger by another program. Drop it, or"
                f" {_COPY_HINT}."
            )
        elif seen != TABLES[name]:
            yield f"The table {name} has been altered. To repair it, {_COPY_HINT}."
    gone = sorted(TABLES.keys() - made.keys())
    yield from (
        f"The table {name} is missing. Copy a backup to an empty database with: warledger copy."
        for name in gone
    )
    if gone:
        return
    for name, position, sealed, digest in server.run_query(shared_sql_statements.COMMANDS):
        if digest is None or sealed != compute_command_seal(name, digest):
            yield f"The event at position {position} was not written by the command {name!r}."
    for (position,) in server.run_query(sql_statements.ORPHAN):
        yield f"The event at position {position} belongs to no stream, so another program added it."


def compute_table_definition_fingerprint(
    connection: ServerConnection, table_name: str, table_kind: str, columns: str
) -> str:
    """Compute the fingerprint of a table's current definition."""
    rules = "; ".join(rule for (rule,) in connection.run_query(_CONSTRAINTS, (table_name,)))
    return sha256(f"{table_kind} {columns} {rules}".encode()).hexdigest()[:16]
