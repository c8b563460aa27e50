"""A ledger that is deleted, moved or replaced while it is open takes no entry into nothing."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.ledger.samples import write
from tracker.ledger.ledger_errors import LedgerFileLost
from tracker.ledger.store_opening_and_copying import open_store


def delete(path: Path) -> None:
    path.unlink()


def move(path: Path) -> None:
    path.rename(path.with_name("elsewhere.db"))


def replace(path: Path) -> None:
    """As programs do that keep two machines alike."""
    copy = path.with_name("older.db")
    shutil.copy(path, copy)
    copy.replace(path)


@pytest.mark.parametrize("what", [delete, move, replace])
def test_what_is_entered_then_is_saved_beside_it(
    tmp_path: Path, what: Callable[[Path], None]
) -> None:
    path, copy = tmp_path / "ledger.db", tmp_path / "ledger.db.rescued"
    with open_store(path) as store:
        written = write(store, "m", 1, 3)
        what(path)
        with pytest.raises(
            LedgerFileLost,
            match=r"ledger.db was deleted, moved or replaced while it was open.*"
            r"Everything was saved to .*\.rescued, including the last entry",
        ):
            write(store, "m", 2)
        for _ in range(2):
            with pytest.raises(LedgerFileLost, match=r"no longer writes to it.*Continue with"):
                write(store, "m", 1)
    with open_store(copy) as saved:
        assert [*saved.read_events("m", upto_version=4)] == written
        assert saved.get_version("m") == 6
        assert saved.verify_streams().is_sound


def test_a_log_that_is_deleted_is_missed_soon(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    with open_store(path) as store:
        write(store, "m", 1)
        path.with_name("ledger.db-wal").unlink()
        with pytest.raises(LedgerFileLost, match="Everything was saved"):
            write(store, "m", *[1] * 20)
        reached = store.get_version("m")
    assert reached < 10
    with open_store(tmp_path / "ledger.db.rescued") as saved:
        assert saved.get_version("m") == reached


def test_the_copy_is_read_by_whom_the_ledger_was(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    open_store(path).close()
    path.chmod(0o600)
    with open_store(path) as store:
        write(store, "m", 1)
        path.unlink()
        with pytest.raises(LedgerFileLost):
            write(store, "m", 1)
    assert (tmp_path / "ledger.db.rescued").stat().st_mode & 0o777 == 0o600


def test_nobody_is_told_that_it_was_saved_when_it_was_not(tmp_path: Path) -> None:
    folder = tmp_path / "stick"
    folder.mkdir()
    with open_store(folder / "ledger.db") as store:
        write(store, "m", 1)
        shutil.rmtree(folder)
        folder.touch()
        with pytest.raises(LedgerFileLost, match=r"is lost, and no copy could be saved"):
            write(store, "m", 1)
        with pytest.raises(LedgerFileLost, match="no longer writes to it"):
            write(store, "m", 1)


def test_who_writes_together_is_told_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    with open_store(path) as store:
        write(store, "m", 1)

        def two_lines() -> None:
            with store.write_in_transaction():
                write(store, "m", 1)
                path.unlink()
                write(store, "n", 1)

        with pytest.raises(LedgerFileLost):
            two_lines()
    with open_store(tmp_path / "ledger.db.rescued") as saved:
        assert (saved.get_version("m"), saved.get_version("n")) == (2, 1)
