"""The panels of the standings: the table, and the marked player's numbers explained."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.content import Content
from textual.widget import Widget

from tracker.application.leagues.seasons.standings_plain_text import (
    describe_results_progress,
    describe_scoring,
    format_standings_title,
    group_standings_by_division,
    list_standings_columns,
    list_standings_notes,
)
from tui.terminal_text_fitting import (
    Piece,
    clean_text,
    count_cells,
    cut_text,
    fill_line,
    join_pieces,
    wrap_text,
)
from tui.views.standings_view import StandingsView
from tui.widgets import clickable_text
from tui.widgets.list_row_drawing import draw_pointer, find_first_shown_row
from tui.widgets.panel import Panel, PanelEdges
from tui.widgets.width_fitted_table import WidthFittedTable

STYLES = {"#": "$primary", "points": "bold"}


class StandingsHeader(Widget):
    """A header with the league, the round and the tie-breaks."""

    DEFAULT_CSS = "StandingsHeader { height: 1; }"

    def __init__(self, screen: StandingsView) -> None:
        super().__init__()
        self.standings = screen

    def render(self) -> Content:
        screen, width = self.standings, self.size.width
        after = f" · {format_standings_title(screen.league, screen.table, screen.season)}"
        if screen.is_earlier_round:
            after += " (as it was)"
        right = f"{describe_scoring(screen.table)} "
        room = width - count_cells(after) - count_cells(right) - 2
        if room < 10:
            right = cut_text(right, max(0, width - count_cells(after) - 12))
            room = width - count_cells(after) - count_cells(right) - 2
        title = (cut_text(screen.league.title, max(room, 8)), "$primary bold")
        return fill_line(width, [" ", title, after], [(right, "$quiet")])


class StandingsTable(Panel):
    """A panel with the standings, with a row for each player."""

    def __init__(self, screen: StandingsView) -> None:
        super().__init__(PanelEdges("┌", "┐"))
        self.standings = screen

    def render_right_title(self) -> Iterable[Piece]:
        rows = len(self.standings.table.rows)
        return [f"{rows} players"] if rows > self.size.height - 2 else []

    def render_body(self, width: int, height: int) -> list[Content]:
        screen = self.standings
        rows = screen.table.rows
        if not rows:
            return [Content(""), join_pieces(["  Nobody is enrolled yet. Press q, then p and n."])]
        columns = WidthFittedTable(list_standings_columns(screen.table), rows, width, STYLES)
        room = max(1, height - 1)
        lines: list[Content] = []
        marked = 0
        for name, each in group_standings_by_division(screen.table):
            if name:
                lines.append(join_pieces([(f"  {name}", "$primary bold")]))
            for row in each:
                here = row.player == rows[screen.at].player
                marked = len(lines) if here else marked
                style = "$quiet" if row.dropped else "bold" if here else ""
                told = columns.draw_row(row, style=style, lead=draw_pointer(marked=here))
                lines.append(clickable_text.make_clickable_row(told, rows.index(row), screen.at))
        start = find_first_shown_row(len(lines), marked, room)
        return [columns.draw_heading_row(), *lines[start : start + room]]


class PlayerDetailPanel(Panel):
    """A panel with the marked player's numbers: rounds, sums, neighbours, opponents not met."""

    def __init__(self, screen: StandingsView) -> None:
        super().__init__()
        self.standings = screen

    def render_title(self) -> Iterable[Piece]:
        row = self.standings.marked_row
        if row is None:
            return []
        return [(cut_text(row.name, 40), "bold"), ": every number explained"]

    def render_right_title(self) -> Iterable[Piece]:
        return (
            [clickable_text.render_key_hint("Enter", "full")] if self.standings.marked_row else []
        )

    def render_body(self, width: int, height: int) -> list[Content]:
        screen = self.standings
        after = screen.table.after
        told = [
            describe_results_progress(screen.league, after, screen.season),
            *list_standings_notes(screen.league, screen.table, screen.as_of, screen.season),
        ]
        below = [each for note in told for each in wrap_text(note, width - 2)[:2]]
        lines = wrap_text_groups(screen.explained, width - 2)
        room = max(0, height - min(len(below), 3))
        if len(lines) > room:
            lines = [*lines[: max(room - 1, 0)], "… Enter shows the rest"]
        gap = [""] * max(0, height - len(lines) - len(below))
        shown_below = below[: height - len(lines) - len(gap)]
        return [
            *(join_pieces([f" {each}"]) for each in [*lines, *gap]),
            *(join_pieces([(f" {each}", "$quiet")]) for each in shown_below),
        ]


def wrap_text_groups(groups: Sequence[Sequence[str]], width: int) -> list[str]:
    """Wrap each group separately, with as many of its parts on a line as fit."""
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
                here += [part] if count_cells(clean_text(part)) <= width else wrap_text(part, width)
        lines += here
    return lines
