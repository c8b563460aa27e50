"""History on a server cannot be rewritten: by no statement, and by no way round the guards."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

from tests.ledger.samples import entry, write
from tests.ledger.servers import new_ledger, server
from tracker.cli.main import main
from tracker.ledger.ledger_errors import BrokenLedger, ReadOnlyLedger
from tracker.ledger.postgres.append_only_triggers import TRIGGERS
from tracker.ledger.store_interface import NewEntry
from tracker.ledger.store_opening_and_copying import open_store, salvage_ledger_into

PAGE = Path(__file__).parents[2] / "docs" / "club-database.md"
VALUES = "1, {version}, 'Forged', 1, 1, 0, 1, 'eve', '\\x00', '\\x00'"
COLUMNS = (
    "stream_id, version, kind, schema_version, entry, action, recorded_at, author, digest, body"
)

REWRITES = {
    "update": "UPDATE event SET author = 'eve' WHERE version = 2",
    "update the position": "UPDATE event SET position = 99 WHERE version = 2",
    "delete": "DELETE FROM event WHERE version = 2",
    "delete the tail": "DELETE FROM event WHERE version = 3",
    "delete everything": "DELETE FROM event",
    "empty the table": "TRUNCATE event",
    "empty all tables": "TRUNCATE stream, event, page, command CASCADE",
    "upsert": f"INSERT INTO event ({COLUMNS}) VALUES ({VALUES.format(version=4)}) ON CONFLICT"
    " (position) DO UPDATE SET author = 'eve'; UPDATE event SET version = 9 WHERE version = 4",
    "merge": "MERGE INTO event USING stream ON stream_id = stream.id"
    " WHEN MATCHED THEN UPDATE SET author = 'eve'",
    "stand in a place of its own": f"INSERT INTO event (position, {COLUMNS})"
    f" VALUES (9, {VALUES.format(version=4)})",
    "stand before the first": f"INSERT INTO event (position, {COLUMNS})"
    f" VALUES (-7, {VALUES.format(version=4)})",
    "leave a gap": f"INSERT INTO event ({COLUMNS}) VALUES ({VALUES.format(version=5)})",
    "stand twice": f"INSERT INTO event ({COLUMNS}) VALUES ({VALUES.format(version=3)})",
    "rename a stream": "UPDATE stream SET name = 'n'",
    "take a stream for another kind": "UPDATE stream SET kind = 'league'",
    "cut a stream short": "UPDATE stream SET version = 2",
    "put a head before its event": "UPDATE stream SET digest = '\\x00', version = version + 1",
    "spoil a head": "UPDATE stream SET digest = '\\x00'",
    "found a stream without events": "INSERT INTO stream (name, kind, version, digest)"
    " VALUES ('n', 'match', 1, '\\x00')",
    "add an event behind the head": f"INSERT INTO event ({COLUMNS})"
    f" VALUES ({VALUES.format(version=4)})",
    "delete a stream": "DELETE FROM stream",
    "upsert a stream": "INSERT INTO stream (id, name, kind, version, digest)"
    " VALUES (1, 'm', 'match', 1, '\\x00') ON CONFLICT (id) DO UPDATE SET name = 'n'",
    "update a command": "UPDATE command SET position = 2",
    "delete a command": "DELETE FROM command",
    "as a replica": "SET session_replication_role = replica; DELETE FROM event",
    "as a replica, all of it": "SET session_replication_role = replica; TRUNCATE event CASCADE",
    "from another schema": "CREATE SCHEMA other; SET search_path = other;"
    " UPDATE public.event SET author = 'eve'",
    "from another schema, new": "CREATE SCHEMA other; CREATE TABLE other.event (version bigint,"
    " stream_id bigint, position bigint); SET search_path = other, public;"
    f" INSERT INTO public.event ({COLUMNS}) VALUES ({VALUES.format(version=1)})",
}

SHAM = "CREATE TEMP TABLE event (position bigint, stream_id bigint, version bigint);"
ROUND_THEM = {
    "a table of the session in the place of the ledger's, for a position": SHAM
    + " INSERT INTO pg_temp.event VALUES (70, 1, 3);"
    f" INSERT INTO public.event ({COLUMNS}) VALUES ({VALUES.format(version=4)});"
    " SELECT 1 / (SELECT count(*) FROM public.event WHERE position = 71)",
    "and for a gap": SHAM + " INSERT INTO pg_temp.event VALUES (3, 1, 8);"
    f" INSERT INTO public.event ({COLUMNS}) VALUES ({VALUES.format(version=9)})",
    "switch a guard off": "ALTER TABLE event DISABLE TRIGGER event_stays",
    "switch all off": "ALTER TABLE event DISABLE TRIGGER ALL",
    "drop a guard": "DROP TRIGGER event_stays ON event",
    "drop the table": "DROP TABLE event CASCADE",
    "change what a guard does": "CREATE OR REPLACE FUNCTION ledger_keeps() RETURNS trigger"
    " LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
    "be a replica": "SET session_replication_role = replica",
    "empty the table": "TRUNCATE event CASCADE",
    "update": "UPDATE event SET author = 'eve'",
    "delete": "DELETE FROM event",
    "a head of its own": "UPDATE stream SET digest = '\\x00', version = version + 1",
    "rename": "UPDATE stream SET name = 'n'",
    "another trigger": "CREATE TRIGGER own BEFORE INSERT ON event FOR EACH ROW"
    " EXECUTE FUNCTION ledger_keeps()",
    "a rule": "CREATE RULE own AS ON INSERT TO event DO INSTEAD NOTHING",
}


@pytest.fixture
def address() -> str:
    address = new_ledger()
    with open_store(address) as store, store.write_in_transaction("7f3a"):
        write(store, "m", 1, 2)
    return address


@pytest.fixture
def raw(address: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(address, autocommit=True) as connection:
        yield connection


def contents(connection: psycopg.Connection) -> list[object]:
    connection.execute("SET search_path = public")
    tables = ("event", "stream", "command")
    return [connection.execute(f"TABLE {name}".encode()).fetchall() for name in tables]


def refused(raw: psycopg.Connection, statement: str) -> None:
    before = contents(raw)
    with pytest.raises(psycopg.Error):
        raw.execute(f"BEGIN; {statement}; COMMIT".encode())
    raw.execute("ROLLBACK")
    assert contents(raw) == before


@pytest.mark.parametrize("way", REWRITES)
def test_not_even_the_owner_rewrites_history(raw: psycopg.Connection, way: str) -> None:
    refused(raw, REWRITES[way])


@pytest.mark.parametrize("way", ROUND_THEM)
def test_a_writer_gets_round_no_guard(address: str, raw: psycopg.Connection, way: str) -> None:
    with psycopg.connect(as_writer(address), autocommit=True) as writer:
        refused(writer, ROUND_THEM[way])


def as_writer(address: str) -> str:
    """The same ledger for a name that has the rights of a writer."""
    grant(address)
    return address.replace("postgres@", "scribe@")


def grant(address: str) -> None:
    """What the page for clubs says; roles are those of all databases, and made once."""
    with psycopg.connect(address, autocommit=True) as owner:
        for name in ("scribe", "guest"):
            with suppress(psycopg.errors.DuplicateObject):
                owner.execute(f"CREATE ROLE {name} LOGIN".encode())
        grants = re.findall(r"```sql\n(.*?)```", PAGE.read_text(), re.DOTALL)[0]
        owner.execute(grants.encode())


def test_a_writer_writes(address: str) -> None:
    with open_store(as_writer(address)) as store:
        write(store, "m", 2)
        write(store, "n", 1)
        list(store.read_event_pages("m"))
        assert store.verify_streams().is_sound
        store.rebuild_summaries(lambda info, events: store.get_summary(info.stream))
    with open_store(address) as store:
        assert [info.version for info in store.list_streams()] == [5, 1]


def test_who_may_only_read_is_told_so(address: str) -> None:
    grant(address)
    with open_store(address.replace("postgres@", "guest@"), only_reading=True) as store:
        assert store.get_version("m") == 3
        assert list(store.read_event_pages("m"))
        with pytest.raises(ReadOnlyLedger, match="is read-only"):
            store.append_entry(NewEntry("m", 3, entry(3), author="eve", at=1))


HARM: dict[str, Callable[[str], str]] = {
    "gone": lambda name: f"DROP TRIGGER {name} ON {TRIGGERS[name][0]}",
    "off": lambda name: f"ALTER TABLE {TRIGGERS[name][0]} DISABLE TRIGGER {name}",
    "not for replicas": lambda name: f"ALTER TABLE {TRIGGERS[name][0]} ENABLE TRIGGER {name}",
}


@pytest.mark.parametrize("harm", HARM)
def test_verify_misses_a_guard(address: str, raw: psycopg.Connection, harm: str) -> None:
    with open_store(address) as store:
        assert store.verify_streams().is_sound
        for count, name in enumerate(TRIGGERS, 1):
            raw.execute(HARM[harm](name).encode())
            (problem,) = store.verify_streams().problems
            assert problem.stream is None
            assert name in problem.message
            assert (
                problem.message.count("event_")
                + problem.message.count("stream_")
                + problem.message.count("command_")
                == count
            )


def test_what_verify_advises_can_be_done_on_a_server(
    address: str, raw: psycopg.Connection, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A server has no copies beside it to put back; what is sound of it goes into a new ledger."""
    raw.execute(HARM["gone"](next(iter(TRIGGERS))).encode())
    assert main(["verify", "--db", address]) == 1
    told = capsys.readouterr()
    assert "To save the undamaged part, run: warledger salvage postgresql" in told.err
    assert told.err.endswith(" NEW.\n")
    assert "restore" not in told.err + told.out
    new = tmp_path / "new.db"
    main(["salvage", address, str(new)])
    with open_store(str(new)) as store:
        assert store.get_version("m") == 3


