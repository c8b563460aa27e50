"""The panels of the standings: the table, and the explanation of the marked player's numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.content import Content

from tracker.application.leagues.seasons.standings_columns_and_text import (
    describe_results_progress,
    describe_scheme_and_tie_breaks,
    format_standings_title,
    group_standings_by_division,
    list_standings_columns,
    list_standings_notes,
)
from tui.terminal_text_fitting import (
    StyledText,
    count_cells,
    cut_text,
    fill_line,
    join_styled,
    wrap_text,
)
from tui.views.standings_view import StandingsView
from tui.widgets.clickable_text import render_key_hint
from tui.widgets.list_rows import draw_pointer, find_first_shown_row, make_clickable_row
from tui.widgets.panel import TOP_EDGES, LinePanel, ModelPanel
from tui.widgets.width_fitted_table import WidthFittedTable

STYLES = {"#": "$primary", "points": "bold"}


class StandingsTitlePanel(LinePanel[StandingsView]):
    def render(self) -> Content:
        standings, width = self.model, self.size.width
        heading = format_standings_title(standings.league, standings.as_of, standings.season)
        details = f" · {heading}"
        if standings.is_earlier_round:
            details += " (as it was)"
        right = f"{describe_scheme_and_tie_breaks(standings.table)} "
        room = width - count_cells(details) - count_cells(right) - 2
        if room < 10:
            right = cut_text(right, max(0, width - count_cells(details) - 12))
            room = width - count_cells(details) - count_cells(right) - 2
        title = (cut_text(standings.league.title, max(room, 8)), "$primary bold")
        return fill_line(width, [" ", title, details], [(right, "$quiet")])


class StandingsTablePanel(ModelPanel[StandingsView]):
    edges = TOP_EDGES

    def render_right_title(self) -> Iterable[StyledText]:
        rows = len(self.model.table.rows)
        return [f"{rows} players"] if rows > self.size.height - 2 else []

    def render_body(self, width: int, height: int) -> list[Content]:
        standings = self.model
        rows = standings.table.rows
        if not rows:
            return [Content(""), join_styled(["  Nobody is enrolled yet. Press q, then p and n."])]
        columns = WidthFittedTable(list_standings_columns(standings.table), rows, width, STYLES)
        room = max(1, height - 1)
        lines: list[Content] = []
        marked_line = 0
        for name, division_rows in group_standings_by_division(standings.table):
            if name:
                lines.append(join_styled([(f"  {name}", "$primary bold")]))
            for row in division_rows:
                is_marked = row.player == rows[standings.cursor].player
                marked_line = len(lines) if is_marked else marked_line
                style = "$quiet" if row.dropped else "bold" if is_marked else ""
                line = columns.draw_row(row, style=style, lead=draw_pointer(marked=is_marked))
                lines.append(make_clickable_row(line, rows.index(row), standings.cursor))
        start = find_first_shown_row(len(lines), marked_line, room)
        return [columns.draw_heading_row(), *lines[start : start + room]]


class PlayerDetailPanel(ModelPanel[StandingsView]):
    def render_title(self) -> Iterable[StyledText]:
        row = self.model.marked_row
        if row is None:
            return []
        return [(cut_text(row.name, 40), "bold"), ": every number explained"]

    def render_right_title(self) -> Iterable[StyledText]:
        return [render_key_hint("Enter", "details")] if self.model.marked_row else []

    def render_body(self, width: int, height: int) -> list[Content]:
        standings = self.model
        league, table, season = standings.league, standings.table, standings.season
        notes = [describe_results_progress(league, standings.last_ranked_round, season)]
        notes += list_standings_notes(league, table, standings.as_of, season)
        note_lines = [line for note in notes for line in wrap_text(note, width - 2)[:2]]
        lines = wrap_text_groups(standings.breakdown, width - 2)
        room = max(0, height - min(len(note_lines), 3))
        if len(lines) > room:
            lines = [*lines[: max(room - 1, 0)], "… Enter shows the rest"]
        gap = [""] * max(0, height - len(lines) - len(note_lines))
        shown_below = note_lines[: height - len(lines) - len(gap)]
        return [
            *(join_styled([f" {line}"]) for line in [*lines, *gap]),
            *(join_styled([(f" {line}", "$quiet")]) for line in shown_below),
        ]


def wrap_text_groups(groups: Sequence[Sequence[str]], width: int) -> list[str]:
    """Wrap each group of texts separately. A line contains as many texts of a group as fit."""
    lines: list[str] = []
    for group in groups:
        group_lines: list[str] = []
        for part in group:
            if group_lines and count_cells(group_lines[-1]) + 3 + count_cells(part) <= width:
                group_lines[-1] += "   " + part
            else:
                group_lines += [part] if count_cells(part) <= width else wrap_text(part, width)
        lines += group_lines
    return lines
