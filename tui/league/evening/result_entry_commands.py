"""The commands that enter, sign and delete results, and reschedule or link games."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.application.errors import ReasonRequired, Refused
from tracker.application.leagues.league_dates_and_times import parse_arrangement
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.pairing.round_columns_and_text import format_round_text
from tracker.application.leagues.results import typed_result_parser
from tracker.application.leagues.results.fixture_result_commands import ExtraColumns
from tracker.application.leagues.results.result_descriptions import (
    has_same_outcome_and_score,
    list_extra_result_column_names,
)
from tracker.leagues.league_state import Fixture
from tui.league.evening.evening_rows_and_typed_lines import EveningRows
from tui.league.league_decision_prompts import (
    ask_and_set_advancing_player,
    ask_reason_and_correct_result,
    find_drawn_bracket_game,
)
from tui.screen_base_classes import REASON, LeagueScreen, show_errors
from tui.views.league_evening_table import build_evening_table
from tui.widgets.line_entry_dialog import LineEntryDialog


class ResultCommands:
    def __init__(self, screen: LeagueScreen, rows: EveningRows) -> None:
        self.screen = screen
        self.rows = rows
        self.book, self.league = screen.book, screen.league

    def try_to_enter_result(self, fixture: Fixture, typed_result: str) -> bool:
        """Enter a result. If a question must be answered first, ask it and return False."""
        results = self.league.results
        result = results.parse_result(fixture, typed_result)
        if fixture.ended is not None and not has_same_outcome_and_score(fixture.ended, result):
            name = self.rows.format_table_name(fixture)
            ask_reason_and_correct_result(
                self.screen, fixture, name, typed_result, on_accept=self._clear_typed_text
            )
            return False
        columns = list_extra_result_column_names(self.league.state) if fixture.ended is None else ()
        if columns:
            self._ask_extra_columns_and_write(fixture, typed_result, columns, {})
            return False
        return self._write_result(fixture, typed_result, {})

    def _ask_extra_columns_and_write(
        self, fixture: Fixture, text: str, columns: Sequence[str], entered: ExtraColumns
    ) -> None:
        column, *remaining = columns

        def accept(typed: str) -> None:
            values = dict(entered)
            if typed.strip():
                values[column] = typed_result_parser.parse_extra_result_column(typed, column)
            if remaining:
                self.screen.call_later(
                    self._ask_extra_columns_and_write, fixture, text, remaining, values
                )
            else:
                self.screen.call_later(self._write_result, fixture, text, values)

        names = " – ".join(map(self.league.state.get_player_name, fixture.players))
        label = f"{column}, {names}"
        dialog = LineEntryDialog(label, accept_line=accept, hint="12-7 · empty: leave out")
        self.screen.app.push_screen(dialog)

    def _write_result(self, fixture: Fixture, text: str, extra: ExtraColumns) -> bool:
        results, awaited = self.league.results, self.list_awaited_fixture_ids()
        try:
            result = results.parse_result(fixture, text)
            results.require_reason_for_unexpected_winner(fixture, result, "")
        except ReasonRequired as objection:
            self.screen.ask_for_line(
                objection.message,
                lambda reason: results.enter_result(fixture.id, text, why=reason, extra=extra),
                hint=REASON,
                on_accept=lambda: self._continue_after_result(fixture, awaited),
            )
            return False
        entry = self.screen.write_and_show_entry(
            lambda: results.enter_result(fixture.id, text, extra=extra)
        )
        if entry is not None:
            self._continue_after_result(fixture, awaited)
        return entry is not None

    def _continue_after_result(self, fixture: Fixture, awaited: set[str]) -> None:
        self.rows.typed = ""
        self.rows.cursor = -1  # a game of an earlier round leaves the rows with its result
        self.rows.table = build_evening_table(self.league)
        self.rows.mark_fixture(fixture.id)
        self._mark_next_unfinished_table()
        result = self.league.last_typed_entry
        if self.redraft_if_awaited_result_is_entered(awaited) and result is not None:
            number = self.league.people.next_round_number
            line = self.screen.describe_entry(result)
            self.screen.show_message(f"{line}; round {number} is drafted again")
        game = find_drawn_bracket_game(self.screen)
        if game is not None and game.fixture == fixture.id:
            self.screen.call_later(ask_and_set_advancing_player, self.screen, game)

    def _mark_next_unfinished_table(self) -> None:
        self.rows.mark_next_unfinished_table()
        self.screen.redraw()

    def list_awaited_fixture_ids(self) -> set[str]:
        """Return the ids of the games whose results the draft is waiting for."""
        state = self.league.state
        awaited = state.list_awaited_fixtures(state.draft) if state.draft else []
        return {fixture.id for fixture in awaited if fixture.ended is None}

    def redraft_if_awaited_result_is_entered(self, awaited_before: set[str]) -> bool:
        """If an awaited result is in and nobody edited the draft, draft again and return True."""
        finished = awaited_before - self.list_awaited_fixture_ids()
        if not finished:
            return False
        # If somebody has changed the draft, the screen says that it is out of date.
        entry = self.screen.write_and_show_entry(
            self.league.rounds.redraft_if_awaited_result_is_entered
        )
        if entry is not None:
            number = self.league.people.next_round_number
            fixtures = map(self.league.state.fixtures.__getitem__, sorted(finished))
            names = ", ".join(map(self.rows.format_table_name, fixtures))
            results = "result" if len(finished) == 1 else "results"
            names_text = f"with the {results} of {names}"
            self.screen.show_message(f"Round {number} is drafted again {names_text}")
        return entry is not None

    def _clear_typed_text(self) -> None:
        self.rows.typed = ""
        self.screen.redraw()

    def try_to_sign_result(self, fixture: Fixture, player_number: str) -> bool:
        """Sign a result for player "1" or "2", or for both, and return whether that succeeded."""
        player = dict(zip("12", fixture.players, strict=False)).get(player_number)
        signer = self.league.state.players[player] if player else ""
        entry = self.screen.write_and_show_entry(
            lambda: self.league.results.sign_result(fixture.id, signer)
        )
        return entry is not None

    def do_reschedule_game(self) -> None:
        with show_errors(self.screen):
            fixture = self.rows.find_fixture_at_table_or_mark()
            self.league.results.require_no_result(fixture)
            self._ask_arrangement(fixture)

    def _ask_arrangement(self, fixture: Fixture) -> None:
        arrange = self.league.results.arrange_game

        def arrange_typed(typed: str) -> LeagueEntry:
            arrangement = parse_arrangement(typed, self.league.calendar)
            on, time, where = arrangement.on, arrangement.time, arrangement.where
            return arrange(fixture.id, on, time=time, where=where)

        self.screen.ask_for_line(
            f"{self.rows.format_table_name(fixture)} arranged for",
            arrange_typed,
            hint="fri 19:30, tomorrow, 2026-11-27 · empty: no date",
            on_accept=self._mark_next_unfinished_table,
        )

    def do_withdraw_result(self) -> None:
        fixture = self._find_marked_fixture_or_refuse()
        if fixture is not None and fixture.ended is None:
            table_name = self.rows.format_table_name(fixture).capitalize()
            self.screen.show_refusal(f"{table_name} has no result to delete.")
        elif fixture is not None:
            withdraw = self.league.results.withdraw_result
            text = f"Delete the result of {self.rows.format_table_name(fixture)}? Type the reason"
            self.screen.ask_for_line(
                f"{text}, or Enter for none", lambda reason: withdraw(fixture.id, why=reason)
            )

    def do_link_game(self) -> None:
        fixture = self._find_marked_fixture_or_refuse()
        if fixture is None:
            return
        running = self.book.list_games("running")[:3]
        names = " · ".join(f"{game.stream} {game.title}" for game in running)
        link, find = self.league.matches.link_match_and_enter_result, self.book.find_game_stream
        self.screen.ask_for_line(
            f"which game is {self.rows.format_table_name(fixture)}?",
            lambda typed: link(fixture.id, find(typed.strip())),
            hint=names or "no game is running",
        )

    def do_begin_or_resume_pairing_game(self) -> None:
        fixture = self._find_marked_fixture_or_refuse()
        if fixture is not None:
            self.screen.begin_or_resume_pairing_game(fixture)

    def do_add_note(self) -> None:
        self.screen.ask_for_line("note", self.league.points.add_note)

    def _find_marked_fixture_or_refuse(self) -> Fixture | None:
        try:
            return self.rows.find_fixture_at_table_or_mark()
        except Refused as refused:
            self.screen.show_refusal(refused.message)
            return None

    def do_copy_and_save_text(self) -> None:
        round_ = self.league.state.draft or self.league.state.current_round
        with show_errors(self.screen):
            text = format_round_text(self.league)
            self.screen.copy_and_save_text(f"round {round_.number if round_ else ''}", text)
