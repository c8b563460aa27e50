"""A table that shows as many of its columns as fit."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Generic

from textual.content import Content

from tracker.application.table_columns import Column, R_contra
from tui.terminal_text_fitting import Piece, clean_text, count_cells, cut_text, fill_line

NARROWEST = 14
"""The minimum width of the first text column in cells, if its contents are that wide."""
LEFT = 2
"""The number of cells before each row: one for its marker, and a space."""


class WidthFittedTable(Generic[R_contra]):
    """A table that fits its width. If necessary, it shortens headings and drops optional columns.

    Remaining space goes to the first text column. ``styles`` maps headings to styles. Optional
    columns are dimmed.
    """

    def __init__(
        self,
        columns: Sequence[Column[R_contra]],
        rows: Sequence[R_contra],
        width: int,
        styles: Mapping[str, str],
    ) -> None:
        self._styles, self._width = styles, width
        needed = {
            one: max((count_cells(clean_text(one.cell(row))) for row in rows), default=0)
            for one in columns
        }
        self._name = next(one for one in columns if one.words)
        names = max(needed[self._name], count_cells(self._name.heading))
        needed[self._name] = min(names, NARROWEST)
        self._heads = {one: one.heading for one in columns}
        if self._sum(needed) > width:
            self._heads = {one: one.short_heading for one in columns}
        while self._sum(needed) > width and any(one.spare for one in self._heads):
            del self._heads[max(reversed(self._heads), key=lambda one: one.spare)]
        self._rooms = {one: max(needed[one], count_cells(self._heads[one])) for one in self._heads}
        room = self._rooms[self._name] + width - self._sum(needed)
        self._rooms[self._name] = max(len(self._name.heading), min(names, room))

    def _sum(self, needed: Mapping[Column[R_contra], int]) -> int:
        between = LEFT + 2 * (len(self._heads) - 1)
        return between + sum(max(needed[one], count_cells(self._heads[one])) for one in self._heads)

    def draw_heading_row(self) -> Content:
        text = "  ".join(self._pad(one, head) for one, head in self._heads.items())
        return fill_line(self._width, [" " * LEFT, (text, "$quiet bold")])

    def draw_row(self, row: R_contra, *, style: str = "", lead: Piece = " ") -> Content:
        """Draw a row. ``style`` applies to the name, and ``lead`` fills the cell before the row."""
        pieces = [lead]
        for one in self._heads:
            own = self._styles.get(one.heading, "$quiet" if one.spare else "")
            text = self._pad(one, one.cell(row))
            pieces += ["  " if pieces[1:] else " ", (text, style if one is self._name else own)]
        return fill_line(self._width, pieces)

    def _pad(self, column: Column[R_contra], text: str) -> str:
        """Pad a cell to its column's width. Long text is cut, but a bracketed ending is kept."""
        text, room = clean_text(text), self._rooms[column]
        ending = re.search(r" \([^()]*\)$", text)
        if ending is not None and count_cells(text) > room:
            name = text[: ending.start()]
            text = cut_text(name, max(1, room - count_cells(ending[0]))) + ending[0]
        text = cut_text(text, room)
        blanks = " " * (room - count_cells(text))
        return text + blanks if column.words else blanks + text
