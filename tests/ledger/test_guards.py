"""History cannot be rewritten through any connection, after any migration."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory

from tests.ledger.samples import write
from tests.profiles import some
from tracker.ledger.postgres.connection import SCHEMA as ON_SERVER
from tracker.ledger.sqlite.append_only_triggers import TRIGGERS, list_missing_or_changed_triggers
from tracker.ledger.sqlite.connection import SCHEMA, open_connection
from tracker.ledger.sqlite.schema_upgrade import back_up_and_upgrade_schema, build_alembic_config
from tracker.ledger.store_opening_and_copying import open_store

COLUMNS = (
    "stream_id, version, kind, schema_version, entry, action, recorded_at, author, digest, body"
)
FORGED = f"SELECT {COLUMNS.replace('kind', chr(39) + 'Forged' + chr(39))} FROM event"
FRESH = "1, {version}, 'Forged', 1, 1, 0, 1, 'eve', zeroblob(32), x'00'"

REWRITES = {
    "update": "UPDATE event SET author = 'eve' WHERE version = 2",
    "update the position": "UPDATE event SET position = 99 WHERE version = 2",
    "update or replace": "UPDATE OR REPLACE event SET version = 1 WHERE version = 2",
    "delete": "DELETE FROM event WHERE version = 2",
    "delete the tail": "DELETE FROM event WHERE version = 3",
    "delete everything": "DELETE FROM event",
    "upsert": f"INSERT INTO event ({COLUMNS}) {FORGED} WHERE version = 2"
    " ON CONFLICT DO UPDATE SET author = 'eve'",
    "upsert by position": f"INSERT INTO event (position, {COLUMNS}) VALUES (2, {FRESH})"
    " ON CONFLICT (position) DO UPDATE SET author = 'eve'",
    "replace by version": f"INSERT OR REPLACE INTO event ({COLUMNS}) {FORGED} WHERE version = 2",
    "replace by position": f"REPLACE INTO event (position, {COLUMNS}) VALUES (2, {FRESH})",
    "replace with rowid": f"REPLACE INTO event (rowid, {COLUMNS}) VALUES (2, {FRESH})",
    "leave a gap": f"INSERT INTO event ({COLUMNS}) VALUES ({FRESH.format(version=5)})",
    "leave a gap in positions": f"INSERT INTO event (position, {COLUMNS}) VALUES (9, {FRESH})",
    "stand before the first": f"INSERT INTO event (position, {COLUMNS}) VALUES (-7, {FRESH})",
    "rename a stream": "UPDATE stream SET name = 'n'",
    "take a stream for another kind": "UPDATE stream SET kind = 'league'",
    "delete a stream": "DELETE FROM stream",
    "replace a stream": "REPLACE INTO stream (id, name, kind, version, digest)"
    " VALUES (1, 'n', 'match', 1, zeroblob(32))",
    "upsert a stream": "INSERT INTO stream (id, name, kind, version, digest)"
    " VALUES (1, 'm', 'match', 1, zeroblob(32)) ON CONFLICT DO UPDATE SET version = 1",
}


@pytest.fixture(params=range(1, SCHEMA + 1))
def raw(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A connection with default settings to a ledger of three events, after each migration."""
    path = tmp_path / "ledger.db"
    first = open_connection(path, 1)
    back_up_and_upgrade_schema(first, path, target_schema=request.param)
    digest = "zeroblob(32)"
    first.execute(
        f"INSERT INTO stream (name, kind, version, digest) VALUES ('m', 'match', 3, {digest})"
    )
    for version in (1, 2, 3):
        values = FRESH.format(version=version)
        first.execute(f"INSERT INTO event ({COLUMNS}) VALUES ({values})")
    first.close()
    connection = sqlite3.connect(path, isolation_level=None)
    yield connection
    connection.close()


def contents(connection: sqlite3.Connection) -> list[object]:
    rows = connection.execute("SELECT * FROM event ORDER BY position").fetchall()
    return [*rows, *connection.execute("SELECT * FROM stream").fetchall()]


OF_COMMANDS = {
    "update a command": "UPDATE command SET position = 2",
    "delete a command": "DELETE FROM command",
    "replace a command": "REPLACE INTO command VALUES ('7f3a', 2, zeroblob(32))",
    "upsert a command": "INSERT INTO command VALUES ('7f3a', 2, zeroblob(32))"
    " ON CONFLICT DO UPDATE SET position = 2",
}


@pytest.mark.parametrize("way", OF_COMMANDS)
def test_what_a_command_did_cannot_be_rewritten(tmp_path: Path, way: str) -> None:
    path = tmp_path / "ledger.db"
    with open_store(path) as store, store.write_in_transaction("7f3a"):
        write(store, "m", 2)
    connection = sqlite3.connect(path, isolation_level=None)
    before = connection.execute("SELECT * FROM command").fetchall()
    assert len(before) == 1
    with pytest.raises(sqlite3.IntegrityError):
        connection.execute(OF_COMMANDS[way])
    assert connection.execute("SELECT * FROM command").fetchall() == before
    connection.close()


@pytest.mark.parametrize("way", some(REWRITES, 2))
def test_history_cannot_be_rewritten(raw: sqlite3.Connection, way: str) -> None:
    before = contents(raw)
    assert len(before) == 4
    with pytest.raises(sqlite3.IntegrityError):
        raw.execute(REWRITES[way].format(version=4))
    assert contents(raw) == before


def test_the_next_event_is_let_in(raw: sqlite3.Connection) -> None:
    raw.execute(f"INSERT INTO event ({COLUMNS}) VALUES ({FRESH.format(version=4)})")
    assert raw.execute("SELECT max(position) FROM event").fetchone() == (4,)


def test_every_guard_stands(raw: sqlite3.Connection) -> None:
    assert list_missing_or_changed_triggers(raw) == []
    raw.execute("DROP TRIGGER event_stays")
    assert list_missing_or_changed_triggers(raw) == ["event_stays"]


def test_verify_misses_a_guard(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    with open_store(path) as store:
        write(store, "m", 2)
        for name in TRIGGERS:
            connection = sqlite3.connect(path)
            connection.execute(f"DROP TRIGGER {name}")
            connection.close()
            (problem,) = store.verify_streams().problems
            assert problem.stream is None
            assert name in problem.message


def test_the_number_of_the_schema_is_that_of_the_last_migration() -> None:
    """The last one changes a server alone: a file keeps the number before it."""
    scripts = ScriptDirectory.from_config(build_alembic_config())
    revisions = sorted(script.revision for script in scripts.walk_revisions())
    assert revisions == [f"{number:04}" for number in range(1, ON_SERVER + 1)]
    assert SCHEMA == ON_SERVER - 1
