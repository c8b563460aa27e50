"""The view of an evening for phones and the big screen: tables, clock and standings."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeVar

import pendulum
from msgspec import Struct
from msgspec.structs import replace

from tracker.application.leagues.league import League
from tracker.application.leagues.pairing.round_missions import describe_round_mission
from tracker.application.leagues.people.player_list_columns import describe_presence
from tracker.application.leagues.results.fixture_result_entry import (
    describe_result,
    format_extra_result_columns,
    format_full_score,
    format_result_as_typed,
    list_extra_result_columns,
)
from tracker.application.leagues.results.player_result_reports import (
    describe_unconfirmed_report,
    make_result_fingerprint,
)
from tracker.application.leagues.seasons.standings_plain_text import (
    describe_after_round,
    group_standings_by_division,
    list_tie_break_columns,
)
from tracker.application.table_columns import Column
from tracker.leagues.league_events import FixtureResult
from tracker.leagues.league_state import Competitor, Fixture, LeagueState
from tracker.leagues.results.standings import StandingsRow
from tracker.leagues.results.standings_explanations import describe_missed_round
from tracker.leagues.results.standings_input_types import PlayerId
from tui.views.league_evening_table import (
    DraftPairingRow,
    EveningTableRow,
    build_evening_table,
    build_evening_table_row,
    list_earlier_fixtures,
)
from tui.views.standings_view import read_or_compute_standings

T = TypeVar("T")
SMALL_HOURS = 6
"""The hour before which a game's end is taken to be after midnight."""
LATEST = 3
"""The number of most recent results that are displayed."""


class ReportedResultView(Struct, frozen=True):
    """A player's report on a game, in words and as typed, with additional columns."""

    player: PlayerId
    name: str
    result: str
    text: str
    extra: tuple[tuple[str, str], ...]


class EveningGameView(Struct, frozen=True):
    """A game of the evening. ``stands`` is open, live, later, reported, in, differs or bye.

    Forms send ``id`` and ``seen`` back. ``note`` is the game's progress, or the source and time of
    its result, such as ``corrected 20:15``. ``result`` is in words, and ``reporter`` is the player
    who reported it. ``says`` contains the players' reports, for the organiser. ``told`` contains
    the reports that dispute the result. ``extra`` contains additional columns in words. ``filled``
    contains the form's values for the current result, and ``doubt`` is the linked game's result if
    it differs. ``by_organiser`` is true if the result comes neither from a player nor from a game.
    """

    id: str
    seen: str
    table: str
    home: str
    away: str
    players: tuple[PlayerId, ...]
    reporter: str
    signed: tuple[PlayerId, ...]
    score: tuple[str, str]
    stands: str
    note: str
    result: str
    says: str
    told: tuple[ReportedResultView, ...]
    extra: tuple[str, ...]
    late: bool
    left_over: bool
    version: int
    round: int
    filled: dict[str, str]
    doubt: str
    by_organiser: bool


class StandingsRowView(Struct, frozen=True):
    """A row of the standings. ``up`` is the number of places gained since the previous round."""

    place: int
    name: str
    player: PlayerId
    games: str
    points: str
    ties: tuple[str, ...]
    up: int
    dropped: bool


class RoundView(Struct, frozen=True):
    """An earlier round with its games."""

    number: int
    games: tuple[EveningGameView, ...]


class DivisionStandingsView(Struct, frozen=True):
    """A division's standings. ``name`` is the heading, which is empty if there are no divisions."""

    name: str
    places: tuple[StandingsRowView, ...]


class PresenceView(Struct, frozen=True):
    """A player's attendance in the next round: in words, whether absent, and whether dropping out.

    ``heading`` is the page's heading about an absence, and is empty if the player will be present.
    """

    name: str
    how: str
    absent: bool
    drops: bool
    heading: str


