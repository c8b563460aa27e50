"""Standings as they are now, from their row in the lists: there at once, however long a league."""

from __future__ import annotations

from tracker.application.leagues.league import League
from tracker.application.leagues.row import read_row
from tracker.leagues.results import PlayerId
from tracker.leagues.standings import Standings


def points_of(league: League) -> dict[PlayerId, str]:
    """League points of those who are ranked."""
    return {row.player: row.points.short for row in standings_now(league).rows}


def standings_now(league: League, as_of: str = "", season: int | None = None) -> Standings:
    """The table: as it is now from the row in the lists, of an earlier round worked out."""
    summary = None if as_of or season is not None else league.store.summary(league.stream)
    if summary is None or summary.version != league.version:
        return league.table.standings(as_of, season)
    return read_row(summary).standings
