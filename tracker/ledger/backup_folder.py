"""The backups in a folder beside the ledger. Each backup is checked, and old backups are deleted.

A backup is named after its time (UTC), so sorting by name sorts by time.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import msgspec

from tracker.ledger.ledger_errors import ReadOnlyLedger
from tracker.ledger.store_opening_and_copying import open_store

_NAME_FORMAT = "%Y-%m-%dT%H-%M-%SZ.db"


class BackupFile(msgspec.Struct, frozen=True):
    file: Path
    made_at: datetime


def get_backup_folder_path(ledger: Path) -> Path:
    return ledger.with_name(f"{ledger.name}.backups")


def list_backup_files(ledger: Path) -> list[BackupFile]:
    """List a ledger's backups, newest first."""
    found: list[BackupFile] = []
    with suppress(OSError):
        for file in get_backup_folder_path(ledger).iterdir():
            with suppress(ValueError):
                found.append(BackupFile(file, _parse_backup_time(file.name)))
    return sorted(found, key=lambda copy: copy.made_at, reverse=True)


def _parse_backup_time(name: str) -> datetime:
    """Parse the time in a backup's name, without ``strptime``, which loads slowly."""
    day, _, hour = name.removesuffix("Z.db").partition("T")
    moment = datetime.fromisoformat(f"{day}T{hour.replace('-', ':')}+00:00")
    if moment.strftime(_NAME_FORMAT) != name:
        raise ValueError(name)
    return moment


def back_up_and_delete_old_backups(
    ledger: Path, at: datetime, *, keep_last: int, keep_days: int
) -> BackupFile:
    """Back up a ledger, check the backup, and only then delete older backups.

    Return the new backup. The newest ``keep_last`` backups are kept. Of each of the last
    ``keep_days`` days with a backup, the newest backup is kept too. Raises ``LedgerError`` on
    failure. If the ledger is damaged, this is a ``BrokenLedger``, and all older backups are kept.
    """
    folder = get_backup_folder_path(ledger)
    copy = BackupFile(folder / at.astimezone(UTC).strftime(_NAME_FORMAT), at)
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        if copy.file.exists():  # in case of two backups within one second
            return back_up_and_delete_old_backups(
                ledger, at + timedelta(seconds=1), keep_last=keep_last, keep_days=keep_days
            )
        with open_store(ledger) as store:
            store.back_up(copy.file)
        _delete_old_backups(list_backup_files(ledger), keep_last, keep_days)
    except OSError as error:
        raise ReadOnlyLedger(
            f"Backups cannot be written to {folder} ({error.strerror}). Solve this problem, "
            "then try again."
        ) from error
    return copy


def _delete_old_backups(backups: list[BackupFile], keep_last: int, keep_days: int) -> None:
    by_day: dict[date, BackupFile] = {}
    for copy in backups:
        by_day.setdefault(copy.made_at.date(), copy)
    stays = {*backups[:keep_last], *[*by_day.values()][:keep_days]}
    for copy in backups:
        if copy not in stays:
            copy.file.unlink(missing_ok=True)
