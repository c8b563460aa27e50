"""The row of a league in lists: what home shows of it, and its standings as they are now.

It is written with every entry and rebuilt from the events alone, so that standings of a long
league are there at once.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from tracker.application.leagues.dates import find_day
from tracker.application.leagues.league_history import LeagueHistory, decode_line
from tracker.leagues.league_events import ForceId, WarUnitId, What
from tracker.leagues.league_state import LeagueState
from tracker.leagues.standings import Standings
from tracker.leagues.standings_input import AsOf, compute_standings_of
from tracker.ledger.errors import BrokenLedger
from tracker.ledger.store import StoredEvent, StreamInfo
from tracker.ledger.summary import DAMAGED, Summary


class ForceRow(Struct, frozen=True, array_like=True):
    """A force that lasts, by id and name, and its units likewise: what they are found by."""

    id: ForceId
    name: str
    units: tuple[tuple[WarUnitId, str], ...] = ()


class LeagueRow(Struct, frozen=True):
    """A league as home and the standings screen need it.

    ``round`` is the last one published (0: none yet) of ``planned`` (0: not said), ``results`` how
    many of its ``fixtures`` have one, byes left out; ``drafted`` the round that is drafted, or 0.
    ``ends`` says when its games end. ``games`` counts the results of the season, ``unsigned`` those
    of the round that not both have signed. ``matches`` says which fixture a kept game is of;
    ``on`` and ``ends`` are of the calendar and clock of ``zone``.
    """

    what: What
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
    forces: tuple[ForceRow, ...] = ()


def build_row(state: LeagueState, today: str) -> LeagueRow:
    """The row of a league as it stood on a day (YYYY-MM-DD)."""
    season, current = state.season, state.round
    games = [one for one in state.published(season.number) if one.away and one.ended]
    meets = [one for one in state.list_fixtures(current) if one.away] if current else []
    played = [one for one in meets if one.ended]
    return LeagueRow(
        what=state.info.what,
        season=season.number,
        season_name=season.name,
        round=state.round_number,
        planned=state.planned_now,
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
        standings=compute_standings_of(state, AsOf(today=today)),
        zone=state.info.zone,
        forces=tuple(
            ForceRow(one.id, one.name, tuple((unit, state.units[unit].name) for unit in one.units))
            for one in state.forces.values()
        ),
    )


_decode = msgspec.json.Decoder(LeagueRow).decode


def read_row(summary: Summary) -> LeagueRow:
    """The row in the summary of a league or campaign; an empty one where that is damaged.

    Raises ``BrokenLedger`` for one that another version of the program wrote.
    """
    if summary.status == DAMAGED:
        return build_row(LeagueState(), "")
    try:
        return _decode(summary.table)
    except msgspec.MsgspecError as error:
        message = (
            f"The row of {summary.title} in the lists is of another form; make the lists anew"
            " with: warledger rebuild."
        )
        raise BrokenLedger(message) from error


def is_of_earlier_form(text: str, now: str) -> bool:
    """Whether a row can be read, and only lacks what rows say besides since it was written."""
    try:
        _decode(text)
    except msgspec.MsgspecError:
        return False
    said, today = (msgspec.json.decode(each, type=dict[str, msgspec.Raw]) for each in (text, now))
    return all(bytes(today.get(key, b"")) == bytes(value) for key, value in said.items())


def summarise_league(
    stream: str, state: LeagueState, version: int, opened_at: int, updated_at: int
) -> Summary:
    """The summary of a league at a version; times in microseconds since 1970 (UTC)."""
    row = build_row(state, find_day(updated_at, state.info.zone))
    first = row.standings.rows[0] if row.standings.rows else None
    return Summary(
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


def summarise(info: StreamInfo, events: Iterator[StoredEvent]) -> Summary:
    """The summary of a whole league, for ``rebuild``."""
    story = LeagueHistory()
    story.load(map(decode_line, events))
    first, last = story.lines[0], story.lines[-1]
    return summarise_league(info.stream, story.state, story.version, first.at, last.at)
