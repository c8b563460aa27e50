"""What lists of rows share: the sign of the marked one, its number, the part in sight, widths."""

from __future__ import annotations

from collections.abc import Iterable

from tui.terminal_text_fitting import Piece, clean_text, count_cells

WIDEST_NAME = 24


def draw_pointer(*, marked: bool) -> Piece:
    return ("▸", "$primary bold") if marked else " "


def draw_row_key(place: int) -> Piece:
    """The digit that chooses a row, counted from 0; the tenth has none."""
    return (str(place + 1) if place < 9 else " ", "$primary")


def find_first_shown_row(rows: int, at: int | None, room: int) -> int:
    """The first of ``rows`` rows shown in ``room``, so that the marked one is in sight."""
    return max(0, min((at or 0) - room // 2, rows - room))


def compute_name_width(names: Iterable[str], room: int) -> int:
    """Cells for a column of names in half of ``room``, as wide as the widest needs."""
    widest = max((count_cells(clean_text(name)) for name in names), default=0)
    return max(6, min(widest, room // 2, WIDEST_NAME))
