"""Builds the summary of a league from its events, and defines the columns for lists of leagues."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import msgspec
from msgspec import UNSET, Struct, UnsetType

from tracker.application.leagues.league_dates_and_times import convert_to_local_day, format_day
from tracker.application.leagues.league_history import LeagueHistory
from tracker.application.recorded_event_storage import decode_event
from tracker.application.table_columns import Column
from tracker.application.text_cleaning import clean_text
from tracker.leagues.league_events import LEAGUE, ForceId, LeagueKind, WarUnitId
from tracker.leagues.league_state import LeagueState
from tracker.leagues.results.standings import Standings
from tracker.leagues.results.standings_from_league_state import (
    StandingsCutoff,
    compute_league_standings,
)
from tracker.ledger.ledger_errors import BrokenLedger
from tracker.ledger.store_interface import StoredEvent, StoredStream
from tracker.ledger.stream_summary import DAMAGED, StreamSummary
from tracker.vocabulary.count_wording import format_count, format_points


class SearchableForce(Struct, frozen=True, array_like=True):
    """A campaign force and its units, with ids and names, for searches."""

    id: ForceId
    name: str
    units: tuple[tuple[WarUnitId, str], ...] = ()


class LeagueRow(Struct, frozen=True):
    """The data of a league in lists. ``round`` is the last published round, or 0.

    ``fixtures`` and ``results`` count this round's games and results, without byes. ``planned`` is
    the number of planned rounds, or 0. ``drafted`` is the number of the drafted round, or 0.
    ``games`` counts the season's results, and ``unsigned`` counts this round's results that lack a
    signature. ``disputed`` counts the season's disputed results, and is stored only if there are
    any. ``matches`` maps linked games to fixtures. ``on`` and ``ends`` are the date and the end of
    this round in the time zone ``zone``.
    """

    what: LeagueKind
    season: int
    season_name: str
    round: int
    planned: int
    results: int
    fixtures: int
    drafted: int
    on: str
    ends: str
    players: int
    games: int
    unsigned: int
    last_played: str
    closed: bool
    matches: dict[str, str]
    standings: Standings
    zone: str = "UTC"
    forces: tuple[SearchableForce, ...] = ()
    disputed: int | UnsetType = UNSET


def build_league_row(state: LeagueState, today: str) -> LeagueRow:
    """Build the data that lists show for a league, as of a given date (YYYY-MM-DD)."""
    season, current = state.season, state.current_round
    games = [one for one in state.list_published_fixtures(season.number) if one.away and one.ended]
    meets = [one for one in state.list_fixtures(current) if one.away] if current else []
    played = [one for one in meets if one.ended]
    return LeagueRow(
        what=state.info.what,
        season=season.number,
        season_name=season.name,
        round=state.round_number,
        planned=state.planned_rounds_unless_in_bracket,
        results=len(played),
        fixtures=len(meets),
        drafted=state.draft.number if state.draft else 0,
        on=current.on if current else "",
        ends=current.ends if current else "",
        players=len(state.players),
        games=len(games),
        unsigned=sum(len(one.signed) < len(one.players) for one in played),
        last_played=max((one.ended.played_on for one in games if one.ended), default=""),
        closed=season.closed,
        matches=dict(state.matches),
        standings=compute_league_standings(state, StandingsCutoff(today=today)),
        zone=state.info.zone,
        forces=tuple(
            SearchableForce(
                one.id, one.name, tuple((unit, state.units[unit].name) for unit in one.units)
            )
            for one in state.forces.values()
        ),
        disputed=sum(bool(one.disputed_results) for one in games) or UNSET,
    )


_decode = msgspec.json.Decoder(LeagueRow).decode


def read_league_row(summary: StreamSummary) -> LeagueRow:
    """Decode the list data in a league's summary. For a damaged league, return an empty row.

    Raises ``BrokenLedger`` if a different version of the program wrote the data.
    """
    if summary.status == DAMAGED:
        return build_league_row(LeagueState(), "")
    try:
        return _decode(summary.table)
    except msgspec.MsgspecError as error:
        raise BrokenLedger(
            f"The summary of {summary.title} has an outdated format. To update all summaries, "
            "run: warledger rebuild."
        ) from error


def is_league_row_without_newer_fields(stored: str, current: str) -> bool:
    """Return whether ``stored`` is a valid row that differs from ``current`` only by missing
    fields.
    """
    try:
        _decode(stored)
    except msgspec.MsgspecError:
        return False
    as_fields = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
    said, today = as_fields(stored), as_fields(current)
    return all(bytes(today.get(key, b"")) == bytes(value) for key, value in said.items())


def summarise_league(
    stream: str, state: LeagueState, version: int, opened_at: int, updated_at: int
) -> StreamSummary:
    """Build the summary of a league at a given version.

    Times are in microseconds since 1970 (UTC).
    """
    row = build_league_row(state, convert_to_local_day(updated_at, state.info.zone))
    first = row.standings.rows[0] if row.standings.rows else None
    return StreamSummary(
        stream=stream,
        version=version,
        kind=row.what,
        title=state.info.title,
        ruleset=", ".join(state.info.rulesets),
        status="ended" if row.closed else "running",
        turn=row.round,
        sides=msgspec.json.encode([one.name for one in state.players.values()]).decode(),
        winner=first.name if row.closed and first else None,
        opened_at=opened_at,
        updated_at=updated_at,
        played_on=row.last_played,
        table=msgspec.json.encode(row, order="deterministic").decode(),
        aside=state.aside,
    )


def summarise_league_stream(info: StoredStream, events: Iterator[StoredEvent]) -> StreamSummary:
    history = LeagueHistory(decode_event(one, LEAGUE) for one in events)
    first, last = history.lines[0], history.lines[-1]
    return summarise_league(info.stream, history.state, history.version, first.at, last.at)


def list_league_columns(kind: LeagueKind) -> tuple[Column[StreamSummary], ...]:
    """Return the columns of a list of leagues or of campaigns, beginning with the title.

    For leagues, the progress and the leaders follow. For campaigns, the number of games and the
    date of the last game follow.
    """
    column = partial(Column[StreamSummary], words=True)
    title = column(kind, lambda one: clean_text(one.title) or one.stream)
    if kind == "campaign":
        games = column("games", lambda one: str(read_league_row(one).games), words=False)
        played = column("last played", lambda one: format_day(read_league_row(one).last_played))
        return title, games, played
    stands = column("stands", lambda one: describe_league_progress(read_league_row(one)))
    return title, stands, column("first", _format_leaders_and_points)


def describe_league_progress(row: LeagueRow) -> str:
    """Describe the progress of a league: ``round 3 of 5 · 2 of 6 results in`` or ``12 players``."""
    if row.closed:
        return "season closed"
    if not row.round:
        return format_count(row.players, "player")
    of = f" of {row.planned}" if row.planned else ""
    return f"round {row.round}{of} · {row.results} of {format_count(row.fixtures, 'result')} in"


def _format_leaders_and_points(summary: StreamSummary) -> str:
    row = read_league_row(summary)
    first = [each for each in row.standings.rows if each.place == 1] if row.round else []
    if not first:
        return ""
    each_of = " each" if len(first) > 1 else ""
    points = f"{format_points(first[0].points.short)}{each_of}"
    return f"{', '.join(each.name for each in first[:3])} ({points})"
