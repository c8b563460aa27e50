"""The store's SQL statements. Their text never varies, so SQLite prepares each of them once."""

from __future__ import annotations

from functools import cache

ADD_STREAM = (
    "INSERT OR ROLLBACK INTO stream (kind, version, digest, summary, name) VALUES (?, ?, ?, ?, ?)"
)
MOVE_HEAD = (
    "UPDATE OR ROLLBACK stream SET version = ?, digest = ?, summary = coalesce(?, summary)"
    " WHERE id = ? AND version = ? AND digest = ?"
)
MAX_EVENTS = 32
"""The maximum number of events per statement. Each number of events has its own statement."""


_COLUMNS = (
    "stream_id, entry, recorded_at, author, version, kind, schema_version, action, body, digest"
)


@cache
def build_event_insert_statement(event_count: int) -> str:
    """Build the statement that inserts ``event_count`` events. The values for each event are its
    stream, entry, time, author, version, kind, schema, action, body and digest.
    """
    rows = ", ".join([f"({', '.join('?' * 10)})"] * event_count)
    return f"INSERT OR ROLLBACK INTO event ({_COLUMNS}) VALUES {rows}"


ADD_REWIND = (
    f"INSERT OR ROLLBACK INTO event ({_COLUMNS}, rewinds_to) VALUES ({', '.join('?' * 11)})"
)
"""The statement that adds a rewind (an entry of one event). The last value is the target."""

ADD_COMMAND = "INSERT OR ROLLBACK INTO command (name, position, seal) VALUES (?, ?, ?)"
