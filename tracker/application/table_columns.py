"""The columns of tables, defined once for reports, commands, screens and phones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

R_contra = TypeVar("R_contra", contravariant=True)


class Column(Struct, Generic[R_contra], frozen=True):
    """A column of a table with its ``heading``. ``cell`` returns the text of the column for a row.

    ``short`` is the heading on all but wide screens. Columns with ``words`` are aligned to the
    left, and numbers to the right. An ``optional`` column is left out if it is empty in every row.
    If a table is too wide, the columns with the highest ``spare`` are left out first. A column
    whose ``spare`` is 0 is never left out.
    """

    heading: str
    cell: Callable[[R_contra], str]
    short: str = ""
    words: bool = False
    optional: bool = False
    spare: int = 0

    @property
    def short_heading(self) -> str:
        """The short heading or, if there is none, the full heading."""
        return self.short or self.heading


def drop_empty_optional_columns(
    columns: Iterable[Column[R_contra]], rows: Sequence[R_contra]
) -> list[Column[R_contra]]:
    """Return the columns, except optional columns that are empty or "0" in every row."""
    return [
        one
        for one in columns
        if not one.optional or any(one.cell(row) not in ("", "0") for row in rows)
    ]


def format_table_lines(
    columns: Sequence[Column[R_contra]], rows: Iterable[R_contra]
) -> Iterator[str]:
    """Yield a line of headings, then a line for each row. Two spaces separate the columns."""
    cells = [
        [one.short_heading for one in columns],
        *([one.cell(row) for one in columns] for row in rows),
    ]
    widths = [max(map(len, each)) for each in zip(*cells, strict=True)]
    for line in cells:
        padded = (
            text.ljust(width) if one.words else text.rjust(width)
            for one, text, width in zip(columns, line, widths, strict=True)
        )
        yield "  ".join(padded).rstrip()
