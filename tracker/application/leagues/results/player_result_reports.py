"""Results that players report themselves, and that their opponents confirm or dispute.

The first report becomes the result, signed by its author. The opponent also signs it, or reports a
different result. In that case both reports are stored, and the first is valid until a correction.
"""

from __future__ import annotations

from msgspec.structs import replace

from tracker.application.errors import ConcurrentChange, NothingToChange, Refused
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.league_writer import LeagueWriter
from tracker.application.leagues.results.fixture_result_entry import (
    ExtraColumns,
    LeagueResultCommands,
    format_extra_result_columns,
    format_full_score,
    is_consistent_report,
)
from tracker.application.leagues.seasons import season_closing
from tracker.application.text_cleaning import clean_text
from tracker.leagues import league_events as ev
from tracker.leagues.league_events import ResultTold
from tracker.leagues.league_state import Fixture, LeagueState
from tracker.leagues.results.standings_input_types import PlayerId

MAX_ATTEMPTS = 5


class ReportOutdated(Refused):
    """The error if an entry was made about the game that the player has not seen yet."""


class PlayerReportCommands:
    """Commands for players. ``seen`` is the ``make_result_fingerprint`` of the displayed result."""

    def __init__(self, league: LeagueWriter, results: LeagueResultCommands) -> None:
        self._league = league
        self._results = results

    def report_result(
        self,
        player: PlayerId,
        fixture: str,
        result: str,
        seen: str,
        extra: ExtraColumns | None = None,
        why: str = "",
    ) -> LeagueEntry:
        """Report the result of a player's own game, in the notation of ``typed_result_parser``.

        ``why`` is the reason that ``LeagueResultCommands.require_matching_winner`` may require.
        Raises ``ReportOutdated`` with the current result if the player has not seen it. Raises
        ``Refused`` for another player's game, for an invalid result, and for one that both have
        signed.
        """
        for left in reversed(range(MAX_ATTEMPTS)):
            try:
                return self._tell(player, fixture, result, seen, extra, why)
            except (
                ConcurrentChange
            ):  # somebody wrote about another game; the league has been read again
                if not left:
                    raise
        raise AssertionError

    def confirm_result(self, player: PlayerId, fixture: str, seen: str) -> LeagueEntry:
        """Confirm the result that the player saw. Raises the same errors as ``report_result``."""
        for left in reversed(range(MAX_ATTEMPTS)):
            try:
                known = self._own(player, fixture)
                if seen != make_result_fingerprint(known):
                    raise ReportOutdated(_stands(self._league.state, known))
                return self._results.sign_result(known.id, self._league.state.players[player])
            except ConcurrentChange:
                if not left:
                    raise
        raise AssertionError

    def _tell(
        self,
        player: PlayerId,
        fixture: str,
        result: str,
        seen: str,
        extra: ExtraColumns | None,
        why: str,
    ) -> LeagueEntry:
        state = self._league.state
        known = self._own(player, fixture)
        ended = self._results.parse_result(known, result, extra=extra)
        was = known.ended
        agreed = was is not None and is_consistent_report(ended, was)
        if agreed and player not in known.signed:
            return self._league.write_entry(ev.ResultSigned(fixture=known.id, player=player))
        if seen != make_result_fingerprint(known):
            raise ReportOutdated(_stands(state, known))
        # columns that are not given do not change
        if was is not None and player in known.signed:
            ended = replace(ended, extra=ended.extra or was.extra)
        if not agreed:
            self._results.require_matching_winner(known, ended, why)
        told = ResultTold(fixture=known.id, player=player, ended=ended, why=clean_text(why))
        signed = ev.ResultSigned(fixture=known.id, player=player)
        if was is None:
            return self._league.write_entry(
                told, ev.ResultEntered(fixture=known.id, ended=ended), signed
            )
        if agreed:
            raise NothingToChange("You have already reported this. Nothing was changed.")
        if player not in known.signed:
            if (player, ended) in known.told:
                raise Refused("You have already reported this. The organiser sees both reports.")
            return self._league.write_entry(told)
        if known.reporter != player or len(known.signed) > 1:
            raise Refused("You have signed another result. Ask the organiser to correct it.")
        others = (
            ev.ResultSigned(fixture=known.id, player=who)
            for who, other in known.disputed_results
            if is_consistent_report(other, ended)
        )
        corrected = ev.ResultCorrected(fixture=known.id, ended=ended, why="reported again")
        return self._league.write_entry(told, corrected, signed, *others)

    def _own(self, player: PlayerId, fixture: str) -> Fixture:
        """Return the player's own game. Raises ``Refused``."""
        state = self._league.state
        known = state.fixtures.get(fixture)
        if known is None or player not in known.players or known.away is None:
            raise Refused("This is not your game. Only its players can report the result.")
        if not state.is_published(known):
            raise Refused(f"Round {known.round} is not published yet. Wait for the organiser.")
        season_closing.require_open_season(state, known.season)
        return known


def make_result_fingerprint(fixture: Fixture) -> str:
    """Build a value that changes with every entry about a game's result."""
    return f"{fixture.version}-{len(fixture.signed)}-{len(fixture.told)}"


def _stands(state: LeagueState, known: Fixture) -> str:
    """Describe the game's current result for a player whose page is outdated."""
    if known.ended is None:
        return "The result has been deleted in the meantime. Check it, then report again."
    stands = format_full_score(state, known.ended)
    who = state.get_player_name(known.reporter) or "Somebody"
    return (
        f"{who} has reported in the meantime: {stands}. Confirm that, or report your result again."
    )


def describe_unconfirmed_report(state: LeagueState, fixture: Fixture) -> str:
    """Describe a report, as in ``Anna reported it, Bram has not confirmed``, or return "".

    If the reports differ, the text is ``Anna reported it, Bram says 7 : 10, Bram won``. It is "" if
    nobody reported or both agree.
    """
    if fixture.ended is None:
        return ""
    reporter = fixture.reporter
    begins = f"{state.get_player_name(reporter)} reported it, " if reporter else ""
    other = [
        f"{state.get_player_name(who)} says {format_full_score(state, ended)}"
        for who, ended in fixture.disputed_results
    ]
    if other:
        columns = ", ".join(format_extra_result_columns(fixture.ended))
        begins = f"{begins.removesuffix(', ')} with {columns}, " if begins and columns else begins
        return begins + " and ".join(other)
    left = [state.get_player_name(who) for who in fixture.players if who not in fixture.signed]
    return f"{begins}{left[0]} has not confirmed" if reporter and left else ""


def describe_dispute(state: LeagueState, fixture: Fixture) -> str:
    """Describe a dispute, or return "" if there is none.

    An example is ``table 1 of round 2: Anna reported it, Bram says 7 : 10, Bram won``.
    """
    if not fixture.disputed_results:
        return ""
    called = f"table {fixture.table}" if fixture.table else fixture.id
    of = "" if fixture.round == state.round_number else f" of round {fixture.round}"
    return f"{called}{of}: {describe_unconfirmed_report(state, fixture)}"


def describe_result_report(before: LeagueState, event: ResultTold, called: str) -> str:
    """Describe a report for the log. ``before`` is the league's state before the report."""
    known, who = before.fixtures[event.fixture], before.get_player_name(event.player)
    text = format_full_score(before, event.ended)
    if known.ended is None:
        return f"{called}: {who} reports {text}"
    was = format_full_score(before, known.ended)
    if event.player in known.signed:
        return f"{called}: {who} now reports {text}; it was {was}"
    return f"{called}: {who} says {text}; the result entered is {was}"
