"""Computes standings as of any round or date, and explains the arithmetic of every number."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import partial

from tracker.application.errors import Refused
from tracker.application.leagues.league_name_lookup import find_player
from tracker.application.leagues.league_writer import LeagueCommands, LeagueWriter
from tracker.application.leagues.pairing.round_pairing_proposals import (
    choose_default_division_method,
    choose_players_to_pair,
)
from tracker.leagues.glicko_ratings import Rating
from tracker.leagues.outlook.remaining_games import find_remaining_games
from tracker.leagues.outlook.season_outlook import (
    SeasonOutlook,
    choose_default_top_place_count,
    compute_season_outlook,
)
from tracker.leagues.results.points_breakdown import PlayerBreakdown, RoundBreakdown
from tracker.leagues.results.standings import Standings
from tracker.leagues.results.standings_explanations import (
    explain_place_beside_neighbour,
    format_sum_breakdown,
)
from tracker.leagues.results.standings_from_league_state import (
    StandingsCutoff,
    compute_league_standings,
    compute_player_breakdown,
    compute_standings_by_division,
    find_last_ranked_round,
    gather_standings_input,
    list_all_players_for_each_division,
    list_season_players_at_cutoff,
    rate_league_players,
)
from tracker.leagues.results.standings_input_types import PlayerId
from tracker.vocabulary.typed_numbers import is_whole_number


class StandingsQueries(LeagueCommands):
    """Queries for standings. ``as_of`` is a round (``3``), a date (``2026-11-20``), or
    "" for now.
    """

    def __init__(self, league: LeagueWriter) -> None:
        super().__init__(league)
        self._cache: dict[tuple[int, str, int, str], SeasonOutlook] = {}

    def compute_standings(self, as_of: str = "", season: int | None = None) -> Standings:
        cutoff = self.parse_standings_cutoff(as_of, season)
        return compute_league_standings(self._league.state, cutoff)

    def list_divisions_with_ranked_players(self) -> list[str]:
        """List the divisions that have ranked players. Without divisions, return [""]."""
        divisions = self._league.state.get_divisions()
        rows = self.compute_standings().rows
        return list(dict.fromkeys(divisions.get_division(row.player) for row in rows))

    def compute_player_breakdown(
        self, player: str, as_of: str = "", season: int | None = None
    ) -> PlayerBreakdown:
        state, up_to = self._league.state, self.parse_standings_cutoff(as_of, season)
        who = find_player(state, player)
        if all(one.id != who for one in list_season_players_at_cutoff(state, up_to)):
            number = state.season.number if season is None else season
            raise Refused(f"{state.get_player_name(who)} is not in season {number}.")
        return compute_player_breakdown(state, who, up_to)

    def explain_player_points(
        self, player: str, as_of: str = "", season: int | None = None
    ) -> list[str]:
        return self.format_breakdown_lines(self.compute_player_breakdown(player, as_of, season))

    def format_breakdown_lines(self, breakdown: PlayerBreakdown) -> list[str]:
        names = {one.id: one.name for one in self._league.state.players.values()}
        lines = [_describe_round_of_player(one, names) for one in breakdown.lines]
        totals = (breakdown.points, *breakdown.ties)
        lines += [format_sum_breakdown(total, names) for total in totals]
        lines += [
            f"{one.points.short} {one.column}: {one.reason}" if one.reason else one.points.short
            for one in breakdown.bonus
        ]
        neighbours = filter(None, (breakdown.above, breakdown.below))
        lines += [explain_place_beside_neighbour(one, names) for one in neighbours]
        if breakdown.not_met:
            lines.append("not met: " + ", ".join(names[one] for one in breakdown.not_met))
        return lines

    def find_last_ranked_round(self, as_of: str = "", season: int | None = None) -> int:
        """Return the last round whose results decide places. Bracket rounds are included."""
        cutoff = self.parse_standings_cutoff(as_of, season)
        return find_last_ranked_round(self._league.state, cutoff)

    def compute_ratings(self) -> dict[PlayerId, Rating]:
        return rate_league_players(self._league.state, self._league.state.seasons)

    def list_ratings(self) -> list[tuple[PlayerId, Rating]]:
        """List the rated players with their ratings, highest first."""
        return sorted(self.compute_ratings().items(), key=lambda one: -one[1].rating)

    def forecast_season(self, top_places: int = 0, division: str = "") -> SeasonOutlook:
        """Forecast the current season for one ``division``, or for the players without a division.

        If ``top_places`` is 0, a default number is used. The result is cached until the league
        changes. The same league always gives the same simulated seasons. Raises ``Refused`` for a
        campaign, for a league without ranked players, and if ``top_places`` exceeds the number of
        players.
        """
        now = (self._league.version, self._league.calendar.today, top_places, division)
        if now not in self._cache:
            self._cache = {known: one for known, one in self._cache.items() if known[:2] == now[:2]}
            self._cache[now] = self._compute_forecast(top_places, division)
        return self._cache[now]

    def _compute_forecast(self, top_places: int, division: str) -> SeasonOutlook:
        state, today = self._league.state, self._league.calendar.today
        if state.info.what != "league":
            raise Refused("Only leagues have an outlook; this is a campaign.")
        if state.top_cut is not None:
            raise Refused(
                "The winner of the bracket wins the season. An outlook is only"
                " possible before the cut."
            )
        following = (state.draft.number if state.draft else state.round_number) + 1
        now = StandingsCutoff(today=today)
        table = compute_standings_by_division(state, now).get(division)
        if table is None or not table.rows:
            raise Refused("No player is ranked in this league yet. Enrol players first.")
        if not 0 <= top_places <= len(table.rows):
            if len(table.rows) == 1:
                raise Refused("Only one player is ranked, so choose 1 place.")
            ranked = f"{len(table.rows)}, the number of ranked players"
            raise Refused(f"Choose a number of places from 1 to {ranked}.")
        players = list_all_players_for_each_division(state, now)[division]
        places = {row.player: row.place for row in table.rows}
        choose_method = partial(choose_default_division_method, state, following, division)
        choose_players = partial(choose_players_to_pair, state)
        only_players = places.keys() if state.get_divisions() else None
        remaining = find_remaining_games(state, today, choose_method, choose_players, only_players)
        return compute_season_outlook(
            gather_standings_input(state, now, players),
            places,
            self.compute_ratings(),
            remaining,
            top_place_count=top_places or choose_default_top_place_count(len(table.rows)),
            draw_random=random.Random(self._league.history_anchor).random,
        )

    def parse_standings_cutoff(self, as_of: str, season: int | None = None) -> StandingsCutoff:
        """Parse the round or date up to which results count. Empty text includes all results.

        Raises ``Refused`` if there is no such round or season, or if the date cannot be read.
        """
        state = self._league.state
        if season is not None and season not in state.seasons:
            raise Refused(f"There is no season {season}. Seasons so far: {len(state.seasons)}.")
        today = self._league.calendar.today
        if not as_of:
            return StandingsCutoff(season, today=today)
        if is_whole_number(as_of):
            number = int(as_of)
            number_of_season = state.season.number if season is None else season
            last = state.get_last_published_round_number(number_of_season)
            if not 1 <= number <= max(last, 1):
                told = f"the last one is {last}" if last else "none has been published yet"
                raise Refused(f"There is no round {number}: {told}.")
            return StandingsCutoff(season, round=number, today=today)
        return StandingsCutoff(season, day=self._league.calendar.parse_day(as_of))


def _describe_round_of_player(line: RoundBreakdown, names: Mapping[PlayerId, str]) -> str:
    """Describe a player's round in one line, as in ``r3 Anna 11:15 lost``. Campaigns have no
    rounds.
    """
    who = names[line.opponent] if line.opponent else line.kind
    is_informative = line.vp != (0, 0) or line.score not in ("won", "lost")
    score = f" {line.vp[0]}:{line.vp[1]}".replace("-", "−") if line.vp and is_informative else ""
    how = f" {line.score}" if line.opponent else ""
    kind = f" ({line.kind})" if line.opponent and line.kind != "played" else ""
    return f"{f'r{line.round} ' if line.round else ''}{who}{score}{how}{kind}"
