"""Line numbers: an entry's own, and never another.

A line that is said again because something before it was set right (or was said late) is the same
line: it keeps its number. Lines that are new have the number of their place in the whole book.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from tracker.vocabulary.events import Version


class Numbers:
    """The lines of a book in the order they were written (their *rows*), and their numbers."""

    def __init__(self, heads: Iterable[Version] = ()) -> None:
        self._heads = list(heads)  # the first version of each entry
        self._kept: dict[int, int] = {}  # by row, of lines said again
        self._again: dict[int, tuple[Version, ...]] = {}  # by number, the lines said again

    def __len__(self) -> int:
        return len(self._heads)

    def make_sandbox(self) -> Numbers:
        """A copy that grows by itself."""
        sandbox = Numbers(self._heads)
        sandbox._kept, sandbox._again = dict(self._kept), dict(self._again)
        return sandbox

    def add(self, version: Version, repeats: Version | None = None) -> None:
        """Take in the next entry; ``repeats`` is the line whose number it keeps, if any."""
        self._heads.append(version)
        if repeats is not None:
            number = self.number_of(repeats)
            self._kept[len(self._heads)] = number
            self._again[number] = (*self._again.get(number, ()), version)

    def find_row(self, version: Version) -> int:
        """The place of the entry a version belongs to among all entries of the book, from 1."""
        return bisect_right(self._heads, version)

    def number_of(self, version: Version) -> int:
        """The line number of the entry that a version belongs to."""
        return self.find_number_of_row(self.find_row(version))

    def find_number_of_row(self, row: int) -> int:
        """The line number of the entry in a row."""
        return self._kept.get(row, row)

    def head(self, row: int) -> Version:
        """The first version of an entry. Raises ``KeyError``."""
        if not 0 < row <= len(self._heads):
            raise KeyError(row)
        return self._heads[row - 1]

    def list_bearing(self, number: int) -> tuple[Version, ...]:
        """Every entry that ever had this line number, oldest first."""
        if not 0 < number <= len(self._heads) or number in self._kept:
            return ()
        return (self._heads[number - 1], *self._again.get(number, ()))
