"""Keys that scroll long contents by row, by page or to either end."""

from __future__ import annotations

from collections.abc import Callable

ALL_ROWS = 1_000_000
DEFAULT_PAGE_SIZE = 10  # rows


class PagingKeys:
    """Scrolling keys. ``move_by`` moves by a number of rows."""

    def __init__(
        self,
        move_by: Callable[[int], None],
        get_page_size: Callable[[], int] = lambda: DEFAULT_PAGE_SIZE,
    ) -> None:
        self.move_by = move_by
        self.get_page_size = get_page_size

    def do_up(self) -> None:
        self.move_by(-1)

    def do_down(self) -> None:
        self.move_by(1)

    def do_page_up(self) -> None:
        self.move_by(-max(1, self.get_page_size()))

    def do_page_down(self) -> None:
        self.move_by(max(1, self.get_page_size()))

    def do_go_to_first(self) -> None:
        self.move_by(-ALL_ROWS)

    def do_go_to_last(self) -> None:
        self.move_by(ALL_ROWS)
