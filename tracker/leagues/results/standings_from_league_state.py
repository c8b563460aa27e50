"""Computes standings from a league's state, for a season, round or date."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from tracker.leagues.divisions_and_promotion import join_division_standings
from tracker.leagues.glicko_ratings import Rating, group_results_by_round, rate_players
from tracker.leagues.league_state import Fixture, LeagueState
from tracker.leagues.pairing.knockout_bracket import (
    Bracket,
    build_season_bracket,
    move_bracket_players_to_top,
)
from tracker.leagues.results.points_breakdown import (
    PlayerBreakdown,
    compute_points_breakdown,
    find_standings_neighbours,
)
from tracker.leagues.results.results_by_player import StandingsInput
from tracker.leagues.results.scoring_schemes import ScoringScheme
from tracker.leagues.results.standings import Standings, compute_standings
from tracker.leagues.results.standings_input_types import (
    EnrolledPlayer,
    ExactNumber,
    LotOrder,
    PlayerId,
    PointAdjustment,
    Result,
)


class StandingsCutoff(Struct, frozen=True):
    """The season, and the last round or date whose results count.

    If ``season`` is None, it is the current one. If another value is None, there is no limit. Dates
    are YYYY-MM-DD. Byes dated after ``today`` earn no points yet.
    """

    season: int | None = None
    round: int | None = None
    day: str | None = None
    today: str | None = None


NOW = StandingsCutoff()


def list_season_players_at_cutoff(
    state: LeagueState, as_of: StandingsCutoff = NOW
) -> list[EnrolledPlayer]:
    """List a season's players. For a closed season, list them as they were when it closed."""
    season = state.seasons.get(_get_season(state, as_of))
    if season is not None and season.closed:
        name = state.get_player_name
        return [
            EnrolledPlayer(one, name(one), one not in season.unranked, one in season.dropped)
            for one in season.players_at_close
        ]
    number = state.round_number + 1
    return [
        EnrolledPlayer(one.id, one.name, one.ranked, one.get_absence_reason(number) == "dropped")
        for one in state.list_current_season_players()
    ]


def list_counting_results(state: LeagueState, as_of: StandingsCutoff = NOW) -> list[Result]:
    """List the results of a season that count for the standings, including byes.

    Bracket games are excluded, because they decide places and earn no points. Annulled results are
    also excluded, together with the byes that earn no points because of them.
    """
    cut = state.cuts.get(_get_season(state, as_of))
    return [
        result
        for fixture, result in _list_results(state, as_of)
        if cut is None or result.round <= cut.after
        if not state.is_annulled(fixture)
        if fixture.away is not None or state.does_bye_score(fixture)
    ]


def list_all_results(state: LeagueState, as_of: StandingsCutoff = NOW) -> list[Result]:
    """List all results of a season, including bracket games and annulled results."""
    return [result for _, result in _list_results(state, as_of)]


def rate_league_players(state: LeagueState, seasons: Iterable[int]) -> dict[PlayerId, Rating]:
    """Compute Glicko-2 ratings over the given seasons. Each round is a rating period."""
    results = (list_all_results(state, StandingsCutoff(season)) for season in seasons)
    return rate_players(period for each in results for period in group_results_by_round(each))


def _list_results(state: LeagueState, as_of: StandingsCutoff) -> list[tuple[Fixture, Result]]:
    season = _get_season(state, as_of)
    scheme, last = state.get_scheme(season), _get_last_day(state, season, as_of)
    results = []
    for fixture in state.list_published_fixtures(season):
        result = _build_result(fixture, scheme)
        if result is None or (as_of.round is not None and result.round > as_of.round):
            continue
        last_counting_day = as_of.day if as_of.day is not None or result.away is not None else last
        if last_counting_day is None or result.played_on <= last_counting_day:
            results.append((fixture, result))
    return results


def _get_last_day(state: LeagueState, season: int, as_of: StandingsCutoff) -> str | None:
    """Return the last day whose byes earn points: today, or the season's closing day."""
    season_data = state.seasons.get(season)
    if as_of.today is None or season_data is None or not season_data.closed:
        return as_of.today
    return min(as_of.today, season_data.closed_on or as_of.today)


def has_byes_without_points(state: LeagueState, as_of: StandingsCutoff) -> bool:
    """Return whether a bye up to the cutoff earns no points because results have been annulled."""
    byes = (one for one, result in _list_results(state, as_of) if result.away is None)
    return not all(map(state.does_bye_score, byes))


def has_byes_after_day(state: LeagueState, day: str) -> bool:
    fixtures = state.list_published_fixtures(state.season.number)
    return any(one.away is None and one.ended and one.ended.played_on > day for one in fixtures)


def _build_result(fixture: Fixture, scheme: ScoringScheme) -> Result | None:
    """Build a fixture's result, or return None without one. With a matrix, VP decide the winner."""
    ended = fixture.ended
    if ended is None:
        return None
    winner = ended.winner
    if fixture.away is not None and scheme.matrix and ended.kind == "played" and ended.vp:
        winner = scheme.find_winner_by_victory_points(fixture.home, fixture.away, ended.vp)
    vp = ended.vp
    if vp is None and ended.kind == "bye":
        vp = scheme.bye_vp or None
    return Result(
        round=fixture.round,
        home=fixture.home,
        away=fixture.away,
        kind=ended.kind,
        winner=winner,
        vp=vp,
        extra=ended.extra,
        played_on=ended.played_on,
    )


