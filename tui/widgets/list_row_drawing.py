"""Functions that draw list rows: the pointer, the digit, the visible range and column widths."""

from __future__ import annotations

from collections.abc import Iterable

from tui.terminal_text_fitting import StyledText, count_cells

WIDEST_NAME = 24


def draw_pointer(*, marked: bool) -> StyledText:
    return ("▸", "$primary bold") if marked else " "


def draw_row_digit(index: int) -> StyledText:
    """Draw the digit that selects row ``index``, counted from 0. Only nine rows have a digit."""
    return (str(index + 1) if index < 9 else " ", "$primary")


def draw_pointer_digit_and_text(text: str, index: int, *, marked: bool) -> list[StyledText]:
    """Draw a row's pointer, the digit that selects it, and its text."""
    return [
        draw_pointer(marked=marked),
        draw_row_digit(index),
        " ",
        (text, "bold" if marked else ""),
    ]


def find_first_shown_row(row_count: int, marked_row: int | None, height: int) -> int:
    """Return the index of the first visible row, chosen so that row ``marked_row`` is visible."""
    return max(0, min((marked_row or 0) - height // 2, row_count - height))


def compute_name_width(names: Iterable[str], width: int) -> int:
    """Return the width of a column for these names, up to 24 cells and up to half of ``width``."""
    widest = max((count_cells(name) for name in names), default=0)
    return max(6, min(widest, width // 2, WIDEST_NAME))
