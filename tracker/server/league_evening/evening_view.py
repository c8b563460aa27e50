"""The view of an evening for phones and the big screen: tables, clock and standings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tracker.application.leagues.league import League
from tracker.application.leagues.pairing.round_mission_commands import describe_round_mission
from tracker.application.leagues.people.player_list_columns import describe_presence
from tracker.application.leagues.results.result_descriptions import (
    describe_outcome_beyond_points,
    describe_result,
    format_extra_result_columns,
    format_result_as_typed,
    format_score_with_columns,
    list_extra_result_column_names,
)
from tracker.application.leagues.results.results_reported_by_players import (
    describe_unconfirmed_report,
    make_result_fingerprint,
)
from tracker.application.leagues.seasons.standings_columns_and_text import (
    describe_round_and_open_games,
    group_standings_by_division,
    list_tie_break_columns,
)
from tracker.application.table_columns import Column
from tracker.leagues.league_events import FixtureResult
from tracker.leagues.league_state import Competitor, Fixture, LeagueState
from tracker.leagues.results.standings import StandingsRow
from tracker.leagues.results.standings_explanations import format_requested_bye_suffix
from tracker.leagues.results.standings_input_types import PlayerId
from tui.views.league_evening_table import (
    EveningTable,
    EveningTableRow,
    build_evening_table,
    build_evening_table_row,
    compute_round_end,
    list_all_games_of_earlier_rounds,
)
from tui.views.standings_view import read_or_compute_standings

T = TypeVar("T")
MAX_LATEST_RESULTS = 3
"""The number of most recent results that the page shows."""


class ReportedResultView(Struct, frozen=True):
    """A player's report on a game, in words and as typed, with additional columns."""

    player: PlayerId
    name: str
    result: str
    text: str
    extra: tuple[tuple[str, str], ...]


class EveningGameView(Struct, frozen=True):
    """A game of the evening. ``status`` is open, live, later, reported, in, differs or bye.

    Forms send ``id`` and ``fingerprint`` back. ``note`` is the game's progress, or the source and
    time of its result. ``outcome_note`` describes an outcome that the points do not show.
    ``form_values`` contains the form's values for the current result. ``differing_result`` is the
    linked game's result if it differs. ``by_organiser`` is true if the result comes neither from a
    player nor from a game.
    """

    id: str
    fingerprint: str
    table: str
    home: str
    away: str
    players: tuple[PlayerId, ...]
    reporter: str
    signed: tuple[PlayerId, ...]
    score: tuple[str, str]
    status: str
    note: str
    result: str
    outcome_note: str
    unconfirmed_report: str
    disputed_reports: tuple[ReportedResultView, ...]
    extra: tuple[str, ...]
    late: bool
    left_over: bool
    version: int
    round: int
    form_values: dict[str, str]
    differing_result: str
    by_organiser: bool


class PresenceView(Struct, frozen=True):
    """A player's attendance in the next round. ``heading`` is "" for a player who is present."""

    name: str
    description: str
    absent: bool
    drops_out: bool
    heading: str


