"""From home: the marked game, league or campaign put aside, and the last one taken back."""

from __future__ import annotations

from collections.abc import Callable

from tracker.application.book import Book
from tracker.application.errors import LedgerError, Refused
from tui.home.home_rows import HomeRows
from tui.views.game_list import GameLine
from tui.views.home import LeagueLine


class ArchiveKeys:
    """``told`` says what was done, or why not; ``show`` reads the list again."""

    def __init__(
        self,
        book: Book,
        rows: HomeRows,
        told: Callable[[str, bool], None],
        show: Callable[[], None],
    ) -> None:
        self.book = book
        self.rows = rows
        self.told = told
        self.show = show

    def do_aside(self) -> None:
        marked = self.rows.marked
        if isinstance(marked, (GameLine, LeagueLine)):
            self._put(marked.stream, "is archived. Press A to bring it back", aside=True)
        else:
            self.told("Mark a game, league or campaign first.", True)

    def do_back(self) -> None:
        last = self.book.find_last_archived()
        if last is None:
            self.told("Nothing is archived.", False)
        else:
            self._put(last.stream, "is back in the lists", aside=False)

    def _put(self, stream: str, said: str, *, aside: bool) -> None:
        try:
            title = self.book.put_aside(stream, aside=aside)
        except (LedgerError, Refused) as error:
            self.told(str(error), True)
            return
        self.show()
        self.told(f"{title} {said}.", False)
