"""The panels of the home screen: a header with the ledger, and the lists with the news."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from textual.content import Content

from tui.home.home_lists import HomeRows
from tui.terminal_text_fitting import (
    FRAME,
    Piece,
    clean_text,
    count_cells,
    cut_beginning,
    cut_text,
    draw_horizontal_rule,
    fill_line,
    fit_content,
    join_pieces,
    pad_text,
    wrap_text,
)
from tui.views.game_list import GameListLine
from tui.views.home_view import LeagueListLine
from tui.widgets.clickable_text import list_keys_of_sign, make_clickable_row, make_content_clickable
from tui.widgets.list_row_drawing import draw_pointer, draw_row_key
from tui.widgets.panel import Panel, PanelEdges

WIDE = 100
NEWS = 3  # lines


class HomeHeader(Panel):
    """A header with the program's name and its ledger."""

    DEFAULT_CSS = "HomeHeader { height: 1; }"

    def __init__(self, home: HomeRows) -> None:
        super().__init__()
        self.home = home

    def render(self) -> Content:
        count = self.home.game_count
        games = f"{count} game{'' if count == 1 else 's'} " if count else "no game yet "
        name: list[Piece] = [(" Warledger", "$primary bold"), "  "]
        if self.home.demo:
            name += [("DEMO: separate from your own games", "$warning bold"), "  "]
        width = self.size.width
        where = cut_beginning(
            self.home.where, width - join_pieces(name).cell_length - count_cells(games) - 4
        )
        return fill_line(width, name, [(f"{where}  ", "$quiet"), games])


class HomeListPanel(Panel):
    """A panel that lists running games, leagues and campaigns, finished games, and news."""

    def __init__(self, home: HomeRows) -> None:
        super().__init__(PanelEdges("┌", "┐"))
        self.home = home

    def render(self) -> Content:
        width, height = self.size
        parts = self._parts(width - 2, height) if self.home.shown else []
        if not parts:
            return super().render()
        lines: list[Content] = []
        for place, (title, body) in enumerate(parts):
            left, right = ("┌", "┐") if place == 0 else ("├", "┤")
            middle = draw_horizontal_rule(width - 2, [(title, "bold")])
            lines.append(join_pieces([(left, FRAME), middle, (right, FRAME)]))
            lines += [_inside(each, width) for each in body]
        return Content("\n").join(lines[:height])

    def render_title(self) -> Iterable[Piece]:
        return [("welcome", "bold")]

    def render_body(self, width: int, height: int) -> list[Content]:
        del height
        return _welcome(self.home.where, width)

    def _parts(self, width: int, height: int) -> list[tuple[str, list[Content]]]:
        """Render the sections with their lines, in exactly ``height`` lines."""
        news = self._news(width)
        room = height - (len(news) + 1 if news else 0)
        lines, focus = self._rows(width)
        if len(lines) > room:
            lines = _window(lines, focus, room)
        lines += [Content("")] * (room - len(lines))
        parts: list[tuple[str, list[Content]]] = []
        for one in lines:
            if isinstance(one, str):
                parts.append((one, []))
            else:
                parts[-1][1].append(one)
        if news:
            parts.append((self.home.seen.news_title, news))
        return parts

    def _rows(self, width: int) -> tuple[list[Content | str], int]:
        """Return the titles as text, the rows as content, and the index of the marked row."""
        home = self.home
        lines: list[Content | str] = []
        focus = 0
        title = ""
        games = [one for one in home.shown if isinstance(one, GameListLine)]
        columns = _columns(games, home.seen.belongs, width)
        for place, one in enumerate(home.shown):
            section = home.get_section_title(place)
            if section != title:
                lines.append(section)
                title = section
            marked = place == home.at
            if marked:
                focus = len(lines)
            if isinstance(one, LeagueListLine):
                row = _league_row(one, place, width, marked=marked)
                lines.append(make_clickable_row(row, place, home.at))
            elif isinstance(one, GameListLine):
                kind = _kind(one, home.seen.belongs)
                found = _row(one, kind, place, columns, width, marked=marked)
                lines.append(make_clickable_row(found, place, home.at))
                if marked:
                    lines += [_below(text, width) for text in home.waits]
            else:
                lines.append(
                    make_clickable_row(_more_row(one, place, width, marked=marked), place, home.at)
                )
        return lines, focus

    def _news(self, width: int) -> list[Content]:
        texts = [cut_text(text, width - 2) for text in self.home.seen.news[:NEWS]]
        return [join_pieces([f" {text}"]) for text in texts]


