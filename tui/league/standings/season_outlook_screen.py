"""The season outlook, which shows who can still win and how."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content

from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.seasons.season_outlook_descriptions import (
    describe_games_left,
    describe_player_prospects,
    explain_chances,
    list_outlook_columns,
)
from tracker.application.leagues.seasons.standings_plain_text import make_division_heading as named
from tracker.leagues.league_divisions import NONE
from tracker.leagues.outlook.season_forecast import SeasonOutlook
from tui.key_bindings import KEYS
from tui.league.league_screen_base import LeagueScreen
from tui.league.scrollable_page_body import PageBody
from tui.terminal_text_fitting import Piece, cut_text, join_pieces, wrap_text
from tui.widgets.width_fitted_table import WidthFittedTable

STYLES = {"points": "bold", "first": "bold"}


class OutlookScreen(LeagueScreen):
    """The season outlook, with each player's certain results and what it takes to win."""

    commands = KEYS["page"]

    def __init__(self, book: Book, league: League) -> None:
        super().__init__(book, league)
        self.found: list[tuple[str, SeasonOutlook]] = []
        self.why = ""
        PageBody(self, self.render_page_lines)

    def get_export_file_stem(self) -> str:
        return "who can still win"

    def render_heading(self) -> Iterable[Piece]:
        return [(cut_text(self.league.title, 40), "bold"), " · who can still win"]

    def load_data(self) -> None:
        """Simulate the rest of the season."""
        self.found, self.why = [], ""
        table = self.league.table
        try:
            self.found = [
                (one, table.forecast_season(division=one)) for one in table.list_divisions() or [""]
            ]
        except Refused as refused:
            self.why = refused.message

    def render_page_lines(self, width: int) -> list[Content]:
        if not self.found:
            wrapped = wrap_text(self.why, width - 2)
            return [Content(""), *(join_pieces([f" {each}"]) for each in wrapped)]
        lines: list[Content] = []
        for division, found in self.found:
            if self.league.state.get_divisions():
                lines += [Content("")] if lines else []
                lines.append(join_pieces([(f" {named(division or NONE)}", "$primary bold")]))
            lines += self._field(found, width)
        for sentence in explain_chances(self.found[0][1]):
            lines.append(Content(""))
            lines += [
                join_pieces([(f" {each}", "$quiet")]) for each in wrap_text(sentence, width - 2)
            ]
        return lines

    def _field(self, found: SeasonOutlook, width: int) -> list[Content]:
        """Render all players of a division, or of the whole league."""
        state = self.league.state
        columns = WidthFittedTable(
            list_outlook_columns(state, found), found.prospects, width, STYLES
        )
        lines = [join_pieces([(f" {describe_games_left(found)}", "$quiet")]), Content("")]
        lines.append(columns.draw_heading_row())
        for one in found.prospects:
            lines.append(columns.draw_row(one))
            style = "$warning" if one.first_is == "gone" else "$success"
            for text in describe_player_prospects(state, found, one):
                lines += [
                    join_pieces([(f"      {each}", style)]) for each in wrap_text(text, width - 7)
                ]
        return lines