FOUND = {
    "CREATE OR REPLACE FUNCTION ledger_keeps() RETURNS trigger LANGUAGE plpgsql"
    " AS 'BEGIN RETURN NEW; END'": "lost protections",
    "ALTER FUNCTION ledger_next_event() RESET search_path": "lost protections",
    "CREATE TRIGGER own AFTER INSERT ON event EXECUTE FUNCTION ledger_keeps()": "trigger 'own'",
    "CREATE TABLE books (title text)": "table 'books'",
    "CREATE RULE own AS ON INSERT TO event DO INSTEAD NOTHING": "table event has been altered",
    "ALTER TABLE event DROP CONSTRAINT event_version": "table event has been altered",
    "ALTER TABLE stream ADD COLUMN shoe text": "table stream has been altered",
    "DROP TABLE page": "table page is missing",
    "DROP TABLE command": "table command is missing",
}


@pytest.mark.parametrize("statement", FOUND)
def test_what_was_done_to_the_tables_is_found(
    address: str, raw: psycopg.Connection, statement: str
) -> None:
    raw.execute(statement.encode())
    with open_store(address) as store:
        assert any(
            FOUND[statement] in problem.message for problem in store.verify_streams().problems
        )


FORGED = {
    "UPDATE event SET body = '\\x7b7d' WHERE version = 2": "version 2 was changed",
    "DELETE FROM event WHERE version = 2": "version 2 is missing",
    "DELETE FROM event WHERE version = 3": "end at version 2",
    "UPDATE stream SET digest = '\\x00'": "records a different",
    "UPDATE command SET position = 1": "was not written by the command",
}


