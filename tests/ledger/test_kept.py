"""Copies kept beside a ledger: how many stay, what is checked, and one of them put back."""

from __future__ import annotations

import sqlite3
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.ledger.samples import write
from tracker.ledger.backup_folder import (
    BackupFile,
    back_up_and_delete_old_backups,
    get_backup_folder_path,
    list_backup_files,
)
from tracker.ledger.ledger_errors import BrokenLedger, LedgerBusy, LedgerError
from tracker.ledger.sqlite.restore import restore_ledger
from tracker.ledger.store_opening_and_copying import open_store

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    with open_store(tmp_path / "games.db") as store:
        write(store, "m1", 3, 2)
    return tmp_path / "games.db"


def spoil(file: Path) -> None:
    """Change a face in a row, past the guards."""
    with sqlite3.connect(file) as by_hand:
        for (name,) in by_hand.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
            by_hand.execute(f'DROP TRIGGER "{name}"')
        by_hand.execute("UPDATE event SET body = CAST('{}' AS BLOB) WHERE version = 2")
    by_hand.close()


def events(file: Path) -> int:
    with open_store(file, only_reading=True) as store:
        return len([*store.read_all_verified_events()])


def test_the_last_so_many_stay_and_one_of_each_of_so_many_days(ledger: Path) -> None:
    """Noon and evening of ten days; three and seven: 10, 10, 9, and the evenings of days 8 to 4."""
    for day in range(10):
        for hour in (0, 8):
            back_up_and_delete_old_backups(
                ledger, NOON + timedelta(days=day, hours=hour), keep_last=3, keep_days=7
            )
    made = [(copy.made_at.day, copy.made_at.hour) for copy in list_backup_files(ledger)]
    assert made == [(10, 20), (10, 12), (9, 20), (8, 20), (7, 20), (6, 20), (5, 20), (4, 20)]
    assert {file.name for file in get_backup_folder_path(ledger).iterdir()} == {
        copy.file.name for copy in list_backup_files(ledger)
    }
    assert list_backup_files(ledger)[0].file.name == "2026-05-10T20-00-00Z.db"
    assert stat.S_IMODE(get_backup_folder_path(ledger).stat().st_mode) == 0o700


def test_a_damaged_ledger_gets_no_copy_and_no_older_one_is_given_up(ledger: Path) -> None:
    for day in range(3):
        back_up_and_delete_old_backups(ledger, NOON + timedelta(days=day), keep_last=3, keep_days=0)
    before = {*get_backup_folder_path(ledger).iterdir()}
    spoil(ledger)
    with pytest.raises(BrokenLedger, match="no copy was made"):
        back_up_and_delete_old_backups(ledger, NOON + timedelta(days=3), keep_last=1, keep_days=0)
    assert {*get_backup_folder_path(ledger).iterdir()} == before


def test_a_copy_is_put_back_and_what_stood_there_is_set_beside(ledger: Path) -> None:
    copy = back_up_and_delete_old_backups(ledger, NOON, keep_last=3, keep_days=7).file
    with open_store(ledger) as store:
        write(store, "m1", 4)
    for times in ("", "-2"):
        beside = restore_ledger(copy, ledger)
        assert beside is not None
        assert beside.name == f"games.db.before-restore{times}"
        assert events(ledger) == 5
        assert events(beside) == (5 if times else 9)
    with open_store(ledger) as store:
        write(store, "m1", 1)
        assert store.verify_streams().is_sound
    assert events(copy) == 5


def test_also_where_the_ledger_is_gone_or_is_none(ledger: Path) -> None:
    copy = back_up_and_delete_old_backups(ledger, NOON, keep_last=3, keep_days=7).file
    ledger.unlink()
    assert restore_ledger(copy, ledger) is None
    assert events(ledger) == 5
    ledger.write_bytes(b"notes, not a ledger " * 500)
    log = ledger.with_name("games.db-wal")
    log.write_bytes(b"its log")
    beside = restore_ledger(copy, ledger)
    assert beside is not None
    assert beside.read_bytes().startswith(b"notes")
    assert beside.with_name(f"{beside.name}-wal").read_bytes() == b"its log"
    assert events(ledger) == 5


def test_a_link_to_a_ledger_stays_and_its_file_is_put_back(ledger: Path, tmp_path: Path) -> None:
    """Two events were copied, two more entered: the file that the link leads to has two again."""
    link = tmp_path / "elsewhere" / "link.db"
    link.parent.mkdir()
    link.symlink_to(ledger)
    before = events(ledger)
    copy = back_up_and_delete_old_backups(ledger, NOON, keep_last=1, keep_days=0).file
    with open_store(link) as store:
        write(store, "m2", 2)
    beside = restore_ledger(copy, link)
    assert link.is_symlink()
    assert events(ledger) == events(link) == before
    assert beside is not None
    assert beside.parent == ledger.parent
    assert events(beside) > before


def test_a_copy_that_is_not_sound_is_not_put_back(ledger: Path, tmp_path: Path) -> None:
    copy = back_up_and_delete_old_backups(ledger, NOON, keep_last=3, keep_days=7).file
    spoil(copy)
    short = tmp_path / "short.db"
    short.write_bytes(copy.read_bytes()[:5000])
    whole = ledger.read_bytes()
    for bad in (copy, short, ledger, tmp_path / "none.db"):
        with pytest.raises(LedgerError):
            restore_ledger(bad, ledger)
    assert ledger.read_bytes() == whole
    assert {file.name for file in tmp_path.iterdir()} == {
        "games.db",
        "games.db.backups",
        "short.db",
    }


def test_not_while_another_program_has_the_ledger_open(ledger: Path) -> None:
    copy = back_up_and_delete_old_backups(ledger, NOON, keep_last=3, keep_days=7).file
    with open_store(ledger) as store:
        with pytest.raises(LedgerBusy, match=r"has .*games\.db open. Close that program first"):
            restore_ledger(copy, ledger, timeout_seconds=0.01)
        write(store, "m1", 1)
    assert events(ledger) == 6


def test_a_copy_of_an_older_form_is_brought_up_to_date(ledger: Path, tmp_path: Path) -> None:
    copy = back_up_and_delete_old_backups(ledger, NOON, keep_last=3, keep_days=7).file
    with sqlite3.connect(copy) as older:
        older.execute("PRAGMA user_version = 2")
    older.close()
    restore_ledger(copy, ledger)
    assert {file.name for file in tmp_path.iterdir()} == {
        "games.db",
        "games.db.backups",
        "games.db.before-restore",
    }
    assert events(ledger) == 5


@pytest.mark.parametrize(
    "name",
    [
        *("20261122T101500Z.db", "2026-11-22T10:15:00Z.db", "2026-11-22T10-15-00.db"),
        *("2026-11-31T10-15-00Z.db", "2026-11-22T10-15-00-01Z.db", "2026-11-22Z.db", "a.part"),
    ],
)
def test_what_is_called_otherwise_is_no_copy(tmp_path: Path, name: str) -> None:
    ledger = tmp_path / "ledger.db"
    get_backup_folder_path(ledger).mkdir()
    kept = get_backup_folder_path(ledger) / "2026-11-22T10-15-00Z.db"
    for each in (kept, get_backup_folder_path(ledger) / name):
        each.touch()
    moment = datetime(2026, 11, 22, 10, 15, tzinfo=UTC)
    assert list_backup_files(ledger) == [BackupFile(kept, moment)]
