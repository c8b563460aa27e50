"""Commands to enter, correct and sign the results of fixtures, and to arrange games.

A fixture is given by its id (f3) or by its table in the current round (3).
"""

from __future__ import annotations

from collections.abc import Mapping
from shlex import quote
from typing import TypedDict, Unpack, cast

from msgspec.structs import replace

from tracker.application.errors import NothingToChange, ReasonRequired, Refused
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.league_name_lookup import (
    PlayerOrName,
    describe_fixture,
    describe_fixture_at_sentence_start,
    find_player,
)
from tracker.application.leagues.league_writer import LeagueCommands
from tracker.application.leagues.results import typed_result_parser
from tracker.application.leagues.results.result_descriptions import (
    format_result_as_typed,
    format_result_score,
    format_victory_points,
    has_same_outcome_and_score,
)
from tracker.application.leagues.seasons import closed_season_checks
from tracker.application.text_cleaning import clean_text
from tracker.leagues import league_events as ev
from tracker.leagues.league_state import Fixture, GameArrangement
from tracker.leagues.results.standings_input_types import Bye, PlayerId
from tracker.vocabulary.count_wording import format_names

ExtraColumns = Mapping[str, tuple[int, int]]


class ResultDetails(TypedDict, total=False):
    """The details of a result: a date (by default today), a time, and columns besides victory
    points.
    """

    on: str
    time: str
    extra: ExtraColumns | None


