"""The log is moved into the file by one program at a time, while nobody writes."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ledger.samples import write
from tracker.ledger.sqlite import write_ahead_log
from tracker.ledger.sqlite.connection import open_connection
from tracker.ledger.store_opening_and_copying import open_store

PAGES = 60


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A ledger whose log is soon long; somebody reads in it all the while."""
    monkeypatch.setattr(write_ahead_log, "MAX_LOG_PAGES", PAGES)
    path = tmp_path / "ledger.db"
    open_store(path).close()
    with open_store(path, only_reading=True):
        yield path


def length_of_log(path: Path) -> int:
    return path.with_name(path.name + "-wal").stat().st_size


def test_sqlite_never_moves_it_by_itself(path: Path) -> None:
    connection = open_connection(path, 1)
    assert connection.execute("PRAGMA wal_autocheckpoint").fetchone() == (0,)
    connection.close()


@pytest.mark.thorough
@pytest.mark.parametrize("size", [1, 40])
def test_a_long_game_beside_a_reader_stays_in_its_room(path: Path, size: int) -> None:
    before = path.stat().st_size
    with open_store(path) as store:
        for _ in range(10):
            write(store, "m", *[size] * 20)
            assert length_of_log(path) < 3 * PAGES * 4096
        assert path.stat().st_size > before
        assert store.verify_streams().is_sound


def test_much_at_once_is_moved_at_its_end(path: Path) -> None:
    before = path.stat().st_size
    with open_store(path) as store:
        with store.write_in_transaction():
            write(store, "m", *[40] * 30)
        assert path.stat().st_size > before + 100_000
        write(store, "m", 1)
        assert length_of_log(path) <= 2 * PAGES * 4096


def test_many_short_programs_beside_a_reader_keep_it_short(path: Path) -> None:
    for _ in range(40):
        with open_store(path) as store:
            write(store, "m", *[1] * 5)
    assert length_of_log(path) < 3 * PAGES * 4096
    with open_store(path) as store:
        assert store.get_version("m") == 200
        assert store.verify_streams().is_sound


def test_it_is_not_moved_while_somebody_writes(path: Path) -> None:
    with open_store(path) as store:
        write(store, "m", 40)
        other = sqlite3.connect(path, isolation_level=None)
        before = path.read_bytes()
        other.execute("BEGIN IMMEDIATE")
        store._log._checkpoint()  # type: ignore[attr-defined]
        assert path.read_bytes() == before
        other.execute("ROLLBACK")
        store._log._checkpoint()  # type: ignore[attr-defined]
        assert path.read_bytes() != before
        other.close()
        assert store._execute("PRAGMA busy_timeout").fetchone() == (5000,)  # type: ignore[attr-defined]
