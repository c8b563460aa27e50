"""The SQLite store does what every store does, and keeps its settings."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ledger.samples import NOON, entry, summarise, summary, write
from tests.ledger.store_suite import StoreSuite
from tracker.ledger.ledger_errors import LedgerBusy, LedgerError, WriteConflict
from tracker.ledger.sqlite.connection import SCHEMA, open_connection
from tracker.ledger.sqlite.database_file_header import APPLICATION_ID
from tracker.ledger.sqlite.write_ahead_log import (
    APPENDS_BEFORE_PREALLOCATION,
    MAX_LOG_PAGES,
    has_wal_reset_fault,
)
from tracker.ledger.store_interface import NewEntry, Store
from tracker.ledger.store_opening_and_copying import open_store
from tracker.ledger.stream_summary import DAMAGED


class TestSqliteStore(StoreSuite):
    @pytest.fixture
    def store(self, tmp_path: Path) -> Iterator[Store]:
        with open_store(tmp_path / "ledger.db", timeout_seconds=0.05) as store:
            yield store


def test_a_summary_that_cannot_be_read_is_made_anew_and_hides_no_other(tmp_path: Path) -> None:
    file = tmp_path / "ledger.db"
    with open_store(file) as store:
        write(store, "m1", 2)
        write(store, "m2", 1)
    spoil = sqlite3.connect(file, isolation_level=None)
    spoil.execute("UPDATE stream SET summary = '{}' WHERE name = 'm1'")
    with open_store(file, summarise=summarise) as store:
        assert store.get_summary("m1") == summary("m1", 2)
        assert {one.title for one in store.list_summaries("match")} == {"after 2", "after 1"}
        assert "A summary cannot be read" in store.verify_streams().problems[0].message
    spoil.execute("DROP TRIGGER event_stays")
    spoil.execute("UPDATE event SET body = x'00' WHERE version = 2")
    spoil.close()
    with open_store(file, summarise=summarise) as store:
        assert {one.stream: one.status for one in store.list_summaries()} == {
            "m1": DAMAGED,
            "m2": "running",
        }


def test_every_connection_is_durable(tmp_path: Path) -> None:
    connection = open_connection(tmp_path / "a.db", 1.5)
    settings = {
        name: connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
    }
    connection.close()
    assert settings == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "busy_timeout": 1500,
    }


def test_a_ledger_outlives_its_store(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    with open_store(path) as store:
        written = write(store, "m", 1, 3)
    with open_store(f"sqlite:///{path}") as store:
        assert list(store.read_events("m")) == written
        assert write(store, "m", 2)[-1].position == 6
    assert [each.name for each in tmp_path.iterdir()] == ["ledger.db"]
    raw = sqlite3.connect(path)
    assert raw.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    assert raw.execute("PRAGMA user_version").fetchone() == (SCHEMA,)
    raw.close()


def test_a_long_game_gives_its_log_room_and_leaves_no_trace(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    log = tmp_path / "ledger.db-wal"
    page_size = 4096  # what SQLite takes by itself
    with open_store(path) as store:
        write(store, "m", *[1] * (APPENDS_BEFORE_PREALLOCATION - 1))
        assert log.stat().st_size < MAX_LOG_PAGES * page_size
        write(store, "m", 1)
        full = log.stat().st_size
        assert full >= MAX_LOG_PAGES * page_size
        write(store, "m", *[1] * 50)
        assert log.stat().st_size == full
        assert store.verify_streams().is_sound
    with open_store(path) as store:
        assert store.get_version("m") == APPENDS_BEFORE_PREALLOCATION + 50
        assert store.verify_streams().is_sound
    assert path.stat().st_size < 100_000


def test_a_second_writer_conflicts(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    with open_store(path) as one, open_store(path) as two:
        write(one, "m", 1)
        write(two, "m", 2)
        with pytest.raises(WriteConflict, match="version 3, not 1"):
            one.append_entry(
                NewEntry("m", 1, entry(1), author="ann", at=NOON, summary=summary("m", 2))
            )
        write(one, "m", 1)
        write(two, "n", 1)
        write(one, "n", 1)
        assert [event.position for event in two.read_all_verified_events()] == [1, 2, 3, 4, 5, 6]
        assert one.verify_streams().is_sound


def test_a_writer_who_holds_on_is_waited_for_and_named(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    with open_store(path, timeout_seconds=0.02) as store:
        write(store, "m", 1)
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(LedgerBusy, match="Another program"):
            write(store, "m", 1)
        assert store.get_version("m") == 1
        with pytest.raises(LedgerBusy):
            store.rebuild_summaries(summarise)
        other.execute("ROLLBACK")
        other.close()
        write(store, "m", 1)
        assert store.verify_streams().is_sound


def test_what_is_written_during_a_rebuild_is_taken_in(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    with open_store(path) as store, open_store(path) as other:
        write(store, "a", 2)
        write(store, "b", 2)

        def meanwhile(done: int, total: int) -> None:
            if done == 2:
                write(other, "a", 1)
                write(other, "c", 1)

        report = store.rebuild_summaries(summarise, meanwhile)
        assert (report.streams, report.events, report.differences) == (3, 6, ())
        assert store.verify_streams().is_sound


def test_a_store_in_another_thread_says_so(tmp_path: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    with (
        open_store(tmp_path / "ledger.db") as store,
        ThreadPoolExecutor(1) as pool,
        pytest.raises(LedgerError, match="thread"),
    ):
        pool.submit(store.list_streams).result()


def test_opening_a_current_ledger_loads_neither_alembic_nor_sqlalchemy(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    open_store(path).close()
    program = (
        "import sys; from tracker.ledger.store_opening_and_copying import open_store;"
        "store = open_store(sys.argv[1]);"
        "heavy = {'alembic', 'sqlalchemy', 'sqlmodel', 'pydantic'} & set(sys.modules);"
        "print(*heavy)"
    )
    done = subprocess.run([sys.executable, "-c", program, path], check=False, capture_output=True)
    assert (done.stdout, done.stderr) == (b"\n", b"")


@pytest.mark.parametrize(
    ("version", "faulty"),
    [
        ((3, 6, 23), False),
        ((3, 7, 0), True),
        ((3, 40, 1), True),
        ((3, 44, 5), True),
        ((3, 44, 6), False),
        ((3, 45, 6), True),
        ((3, 50, 6), True),
        ((3, 50, 7), False),
        ((3, 51, 2), True),
        ((3, 51, 3), False),
        ((3, 52, 0), False),
        ((4, 0, 0), False),
    ],
)
def test_versions_with_the_fault_of_the_log(version: tuple[int, int, int], faulty: bool) -> None:
    assert has_wal_reset_fault(version) is faulty
