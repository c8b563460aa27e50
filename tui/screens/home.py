"""Home: the games to go on with, those that are over, and a new one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult

from tracker.application.book import Book
from tracker.application.errors import LedgerError, Refused
from tracker.application.game import Game
from tui.commands import HOME, Command, named
from tui.panels.foot import Closing, Footer
from tui.panels.games import Games, TopLine
from tui.panels.notice import NoticeLine
from tui.screens.dialogs import Failure
from tui.screens.help import help_dialog
from tui.screens.keyed import Keyed
from tui.screens.sheet import SetUpSheet
from tui.screens.table import TableScreen
from tui.seen.games import GameLine, running_and_finished, stopped

if TYPE_CHECKING:
    from tui.app import WarledgerApp


class Home(Keyed):
    """Go on, look back, begin."""

    commands = HOME
    DEFAULT_CSS = "Home { layout: vertical; }"

    def __init__(self, book: Book, where: str, *, demo: bool = False) -> None:
        super().__init__()
        self.book = book
        self.where = where
        self.demo = demo
        self.at = 0
        self.running: list[GameLine] = []
        self.finished: list[GameLine] = []
        self.waits: tuple[str, ...] = ()

    def compose(self) -> ComposeResult:
        yield TopLine(self)
        yield Games(self)
        yield Closing()
        yield NoticeLine()
        yield Footer(named(HOME, "open", "new", "sheet", "demo", "help", "leave"))

    def on_mount(self) -> None:
        self.show()

    def on_screen_resume(self) -> None:
        self.show()

    def show(self) -> None:
        """Read the list again and draw it."""
        try:
            self.running, self.finished = running_and_finished(self.book)
        except LedgerError as error:
            self.app.push_screen(Failure(str(error)))
        self.at = max(0, min(self.at, len(self.games) - 1))
        marked = self.marked
        self.waits = () if marked is None or marked.ended else stopped(self.book, marked.stream)
        self._draw()

    def _draw(self) -> None:
        for widget in self.query("TopLine, Panel"):
            widget.refresh()

    @property
    def games(self) -> list[GameLine]:
        return [*self.running, *self.finished]

    @property
    def marked(self) -> GameLine | None:
        return self.games[self.at] if self.games else None

    # ------------------------------------------------------------------------------ commands

    def typed(self, character: str) -> bool:
        if not character.isdigit() or not 1 <= int(character) <= len(self.games):
            return False
        self.at = int(character) - 1
        self.do_open()
        return True

    def run(self, command: Command) -> None:
        self.query_one(NoticeLine).say("")
        super().run(command)

    def do_open(self) -> None:
        if self.marked is None:
            self.do_new()
        else:
            self.open_game(self.marked.stream)

    def open_game(self, name: str) -> None:
        """Open a game by what people call it; a refusal is shown here."""
        try:
            game = self.book.game(name)
        except (LedgerError, Refused) as error:
            self.app.push_screen(Failure(str(error)))
            return
        self.at_table(game)

    def at_table(self, game: Game) -> None:
        """Sit down at a game."""
        self.app.push_screen(TableScreen(game))

    def do_up(self) -> None:
        self.at -= 1
        self.show()

    def do_down(self) -> None:
        self.at += 1
        self.show()

    def do_new(self) -> None:
        from tui.screens.newgame import NewGame

        found = self._opened(self.keeper.own_book) if self.demo else (self.book, self.where)
        if found is not None:
            self.app.push_screen(NewGame(found[0]))

    def do_sheet(self) -> None:
        if self.marked is None:
            self.do_practice()
            return
        try:
            game = self.book.game(self.marked.stream)
        except (LedgerError, Refused) as error:
            self.app.push_screen(Failure(str(error)))
            return
        self.app.push_screen(
            SetUpSheet(game), lambda said: self.query_one(NoticeLine).say(said or "")
        )

    def do_practice(self) -> None:
        from tui.screens.practice import Practice

        try:
            self.app.push_screen(Practice())
        except Refused as refused:
            self.query_one(NoticeLine).say(refused.message, bad=True)

    @property
    def keeper(self) -> WarledgerApp:
        """The application, which opens other books."""
        from tui.app import WarledgerApp

        assert isinstance(self.app, WarledgerApp)
        return self.app

    def do_demo(self) -> None:
        if self.demo:
            self.query_one(NoticeLine).say("This is the demo book.")
            return
        book = self._opened(self.keeper.demo_book)
        if book is not None:
            self.app.push_screen(Home(*book, demo=True))

    def _opened(self, how: Callable[[], tuple[Book, str]]) -> tuple[Book, str] | None:
        try:
            return how()
        except (LedgerError, Refused) as error:
            self.app.push_screen(Failure(str(error)))
            return None

    def do_help(self) -> None:
        self.app.push_screen(help_dialog(HOME))

    def do_leave(self) -> None:
        below = self.app.screen_stack[:-1]
        if any(isinstance(screen, Home) for screen in below):
            self.dismiss(None)
        else:
            self.app.exit()

    def on_resize(self, event: events.Resize) -> None:
        self._draw()
