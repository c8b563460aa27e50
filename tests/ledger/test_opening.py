"""A ledger is opened whatever others do to it meanwhile, and whatever they left beside it."""

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ledger.protecting import folder_for_all, nobody
from tests.ledger.samples import NOON, entry, write
from tracker.ledger.ledger_errors import LedgerBusy, LedgerError, WriteConflict
from tracker.ledger.sqlite import database_file_header as header
from tracker.ledger.sqlite import store as sqlite_store
from tracker.ledger.sqlite.backup import copy_database_pages
from tracker.ledger.sqlite.moved_file_detection import MovedFileDetector
from tracker.ledger.sqlite.store import NestableTransaction, SqliteStore
from tracker.ledger.sqlite.write_ahead_log import WriteAheadLog
from tracker.ledger.store_interface import NewEntry
from tracker.ledger.store_opening_and_copying import open_store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A ledger of two streams, closed."""
    path = tmp_path / "ledger.db"
    with open_store(path) as store:
        write(store, "a", 3, 40)
        write(store, "b", 2)
    return path


@pytest.fixture
def open_folder() -> Iterator[Path]:
    with folder_for_all() as folder:
        yield folder


def left_by_a_killed_writer(path: Path, folder: Path) -> Path:
    """A copy of the ledger, with the log that its writer had not yet moved into it."""
    copy = folder / path.name
    with open_store(path) as store:
        write(store, "m", 2)
        for end in ("", "-wal"):
            shutil.copy(path.with_name(path.name + end), folder)
    return copy


def test_a_log_left_on_a_protected_disk_is_read_with_its_ledger(
    path: Path, open_folder: Path
) -> None:
    copy = left_by_a_killed_writer(path, open_folder)
    for each in open_folder.iterdir():
        each.chmod(0o444)
    open_folder.chmod(0o555)
    with nobody(), open_store(copy, only_reading=True) as store:
        assert [info.stream for info in store.list_streams()] == ["a", "b", "m"]
        assert store.verify_streams().is_sound
        with pytest.raises(LedgerError):
            write(store, "m", 1)
    assert sorted(each.name for each in open_folder.iterdir()) == ["ledger.db", "ledger.db-wal"]


def test_a_log_that_is_written_meanwhile_is_not_copied_in_halves(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "stick").mkdir()
    copy = left_by_a_killed_writer(path, tmp_path / "stick")
    copying = shutil.copyfile

    def meanwhile(source: Path, target: Path) -> None:
        copying(source, target)
        with source.open("ab") as file:
            file.write(b"more")

    monkeypatch.setattr(shutil, "copyfile", meanwhile)
    with pytest.raises(LedgerBusy, match="Another program is writing"):
        sqlite_store._copy_to_memory(copy)


def test_a_log_that_there_is_no_room_to_copy_is_told_of(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "stick").mkdir()
    copy = left_by_a_killed_writer(path, tmp_path / "stick")

    def full(*_: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shutil, "copyfile", full)
    with pytest.raises(LedgerError, match=r"\(No space left on device\)\. Copy the file yourself"):
        sqlite_store._copy_to_memory(copy)


def test_programs_that_close_meanwhile_raise_no_false_alarm(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log is moved into the file, which grows, between the looks at both."""
    whole = path.read_bytes()
    path.write_bytes(whole[:4096])
    log = path.with_name("ledger.db-wal")
    log.write_bytes(b"frames")
    looking = header.has_nonempty_log

    def meanwhile(name: Path) -> bool:
        found = looking(name)
        path.write_bytes(whole)
        log.unlink(missing_ok=True)
        return found

    monkeypatch.setattr(header, "has_nonempty_log", meanwhile)
    for _ in range(2):
        header.require_intact_database_file(path)
    assert not looking(path)
    path.unlink()
    header.require_intact_database_file(path)


