"""The commands for a table's result, its signatures and its rescheduling."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.application.errors import ReasonRequired, Refused
from tracker.application.leagues.league_calendar import parse_arrangement
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.pairing.round_plain_text import format_round_text
from tracker.application.leagues.results import typed_result_parser
from tracker.application.leagues.results.fixture_result_entry import (
    ExtraColumns,
    format_result_score,
    is_same_result,
    list_extra_result_columns,
)
from tracker.leagues.league_state import Fixture
from tui.league.evening.round_and_draft_rows import EveningRows
from tui.league.league_decision_prompts import ask_who_advances, find_undecided_game
from tui.league.league_screen_base import REASON, LeagueScreen
from tui.league.pairing_game_opening import open_pairing_game
from tui.views.league_evening_table import is_draft_changed_manually
from tui.widgets.line_entry_dialog import PersistentLineEntryDialog


class ResultCommands:
    """The evening's commands for the current round."""

    def __init__(self, screen: LeagueScreen, rows: EveningRows) -> None:
        self.screen = screen
        self.rows = rows
        self.book, self.league = screen.book, screen.league

    def enter_result(self, one: Fixture, text: str) -> bool:
        """Enter a result. If another result exists, offer to correct it and return False."""
        results = self.league.results
        ended = results.parse_result(one, text)
        if one.ended is not None and not is_same_result(one.ended, ended):
            self._offer(one, text)
            return False
        columns = list_extra_result_columns(self.league.state) if one.ended is None else ()
        if columns:
            self._ask_columns(one, text, columns, {})
            return False
        return self._write(one, text, {})

    def _ask_columns(
        self, one: Fixture, text: str, columns: Sequence[str], known: ExtraColumns
    ) -> None:
        """Ask for the further columns of the season's results, one after the other."""
        column, *more = columns

        def take(typed: str) -> None:
            found = (
                {column: typed_result_parser.parse_result_column(typed, column)}
                if typed.strip()
                else {}
            )
            then = {**known, **found}
            if more:
                self.screen.call_later(self._ask_columns, one, text, more, then)
            else:
                self.screen.call_later(self._write, one, text, then)

        names = " – ".join(map(self.league.state.get_player_name, one.players))
        label = f"{column}, {names}"
        self.screen.app.push_screen(
            PersistentLineEntryDialog(label, take, hint="12-7 · empty: not counted")
        )

    def _write(self, one: Fixture, text: str, extra: ExtraColumns) -> bool:
        """Enter a result. If its points contradict it, ask for the reason first."""
        results, waiting = self.league.results, self.list_awaited_fixtures()
        try:
            results.require_matching_winner(one, results.parse_result(one, text), "")
        except ReasonRequired as objection:
            self.screen.ask_for_line(
                objection.message,
                lambda why: results.enter_result(one.id, text, why=why, extra=extra),
                hint=REASON,
                then=lambda: self._entered(one, waiting),
            )
            return False
        if self.screen.write_entry(lambda: results.enter_result(one.id, text, extra=extra)) is None:
            return False
        self._entered(one, waiting)
        return True

    def _entered(self, one: Fixture, waiting: set[str]) -> None:
        """Continue after a result: mark the next table, redraft, or ask who advances."""
        self.rows.typed = ""
        self.rows.mark_fixture(one.id)
        self._jump()
        self.redraft_after_result(waiting)
        game = find_undecided_game(self.screen)
        if game is not None and game.fixture == one.id:
            self.screen.call_later(ask_who_advances, self.screen, game)

    def _jump(self) -> None:
        self.rows.mark_next_open_table()
        self.screen.redraw()

    def list_awaited_fixtures(self) -> set[str]:
        """Return the open games for which the draft is waiting."""
        state = self.league.state
        waited = state.draft.waited_for if state.draft else ()
        return {one for one in waited if one in state.fixtures and not state.fixtures[one].ended}

    def redraft_after_result(self, waiting: set[str]) -> None:
        """Draft again after an awaited result, unless the draft was changed by hand."""
        draft = self.league.state.draft
        ended = waiting - self.list_awaited_fixtures()
        if draft is None or not ended:
            return
        if is_draft_changed_manually(self.league):
            return  # the screen says that the draft is out of date
        again = self.screen.write_entry(lambda: self.league.rounds.draft_round(draft.method))
        if again is not None:
            fixtures = self.league.state.fixtures
            names = ", ".join(self.rows.name_table(fixtures[one]) for one in sorted(ended))
            results = "result" if len(ended) == 1 else "results"
            self.screen.show_message(
                f"Round {draft.number} is drafted again with the {results} of {names}"
            )

    def _offer(self, one: Fixture, text: str) -> None:
        """Offer to enter a different result as a correction."""
        assert one.ended is not None
        names = self.league.state.get_player_name
        ended = self.league.results.parse_result(one, text)
        was = format_result_score(names(one.ended.winner), one.ended)
        now = format_result_score(names(ended.winner), ended)
        correct = self.league.results.correct_result
        self.screen.ask_for_line(
            f"{self.rows.name_table(one)} has {was}. Correct it to {now}? Type the reason",
            lambda why: correct(one.id, text, why=why),
            hint="the log keeps both results",
            does="correct",
            then=self._clear,
        )

    def _clear(self) -> None:
        self.rows.typed = ""
        self.screen.redraw()

    def sign_result(self, one: Fixture, who: str) -> bool:
        """Sign the result for one of the two players, or for both."""
        player = dict(zip("12", one.players, strict=False)).get(who)
        signs = self.league.state.players[player] if player else ""
        done = self.screen.write_entry(lambda: self.league.results.sign_result(one.id, signs))
        return done is not None

    # ------------------------------------------------------------------------------ commands

    def do_reschedule_game(self) -> None:
        one = self._marked()
        if one is None:
            return
        arrange = self.league.results.arrange_game

        def enter_later(typed: str) -> LeagueEntry:
            when = parse_arrangement(typed, self.league.calendar)
            return arrange(one.id, when.on, time=when.time, where=when.where)

        self.screen.ask_for_line(
            f"{self.rows.name_table(one)} arranged for",
            enter_later,
            hint="fri 19:30, tomorrow, 2026-11-27 · empty: cancel it",
            then=self._jump,
        )

    def do_withdraw_result(self) -> None:
        one = self._marked()
        if one is not None and one.ended is None:
            self.screen.show_message(
                f"{self.rows.name_table(one).capitalize()} has no result to delete.", bad=True
            )
        elif one is not None:
            withdraw = self.league.results.withdraw_result
            text = f"Delete the result of {self.rows.name_table(one)}? Type the reason"
            self.screen.ask_for_line(text, lambda why: withdraw(one.id, why=why))

    def do_link_game(self) -> None:
        one = self._marked()
        if one is None:
            return
        running = self.book.list_games("running")[:3]
        names = (
            " · ".join(f"{game.stream} {game.title}" for game in running) or "no game is running"
        )
        link, find = self.league.matches.link_match, self.book.find_stream
        self.screen.ask_for_line(
            f"which game is {self.rows.name_table(one)}?",
            lambda typed: link(one.id, find(typed.strip())),
            hint=names,
        )

    def do_open_pairing_game(self) -> None:
        one = self._marked()
        if one is not None:
            open_pairing_game(self.screen, one)

    def do_add_note(self) -> None:
        self.screen.ask_for_line("note", self.league.points.add_note)

    def _marked(self) -> Fixture | None:
        """Return the marked pairing. If none is marked, show why and return None."""
        try:
            return self.rows.find_fixture()
        except Refused as refused:
            self.screen.show_message(refused.message, bad=True)
            return None

    def do_copy_text(self) -> None:
        try:
            text = format_round_text(self.league)
        except Refused as refused:
            self.screen.show_message(refused.message, bad=True)
            return
        number = self.league.state.draft or self.league.state.round
        self.screen.copy_and_save(f"round {number.number if number else ''}", text)
