"""The home screen's lists of running games, leagues, campaigns and finished games."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.application.book import Book, describe_ledger_location, find_ledger_file, open_book
from tracker.application.errors import LedgerError
from tracker.vocabulary.count_wording import format_count
from tui.user_settings_and_drafts import LastVisit
from tui.views.game_list import GameListLine, build_game_list_line, describe_how_game_was_left
from tui.views.home_view import (
    HomeView,
    LeagueListLine,
    build_home_view,
    build_running_game_list_line,
)

MIN_FINISHED_GAMES = 3  # finished games that are shown even on a small screen
MAX_RUNNING_GAMES = 20  # further running games are not shown
OTHER_LINES = 12  # lines of the home screen without finished games
HomeRow = GameListLine | LeagueListLine | str


def describe_own_ledger(opened: tuple[Book, str] | None) -> str:
    """Describe the user's own ledger by its number of games.

    If the ledger does not exist, it is not created.
    """
    location = opened[1] if opened is not None else describe_ledger_location()
    try:
        if opened is not None:
            count = len(opened[0].list_games())
        else:
            file = find_ledger_file()
            if file is None:
                return location
            if not file.exists():
                return f"no game yet in {location}"
            with open_book(file, only_reading=True) as book:
                count = len(book.list_games())
    except LedgerError:
        return location
    return f"{format_count(count, 'game') if count else 'no game yet'} in {location}"


class HomeRows:
    def __init__(self, book: Book, location: str, *, demo: bool) -> None:
        self.book = book
        self.location = location
        self.demo = demo
        self.own_ledger = ""
        """In the demo, a description of the user's own ledger."""
        self.cursor = 0
        self.view = HomeView()
        self.visible_rows: list[HomeRow] = []
        self.awaited_input: tuple[str, ...] = ()
        self._load_arguments: tuple[LastVisit, int] | None = None
        self._loaded_change_count = -1

    def load_lists(self, last_visit: LastVisit, height: int) -> None:
        """Load the lists for a screen of ``height`` lines. Raises ``LedgerError``.

        The mark stays on its row. If exactly one game has been started since the last load, the
        mark moves to that game.
        """
        marked = getattr(self.marked_row, "stream", "")
        running_before = self._list_running_streams()
        is_first = self._load_arguments is None
        self._load_arguments = (last_visit, height)
        self._loaded_change_count = self.ledger_change_counter
        self.view = build_home_view(self.book, last_visit)
        self.visible_rows = list(self._list_rows(height))
        running = self._list_running_streams()
        started = [stream for stream in running if stream not in running_before]
        self._mark_stream(started[0] if len(started) == 1 and not is_first else marked)

    def _list_running_streams(self) -> list[str]:
        games = [row for row in self.visible_rows if isinstance(row, GameListLine)]
        return [game.stream for game in games if not game.has_ended]

    def _mark_stream(self, stream: str) -> None:
        indexes = (
            index
            for index, row in enumerate(self.visible_rows)
            if getattr(row, "stream", None) == stream
        )
        self.cursor = next(indexes, self.cursor)

    @property
    def ledger_change_counter(self) -> int:
        return self.book.ledger_change_counter

    @property
    def is_behind(self) -> bool:
        """Whether the book has changed since the lists were loaded."""
        has_changed = self.ledger_change_counter != self._loaded_change_count
        return self._load_arguments is not None and has_changed

    def reload(self) -> None:
        """Load the lists again and keep the mark on the same row. Raises ``LedgerError``."""
        if self._load_arguments is not None:
            marked = getattr(self.marked_row, "stream", "")
            self.load_lists(*self._load_arguments)
            self._mark_stream(marked)

    def _list_rows(self, height: int) -> Iterator[HomeRow]:
        view = self.view
        yield from (
            build_running_game_list_line(self.book, summary)
            for summary in view.running[:MAX_RUNNING_GAMES]
        )
        if len(view.running) > MAX_RUNNING_GAMES:
            yield f"… {len(view.running) - MAX_RUNNING_GAMES} more"
        yield from view.leagues
        running_count = min(len(view.running), MAX_RUNNING_GAMES)
        lines_above = len(self.awaited_input) + running_count + len(view.leagues)
        room = max(MIN_FINISHED_GAMES, height - OTHER_LINES - lines_above)
        yield from (build_game_list_line(self.book, summary) for summary in view.finished[:room])
        if len(view.finished) > room:
            yield f"… {len(view.finished) - room} more"

    def get_section_title(self, index: int) -> str:
        row = self.visible_rows[index]
        if isinstance(row, LeagueListLine):
            return "leagues and campaigns"
        if isinstance(row, GameListLine):
            return "finished" if row.has_ended else "resume"
        if index == MAX_RUNNING_GAMES and len(self.view.running) > MAX_RUNNING_GAMES:
            return "resume"
        return "finished"

    def move_cursor_and_read_next_input(self, step: int) -> None:
        """Move the mark by ``step`` rows. For a running game, also read which input is next."""
        self.cursor = max(0, min(self.cursor + step, len(self.visible_rows) - 1))
        game, self.awaited_input = self.marked_game, ()
        if game is not None and not game.has_ended:
            self.awaited_input = describe_how_game_was_left(self.book, game.stream)

    @property
    def game_count(self) -> int:
        return len(self.view.running) + len(self.view.finished)

    @property
    def marked_row(self) -> HomeRow | None:
        return self.visible_rows[self.cursor] if self.visible_rows else None

    @property
    def marked_game(self) -> GameListLine | None:
        return self.marked_row if isinstance(self.marked_row, GameListLine) else None
