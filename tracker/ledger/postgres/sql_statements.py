"""The store's SQL statements. Their text never varies, so the server prepares each of them once."""

from __future__ import annotations

from functools import cache

BEGIN_SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
SETTINGS = "SELECT current_setting('synchronous_commit'), current_setting('server_encoding')"
TABLES = (
    "SELECT relname::text FROM pg_class WHERE relnamespace = current_schema()::regnamespace"
    " AND relkind IN ('r', 'p', 'v', 'm', 'f')"
)

_COLUMNS = (
    "stream_id, entry, recorded_at, author, version, kind, schema_version, action, rewinds_to,"
    " body, digest"
)
_TYPES = ("bigint", "text", "bigint", "bigint", "bytea", "bytea")
MAX_SINGLE_VALUES = 12
"""The maximum number of events whose values are passed singly, with a statement for each number."""


def _build_rows(events: int) -> str:
    """Return the SQL expression that supplies the rows of an entry's events."""
    if events > MAX_SINGLE_VALUES:
        arrays = ", ".join(f"${n}::{kind}[]" for n, kind in enumerate(_TYPES, start=10))
        return f"unnest({arrays}) WITH ORDINALITY AS e (v, k, s, a, b, d, place)"
    each = (
        f"({', '.join(f'${10 + 6 * row + n}::{kind}' for n, kind in enumerate(_TYPES))}, {row})"
        for row in range(events)
    )
    return f"(VALUES {', '.join(each)}) AS e (v, k, s, a, b, d, place)"


def _build_event_insert(events: int) -> str:
    return (
        f"INSERT INTO event ({_COLUMNS}) SELECT id, $6::bigint, $7::bigint, $8::text, v, k, s, a,"
        f" $9::bigint, b, d FROM head, {_build_rows(events)} ORDER BY place"
        " RETURNING position, stream_id"
    )


@cache
def build_entry_append_statement(event_count: int) -> str:
    """Build the statement that moves a stream's head and adds ``event_count`` events.

    The statement returns no rows if the head has changed. Its first values are the new version,
    digest and summary, and the stream's id and old digest. Then come the entry's number, time,
    author and rewind target. The version, kind, schema, action, body and digest of each event
    follow. If there are more than ``MAX_SINGLE_VALUES`` events, these values are passed as arrays.
    """
    return (
        "WITH head AS (UPDATE stream SET version = $1, digest = $2,"
        " summary = coalesce($3, summary) WHERE id = $4 AND digest = $5 RETURNING id)"
        f" {_build_event_insert(min(event_count, MAX_SINGLE_VALUES + 1))}"
    )


@cache
def build_new_stream_statement(event_count: int) -> str:
    """Build the statement that adds a new stream, with its kind and name, and its events."""
    return (
        "WITH head AS (INSERT INTO stream (version, digest, summary, kind, name)"
        " VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING id)"
        f" {_build_event_insert(min(event_count, MAX_SINGLE_VALUES + 1))}"
    )


LAST_POSITION = "SELECT coalesce(max(position), 0) FROM event"
LOCK = "SELECT ledger_lock()"

POSITION = (
    "SELECT position FROM event JOIN stream ON stream.id = stream_id"
    " WHERE name = $1 AND event.version = $2 AND event.digest = $3"
)
ADD_COMMAND = "INSERT INTO command (name, position, seal) VALUES ($1, $2, $3)"
NEXT_ENTRY = (
    "SELECT stream.name, entry FROM event JOIN stream ON stream.id = stream_id"
    " WHERE position = $1 + 1"
)
ORPHAN = (
    "SELECT position FROM event LEFT JOIN stream ON stream.id = stream_id"
    " WHERE stream.id IS NULL ORDER BY position LIMIT 1"
)
