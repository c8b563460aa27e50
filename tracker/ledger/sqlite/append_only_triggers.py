"""The triggers that make the ledger append-only, whichever program writes to the file.

Each trigger rolls back the whole transaction. A new event must be the next version of its stream.
SQLite must assign its position, because INSERT OR REPLACE with an existing position would replace
an event. In a BEFORE trigger, a position that is not yet assigned is -1.
"""

from __future__ import annotations

import sqlite3


def _build_trigger(name: str, moment: str, table: str, condition: str, sentence: str) -> str:
    when = f" WHEN {condition}" if condition else ""
    return (
        f"CREATE TRIGGER {name} {moment} ON {table}{when}"
        f" BEGIN SELECT RAISE(ROLLBACK, '{sentence}'); END"
    )


_HEAD = "(SELECT version FROM event WHERE stream_id = NEW.stream_id ORDER BY version DESC LIMIT 1)"

_DECLARED = (
    (
        "event_is_next",
        "BEFORE INSERT",
        "event",
        f"NEW.position <> -1 OR NEW.version <> coalesce({_HEAD}, 0) + 1",
        "an event must be the next of its stream, and takes the next position",
    ),
    ("event_stays", "BEFORE UPDATE", "event", "", "events are never changed"),
    ("event_is_kept", "BEFORE DELETE", "event", "", "events are never deleted"),
    (
        "stream_is_new",
        "BEFORE INSERT",
        "stream",
        "EXISTS (SELECT 1 FROM stream WHERE id = NEW.id OR name = NEW.name)",
        "a stream is founded once",
    ),
    (
        "stream_stays",
        "BEFORE UPDATE OF id, name, kind",
        "stream",
        "",
        "a stream keeps its name and kind",
    ),
    ("stream_is_kept", "BEFORE DELETE", "stream", "", "streams are never deleted"),
    (
        "command_is_new",
        "BEFORE INSERT",
        "command",
        "EXISTS (SELECT 1 FROM command WHERE name = NEW.name)",
        "a command is done once",
    ),
    ("command_stays", "BEFORE UPDATE", "command", "", "what was done stays"),
    ("command_is_kept", "BEFORE DELETE", "command", "", "what was done is kept"),
)
"""The name, timing, table, condition and message of each trigger."""

TRIGGERS: dict[str, str] = {guard[0]: _build_trigger(*guard) for guard in _DECLARED}


def list_missing_or_changed_triggers(connection: sqlite3.Connection) -> list[str]:
    """List the triggers that are missing or changed in the file."""
    rows = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
    present: dict[str, str] = dict(rows.fetchall())
    return [
        name for name in _list_expected_triggers(connection) if present.get(name) != TRIGGERS[name]
    ]


def drop_triggers(connection: sqlite3.Connection) -> None:
    """Drop all triggers within the caller's transaction, so that tables can be recreated."""
    for name in TRIGGERS:
        connection.execute(f"DROP TRIGGER IF EXISTS {name}")


def create_triggers(connection: sqlite3.Connection) -> None:
    """Create all triggers within the caller's transaction."""
    drop_triggers(connection)
    for name in _list_expected_triggers(connection):
        connection.execute(TRIGGERS[name])


def _list_expected_triggers(connection: sqlite3.Connection) -> list[str]:
    """List the triggers of the existing tables. Older schemas have fewer tables."""
    rows = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    return [name for name, _, table, *_ in _DECLARED if (table,) in rows]
