"""A server that is away, lets nobody in, or is lost: one sentence, and nothing half written."""

import re
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest

from dev.torture.postgres_server import Server, run_server
from tests.ledger.samples import NOON, entry, summarise, summary, write
from tests.ledger.servers import new_ledger, server
from tracker.ledger.ledger_address import hide_password
from tracker.ledger.ledger_errors import (
    CommitInDoubt,
    DuplicateCommand,
    InvalidLedgerAddress,
    LedgerBusy,
    LedgerError,
    ServerAccessDenied,
    ServerUnreachable,
)
from tracker.ledger.postgres.reconnecting_connection import convert_to_server_parameters
from tracker.ledger.store_interface import NewEntry, Store
from tracker.ledger.store_opening_and_copying import DEFAULT_TIMEOUT_SECONDS, open_store


@pytest.fixture
def address() -> str:
    return new_ledger()


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    with open_store(address) as store:
        write(store, "m", 2)
        yield store


def hang_up(address: str) -> None:
    """End every other connection to this ledger, as a network or a server does."""
    with psycopg.connect(address, autocommit=True) as other:
        ends = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        other.execute(
            f"{ends} WHERE datname = current_database() AND pid <> pg_backend_pid()".encode()
        )


@pytest.mark.parametrize(
    ("named", "seen"),
    [
        ("postgresql://ann:geheim@h:1/d", "postgresql://ann@h:1/d"),
        (
            "postgres://ann@h/d?password=geheim&sslmode=require",
            "postgres://ann@h/d?sslmode=require",
        ),
        ("postgresql://h/d?sslmode=require&password=geheim", "postgresql://h/d?sslmode=require"),
        ("postgresql://ann:ge%2Fheim@/d?host=/run", "postgresql://ann@/d?host=/run"),
        ("postgresql://ann@h1,h2:5/d", "postgresql://ann@h1,h2:5/d"),
        ("postgresql://h:5432/d?user=ann@club", "postgresql://h:5432/d?user=ann@club"),
        ("postgresql://ann:ge?heim@h/d", "postgresql://ann@h/d"),
        ("postgresql://ann:ge/heim@h:5/d", "postgresql://ann@h:5/d"),
        ("postgresql://ann:g@heim@h/d", "postgresql://ann@h/d"),
    ],
)
def test_no_password_is_shown(named: str, seen: str) -> None:
    assert hide_password(named) == seen


def test_nobody_answers() -> None:
    named = "postgresql://ann:geheim@127.0.0.1:1/ledger"
    with pytest.raises(ServerUnreachable, match=r"cannot be reached.*try again") as caught:
        open_store(named)
    assert "geheim" not in caught.value.message
    assert "\n" not in caught.value.message


@pytest.mark.parametrize("password", ["ge%heim", "ge heim", "ge/heim", "ge?heim", "g@heim"])
def test_a_password_that_is_not_encoded_is_not_shown(password: str) -> None:
    message = "The password for postgresql://ann@h/d has a character .* Write @ as %40"
    with pytest.raises(InvalidLedgerAddress, match=message) as caught:
        open_store(f"postgresql://ann:{password}@h/d")
    assert "heim" not in caught.value.message


def test_what_is_no_address() -> None:
    with pytest.raises(InvalidLedgerAddress, match="is not the address of a ledger"):
        open_store("postgresql://h/d?shoe=1")


def test_no_such_database() -> None:
    with pytest.raises(ServerAccessDenied, match='database "nowhere" does not exist'):
        open_store(server().get_url("nowhere"))


def test_no_such_schema() -> None:
    with pytest.raises(InvalidLedgerAddress, match="names a schema that does not exist"):
        open_store(f"{server().get_url('postgres')}&options=-csearch_path%3Dnowhere")


@pytest.mark.thorough
def test_a_wrong_password(own: Server) -> None:
    own.execute("CREATE ROLE ann LOGIN PASSWORD 'right'")
    rules = own.data / "pg_hba.conf"
    rules.write_text("local all ann scram-sha-256\nlocal all all trust\n")
    own.execute("SELECT pg_reload_conf()")
    address = own.create_database()
    wrong = address.replace("postgres@", "ann:wrong@")
    until = time.monotonic() + 60
    while True:  # until the rules are read
        with pytest.raises(LedgerError) as caught:
            open_store(wrong)
        if isinstance(caught.value, ServerAccessDenied) or time.monotonic() > until:
            break
    assert re.search("password authentication failed.*Check the user", caught.value.message)
    assert "wrong@" not in caught.value.message
    with pytest.raises(ServerAccessDenied, match=r"requires a password\. Put it in"):
        open_store(address.replace("postgres@", "ann@"))


