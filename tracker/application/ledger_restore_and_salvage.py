"""Finds and restores backups, copies ledgers, and salvages the intact part of a damaged one."""

from __future__ import annotations

from pathlib import Path

from tracker.application.book import Book, open_book
from tracker.application.browser_folder_restriction import require_in_allowed_folder
from tracker.application.errors import LedgerError, Refused
from tracker.application.ledger_maintenance_reports import (
    LedgerContents,
    count_book_contents,
    describe_content_counts,
)
from tracker.ledger.backup_folder import BackupFile, list_backup_files
from tracker.ledger.history_anchor import HistoryAnchor, make_history_anchor
from tracker.ledger.ledger_address import hide_password, is_server_address
from tracker.ledger.ledger_check_reports import SalvageReport
from tracker.ledger.ledger_errors import BrokenLedger
from tracker.ledger.store_opening_and_copying import copy_ledger, open_store, salvage_ledger_into


def list_backups(ledger: Path) -> list[BackupFile]:
    """Return the backups of a ledger, newest first."""
    return list_backup_files(ledger)


def resolve_backup_path(ledger: Path, which: str) -> Path:
    """Return the path of the backup named by ``which``: ``last`` (the newest), its number in the
    list, or its file name.

    Any other text is treated as a path, which need not exist. Raises ``Refused`` if there is no
    backup with the given number.
    """
    copies = list_backup_files(ledger)
    number = 1 if which == "last" else int(which) if which.isdecimal() and len(which) < 5 else 0
    if not number:
        named = [copy.file for copy in copies if copy.file.name == which]
        return named[0] if named else Path(which)
    if number > len(copies):
        raise Refused(
            f"There is no backup {which} of {ledger}. To list the backups, run: warledger restore."
        )
    return copies[number - 1].file


def count_ledger_contents(ledger: Path) -> LedgerContents:
    """Count the matches, leagues and events of a ledger or backup.

    Raises ``LedgerError`` if it cannot be read.
    """
    with open_book(ledger, only_reading=True) as book:
        return count_book_contents(book)


UNKNOWN_CONTENTS = "unknown contents"


def describe_ledger_contents(ledger: Path) -> str:
    """Describe the contents of a ledger in words, or return ``UNKNOWN_CONTENTS`` if it cannot be
    read.
    """
    try:
        found = count_ledger_contents(ledger)
    except LedgerError:
        return UNKNOWN_CONTENTS
    return describe_content_counts(found.matches, found.leagues, found.events)


def restore_backup(ledger: Path, backup: Path) -> Path | None:
    """Restore a backup. Return the path to which the replaced ledger has been moved, or None if
    there was no ledger.

    Raises ``LedgerError`` if the backup cannot be restored.
    """
    from tracker.ledger.sqlite.restore import restore_ledger

    return restore_ledger(backup, ledger)


def back_up_or_salvage_ledger(
    book: Book, target: Path
) -> tuple[HistoryAnchor, SalvageReport | None]:
    """Copy an open ledger to a new file. Return the anchor of the copy and, if the ledger is
    damaged, a salvage report.

    Only the intact part of a damaged ledger is copied. The report then says what was saved of each
    stream. Raises ``Refused`` for a file outside the allowed folder, and ``LedgerError`` if nothing
    can be copied.
    """
    require_in_allowed_folder(target)
    found = None
    try:
        book.store.back_up(target)
    except BrokenLedger:
        if not book.address:
            raise
        found = salvage_ledger(book.address, str(target))
    return _compute_anchor_of_file(target), found


def copy_or_salvage_ledger(source: str, target: str) -> tuple[HistoryAnchor, SalvageReport | None]:
    """Copy a ledger to a new file or server, and check every row.

    Return the anchor of the copy and, if the ledger is damaged, a salvage report. The intact part
    of a damaged ledger can be copied only to a file. If the copy fails, nothing is left at the
    target. Raises ``LedgerError`` if nothing can be copied.
    """
    try:
        return copy_ledger(source, target), None
    except BrokenLedger as error:
        if is_server_address(target):
            raise BrokenLedger(
                f"{error.message} To copy the undamaged part, first write that part to a file: "
                f"warledger salvage {hide_password(source)} FILE"
            ) from error
        found = salvage_ledger(source, target)
        return _compute_anchor_of_file(Path(target)), found


def _compute_anchor_of_file(ledger: Path) -> HistoryAnchor:
    with open_store(ledger, only_reading=True) as store:
        return make_history_anchor(store)


def salvage_ledger(damaged_address: str, new_file: str) -> SalvageReport:
    """Write the intact part of a damaged ledger to a new file, and report what is missing.

    Raises ``Refused`` if the target is a server. If a ``LedgerError`` is raised, the new ledger
    does not exist, or only its summaries are missing.
    """
    if is_server_address(new_file):
        raise Refused(
            "Write the undamaged part to a new file, then copy that file: warledger copy "
            f"FILE {hide_password(new_file)}"
        )
    found = salvage_ledger_into(damaged_address, Path(new_file))
    with open_book(new_file) as book:
        book.rebuild_summaries()
    return found