def _inside(content: Content, width: int) -> Content:
    return join_pieces([("│", FRAME), fit_content(content, width - 2), ("│", FRAME)])


def _window(lines: Sequence[Content | str], focus: int, room: int) -> list[Content | str]:
    """Return at most ``room`` lines with the marked one. The first is always a title."""
    start = max(0, min(focus - room // 2, len(lines) - room))
    titles = [one for one in lines[: start + 1] if isinstance(one, str)]
    window = list(lines[start : start + room])
    if window and not isinstance(window[0], str):
        window[0] = titles[-1]
    return window


def _columns(
    games: Sequence[GameListLine], belongs: Mapping[str, str], width: int
) -> tuple[int, int, int]:
    """Return the column widths of title, rules and turn. Each column is as wide as its widest text.
    The title gets the remaining width, and the turn gets what no title needs.
    """
    if not games:
        return width, 0, 0
    widest = max(count_cells(clean_text(_kind(game, belongs))) for game in games)
    longest = max(count_cells(clean_text(game.turn)) for game in games)
    rules, turn = min(widest, 26 if width > WIDE else 15), min(longest, 16)
    rest = max(count_cells(game.score) + count_cells(clean_text(game.when)) for game in games) + 8
    left = width - rules - turn - rest
    spare = left - max(count_cells(clean_text(game.title)) for game in games)
    more = max(0, min(spare, longest - turn))
    return max(left - more, 12), rules, turn + more


def _kind(game: GameListLine, belongs: Mapping[str, str]) -> str:
    """Return a game's rules, or the league or campaign to which a finished game belongs."""
    return belongs.get(game.stream, game.rules) if game.ended else game.rules


def _row(
    game: GameListLine,
    kind: str,
    place: int,
    columns: tuple[int, int, int],
    width: int,
    *,
    marked: bool,
) -> Content:
    title, rules, turn = columns
    left: list[Piece] = [
        draw_pointer(marked=marked),
        draw_row_key(place),
        " ",
        (pad_text(game.title, title), "bold" if marked else ""),
        " ",
        (pad_text(kind, rules), "$quiet"),
        " ",
    ]
    right: list[Piece] = [(f" {cut_text(game.when, 28)} ", "$quiet")]
    room = width - join_pieces([*left, " ", game.score, *right]).cell_length
    own = max(turn, min(count_cells(clean_text(game.turn)), room))
    return fill_line(width, [*left, pad_text(game.turn, own), " ", game.score], right)


def _league_row(one: LeagueListLine, place: int, width: int, *, marked: bool) -> Content:
    stands = cut_text(one.progress, max(20, width - 24))
    title = pad_text(one.title, max(12, width - count_cells(stands) - 6))
    left: list[Piece] = [
        draw_pointer(marked=marked),
        draw_row_key(place),
        " ",
        (title, "bold" if marked else ""),
        " ",
    ]
    return fill_line(width, left, [(f"{stands} ", "$quiet")])


def _more_row(text: str, place: int, width: int, *, marked: bool) -> Content:
    style = "bold" if marked else "$quiet"
    return fill_line(width, [draw_pointer(marked=marked), draw_row_key(place), " ", (text, style)])


def _below(text: str, width: int) -> Content:
    return fill_line(width, ["   ", (text, "$secondary")])


def _welcome(where: str, width: int) -> list[Content]:
    lines = [
        Content(""),
        join_pieces([("  Keeps the record while you play.", "bold")]),
        join_pieces(["  Every line is saved as you type it, in"]),
        *(join_pieces([("  " + part, "$secondary")]) for part in wrap_text(where, width - 4)),
        Content(""),
    ]
    for key, text in (
        ("n", "begin a game"),
        ("f", "build your own force, from a sample or by typing units"),
        ("d", "explore a finished demo, separate from your own games"),
        ("p", "practise one volley; nothing is saved (later, press v)"),
        ("l", "begin a league"),
        ("c", "begin a campaign"),
        ("?", "all keys"),
    ):
        told = join_pieces([(key, "$primary bold"), f"  {text}"])
        lines.append(join_pieces(["  ", make_content_clickable(told, list_keys_of_sign(key))]))
    return lines
