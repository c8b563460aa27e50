"""The evening's commands for the next round: check-in, draft, manual pairing and publishing."""

from __future__ import annotations

import re

from tracker.application.errors import Refused
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.people.enrolment_and_attendance import find_byes
from tracker.application.leagues.seasons.season_closing import require_open_season
from tui.league.evening.player_check_in import CheckInScreen
from tui.league.evening.round_and_draft_rows import EveningRows
from tui.league.league_decision_prompts import ask_who_advances, find_undecided_game
from tui.league.league_screen_base import LeagueScreen
from tui.screen_routes import make_screen
from tui.views.league_evening_table import propose_round_end_time

ROUND = re.compile(r"r(?:ound)?\s*(\d{1,4})", re.IGNORECASE)
"""The pattern of a round's number as typed, such as ``r1`` or ``round 1``."""
NO_BYE = "Nobody has the bye. Enrol the newcomer (p, then n), then pair them (m)."
NOT_MARKED = "Mark a pairing of the draft first, or type 3l for its table 3."


class RoundDraftCommands:
    """The evening's commands for the next round."""

    def __init__(self, on: LeagueScreen, rows: EveningRows) -> None:
        self.screen = on
        self.rows = rows
        self.book, self.league = on.book, on.league

    def do_open_check_in(self) -> None:
        self.screen.app.push_screen(CheckInScreen(self.book, self.league))

    def do_draft_round(self) -> None:
        try:
            require_open_season(self.league.state)
        except Refused as refused:
            self.screen.show_message(f"{refused.message.removesuffix('.')}: press S.", bad=True)
            return
        game = find_undecided_game(self.screen)
        if game is not None:
            ask_who_advances(self.screen, game)
            return
        self.screen.app.push_screen(
            CheckInScreen(self.book, self.league, drafts=True), self._drafted
        )

    def do_redraft_round(self) -> None:
        draft = self.league.state.draft
        if draft is None:
            self.screen.show_message(
                "No round is drafted. Press d to draft the next one.", bad=True
            )
        else:
            self.screen.write_entry(lambda: self.league.rounds.draft_round(draft.method))

    def do_open_season_settings(self) -> None:
        self.screen.app.push_screen(make_screen("season", self.book, self.league), self._drafted)

    def _drafted(self, said: str | None) -> None:
        if said:
            self.screen.show_message(said)

    def lock_table(self, table: str) -> bool:
        """Lock a pairing against redrafting, or unlock it."""
        state = self.league.state
        rows = state.list_fixtures(state.draft) if state.draft else []
        locked = any(one.locked for one in rows if str(one.table) == table)
        return (
            self.screen.write_entry(lambda: self.league.rounds.lock_pairing(table, not locked))
            is not None
        )

    def do_lock_pairing(self) -> None:
        place = self.rows.find_marked_draft()
        if place is None:
            self.screen.show_message(NOT_MARKED, bad=True)
            return
        fixture = self.league.state.fixtures[place]
        if fixture.table:
            self.lock_table(str(fixture.table))
        else:
            name = self.league.state.get_player_name(fixture.home)
            self.screen.write_entry(
                lambda: self.league.rounds.lock_pairing(name, not fixture.locked)
            )

    def do_pair_stand_in(self) -> None:
        found = find_byes(self.league.state)
        if found is None:
            self.screen.show_message(NO_BYE, bad=True)
            return
        round_, byes = found
        names = " or ".join(self.league.state.get_player_name(one.home) for one in byes)
        self.screen.ask_for_line(
            f"who steps in against {names}, with the bye in round {round_.number}?",
            self._step_in,
            hint="Paula · Paula, ringer (plays, not ranked)",
        )

    def _step_in(self, typed: str) -> LeagueEntry:
        name, _, how = typed.rpartition(",")
        ringer = how.strip().casefold() == "ringer"
        who = name if ringer else typed
        return self.league.rounds.pair_latecomer(who, ranked=not ringer)

    def do_pair_two_players(self) -> None:
        state = self.league.state
        round_, draft = state.round, state.draft
        number = draft.number if draft else state.round_number
        hint = "Paula, Karim · Paula alone has the bye"
        if round_ is not None and draft is not None:
            hint = f"Paula, Karim · Paula alone: the bye · Paula, Karim, r{round_.number}"
        where = f"in {'the draft of ' if draft else ''}round {number}" if number else "in the draft"
        self.screen.ask_for_line(f"who meets whom, {where}?", self._meet, hint=hint)

    def _meet(self, typed: str) -> LeagueEntry:
        """Pair two players, or give one a bye, as typed. ``Paula, Karim, r1`` names round 1."""
        names = [part.strip() for part in typed.split(",")]
        number = None
        if len(names) > 1 and (said := ROUND.fullmatch(names[-1])):
            number = int(said[1])
            names.pop()
        one, other = names[0], ", ".join(names[1:])
        rounds = self.league.rounds
        if other:
            return rounds.pair_players(one, other, number=number)
        return rounds.give_bye(one, number=number)

    def do_renumber_tables(self) -> None:
        self.screen.write_entry(self.league.rounds.number_tables)

    def do_publish_draft(self) -> None:
        draft = self.league.state.draft
        if draft is None:
            self.screen.show_message(
                "No round is drafted. Press d to draft the next one.", bad=True
            )
            return
        self._ask_until(draft.number, propose_round_end_time(self.league))

    def do_cancel_draft_or_round(self) -> None:
        round_ = self.league.state.draft or self.league.state.round
        if round_ is None:
            self.screen.show_message(
                "There is no round to cancel. Press d to draft the next one.", bad=True
            )
            return
        what = (
            f"round {round_.number}" if round_.published else f"the draft of round {round_.number}"
        )
        cancel = self.league.rounds.cancel_round
        self.screen.ask_for_line(
            f"why cancel {what}?",
            lambda why: cancel(why=why),
            hint="Enter cancels the round · Esc keeps it",
            then=self._published,
        )

    def _ask_until(self, number: int, ends: str) -> None:
        asked = f"publish round {number}? games end at"
        doubts = self.league.rounds.list_redraft_reasons()
        self.screen.ask_for_line(
            f"{doubts[0]} {asked.capitalize()}" if doubts else asked,
            lambda until: self.league.rounds.publish_round(ends=until),
            text=ends,
            hint="22:30, or empty",
            does="publish",
            then=self._published,
        )

    def _published(self) -> None:
        """Mark the first open table after a round has been published."""
        self.rows.mark_next_open_table(-1)
        self.screen.redraw()
