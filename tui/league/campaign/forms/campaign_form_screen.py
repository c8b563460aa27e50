"""The screen of a campaign form with a row for each question. Enter on the last row saves."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.app import ComposeResult
from textual.screen import Screen

from tracker.application.book import Book
from tracker.application.campaigns.fixture_game_start_and_linking import (
    describe_figures_awaiting_recovery,
)
from tracker.application.leagues.league import League
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.match.game import Game
from tui.key_bindings import FOOTERS, KEYS
from tui.league.season.season_form_and_league_form_rows import SaveRow
from tui.screen_base_classes import LeagueScreen, show_errors
from tui.screen_routes import make_screen
from tui.terminal_text_fitting import StyledText
from tui.widgets.questionnaire_form import FormKeys, FormPanel, FormRow, Questionnaire
from tui.widgets.screen_bottom_lines import compose_screen_footer


class CampaignForm:
    """The questions of a form. If ``saves_at_once`` is true, Enter saves on any row."""

    about = ""
    hint = "nothing is saved until the last row"
    saves_at_once = False

    def __init__(self, book: Book, league: League) -> None:
        self.book = book
        self.league = league
        self.save_row = SaveRow("Save")
        self.questionnaire = Questionnaire(self._list_all_rows)

    def _list_all_rows(self) -> Sequence[FormRow]:
        return self.list_rows() if self.saves_at_once else [*self.list_rows(), self.save_row]

    def list_rows(self) -> list[FormRow]:
        return []

    def make_current_row_screen(self) -> Screen[str | None] | None:
        """Create the screen that Enter opens on the current row, or return None."""
        return None

    def store_screen_result(self, answer: str | None) -> None:
        """Store the result of the screen that Enter opened."""

    def save_answers(self) -> LeagueEntry | Game:
        """Save the answers, or nothing at all. Raises ``Refused`` and ``LedgerError``."""
        raise NotImplementedError


class CampaignFormScreen(LeagueScreen):
    """The screen of a form. It returns a message, or opens the table if the form begins a game."""

    commands = KEYS["campaign_form"]

    def __init__(
        self, book: Book, league: League, make_form: Callable[[Book, League], CampaignForm]
    ) -> None:
        super().__init__(book, league)
        self.form = make_form(book, league)
        self.parts = (FormKeys(self.form.questionnaire, self.redraw),)

    def compose(self) -> ComposeResult:
        about: list[StyledText] = [(self.form.about, "bold"), f" · {self.league.title}"]
        yield FormPanel(self.form.questionnaire, about, self.form.hint)
        yield from compose_screen_footer(FOOTERS["campaign_form"])

    def handle_character(self, character: str) -> bool:
        self.show_message("")
        is_text = self.form.questionnaire.current_row.handle_character(character)
        self.redraw()
        return is_text or character != "?"

    def do_accept(self) -> None:
        screen = self.form.make_current_row_screen()
        if screen is not None:
            self.app.push_screen(screen, self._receive_answer)
            return
        if (
            not self.form.saves_at_once
            and self.form.questionnaire.current_row is not self.form.save_row
        ):
            with show_errors(self):
                self.form.questionnaire.current_row.check_answer()
                self.form.questionnaire.move_cursor(1)
            self.redraw()
            return
        self.save_answers()

    def _receive_answer(self, answer: str | None) -> None:
        self.form.store_screen_result(answer)
        self.redraw()

    def save_answers(self) -> None:
        """Save the answers and leave the screen. If they are refused, show why and keep them."""
        with show_errors(self):
            result = self.form.save_answers()
            if isinstance(result, Game):
                self.app.switch_screen(make_screen("table", result))
                if absent := [*describe_figures_awaiting_recovery(self.league, result.stream)]:
                    self.app.notify("\n".join(absent))
            else:
                self.dismiss(self.describe_entry(result))
