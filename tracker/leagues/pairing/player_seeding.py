"""Orders players for the first round of a season, in which nobody has points yet.

The order is by sign-up, by lots, by earlier ratings, or by last season's standings. Players without
a place in that order follow in sign-up order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tracker.leagues.league_events import Order
from tracker.leagues.league_state import LeagueState
from tracker.leagues.results.standings_from_league_state import (
    StandingsCutoff,
    compute_league_standings,
    rate_league_players,
)
from tracker.leagues.results.standings_input_types import PlayerId

SEEDED: tuple[Order, ...] = ("rating", "last season")
"""The orders by strength. With them, a Swiss round pairs the upper half with the lower half."""


ORDER_WORDS: dict[Order, str] = {
    "": "",
    "sign-up": "as signed up",
    "lots": "by lot",
    "rating": "seeded by rating",
    "last season": "as last season ended",
}


def list_players_with_seeding_place(state: LeagueState, order: Order) -> list[PlayerId]:
    """List the players who have a place in the given order, best first."""
    season = state.season.number
    match order:
        case "lots":
            return _list_drawn_lots(state)
        case "rating":
            rated = rate_league_players(state, (each for each in state.seasons if each < season))
            return sorted(rated, key=lambda player: -rated[player].rating)
        case "last season":
            if season - 1 not in state.seasons:
                return []
            rows = compute_league_standings(state, StandingsCutoff(season - 1)).rows
            return [row.player for row in rows]
        case _:
            return list(state.players)


def _list_drawn_lots(state: LeagueState) -> list[PlayerId]:
    """List the players in the order of this season's latest lots, if lots were drawn."""
    season = state.season.number
    lots = [lot for lot in state.lots if lot.season == season][-1:]
    first = state.rounds.get((season, 1))
    if first is not None and first.drawn and all(lot.version < first.drafted_at for lot in lots):
        return list(first.drawn)
    return [player for lot in lots for player in lot.order]


def sort_players_by_seeding_order(
    state: LeagueState, order: Order, players: Iterable[PlayerId]
) -> list[PlayerId]:
    ordered = list_players_with_seeding_place(state, order)
    place = {player: number for number, player in enumerate(ordered)}
    signed_up = {player: number for number, player in enumerate(state.players)}
    last = len(place)
    return sorted(players, key=lambda one: (place.get(one, last), signed_up[one]))


def sort_players_for_round(
    state: LeagueState, players: Iterable[PlayerId], order: Order, drawn_lots: Sequence[PlayerId]
) -> list[PlayerId]:
    """Sort players by the lots of a draft or, without lots, by the order for the first round."""
    if drawn_lots:
        place = {player: number for number, player in enumerate(drawn_lots)}
        return sorted(players, key=lambda one: place.get(one, len(place)))
    first = state.rounds.get((state.season.number, 1))
    return sort_players_by_seeding_order(state, order or (first.order if first else ""), players)


def interleave_seed_halves(seeded: Sequence[PlayerId]) -> list[PlayerId]:
    """Alternate players of the upper and lower halves. An odd last player stays last."""
    half = len(seeded) // 2
    upper, lower, rest = seeded[:half], seeded[half : 2 * half], seeded[2 * half :]
    return [one for pair in zip(upper, lower, strict=True) for one in pair] + list(rest)
