"""The contents of the standings screen: the table after a round, and one player's breakdown."""

from __future__ import annotations

from itertools import islice

from tracker.application.leagues.league import League
from tracker.application.leagues.league_dates_and_times import convert_to_local_day
from tracker.application.leagues.league_summaries import read_league_row
from tracker.leagues.results.standings import Standings, StandingsRow
from tracker.leagues.results.standings_from_league_state import has_byes_after_day
from tracker.leagues.results.standings_input_types import PlayerId


def format_league_points(league: League) -> dict[PlayerId, str]:
    """Format the league points of each ranked player."""
    return {row.player: row.points.short for row in read_or_compute_standings(league).rows}


def read_or_compute_standings(
    league: League, as_of: str = "", season: int | None = None
) -> Standings:
    """Return the stored standings if they are current; otherwise, compute the standings.

    Standings of a closed season are always computed. Earlier versions of the program stored players
    who joined or dropped out after the season was closed.
    """
    now = not as_of and season is None and not league.state.season.closed
    summary = league.summary if now else None
    if summary is not None and summary.version == league.version:
        day = convert_to_local_day(summary.updated_at, league.state.info.zone)
        if not has_byes_after_day(league.state, day):
            return read_league_row(summary).standings
    return league.table.compute_standings(as_of, season)


class StandingsView:
    """The contents of the standings screen. By default, these are the latest standings."""

    def __init__(self, league: League, round_number: int | None, season: int | None) -> None:
        self.league = league
        self.round = round_number
        self.season = season
        self.cursor = 0
        self._computed_for: tuple[int, str, int | None] | None = None
        self._breakdowns: dict[int, list[list[str]]] = {}
        self.refresh_table_and_breakdown()

    @property
    def as_of(self) -> str:
        return "" if self.round is None else str(self.round)

    @property
    def season_number(self) -> int:
        return self.season or self.league.state.season.number

    @property
    def last_round(self) -> int:
        return self.league.state.get_last_published_round_number(self.season_number)

    @property
    def is_earlier_round(self) -> bool:
        return self.round is not None and self.round < self.last_round

    @property
    def marked_row(self) -> StandingsRow | None:
        return self.table.rows[self.cursor] if self.table.rows else None

    @property
    def division_heading_count(self) -> int:
        return len({row.division for row in self.table.rows if row.division})

    @property
    def last_ranked_round(self) -> int:
        """The last round whose results decide the shown places, including the bracket's rounds."""
        return self.league.table.find_last_ranked_round(self.as_of, self.season)

    def refresh_table_and_breakdown(self) -> None:
        """Recompute the table and the marked player's breakdown if they may have changed.

        If an undo has removed the season or round, the latest standings are shown instead.
        """
        if self.season not in self.league.state.seasons:
            self.season = None
        if self.round is not None and self.round > self.last_round:
            self.round = None
        key = (self.league.version, self.as_of, self.season)
        if self._computed_for != key:
            self._computed_for = key
            self._breakdowns.clear()
            self.table = read_or_compute_standings(self.league, self.as_of, self.season)
        self.cursor = max(0, min(self.cursor, len(self.table.rows) - 1))
        if self.cursor not in self._breakdowns:
            self._breakdowns[self.cursor] = describe_player_breakdown(
                self.league, self.marked_row, self.as_of, self.season
            )
        self.breakdown = self._breakdowns[self.cursor]

    def go_to_earlier_round_or_season(self) -> bool:
        """Go back a round, or to the previous season's end. Return whether this was possible."""
        now = self.last_round if self.round is None else self.round
        if now > 1:
            self.round = now - 1
        elif self.season_number > 1:
            self.season, self.round = self.season_number - 1, None
        else:
            return False
        return True

    def go_to_later_round_or_season(self) -> bool:
        """Go forward a round, or to the next season's start. Return whether this was possible."""
        now = self.league.state.season.number
        if self.round is not None:
            self.round = None if self.round + 1 >= self.last_round else self.round + 1
        elif self.season_number < now:
            later = self.season_number + 1
            self.season = later if later < now else None
            self.round = 1 if self.last_round > 1 else None
        else:
            return False
        return True


def describe_player_breakdown(
    league: League, row: StandingsRow | None, as_of: str = "", season: int | None = None
) -> list[list[str]]:
    """Describe a player's breakdown in groups: rounds, totals, bonus, neighbours and opponents."""
    if row is None:
        return []
    numbers = league.table.compute_player_breakdown(row.player, as_of, season)
    lines = iter(league.table.format_breakdown_lines(numbers))
    neighbours = sum(neighbour is not None for neighbour in (numbers.above, numbers.below))
    sizes = (len(numbers.lines), 1 + len(numbers.ties), len(numbers.bonus), neighbours)
    groups = [*([*islice(lines, size)] for size in sizes), [*lines]]
    return [group for group in groups if group]
