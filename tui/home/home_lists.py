"""The home screen's lists of running games, leagues, campaigns and finished games."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.application.book import Book
from tui.last_visit import LastVisit
from tui.views.game_list import GameListLine, build_game_line, describe_where_game_stopped
from tui.views.home_view import HomeView, LeagueListLine, build_home_view, build_running_game_line

FEWEST = 3  # finished games shown at least
MOST = 20  # running games shown at most
OTHERS = 12  # lines of the home screen without finished games
HomeRow = GameListLine | LeagueListLine | str


class HomeRows:
    """The rows of the lists, which can be opened. ``waits`` describes the marked game."""

    def __init__(self, book: Book, where: str, *, demo: bool) -> None:
        self.book = book
        self.where = where
        self.demo = demo
        self.at = 0
        self.seen = HomeView()
        self.shown: list[HomeRow] = []
        self.waits: tuple[str, ...] = ()
        self._how: tuple[LastVisit, int] | None = None
        self._as_of = -1

    def load_lists(self, visits: LastVisit, height: int) -> None:
        """Load the lists for a screen that is ``height`` lines high. The mark stays on its item, or
        moves to the only game started since the last load. Raises ``LedgerError``.
        """
        marked, known = getattr(self.marked_row, "stream", ""), self._running()
        first, self._how, self._as_of = self._how is None, (visits, height), self.change_count
        self.seen = build_home_view(self.book, visits)
        self.shown = list(self._rows(height))
        begun = [] if first else [one for one in self._running() if one not in known]
        self._mark(begun[0] if len(begun) == 1 else marked)

    def _running(self) -> list[str]:
        return [row.stream for row in self.shown if isinstance(row, GameListLine) and not row.ended]

    def _mark(self, stream: str) -> None:
        places = (n for n, row in enumerate(self.shown) if getattr(row, "stream", None) == stream)
        self.at = next(places, self.at)

    @property
    def change_count(self) -> int:
        """Return the number of changes to the book, as in ``Book.change_count``."""
        return self.book.change_count

    @property
    def is_behind(self) -> bool:
        """Whether the book has changed since the lists were loaded."""
        return self._how is not None and self.change_count != self._as_of

    def reload(self) -> None:
        """Load the lists again, with the mark on the same item. Raises ``LedgerError``."""
        if self._how is not None:
            marked = getattr(self.marked_row, "stream", "")
            self.load_lists(*self._how)
            self._mark(marked)

    def _rows(self, height: int) -> Iterator[HomeRow]:
        """Yield the visible rows. Only as many finished games as fit are loaded."""
        seen = self.seen
        yield from (build_running_game_line(self.book, each) for each in seen.running[:MOST])
        if len(seen.running) > MOST:
            yield f"… {len(seen.running) - MOST} more"
        yield from seen.leagues
        above = len(self.waits) + len(seen.running[:MOST]) + len(seen.leagues)
        room = max(FEWEST, height - OTHERS - above)
        yield from (build_game_line(self.book, each) for each in seen.finished[:room])
        if len(seen.finished) > room:
            yield f"… {len(seen.finished) - room} more"

    def get_section_title(self, place: int) -> str:
        """Return the section title above a row."""
        row = self.shown[place]
        if isinstance(row, LeagueListLine):
            return "leagues and campaigns"
        if isinstance(row, GameListLine):
            return "finished" if row.ended else "go on"
        return "go on" if place == MOST and len(self.seen.running) > MOST else "finished"

    def move_mark(self, step: int) -> None:
        """Move the mark. If the marked game is running, read what it is waiting for."""
        self.at = max(0, min(self.at + step, len(self.shown) - 1))
        game = self.marked_game
        self.waits = (
            ()
            if game is None or game.ended
            else describe_where_game_stopped(self.book, game.stream)
        )

    @property
    def game_count(self) -> int:
        return len(self.seen.running) + len(self.seen.finished)

    @property
    def marked_row(self) -> HomeRow | None:
        return self.shown[self.at] if self.shown else None

    @property
    def marked_game(self) -> GameListLine | None:
        return self.marked_row if isinstance(self.marked_row, GameListLine) else None