@pytest.fixture
def own() -> Iterator[Server]:
    """A server that a test may stop and kill."""
    folder = Path(tempfile.mkdtemp(prefix="warledger-pg-"))
    folder.chmod(0o755)
    with run_server(folder / "own", durable=True) as server:
        yield server
    folder.rmdir()


USES: dict[str, Callable[[Store], object]] = {
    "version": lambda store: store.get_version("m"),
    "read": lambda store: list(store.read_events("m")),
    "tell": lambda store: list(store.read_event_pages("m")),
    "streams": lambda store: store.list_streams(),
    "verify": lambda store: store.verify_streams(),
    "rebuild": lambda store: store.rebuild_summaries(summarise),
    "append": lambda store: write(store, "m", 1),
    "found": lambda store: write(store, "new", 3),
    "commands": lambda store: store.map_commands_to_last_positions(),
}


@pytest.mark.parametrize("use", USES)
def test_a_line_that_was_lost_is_taken_up_again(address: str, store: Store, use: str) -> None:
    hang_up(address)
    USES[use](store)
    assert store.verify_streams().is_sound


def test_a_block_whose_line_was_lost_before_it_goes_on(address: str, store: Store) -> None:
    hang_up(address)
    with store.write_in_transaction("7f3a"):
        write(store, "m", 1)
        write(store, "n", 1)
    assert store.get_version("m") == 3
    with pytest.raises(DuplicateCommand), store.write_in_transaction("7f3a"):
        pass


def test_a_block_whose_line_is_lost_in_it_is_as_if_it_never_was(address: str, store: Store) -> None:
    def lost() -> None:
        with store.write_in_transaction("7f3a"):
            write(store, "m", 1)
            hang_up(address)
            write(store, "m", 1)

    with pytest.raises(ServerUnreachable, match=r"Nothing was written\. Repeat the entry"):
        lost()
    assert [info.version for info in store.list_streams()] == [2]
    with store.write_in_transaction("7f3a"):
        write(store, "m", 1)
    assert store.verify_streams().is_sound


def together(store: Store) -> None:
    with store.write_in_transaction("7f3a"):
        write(store, "m", 1)
        write(store, "m", 2)


LOSES: dict[str, Callable[[Store], object]] = {
    "append": lambda store: write(store, "m", 3),
    "found": lambda store: write(store, "new", 3),
    "together": together,
}


