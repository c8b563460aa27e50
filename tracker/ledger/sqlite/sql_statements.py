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
"""The maximum number of events per statement. Each number needs its own prepared statement."""


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
"""The statement that adds a rewind, an entry of a single event. The last value is the target."""

HEAD = "SELECT id, kind, version, digest FROM stream WHERE name = ?"
VERSION = "SELECT version FROM stream WHERE name = ?"
REWIND_TARGET = (
    "SELECT next.entry, event.rewinds_to IS NOT NULL FROM event AS next LEFT JOIN event"
    " ON event.stream_id = next.stream_id AND event.version = next.version - 1"
    " WHERE next.stream_id = ? AND next.version = ? + 1"
)
STREAMS = "SELECT name, kind, version FROM stream WHERE kind = coalesce(?, kind) ORDER BY id"

_EVENT = (
    "version, event.kind, schema_version, entry, action, recorded_at, author, body,"
    " rewinds_to, event.digest"
)
READ = (
    f"SELECT position, ?, {_EVENT} FROM event"
    " WHERE stream_id = ? AND version > ? AND version <= ? ORDER BY version LIMIT ?"
)
ROWS = f"SELECT {_EVENT} FROM event WHERE stream_id = ? AND version > ? ORDER BY version LIMIT ?"
READ_ALL = (
    f"SELECT position, stream.name, event.{_EVENT} FROM event"
    " JOIN stream ON stream.id = event.stream_id"
    " WHERE position > ? ORDER BY position LIMIT ?"
)
PAGES = (
    "SELECT page.version, seal, packed, event.digest FROM page LEFT JOIN event"
    " ON event.stream_id = page.stream_id AND event.version = page.version"
    " WHERE page.stream_id = ? ORDER BY page.version"
)
DIGEST = "SELECT digest FROM event WHERE stream_id = ? AND version = ?"
SUMMARY = "SELECT name, kind, version, summary FROM stream WHERE name = ?"
SUMMARIES = (
    "SELECT name, kind, version, summary FROM stream"
    " WHERE summary IS NOT NULL AND kind = coalesce(?, kind) ORDER BY id DESC"
)
ALL_SUMMARIES = "SELECT id, name, summary FROM stream ORDER BY id"
SET_SUMMARY = "UPDATE stream SET summary = ? WHERE id = ?"
ADD_PAGE = "INSERT OR IGNORE INTO page (stream_id, version, seal, packed) VALUES (?, ?, ?, ?)"
DROP_PAGES = "DELETE FROM page"

WRITTEN_BY = (
    "SELECT stream.name, event.version FROM command"
    " LEFT JOIN event USING (position) LEFT JOIN stream ON stream.id = event.stream_id"
    " WHERE command.name = ?"
)
ADD_COMMAND = "INSERT OR ROLLBACK INTO command (name, position, seal) VALUES (?, ?, ?)"
COMMANDS = (
    "SELECT command.name, command.position, command.seal, event.digest FROM command"
    " LEFT JOIN event USING (position) ORDER BY command.name"
)

HEADS = "SELECT id, name, kind, version, digest FROM stream ORDER BY id"
HEADS_AT = (
    "SELECT stream.id, name, stream.kind, max(event.version), event.digest FROM event"
    " JOIN stream ON stream.id = event.stream_id WHERE position <= ?"
    " GROUP BY stream.id ORDER BY stream.id"
)
