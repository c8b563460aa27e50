"""How a game between two may end, by their ratings, and what that pays."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tracker.leagues.ratings import SCALE, Rating
from tracker.leagues.results import PLAYED, PlayerId, Result
from tracker.leagues.schemes import Paying, Scheme

PRIOR_GAMES, PRIOR_DRAWS = 10, 1
"""What is taken for granted of draws before a league has games of its own: one in ten."""


class GameOutcome(NamedTuple):
    """A way a game can end: its chance, and what it pays the two, in units of the scheme."""

    chance: float
    home: int
    away: int


class GameChances:
    """Chances of games under a scheme: who wins by ratings, draws as often as they were, and
    games that were won pay what won games of this league paid.
    """

    def __init__(
        self,
        scheme: Scheme,
        paying: Paying,
        ratings: Mapping[PlayerId, Rating],
        results: Sequence[Result],
    ) -> None:
        self._ratings = ratings
        played = [one for one in results if one.away is not None and one.kind in PLAYED]
        drawn = sum(one.winner is None for one in played)
        self.draws = (drawn + PRIOR_DRAWS) / (len(played) + PRIOR_GAMES)
        by_vp = bool(scheme.steps or scheme.matrix)
        whole = [one for one in played if one.kind == "played"] if by_vp else []
        self._won = _shares(
            (_winner_first(one, paying) for one in whole if one.winner is not None),
            (paying.win, paying.loss),
        )
        self._drawn = _shares(
            (_winner_first(one, paying) for one in whole if one.winner is None),
            (paying.draw, paying.draw),
        )

    def expected(self, home: PlayerId, away: PlayerId) -> float:
        """The share of a win that the first may expect, 0 to 1: Glickman's formula for two
        ratings that are both not sure.
        """
        one, other = self._ratings.get(home, Rating()), self._ratings.get(away, Rating())
        doubt = (one.deviation**2 + other.deviation**2) / SCALE**2
        weight = 1 / math.sqrt(1 + 3 * doubt / math.pi**2)
        return 1 / (1 + math.exp(-weight * (one.rating - other.rating) / SCALE))

    def list_outcomes(self, home: PlayerId, away: PlayerId) -> tuple[GameOutcome, ...]:
        """Every way the game can end; the chances add up to 1."""
        expected = self.expected(home, away)
        drawn = min(self.draws, 2 * expected, 2 * (1 - expected))
        won, lost = expected - drawn / 2, 1 - expected - drawn / 2
        merged: dict[tuple[int, int], float] = {}
        for chance, shares, turned in (
            (won, self._won, False),
            (drawn, self._drawn, False),
            (lost, self._won, True),
        ):
            for (more, less), share in shares:
                key = (less, more) if turned else (more, less)
                merged[key] = merged.get(key, 0.0) + chance * share
        return tuple(GameOutcome(chance, *key) for key, chance in merged.items())


Pays = tuple[int, int]


def _winner_first(result: Result, paying: Paying) -> Pays:
    home, away = paying.of(result)
    return (away, home) if result.winner == result.away else (home, away)


def _shares(paid: Iterable[Pays], plain: Pays) -> tuple[tuple[Pays, float], ...]:
    """Each way of paying with its share; the plain one where there is none yet."""
    counted = Counter(paid) or Counter([plain])
    return tuple((pays, count / counted.total()) for pays, count in sorted(counted.items()))
