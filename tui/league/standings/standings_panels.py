"""The parts of the standings: the table, and the marked player's numbers opened."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.content import Content
from textual.widget import Widget

from tracker.application.leagues.standings_text import (
    describe_deciders,
    describe_movement,
    describe_results_in,
    group_by_division,
    list_notes,
    name_table,
)
from tracker.leagues.arithmetic_text import format_amount
from tracker.leagues.standings import Standings, StandingsRow
from tui.league.standings.standings_view import StandingsShown
from tui.screen_text import Piece, clean_text, count_cells, cut, fill_line, join, pad_text, wrap
from tui.widgets import clicks
from tui.widgets.frame import Edges, Panel
from tui.widgets.rows import draw_pointer, find_first_shown

OTHERS = 3 + 2 + 8 + 9 + 7  # place, gap, bonus, points, move
GAMES = (("P", 4), ("W", 4), ("D", 2), ("L", 2))
IN_WORDS = (("played", 9), ("won", 6), ("drawn", 8), ("lost", 7))
TIE = 8
NARROWEST = 14


class StandingsHead(Widget):
    """The league, as of which round, and what decides."""

    DEFAULT_CSS = "StandingsHead { height: 1; }"

    def __init__(self, screen: StandingsShown) -> None:
        super().__init__()
        self.standings = screen

    def render(self) -> Content:
        screen, width = self.standings, self.size.width
        after = f" · {name_table(screen.league, screen.table, screen.season)}"
        if screen.earlier_round:
            after += " (as it was)"
        right = f"{describe_deciders(screen.table)} "
        room = width - count_cells(after) - count_cells(right) - 2
        if room < 10:
            right = cut(right, max(0, width - count_cells(after) - 12))
            room = width - count_cells(after) - count_cells(right) - 2
        title = (cut(screen.league.title, max(room, 8)), "$primary bold")
        return fill_line(width, [" ", title, after], [(right, "$quiet")])


class StandingsTable(Panel):
    """A row a player."""

    def __init__(self, screen: StandingsShown) -> None:
        super().__init__(Edges("┌", "┐"))
        self.standings = screen

    def right_title(self) -> Iterable[Piece]:
        rows = len(self.standings.table.rows)
        return [f"{rows} players"] if rows > self.size.height - 2 else []

    def body(self, width: int, height: int) -> list[Content]:
        screen = self.standings
        rows = screen.table.rows
        if not rows:
            return [Content(""), join(["  Nobody is enrolled yet: q, then p and n."])]
        columns = Columns(screen.table, width)
        room = max(1, height - 1)
        lines: list[Content] = []
        marked = 0
        for name, each in group_by_division(screen.table):
            if name:
                lines.append(join([(f"  {name}", "$primary bold")]))
            for row in each:
                here = row.player == rows[screen.at].player
                marked = len(lines) if here else marked
                told = columns.row(row, width, marked=here)
                lines.append(clicks.make_row(told, rows.index(row), screen.at))
        start = find_first_shown(len(lines), marked, room)
        return [columns.head(width), *lines[start : start + room]]


class Columns:
    """How wide the columns are, in words where all have room so, else as many tie-breaks as fit."""

    def __init__(self, table: Standings, width: int) -> None:
        names = max(count_cells(clean_text(_name(row))) for row in table.rows)
        least = min(names, NARROWEST)
        valued = [one for one in table.tie_breaks if one != "lots"]
        self.games, heads, self.tie = IN_WORDS, valued, max([TIE, *(len(t) + 3 for t in valued)])
        if self._fixed + least + self.tie * len(valued) > width:
            self.games, heads, self.tie = GAMES, [table.head(one) for one in valued], TIE
        many = max(0, (width - self._fixed - least) // self.tie)
        self.ties, self.heads = valued[:many], heads[:many]
        self.names = max(6, min(names, width - self._fixed - self.tie * len(self.ties)))

    @property
    def _fixed(self) -> int:
        return OTHERS + sum(room for _, room in self.games)

    def head(self, width: int) -> Content:
        games = "".join(f"{word:>{room}}" for word, room in self.games)
        ties = "".join(f"{head:>{self.tie}}" for head in self.heads)
        text = f"  #  {pad_text('player', self.names)}{games}{ties}   bonus   points  move"
        return fill_line(width, [(text, "$quiet bold")])

    def row(self, row: StandingsRow, width: int, *, marked: bool) -> Content:
        style = "bold" if marked else ""
        values = [row.tie(one) for one in self.ties]
        ties = "".join(
            f"{'' if value is None else format_amount(name, value):>{self.tie}}"
            for name, value in zip(self.ties, values, strict=True)
        )
        bonus = row.bonus.short if row.bonus.over else ""
        numbers = (row.played, row.won, row.drawn, row.lost)
        games = "".join(
            f"{number:>{room}}" for number, (_, room) in zip(numbers, self.games, strict=True)
        )
        return fill_line(
            width,
            [
                draw_pointer(marked=marked),
                (f"{row.place:>2}", "$primary"),
                "  ",
                (_padded(row, self.names), "$quiet" if row.dropped else style),
                games,
                (ties, "$quiet"),
                f"{bonus:>8}",
                (f"{row.points.short:>9}", "bold"),
                f"  {describe_movement(row)}",
            ],
        )


DROPPED = "  dropped"


def _name(row: StandingsRow) -> str:
    return row.name + DROPPED if row.dropped else row.name


def _padded(row: StandingsRow, width: int) -> str:
    """The name; however long it is, who dropped out is said."""
    if not row.dropped:
        return pad_text(row.name, width)
    return pad_text(cut(row.name, max(1, width - len(DROPPED))) + DROPPED, width)


class OpenedPanel(Panel):
    """Every number of the marked player: rounds, sums, the neighbours, who was not met."""

    def __init__(self, screen: StandingsShown) -> None:
        super().__init__()
        self.standings = screen

    def title(self) -> Iterable[Piece]:
        row = self.standings.marked
        if row is None:
            return []
        return [(cut(row.name, 40), "bold"), ": every number opened"]

    def right_title(self) -> Iterable[Piece]:
        return [clicks.hint("Enter", "full")] if self.standings.marked else []

    def body(self, width: int, height: int) -> list[Content]:
        screen = self.standings
        after = screen.table.after
        told = [
            describe_results_in(screen.league, after, screen.season),
            *list_notes(screen.league, screen.table, screen.season),
        ]
        below = [each for note in told for each in wrap(note, width - 2)[:2]]
        lines = pack_groups(screen.explained, width - 2)
        room = max(0, height - min(len(below), 3))
        if len(lines) > room:
            lines = [*lines[: max(room - 1, 0)], "… Enter shows the rest"]
        gap = [""] * max(0, height - len(lines) - len(below))
        shown_below = below[: height - len(lines) - len(gap)]
        return [
            *(join([f" {each}"]) for each in [*lines, *gap]),
            *(join([(f" {each}", "$quiet")]) for each in shown_below),
        ]


def pack_groups(groups: Sequence[Sequence[str]], width: int) -> list[str]:
    """Each group on lines of its own, as many of its parts beside each other as fit."""
    lines: list[str] = []
    for group in groups:
        here: list[str] = []
        for part in group:
            if (
                here
                and count_cells(clean_text(here[-1])) + 3 + count_cells(clean_text(part)) <= width
            ):
                here[-1] += "   " + part
            else:
                here += _kept(part, width)
        lines += here
    return lines


def _kept(text: str, width: int) -> list[str]:
    return [text] if count_cells(clean_text(text)) <= width else wrap(text, width)
