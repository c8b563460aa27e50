"""The form for a campaign's carry-over rules: what units keep from game to game."""

from __future__ import annotations

from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.application.leagues.campaign import campaign_force_and_game_commands
from tracker.application.leagues.league import League
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.roster_files_and_samples import read_roster_file
from tracker.application.text_file_decoding import expand_home_folder
from tui.league.campaign.forms.campaign_form_screen import CampaignForm
from tui.league.season.season_form_and_league_form_rows import CarryOverRow
from tui.widgets.questionnaire_form import FormRow, TextRow

OWN_RULES = "your own rules"


class CarryOverForm(CampaignForm):
    """The form that sets the carry-over rules from the next game on, from a preset or a file."""

    about = "carry-over rules"

    def __init__(self, book: Book, league: League) -> None:
        super().__init__(book, league)
        self.rules = CarryOverRow("What units carry over", league.state.info.rules, OWN_RULES)
        self.file = TextRow("Rules file (TOML)")
        self.reason = TextRow("Reason for the change", "no reason")

    def list_rows(self) -> list[FormRow]:
        file = [self.file] if self.rules.value == OWN_RULES else []
        return [self.rules, *file, self.reason]

    def save_answers(self) -> LeagueEntry:
        """Set the carry-over rules. Raises ``Refused`` and ``LedgerError``."""
        text = self.rules.value
        if text == OWN_RULES:
            if not self.file.text.strip():
                raise Refused("Type the name of the rules file.")
            text = read_roster_file(expand_home_folder(self.file.text)) + "\n"
        return self.league.forces.set_carry_over_rules(
            campaign_force_and_game_commands.resolve_carry_over_rules(text), why=self.reason.text
        )
