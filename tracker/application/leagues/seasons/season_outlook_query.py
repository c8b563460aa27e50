"""Computes who can still win a season, from a league's current state."""

from __future__ import annotations

import random
from collections.abc import Mapping

from tracker.application.errors import Refused
from tracker.application.leagues.league_writer import LeagueWriter
from tracker.application.leagues.pairing.round_pairing_draft import (
    choose_default_division_method,
    choose_players_to_pair,
)
from tracker.leagues.glicko_ratings import Rating
from tracker.leagues.outlook.remaining_games import find_remaining_games
from tracker.leagues.outlook.season_forecast import (
    SeasonOutlook,
    choose_default_top_place_count,
    compute_season_outlook,
)
from tracker.leagues.results.standings_input import (
    StandingsCutoff,
    compute_standings_by_division,
    list_counting_results,
    list_players_ranked_per_division,
    list_point_adjustments,
)
from tracker.leagues.results.standings_input_types import PlayerId
from tracker.vocabulary.count_wording import format_count


def forecast_season(
    league: LeagueWriter,
    ratings: Mapping[PlayerId, Rating],
    top_places: int = 0,
    division: str = "",
) -> SeasonOutlook:
    """Forecast the current season, of one ``division`` or of the players without one.

    The same league always gives the same simulated seasons. Raises ``Refused`` for a campaign, for
    a league without ranked players, and if ``top_places`` exceeds the number of players.
    """
    state = league.state
    if state.info.what != "league":
        raise Refused("Only leagues have standings; this is a campaign.")
    if state.top_cut is not None:
        raise Refused("The season is in its bracket: the winner of the bracket wins the season.")
    following = (state.draft.number if state.draft else state.round_number) + 1
    now = StandingsCutoff(today=league.calendar.today)
    table = compute_standings_by_division(state, now).get(division)
    if table is None or not table.rows:
        raise Refused("No player is ranked in this league yet. Enrol players first.")
    if not 0 <= top_places <= len(table.rows):
        raise Refused(
            f"Choose at most {format_count(len(table.rows), 'place')}, because that many players"
            " are ranked."
        )
    return compute_season_outlook(
        list_players_ranked_per_division(state, now)[division],
        list_counting_results(state, now),
        state.get_scheme(state.season.number),
        list_point_adjustments(state, now),
        {row.player: row.place for row in table.rows},
        ratings,
        find_remaining_games(
            state,
            league.calendar.today,
            lambda players: choose_default_division_method(state, following, division, players),
            lambda present: choose_players_to_pair(state, present),
            {row.player for row in table.rows} if state.get_divisions() else None,
        ),
        top_place_count=top_places or choose_default_top_place_count(len(table.rows)),
        draw_random=random.Random(league.history_anchor).random,
    )
