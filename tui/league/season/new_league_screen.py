"""The screen for a new league or campaign. Pressing only Enter creates a standard one."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult

from tracker.application.book import Book
from tracker.application.leagues.league_dates_and_times import LeagueCalendar, resolve_time_zone
from tracker.application.leagues.seasons import scoring_scheme_lookup
from tracker.leagues.league_events import LeagueKind
from tracker.leagues.pairing.round_robin import suggest_pairing_method
from tui.key_bindings import FOOTERS, KEYS
from tui.league.season.season_form_and_league_form_rows import (
    MAX_ROUNDS,
    CarryOverRow,
    PlayersRow,
    make_pairing_system_row,
)
from tui.screen_base_classes import KeyedScreen
from tui.screen_routes import make_league_screen
from tui.widgets.questionnaire_form import (
    ChoiceRow,
    FormKeys,
    FormPanel,
    FormRow,
    NumberRow,
    Questionnaire,
    TextRow,
)
from tui.widgets.screen_bottom_lines import compose_screen_footer

SEASONS = ("Winter", "Spring", "Summer", "Autumn")


class NewLeagueForm:
    """The questions for a new league, or the fewer questions for a new campaign."""

    def __init__(self, kind: LeagueKind, book: Book) -> None:
        now = LeagueCalendar(resolve_time_zone(""), book.clock).now
        word = "Campaign" if kind == "campaign" else "League"
        proposed = f"{SEASONS[now.month % 12 // 3]} {word} {now.year}"
        self.kind: LeagueKind = kind
        self.title = TextRow(f"What is the {kind} called?", proposed)
        self.players_row = PlayersRow("Who plays? Enter the names one by one; empty to finish.")
        scheme_question = "Points for a game (won / drawn / lost)?"
        self.scheme = ChoiceRow(
            scheme_question, scoring_scheme_lookup.list_scheme_names, scoring_scheme_lookup.DEFAULT
        )
        self.rounds = NumberRow(
            "How many rounds?",
            self.propose_round_count,
            lambda: f"a number, or ← →; {self.describe_suitable_pairing_system()}",
            minimum=1,
            maximum=MAX_ROUNDS,
            shows_typed=False,
        )
        self.pairing = make_pairing_system_row(
            "How are rounds paired?", "", self.describe_suitable_pairing_system
        )
        self.first_day = TextRow(
            "First day of the season?", "today", hint="2026-10-03, or tomorrow"
        )
        self.rules = CarryOverRow("What do units carry over between games?")
        rows: list[FormRow] = [self.title, self.players_row]
        for_league = [self.scheme, self.rounds, self.pairing, self.first_day]
        rows += for_league if kind == "league" else [self.rules]
        self.questionnaire = Questionnaire(lambda: rows)

    def propose_round_count(self) -> int:
        """Return the number of rounds for a round robin or, with many players, a clear winner."""
        count = len(self.players_row.players)
        if count < 2:
            return 0
        if count <= 8:
            return count - 1 + count % 2
        return (count - 1).bit_length() + 1

    def describe_suitable_pairing_system(self) -> str:
        count = len(self.players_row.players)
        if count < 2:
            return "chosen for each round"
        return f"{suggest_pairing_method(count, self.rounds.value or 1)} suits these players"


class NewLeagueScreen(KeyedScreen[None]):
    """The screen for a new league. ``unfinished`` keeps the form if the user leaves the screen."""

    commands = KEYS["new_league"]
    clears_message = True

    def __init__(
        self, book: Book, kind: LeagueKind, unfinished: dict[LeagueKind, NewLeagueForm]
    ) -> None:
        super().__init__()
        self.book = book
        self.unfinished = unfinished
        self.form = unfinished.setdefault(kind, NewLeagueForm(kind, book))
        self.parts = (FormKeys(self.form.questionnaire, self.redraw),)

    def compose(self) -> ComposeResult:
        yield FormPanel(self.form.questionnaire, [(f"new {self.form.kind}", "bold")])
        yield from compose_screen_footer(FOOTERS["new_league"])

    def handle_character(self, character: str) -> bool:
        self.show_message("")
        if not self.form.questionnaire.current_row.handle_character(character):
            if character == "?":
                return False
            self.show_refusal("Type a number, or press ← or →; ↑ goes back to the names.")
        self.redraw()
        return True

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        text = event.text.replace("\r\n", "\n").replace("\r", "\n")
        if self.form.questionnaire.current_row is self.form.players_row:
            problem = self.form.players_row.add_pasted_players_or_explain(text)
            self.show_message(problem, is_error=True)
        else:
            for character in " ".join(text.split()):
                self.form.questionnaire.current_row.handle_character(character)
        self.redraw()

    def do_accept(self) -> None:
        """Add the typed player, or go to the next row. On the last row, begin the league."""
        questionnaire, players_row = self.form.questionnaire, self.form.players_row
        if questionnaire.current_row is players_row and players_row.typed.strip():
            self.show_message(players_row.add_typed_player_or_explain(), is_error=True)
        elif not questionnaire.move_cursor(1):
            self._begin()
            return
        self.redraw()

    def _begin(self) -> None:
        form = self.form
        players_row = form.players_row
        if players_row.typed.strip() and (
            duplicate_message := players_row.add_typed_player_or_explain()
        ):
            form.questionnaire.go_to_row(players_row)
            self.show_refusal(duplicate_message)
            self.redraw()
            return
        league = self.call_or_show_error(
            lambda: self.book.begin_league(
                form.title.value,
                what=form.kind,
                scheme=form.scheme.value,
                rounds=form.rounds.value if form.kind == "league" else 0,
                players=() if form.players_row.details else form.players_row.players,
                pairing=form.pairing.value,
                began_on=form.first_day.text if form.kind == "league" else "",
                rules=form.rules.value if form.kind == "campaign" else "",
            )
        )
        if league is not None and form.players_row.details:
            rows = form.players_row.list_sign_ups()
            self.call_or_show_error(lambda: league.people.enrol_sign_ups(rows))
        if league is not None:
            del self.unfinished[form.kind]
            self.app.switch_screen(make_league_screen(self.book, league))
