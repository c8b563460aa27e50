"""Standings as plain text, to be sent or pinned up: every row, what decides, what changed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from tracker.application.leagues import departures, season_end
from tracker.leagues.arithmetic_text import format_amount
from tracker.leagues.results import make_exact
from tracker.leagues.standings import Standings, StandingsRow

if TYPE_CHECKING:
    from tracker.application.leagues.league import League


def render_standings(league: League, as_of: str = "", season: int | None = None) -> str:
    """The table as of a round or day, or now. Raises ``Refused`` for a round there is not."""
    table = league.table.standings(as_of, season)
    wide = max((len(_name(row)) for row in table.rows), default=6)
    heads = "".join(f"{table.head(one):>8}" for one in table.tie_breaks)
    lines = [
        f"{league.title} · {name_table(league, table, season)}",
        describe_deciders(table),
        "",
        f" #  {'player'.ljust(wide)}   P   W D L{heads}   bonus  points  move",
        *_lines(table, wide),
    ]
    notes = list_notes(league, table, season)
    return "\n".join([*lines, *(["", *notes] if notes else []), ""])


def name_table(league: League, table: Standings, season: int | None = None) -> str:
    """``standings after round 4``, ``standings of season 1 after round 7``."""
    state = league.state
    number = state.season.number if season is None else season
    of_season = f" of season {number}" if number != state.season.number else ""
    if table.after:
        return f"standings{of_season} {describe_after_round(league, table.after, number)}"
    rounds = state.info.what == "league" and state.rounds
    return f"standings{of_season} before round 1" if rounds else f"standings{of_season}"


def describe_after_round(league: League, number: int, season: int) -> str:
    """``after round 4``, and how many games up to then have no result yet while results come in."""
    known = league.state.seasons.get(season)
    games = () if known is None or known.closed else league.state.published(season)
    still = sum(one.away is not None and one.ended is None for one in games if one.round <= number)
    more = f" ({still} {'game' if still == 1 else 'games'} open)" if still else ""
    return f"after round {number}{more}"


def describe_deciders(table: Standings) -> str:
    """``3/1/0 · ties: VP±, schedule, lots``."""
    names = ["VP±" if one == "VP difference" else one for one in table.tie_breaks]
    return f"{table.scheme} · ties: {', '.join(names)}" if names else table.scheme


def describe_movement(row: StandingsRow) -> str:
    """``▲ 1`` for a place gained since the round before, ``=`` for none."""
    if row.moved is None:
        return ""
    return "=" if not row.moved else f"{'▲' if row.moved > 0 else '▼'} {abs(row.moved)}"


def list_notes(league: League, table: Standings, season: int | None = None) -> list[str]:
    """Who is level, what changed in mid-season, bonus points with their reasons."""
    names = league.state.players
    notes = [
        f"level: {', '.join(names[one].name for one in group)}; lots can be drawn"
        for group in table.level
    ]
    return [*notes, *list_reasons(league, table, season)]


def list_reasons(league: League, table: Standings, season: int | None = None) -> list[str]:
    """What changed in mid-season, and bonus points, up to the round of the table; and why."""
    names = league.state.players
    changes, given = league.table.changes(season)
    notes = [
        f"{one.what} changed after round {one.round}: {one.why or 'no reason given'}"
        for one in changes
        if one.round <= table.after
    ]
    notes += [
        f"{names[one.player].name}: {'+' if one.points[0] > 0 else ''}"
        f"{make_exact(one.fraction).short} {one.column}{f', {one.why}' if one.why else ''}"
        for one in given
        if one.round <= table.after
    ]
    number = league.state.season.number if season is None else season
    return [
        *notes,
        *departures.list_notes(league.state, number),
        *season_end.list_notes(league.state, number),
    ]


def describe_results_in(league: League, after: int, season: int | None = None) -> str:
    """``all 20 results of rounds 1 to 4 are in · 1 not signed (Bram)``."""
    state = league.state
    games = [
        one
        for one in state.published(state.season.number if season is None else season)
        if one.away is not None and one.round <= after
    ]
    if not games:
        return "no result yet"
    still = sum(one.ended is None for one in games)
    rounds = f" of rounds 1 to {after}" if after > 1 else " of round 1" if after else ""
    all_in = f"all {len(games)} results" if len(games) > 1 else "the one result"
    told = f"{all_in}{rounds} {'are' if len(games) > 1 else 'is'} in"
    if still:
        told = f"{len(games) - still} of {len(games)} results{rounds} are in"
    unsigned = [
        player
        for one in games
        if one.ended is not None
        for player in one.players
        if player not in one.signed
    ]
    if not unsigned:
        return f"{told} · all signed" if not still else told
    names = list(dict.fromkeys(state.name(player) for player in unsigned))
    who = ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
    return f"{told} · {len(unsigned)} not signed ({who})"


def _lines(table: Standings, wide: int) -> Iterator[str]:
    for name, rows in group_by_division(table):
        if name:
            yield name
        yield from (_line(row, wide) for row in rows)


def group_by_division(table: Standings) -> list[tuple[str, list[StandingsRow]]]:
    """The rows of each division under its heading; one without any, in a league of one field."""
    found = groupby(table.rows, key=lambda row: row.division or "")
    return [(make_heading(name), list(rows)) for name, rows in found]


def make_heading(division: str) -> str:
    """``Division A``; a division that is called so already, or has a name, keeps it."""
    return f"Division {division}" if len(division) == 1 else division


def _name(row: StandingsRow) -> str:
    return f"{row.name}  dropped" if row.dropped else row.name


def _line(row: StandingsRow, wide: int) -> str:
    ties = "".join(
        f"{'' if tie.value is None else format_amount(tie.tie_break, tie.value):>8}"
        for tie in row.ties
    )
    games = f"{row.played:>4}{row.won:>4}{row.drawn:>2}{row.lost:>2}"
    bonus = row.bonus.short if row.bonus.over else ""
    text = f"{row.place:>2}  {_name(row).ljust(wide)}{games}{ties}{bonus:>8}"
    return f"{text}{row.points.short:>8}  {describe_movement(row)}".rstrip()