@dataclass(frozen=True)
class EveningView(EveningTable):
    """A view of an evening, as of one version of its league.

    ``ends_at`` is in milliseconds since 1970 (UTC), or 0 if unknown. ``divisions`` contains the
    heading and standings of each division, with columns for ``tie_breaks``. The heading is "" if
    there are no divisions. ``games`` are the round's games, and earlier games without a result or
    with a disputed result. ``earlier_rounds`` contains all earlier games by round, latest round
    first, and ``earlier_byes`` the players without a game. ``next_round`` is the round of the
    check-in. ``away_names`` are the absent players without a bye.
    """

    stream: str
    version: int
    title: str
    season: str
    ends_at: int
    mission: str
    closed: bool
    games: tuple[EveningGameView, ...]
    byes: tuple[str, ...]
    bye_players: tuple[PlayerId, ...]
    away_names: tuple[str, ...]
    away_players: tuple[PlayerId, ...]
    latest_results: tuple[EveningGameView, ...]
    standings_note: str
    tie_breaks: list[Column[StandingsRow]]
    divisions: list[tuple[str, list[StandingsRow]]]
    columns: tuple[str, ...]
    draft_id: str
    earlier_rounds: list[tuple[int, list[EveningGameView]]]
    earlier_byes: dict[int, dict[str, list[str]]]
    next_round: int
    presences: dict[PlayerId, PresenceView]

    @property
    def round_games(self) -> tuple[EveningGameView, ...]:
        return tuple(one for one in self.games if not one.left_over)

    def list_current_and_reported_games(self, player: PlayerId) -> tuple[EveningGameView, ...]:
        """List a player's games: current games, earlier open games, and games with open reports."""
        known = {one.id for one in self.games}
        earlier = [game for _, games in self.earlier_rounds for game in games]
        reported = [one for one in earlier if one.status == "reported" and one.id not in known]
        return tuple(one for one in (*self.games, *reported) if player in one.players)


def build_evening_view(league: League) -> EveningView:
    state, evening = league.state, build_evening_table(league)
    table, last_round = read_or_compute_standings(league), league.table.find_last_ranked_round()
    games = tuple(_build_game(league, one) for one in evening.rows if one.away)
    bye_rows = [one for one in evening.rows if one.status == "bye"]
    byes = tuple(one.home for one in bye_rows)
    paired = {player for one in games if not one.left_over for player in one.players}
    number, players = evening.round_number, state.players.values()
    next_round = league.people.next_round_number
    absent = (one for one in players if one.get_absence_reason(number) == "away")
    away = [one for one in absent if one.id not in paired]
    played = [one for one in games if one.result]
    latest = sorted(played, key=lambda one: one.version, reverse=True)
    several = len(state.seasons) > 1
    ends = compute_round_end(league, state.current_round)
    return EveningView(
        **vars(evening),
        stream=league.stream,
        version=league.version,
        title=league.title,
        season=(state.season.name or f"season {state.season.number}") if several else "",
        ends_at=int(ends.timestamp() * 1000) if ends else 0,
        mission=describe_round_mission(state, state.season.number, evening.round_number),
        closed=state.season.closed,
        games=games,
        byes=byes,
        bye_players=tuple(state.fixtures[one.fixture].home for one in bye_rows),
        away_names=tuple(one.name for one in away if one.name not in byes),
        away_players=tuple(one.id for one in away),
        latest_results=tuple(latest[:MAX_LATEST_RESULTS]),
        standings_note=describe_round_and_open_games(league, last_round, state.season.number)
        if last_round
        else "",
        tie_breaks=list_tie_break_columns(table)[:2],
        divisions=group_standings_by_division(table),
        columns=list_extra_result_column_names(state),
        draft_id=make_draft_id(state),
        earlier_rounds=_list_earlier_rounds(league),
        earlier_byes=_list_earlier_byes(state),
        next_round=next_round,
        presences={one.id: _build_presence(one, next_round) for one in players},
    )


def _build_presence(player: Competitor, number: int) -> PresenceView:
    description = describe_presence(player, number)
    absence = player.get_absence_reason(number)
    heading = ""
    if absence == "away":
        bye = player.get_bye_kind(number)
        bye_text = format_requested_bye_suffix(bye, ", with ")
        heading = f"You are away in round {number}{bye_text}"
    elif absence == "not yet here":
        heading = f"You play from round {player.from_round} onwards"
    if player.left_after is not None:
        dropout = "You dropped out" if absence == "dropped" else "You drop out"
        heading = f"{dropout} after round {player.left_after}" if player.left_after else dropout
    drops_out = player.left_after is not None
    return PresenceView(player.name, description or "here", bool(absence), drops_out, heading)


