"""Which results of a player count, with what weight, and what was added by hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tracker.leagues.field import ResultsField
from tracker.leagues.results import Adjustment, Exact, PlayerId, make_exact


class CountedResults(NamedTuple):
    """What results come to. ``weights`` go with the player's seats, in per cent; 0: left out."""

    points: Exact
    weights: tuple[int, ...]


def choose_counted(field: ResultsField, player: PlayerId) -> CountedResults:
    """All results of a player, or the best of them; of equals the earlier one counts."""
    seats, best = field.seats[player], field.scheme.best
    if best is None:
        return CountedResults(field.make_exact(field.points[player]), (100,) * len(seats))
    order = sorted(range(len(seats)), key=lambda place: -seats[place].points)
    weights = [0] * len(seats)
    for place, weight in zip(order, best.weights or (100,) * best.results, strict=False):
        weights[place] = weight
    total = sum(seat.points * weight for seat, weight in zip(seats, weights, strict=True))
    return CountedResults(make_exact(total, 100 * field.unit), tuple(weights))


def sum_bonuses(adjustments: Iterable[Adjustment]) -> dict[PlayerId, dict[str, Exact]]:
    """The bonus and penalty points of each player, by column."""
    columns: dict[PlayerId, dict[str, Exact]] = {}
    for each in adjustments:
        mine = columns.setdefault(each.player, {})
        mine[each.column] = make_exact(
            mine.get(each.column, Exact(0)).fraction + each.points.fraction
        )
    return columns
