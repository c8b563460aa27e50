"""The evening screen, where organisers enter results, sign them, and draft and publish rounds."""

from __future__ import annotations

from textual.app import ComposeResult

from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.vocabulary.typed_numbers import is_whole_number
from tui.key_bindings import FOOTERS, KEYS
from tui.league.evening.evening_panels import (
    DraftPanel,
    EveningHeader,
    EveningPromptLine,
    TablesPanel,
    TypingHints,
)
from tui.league.evening.evening_rows_and_typed_lines import (
    LINE_EXAMPLES,
    LINE_STARTS,
    EveningRows,
    TypedEveningCommand,
)
from tui.league.evening.result_entry_commands import ResultCommands
from tui.league.evening.round_draft_commands import RoundDraftCommands
from tui.phones.access_links import build_evening_access_links
from tui.screen_base_classes import READ_AGAIN, LeagueScreen, show_errors
from tui.screen_routes import make_screen
from tui.widgets.help_dialog import build_help_dialog
from tui.widgets.list_rows import PagingKeys
from tui.widgets.screen_bottom_lines import Footer, NoticeLine

REDRAW_INTERVAL = 60.0
LINES_BELOW_DRAFT = 5  # lines for the draft's own rows below its pairings
OTHER_LINES = 7  # lines that show neither tables nor draft


class EveningScreen(LeagueScreen):
    commands = KEYS["evening"]

    def __init__(self, book: Book, league: League) -> None:
        super().__init__(book, league)
        self.rows = EveningRows(league)
        self.draft_commands = RoundDraftCommands(self, self.rows)
        self.result_commands = ResultCommands(self, self.rows)
        self.parts = (self.draft_commands, self.result_commands, PagingKeys(self._move_mark))

    def compose(self) -> ComposeResult:
        yield EveningHeader(self.rows)
        yield TablesPanel(self.rows)
        yield DraftPanel(self.rows)
        yield EveningPromptLine(self.rows)
        yield TypingHints(self.rows)
        yield NoticeLine()
        yield Footer(FOOTERS["evening"])

    def on_mount(self) -> None:
        self.redraw()
        self.set_interval(REDRAW_INTERVAL, self.redraw)

    def redraw(self) -> None:
        self.rows.reload()
        table = self.rows.table
        room = self.size.height - OTHER_LINES
        max_table_lines = max(3, room - min(len(table.draft_rows), 4) - LINES_BELOW_DRAFT)
        table_lines = min(max(len(table.rows), 2 if table.rows else 3), max_table_lines)
        self.query_one(TablesPanel).styles.height = 1 + table_lines
        super().redraw()

    def take_reload_snapshot(self) -> set[str]:
        """Return the ids of games whose results the draft still needs."""
        return self.result_commands.list_awaited_fixture_ids()

    def update_after_reload(self, snapshot: set[str]) -> None:
        """Redraw the screen. If an awaited result has come in, draft the round again.

        If nothing else is reported, warn that the typed text has not been entered yet.
        """
        self.redraw()
        self.result_commands.redraft_if_awaited_result_is_entered(snapshot)
        if self.rows.typed and not self.query_one(NoticeLine).text:
            self.show_message(
                f"{READ_AGAIN} `{self.rows.typed}` has not been entered yet. Check the table first."
            )

    def handle_character(self, character: str) -> bool:
        """Add the character to the typed line.

        ``?``, and a letter after a table number as in ``3a``, are commands instead.
        """
        rows = self.rows
        begins_line = bool(rows.typed) or character in LINE_STARTS
        if character == "?" or not begins_line:
            return False
        if is_whole_number(rows.typed) and character in "axk":
            table, rows.typed = int(rows.typed), ""
            try:
                rows.mark_fixture(rows.find_fixture_at_table_or_mark(table).id)
            except Refused as refused:
                self.show_refusal(refused.message)
                return True
            self.redraw()
            return False
        self.show_message("")
        self._set_typed_text(rows.typed + character)
        return True

    def _set_typed_text(self, text: str) -> None:
        self.rows.typed = text
        self.query_one(EveningPromptLine).refresh()

    def do_erase_last_character(self) -> None:
        self._set_typed_text(self.rows.typed[:-1])

    def do_clear_typed_text_or_leave(self) -> None:
        if self.rows.typed:
            self._set_typed_text("")
        else:
            self.dismiss(None)

    def do_accept(self) -> None:
        if not self.rows.typed:
            self.watch_marked_game()
            return
        with show_errors(self):
            if self._execute_line(self.rows.parse_typed_line()):
                self._set_typed_text("")

    def _execute_line(self, line: TypedEveningCommand) -> bool:
        """Execute a parsed line. Return False if the typed text should stay for editing."""
        rows = self.rows
        match line.verb:
            case "look":
                rows.mark_fixture(rows.find_fixture_at_table_or_mark(line.table).id)
                self.redraw()
                if rows.marked_row is not None and rows.marked_row.status == "live":
                    self.watch_marked_game()
                return True
            case "sign":
                fixture = rows.find_fixture_at_table_or_mark(line.table)
                return self.result_commands.try_to_sign_result(fixture, line.text)
            case "swap":
                first, second = line.table or 0, int(line.text)
                swap = self.league.rounds.swap_opponents_between_tables
                return self.write_and_show_entry(lambda: swap(first, second)) is not None
            case "lock":
                return self.draft_commands.try_to_toggle_table_lock(str(line.table))
            case _:
                fixture = rows.find_fixture_at_table_or_mark(line.table)
                return self.result_commands.try_to_enter_result(fixture, line.text)

    def _move_mark(self, step: int) -> None:
        self.rows.cursor += step
        self.redraw()

    def watch_marked_game(self) -> None:
        if self.rows.marked_row is None:
            return
        fixture = self.rows.find_fixture_at_table_or_mark()
        if fixture.link is not None:
            self.open_recorded_game(self.book, fixture.link.match, "watch")
        elif fixture.away is None:
            name = self.league.state.get_player_name(fixture.home)
            self.show_refusal(f"{name} has no opponent in this round, so there is no game.")
        elif fixture.ended is not None:
            self.show_refusal(
                "This game was not recorded in this ledger. To correct its result, type it again."
            )
        else:
            self.show_refusal(
                "This game is not in this ledger. Type its result, press n to begin it, or k to"
                " link a game."
            )

    def do_open_standings(self) -> None:
        self.open_screen("standings")

    def do_open_large_standings(self) -> None:
        self.open_screen("large")

    def do_open_rounds(self) -> None:
        self.open_screen("rounds")

    def do_open_phone_links(self) -> None:
        links = build_evening_access_links(self.league)
        self.app.push_screen(make_screen("phones", links, self.book.address))

    def do_help(self) -> None:
        examples = [("What you can type", LINE_EXAMPLES)]
        self.app.push_screen(build_help_dialog(KEYS["evening"], last_sections=examples))
