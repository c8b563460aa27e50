"""Imports a list of results in one entry, completely or not at all.

Each row gives the result of a pairing that has no result yet. Rounds after the league's last round
are created and published from the rows.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Literal, cast

from msgspec import Struct
from msgspec.structs import replace

from tracker.application.errors import NothingToChange, ReasonRequired, Refused
from tracker.application.leagues.league_event_descriptions import BY_HAND, describe_drafted_round
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.league_name_lookup import describe_fixture, find_player
from tracker.application.leagues.league_writer import LeagueWriter
from tracker.application.leagues.pairing import round_pairing_proposals
from tracker.application.leagues.results import typed_result_parser
from tracker.application.leagues.results.fixture_result_commands import LeagueResultCommands
from tracker.application.leagues.results.implausible_result_warnings import (
    format_result_warning_suffix,
)
from tracker.application.leagues.results.result_descriptions import format_result_score
from tracker.application.leagues.results.typed_result_parser import TypedResult
from tracker.application.leagues.seasons import closed_season_checks
from tracker.application.text_cleaning import clean_text
from tracker.input_parsing.multilingual_column_headings import RESULTS, is_bye_word, is_draw_word
from tracker.input_parsing.results_list_parser import ListedResult, ResultsList, parse_results_table
from tracker.leagues import league_events as ev
from tracker.leagues.league_state import Fixture
from tracker.leagues.results.standings_input_types import BYES, Bye, PlayerId, ResultKind
from tracker.vocabulary.count_wording import format_count, format_line_numbers, format_names
from tracker.vocabulary.name_normalisation import make_name_key

_DAY_AND_TIME = re.compile(r"(\S+)[ T](\d{1,2}:\d{2})(?::\d{2})?")
_NO_TIMES = ("0:00", "00:00")
"""The times that spreadsheets append to a date without a time."""
_WHOLE_NUMBER = re.compile(r"[-−]?\d{1,6}")
_KINDS: tuple[ResultKind, ...] = ("played", "conceded", "forfeit", "late withdrawal", "double loss")
_RESULT_COLUMNS = ("result", "home-points", "away-points", "winner", "how")
_MAX_NAMED_LINES = 6
MAX_ROWS = 1000


class ResultRow(Struct, frozen=True):
    """A row of a list with its verdict: the result, or the reason why it cannot be entered.

    If the row enters a result, ``result`` is the event and ``fixture`` is its pairing.
    """

    line: int
    verdict: Literal["enters", "is paired", "stands", "left out", "not read"]
    text: str
    fixture: Fixture | None = None
    result: ev.ResultEntered | None = None


def parse_results_list(
    league: LeagueWriter, text: str, chosen_columns: Mapping[str, int]
) -> ResultsList:
    """Parse a list of results.

    Raises ``Refused`` with the columns of the list if their meaning is unclear.
    """
    names = [one.name for one in league.state.players.values()]
    for kind in chosen_columns:
        if kind not in RESULTS:
            raise Refused(f"{kind!r} is not a kind of column. Choose one of: {', '.join(RESULTS)}.")
    kinds_by_place = {place: kind for kind, place in chosen_columns.items()}
    for kind, place in chosen_columns.items():
        if kinds_by_place[place] != kind:
            raise Refused(f"Column {place} cannot be both {kind} and {kinds_by_place[place]}.")
    listed = parse_results_table(text, names, chosen_columns, _is_result_or_result_kind)
    column_count = len(listed.columns.columns)
    for kind, place in chosen_columns.items():
        if not 1 <= place <= column_count:
            raise Refused(
                f"{kind}={place}: the list has only {format_count(column_count, 'column')}."
            )
    if not listed.has_needed_columns:
        raise Refused(
            "Which columns have the players and the result? The columns are:"
            f" {listed.columns.describe_all_columns()}. Add --column home=1"
            " --column away=2 --column result=3 to the command, or use home-points and"
            " away-points instead of result."
        )
    if len(listed.rows) > MAX_ROWS:
        raise Refused(
            f"The list has {format_count(len(listed.rows), 'row')}; the limit is {MAX_ROWS}."
        )
    return listed


def _is_result_or_result_kind(cell: str) -> bool:
    try:
        typed_result_parser.parse_typed_result(cell)
    except Refused:
        return cell.strip().casefold() in _KINDS
    return True


class ResultsImport:
    """A list of results that are matched to the fixtures of a league.

    ``enter_all_rounds_and_results`` writes them.
    """

    def __init__(
        self,
        league: LeagueWriter,
        listed: ResultsList,
        *,
        left_out: Collection[int] = (),
        on: str = "",
        why: str = "",
    ) -> None:
        self._league = league
        self._results = LeagueResultCommands(league)
        self._on, self._why = on, why
        self._columns = listed.get_column_names()
        self._extra_columns = listed.extra_columns
        self._rounds = dict[int, list[ev.Pairing]]()
        self._day_by_round = dict[int, str]()
        """The day of each new round, from its own column or from the round's first game."""
        self._new_ids = round_pairing_proposals.generate_fixture_ids(league.state)
        self._line_by_fixture = dict[ev.FixtureId, int]()
        closed_season_checks.require_open_season(league.state)
        interpreted = {
            one.line: ResultRow(one.line, "left out", ", ".join(filter(None, one.cells.values())))
            if one.line in left_out
            else self._append_ignored_score_to_text(
                one, self._interpret_row_or_explain_failure(one)
            )
            for one in sorted(listed.rows, key=lambda one: self._parse_round_number(one) or 0)
        }
        texts = ((line, clean_text(" ".join(filter(None, cells)))) for line, cells in listed.titles)
        titles = [ResultRow(line, "left out", text) for line, text in texts]
        rows = [*titles, *(interpreted[one.line] for one in listed.rows)]
        self.result_rows = list(self._append_warnings_to_texts(rows))
        """The verdict on each row in the order of the list, with warnings about implausible
        results.
        """
        self.new_rounds = "".join(
            f"; round {one.round} is created and published:"
            f" {describe_drafted_round(league.state, one)}"
            for one in self._make_round_drafted_events()
        )
        """A text about the rounds that the list would create. A semicolon precedes each round."""

    def _append_warnings_to_texts(self, rows: Iterable[ResultRow]) -> Iterator[ResultRow]:
        earlier = list[ev.FixtureResult]()
        for row in rows:
            if row.fixture is None or row.result is None:
                yield row
                continue
            ended = row.result.ended
            doubt = format_result_warning_suffix(self._league.state, row.fixture, ended, earlier)
            earlier.append(ended)
            yield replace(row, text=row.text + doubt)

    def get_dry_run_error(self) -> Refused | None:
        """Return the error to report after a dry run, or None if every row can be entered."""
        unread = [one.line for one in self.result_rows if one.verdict == "not read"]
        if not unread:
            return None
        lines = f"{format_line_numbers(unread)} {_conjugate_does_not_fit(len(unread))}"
        return Refused(f"Nothing would be entered: {lines}.")

    def enter_all_rounds_and_results(self) -> LeagueEntry:
        """Write all results, and the rounds that they need, in one entry.

        Raises ``Refused`` if a row cannot be entered.
        """
        unread = [one for one in self.result_rows if one.verdict == "not read"]
        if unread:
            reasons = " ".join(f"Line {one.line}: {one.text}" for one in unread[:_MAX_NAMED_LINES])
            options = " ".join(f"--leave-out {one.line}" for one in unread)
            if len(unread) > _MAX_NAMED_LINES:
                remedy = ". To see all of these lines, add --check."
            else:
                remedy = f", or skip lines: add {options} to the command."
            lines = f"{format_count(len(unread), 'line')} {_conjugate_does_not_fit(len(unread))}"
            raise Refused(f"Nothing was entered: {lines}. {reasons} Correct the list{remedy}")
        events: list[ev.AnyLeagueEvent] = []
        for draft in self._make_round_drafted_events():
            day = self._day_by_round.get(draft.round)
            day = day or self._league.calendar.parse_day_not_in_future(self._on)
            events += [draft, ev.RoundPublished(round=draft.round, on=day)]
        events += [one.result for one in self.result_rows if one.result is not None]
        if not events:
            raise NothingToChange(
                "Every result on this list has already been entered. Nothing was changed."
            )
        return self._league.write_entry(*events)

    def _make_round_drafted_events(self) -> Iterator[ev.RoundDrafted]:
        for number, pairings in sorted(self._rounds.items()):
            seats = [
                ev.Pairing(one.fixture, one.home, one.away, table, one.why, bye=one.bye)
                for table, one in enumerate((one for one in pairings if one.away), 1)
            ]
            byes = [one for one in pairings if one.away is None]
            yield ev.RoundDrafted(round=number, pairings=(*seats, *byes), method=BY_HAND)

    def _append_ignored_score_to_text(self, row: ListedResult, found: ResultRow) -> ResultRow:
        """Append the score in the result column to the text of a row if it differs from the points.

        They can differ if somebody edits an exported list, which has both columns.
        """
        with suppress(Refused):
            points = self._parse_points(row.cells)
            _, score = typed_result_parser.split_off_victory_points(row.cells.get("result", ""))
            if points is not None and score is not None and points != score:
                doubt = f" – is that right? the result column has {score[0]} : {score[1]}"
                return replace(found, text=found.text + doubt)
        return found

    def _interpret_row_or_explain_failure(self, row: ListedResult) -> ResultRow:
        try:
            return self._interpret_row(row)
        except NothingToChange as error:
            return ResultRow(row.line, "stands", error.message)
        except ReasonRequired as error:
            text = f"{error.message.removesuffix('.')} with --why."
            return ResultRow(row.line, "not read", text)
        except Refused as error:
            run = f" Run: warledger {error.command}." if error.command else ""
            return ResultRow(row.line, "not read", error.message + run)

    def _interpret_row(self, row: ListedResult) -> ResultRow:
        state, cells = self._league.state, row.cells
        season, current = cells.get("season", ""), state.season.number
        if season in map(str, state.seasons.keys() - {current}):
            raise Refused(f"It belongs to season {season}, but season {current} is in progress.")
        home_name, away_name = cells["home"], cells["away"]
        if self._is_bye(home_name):
            home_name, away_name = away_name, home_name
        if not home_name:
            raise Refused("The first player is missing.")
        home = find_player(state, home_name)
        kind = cells.get("how", "").casefold()
        away = None
        if kind not in BYES and not self._is_bye(away_name):
            if away_name:
                away = find_player(state, away_name)
            elif not all(is_bye_word(cells.get(what) or "bye") for what in _RESULT_COLUMNS):
                raise Refused(
                    "There is a result but no second player. Name the player, or write"
                    " BYE for a bye."
                )
        if home == away:
            raise Refused(f"{state.get_player_name(home)} cannot play against themselves.")
        number = self._parse_round_number(row)
        if number is None and cells.get("round"):
            raise Refused(f"{cells['round']!r} is not a round number.")
        bye = cast(Bye, kind) if kind in BYES else "bye"
        fixture = self._find_or_make_fixture(row.line, home, away, bye, number)
        title = describe_fixture(state, fixture)
        if named_day := _split_day_and_time(cells.get("round-on", ""))[0]:
            round_day = self._league.calendar.parse_day(named_day)
            self._day_by_round.setdefault(fixture.round, round_day)
        typed = None if away is None else self._parse_result(cells, home, away)
        extra = {} if away is None else self._parse_extra_columns(cells)
        if typed is None:
            if extra:
                raise Refused(f"There are {format_names([*extra])} but no result. Add the result.")
            is_new = fixture.id not in state.fixtures
            suffix = "" if away is None else ": no result yet"
            return ResultRow(row.line, "is paired" if is_new else "stands", title + suffix)
        is_home = fixture.home == home
        oriented = typed if is_home else typed_result_parser.swap_players_of_result(typed)
        extra = extra if is_home else {name: (two, one) for name, (one, two) in extra.items()}
        day, time = _split_day_and_time(cells.get("on", ""))
        ended = self._results.make_fixture_result(
            fixture, oriented, on=day or self._on, time=cells.get("time") or time, extra=extra
        )
        self._results.refuse_changed_details_of_same_result(fixture, ended, {"extra": extra})
        entered = self._results.make_result_entered_event(fixture, ended, self._why)
        self._day_by_round.setdefault(fixture.round, ended.played_on)
        text = f"{title}: {format_result_score(state, ended)}"
        return ResultRow(row.line, "enters", text, fixture, entered)

    def _is_bye(self, cell: str) -> bool:
        """Return whether a player's cell means a bye, as in ``BYE``. It does not if a player has
        this name.
        """
        return is_bye_word(cell) and not self._is_player(cell)

    def _is_player(self, cell: str) -> bool:
        players = self._league.state.players.values()
        return make_name_key(cell) in {make_name_key(one.name) for one in players}

    def _parse_round_number(self, row: ListedResult) -> int | None:
        found = re.search(r"\d{1,4}", row.cells.get("round", ""))
        return int(found[0]) if found else None

    def _parse_result(
        self, cells: Mapping[str, str], home: PlayerId, away: PlayerId
    ) -> TypedResult | None:
        """Parse the result of a row, home player first, or return None if it has none.

        Rows can have columns for the points, the winner and the kind of result. The result column
        is ignored if one of these has a value and there are columns for the points. Raises
        ``Refused`` if the values are invalid or contradict each other.
        """
        outcome, winner_name = cells.get("how", "").casefold(), cells.get("winner", "")
        kind = next((one for one in _KINDS if one == (outcome or "played")), None)
        if kind is None:
            raise Refused(
                f"{outcome!r} is not a kind of result. Choose one of: {', '.join(_KINDS)}."
            )
        winner, vp = self._parse_winner(winner_name, home, away), self._parse_points(cells)
        if kind == "double loss":
            if winner:
                raise Refused("Nobody wins a double loss. Leave the winner empty.")
            winner = 0
        is_told, result = bool(outcome or winner_name or vp), cells.get("result")
        if result and not (is_told and "home-points" in cells):
            typed = typed_result_parser.parse_typed_result(result)
            is_other_kind = outcome and typed.kind not in ("played", kind)
            is_other_winner = None not in (winner, typed.winner) and winner != typed.winner
            if is_other_kind or is_other_winner:
                others = ", ".join(filter(None, (outcome, winner_name)))
                raise Refused(f"{result} does not agree with {others}. Correct the row.")
            kind, vp = kind if outcome else typed.kind, typed.vp
            winner = typed.winner if winner is None else winner
        elif not is_told:
            return None
        if winner is None and kind not in ("played", "double loss"):
            raise Refused(f"A game that ended as {kind} needs a winner. Name the winner.")
        is_drawn = winner is None and outcome and "winner" in cells
        return TypedResult(kind, 0 if is_drawn else winner, vp)

    def _parse_points(self, cells: Mapping[str, str]) -> tuple[int, int] | None:
        """Parse the victory points of a row, home player first, or return None if it has none.

        Raises ``Refused`` if they are invalid.
        """
        return self._parse_points_of_both(cells, ("home-points", "away-points"), "points")

    def _parse_extra_columns(self, cells: Mapping[str, str]) -> dict[str, tuple[int, int]]:
        """Parse the extra columns of a row, such as ``casualties``. Raises ``Refused`` if one is
        invalid.
        """
        found = {
            name: self._parse_points_of_both(cells, (f"{name} home", f"{name} away"), name)
            for name in self._extra_columns
        }
        return {name: pair for name, pair in found.items() if pair is not None}

    def _parse_points_of_both(
        self, cells: Mapping[str, str], fields: tuple[str, str], name: str
    ) -> tuple[int, int] | None:
        points = {field: cells.get(field, "") for field in fields}
        if not any(points.values()):
            return None
        for field, cell in points.items():
            if not _WHOLE_NUMBER.fullmatch(cell):
                column = self._columns.get(field, field)
                wrong = "too large" if cell.isdecimal() else "not a whole number"
                raise Refused(
                    f"{column}: {cell} is {wrong}."
                    if cell
                    else f"{column} is empty. Enter the {name} of each player."
                )
        return typed_result_parser.parse_extra_result_column(" : ".join(points.values()), name)

    def _parse_winner(self, typed: str, home: PlayerId, away: PlayerId) -> int | None:
        """Return 1 if the home player won, 2 for the away player, 0 for nobody, or None
        if unknown.
        """
        if not typed:
            return None
        if is_draw_word(typed) and not self._is_player(typed):
            return 0
        if typed in ("1", "2"):
            return int(typed)
        player = find_player(self._league.state, typed)
        if player not in (home, away):
            raise Refused(
                f"{self._league.state.get_player_name(player)} does not play in this game."
            )
        return 1 if player == home else 2

    def _find_or_make_fixture(
        self, line: int, home: PlayerId, away: PlayerId | None, bye: Bye, number: int | None
    ) -> Fixture:
        state = self._league.state
        if number is not None and number > state.round_number:
            return self._make_fixture_of_new_round(home, away, bye, number)
        players = {one for one in (home, away) if one is not None}
        fixtures = state.list_published_fixtures(state.season.number)
        meetings = (one for one in fixtures if set(one.players) == players)
        found = [one for one in meetings if number in (None, one.round)]
        unused = [one for one in found if one.id not in self._line_by_fixture]
        if not unused:
            if found:
                lines = format_line_numbers([self._line_by_fixture[one.id] for one in found])
                raise Refused(f"This game is already in {lines} of the list.")
            names = " and ".join(map(state.get_player_name, filter(None, (home, away))))
            problem = "are not paired" if away else "has no bye"
            if number is not None:
                raise Refused(
                    f"{names} {problem} in round {number}. Check the round, or pair the players"
                    " first."
                )
            raise Refused(
                f"{names} {problem} in this season. Pair the players first, or add a column with"
                " rounds to the list. Missing rounds are then created."
            )
        self._line_by_fixture[unused[0].id] = line
        return unused[0]

    def _make_fixture_of_new_round(
        self, home: PlayerId, away: PlayerId | None, bye: Bye, number: int
    ) -> Fixture:
        state = self._league.state
        if state.draft is not None:
            raise Refused(f"Round {state.draft.number} is a draft. Publish or cancel it first.")
        if state.top_cut is not None:
            raise Refused(
                "The season is in its bracket, and only the bracket creates rounds. Skip the"
                " lines of new rounds."
            )
        if number not in self._rounds and number != state.round_number + len(self._rounds) + 1:
            missing = state.round_number + len(self._rounds) + 1
            raise Refused(f"Round {number} cannot be created: round {missing} is missing.")
        pairings = self._rounds.setdefault(number, [])
        seated_players = {player for one in pairings for player in one.players}
        for player in (home, away):
            if player in seated_players:
                raise Refused(f"{state.get_player_name(player)} is listed twice in round {number}.")
        pairing = ev.Pairing(next(self._new_ids), home, away, why="of a list", bye=bye)
        pairings.append(pairing)
        return Fixture(pairing.fixture, state.season.number, number, home, away, bye=bye)


def _split_day_and_time(cell: str) -> tuple[str, str]:
    """Split a date such as ``2026-11-20 00:00:00`` into day and time."""
    found = _DAY_AND_TIME.fullmatch(cell)
    return (found[1], "" if found[2] in _NO_TIMES else found[2]) if found else (cell, "")


def _conjugate_does_not_fit(count: int) -> str:
    return "does not fit" if count == 1 else "do not fit"