class LeagueResultCommands(LeagueCommands):
    """The commands for results that people type. ``typed_result_parser`` describes the notation."""

    def enter_result(
        self, typed_fixture: str, result: str, *, why: str = "", **details: Unpack[ResultDetails]
    ) -> LeagueEntry:
        """Enter a result such as ``10-7``, ``c1``, ``f2`` or ``d``. The default date is today.

        ``why`` is a reason, which is required if the points contradict the winner. Raises
        ``Refused`` for an unpublished round and for a future date. Also raises ``Refused`` if the
        fixture already has a result, even if only the given details differ.
        """
        fixture = self._find_published_fixture(typed_fixture)
        ended = self.parse_result(fixture, result, **details)
        self.refuse_changed_details_of_same_result(fixture, ended, details)
        return self._league.write_entry(self.make_result_entered_event(fixture, ended, why))

    def make_result_entered_event(
        self, fixture: Fixture, ended: ev.FixtureResult, why: str
    ) -> ev.ResultEntered:
        """Build the event for a fixture's first result without writing it.

        Raises ``Refused`` if the result cannot be entered.
        """
        self._league.require_plausible_season_day(ended.played_on)
        if fixture.ended is not None:
            self._refuse_second_result(fixture, ended)
        closed_season_checks.require_open_season(self._league.state, fixture.season)
        self.require_reason_for_unexpected_winner(fixture, ended, why)
        return ev.ResultEntered(fixture=fixture.id, ended=ended, why=clean_text(why))

    def correct_result(
        self, typed_fixture: str, result: str, *, why: str = "", **details: Unpack[ResultDetails]
    ) -> LeagueEntry:
        """Correct the result of a fixture.

        The log keeps the previous result. ``result`` replaces the whole outcome, including the
        victory points. Details that are not given do not change.
        """
        fixture = self._find_published_fixture(typed_fixture)
        previous = fixture.ended
        if previous is None:
            raise Refused(
                f"{self._name_fixture(fixture)} has no result to correct yet. Enter a result"
                " instead.",
                f"league result {self._league.stream} {fixture.id} {result}",
            )
        day, time = details.get("on"), details.get("time") or previous.time
        ended = self.parse_result(fixture, result, on=day or previous.played_on, time=time)
        columns = {**_find_extra_columns_to_keep(fixture, ended), **(details.get("extra") or {})}
        ended = replace(ended, extra=columns)
        if day:
            self._league.require_plausible_season_day(ended.played_on)
        if ended == previous:
            raise NothingToChange(
                f"{self._name_fixture(fixture)} already has this result. Nothing was changed."
            )
        self.require_reason_for_unexpected_winner(fixture, ended, why)
        closed_season_checks.require_reason_if_closed(self._league.state, fixture, why)
        corrected = ev.ResultCorrected(fixture=fixture.id, ended=ended, why=clean_text(why))
        return self._league.write_entry(corrected)

    def withdraw_result(self, typed_fixture: str, *, why: str = "") -> LeagueEntry:
        """Withdraw a typed result. The fixture then has the result of its linked game, or none."""
        fixture = self._find_published_fixture(typed_fixture)
        if fixture.ended is None or fixture.away is None:
            raise Refused(f"{self._name_fixture(fixture)} has no result to delete.")
        if not fixture.by_hand:
            raise Refused(
                f"{self._name_fixture(fixture)} has the result of a game in this ledger. Undo the "
                "end of that game, or correct the result."
            )
        closed_season_checks.require_reason_if_closed(self._league.state, fixture, why)
        return self._league.write_entry(ev.ResultWithdrawn(fixture=fixture.id, why=clean_text(why)))

    def sign_result(self, typed_fixture: str, typed_player: PlayerOrName = "") -> LeagueEntry:
        """Sign a result for one player or, if no name is given, for both players."""
        fixture = self._find_published_fixture(typed_fixture)
        if fixture.ended is None:
            raise Refused(f"{self._name_fixture(fixture)} has no result to sign yet.")
        state = self._league.state
        players = (find_player(state, typed_player),) if typed_player else fixture.players
        for player in players:
            if player not in fixture.players:
                raise Refused(
                    f"{state.get_player_name(player)} does not play in "
                    f"{describe_fixture(state, fixture)}. "
                    "Only the players of a game can sign its result."
                )
        unsigned = [player for player in players if player not in fixture.signed]
        if not unsigned:
            raise NothingToChange(f"{self._name_fixture(fixture)} is already signed.")
        signed = (ev.ResultSigned(fixture=fixture.id, player=player) for player in unsigned)
        return self._league.write_entry(*signed)

    def arrange_game(
        self, typed_fixture: str, on: str, *, time: str = "", where: str = ""
    ) -> LeagueEntry:
        """Arrange a game for a date, or cancel the arrangement if ``on`` is empty."""
        fixture = self._find_published_fixture(typed_fixture)
        days = self._league.calendar
        self.require_no_result(fixture)
        arranged_day = fixture.arranged.on if fixture.arranged else ""
        if not on and (time or where):
            raise Refused(
                f"A time or place needs a day: add --on {arranged_day or days.today}. To cancel the"
                " arrangement, leave out the day, time and place."
            )
        if not on and not arranged_day:
            raise NothingToChange(
                f"{self._name_fixture(fixture)}: the game has not been arranged. Nothing was"
                " changed."
            )
        day, at = days.parse_day(on) if on else "", days.parse_time(time)
        place = clean_text(where)
        arranged = ev.FixtureArranged(fixture=fixture.id, on=day, time=at, where=place)
        if on and GameArrangement(day, at, place) == fixture.arranged:
            raise NothingToChange(
                f"{self._name_fixture(fixture)} is already arranged for this time and place."
                " Nothing was changed."
            )
        return self._league.write_entry(arranged)

    def require_no_result(self, fixture: Fixture) -> None:
        if fixture.ended is not None:
            raise Refused(f"{self._name_fixture(fixture)}, already has a result.")

    def parse_result(
        self, fixture: Fixture, result: str, **details: Unpack[ResultDetails]
    ) -> ev.FixtureResult:
        """Parse a typed result of a fixture without writing it. Raises ``Refused`` if it is
        invalid.
        """
        if fixture.away is None:
            previous = fixture.ended
            default = cast(Bye, previous.kind) if previous else fixture.bye
            kind, vp = typed_result_parser.parse_bye_kind_and_points(result, default)
            points = previous.vp if previous and vp is None else vp
            day = self._league.calendar.parse_day(details.get("on", ""))
            return ev.FixtureResult(kind=kind, vp=points, played_on=day)
        typed = typed_result_parser.parse_typed_result(result)
        return self.make_fixture_result(fixture, typed, **details)

    def make_fixture_result(
        self,
        fixture: Fixture,
        typed: typed_result_parser.TypedResult,
        **details: Unpack[ResultDetails],
    ) -> ev.FixtureResult:
        """Build the result of a fixture from a parsed result without writing it.

        Raises ``Refused`` if its parts contradict each other or its date is in the future.
        """
        days = self._league.calendar
        assert fixture.away is not None
        return ev.FixtureResult(
            kind=typed.kind,
            winner=self._find_winner(fixture, fixture.away, typed),
            vp=typed.vp,
            extra=dict(details.get("extra") or {}),
            played_on=days.parse_day_not_in_future(details.get("on", "")),
            time=days.parse_time(details.get("time", "")),
        )

    def require_reason_for_unexpected_winner(
        self, fixture: Fixture, ended: ev.FixtureResult, why: str
    ) -> None:
        """Raise ``ReasonRequired`` if the points contradict the winner and no reason is given."""
        if clean_text(why) or ended.kind != "played" or ended.vp is None or fixture.away is None:
            return
        state = self._league.state
        scheme = state.get_scheme(fixture.season)
        winner_by_points = scheme.find_winner_by_victory_points(
            fixture.home, fixture.away, ended.vp
        )
        if winner_by_points is not None and ended.winner != winner_by_points:
            entered_winner = state.get_player_name(ended.winner) or "nobody"
            raise ReasonRequired(
                f"{format_victory_points(ended.vp)} means that "
                f"{state.get_player_name(winner_by_points)} won, not {entered_winner}. Correct"
                " the result, or give a reason.",
                f"league {'correct' if fixture.ended else 'result'} {self._league.stream}"
                f" {fixture.id} {format_result_as_typed(state, fixture, ended)} --why REASON",
            )

    def refuse_changed_details_of_same_result(
        self, fixture: Fixture, ended: ev.FixtureResult, details: ResultDetails
    ) -> None:
        """Raise ``Refused`` if the result equals the current one, but a given detail differs."""
        previous = fixture.ended
        if previous is None or not has_same_outcome_and_score(previous, ended):
            return
        changes = {}
        if details.get("on") and ended.played_on != previous.played_on:
            changes["date"] = f"--on {ended.played_on}"
        if details.get("time") and ended.time != previous.time:
            changes["time"] = f"--time {ended.time}"
        for name, (home, away) in ended.extra.items():
            if previous.extra.get(name) != (home, away):
                changes[name] = f"--extra {quote(f'{name}={home}-{away}')}"
        if changes:
            score = format_result_score(self._league.state, previous)
            typed = format_result_as_typed(self._league.state, fixture, ended)
            raise Refused(
                f"{self._name_fixture(fixture)} already has this result: {score}. To change its"
                f" {format_names([*changes])}, correct the result.",
                f"league correct {self._league.stream} {fixture.id} {typed}"
                f" {' '.join(changes.values())}",
            )

    def _find_winner(
        self, fixture: Fixture, away: PlayerId, typed: typed_result_parser.TypedResult
    ) -> PlayerId | None:
        scheme = self._league.state.get_scheme(fixture.season)
        vp = typed.vp
        winner_by_points = (
            scheme.find_winner_by_victory_points(fixture.home, away, vp) if vp else None
        )
        if typed.winner is None:
            return winner_by_points
        winner = (None, fixture.home, away)[typed.winner]
        if scheme.matrix and typed.kind == "played" and typed.vp and winner != winner_by_points:
            name = self._league.state.get_player_name(winner_by_points)
            outcome = f"won by {name}" if name else "drawn"
            raise Refused(
                f"{scheme.name} decides by victory points, "
                f"and {format_victory_points(typed.vp)} is {outcome}. "
                "Type only the points, or only the winner."
            )
        return winner

    def _refuse_second_result(self, fixture: Fixture, ended: ev.FixtureResult) -> None:
        assert fixture.ended is not None
        score = format_result_score(self._league.state, fixture.ended)
        if has_same_outcome_and_score(fixture.ended, ended):
            raise NothingToChange(
                f"{self._name_fixture(fixture)} already has this result: {score}."
            )
        typed = format_result_as_typed(self._league.state, fixture, ended)
        raise Refused(
            f"{self._name_fixture(fixture)} already has another result: {score}. If that result"
            " is wrong, correct it.",
            f"league correct {self._league.stream} {fixture.id} {typed}",
        )

    def _name_fixture(self, fixture: Fixture) -> str:
        return describe_fixture_at_sentence_start(self._league.state, fixture)


def _find_extra_columns_to_keep(fixture: Fixture, ended: ev.FixtureResult) -> ExtraColumns:
    """Return the extra columns of a report with the same score or, if there is none, the current
    ones.
    """
    current = fixture.ended.extra if fixture.ended is not None else {}
    if fixture.ended is not None and has_same_outcome_and_score(fixture.ended, ended):
        return current
    reports = (other for _, other in fixture.disputed_results)
    same = (other.extra for other in reports if has_same_outcome_and_score(other, ended))
    return next(same, None) or current
