"""The evening's commands for the next round: check-in, draft, manual pairing and publication."""

from __future__ import annotations

import re

from tracker.application.errors import Refused
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.pairing.manual_pairing import find_round_and_free_byes
from tracker.application.name_lookup import find_id_by_whole_name_or_id
from tui.league.evening.evening_rows_and_typed_lines import EveningRows
from tui.league.evening.player_check_in import CheckInScreen
from tui.league.league_decision_prompts import ask_and_set_advancing_player, find_drawn_bracket_game
from tui.screen_base_classes import LeagueScreen
from tui.views.league_evening_table import propose_round_end_time

ROUND_PATTERN = re.compile(r"r(?:ound)?\s*(\d{1,4})", re.IGNORECASE)  # ``r1`` or ``round 1``
PLAYER_SEPARATOR = " v "  # instead of a comma, unless part of a name
NO_BYE = "Nobody has the bye. Enrol the newcomer (p, then n), then pair them (m)."
NO_DRAFT = "No round has been drafted. Press d to draft the next round."
NOT_MARKED = "Mark a pairing of the draft first, or type 3l for table 3."


class RoundDraftCommands:
    def __init__(self, screen: LeagueScreen, rows: EveningRows) -> None:
        self.screen = screen
        self.rows = rows
        self.book, self.league = screen.book, screen.league

    def do_open_check_in(self) -> None:
        self.screen.app.push_screen(CheckInScreen(self.book, self.league))

    def do_draft_round(self) -> None:
        if reason := self._get_reason_against_drafting():
            self.screen.show_refusal(reason)
            return
        game = find_drawn_bracket_game(self.screen)
        if game is not None:
            ask_and_set_advancing_player(self.screen, game)
            return
        check_in = CheckInScreen(self.book, self.league, drafts_round=True)
        self.screen.app.push_screen(check_in, self._show_result)

    def _refuse(self, advice: str) -> None:
        """Show why no round can be drafted, or show ``advice`` if one can be drafted."""
        self.screen.show_refusal(self._get_reason_against_drafting() or advice)

    def _get_reason_against_drafting(self) -> str:
        try:
            self.league.rounds.require_draftable_round()
        except Refused as refused:
            return f"{refused.message.removesuffix('.')}: press S."
        return ""

    def do_redraft_round(self) -> None:
        draft = self.league.state.draft
        if draft is None:
            self._refuse(NO_DRAFT)
        else:
            self.screen.write_and_show_entry(lambda: self.league.rounds.draft_round(draft.method))

    def do_open_season_settings(self) -> None:
        self.screen.open_screen("season", on_close=self._show_result)

    def _show_result(self, message: str | None) -> None:
        if message:
            self.screen.show_message(message)

    def try_to_toggle_table_lock(self, table_number: str) -> bool:
        """Lock or unlock the draft's pairing at a table. Return whether that succeeded."""
        state = self.league.state
        rows = state.list_fixtures(state.draft) if state.draft else []
        locked = any(fixture.locked for fixture in rows if str(fixture.table) == table_number)
        lock = self.league.rounds.set_pairing_lock
        return self.screen.write_and_show_entry(lambda: lock(table_number, not locked)) is not None

    def do_toggle_pairing_lock(self) -> None:
        """Lock the marked pairing of the draft, or unlock it."""
        fixture_id = self.rows.find_marked_draft_fixture_id()
        if fixture_id is None:
            self.screen.show_refusal(NOT_MARKED)
            return
        state = self.league.state
        fixture = state.fixtures[fixture_id]
        if fixture.table:
            self.try_to_toggle_table_lock(str(fixture.table))
        else:
            name, lock = state.get_player_name(fixture.home), self.league.rounds.set_pairing_lock
            self.screen.write_and_show_entry(lambda: lock(name, not fixture.locked))

    def do_pair_stand_in(self) -> None:
        round_and_byes = find_round_and_free_byes(self.league.state)
        if round_and_byes is None:
            self._refuse(NO_BYE)
            return
        round_, byes = round_and_byes
        names = " or ".join(self.league.state.get_player_name(fixture.home) for fixture in byes)
        self.screen.ask_for_line(
            f"who steps in against {names}, with the bye in round {round_.number}?",
            self._pair_stand_in,
            hint="Paula · Paula, ringer (plays, not ranked)",
        )

    def _pair_stand_in(self, typed: str) -> LeagueEntry:
        name, _, kind = typed.rpartition(",")
        is_ringer = kind.strip().casefold() == "ringer"
        player = name if is_ringer else typed
        return self.league.rounds.pair_latecomer(player, ranked=not is_ringer)

    def do_pair_two_players(self) -> None:
        state = self.league.state
        round_, draft = state.current_round, state.draft
        number = draft.number if draft else state.round_number
        hint = "Paula, Karim · Paula alone has the bye"
        if round_ is not None and draft is not None:
            hint = f"Paula, Karim · Paula alone: the bye · Paula, Karim, r{round_.number}"
        location = (
            f"in {'the draft of ' if draft else ''}round {number}" if number else "in the draft"
        )
        self.screen.ask_for_line(f"who meets whom, {location}?", self._pair_typed, hint=hint)

    def _pair_typed(self, typed: str) -> LeagueEntry:
        """Pair two typed players, or give a single typed player a bye.

        ``Paula, Karim, r1`` is for round 1.
        """
        names = [part.strip() for part in typed.split(",")]
        number = None
        if len(names) > 1 and (match := ROUND_PATTERN.fullmatch(names[-1])):
            number = int(match[1])
            names.pop()
        player, opponent = names[0], ", ".join(names[1:])
        if not opponent and PLAYER_SEPARATOR in player and not self._is_enrolled(player):
            player, _, opponent = player.partition(PLAYER_SEPARATOR)
        rounds = self.league.rounds
        if opponent:
            return rounds.pair_players(player, opponent, round_number=number)
        return rounds.give_bye(player, round_number=number)

    def _is_enrolled(self, name: str) -> bool:
        names = {player.id: player.name for player in self.league.state.players.values()}
        return find_id_by_whole_name_or_id(name, names, "player") is not None

    def do_renumber_tables(self) -> None:
        self.screen.write_and_show_entry(self.league.rounds.renumber_tables)

    def do_publish_draft(self) -> None:
        draft = self.league.state.draft
        if draft is None:
            self._refuse(NO_DRAFT)
            return
        try:
            self.league.rounds.require_publishable_draft()
        except Refused as refused:
            self.screen.show_refusal(refused.message)
            return
        self._ask_end_time(draft.number, propose_round_end_time(self.league))

    def do_cancel_draft_or_round(self) -> None:
        round_ = self.league.state.draft or self.league.state.current_round
        if round_ is None:
            self._refuse("There is no round to cancel. Press d to draft one.")
            return
        try:
            self.league.rounds.require_cancellable_round()
        except Refused as refused:
            self.screen.show_refusal(refused.message)
            return
        noun = "round" if round_.published else "draft"
        draft = "" if round_.published else "the draft of "
        cancel = self.league.rounds.cancel_round
        self.screen.ask_for_line(
            f"why cancel {draft}round {round_.number}?",
            lambda reason: cancel(why=reason),
            hint=f"Enter cancels the {noun} · Esc keeps it",
            on_accept=self._mark_first_unfinished_table,
        )

    def _ask_end_time(self, number: int, proposed: str) -> None:
        question = f"publish round {number}? games end at"
        reasons = self.league.rounds.list_redraft_reasons()
        self.screen.ask_for_line(
            f"{reasons[0]} {question.capitalize()}" if reasons else question,
            lambda end_time: self.league.rounds.publish_round(ends=end_time),
            text=proposed,
            hint="22:30, or empty",
            accept_word="publish",
            on_accept=self._mark_first_unfinished_table,
        )

    def _mark_first_unfinished_table(self) -> None:
        self.rows.mark_next_unfinished_table(-1)
        self.screen.redraw()
