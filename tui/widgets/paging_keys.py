"""The keys that scroll long contents by a row or a page, or to either end."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

ALL_ROWS = 1_000_000
DEFAULT_PAGE_SIZE = 10  # rows


class PagingKeys:
    """The commands of the keys that scroll. ``move_by`` scrolls by a number of rows."""

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
