"""Players' current points as integers, and their totals with more results."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from tracker.leagues.results.results_by_player import ResultsByPlayer, StandingsInput
from tracker.leagues.results.scoring_schemes import ResultPointsTable, build_result_points_table
from tracker.leagues.results.standings import sum_bonus_points_by_column
from tracker.leagues.results.standings_input_types import (
    ExactNumber,
    PlayerId,
    make_exact_number,
)


class ProjectedPoints:
    """Players' points as integers, ``unit`` to a point. ``paid`` has those from all results."""

    def __init__(self, given: StandingsInput) -> None:
        scheme = self.scheme = given.scheme
        field = ResultsByPlayer(given.players, given.results, scheme)
        self.paying: ResultPointsTable = build_result_points_table(scheme)
        self.paid: dict[PlayerId, int] = dict(field.points)
        self._best = scheme.best
        self._singles = {who: [one.points for one in field.seats[who]] for who in field.seats}
        bonus = {
            who: sum((each.fraction for each in columns.values()), Fraction(0))
            for who, columns in sum_bonus_points_by_column(given.adjustments).items()
        }
        hundred = 100 if self._best is not None and self._best.weights else 1
        self._per = lcm(hundred, *(one.denominator for one in bonus.values()))
        self.unit = field.unit * self._per
        self._bonus = {who: int(points * self.unit) for who, points in bonus.items()}

    @property
    def counts_only_best_results(self) -> bool:
        """Whether only some results count, so that each result must be known separately."""
        return self._best is not None

    def compute_total_in_units(
        self, player: PlayerId, more_result_points: Sequence[int] = ()
    ) -> int:
        """Compute the points, in units and with bonuses, that count after more results."""
        if self._best is None:
            result_points = self.paid.get(player, 0) + sum(more_result_points)
            return self.add_bonus_to_result_points(player, result_points)
        singles = sorted([*self._singles.get(player, ()), *more_result_points], reverse=True)
        weights = self._best.weights or (100,) * self._best.results
        counted: int = sum(one * weight for one, weight in zip(singles, weights, strict=False))
        return counted * self._per // 100 + self._bonus.get(player, 0)

    def add_bonus_to_result_points(self, player: PlayerId, result_points: int) -> int:
        """Return the total in units from the points of all results, if they all count."""
        return result_points * self._per + self._bonus.get(player, 0)

    def convert_units_to_points(self, units: int) -> ExactNumber:
        return make_exact_number(units, self.unit)
