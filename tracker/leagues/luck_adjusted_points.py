"""Points without the luck of the dice: what net luck was worth in other games, taken off.

The net luck of a game is how many more successes the home player's dice made than was to be
expected, less the same of the other's, over its standard deviation: zero on average, and of no
player's doing. What it is worth is the slope of the line through zero that goes best through net
luck and the difference of points. A game is corrected by the slope of the others, so that it does
not judge itself; what one player loses by that the other gains.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct

from tracker.leagues.fixture_results import PlayerId

FEWEST = 6
"""Of fewer games nothing is said."""


class NetLuckGame(Struct, frozen=True):
    """A game with dice of both: net luck as the home player sees it, and what it paid the two."""

    home: PlayerId
    away: PlayerId
    net: float
    points: tuple[float, float]

    @property
    def point_difference(self) -> float:
        return self.points[0] - self.points[1]


class LuckEffect(Struct, frozen=True):
    """``slope`` is the points that one standard deviation of net luck was worth in the difference
    of the two, with its standard ``error``; ``corrected`` what everybody gains or loses by the
    correction, ``games`` how many each had of those it rests on.
    """

    slope: float
    error: float
    games: dict[PlayerId, int]
    corrected: dict[PlayerId, float]


def estimate_luck_effect(games: Sequence[NetLuckGame]) -> LuckEffect | None:
    """What luck was worth; None where the games are too few, or their dice never went astray."""
    products = sum(one.net * one.point_difference for one in games)
    squares = sum(one.net**2 for one in games)
    if len(games) < FEWEST or any(squares - one.net**2 <= 0 for one in games):
        return None
    slope = products / squares
    left = sum((one.point_difference - slope * one.net) ** 2 for one in games)
    count: dict[PlayerId, int] = {}
    corrected: dict[PlayerId, float] = {}
    for one in games:
        others = (products - one.net * one.point_difference) / (squares - one.net**2)
        half = others * one.net / 2
        for player, change in ((one.home, -half), (one.away, half)):
            count[player] = count.get(player, 0) + 1
            corrected[player] = corrected.get(player, 0.0) + change
    error = math.sqrt(left / (len(games) - 1) / squares)
    return LuckEffect(slope, error, count, corrected)