@pytest.mark.parametrize("statement", FORGED)
def test_a_superuser_who_forges_is_found_out(
    address: str, raw: psycopg.Connection, statement: str
) -> None:
    table = next(name for name in ("event", "stream", "command") if f" {name} " in statement)
    raw.execute(f"ALTER TABLE {table} DISABLE TRIGGER ALL".encode())
    raw.execute(statement.encode())
    for name, (of, *_) in TRIGGERS.items():
        if of == table:
            raw.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}".encode())
    with open_store(address) as store:
        assert any(
            FORGED[statement] in problem.message for problem in store.verify_streams().problems
        )


def spoil(raw: psycopg.Connection, table: str, statement: str) -> None:
    """As a superuser who switches the guards of a table off and on again."""
    raw.execute(f"ALTER TABLE {table} DISABLE TRIGGER ALL; {statement}".encode())
    for name, (of, *_) in TRIGGERS.items():
        if of == table:
            raw.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}".encode())


def test_a_head_that_was_spoilt_is_set_right(address: str, raw: psycopg.Connection) -> None:
    """What is not its last event, a head may not become; what it is not, it may stop being."""
    spoil(raw, "stream", "UPDATE stream SET digest = '\\x00', version = 4 WHERE name = 'm'")
    raw.execute(
        re.findall(r"```sql\n(.*?)```", PAGE.read_text(), re.DOTALL)[1].replace("m1", "m").encode()
    )
    with open_store(address) as store:
        assert store.verify_streams().is_sound
        write(store, "m", 1)


def test_one_stream_that_is_spoilt_stops_no_other(
    address: str, raw: psycopg.Connection, tmp_path: Path
) -> None:
    """``m`` has an entry of one event and one of two; the last of them is changed."""
    with open_store(address) as store:
        write(store, "n", 2, 1)
    spoil(raw, "event", "UPDATE event SET body = '{}' WHERE stream_id = 1 AND version = 3")
    with open_store(address) as store:
        with pytest.raises(BrokenLedger, match="version 3 was changed"):
            list(store.read_events("m"))
        assert [event.version for event in store.read_events("n")] == [1, 2, 3]
        write(store, "n", 1)
    found = salvage_ledger_into(address, tmp_path / "sound.db")
    assert [(one.stream, one.kept, one.written, one.lines) for one in found.streams] == [
        ("m", 1, 3, 1),
        ("n", 4, 4, 3),
    ]
    with open_store(tmp_path / "sound.db") as copy:
        assert copy.verify_streams().is_sound
        assert [info.version for info in copy.list_streams()] == [1, 4]


@pytest.mark.parametrize(
    ("statement", "kept"),
    [
        ("UPDATE stream SET digest = '\\x00', version = 4 WHERE name = 'm'", 3),  # all of it
        ("DELETE FROM event WHERE stream_id = 1 AND version = 3", 1),  # half an entry is none
        # Behind version 1 nothing is left: nobody can tell whether its entry went on.
        ("DELETE FROM event WHERE stream_id = 1 AND version > 1", 0),
    ],
)
def test_entries_are_saved_whole(
    address: str, raw: psycopg.Connection, tmp_path: Path, statement: str, kept: int
) -> None:
    with open_store(address) as store:
        write(store, "n", 1)
    spoil(raw, "stream" if "stream SET" in statement else "event", statement)
    found = salvage_ledger_into(address, tmp_path / "sound.db")
    assert [one.kept for one in found.streams] == [kept, 1]


def test_the_tests_own_server_is_one_of_those_meant() -> None:
    with psycopg.connect(server().get_url("postgres")) as connection:
        assert connection.info.server_version >= 150000