class EveningView(Struct, frozen=True):
    """The view of an evening at one version of its league.

    ``ends_at`` is in milliseconds since 1970 (UTC), or 0 if unknown. ``after`` names the last round
    in the standings and the missing results. ``draft`` is the number of the drafted round, or 0.
    ``columns`` are the additional columns of results. ``resting`` players have a bye, ``away``
    players are absent from the round, and ``missing`` players are absent without a bye. ``games``
    are those of the round, with earlier ones that have no result or a disputed one. ``earlier``
    contains all earlier games, latest round first. ``next`` is the round of the check-in,
    ``present`` the number of its players, and ``here`` everybody's attendance.
    """

    stream: str
    version: int
    title: str
    season: str
    round: int
    planned: int
    day: str
    ends: str
    ends_at: int
    mission: str
    closed: bool
    games: tuple[EveningGameView, ...]
    byes: tuple[str, ...]
    resting: tuple[PlayerId, ...]
    missing: tuple[str, ...]
    away: tuple[PlayerId, ...]
    latest: tuple[EveningGameView, ...]
    after: str
    heads: tuple[str, ...]
    fields: tuple[DivisionStandingsView, ...]
    columns: tuple[str, ...]
    draft: int
    draft_id: str
    drafted: tuple[DraftPairingRow, ...]
    doubts: tuple[str, ...]
    absent: tuple[str, ...]
    earlier: tuple[RoundView, ...]
    next: int
    present: int
    here: dict[PlayerId, PresenceView]

    @property
    def result_count(self) -> int:
        """The number of results in the current round."""
        return sum(one.stands in ("in", "reported", "differs") for one in self.round_games)

    @property
    def round_games(self) -> tuple[EveningGameView, ...]:
        """The games of the current round."""
        return tuple(one for one in self.games if not one.left_over)

    def has_bye(self, player: PlayerId) -> bool:
        """Whether a player has a bye in this round."""
        return player in self.resting

    def list_player_games(self, player: PlayerId) -> tuple[EveningGameView, ...]:
        """List a player's games: current ones, earlier open ones, and those with open reports."""
        known = {one.id for one in self.games}
        reported = [
            game
            for one in self.earlier
            for game in one.games
            if game.stands == "reported" and game.id not in known
        ]
        return tuple(one for one in (*self.games, *reported) if player in one.players)


def build_evening_view(league: League) -> EveningView:
    state, evening = league.state, build_evening_table(league)
    table = read_or_compute_standings(league)
    ties = list_tie_break_columns(table)[:2]
    games = tuple(_game(league, one) for one in evening.tables if one.how != "bye")
    byes = tuple(one.home for one in evening.tables if one.how == "bye")
    paired = {player for one in games if not one.left_over for player in one.players}
    away = [
        one
        for one in state.players.values()
        if one.get_absence_reason(evening.number) == "away" and one.id not in paired
    ]
    several = len(state.seasons) > 1
    return EveningView(
        stream=league.stream,
        version=league.version,
        title=league.title,
        season=(state.season.name or f"season {state.season.number}") if several else "",
        round=evening.number,
        planned=evening.planned,
        day=evening.day,
        ends=evening.ends,
        ends_at=_ends_at(league),
        mission=describe_round_mission(state, state.season.number, evening.number),
        closed=state.season.closed,
        games=games,
        byes=byes,
        resting=tuple(
            state.fixtures[one.fixture].home for one in evening.tables if one.how == "bye"
        ),
        missing=tuple(one.name for one in away if one.name not in byes),
        away=tuple(one.id for one in away),
        latest=_latest(games),
        after=describe_after_round(league, table.after, state.season.number) if table.after else "",
        heads=tuple(one.short_heading for one in ties),
        fields=tuple(
            DivisionStandingsView(name, tuple(_place(row, ties) for row in found))
            for name, found in group_standings_by_division(table)
        ),
        columns=list_extra_result_columns(state),
        draft=evening.draft,
        draft_id=make_draft_id(state),
        drafted=evening.drafted,
        doubts=evening.doubts,
        absent=evening.absent,
        earlier=tuple(_earlier(league)),
        next=league.people.next_round_number,
        present=evening.present,
        here={
            one.id: _here(one, league.people.next_round_number) for one in state.players.values()
        },
    )


def _here(one: Competitor, number: int) -> PresenceView:
    words = describe_presence(one, number)
    absence = one.get_absence_reason(number)
    heading = ""
    if absence == "away":
        bye = one.get_bye_kind(number)
        paid = describe_missed_round(bye, ", with ")
        heading = f"You are away in round {number}{paid}"
    elif absence == "not yet here":
        heading = f"You play from round {one.from_round} on"
    if one.left is not None:
        gone = "You dropped out" if absence == "dropped" else "You drop out"
        heading = f"{gone} after round {one.left}" if one.left else gone
    return PresenceView(one.name, words or "here", bool(absence), one.left is not None, heading)