@pytest.mark.parametrize("when", ["before it is done", "after it was done"])
@pytest.mark.parametrize("use", LOSES)
def test_lost_while_it_is_written_it_is_there_once(
    address: str, store: Store, use: str, when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line breaks before the server has heard of it, or before it has answered."""
    from tracker.ledger.postgres.reconnecting_connection import ServerConnection

    tell, lost = ServerConnection.execute_once, list[str]()

    def breaks(line: ServerConnection, statement: str, values: tuple[object, ...] = ()) -> object:
        at = "COMMIT" if use == "together" else "WITH head"
        if lost or not statement.startswith(at):
            return tell(line, statement, values)
        lost.append(statement)
        if when.startswith("after"):
            tell(line, statement, values)
        hang_up(address)
        return tell(line, "SELECT 1")

    monkeypatch.setattr(ServerConnection, "execute_once", breaks)
    if use == "together" and when.startswith("before"):
        with pytest.raises(ServerUnreachable, match="Nothing was written"):
            LOSES[use](store)
        assert store.get_version("m") == 2
    LOSES[use](store)
    assert len(lost) == 1
    assert store.get_version("new" if use == "found" else "m") == (3 if use == "found" else 5)
    assert store.verify_streams().is_sound


@pytest.mark.thorough
def test_a_server_that_stays_away_leaves_it_in_doubt(own: Server) -> None:
    address = own.create_database()
    with open_store(address, timeout_seconds=0.3) as store:
        write(store, "m", 2)
        own.kill()
        with pytest.raises(CommitInDoubt, match=r"server failed.*check before you repeat"):
            store.append_entry(
                NewEntry("m", 2, entry(2), author="ann", at=NOON, summary=summary("m", 3))
            )
        with pytest.raises(ServerUnreachable):
            store.get_version("m")
        own.start()
        assert store.get_version("m") == 2
        write(store, "m", 1)
        assert store.verify_streams().is_sound


@pytest.mark.parametrize("statement", ["relkind", "alembic_version"])
def test_a_line_that_is_lost_while_a_ledger_is_opened_is_taken_up_again(
    address: str, statement: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server ends the line between letting somebody in and the look at the tables."""
    execute, lost = psycopg.Connection.execute, list[object]()

    def breaks(line: psycopg.Connection, query: Any, *values: Any, **how: Any) -> Any:
        if statement in str(query) and not lost:
            lost.append(query)
            hang_up(address)
        return execute(line, query, *values, **how)

    monkeypatch.setattr(psycopg.Connection, "execute", breaks)
    with open_store(address) as store:
        assert store.list_streams() == []
    assert lost


def test_a_server_that_stays_away_is_waited_for_once(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else each of fifty phones would wait five seconds, one behind the other."""
    from tracker.ledger.postgres import reconnecting_connection

    tries, now = list[float](), [0.0]

    def away(*_: object, **__: object) -> Any:
        tries.append(now[0])
        raise ServerUnreachable("away")

    monkeypatch.setattr(reconnecting_connection, "open_connection", away)
    clock = SimpleNamespace(monotonic=lambda: now[0], sleep=lambda _: now.append(now.pop() + 1))
    monkeypatch.setattr(reconnecting_connection, "time", clock)
    store._server.connection.close()  # type: ignore[attr-defined]
    for waited in (DEFAULT_TIMEOUT_SECONDS, 0, 0):
        tries.clear()
        with pytest.raises(ServerUnreachable):
            store.get_version("m")
        assert tries[-1] - tries[0] == waited


@pytest.mark.thorough
def test_a_server_that_comes_back_is_waited_for(own: Server) -> None:
    address = own.create_database()
    with open_store(address, timeout_seconds=20) as store:
        write(store, "m", 2)
        own.kill()
        later = threading.Timer(0.5, own.start)
        later.start()
        write(store, "m", 1)
        later.join()
        assert store.get_version("m") == 3
        assert store.verify_streams().is_sound


@pytest.mark.thorough
def test_whoever_looks_for_news_is_told_at_once_that_the_server_is_away(own: Server) -> None:
    """A screen that waited twenty seconds for it would take no key meanwhile."""
    with open_store(own.create_database(), timeout_seconds=20) as store:
        write(store, "m", 2)
        before = store.read_change_counter()
        own.kill()
        began = time.monotonic()

        def look() -> None:
            while time.monotonic() - began < 15:  # the line breaks a moment after the kill
                store.read_change_counter()

        with pytest.raises(ServerUnreachable):
            look()
        assert time.monotonic() - began < 15
        own.start()
        assert store.read_change_counter() > before  # something may have been written meanwhile


def test_a_writer_who_holds_on_is_waited_for_and_named(address: str) -> None:
    with open_store(address, timeout_seconds=0.05) as store, open_store(address) as other:
        write(store, "m", 1)
        with other.write_in_transaction():
            write(other, "n", 1)
            with pytest.raises(LedgerBusy, match="Another program"):
                write(store, "m", 1)
            with pytest.raises(LedgerBusy):
                store.rebuild_summaries(summarise)
        write(store, "m", 1)
        assert [info.version for info in store.list_streams()] == [2, 1]


def test_what_cannot_be_stored_is_said(store: Store) -> None:
    with pytest.raises(LedgerError, match="cannot store"):
        store.append_entry(NewEntry("m", 2, entry(2), author="a\0b", at=NOON))
    write(store, "m", 1)
    assert store.get_version("m") == 3


def test_only_parameters_become_those_of_the_server() -> None:
    statement = "SELECT body ? 'why', '?' FROM event WHERE version = ?1 AND entry < ?12"
    assert convert_to_server_parameters(statement) == (
        "SELECT body ? 'why', '?' FROM event WHERE version = $1 AND entry < $12"
    )
