"""Computes players' Glicko-2 ratings, which do not depend on any season's points.

The available libraries are not suitable: glicko2 2.1.0 iterates the volatility with the rating
instead of the deviation. Each other library is a first release or needs pandas. Step numbers follow
Glickman's description of the system, as revised in 2022.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

import msgspec

from tracker.leagues.results.standings_input_types import PLAYED, PlayerId, Result

SCALE = 173.7178
AVERAGE = 1500.0
TAU = 0.5  # how much the volatility may change in a period
SETTLED = 10  # the number of games after which a rating is not provisional
_CLOSE = 1e-9


class Rating(msgspec.Struct, frozen=True):
    """An estimate of a player's strength. In 95 % of cases, the error is below two deviations."""

    rating: float = AVERAGE
    deviation: float = 350.0
    volatility: float = 0.06
    games: int = 0

    @property
    def is_provisional(self) -> bool:
        return self.games < SETTLED


class RatedGame(NamedTuple):
    """One game of a rating period from one player's view. ``score`` is 1, ½ or 0."""

    opponent: Rating
    score: float


def rate_players(periods: Iterable[Sequence[Result]]) -> dict[PlayerId, Rating]:
    """Compute the ratings of all players who have played a game, as of the end of the last period.

    All games within a period are treated as simultaneous. Only games that took place are rated.
    Byes, forfeits, late withdrawals and double losses are not, but a conceded game is. A period
    without games makes a player's rating less certain.
    """
    known: dict[PlayerId, Rating] = {}
    for period in periods:
        games: dict[PlayerId, list[RatedGame]] = {player: [] for player in known}
        for result in period:
            if result.away is None or result.kind not in PLAYED:
                continue
            home, away = result.home, result.away
            score = 0.5 if result.winner is None else float(result.winner == home)
            games.setdefault(home, []).append(RatedGame(known.get(away, Rating()), score))
            games.setdefault(away, []).append(RatedGame(known.get(home, Rating()), 1 - score))
        known = {
            player: compute_rating_after_period(known.get(player, Rating()), mine)
            for player, mine in games.items()
        }
    return known


def group_results_by_round(results: Iterable[Result]) -> list[list[Result]]:
    """Group the results by round, in order. Each round is a rating period."""
    ordered = sorted(results, key=lambda result: result.round)
    return [list(period) for _, period in groupby(ordered, lambda result: result.round)]


def compute_rating_after_period(before: Rating, games: Sequence[RatedGame]) -> Rating:
    """Return a player's rating after a period. If the player has no games, only the deviation
    grows.
    """
    deviation = before.deviation / SCALE
    if not games:  # step 6 for a player without games
        idle = math.hypot(deviation, before.volatility) * SCALE
        return msgspec.structs.replace(before, deviation=min(idle, Rating().deviation))
    rating = (before.rating - AVERAGE) / SCALE
    precision = surprise = 0.0
    for opponent, score in games:  # steps 3 and 4
        weight = _compute_weight(opponent.deviation / SCALE)
        expected = 1 / (1 + math.exp(-weight * (rating - (opponent.rating - AVERAGE) / SCALE)))
        precision += weight**2 * expected * (1 - expected)
        surprise += weight * (score - expected)
    variance = 1 / precision
    volatility = _compute_volatility(before.volatility, deviation, variance, variance * surprise)
    widened = deviation**2 + volatility**2  # step 6
    narrowed = 1 / (1 / widened + precision)  # step 7
    return Rating(
        rating=AVERAGE + SCALE * (rating + narrowed * surprise),
        deviation=SCALE * math.sqrt(narrowed),
        volatility=volatility,
        games=before.games + len(games),
    )


def _compute_weight(deviation: float) -> float:
    """Compute an opponent's weight, which Glickman calls g(φ), from the opponent's deviation."""
    return 1 / math.sqrt(1 + 3 * deviation**2 / math.pi**2)


def _compute_volatility(
    before: float, deviation: float, variance: float, improvement: float
) -> float:
    """Compute the new volatility by the Illinois algorithm (step 5)."""
    start = math.log(before**2)

    def slope(log: float) -> float:
        squared = math.exp(log)
        total = deviation**2 + variance + squared
        pull = squared * (improvement**2 - total) / (2 * total**2)
        return pull - (log - start) / TAU**2

    near, far = start, _find_other_side(slope, start, improvement**2 - deviation**2 - variance)
    near_slope, far_slope = slope(near), slope(far)
    while abs(far - near) > _CLOSE:
        between = near + (near - far) * near_slope / (far_slope - near_slope)
        between_slope = slope(between)
        if between_slope * far_slope <= 0:
            near, near_slope = far, far_slope
        else:
            near_slope /= 2
        far, far_slope = between, between_slope
    return math.exp(near / 2)


def _find_other_side(slope: Callable[[float], float], start: float, excess: float) -> float:
    """Find a point at which the slope has the opposite sign to that at ``start``."""
    if excess > 0:
        return math.log(excess)
    steps = 1
    while slope(start - steps * TAU) < 0:
        steps += 1
    return start - steps * TAU
