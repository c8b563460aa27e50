"""Finds the conditions for winning a season in which every player has at most one game left."""

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
    """The best result that a rival may get. Rivals who cannot catch up are omitted."""

    player: PlayerId
    at_best: Ended


class TitleCondition(Struct, frozen=True):
    """A condition for a sole first place: at least the result ``own``, and no better for rivals."""

    own: Ended | None
    rivals: tuple[TitleRival, ...] = ()


def find_title_conditions(
    totals: ProjectedPoints, ranked: Sequence[PlayerId], remaining: RemainingGames, player: PlayerId
) -> tuple[TitleCondition, ...]:
    """List the conditions for finishing alone at the top, with the player's lowest result first.

    The list is empty if a player has more than one game left, if points depend on victory points,
    or if only some results count. A result is omitted if a lower one has the same condition.
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
        rivals = _find_rivals(totals, ranked, remaining, player, own)
        if rivals is None:
            continue
        if not conditions or conditions[-1].rivals != rivals:
            conditions.append(TitleCondition(own, rivals))
    return tuple(conditions)


def _find_rivals(
    totals: ProjectedPoints,
    ranked: Sequence[PlayerId],
    remaining: RemainingGames,
    player: PlayerId,
    own: Ended | None,
) -> tuple[TitleRival, ...] | None:
    """Return the limits for rivals if the player gets this result, or None if one leads too far."""
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
    """Whether a game can end with neither player doing better than allowed."""
    allowed = ORDER[: ORDER.index(one) + 1]
    return any(ORDER.index(TURNED[each]) <= ORDER.index(other) for each in allowed)


def _compute_total(
    totals: ProjectedPoints, remaining: RemainingGames, player: PlayerId, ended: Ended | None
) -> int:
    pay = totals.paying
    byes = [pay.flat[kind] for who, kind in remaining.byes if who == player]
    paid = {"win": pay.win, "draw": pay.draw, "loss": pay.loss}
    return totals.compute_total_in_units(player, [*byes, *([paid[ended]] if ended else [])])