def list_point_adjustments(
    state: LeagueState, as_of: StandingsCutoff = NOW
) -> list[PointAdjustment]:
    season = _get_season(state, as_of)
    return [
        PointAdjustment(one.player, ExactNumber(*one.points), one.column, one.why, one.round)
        for one in state.awarded_points
        if one.season == season
        and (as_of.round is None or one.round <= as_of.round)
        and (as_of.day is None or one.on <= as_of.day)
    ]


def list_drawn_lots(state: LeagueState, as_of: StandingsCutoff = NOW) -> list[LotOrder]:
    season = _get_season(state, as_of)
    season_lots = (one for one in state.lots if one.season == season)
    drawn = (one for one in season_lots if as_of.round is None or one.round <= as_of.round)
    return [LotOrder(one.order, one.round) for one in drawn]


def compute_league_standings(state: LeagueState, as_of: StandingsCutoff = NOW) -> Standings:
    """Compute a season's standings, grouped by division, with bracket players at the top."""
    tables = compute_standings_by_division(state, as_of)
    is_divided = state.get_divisions(_get_season(state, as_of))
    return join_division_standings([*tables.items()]) if is_divided else tables[""]


def compute_standings_by_division(
    state: LeagueState, as_of: StandingsCutoff = NOW
) -> dict[str, Standings]:
    """Map each division, highest first, to its table. "" means no division."""
    found, given = _find_bracket(state, as_of), gather_standings_input(state, as_of, ())
    in_bracket = set(found.players_in_final_order) if found is not None else set()
    tables = {}
    for name, players in list_all_players_for_each_division(state, as_of).items():
        table = compute_standings(replace(given, players=players))
        if found is not None and any(row.player in in_bracket for row in table.rows):
            before = _find_places_before_last_round(state, as_of, table)
            table = move_bracket_players_to_top(table, found, before)
        tables[name] = table
    return tables


def _find_places_before_last_round(
    state: LeagueState, as_of: StandingsCutoff, table: Standings
) -> dict[PlayerId, int]:
    """Return the places before the last round. ``table`` is the table without the bracket."""
    last = find_last_ranked_round(state, as_of)
    if last <= state.cuts[_get_season(state, as_of)].after:
        return {row.player: row.place + row.moved for row in table.rows if row.moved is not None}
    before = _find_bracket(state, replace(as_of, round=last - 1))
    if before is not None:
        table = move_bracket_players_to_top(table, before, {})
    return {row.player: row.place for row in table.rows}


def gather_standings_input(
    state: LeagueState, as_of: StandingsCutoff, players: Sequence[EnrolledPlayer]
) -> StandingsInput:
    scheme = state.get_scheme(_get_season(state, as_of))
    results, adjustments = list_counting_results(state, as_of), list_point_adjustments(state, as_of)
    return StandingsInput(players, results, scheme, adjustments, list_drawn_lots(state, as_of))


def list_all_players_for_each_division(
    state: LeagueState, as_of: StandingsCutoff = NOW
) -> dict[str, list[EnrolledPlayer]]:
    """Map each division to all players, of whom only the division's own members are ranked."""
    everybody = list_season_players_at_cutoff(state, as_of)
    divided = state.get_divisions(_get_season(state, as_of))
    if not divided:
        return {"": everybody}
    groups = divided.group_by_division((one for one in everybody if one.ranked), lambda one: one.id)
    return {
        name: [replace(one, ranked=one in group) for one in everybody] for name, group in groups
    } or {"": everybody}


def _find_bracket(state: LeagueState, as_of: StandingsCutoff) -> Bracket | None:
    """Build a season's bracket at the cutoff, or return None before the top cut."""
    season = _get_season(state, as_of)
    cut = state.cuts.get(season)
    if cut is None or (as_of.round is not None and as_of.round <= cut.after):
        return None
    played = {(one.round, one.players) for one in list_all_results(state, as_of)}
    found = build_season_bracket(
        state, season, lambda one: (one.round, one.players) in played, as_of.round
    )
    by_day = as_of.day is not None and not any(number > cut.after for number, _ in played)
    return None if by_day else found


def is_bracket_ranked(state: LeagueState, as_of: StandingsCutoff = NOW) -> bool:
    """Return whether a bracket decides the places of its players at the cutoff."""
    return _find_bracket(state, as_of) is not None


def find_last_ranked_round(state: LeagueState, as_of: StandingsCutoff = NOW) -> int:
    """Return the last round whose results decide places at the cutoff, or 0 without results.

    Rounds of a bracket are included, although they earn no points.
    """
    list_results = list_all_results if is_bracket_ranked(state, as_of) else list_counting_results
    return max((result.round for result in list_results(state, as_of)), default=0)


def compute_player_breakdown(
    state: LeagueState, player: PlayerId, as_of: StandingsCutoff = NOW
) -> PlayerBreakdown:
    """Break down a player's row in the table of the player's division."""
    name = state.get_divisions(_get_season(state, as_of)).get_division(player)
    players = list_all_players_for_each_division(state, as_of).get(name)
    ranked = players or list_season_players_at_cutoff(state, as_of)
    found = compute_points_breakdown(player, gather_standings_input(state, as_of, ranked))
    if _find_bracket(state, as_of) is None:
        return found
    rows = compute_league_standings(state, as_of).rows
    division = next((row.division for row in rows if row.player == player), None)
    order = [(row.separated, row.player) for row in rows if row.division == division]
    above, below = find_standings_neighbours(order, player)
    return replace(found, above=above, below=below)


def _get_season(state: LeagueState, as_of: StandingsCutoff) -> int:
    return state.season.number if as_of.season is None else as_of.season
