"""Keys that scroll long contents by row, by page or to either end."""

from __future__ import annotations

from collections.abc import Callable

FAR = 1_000_000
TEN = 10


def get_default_page_size() -> int:
    """Return the default page size of a list, in rows."""
    return TEN


class PagingKeys:
    """Scrolling keys. ``move`` moves by a number of rows, and ``page`` returns the page size."""

    def __init__(
        self, move: Callable[[int], None], page: Callable[[], int] = get_default_page_size
    ) -> None:
        self.move_by = move
        self.page = page

    def do_up(self) -> None:
        self.move_by(-1)

    def do_down(self) -> None:
        self.move_by(1)

    def do_page_up(self) -> None:
        self.move_by(-max(1, self.page()))

    def do_page_down(self) -> None:
        self.move_by(max(1, self.page()))

    def do_go_to_first(self) -> None:
        self.move_by(-FAR)

    def do_go_to_last(self) -> None:
        self.move_by(FAR)
