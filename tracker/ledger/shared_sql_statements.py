"""The SQL statements that both databases share. The server's connection writes ``?1`` as ``$1``.

Their text never varies, so each database prepares each of them once. A ``kind`` of None means all
kinds.
"""

from __future__ import annotations

HEAD = "SELECT id, kind, version, digest FROM stream WHERE name = ?1"
VERSION = "SELECT version FROM stream WHERE name = ?1"
STREAMS = "SELECT name, kind, version FROM stream WHERE kind = coalesce(?1, kind) ORDER BY id"
HEADS = "SELECT id, name, kind, version, digest FROM stream ORDER BY id"
HEADS_AT = (
    "SELECT stream.id, name, stream.kind, event.version, event.digest FROM stream"
    " JOIN event ON stream_id = stream.id AND event.version = (SELECT version FROM event"
    " WHERE stream_id = stream.id AND position <= ?1 ORDER BY version DESC LIMIT 1)"
    " ORDER BY stream.id"
)

_EVENT = (
    "event.version, event.kind, schema_version, entry, action, recorded_at, author, body,"
    " rewinds_to, event.digest"
)
READ = (
    f"SELECT position, CAST(?1 AS text), {_EVENT} FROM event"
    " WHERE stream_id = ?2 AND version > ?3 AND version <= ?4 ORDER BY version LIMIT ?5"
)
ROWS = f"SELECT {_EVENT} FROM event WHERE stream_id = ?1 AND version > ?2 ORDER BY version LIMIT ?3"
READ_ALL = (
    f"SELECT position, stream.name, {_EVENT} FROM event"
    " JOIN stream ON stream.id = event.stream_id"
    " WHERE position > ?1 ORDER BY position LIMIT ?2"
)
DIGEST = "SELECT digest FROM event WHERE stream_id = ?1 AND version = ?2"
REWIND_TARGET = (
    "SELECT entry, (SELECT rewinds_to IS NOT NULL FROM event WHERE stream_id = ?1 AND version = ?2)"
    " FROM event WHERE stream_id = ?1 AND version = ?2 + 1"
)

PAGES = (
    "SELECT page.version, seal, packed, event.digest FROM page LEFT JOIN event"
    " ON event.stream_id = page.stream_id AND event.version = page.version"
    " WHERE page.stream_id = ?1 ORDER BY page.version"
)
ADD_PAGE = (
    "INSERT INTO page (stream_id, version, seal, packed) VALUES (?1, ?2, ?3, ?4)"
    " ON CONFLICT DO NOTHING"
)
DROP_PAGES = "DELETE FROM page"

SUMMARY = "SELECT name, kind, version, summary FROM stream WHERE name = ?1"
SUMMARIES = (
    "SELECT name, kind, version, summary FROM stream"
    " WHERE summary IS NOT NULL AND kind = coalesce(?1, kind) ORDER BY id DESC"
)
ALL_SUMMARIES = "SELECT id, name, summary FROM stream ORDER BY id"
SET_SUMMARY = "UPDATE stream SET summary = ?1 WHERE id = ?2"

WRITTEN_BY = (
    "SELECT stream.name, event.version FROM command"
    " LEFT JOIN event USING (position) LEFT JOIN stream ON stream.id = event.stream_id"
    " WHERE command.name = ?1"
)
COMMANDS = (
    "SELECT command.name, command.position, command.seal, event.digest FROM command"
    " LEFT JOIN event USING (position) ORDER BY command.name"
)
