"""Computes a season's outlook: what is already certain, what is needed to win, and all chances.

The conditions for winning are known only if every player has at most one game left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct

from tracker.leagues.glicko_ratings import Rating
from tracker.leagues.outlook.remaining_games import RemainingGames
from tracker.leagues.outlook.season_simulation import (
    DrawNumber,
    GameChances,
    ProjectedPoints,
    build_result_of_finished_season,
    simulate_or_enumerate_season_ends,
)
from tracker.leagues.results.results_by_player import StandingsInput
from tracker.leagues.results.scoring_schemes import ResultPointsTable
from tracker.leagues.results.standings_input_types import ExactNumber, PlayerId

Ended = Literal["win", "draw", "loss"]
ORDER: Final[tuple[Ended, ...]] = ("loss", "draw", "win")
TURNED: Final[Mapping[Ended, Ended]] = {"win": "loss", "draw": "draw", "loss": "win"}


class TitleRival(Struct, frozen=True):
    """A rival who can still catch up, with the best result that the rival may get."""

    player: PlayerId
    at_best: Ended


class TitleCondition(Struct, frozen=True):
    """A condition under which a player finishes alone at the top.

    The player needs at least the result ``own``, which is None if no game is left. No rival may get
    a better result than ``rivals`` allows.
    """

    own: Ended | None
    rivals: tuple[TitleRival, ...] = ()


def find_title_conditions(
    totals: ProjectedPoints, ranked: Sequence[PlayerId], remaining: RemainingGames, player: PlayerId
) -> tuple[TitleCondition, ...]:
    """List the conditions for finishing alone at the top, with the player's lowest result first.

    The list is empty if a player has more than one game left. It is also empty if points depend on
    victory points, or if only some results count. A result is omitted if a lower one has the same
    condition.
    """
    scheme = totals.scheme
    pair_by_player = {pair_player: pair for pair in remaining.games for pair_player in pair}
    has_several_games = len(pair_by_player) < 2 * len(remaining.games)
    depends_on_vp = bool(scheme.steps or scheme.matrix)
    is_open = has_several_games or bool(remaining.unpaired_rounds)
    if is_open or depends_on_vp or totals.counts_only_best_results:
        return ()
    conditions: list[TitleCondition] = []
    own_game = pair_by_player.get(player)
    for own in ORDER if own_game else (None,):
        rivals = _find_rival_limits(totals, ranked, remaining, player, own)
        if rivals is None:
            continue
        if not conditions or conditions[-1].rivals != rivals:
            conditions.append(TitleCondition(own, rivals))
    return tuple(conditions)


def _find_rival_limits(
    totals: ProjectedPoints,
    ranked: Sequence[PlayerId],
    remaining: RemainingGames,
    player: PlayerId,
    own: Ended | None,
) -> tuple[TitleRival, ...] | None:
    """Return rivals' best allowed results for a player's result, or None if a rival stays ahead."""
    opponents = {who: other for pair in remaining.games for who, other in (pair, pair[::-1])}
    own_total = _compute_total(totals, remaining, player, own)
    limits: dict[PlayerId, Ended] = {}
    for rival in ranked:
        if rival in (player, opponents.get(player)):
            continue
        if rival not in opponents:
            if _compute_total(totals, remaining, rival, None) >= own_total:
                return None
            continue
        results = {each: _compute_total(totals, remaining, rival, each) for each in ORDER}
        allowed = [each for each, total in results.items() if total < own_total]
        if not allowed:
            return None
        if allowed[-1] != "win":
            limits[rival] = allowed[-1]
    if own is not None and (opponent := opponents[player]) in ranked:
        opponent_total = _compute_total(totals, remaining, opponent, TURNED[own])
        if opponent_total >= own_total:
            return None
    for rival, best in limits.items():
        if not _are_compatible(best, limits.get(opponents[rival], "win")):
            return None
    return tuple(TitleRival(who, best) for who, best in limits.items())


def _are_compatible(one: Ended, other: Ended) -> bool:
    """Return whether two opponents can both stay within the best results allowed to them."""
    allowed = ORDER[: ORDER.index(one) + 1]
    return any(ORDER.index(TURNED[each]) <= ORDER.index(other) for each in allowed)


def _compute_total(
    totals: ProjectedPoints, remaining: RemainingGames, player: PlayerId, ended: Ended | None
) -> int:
    pay = totals.paying
    byes = [pay.flat[kind] for who, kind in remaining.byes if who == player]
    paid = {"win": pay.win, "draw": pay.draw, "loss": pay.loss}
    return totals.compute_total_in_units(player, [*byes, *([paid[ended]] if ended else [])])


Certainty = Literal["sure", "open", "gone"]
ROUNDING: Final = 1e-9


class ReachablePoints(Struct, frozen=True):
    """The lowest and highest points that a player can finish with, in integer units.

    ``first`` says whether sole first place is sure, open or gone, and ``top`` says the same of a
    top place. ``passed`` is true if another player can still finish with more points.
    """

    min_points: int
    max_points: int
    first: Certainty
    top: Certainty
    passed: bool


def compute_reachable_points(
    totals: ProjectedPoints,
    ranked: Sequence[PlayerId],
    remaining: RemainingGames,
    top_place_count: int,
) -> Mapping[PlayerId, ReachablePoints]:
    """Compute each ranked player's lowest and highest final points, without future bonuses.

    Each game can end in any way, even as a double loss. The bounds ignore that only one of two
    opponents can win. An "open" place may therefore already be decided.
    """
    worst, best = find_min_and_max_round_points(totals.paying)
    flat = totals.paying.flat
    bounds: dict[PlayerId, tuple[int, int]] = {}
    for player in ranked:
        byes = [flat[kind] for bye_player, kind in remaining.byes if bye_player == player]
        games = remaining.count_max_remaining_results(player)
        low, high = (
            totals.compute_total_in_units(player, [*byes, *[one] * games]) for one in (worst, best)
        )
        bounds[player] = min(low, totals.compute_total_in_units(player, byes)), high
    return {player: _classify_reach(player, bounds, top_place_count) for player in ranked}


def find_min_and_max_round_points(points_table: ResultPointsTable) -> tuple[int, int]:
    amounts = [points_table.draw, points_table.flat["double loss"], points_table.flat["bye"]]
    amounts += [amount for pair in points_table.pairs.values() for amount in pair]
    amounts += [amount for pair in points_table.shares for amount in pair]
    for add in (0, *points_table.adds):
        amounts += [points_table.win + add, points_table.loss - add]
    return min(amounts), max(amounts)


def _classify_reach(
    player: PlayerId, bounds: Mapping[PlayerId, tuple[int, int]], top: int
) -> ReachablePoints:
    min_points, max_points = bounds[player]
    other_bounds = [limits for other, limits in bounds.items() if other != player]
    above = sum(low > max_points for low, _ in other_bounds)
    not_behind = sum(high >= min_points for _, high in other_bounds)
    return ReachablePoints(
        min_points=min_points,
        max_points=max_points,
        first="gone" if above else "open" if not_behind else "sure",
        top="gone" if above >= top else "open" if not_behind >= top else "sure",
        passed=any(high > min_points for _, high in other_bounds),
    )


def classify_final_chance(chance: float) -> Certainty:
    """Classify a chance of a place in a finished season, in which tied players share places."""
    return "sure" if chance > 1 - ROUNDING else "gone" if chance < ROUNDING else "open"


class PlayerOutlook(Struct, frozen=True):
    """A player's points now, and the lowest, highest and mean (``likely``) final points.

    ``first`` and ``top`` are the chances of first place and of a top place, each with twice its
    standard error. ``passed`` is true if another player can still finish with more points. ``wins``
    contains the conditions for winning, if known.
    """

    player: PlayerId
    place: int
    points: ExactNumber
    min_points: ExactNumber
    max_points: ExactNumber
    likely: float
    first: float
    first_error: float
    top: float
    top_error: float
    first_is: Certainty
    top_is: Certainty
    passed: bool
    wins: tuple[TitleCondition, ...]


class SeasonOutlook(Struct, frozen=True):
    """A season's outlook for ``top`` places, from ratings over ``rated`` games.

    ``draws`` is the assumed share of drawn games. ``seasons`` is the number of simulated seasons,
    or 0 if every possible end was computed.
    """

    top: int
    seasons: int
    draws: float
    rated: int
    remaining: RemainingGames
    prospects: tuple[PlayerOutlook, ...]


def choose_default_top_place_count(player_count: int) -> int:
    """Return the default number of top places: half the number of players, but at most 3."""
    return max(1, min(3, player_count // 2))


def compute_season_outlook(
    standings_input: StandingsInput,
    places: Mapping[PlayerId, int],
    ratings: Mapping[PlayerId, Rating],
    remaining: RemainingGames,
    *,
    top_place_count: int,
    draw_random: DrawNumber,
) -> SeasonOutlook:
    """Compute the outlook of each ranked player, in the order of the ranking.

    The same ``draw_random`` gives the same result. If no games are left, the places come from the
    standings, with tie-breaks.
    """
    totals = ProjectedPoints(standings_input)
    ranked = sorted(places, key=places.__getitem__)
    chances = GameChances(standings_input.scheme, totals.paying, ratings, standings_input.results)
    is_over = remaining.is_empty
    simulated = (
        build_result_of_finished_season(totals, places)
        if is_over
        else simulate_or_enumerate_season_ends(totals, ranked, remaining, chances, draw_random)
    )

    def estimate(player: PlayerId, places: int, still: Certainty) -> tuple[float, float, Certainty]:
        chance = simulated.compute_chance_of_top_places(player, places)
        error = simulated.compute_two_standard_errors(chance) if still == "open" else 0.0
        return chance, error, classify_final_chance(chance) if is_over else still

    prospects = []
    reach = compute_reachable_points(totals, ranked, remaining, top_place_count)
    for player, reachable in reach.items():
        first, first_error, first_is = estimate(player, 1, reachable.first)
        top_chance, top_error, top_is = estimate(player, top_place_count, reachable.top)
        is_open = reachable.first == "open" and not is_over
        prospects.append(
            PlayerOutlook(
                player=player,
                place=places[player],
                points=totals.convert_units_to_points(totals.compute_total_in_units(player)),
                min_points=totals.convert_units_to_points(reachable.min_points),
                max_points=totals.convert_units_to_points(reachable.max_points),
                likely=simulated.points[player],
                first=first,
                first_error=first_error,
                top=top_chance,
                top_error=top_error,
                first_is=first_is,
                top_is=top_is,
                passed=reachable.passed,
                wins=find_title_conditions(totals, ranked, remaining, player) if is_open else (),
            )
        )
    rated = sum(rating.games for rating in ratings.values()) // 2
    return SeasonOutlook(
        top_place_count, simulated.seasons, chances.draws, rated, remaining, tuple(prospects)
    )
