"""What units carry from one game to the next: chosen, with its rules in words."""

from __future__ import annotations

from pathlib import Path

from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.application.leagues import scheme_choice
from tracker.application.leagues.league import League
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.rosters import read_roster_file
from tui.league.campaign.forms.screen import CampaignAsked
from tui.league.season.season_rows import CarriedRow
from tui.widgets.form import FormRow, TextRow

OWN = "rules of one's own"


class WhatIsCarried(CampaignAsked):
    """Those that ship, or a file of one's own; they hold from the next game on."""

    about = "between games"

    def __init__(self, book: Book, league: League) -> None:
        super().__init__(book, league)
        self.rules = CarriedRow("What units carry on", league.state.info.rules, OWN)
        self.file = TextRow("The file with the rules (TOML)")
        self.why = TextRow("Why it changes", "no reason")

    def rows(self) -> list[FormRow]:
        file = [self.file] if self.rules.value == OWN else []
        return [self.rules, *file, self.why]

    def keep(self) -> LeagueEntry:
        """Change the rules. Raises ``Refused`` and ``LedgerError``."""
        text = self.rules.value
        if text == OWN:
            if not self.file.text.strip():
                raise Refused("Say in which file the rules are.")
            text = read_roster_file(Path(self.file.text.strip()).expanduser()) + "\n"
        return self.league.forces.change_rules(
            scheme_choice.choose_carried(text), why=self.why.text
        )
