"""Corrects points for the luck of the dice by subtracting the estimated value of net luck.

A game's net luck is in standard deviations: the home player's successes above the expected number,
minus the other player's. The value of net luck is the slope of the best line through zero, which
predicts the difference in points from net luck. Each game is corrected by the slope of all other
games, so that it does not affect its own correction. What one player gains, the other loses.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct

from tracker.leagues.results.standings_input_types import PlayerId

MIN_GAMES = 6
"""The minimum number of games for an estimate."""


class NetLuckGame(Struct, frozen=True):
    """A game with known dice: the home player's net luck, and both players' points."""

    home: PlayerId
    away: PlayerId
    net: float
    points: tuple[float, float]

    @property
    def point_difference(self) -> float:
        return self.points[0] - self.points[1]


class LuckEffect(Struct, frozen=True):
    """The estimated effect of luck.

    ``slope`` is the value of one standard deviation of net luck, in points, and ``error`` is its
    standard error. ``corrected`` contains each player's correction, and ``games`` the number of
    games on which it is based.
    """

    slope: float
    error: float
    games: dict[PlayerId, int]
    corrected: dict[PlayerId, float]


def estimate_luck_effect(games: Sequence[NetLuckGame]) -> LuckEffect | None:
    """Estimate the value of luck in points, or return None if too few games have known luck."""
    products = sum(one.net * one.point_difference for one in games)
    squares = sum(one.net**2 for one in games)
    if len(games) < MIN_GAMES or any(squares - one.net**2 <= 0 for one in games):
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