@pytest.mark.skipif(os.name != "posix", reason="folders cannot be flushed there")
def test_power_lost_while_a_ledger_is_made_leaves_it_whole_or_absent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole file is on the disk before it has its name, and so are the folders it is in."""
    path, copy = tmp_path / "a" / "b" / "ledger.db", tmp_path / "copy.db"
    flushed: list[tuple[bool, bool]] = []
    flush = os.fsync

    def note(handle: int) -> None:
        flushed.append((stat.S_ISDIR(os.fstat(handle).st_mode), path.exists()))
        if path.exists():
            shutil.copy(path, copy)
        flush(handle)

    monkeypatch.setattr(os, "fsync", note)
    open_store(path).close()
    assert flushed == [(True, False), (True, False), (False, False), (True, True)]
    with open_store(copy, only_reading=True) as store:
        assert store.verify_streams().is_sound
    assert [each.name for each in path.parent.iterdir()] == ["ledger.db"]


def test_who_makes_a_ledger_second_takes_that_of_the_first(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new, copying = tmp_path / "new.db", copy_database_pages

    def meanwhile(connection: sqlite3.Connection, part: Path) -> None:
        copying(connection, part)
        shutil.copy(path, new)

    monkeypatch.setattr(sqlite_store, "copy_database_pages", meanwhile)
    with open_store(new) as store:
        assert [info.stream for info in store.list_streams()] == ["a", "b"]
    assert {each.name for each in tmp_path.iterdir()} == {"ledger.db", "new.db"}


def test_the_name_that_a_killed_maker_left_goes_with_the_next_opening(path: Path) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    path.with_name(f".{path.name}.{ended.pid}.part").hardlink_to(path)
    open_store(path).close()
    assert [each.name for each in path.parent.iterdir()] == ["ledger.db"]


def test_no_new_ledger_takes_over_the_log_of_a_lost_one(path: Path, tmp_path: Path) -> None:
    (tmp_path / "stick").mkdir()
    copy = left_by_a_killed_writer(path, tmp_path / "stick")
    copy.unlink()
    with open_store(copy) as store:
        assert store.list_streams() == []
        assert store.verify_streams().is_sound


def test_a_link_to_a_place_without_a_ledger_gets_one_there(tmp_path: Path) -> None:
    (tmp_path / "stick").mkdir()
    link = tmp_path / "ledger.db"
    link.symlink_to(tmp_path / "stick" / "games.db")
    open_store(link).close()
    assert link.is_symlink()
    assert (tmp_path / "stick" / "games.db").stat().st_size > 0


@pytest.mark.parametrize("left", [512, 1024, 4095])
def test_a_new_ledger_whose_making_was_killed_is_made_again(tmp_path: Path, left: int) -> None:
    """SQLite's first page was written in part; there is no table in it yet."""
    path = tmp_path / "ledger.db"
    empty = sqlite3.connect(path)
    empty.execute("PRAGMA journal_mode = WAL")
    empty.close()
    path.write_bytes(path.read_bytes()[:left])
    with open_store(path) as store:
        assert len(write(store, "m", 1)) == 1
        assert store.verify_streams().is_sound


def test_what_was_begun_and_is_still_in_a_journal_is_left_to_sqlite(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    path.write_bytes(b"SQLite format 3\0"[:10])
    path.with_name("ledger.db-journal").write_bytes(bytes(512))
    header.require_intact_database_file(path)


def test_a_disk_that_fails_while_it_is_cleared_up_hides_nothing(path: Path) -> None:
    class Dying(sqlite3.Connection):
        def execute(self, statement: str, *values: object) -> sqlite3.Cursor:
            if statement == "ROLLBACK":
                raise sqlite3.OperationalError("disk I/O error")
            return super().execute(statement, *values)  # type: ignore[arg-type]

    with open_store(path) as store:
        assert isinstance(store, SqliteStore)
        dying = sqlite3.connect(path, factory=Dying, isolation_level=None)
        store._transaction = NestableTransaction(
            dying, path, WriteAheadLog(dying, path), MovedFileDetector(dying, path)
        )
        with pytest.raises(WriteConflict):
            store.append_entry(NewEntry("a", 7, entry(7), author="ann", at=NOON))
        dying.close()
