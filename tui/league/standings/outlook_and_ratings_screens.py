"""The page that shows who can still win and how, and the page of the players' ratings."""

from __future__ import annotations

from textual.content import Content

from tracker.application.errors import Refused
from tracker.application.leagues.seasons.season_outlook_descriptions import (
    describe_games_left,
    describe_player_prospects,
    explain_chances,
    list_outlook_columns,
)
from tracker.application.leagues.seasons.standings_columns_and_text import (
    format_division_heading,
    list_rating_columns,
)
from tracker.leagues.divisions_and_promotion import NONE
from tracker.leagues.glicko_ratings import SETTLED
from tracker.leagues.outlook.season_outlook import SeasonOutlook
from tui.key_bindings import KEYS
from tui.screen_base_classes import PageScreen
from tui.terminal_text_fitting import join_styled, wrap_styled
from tui.widgets.width_fitted_table import WidthFittedTable

OUTLOOK_STYLES = {"points": "bold", "first": "bold"}


class OutlookScreen(PageScreen):
    commands = KEYS["page"]
    page_name = "who can still win"

    def load_screen_data(self) -> None:
        self.outlooks: list[tuple[str, SeasonOutlook]] = []
        self.refusal = ""
        table = self.league.table
        try:
            self.outlooks = [
                (division, table.forecast_season(division=division))
                for division in table.list_divisions_with_ranked_players() or [""]
            ]
        except Refused as refused:
            self.refusal = refused.message

    def render_page_lines(self, width: int) -> list[Content]:
        if not self.outlooks:
            return [Content(""), *wrap_styled(self.refusal, width - 2, head=" ")]
        lines: list[Content] = []
        for division, outlook in self.outlooks:
            if self.league.state.get_divisions():
                lines += [Content("")] if lines else []
                heading = format_division_heading(division or NONE)
                lines.append(join_styled([(f" {heading}", "$primary bold")]))
            lines += self._render_division(outlook, width)
        for sentence in explain_chances(self.outlooks[0][1]):
            lines += [Content(""), *wrap_styled(sentence, width - 2, "$quiet", head=" ")]
        return lines

    def _render_division(self, outlook: SeasonOutlook, width: int) -> list[Content]:
        state = self.league.state
        columns = list_outlook_columns(state, outlook)
        table = WidthFittedTable(columns, outlook.prospects, width, OUTLOOK_STYLES)
        lines = [join_styled([(f" {describe_games_left(outlook)}", "$quiet")]), Content("")]
        lines.append(table.draw_heading_row())
        for player in outlook.prospects:
            lines.append(table.draw_row(player))
            style = "$warning" if player.first_is == "gone" else "$success"
            for text in describe_player_prospects(state, outlook, player):
                lines += wrap_styled(text, width - 7, style, head="      ")
        return lines


ABOUT_RATINGS = (
    f"Glicko-2 ratings over all seasons, updated each round; provisional until {SETTLED} games. "
    "The true rating lies within two deviations 95 times in 100. Points, not ratings, decide the "
    "league."
)
RATING_STYLES = {"rating": "bold", "": "$warning"}


class RatingsScreen(PageScreen):
    commands = KEYS["page"]
    page_name = "ratings"

    def render_page_lines(self, width: int) -> list[Content]:
        ratings = self.league.table.list_ratings()
        about = wrap_styled(ABOUT_RATINGS, width - 2, "$quiet", head=" ")
        if not ratings:
            return [*about, Content(""), join_styled([" Nobody has played yet."])]
        columns = list_rating_columns(self.league.state)
        table = WidthFittedTable(columns, ratings, width, RATING_STYLES)
        rows = [table.draw_row(rating) for rating in ratings]
        return [*about, Content(""), table.draw_heading_row(), *rows]
