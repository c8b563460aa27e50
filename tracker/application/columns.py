"""Columns of a table, declared once for reports, commands, screens and phones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

R = TypeVar("R")


class Column(Struct, Generic[R], frozen=True):
    """A column: its heading, and ``cell``, which writes the cell of a row.

    ``short`` is the heading where room is short. ``words`` stand on the left, numbers on the right.
    Of a table that is too wide, columns with the highest ``spare`` are left out first; 0: never.
    """

    heading: str
    cell: Callable[[R], str]
    short: str = ""
    words: bool = False
    spare: int = 0

    @property
    def head(self) -> str:
        """The short heading."""
        return self.short or self.heading


def align_lines(columns: Sequence[Column[R]], rows: Iterable[R]) -> Iterator[str]:
    """The headings, then a line for each row, with two blanks between columns."""
    cells = [[one.head for one in columns], *([one.cell(row) for one in columns] for row in rows)]
    widths = [max(map(len, each)) for each in zip(*cells, strict=True)]
    for line in cells:
        padded = (
            text.ljust(width) if one.words else text.rjust(width)
            for one, text, width in zip(columns, line, widths, strict=True)
        )
        yield "  ".join(padded).rstrip()
