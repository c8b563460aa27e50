"""Copies of the ledger that are kept by themselves: after a game, and once a day it is written in.

One of them can be put back; what is sound of a damaged ledger can be had without one.

``WARLEDGER_BACKUPS`` says how many: ``3,7`` (the default) are the last three, and the last one of
each of seven days; ``0`` keeps none.
"""

from __future__ import annotations

import os
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tracker.application.book import Book, open_book
from tracker.application.errors import LedgerError, Refused
from tracker.application.upkeep import Holdings, held, holds
from tracker.ledger.address import is_server
from tracker.ledger.kept import KeptCopy, keep_copy, kept_copies
from tracker.ledger.opening import copy_ledger, put_back, salvage_into
from tracker.ledger.reports import Salvaged

NUMBERS = "WARLEDGER_BACKUPS"
LAST, DAYS = 3, 7

_NUMBERS = re.compile(r"(?P<last>[0-9]{1,4})(?:,(?P<days>[0-9]{1,4}))?")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def is_due(book: Book) -> bool:
    """Whether a game came to its end here, or this day has no copy of what was written.

    Raises ``Refused`` as ``numbers`` does.
    """
    if book.file is None or not book.was_written or not any(numbers()):
        return False
    newest = kept_copies(book.file)[:1]
    return bool(book.games_over) or all(copy.made_at.date() != _now(book).date() for copy in newest)


def keeping_failed(book: Book) -> str:
    """Keep a checked copy where one is due; why there is none, in a sentence, or nothing.

    What was entered is kept in any case.
    """
    try:
        if book.file is not None and is_due(book):
            last, days = numbers()
            book.games_over.clear()
            keep_copy(book.file, _now(book), last=last, days=days)
    except (LedgerError, Refused) as error:
        return error.message
    return ""


def _now(book: Book) -> datetime:
    return _EPOCH + timedelta(microseconds=book.clock())


def numbers() -> tuple[int, int]:
    """How many copies stay: the last ones, and of how many days one. Raises ``Refused``."""
    said = os.environ.get(NUMBERS, f"{LAST},{DAYS}")
    found = _NUMBERS.fullmatch(said)
    if found is None:
        raise Refused(f"{NUMBERS}={said} says no numbers of copies; write 3,7, or 0 for none.")
    return int(found["last"]), int(found["days"] or 0)


def copies_of(ledger: Path) -> list[KeptCopy]:
    """The copies kept of a ledger, the newest first."""
    return kept_copies(ledger)


def copy_named(ledger: Path, which: str) -> Path:
    """A copy of a ledger: ``last``, its number in the list, or a file. Raises ``Refused``."""
    copies = kept_copies(ledger)
    number = 1 if which == "last" else int(which) if which.isdecimal() and len(which) < 5 else 0
    if not number:
        return Path(which)
    if number > len(copies):
        raise Refused(f"There is no copy {which} of {ledger}; the list is: warledger restore.")
    return copies[number - 1].file


def held_in(ledger: Path) -> Holdings:
    """What a ledger or a copy of one holds. Raises ``LedgerError``."""
    with open_book(ledger, only_reading=True) as book:
        return held(book)


def holding(ledger: Path) -> str:
    """What a ledger holds in words, also one that is spoilt."""
    try:
        found = held_in(ledger)
    except LedgerError:
        return "nothing that can be read"
    return holds(found.matches, found.leagues, found.events)


def restore(ledger: Path, copy: Path) -> Path | None:
    """Put a copy back, also where no ledger is left; returns where what stood there is now.

    Raises ``LedgerError``.
    """
    return put_back(copy, ledger)


def copied(source: str, target: str) -> str:
    """Copy a ledger to a new file or server, whole and checked; returns the anchor of both.

    Raises ``LedgerError``; then there is nothing at the new place.
    """
    return str(copy_ledger(source, target))


def salvage(damaged: str, new: str) -> Salvaged:
    """What is sound of a damaged ledger, as a new one with its lists; says what is missing.

    Raises ``LedgerError``; then there is no new one, or one that is sound but for its lists.
    """
    if is_server(damaged) or is_server(new):
        raise Refused(
            "Only a file is salvaged; of a ledger on a server what is sound stands in its backups."
        )
    found = salvage_into(Path(damaged), Path(new))
    with open_book(new) as book:
        book.rebuild()
    return found
