"""A table that shows as many of its columns as fit."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Generic

from textual.content import Content

from tracker.application.table_columns import Column, R_contra
from tui.terminal_text_fitting import (
    StyledText,
    count_cells,
    cut_text,
    fill_line,
    remove_unprintable_characters,
)

MIN_NAME_WIDTH = 14  # of the first text column, unless its contents are narrower
MARGIN = 2  # a row's pointer and a space


class WidthFittedTable(Generic[R_contra]):
    """A table that fits its width. It shortens headings and drops optional columns if necessary."""

    def __init__(
        self,
        columns: Sequence[Column[R_contra]],
        rows: Sequence[R_contra],
        width: int,
        styles: Mapping[str, str],
    ) -> None:
        self._styles, self._width = styles, width
        needed = {
            column: max((count_cells(column.cell(row)) for row in rows), default=0)
            for column in columns
        }
        self._name_column = next(column for column in columns if column.words)
        names = max(needed[self._name_column], count_cells(self._name_column.heading))
        needed[self._name_column] = min(names, MIN_NAME_WIDTH)
        self._headings = {column: column.heading for column in columns}
        if self._sum_widths(needed) > width:
            self._headings = {column: column.short_heading for column in columns}
        while self._sum_widths(needed) > width and any(column.spare for column in self._headings):
            del self._headings[max(reversed(self._headings), key=lambda column: column.spare)]
        self._widths = {
            column: max(needed[column], count_cells(self._headings[column]))
            for column in self._headings
        }
        room = self._widths[self._name_column] + width - self._sum_widths(needed)
        self._widths[self._name_column] = max(len(self._name_column.heading), min(names, room))

    def _sum_widths(self, needed: Mapping[Column[R_contra], int]) -> int:
        between = MARGIN + 2 * (len(self._headings) - 1)
        return between + sum(
            max(needed[column], count_cells(self._headings[column])) for column in self._headings
        )

    def draw_heading_row(self) -> Content:
        text = "  ".join(
            self._cut_or_pad_cell(column, head) for column, head in self._headings.items()
        )
        return fill_line(self._width, [" " * MARGIN, (text, "$quiet bold")])

    def draw_row(self, row: R_contra, *, style: str = "", lead: StyledText = " ") -> Content:
        """Draw a row with a style for its name, and ``lead`` in the cell before it."""
        pieces = [lead]
        for column in self._headings:
            column_style = self._styles.get(column.heading, "$quiet" if column.spare else "")
            text = self._cut_or_pad_cell(column, column.cell(row))
            cell_style = style if column is self._name_column else column_style
            pieces += ["  " if pieces[1:] else " ", (text, cell_style)]
        return fill_line(self._width, pieces)

    def _cut_or_pad_cell(self, column: Column[R_contra], text: str) -> str:
        text, room = remove_unprintable_characters(text), self._widths[column]
        ending = re.search(r" \([^()]*\)$", text)
        if ending is not None and count_cells(text) > room:
            name = text[: ending.start()]
            text = cut_text(name, max(1, room - count_cells(ending[0]))) + ending[0]
        text = cut_text(text, room)
        blanks = " " * (room - count_cells(text))
        return text + blanks if column.words else blanks + text
