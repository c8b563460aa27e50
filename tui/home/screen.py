"""Home: games to go on with, leagues and campaigns, what is finished, what others entered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult

from tracker.application.book import Book
from tracker.application.errors import LedgerError, Refused
from tracker.application.match.game import Game
from tracker.vocabulary.typed import is_number
from tui.commands import HOME, Command, named
from tui.home.leagues import Leagues
from tui.home.panels import Games, TopLine
from tui.table.screen import TableScreen
from tui.table.setup_sheet import SetUpSheet
from tui.views.games import GameLine, game_line, stopped
from tui.views.home import HomeSeen, LeagueLine, home_of, running_line
from tui.visits import Visits
from tui.widgets.dialogs import Failure
from tui.widgets.foot import Closing, Footer
from tui.widgets.help import help_dialog
from tui.widgets.notice import NoticeLine

if TYPE_CHECKING:
    from tui.app import WarledgerApp


FEWEST = 3  # finished games that are always shown
MOST = 20  # running games that are shown
OTHERS = 12  # lines of home that are no finished games
STAYS = "q leaves; Escape stays here."
MORE = "p set-up sheet · v practise · d demo"
Row = GameLine | LeagueLine | str


class Home(Leagues):
    """Go on, look back, begin. ``rows`` are what can be opened, a text for "… 33 more"."""

    commands = HOME
    DEFAULT_CSS = "Home { layout: vertical; }"

    def __init__(self, book: Book, where: str, *, demo: bool = False) -> None:
        super().__init__()
        self.book = book
        self.where = where
        self.demo = demo
        self.at = 0
        self.seen = HomeSeen()
        self.shown: list[Row] = []
        self.waits: tuple[str, ...] = ()
        self._said = ""

    def compose(self) -> ComposeResult:
        yield TopLine(self)
        yield Games(self)
        yield Closing(self._more)
        yield NoticeLine()
        yield Footer(named(HOME, "new", "league", "campaign", "find", "help", "leave"))

    def _more(self) -> str:
        """Keys for which the footer has no room; an empty book names them in its welcome."""
        return MORE if self.shown else ""

    def on_mount(self) -> None:
        """Name what cannot be played, once."""
        names = ", ".join(self.book.set_aside())
        if names:
            said = f"Rules that fail are set aside: {names}. Why says: warledger rules."
            self.query_one(NoticeLine).say(said, bad=True)

    def on_screen_resume(self) -> None:
        self._show_if_seen()

    def show(self) -> None:
        """Read the list again and draw it."""
        try:
            visits = Visits(None, self.book.clock) if self.demo else self.keeper.visits
            self.seen = home_of(self.book, visits)
            self.shown = list(self._rows())
        except (LedgerError, Refused) as error:
            self.app.push_screen(Failure(str(error)))
        self._go(0)

    def _rows(self) -> Iterator[Row]:
        """The rows in sight; of many games only so many are worked out."""
        seen = self.seen
        yield from (running_line(self.book, each) for each in seen.running[:MOST])
        if len(seen.running) > MOST:
            yield f"… {len(seen.running) - MOST} more"
        yield from seen.leagues
        above = len(self.waits) + len(seen.running[:MOST]) + len(seen.leagues)
        room = max(FEWEST, self.size.height - OTHERS - above)
        yield from (game_line(self.book, each) for each in seen.finished[:room])
        if len(seen.finished) > room:
            yield f"… {len(seen.finished) - room} more"

    def section(self, place: int) -> str:
        """Under which title a row stands."""
        row = self.shown[place]
        if isinstance(row, LeagueLine):
            return "leagues and campaigns"
        if isinstance(row, GameLine):
            return "finished" if row.ended else "go on"
        return "go on" if place == MOST and len(self.seen.running) > MOST else "finished"

    def _go(self, step: int) -> None:
        """Mark another row; what a running game waits for is read only for that one."""
        self.at = max(0, min(self.at + step, len(self.shown) - 1))
        game = self.marked_game
        self.waits = () if game is None or game.ended else stopped(self.book, game.stream)
        self._draw()

    def _draw(self) -> None:
        for widget in self.query("TopLine, Panel"):
            widget.refresh()

    @property
    def rows(self) -> list[Row]:
        return self.shown

    @property
    def games(self) -> int:
        """How many games the book has."""
        return len(self.seen.running) + len(self.seen.finished)

    @property
    def marked(self) -> Row | None:
        return self.shown[self.at] if self.shown else None

    @property
    def marked_game(self) -> GameLine | None:
        return self.marked if isinstance(self.marked, GameLine) else None

    # ------------------------------------------------------------------------------ commands

    def typed(self, character: str) -> bool:
        if not is_number(character) or not 1 <= int(character) <= len(self.shown):
            return False
        self.at = int(character) - 1
        self.do_open()
        return True

    def run(self, command: Command) -> None:
        self._said = self.query_one(NoticeLine).text
        self.query_one(NoticeLine).say("")
        super().run(command)

    def do_open(self) -> None:
        match self.marked:
            case None:
                self.do_new()
            case GameLine(stream=stream):
                self.open_game(stream)
            case LeagueLine(stream=stream):
                self.open_league(stream)
            case _:
                self.do_find()

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
        self._go(-1)

    def do_down(self) -> None:
        self._go(1)

    def do_new(self) -> None:
        from tui.home.new_game import NewGame

        book = self.own_book()
        if book is not None:
            self.app.push_screen(NewGame(book))

    def do_find(self) -> None:
        from tui.home.find import Find

        self.app.push_screen(Find(self))

    def own_book(self) -> Book | None:
        """The book in which something new begins: never the demo's."""
        found = self._opened(self.keeper.own_book) if self.demo else (self.book, self.where)
        return found[0] if found is not None else None

    def do_sheet(self) -> None:
        if not self.shown:
            self.do_practice()
            return
        marked = self.marked_game
        if marked is None:
            self.query_one(NoticeLine).say("Mark a game first: its table is set up.", bad=True)
            return
        try:
            game = self.book.game(marked.stream)
        except (LedgerError, Refused) as error:
            self.app.push_screen(Failure(str(error)))
            return
        self.app.push_screen(
            SetUpSheet(game), lambda said: self.query_one(NoticeLine).say(said or "")
        )

    def do_practice(self) -> None:
        from tui.home.practice import Practice

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
        if self._on_another():
            self.dismiss(None)
        else:
            self.app.exit()

    def do_escape(self) -> None:
        """Back to the own book; where this is the own book, only ``q`` ends the program."""
        if self._on_another():
            self.dismiss(None)
        elif not self._said:
            self.query_one(NoticeLine).say(STAYS)

    def _on_another(self) -> bool:
        """Whether the own book lies below this one."""
        return any(isinstance(screen, Home) for screen in self.app.screen_stack[:-1])

    def on_resize(self, event: events.Resize) -> None:
        del event
        self._show_if_seen()

    def _show_if_seen(self) -> None:
        """Below a game that is opened at once, nothing is read: coming back reads it."""
        if self.app.screen is self:
            self.show()
