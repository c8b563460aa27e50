"""The command that finds a force or unit by name, available on a campaign's pages."""

from __future__ import annotations

from tracker.application.errors import Refused
from tracker.application.leagues.league_name_lookup import find_campaign_unit, find_force
from tracker.application.name_lookup import find_id_by_whole_name_or_id
from tui.screen_base_classes import LeagueScreen
from tui.widgets.line_entry_dialog import LineEntryDialog


class CampaignSearchCommand:
    """The command that finds a force or unit of a campaign by name and opens its page."""

    def __init__(self, screen: LeagueScreen) -> None:
        self.screen = screen
        screen.parts = (*screen.parts, self)

    def do_find_unit_or_force(self) -> None:
        hint = "a unit or force, or the start of its name"
        self.screen.app.push_screen(
            LineEntryDialog("/", accept_line=self._open_named_page, hint=hint, accept_word="open")
        )

    def _open_named_page(self, typed: str) -> None:
        if not typed.strip():
            raise Refused("Type part of a name, or press Esc to close.")
        state = self.screen.league.state
        units = {unit.id: unit.name for unit in state.units.values()}
        forces = {force.id: force.name for force in state.forces.values()}
        exact = find_id_by_whole_name_or_id(typed, forces, "force") or find_id_by_whole_name_or_id(
            typed, units, "unit"
        )
        try:
            force = find_force(state, exact or typed).id
        except Refused:
            unit = find_campaign_unit(state, exact or typed).id
            self.screen.call_later(self.screen.open_screen, "unit", unit)
        else:
            self.screen.call_later(self.screen.open_screen, "force", force)
