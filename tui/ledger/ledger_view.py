"""What the page of the ledger shows."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.application import maintenance
from tracker.application.backups import describe_file_holdings, list_copies
from tracker.application.book import Book


class LedgerSeen:
    """Its copies with the marked one, and what came of what was done last (``good``: it went well).

    What it holds is read again by ``read``, what a copy holds once, when it is marked.
    """

    def __init__(self, book: Book, where: str) -> None:
        self.book = book
        self.where = where
        self.copies = list_copies(book.file) if book.file is not None else []
        self.at = 0
        self.found: Sequence[str] = ()
        self.good = True
        self.holds = ""
        self._copies_hold: dict[int, str] = {}
        self.read()

    def read(self) -> None:
        """Raises ``LedgerError``."""
        self.holds = str(maintenance.count_holdings(self.book))

    def move(self, step: int) -> None:
        """Mark another copy."""
        self.at = max(0, min(self.at + step, len(self.copies) - 1))

    def copy_holds(self, place: int) -> str:
        """What a copy holds, in words."""
        if place not in self._copies_hold:
            self._copies_hold[place] = describe_file_holdings(self.copies[place].file)
        return self._copies_hold[place]

    def count_bytes(self, place: int) -> int:
        """How long a copy is; 0 where it is gone."""
        try:
            return self.copies[place].file.stat().st_size
        except OSError:
            return 0