def _list_earlier_rounds(league: League) -> list[tuple[int, list[EveningGameView]]]:
    rounds: dict[int, list[EveningGameView]] = {}
    for fixture in list_all_games_of_earlier_rounds(league.state):
        game = _build_game(league, build_evening_table_row(league, fixture))
        game = replace(game, table=str(fixture.table or "–"))
        rounds.setdefault(fixture.round, []).append(game)
    return sorted(rounds.items(), reverse=True)


def _list_earlier_byes(state: LeagueState) -> dict[int, dict[str, list[str]]]:
    """List the players without a game in each round, those with a bye and those who were away."""
    rounds: dict[int, dict[str, list[str]]] = {}
    for fixture in state.list_published_fixtures(state.season.number):
        if fixture.away is None:
            kind = "away" if fixture.is_requested_bye else "bye"
            names = rounds.setdefault(fixture.round, {}).setdefault(kind, [])
            names.append(state.get_player_name(fixture.home))
    return rounds


def make_draft_id(state: LeagueState) -> str:
    """Make an id that identifies the current draft, or "" if there is none."""
    draft = state.draft
    if draft is None:
        return ""
    fixtures = state.list_fixtures(draft)
    return ".".join(f"{one.home}-{one.away}-{one.table}" for one in fixtures)


def _build_game(league: League, row: EveningTableRow) -> EveningGameView:
    state = league.state
    fixture = state.fixtures[row.fixture]
    ended = fixture.ended
    return EveningGameView(
        id=fixture.id,
        fingerprint=make_result_fingerprint(fixture),
        table=row.number,
        home=row.home,
        away=row.away,
        players=fixture.players,
        reporter=state.get_player_name(fixture.reporter) if fixture.reporter else "",
        signed=fixture.signed,
        score=row.score,
        status=_get_result_status(fixture, row),
        note=row.note,
        result=describe_result(state, fixture),
        outcome_note=describe_outcome_beyond_points(state, fixture, ended) if ended else "",
        unconfirmed_report=describe_unconfirmed_report(state, fixture),
        disputed_reports=tuple(
            ReportedResultView(
                player,
                state.get_player_name(player),
                format_score_with_columns(state, report),
                format_result_as_typed(state, fixture, report),
                _list_extra_columns(report),
            )
            for player, report in fixture.disputed_results
        ),
        extra=tuple(format_extra_result_columns(ended)) if ended else (),
        late=row.is_late,
        left_over=row.is_earlier,
        version=fixture.version,
        round=fixture.round,
        form_values=_make_form_values(state, fixture) if ended is not None else {},
        differing_result=row.dispute if not fixture.disputed_results else "",
        by_organiser=fixture.by_hand and fixture.reporter is None,
    )


def _make_form_values(state: LeagueState, fixture: Fixture) -> dict[str, str]:
    assert fixture.ended is not None
    points = tuple(map(str, fixture.ended.vp or ()))
    typed = format_result_as_typed(state, fixture, fixture.ended)
    outcome = typed.removesuffix("-".join(points)).strip()
    columns = {f"extra {name}": text for name, text in _list_extra_columns(fixture.ended)}
    return {"how": outcome, **dict(zip(("home", "away"), points, strict=False)), **columns}


def _list_extra_columns(result: FixtureResult) -> tuple[tuple[str, str], ...]:
    """List a result's additional columns as they would be typed."""
    return tuple((name, f"{home}-{away}") for name, (home, away) in result.extra.items())


def _get_result_status(fixture: Fixture, row: EveningTableRow) -> str:
    if fixture.ended is None:
        return row.status
    if fixture.disputed_results:
        return "differs"
    return "reported" if fixture.reporter and len(fixture.signed) < len(fixture.players) else "in"


def split_into_pages(rows: Sequence[T], max_rows: int) -> list[Sequence[T]]:
    """Split rows into as few pages as possible. The pages' lengths differ by at most one."""
    pages = -(-len(rows) // max_rows)
    starts = [-(-len(rows) * page // pages) for page in range(pages + 1)] if pages else []
    return [rows[start:end] for start, end in pairwise(starts)]
