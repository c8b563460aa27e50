"""Standings as they are now, from their row in the lists: there at once, however long a league."""

from __future__ import annotations

from tracker.application.leagues.dates import find_day
from tracker.application.leagues.league import League
from tracker.application.leagues.row import read_row
from tracker.leagues.results import PlayerId
from tracker.leagues.standings import Standings
from tracker.leagues.standings_input import has_byes_to_come


def list_points(league: League) -> dict[PlayerId, str]:
    """League points of those who are ranked."""
    return {row.player: row.points.short for row in compute_standings_now(league).rows}


def compute_standings_now(league: League, as_of: str = "", season: int | None = None) -> Standings:
    """The table: as it is now from the row in the lists, of an earlier round worked out.

    So is that of a season that is closed: its row may be from a version of the program that still
    counted who joined or dropped out after the close.
    """
    now = not as_of and season is None and not league.state.season.closed
    summary = league.summary if now else None
    if summary is None or summary.version != league.version:
        return league.table.standings(as_of, season)
    if has_byes_to_come(league.state, find_day(summary.updated_at, league.state.info.zone)):
        return league.table.standings(as_of, season)
    return read_row(summary).standings
