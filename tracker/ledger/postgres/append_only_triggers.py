"""The triggers that make the ledger append-only, whichever program writes to the database.

The triggers always fire, even in a replica session. A new event must be the next event of its
stream. It gets the next position, so only one program can write at a time. At the end of each
transaction, the head of a stream must be its last event. The server notifies listeners of new
events.
"""

from __future__ import annotations

import re

from tracker.ledger.postgres.connection import Connection

CHANNEL = "warledger"
"""The name of the notification channel. A notification names the ledger's schema and a stream."""

_LOCKS = 0x574C4447 << 32
"""The upper half of the lock's number ('WLDG'). The lower half is the stream table's id."""

_HEAD = "SELECT version FROM event WHERE stream_id = NEW.stream_id ORDER BY version DESC LIMIT 1"
_LAST = "SELECT version, digest FROM event WHERE stream_id = NEW.id ORDER BY version DESC LIMIT 1"
_SPACES = re.compile(r"\s+")

_BODIES = {
    "ledger_lock": (
        "void",
        f"BEGIN PERFORM pg_advisory_xact_lock({_LOCKS} + 'stream'::regclass::oid::bigint); END",
    ),
    "ledger_one_writer": ("trigger", "BEGIN PERFORM ledger_lock(); RETURN NULL; END"),
    "ledger_next_event": (
        "trigger",
        "BEGIN IF NEW.position IS NOT NULL THEN"
        " RAISE EXCEPTION 'an event takes the next position'; END IF;"
        f" IF NEW.version IS DISTINCT FROM coalesce(({_HEAD}), 0) + 1 THEN"
        " RAISE EXCEPTION 'an event must be the next of its stream'; END IF;"
        " IF NEW.version > (SELECT version FROM stream WHERE id = NEW.stream_id) THEN"
        " RAISE EXCEPTION 'the head of a stream moves before an event is added'; END IF;"
        " NEW.position := coalesce((SELECT max(position) FROM event), 0) + 1;"
        " RETURN NEW; END",
    ),
    "ledger_goes_on": (
        "trigger",
        "BEGIN IF TG_OP = 'UPDATE' AND (NEW.id, NEW.name, NEW.kind) IS DISTINCT FROM"
        " (OLD.id, OLD.name, OLD.kind) THEN"
        " RAISE EXCEPTION 'a stream keeps its name and kind'; END IF;"
        f" PERFORM pg_notify('{CHANNEL}', TG_TABLE_SCHEMA || ' ' || left(NEW.name, 1000));"
        " RETURN NEW; END",
    ),
    "ledger_head": (
        "trigger",
        f"BEGIN IF EXISTS (SELECT 1 FROM stream LEFT JOIN ({_LAST}) AS last ON true"
        " WHERE stream.id = NEW.id"
        " AND (stream.version, stream.digest) IS DISTINCT FROM (last.version, last.digest)) THEN"
        " RAISE EXCEPTION 'the head of a stream must be its last event'; END IF;"
        " RETURN NULL; END",
    ),
    "ledger_keeps": (
        "trigger",
        "BEGIN RAISE EXCEPTION 'what is in the ledger stays as it was written'; END",
    ),
}
"""The return type and the body of each trigger function."""

TRIGGERS: dict[str, tuple[str, str, str, str]] = {
    "event_is_next": ("event", "BEFORE INSERT", "ROW", "ledger_next_event"),
    "event_stays": ("event", "BEFORE UPDATE OR DELETE", "ROW", "ledger_keeps"),
    "event_is_kept": ("event", "BEFORE TRUNCATE", "STATEMENT", "ledger_keeps"),
    "stream_one_writer": ("stream", "BEFORE INSERT OR UPDATE", "STATEMENT", "ledger_one_writer"),
    "stream_goes_on": ("stream", "BEFORE INSERT OR UPDATE", "ROW", "ledger_goes_on"),
    "stream_head": ("stream", "AFTER INSERT OR UPDATE", "ROW", "ledger_head"),
    "stream_stays": ("stream", "BEFORE DELETE", "ROW", "ledger_keeps"),
    "stream_is_kept": ("stream", "BEFORE TRUNCATE", "STATEMENT", "ledger_keeps"),
    "command_stays": ("command", "BEFORE UPDATE OR DELETE", "ROW", "ledger_keeps"),
    "command_is_kept": ("command", "BEFORE TRUNCATE", "STATEMENT", "ledger_keeps"),
}
"""Each trigger's table, timing (AFTER: at the end of the transaction), level and function."""

_PATH = "SELECT quote_ident(current_schema()) || ', pg_temp'"
_EXISTING = (
    "SELECT tgname::text, relname::text, tgenabled::text, proname::text, prosrc,"
    " coalesce(array_to_string(proconfig, ';'), ''),"
    " pg_get_triggerdef(pg_trigger.oid)"
    " FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid JOIN pg_proc ON pg_proc.oid = tgfoid"
    " WHERE relnamespace = current_schema()::regnamespace AND NOT tgisinternal"
)


def create_triggers(connection: Connection) -> None:
    """Create all triggers within the caller's transaction.

    A trigger assigns the positions without gaps, whereas a database sequence would leave a gap
    after every failed write.
    """
    path = _read_search_path(connection)
    for name, (result, body) in _BODIES.items():
        connection.execute(
            f"CREATE OR REPLACE FUNCTION {name}() RETURNS {result} LANGUAGE plpgsql"
            f" SET search_path = {path} AS $body${body}$body$"
        )
    connection.execute("ALTER TABLE event ALTER position DROP DEFAULT")
    for name, (table, moment, each, function) in TRIGGERS.items():
        connection.execute(f"DROP TRIGGER IF EXISTS {name} ON {table}")
        deferred = moment.startswith("AFTER")
        connection.execute(
            f"CREATE {'CONSTRAINT ' * deferred}TRIGGER {name} {moment} ON {table}"
            f"{' DEFERRABLE INITIALLY DEFERRED' * deferred} FOR EACH {each}"
            f" EXECUTE FUNCTION {function}()"
        )
        connection.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}")


def list_missing_or_changed_triggers(connection: Connection) -> list[str]:
    """List the triggers that are missing or changed in the database."""
    path = f"search_path={_read_search_path(connection)}"
    rows = {row[0]: row[1:] for row in connection.execute(_EXISTING).fetchall()}
    return [
        name
        for name in TRIGGERS
        if name not in rows or not _is_trigger_as_declared(name, path, *rows[name])
    ]


def list_foreign_triggers(connection: Connection) -> list[str]:
    """List the triggers on the ledger's tables that do not belong to the ledger."""
    rows = connection.execute(_EXISTING).fetchall()
    return sorted(name for name, *_ in rows if name not in TRIGGERS)


def _read_search_path(connection: Connection) -> str:
    return str((connection.execute(_PATH).fetchone() or ("",))[0])


def _is_trigger_as_declared(
    name: str, path: str, of: str, enabled: str, called: str, body: str, config: str, told: str
) -> bool:
    table, moment, each, function = TRIGGERS[name]
    when, _, changes = moment.partition(" ")
    moments = _SPACES.sub(" ", told).partition(f" {when} ")[2].partition(" ON ")[0].split(" OR ")
    return (
        (of, enabled, called, body) == (table, "A", function, _BODIES[function][1])
        and config == path
        and {*moments} == {*changes.split(" OR ")}
        and f"FOR EACH {each} EXECUTE" in told
        and ("INITIALLY DEFERRED" in told) == (when == "AFTER")
    )