def _earlier(league: League) -> list[RoundView]:
    rounds: dict[int, list[EveningGameView]] = {}
    for one in list_earlier_fixtures(league.state):
        game = replace(
            _game(league, build_evening_table_row(league, one)), table=str(one.table or "–")
        )
        rounds.setdefault(one.round, []).append(game)
    return [RoundView(number, tuple(rounds[number])) for number in sorted(rounds, reverse=True)]


def _place(row: StandingsRow, ties: Sequence[Column[StandingsRow]]) -> StandingsRowView:
    return StandingsRowView(
        row.place,
        row.name,
        row.player,
        f"{row.won}–{row.drawn}–{row.lost}",
        row.points.short,
        tuple(one.cell(row) for one in ties),
        row.moved or 0,
        row.dropped,
    )


def make_draft_id(state: LeagueState) -> str:
    """Make an id that identifies the current draft, or "" if there is none."""
    draft = state.draft
    if draft is None:
        return ""
    return ".".join(f"{one.home}-{one.away}-{one.table}" for one in state.list_fixtures(draft))


def _latest(games: tuple[EveningGameView, ...]) -> tuple[EveningGameView, ...]:
    known = [one for one in games if one.result]
    return tuple(sorted(known, key=lambda one: one.version, reverse=True)[:LATEST])


def _game(league: League, row: EveningTableRow) -> EveningGameView:
    state = league.state
    one = state.fixtures[row.fixture]
    ended = one.ended
    return EveningGameView(
        id=one.id,
        seen=make_result_fingerprint(one),
        table=row.number,
        home=row.home,
        away=row.away,
        players=one.players,
        reporter=state.get_player_name(one.reporter) if one.reporter else "",
        signed=one.signed,
        score=row.score,
        stands=_stands(one, row),
        note=row.note,
        result=describe_result(state, one),
        says=describe_unconfirmed_report(state, one),
        told=tuple(
            ReportedResultView(
                who,
                state.get_player_name(who),
                format_full_score(state, said),
                format_result_as_typed(state, one, said),
                _extra(said),
            )
            for who, said in one.disputed_results
        ),
        extra=tuple(format_extra_result_columns(ended)) if ended else (),
        late=row.late,
        left_over=row.left_over,
        version=one.version,
        round=one.round,
        filled=_filled(state, one) if ended is not None else {},
        doubt=row.doubt if not one.disputed_results else "",
        by_organiser=one.by_hand and one.reporter is None,
    )


def _filled(state: LeagueState, one: Fixture) -> dict[str, str]:
    """Return the form's field values for the current result."""
    assert one.ended is not None
    points = tuple(map(str, one.ended.vp or ()))
    how = format_result_as_typed(state, one, one.ended).removesuffix("-".join(points)).strip()
    columns = {f"extra {name}": text for name, text in _extra(one.ended)}
    return {"how": how, **dict(zip(("home", "away"), points, strict=False)), **columns}


def _extra(ended: FixtureResult) -> tuple[tuple[str, str], ...]:
    """List a result's additional columns as they would be typed."""
    return tuple((name, f"{home}-{away}") for name, (home, away) in ended.extra.items())


def _stands(one: Fixture, row: EveningTableRow) -> str:
    if one.ended is None:
        return row.how
    if one.disputed_results:
        return "differs"
    return "reported" if one.reporter and len(one.signed) < len(one.players) else "in"


def _ends_at(league: League) -> int:
    """Return the time when games end, in milliseconds since 1970 (UTC), or 0 if unknown."""
    round_ = league.state.round
    if round_ is None or not round_.ends or not round_.on:
        return 0
    zone = league.state.info.zone
    ends = pendulum.from_format(f"{round_.on} {round_.ends}", "YYYY-MM-DD HH:mm", tz=zone)
    if ends.hour < SMALL_HOURS:
        ends = ends.add(days=1)
    return int(ends.timestamp() * 1000)


def split_into_pages(rows: Sequence[T], most: int) -> list[Sequence[T]]:
    """Split rows into as few pages as possible. Their lengths differ by at most one."""
    pages = -(-len(rows) // most)
    starts = [-(-len(rows) * page // pages) for page in range(pages + 1)] if pages else []
    return [rows[start:end] for start, end in pairwise(starts)]
