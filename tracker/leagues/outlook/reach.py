"""What can still happen by arithmetic alone, whoever plays well: first place and the top."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct

from tracker.leagues.outlook.points_totals import PointsTotals
from tracker.leagues.outlook.remaining_games import RemainingGames
from tracker.leagues.results import PlayerId
from tracker.leagues.schemes import Paying

Still = Literal["sure", "open", "gone"]
ROUNDING: Final = 1e-9


class PointsReach(Struct, frozen=True):
    """The least and the most points a player can end with, in the units of the totals.

    ``first`` is about standing alone at the top, ``top`` about being among the first so many;
    ``passed`` says whether anybody can still end with more points.
    """

    least: int
    most: int
    first: Still
    top: Still
    passed: bool


def reach(
    totals: PointsTotals, ranked: Sequence[PlayerId], ahead: RemainingGames, top: int
) -> Mapping[PlayerId, PointsReach]:
    """What is certain of everybody who is ranked, bonus points to come left aside.

    Every kind of result is reckoned with, also a game that nobody comes to; that two who meet
    cannot both win is not, so that what is called open may be decided already.
    """
    worst, best = find_extremes(totals.paying)
    flat = totals.paying.flat
    bounds: dict[PlayerId, tuple[int, int]] = {}
    for player in ranked:
        sure = [flat[kind] for who, kind in ahead.byes if who == player]
        games = ahead.count_most_games(player)
        low, high = (totals.total(player, [*sure, *[one] * games]) for one in (worst, best))
        bounds[player] = min(low, totals.total(player, sure)), high
    return {player: _reach(player, bounds, top) for player in ranked}


def find_extremes(paying: Paying) -> tuple[int, int]:
    """The least and the most that one round can pay a player."""
    amounts = [paying.draw, paying.flat["double loss"], paying.flat["bye"]]
    amounts += [amount for pair in paying.pairs.values() for amount in pair]
    amounts += [amount for pair in paying.shares for amount in pair]
    for add in (0, *paying.adds):
        amounts += [paying.win + add, paying.loss - add]
    return min(amounts), max(amounts)


def _reach(player: PlayerId, bounds: Mapping[PlayerId, tuple[int, int]], top: int) -> PointsReach:
    least, most = bounds[player]
    others = [each for who, each in bounds.items() if who != player]
    above = sum(low > most for low, _ in others)
    could = sum(high >= least for _, high in others)
    return PointsReach(
        least=least,
        most=most,
        first="gone" if above else "open" if could else "sure",
        top="gone" if above >= top else "open" if could >= top else "sure",
        passed=any(high > least for _, high in others),
    )


def settle_chance(chance: float) -> Still:
    """The same of a season that is over, from the share of the places held."""
    return "sure" if chance > 1 - ROUNDING else "gone" if chance < ROUNDING else "open"
