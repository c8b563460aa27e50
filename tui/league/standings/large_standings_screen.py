"""Standings that can be read from far away, with large places, names and points."""

from __future__ import annotations

from collections.abc import Iterator

from textual.app import ComposeResult
from textual.content import Content

from tracker.application.book import Book
from tracker.application.leagues.league import League
from tracker.application.leagues.seasons.standings_columns_and_text import (
    format_standings_title,
    group_standings_by_division,
)
from tracker.leagues.results.standings import StandingsRow
from tui.key_bindings import FOOTERS, KEYS
from tui.screen_base_classes import LeagueScreen
from tui.terminal_text_fitting import (
    count_cells,
    cut_text,
    fill_line,
    fit_content,
    join_styled,
    remove_unprintable_characters,
)
from tui.views.standings_view import read_or_compute_standings
from tui.widgets.large_characters import LINES, draw_large_text
from tui.widgets.list_rows import PagingKeys
from tui.widgets.panel import ModelPanel
from tui.widgets.screen_bottom_lines import Footer

HEAD_LINES = 2
POINTS_WIDTH = 16  # cells for the points
PLACE_WIDTH = 9
WIDE_WIDTH = 100
GAMES_WIDTH = 18  # cells for won, drawn and lost, if they fit


class LargeStandingsScreen(LeagueScreen):
    """The standings in large type. Pages turn only when a key is pressed."""

    commands = KEYS["large"]

    def __init__(
        self, book: Book, league: League, as_of: str = "", season: int | None = None
    ) -> None:
        super().__init__(book, league)
        self.as_of = as_of
        self.season = season
        self.page = 0
        self.parts = (PagingKeys(self._turn_page, lambda: 1),)

    def compose(self) -> ComposeResult:
        yield LargeStandingsPanel(self)
        yield Footer(FOOTERS["large"])

    def _turn_page(self, step: int) -> None:
        self.page = max(0, self.page + step)
        self.redraw()


class LargeStandingsPanel(ModelPanel[LargeStandingsScreen]):
    """A panel with as many players as fit, each in three lines of large letters."""

    def render(self) -> Content:
        screen = self.model
        width, height = self.size
        table = read_or_compute_standings(screen.league, screen.as_of, screen.season)
        # Letters are half a line shorter than the lines that they fill, so rows need no gap.
        divisions = group_standings_by_division(table)
        longest = max((len(rows) for _, rows in divisions), default=0)
        gap = int(longest * (LINES + 1) - 1 <= height - HEAD_LINES)
        rows_per_page = max(1, (height - HEAD_LINES + gap) // (LINES + gap))
        pages = [
            (name, rows[start : start + rows_per_page])
            for name, rows in divisions
            for start in range(0, len(rows), rows_per_page)
        ] or [("", [])]
        screen.page = min(screen.page, len(pages) - 1)
        page_text = f"{screen.page + 1} of {len(pages)} " if len(pages) > 1 else ""
        heading = format_standings_title(screen.league, screen.as_of, screen.season)
        heading = heading.removeprefix("standings ")
        division, rows = pages[screen.page]
        heading = f"{division} · {heading}" if division else heading
        title = f" {cut_text(screen.league.title, width // 2)} · {heading}"
        lines = [fill_line(width, [(title, "$primary bold")], [page_text])]
        lines.append(_render_heading_row(width))
        if not table.rows:
            lines.append(join_styled(["   Nobody is enrolled yet."]))
        for row in rows:
            lines += [*_render_row(row, width), *[Content("")] * gap]
        lines = lines[:height]
        return Content("\n").join([*lines, *[Content("")] * (height - len(lines))])


def _render_heading_row(width: int) -> Content:
    games = "won  drawn  lost" if width >= WIDE_WIDTH else ""
    right = f"{games.ljust(GAMES_WIDTH)}{'points':>{POINTS_WIDTH - 1}} " if games else "points "
    return fill_line(width, [("   #      player", "$quiet")], [(right, "$quiet")])


def _render_row(row: StandingsRow, width: int) -> Iterator[Content]:
    games_width = GAMES_WIDTH if width >= WIDE_WIDTH else 0
    mark = ("", " dropped ", "") if row.dropped else ("", "", "")
    room = width - PLACE_WIDTH - POINTS_WIDTH - games_width - len(mark[1])
    places = draw_large_text(str(row.place), PLACE_WIDTH - 1)
    names = draw_large_text(remove_unprintable_characters(row.name), room)
    points = draw_large_text(row.points.short, POINTS_WIDTH) or ["", row.points.short, ""]
    if not names:
        names = ["", cut_text(row.name, room), ""]
    style = "$quiet" if row.dropped else "bold"
    games_text = ["", f"{row.won:>2}{row.drawn:>5}{row.lost:>5}" if games_width else "", ""]
    for line in range(LINES):
        name = fit_content(join_styled([(names[line], style)]), room)
        dropped = fit_content(join_styled([(mark[line], "$warning")]), len(mark[1]))
        number = fit_content(join_styled([(f" {places[line]}", "$primary")]), PLACE_WIDTH)
        games_cell = fit_content(join_styled([(games_text[line], "$quiet")]), games_width)
        value = points[line]
        longest = max(count_cells(text) for text in points)
        right = " " * (POINTS_WIDTH - longest - 1) + value.ljust(longest) + " "
        row_points = join_styled([(right, "$success bold")])
        yield fit_content(join_styled([number, name, dropped, games_cell, row_points]), width)
