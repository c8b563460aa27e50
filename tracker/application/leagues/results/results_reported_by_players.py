"""Results that players report themselves, and that their opponents confirm or dispute.

The first report becomes the result, signed by its author. The opponent either signs it too, or
reports a different result. If the reports differ, both are stored, and the first applies until it
is corrected.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import ParamSpec

from msgspec.structs import replace

from tracker.application.errors import ConcurrentChange, NothingToChange, Refused
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.league_writer import LeagueCommands, LeagueWriter
from tracker.application.leagues.results.fixture_result_commands import (
    ExtraColumns,
    LeagueResultCommands,
)
from tracker.application.leagues.results.result_descriptions import (
    describe_outcome_beyond_points,
    does_report_match_result,
    format_extra_result_columns,
    format_score_with_columns,
    format_victory_points,
    get_informative_points,
)
from tracker.application.leagues.seasons import closed_season_checks
from tracker.application.text_cleaning import clean_text
from tracker.leagues import league_events as ev
from tracker.leagues.league_state import Fixture, LeagueState
from tracker.leagues.results.standings_input_types import PlayerId

MAX_ATTEMPTS = 5
P = ParamSpec("P")


class ReportOutdated(Refused):
    """Raised if a player has not seen the latest entry about a game."""


def _retry_after_concurrent_change(write: Callable[P, LeagueEntry]) -> Callable[P, LeagueEntry]:
    @wraps(write)
    def repeat(*args: P.args, **kwargs: P.kwargs) -> LeagueEntry:
        for _ in range(MAX_ATTEMPTS - 1):
            with suppress(ConcurrentChange):
                return write(*args, **kwargs)
        return write(*args, **kwargs)

    return repeat


class PlayerReportCommands(LeagueCommands):
    """The commands with which players report and confirm the results of their games.

    ``seen_fingerprint`` identifies the result that the player has seen.
    """

    def __init__(self, league: LeagueWriter) -> None:
        super().__init__(league)
        self._results = LeagueResultCommands(league)

    @_retry_after_concurrent_change
    def report_result(
        self,
        player: PlayerId,
        typed_fixture: str,
        result: str,
        seen_fingerprint: str,
        extra: ExtraColumns | None = None,
        why: str = "",
    ) -> LeagueEntry:
        """Report the result of a player's own game, in the notation of ``typed_result_parser``.

        ``why`` is a reason, which is required if the points contradict the winner. Raises
        ``ReportOutdated``, with the current result, if the player has not seen that result. Raises
        ``Refused`` for another player's game, for an invalid result, and if both players have
        signed a different result.
        """
        state = self._league.state
        own_game = self._find_own_game(player, typed_fixture)
        ended = self._results.parse_result(own_game, result, extra=extra)
        previous = own_game.ended
        is_agreed = previous is not None and does_report_match_result(ended, previous)
        if is_agreed and player not in own_game.signed:
            return self._league.write_entry(ev.ResultSigned(fixture=own_game.id, player=player))
        if seen_fingerprint != make_result_fingerprint(own_game):
            raise ReportOutdated(_describe_current_result(state, own_game, player))
        # Columns that are not given do not change.
        if previous is not None and player in own_game.signed:
            ended = replace(ended, extra=previous.extra | ended.extra)
        if not is_agreed:
            self._results.require_reason_for_unexpected_winner(own_game, ended, why)
        report = ev.ResultTold(fixture=own_game.id, player=player, ended=ended, why=clean_text(why))
        signed = ev.ResultSigned(fixture=own_game.id, player=player)
        if previous is None:
            entered = ev.ResultEntered(fixture=own_game.id, ended=ended)
            return self._league.write_entry(report, entered, signed)
        if is_agreed:
            raise NothingToChange("You have already reported this result. Nothing was changed.")
        if player not in own_game.signed:
            if (player, ended) in own_game.reports:
                raise Refused(
                    "You have already reported this result. The organiser sees both reports."
                )
            return self._league.write_entry(report)
        if own_game.reporter != player or len(own_game.signed) > 1:
            raise Refused(
                "You have signed a different result. Ask the organiser to correct your game."
            )
        others = (
            ev.ResultSigned(fixture=own_game.id, player=other_player)
            for other_player, other in own_game.disputed_results
            if does_report_match_result(other, ended)
        )
        corrected = ev.ResultCorrected(fixture=own_game.id, ended=ended, why="reported again")
        return self._league.write_entry(report, corrected, signed, *others)

    @_retry_after_concurrent_change
    def confirm_result(
        self, player: PlayerId, typed_fixture: str, seen_fingerprint: str
    ) -> LeagueEntry:
        """Sign the result that a player has seen. Raises the same errors as ``report_result``."""
        own_game = self._find_own_game(player, typed_fixture)
        if seen_fingerprint != make_result_fingerprint(own_game):
            raise ReportOutdated(_describe_current_result(self._league.state, own_game, player))
        return self._results.sign_result(own_game.id, self._league.state.players[player])

    def _find_own_game(self, player: PlayerId, fixture: str) -> Fixture:
        """Return the given published game if the player takes part in it.

        Raises ``Refused`` if not.
        """
        state = self._league.state
        own_game = state.fixtures.get(fixture)
        if own_game is None or player not in own_game.players or own_game.away is None:
            raise Refused("This is not your game. Only its players can report the result.")
        if not state.is_published(own_game):
            raise Refused(
                f"Round {own_game.round} has not been published yet. Wait for the organiser."
            )
        closed_season_checks.require_open_season(state, own_game.season)
        return own_game


def make_result_fingerprint(fixture: Fixture) -> str:
    """Return a text that changes with every entry about the result of a game."""
    return f"{fixture.version}-{len(fixture.signed)}-{len(fixture.reports)}"


def _describe_current_result(state: LeagueState, fixture: Fixture, player: PlayerId) -> str:
    """Describe the current result of a game to a player whose page is outdated."""
    if fixture.ended is None:
        return (
            "The result has been deleted in the meantime. Check the game, then report the"
            " result again."
        )
    score = format_score_with_columns(state, fixture.ended)
    if fixture.reporter == player and fixture.signed == (player,) and not fixture.disputed_results:
        return (
            f"Your own report has changed since you opened this page: {score}. Check it, then"
            " report again."
        )
    reporter = state.get_player_name(fixture.reporter) or "Somebody"
    return (
        f"{reporter} has reported in the meantime: {score}. Confirm that result, or report"
        " your own again."
    )


def describe_unconfirmed_report(state: LeagueState, fixture: Fixture) -> str:
    """Describe a report that the opponent has not confirmed, or return "" if there is none.

    For example: ``Anna reported it, Bram has not confirmed``, ``Bram says 7 : 10, Bram won``.
    """
    if fixture.ended is None:
        return ""
    reporter = fixture.reporter
    beginning = f"{state.get_player_name(reporter)} reported it, " if reporter else ""
    other_reports = [
        f"{state.get_player_name(player)} says {format_score_with_columns(state, ended)}"
        for player, ended in fixture.disputed_results
    ]
    if other_reports:
        columns = ", ".join(format_extra_result_columns(fixture.ended))
        if beginning and columns:
            beginning = f"{beginning.removesuffix(', ')} with {columns}, "
        return beginning + " and ".join(other_reports)
    unsigned = [state.get_player_name(one) for one in fixture.players if one not in fixture.signed]
    return f"{beginning}{unsigned[0]} has not confirmed" if reporter and unsigned else ""


def describe_dispute(state: LeagueState, fixture: Fixture) -> str:
    """Describe a disputed result, or return "" if it is not disputed.

    For example: ``table 1 of round 2: Anna reported it, Bram says 7 : 10, Bram won``.
    """
    if not fixture.disputed_results:
        return ""
    return f"{_name_table_and_round(state, fixture)}: {describe_unconfirmed_report(state, fixture)}"


def describe_disputed_reports(state: LeagueState, fixture: Fixture) -> str:
    """Describe what each player says, as in ``table 1: Eva says 8 : 7, Cloe says 10 : 7``."""
    assert fixture.ended is not None
    author = f"{state.get_player_name(fixture.reporter)} says" if fixture.reporter else "entered:"
    texts = [f"{author} {_format_report(state, fixture, fixture.ended)}"]
    for player, ended in fixture.disputed_results:
        report = _format_report(state, fixture, ended)
        texts.append(f"{state.get_player_name(player)} says {report}")
    return f"{_name_table_and_round(state, fixture)}: {', '.join(texts)}"


def _format_report(state: LeagueState, fixture: Fixture, ended: ev.FixtureResult) -> str:
    """Format a reported result. The outcome is left out if the points show it."""
    outcome = describe_outcome_beyond_points(state, fixture, ended)
    vp = get_informative_points(ended)
    if ended.kind != "played" or vp is None or outcome:
        return format_score_with_columns(state, ended)
    return ", ".join((format_victory_points(vp), *format_extra_result_columns(ended)))


def _name_table_and_round(state: LeagueState, fixture: Fixture) -> str:
    title = f"table {fixture.table}" if fixture.table else fixture.id
    round_part = "" if fixture.round == state.round_number else f" of round {fixture.round}"
    return title + round_part


def describe_result_report(state_before: LeagueState, event: ev.ResultTold, title: str) -> str:
    """Describe a player's report for the log.

    ``state_before`` is the state of the league before the report.
    """
    fixture = state_before.fixtures[event.fixture]
    player_name = state_before.get_player_name(event.player)
    text = format_score_with_columns(state_before, event.ended)
    if fixture.ended is None:
        return f"{title}: {player_name} reports {text}"
    previous = format_score_with_columns(state_before, fixture.ended)
    if event.player in fixture.signed:
        return f"{title}: {player_name} now reports {text}; it was {previous}"
    return f"{title}: {player_name} says {text}; the result entered is {previous}"
