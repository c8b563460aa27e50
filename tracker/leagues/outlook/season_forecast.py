"""A season's outlook: what is already certain, what is needed to win, and everybody's chances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct

from tracker.leagues.glicko_ratings import Rating
from tracker.leagues.outlook.projected_points import ProjectedPoints
from tracker.leagues.outlook.remaining_games import RemainingGames
from tracker.leagues.outlook.season_simulation import (
    DrawNumber,
    GameChances,
    build_finished_season,
    simulate_season,
)
from tracker.leagues.outlook.title_conditions import TitleCondition, find_title_conditions
from tracker.leagues.results.scoring_schemes import ResultPointsTable, ScoringScheme
from tracker.leagues.results.standings_input_types import (
    EnrolledPlayer,
    ExactNumber,
    PlayerId,
    PointAdjustment,
    Result,
)

Certainty = Literal["sure", "open", "gone"]
ROUNDING: Final = 1e-9


class ReachablePoints(Struct, frozen=True):
    """The lowest and highest points that a player can finish with, in integer units.

    ``first`` classifies the chance of sole first place, and ``top`` that of a top place. ``passed``
    is true if another player can still finish with more points.
    """

    least: int
    most: int
    first: Certainty
    top: Certainty
    passed: bool


def compute_reachable_points(
    totals: ProjectedPoints, ranked: Sequence[PlayerId], remaining: RemainingGames, top: int
) -> Mapping[PlayerId, ReachablePoints]:
    """Compute every ranked player's lowest and highest final points, without future bonuses.

    Every kind of result is considered, even a game that nobody attends, but not that only one of
    two opponents can win. So a prospect that is called open may already be decided.
    """
    worst, best = find_round_point_limits(totals.paying)
    flat = totals.paying.flat
    bounds: dict[PlayerId, tuple[int, int]] = {}
    for player in ranked:
        sure = [flat[kind] for who, kind in remaining.byes if who == player]
        games = remaining.count_most_games(player)
        low, high = (totals.compute_total(player, [*sure, *[one] * games]) for one in (worst, best))
        bounds[player] = min(low, totals.compute_total(player, sure)), high
    return {player: _reach(player, bounds, top) for player in ranked}


def find_round_point_limits(paying: ResultPointsTable) -> tuple[int, int]:
    """Find the lowest and highest points that one round can pay a player."""
    amounts = [paying.draw, paying.flat["double loss"], paying.flat["bye"]]
    amounts += [amount for pair in paying.pairs.values() for amount in pair]
    amounts += [amount for pair in paying.shares for amount in pair]
    for add in (0, *paying.adds):
        amounts += [paying.win + add, paying.loss - add]
    return min(amounts), max(amounts)


def _reach(
    player: PlayerId, bounds: Mapping[PlayerId, tuple[int, int]], top: int
) -> ReachablePoints:
    least, most = bounds[player]
    others = [each for who, each in bounds.items() if who != player]
    above = sum(low > most for low, _ in others)
    could = sum(high >= least for _, high in others)
    return ReachablePoints(
        least=least,
        most=most,
        first="gone" if above else "open" if could else "sure",
        top="gone" if above >= top else "open" if could >= top else "sure",
        passed=any(high > least for _, high in others),
    )


def classify_final_chance(chance: float) -> Certainty:
    """Classify a player's chance in a finished season, which is the share of the places held."""
    return "sure" if chance > 1 - ROUNDING else "gone" if chance < ROUNDING else "open"


class PlayerOutlook(Struct, frozen=True):
    """A player's outlook: current points, lowest and highest possible points, and the average.

    ``first`` and ``top`` are the chances of first place and of a top place, with two standard
    errors each. ``first_is`` and ``top_is`` are the certainties. ``passed`` is true if another
    player can still finish with more points. ``wins`` are the conditions for winning, if known.
    """

    player: PlayerId
    place: int
    points: ExactNumber
    least: ExactNumber
    most: ExactNumber
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
    """A season's outlook.

    ``top`` is the number of top places. ``seasons`` is the number of simulated seasons, or 0 if
    every possible end was computed. ``draws`` is the assumed share of drawn games, and ``rated``
    the number of games that the ratings are based on.
    """

    top: int
    seasons: int
    draws: float
    rated: int
    ahead: RemainingGames
    prospects: tuple[PlayerOutlook, ...]

    @property
    def games(self) -> int:
        undrawn = sum(len(one.players) // 2 for one in self.ahead.undrawn)
        return len(self.ahead.games) + undrawn

    @property
    def is_decided(self) -> bool:
        """Whether no games are left."""
        return self.ahead.is_empty


def choose_default_top_places(players: int) -> int:
    """Return the default number of top places: half of the players, but at most 3."""
    return max(1, min(3, players // 2))


def compute_season_outlook(
    players: Sequence[EnrolledPlayer],
    results: Sequence[Result],
    scheme: ScoringScheme,
    adjustments: Sequence[PointAdjustment],
    places: Mapping[PlayerId, int],
    ratings: Mapping[PlayerId, Rating],
    remaining: RemainingGames,
    *,
    top: int,
    draw: DrawNumber,
) -> SeasonOutlook:
    """Compute the outlook of all players with a place, in the order of their places.

    The same ``draw`` gives the same result. If no games are left, the places are those of the
    standings, with tie-breaks.
    """
    totals = ProjectedPoints(players, results, scheme, adjustments)
    ranked = sorted(places, key=places.__getitem__)
    chances = GameChances(scheme, totals.paying, ratings, results)
    over = remaining.is_empty
    played = (
        build_finished_season(totals, places)
        if over
        else simulate_season(totals, ranked, remaining, chances, draw)
    )
    bounds = compute_reachable_points(totals, ranked, remaining, top)
    prospects = []
    for player in ranked:
        mine = bounds[player]
        first, upper = played.compute_top_chance(player, 1), played.compute_top_chance(player, top)
        prospects.append(
            PlayerOutlook(
                player=player,
                place=places[player],
                points=totals.make_exact_points(totals.compute_total(player)),
                least=totals.make_exact_points(mine.least),
                most=totals.make_exact_points(mine.most),
                likely=played.points[player],
                first=first,
                first_error=played.compute_error(first) if mine.first == "open" else 0.0,
                top=upper,
                top_error=played.compute_error(upper) if mine.top == "open" else 0.0,
                first_is=classify_final_chance(first) if over else mine.first,
                top_is=classify_final_chance(upper) if over else mine.top,
                passed=mine.passed,
                wins=()
                if over or mine.first != "open"
                else find_title_conditions(totals, ranked, remaining, player),
            )
        )
    rated = sum(one.games for one in ratings.values()) // 2
    return SeasonOutlook(top, played.seasons, chances.draws, rated, remaining, tuple(prospects))
