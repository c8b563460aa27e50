"""The parts of the home screen: the program with its ledger, and all games in one list."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from textual.content import Content

from tui.panels.frame import Edges, Panel
from tui.seen.games import GameLine
from tui.text import Piece, cells, join, line, pad, wrap

if TYPE_CHECKING:
    from tui.screens.home import Home


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
        ("p", "practise one volley; nothing of it is kept"),
        ("?", "all keys"),
    ):
        lines.append(join(["  ", (key, "$primary bold"), f"  {text}"]))
    return lines
