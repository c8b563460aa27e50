"""Opens the book for a command, and backs it up after the command."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING

from tracker.application.errors import Refused
from tracker.cli.messages_and_exit_codes import print_message

if TYPE_CHECKING:
    from tracker.application.book import Book

_opened_books: list[Book] = []


@contextmanager
def open_book_for_command(
    db: str | None, *, may_create: bool = False, command_id: str = ""
) -> Iterator[Book]:
    """Open the book for a command, and set the author of its entries.

    A command with a ``command_id`` writes all of its entries or none, and only once. A named file
    that does not exist is created only if ``may_create`` is true. Otherwise, the name is treated as
    a typing error. Raises ``Refused``.
    """
    from tracker.application.book import find_ledger_file, open_book

    if not may_create:
        refuse_missing_ledger(db)
    with open_book(
        find_ledger_file(db) or db, author=os.environ.get("WARLEDGER_AUTHOR", "")
    ) as opened:
        _opened_books.append(opened)
        with opened.write_in_transaction(command_id) if command_id else nullcontext():
            yield opened


def refuse_missing_ledger(db: str | None) -> None:
    """Raise ``Refused`` if ``db`` names a file that does not exist."""
    from tracker.application.book import find_ledger_file

    file = find_ledger_file(db)
    if db and file is not None and not file.exists():
        raise Refused(
            f"There is no ledger at {db}. Name an existing ledger, or create a ledger with"
            " warledger match new, league new, campaign new, or import."
        )


def back_up_written_books() -> None:
    """Back up changed books after a command, and print messages about failures.

    The entries are already stored, so a failed backup or league update does not change the exit
    code.
    """
    while _opened_books:
        book = _opened_books.pop()
        if book.unreported:
            print_message(book.unreported)
        if book.has_written_entries:
            from tracker.application.automatic_backups import back_up_if_due

            why = back_up_if_due(book)
            if why:
                print_message(why)
