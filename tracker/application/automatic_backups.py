"""Makes automatic backups of the ledger: after each finished game, and once on every day on which
the ledger changes.

The environment variable ``WARLEDGER_BACKUPS`` sets how many backups are kept. Its default, ``3,7``,
keeps the three newest backups, and the last backup of each of seven days. With ``0``, no backups
are made.
"""

from __future__ import annotations

import os
import re
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

from tracker.application.book import Book
from tracker.application.errors import LedgerError, Refused
from tracker.ledger.backup_folder import back_up_and_delete_old_backups, list_backup_files

VARIABLE = "WARLEDGER_BACKUPS"
LAST, DAYS = 3, 7

ErrorMessage: TypeAlias = str
"""A sentence that describes an error, or "" if there was none."""

_NUMBERS = re.compile(r"(?P<last>[0-9]{1,4})(?:,(?P<days>[0-9]{1,4}))?")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def is_backup_due(book: Book) -> bool:
    """Return whether a match has ended since the last backup, or no backup has been made today
    although the ledger has changed.

    Return False if automatic backups are off. Raises ``Refused`` if ``WARLEDGER_BACKUPS`` is
    invalid.
    """
    if book.file is None or not book.has_written_entries or not any(read_backup_retention_counts()):
        return False
    newest = next(iter(list_backup_files(book.file)), None)
    is_from_today = newest is not None and newest.made_at.date() == _get_book_time(book).date()
    return bool(book.games_over) or not is_from_today


def back_up_if_due(book: Book) -> ErrorMessage:
    """Make and check a backup of the ledger if one is due. Return an error message, or "" if there
    was no error.

    The entries of the book are already stored, so a failed backup loses nothing.
    """
    try:
        if book.file is not None and is_backup_due(book):
            last, days = read_backup_retention_counts()
            book.games_over.clear()
            now = _get_book_time(book)
            back_up_and_delete_old_backups(book.file, now, keep_last=last, keep_days=days)
    except (LedgerError, Refused) as error:
        return error.message
    return ""


def _get_book_time(book: Book) -> datetime:
    return _EPOCH + timedelta(microseconds=book.clock())


def read_backup_retention_counts() -> tuple[int, int]:
    """Read from the environment how many recent backups and how many daily backups to keep.

    Raises ``Refused`` if ``WARLEDGER_BACKUPS`` is invalid.
    """
    said = os.environ.get(VARIABLE, f"{LAST},{DAYS}")
    found = _NUMBERS.fullmatch(said)
    if found is None:
        raise Refused(
            f"{VARIABLE}={said} is not valid. Set this variable to the numbers of recent and"
            " daily backups to keep, such as 3,7, or to 0 for none."
        )
    return int(found["last"]), int(found["days"] or 0)
