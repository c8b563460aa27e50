"""The common drawing of list rows: the pointer, the number, the visible part, widths."""

from __future__ import annotations

from collections.abc import Iterable

from tui.terminal_text_fitting import Piece, clean_text, count_cells

WIDEST_NAME = 24


def draw_pointer(*, marked: bool) -> Piece:
    return ("▸", "$primary bold") if marked else " "


def draw_row_key(place: int) -> Piece:
    """Draw the digit that chooses a row, counted from 0. The tenth row has none."""
    return (str(place + 1) if place < 9 else " ", "$primary")


def find_first_shown_row(rows: int, at: int | None, room: int) -> int:
    """Find the first visible row of ``rows`` in ``room``, so that the marked one is visible."""
    return max(0, min((at or 0) - room // 2, rows - room))


def compute_name_width(names: Iterable[str], room: int) -> int:
    """Compute the width of a column of names: that of the widest, at most half of ``room``."""
    widest = max((count_cells(clean_text(name)) for name in names), default=0)
    return max(6, min(widest, room // 2, WIDEST_NAME))
