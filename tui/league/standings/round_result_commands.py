"""The commands on a round's page that enter, correct, delete and sign its results."""

from __future__ import annotations

from collections.abc import Callable

from tracker.application.errors import ReasonRequired
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.league_name_lookup import describe_fixture
from tracker.application.leagues.results.result_descriptions import (
    format_result_as_typed,
    format_result_score,
)
from tracker.leagues.league_events import FixtureResult
from tracker.leagues.league_state import Fixture
from tui.league.league_decision_prompts import ask_reason_and_correct_result
from tui.screen_base_classes import REASON, LeagueScreen
from tui.widgets.line_entry_dialog import LineEntryDialog

RESULT_HINT = "10-7, w1, d, c1, f1 · 10-7 on 2026-11-12"
BYE_HINT = "full, half, none"


class RoundResultCommands:
    """The commands for a round's results. ``find_marked`` returns the marked pairing, or None."""

    def __init__(self, screen: LeagueScreen, find_marked: Callable[[], Fixture | None]) -> None:
        self.screen = screen
        self.league = screen.league
        self.find_marked = find_marked

    def do_enter_result(self) -> None:
        fixture = self._find_marked_fixture_or_refuse()
        if fixture is None:
            return
        result = fixture.ended
        hint = RESULT_HINT if fixture.away else BYE_HINT
        if result is None:
            self.screen.ask_for_line(
                f"the result of {self._name_fixture(fixture)}",
                lambda text: self._enter_result(fixture, text),
                hint=hint,
            )
            return
        field = LineEntryDialog(
            f"{self._name_fixture(fixture)} has {self._format_score(result)}. "
            "What is the correct result?",
            format_result_as_typed(self.league.state, fixture, result),
            accept_line=lambda text: self._check_result(fixture, text),
            hint=hint,
        )
        self.screen.app.push_screen(field, lambda text: self._ask_correction_reason(fixture, text))

    def _check_result(self, fixture: Fixture, text: str) -> None:
        result, day = _split_off_date(text)
        self.league.results.parse_result(fixture, result, on=day)

    def _enter_result(self, fixture: Fixture, text: str) -> LeagueEntry | None:
        result, day = _split_off_date(text)

        def enter(reason: str) -> LeagueEntry:
            return self.league.results.enter_result(fixture.id, result, why=reason, on=day)

        try:
            return enter("")
        except ReasonRequired as objection:
            self.screen.call_later(self.screen.ask_for_line, objection.message, enter, hint=REASON)
            return None

    def _ask_correction_reason(self, fixture: Fixture, text: str | None) -> None:
        if text is None or fixture.ended is None:
            return
        name, (result, day) = self._name_fixture(fixture), _split_off_date(text)
        ask_reason_and_correct_result(self.screen, fixture, name, result, day)

    def do_withdraw_result(self) -> None:
        fixture, _ = self._find_marked_result_or_refuse("delete")
        if fixture is None:
            return
        withdraw = self.league.results.withdraw_result
        self.screen.ask_for_line(
            f"why delete the result of {self._name_fixture(fixture)}?",
            lambda reason: withdraw(fixture.id, why=reason),
        )

    def do_begin_or_resume_pairing_game(self) -> None:
        fixture = self._find_marked_fixture_or_refuse()
        if fixture is not None:
            self.screen.begin_or_resume_pairing_game(fixture)

    def do_sign_result(self) -> None:
        fixture, result = self._find_marked_result_or_refuse("sign")
        if fixture is None or result is None:
            return
        names = [self.league.state.get_player_name(player) for player in fixture.players]
        players = dict(zip("12", map(self.league.state.players.get, fixture.players), strict=True))

        def sign(text: str) -> LeagueEntry:
            signer = players.get(text.strip()) or text.strip()
            return self.league.results.sign_result(fixture.id, signer)

        self.screen.ask_for_line(
            f"{self._name_fixture(fixture)}, {self._format_score(result)}: who signs?",
            sign,
            hint=f"1 {names[0]} · 2 {names[1]} · empty: both",
        )

    def _find_marked_fixture_or_refuse(self) -> Fixture | None:
        fixture = self.find_marked()
        if fixture is None:
            self.screen.show_refusal("There is no pairing in this round.")
        return fixture

    def _find_marked_result_or_refuse(
        self, verb: str
    ) -> tuple[Fixture, FixtureResult] | tuple[None, None]:
        fixture = self._find_marked_fixture_or_refuse()
        if fixture is None:
            return None, None
        if fixture.ended is not None and fixture.away is not None:
            return fixture, fixture.ended
        name = self._name_fixture(fixture)
        self.screen.show_refusal(f"{name[:1].upper()}{name[1:]} has no result to {verb}.")
        return None, None

    def _name_fixture(self, fixture: Fixture) -> str:
        return f"{fixture.id}, {describe_fixture(self.league.state, fixture)}"

    def _format_score(self, result: FixtureResult) -> str:
        return format_result_score(self.league.state, result)


def _split_off_date(text: str) -> tuple[str, str]:
    """Split text such as ``10-7 on yesterday`` into the result and its date, which can be ""."""
    result, on, day = text.rpartition(" on ")
    return (result, day.strip()) if on else (text, "")
