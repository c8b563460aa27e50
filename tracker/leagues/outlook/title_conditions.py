"""The conditions for winning, which are listed if everybody has at most one game left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct

from tracker.leagues.outlook.projected_points import ProjectedPoints
from tracker.leagues.outlook.remaining_games import RemainingGames
from tracker.leagues.results.standings_input_types import PlayerId

Ended = Literal["win", "draw", "loss"]
ORDER: Final[tuple[Ended, ...]] = ("loss", "draw", "win")
TURNED: Final[Mapping[Ended, Ended]] = {"win": "loss", "draw": "draw", "loss": "win"}


class TitleRival(Struct, frozen=True):
    """The best result that a rival may have. Rivals who cannot catch up are not listed."""

    player: PlayerId
    at_best: Ended


class TitleCondition(Struct, frozen=True):
    """A condition under which a player finishes alone at the top.

    The player needs at least the result ``own`` (None without a game left), and no rival may do
    better than ``rivals`` states.
    """

    own: Ended | None
    rivals: tuple[TitleRival, ...] = ()


def find_title_conditions(
    totals: ProjectedPoints, ranked: Sequence[PlayerId], remaining: RemainingGames, player: PlayerId
) -> tuple[TitleCondition, ...]:
    """List the conditions for finishing alone at the top, from the player's lowest result upwards.

    The list is empty if anybody has more than one game left, if games pay by victory points, or if
    only some results count. A result is omitted if a lower one has the same condition.
    """
    scheme = totals.scheme
    games = {who: pair for pair in remaining.games for who in pair}
    several = len(games) < 2 * len(remaining.games)
    if several or remaining.undrawn or scheme.steps or scheme.matrix or totals.needs_single_results:
        return ()
    found: list[TitleCondition] = []
    mine = games.get(player)
    for own in ORDER if mine else (None,):
        rivals = _rivals(totals, ranked, remaining, player, own)
        if rivals is None:
            continue
        one = TitleCondition(own, rivals)
        if not found or found[-1].rivals != rivals:
            found.append(one)
    return tuple(found)


def _rivals(
    totals: ProjectedPoints,
    ranked: Sequence[PlayerId],
    remaining: RemainingGames,
    player: PlayerId,
    own: Ended | None,
) -> tuple[TitleRival, ...] | None:
    """Return the limits for rivals if the player gets this result, or None if they lead too far."""
    against = {who: other for pair in remaining.games for who, other in (pair, pair[::-1])}
    mine = _total(totals, remaining, player, own)
    bound: dict[PlayerId, Ended] = {}
    for rival in ranked:
        if rival in (player, against.get(player)):
            continue
        if rival not in against:
            if _total(totals, remaining, rival, None) >= mine:
                return None
            continue
        below = [each for each in ORDER if _total(totals, remaining, rival, each) < mine]
        if not below:
            return None
        if below[-1] != "win":
            bound[rival] = below[-1]
    if own is not None and (opponent := against[player]) in ranked:
        turned = _total(totals, remaining, opponent, TURNED[own])
        if turned >= mine:
            return None
    if not all(_agree(best, bound.get(against[one], "win")) for one, best in bound.items()):
        return None
    return tuple(TitleRival(who, best) for who, best in bound.items())


def _agree(one: Ended, other: Ended) -> bool:
    """Whether a game can end without either player doing better than stated."""
    return any(
        ORDER.index(TURNED[each]) <= ORDER.index(other) for each in ORDER[: ORDER.index(one) + 1]
    )


def _total(
    totals: ProjectedPoints, remaining: RemainingGames, player: PlayerId, ended: Ended | None
) -> int:
    pay = totals.paying
    byes = [pay.flat[kind] for who, kind in remaining.byes if who == player]
    paid = {"win": pay.win, "draw": pay.draw, "loss": pay.loss}
    return totals.compute_total(player, [*byes, *([paid[ended]] if ended else [])])
