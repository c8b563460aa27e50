"""Home: the games to go on with, those that are over, and a new one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.content import Content

from tracker.application.book import Book
from tracker.application.errors import LedgerError, Refused
from tracker.application.game import Game
from tui.commands import HOME, Command, named
from tui.panels.foot import Closing, Footer
from tui.panels.frame import Edges, Panel
from tui.panels.notice import NoticeLine
from tui.screens.dialogs import Failure
from tui.screens.help import help_dialog
from tui.screens.keyed import Keyed
from tui.screens.table import TableScreen
from tui.seen.games import GameLine, running_and_finished, stopped
from tui.text import Piece, cells, join, line, pad, wrap

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
        yield Footer(named(HOME, "open", "new", "demo", "help", "leave"))

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


class TopLine(Panel):
    """The program and its ledger."""

    DEFAULT_CSS = "TopLine { height: 1; }"

    def __init__(self, home: Home) -> None:
        super().__init__()
        self.home = home

    def render(self) -> Content:
        count = len(self.home.games)
        games = f"{count} game{'' if count == 1 else 's'} " if count else "no game yet "
        name: list[Piece] = [(" Warledger", "$primary bold"), "  "]
        if self.home.demo:
            name += [("DEMO: nothing here is yours", "$warning bold"), "  "]
        width = self.size.width
        where = _end(self.home.where, width - join(name).cell_length - cells(games) - 4)
        return line(width, name, [(f"{where}  ", "$quiet"), games])


def _end(path: str, width: int) -> str:
    """The end of a path, which says most."""
    if cells(path) <= width:
        return path
    while path and cells(path) > width - 1:
        path = path[1:]
    return f"…{path}"


class Games(Panel):
    """All games in one list."""

    def __init__(self, home: Home) -> None:
        super().__init__(Edges("┌", "┐"))
        self.home = home

    def title(self) -> Iterable[Piece]:
        return [("go on" if self.home.running else "welcome", "bold")]

    def body(self, width: int, height: int) -> list[Content]:
        home = self.home
        return self._list(width, height) if home.games else _welcome(home.where, width)

    def _list(self, width: int, height: int) -> list[Content]:
        home = self.home
        lines: list[Content] = []
        focus = 0
        columns = _columns(home.games, width)
        for place, game in enumerate(home.games):
            if place == len(home.running):
                if lines:
                    lines.append(Content(""))
                lines.append(join([(" finished", "$quiet bold")]))
            if place == home.at:
                focus = len(lines)
            lines.append(_row(game, place, columns, width, marked=place == home.at))
            if place == home.at:
                lines += [_below(text, width) for text in home.waits]
        start = max(0, min(focus - height // 2, len(lines) - height))
        return lines[start:]


def _columns(games: list[GameLine], width: int) -> tuple[int, int, int]:
    """The cells of title, rules and turn: as wide as the widest, the title takes what is left."""
    rules = min(max(cells(game.rules) for game in games), 26)
    turn = min(max(cells(game.turn) for game in games), 16)
    rest = max(cells(game.score) + cells(game.when) for game in games) + 8
    return max(width - rules - turn - rest, 12), rules, turn


def _row(
    game: GameLine, place: int, columns: tuple[int, int, int], width: int, *, marked: bool
) -> Content:
    pointer = ("▸", "$primary bold") if marked else " "
    key = str(place + 1) if place < 9 else " "
    title, rules, turn = columns
    left: list[Piece] = [
        pointer,
        (key, "$primary"),
        " ",
        (pad(game.title, title), "bold" if marked else ""),
        " ",
        (pad(game.rules, rules), "$quiet"),
        " ",
        pad(game.turn, turn),
        " ",
        game.score,
    ]
    return line(width, left, [(f" {game.when} ", "$quiet")])


def _below(text: str, width: int) -> Content:
    return line(width, ["   ", (text, "$secondary")])


def _welcome(where: str, width: int) -> list[Content]:
    lines = [
        Content(""),
        join([("  Keeps the book while you play.", "bold")]),
        join(["  Every line is saved as you type it, in"]),
        *(join([("  " + part, "$secondary")]) for part in wrap(where, width - 4)),
        Content(""),
    ]
    for key, text in (
        ("n", "begin a game"),
        ("d", "look round a finished demo, kept apart from your own games"),
        ("?", "all keys"),
    ):
        lines.append(join(["  ", (key, "$primary bold"), f"  {text}"]))
    return lines
