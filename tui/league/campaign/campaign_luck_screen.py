"""The screen that shows the luck in a campaign or league, and what the numbers are based on."""

from __future__ import annotations

from textual.content import Content

from tracker.application.campaigns.campaign_luck import LuckRow, compute_campaign_luck
from tracker.application.chances.luck_table_columns import TALLY_COLUMNS, WORSE_NOTE
from tracker.application.table_columns import Column
from tui.key_bindings import KEYS
from tui.screen_base_classes import PageScreen
from tui.terminal_text_fitting import join_styled, wrap_styled
from tui.widgets.width_fitted_table import WidthFittedTable

NO_GAME = "There is no finished game in this ledger yet."
NO_DICE = "There are no dice with a known success or failure yet."


class CampaignLuckScreen(PageScreen):
    commands = KEYS["page"]
    page_name = "luck"

    def load_screen_data(self) -> None:
        self.luck = compute_campaign_luck(self.league)

    def render_page_lines(self, width: int) -> list[Content]:
        luck = self.luck
        lines = wrap_styled(f"Based on: {luck.rests_on}.", width - 2, head=" ")
        groups = (("players", luck.players), ("kinds of roll", luck.kinds), ("units", luck.units))
        if not any(rows for _, rows in groups):
            return [*lines, Content(""), join_styled([f" {NO_DICE if luck.kept else NO_GAME}"])]
        for title, rows in groups:
            name = Column[LuckRow](title, _name_row, words=True)
            columns = WidthFittedTable((name, *TALLY_COLUMNS), luck.rows, width, {})
            lines += [Content(""), columns.draw_heading_row()]
            lines += [columns.draw_row(row) for row in rows]
        closing = f"{WORSE_NOTE} Over many rolls, unlikely results are bound to occur."
        return [*lines, Content(""), *wrap_styled(closing, width - 2, "$quiet", head=" ")]


def _name_row(row: LuckRow) -> str:
    parts = [part for part in (row.unit or row.player, row.what) if part]
    return " · ".join(parts) or "nobody's dice"
