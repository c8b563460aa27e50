"""The ratings page. Ratings show playing strength, not who leads the league."""

from __future__ import annotations

from textual.content import Content

from tracker.application.leagues.seasons.standings_plain_text import list_rating_columns
from tracker.leagues.glicko_ratings import SETTLED
from tui.key_bindings import KEYS
from tui.screen_base_classes import PageScreen
from tui.terminal_text_fitting import join_styled, wrap_styled
from tui.widgets.width_fitted_table import WidthFittedTable

ABOUT = (
    f"Glicko-2 ratings over all seasons, updated each round; provisional until {SETTLED} games. "
    "The true rating lies within two deviations 95 times in 100. Points, not ratings, decide the "
    "league."
)
STYLES = {"rating": "bold", "": "$warning"}


class RatingsScreen(PageScreen):
    commands = KEYS["page"]
    page_name = "ratings"

    def render_page_lines(self, width: int) -> list[Content]:
        ratings = self.league.table.list_ratings()
        about = wrap_styled(ABOUT, width - 2, "$quiet", head=" ")
        if not ratings:
            return [*about, Content(""), join_styled([" Nobody has played yet."])]
        columns = WidthFittedTable(list_rating_columns(self.league.state), ratings, width, STYLES)
        rows = [columns.draw_row(rating) for rating in ratings]
        return [*about, Content(""), columns.draw_heading_row(), *rows]
