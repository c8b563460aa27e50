"""Helpers that draw list rows: pointer, row number, visible range and column width."""

from __future__ import annotations

from collections.abc import Iterable

from tui.terminal_text_fitting import Piece, clean_text, count_cells

WIDEST_NAME = 24


def draw_pointer(*, marked: bool) -> Piece:
    return ("▸", "$primary bold") if marked else " "


def draw_row_key(place: int) -> Piece:
    """Draw the digit that selects a row. ``place`` starts at 0, and only nine rows have a digit."""
    return (str(place + 1) if place < 9 else " ", "$primary")


def find_first_shown_row(rows: int, at: int | None, room: int) -> int:
    """Return the index of the first visible row, chosen so that row ``at`` is visible."""
    return max(0, min((at or 0) - room // 2, rows - room))


def compute_name_width(names: Iterable[str], room: int) -> int:
    """Return the width needed by a column of names, at most 24 cells or half of ``room``."""
    widest = max((count_cells(clean_text(name)) for name in names), default=0)
    return max(6, min(widest, room // 2, WIDEST_NAME))
