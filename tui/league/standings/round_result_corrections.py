"""The corrections on a round's page: the results of any round, and their signatures."""

from __future__ import annotations

from collections.abc import Callable

from tracker.application.errors import ReasonRequired
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.league_name_lookup import describe_fixture
from tracker.application.leagues.results.fixture_result_entry import (
    format_result_as_typed,
    format_result_score,
    is_same_result,
)
from tracker.leagues.league_events import FixtureResult
from tracker.leagues.league_state import Fixture
from tui.league.league_screen_base import REASON, LeagueScreen
from tui.league.pairing_game_opening import open_pairing_game
from tui.widgets.line_entry_dialog import PersistentLineEntryDialog

NOTHING = "There is no pairing in this round."
RESULT_WAYS = "10-7, w1, d, c1, f1 · 10-7 on 2026-11-12"
BYE_WAYS = "full, half, none"


class RoundCorrectionCommands:
    """The commands that change a round. ``marked`` returns the marked pairing."""

    def __init__(self, screen: LeagueScreen, marked: Callable[[], Fixture | None]) -> None:
        self.screen = screen
        self.league = screen.league
        self.marked = marked

    def do_enter_result(self) -> None:
        one = self._meant()
        if one is None:
            return
        was = one.ended
        ways = RESULT_WAYS if one.away else BYE_WAYS
        if was is None:
            self.screen.ask_for_line(
                f"the result of {self._called(one)}", lambda text: self._enter(one, text), hint=ways
            )
            return
        field = PersistentLineEntryDialog(
            f"{self._called(one)} has {self._score(was)}. What is the correct result?",
            lambda text: self._try(one, text),
            format_result_as_typed(self.league.state, one, was),
            hint=ways,
        )
        self.screen.app.push_screen(field, lambda text: self._ask_why(one, text))

    def _try(self, one: Fixture, text: str) -> None:
        """Raise ``Refused`` if the text is not a result of this pairing."""
        result, day = _parted(text)
        self.league.results.parse_result(one, result, on=day)

    def _enter(self, one: Fixture, text: str) -> LeagueEntry | None:
        """Enter a result, or ask for the reason if its points contradict it."""
        result, day = _parted(text)

        def enter(why: str) -> LeagueEntry:
            return self.league.results.enter_result(one.id, result, why=why, on=day)

        try:
            return enter("")
        except ReasonRequired as objection:
            self.screen.call_later(self.screen.ask_for_line, objection.message, enter, hint=REASON)
            return None

    def _ask_why(self, one: Fixture, text: str | None) -> None:
        """Ask for a correction's reason, unless nothing has changed or the user has left."""
        if text is None or one.ended is None:
            return
        result, day = _parted(text)
        ended = self.league.results.parse_result(one, result, on=day)
        another_day = day and ended.played_on != one.ended.played_on
        if is_same_result(one.ended, ended) and not another_day:
            self.screen.show_message("That is already the result. Nothing was changed.")
            return
        correct = self.league.results.correct_result
        was, now = self._score(one.ended), self._score(ended)
        if another_day:
            now += f", {self.league.calendar.format_day(ended.played_on)}"
        self.screen.ask_for_line(
            f"{self._called(one)} has {was}. Correct it to {now}? Type the reason",
            lambda why: correct(one.id, result, why=why, on=day),
            hint="the log keeps both results",
            does="correct",
        )

    def do_withdraw_result(self) -> None:
        one, _ = self._with_result("delete")
        if one is None:
            return
        withdraw = self.league.results.withdraw_result
        self.screen.ask_for_line(
            f"why delete the result of {self._called(one)}?", lambda why: withdraw(one.id, why=why)
        )

    def do_open_pairing_game(self) -> None:
        one = self._meant()
        if one is not None:
            open_pairing_game(self.screen, one)

    def do_sign_result(self) -> None:
        one, ended = self._with_result("sign")
        if one is None or ended is None:
            return
        names = [self.league.state.get_player_name(each) for each in one.players]
        players = dict(zip("12", map(self.league.state.players.get, one.players), strict=True))

        def sign(text: str) -> LeagueEntry:
            return self.league.results.sign_result(
                one.id, players.get(text.strip()) or text.strip()
            )

        self.screen.ask_for_line(
            f"{self._called(one)}, {self._score(ended)}: who signs?",
            sign,
            hint=f"1 {names[0]} · 2 {names[1]} · empty: both",
        )

    def _meant(self) -> Fixture | None:
        one = self.marked()
        if one is None:
            self.screen.show_message(NOTHING, bad=True)
        return one

    def _with_result(self, do: str) -> tuple[Fixture, FixtureResult] | tuple[None, None]:
        """Return the marked pairing and its result. If it has none, show a message instead."""
        one = self._meant()
        if one is None:
            return None, None
        if one.ended is None or one.away is None:
            text = f"{_first_large(self._called(one))} has no result to {do}."
            self.screen.show_message(text, bad=True)
            return None, None
        return one, one.ended

    def _called(self, one: Fixture) -> str:
        return f"{one.id}, {describe_fixture(self.league.state, one)}"

    def _score(self, ended: FixtureResult) -> str:
        return format_result_score(self.league.state.get_player_name(ended.winner), ended)


def _parted(text: str) -> tuple[str, str]:
    """Split a result from its date, if there is one, as in ``10-7 on yesterday``."""
    result, on, day = text.rpartition(" on ")
    return (result, day.strip()) if on else (text, "")


def _first_large(text: str) -> str:
    return text[:1].upper() + text[1:]
