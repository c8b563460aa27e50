"""Rows of lists: their keys, pointers and digits, the visible rows, and clicks on rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Protocol, TypeVar

from textual.content import Content

from tui.terminal_text_fitting import StyledText, count_cells
from tui.widgets.clickable_text import make_content_clickable

T = TypeVar("T")
T_contra = TypeVar("T_contra", contravariant=True)
ALL_ROWS = 1_000_000
DEFAULT_PAGE_SIZE = 10  # rows
WIDEST_NAME = 24


class PagingKeys:
    """The commands of the arrow and page keys. ``move_by`` scrolls by a number of rows."""

    def __init__(
        self,
        move_by: Callable[[int], None],
        get_page_size: Callable[[], int] = lambda: DEFAULT_PAGE_SIZE,
    ) -> None:
        self.do_up = partial(move_by, -1)
        self.do_down = partial(move_by, 1)
        self.do_page_up = lambda: move_by(-max(1, get_page_size()))
        self.do_page_down = lambda: move_by(max(1, get_page_size()))
        self.do_go_to_first = partial(move_by, -ALL_ROWS)
        self.do_go_to_last = partial(move_by, ALL_ROWS)


def draw_pointer(*, marked: bool) -> StyledText:
    return ("▸", "$primary bold") if marked else " "


def draw_row_digit(index: int) -> StyledText:
    """Draw the digit that selects row ``index``, counted from 0. Only nine rows have a digit."""
    return (str(index + 1) if index < 9 else " ", "$primary")


def draw_pointer_digit_and_text(text: str, index: int, *, marked: bool) -> list[StyledText]:
    style = "bold" if marked else ""
    return [draw_pointer(marked=marked), draw_row_digit(index), " ", (text, style)]


def find_first_shown_row(row_count: int, marked_row: int | None, height: int) -> int:
    """Return the index of the first visible row, chosen so that row ``marked_row`` is visible."""
    return max(0, min((marked_row or 0) - height // 2, row_count - height))


def compute_name_width(names: Iterable[str], width: int) -> int:
    """Return the width of a column for these names, at most 24 cells and half of ``width``."""
    widest = max((count_cells(name) for name in names), default=0)
    return max(6, min(widest, width // 2, WIDEST_NAME))


def make_clickable_row(content: Content, row: int, marked_row: int | None) -> Content:
    """Make a list row clickable. The first click selects the row, and the second opens it."""
    return make_content_clickable(content, list_arrow_keys_to_row(row, marked_row) or ["enter"])


def make_selectable_row(content: Content, row: int, marked_row: int | None) -> Content:
    """Make a list row selectable. A click does not open it, because Enter applies to all rows."""
    return make_content_clickable(content, list_arrow_keys_to_row(row, marked_row))


class DrawRow(Protocol[T_contra]):
    def __call__(self, row: T_contra, /, *, marked: bool) -> Content: ...


def draw_visible_rows(
    rows: Sequence[T],
    marked_row: int | None,
    height: int,
    draw_row: DrawRow[T],
    make_row: Callable[[Content, int, int | None], Content] = make_clickable_row,
) -> list[Content]:
    """Draw the rows that fit into ``height`` lines, including row ``marked_row``."""
    start = find_first_shown_row(len(rows), marked_row, height)
    return [
        make_row(draw_row(row, marked=index == marked_row), index, marked_row)
        for index, row in enumerate(rows[start : start + height], start)
    ]


def list_arrow_keys_to_row(row: int, marked_row: int | None) -> list[str]:
    """List the arrow keys that move the selection from row ``marked_row`` to row ``row``."""
    distance = row - (marked_row or 0)
    return ["down" if distance > 0 else "up"] * abs(distance)
