"""Pairs the players of a round, by round robin or Swiss."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from tracker.application.errors import Refused
from tracker.application.leagues.pairing import round_pairing_draft
from tracker.leagues.league_events import Order
from tracker.leagues.league_state import LeagueState
from tracker.leagues.pairing import player_seeding
from tracker.leagues.pairing.round_robin import (
    Method,
    RoundRobinPairing,
    count_meetings_and_byes,
    pair_round_robin_round,
)
from tracker.leagues.results.standings_input import (
    list_counting_results,
    list_drawn_lots,
    list_season_players_at_cutoff,
)
from tracker.leagues.results.standings_input_types import EnrolledPlayer, PlayerId

MAX_PLAYERS = 200
"""The maximum number of players in a round robin."""


class ProposedPairing(RoundRobinPairing, frozen=True):
    why: str


def propose_pairings(
    state: LeagueState,
    players: Sequence[PlayerId],
    method: Method,
    order: Order = "",
    previous_pairings: Collection[frozenset[PlayerId]] = (),
    lots: Sequence[PlayerId] = (),
    meetings_per_pair: int | None = None,
) -> list[ProposedPairing]:
    """Pair players for the next round. Raises ``Refused``.

    ``order`` says how the players of a first round are ordered, and ``lots`` contains the drawn
    lots for it. ``previous_pairings`` contains the pairings and byes of the earlier draft. In a
    round robin, two players meet at most ``meetings_per_pair`` times (None for no limit), so some
    players can remain unpaired.
    """
    if method == round_pairing_draft.SWISS:
        return _propose_swiss(
            state, players, _sort_players(state, players, order, lots), previous_pairings
        )
    if len(players) > MAX_PLAYERS:
        raise Refused(
            f"A round robin can have at most {MAX_PLAYERS} players. Choose Swiss for more."
        )
    stand = player_seeding.sort_players_for_round(state, players, order, lots)
    met, byes = count_meetings_and_byes(state.list_published_fixtures(state.season.number))
    pairings = pair_round_robin_round(stand, met, byes, previous_pairings, meetings_per_pair)
    return [_explain_pairing(state, one, met) for one in pairings]


def _propose_swiss(
    state: LeagueState,
    players: Sequence[PlayerId],
    stand: Sequence[EnrolledPlayer],
    before: Collection[frozenset[PlayerId]],
) -> list[ProposedPairing]:
    """Pair players by points, without rematches. Unfinished games count as meetings."""
    from tracker.leagues.pairing.swiss_pairing import draft_swiss_round
    from tracker.leagues.results.standings_explanations import explain_pairing

    fixtures = state.list_published_fixtures(state.season.number)
    pending = [RoundRobinPairing(one.home, one.away) for one in fixtures if one.ended is None]
    names = {one.id: one.name for one in state.players.values()}
    drafted = draft_swiss_round(
        stand,
        [one for one in list_counting_results(state) if one.round],
        state.info.scheme,
        players,
        unfinished_pairings=pending,
        lots=list_drawn_lots(state) if state.current_round is not None else (),
        previous_pairings=before,
    )
    return [ProposedPairing(one.home, one.away, explain_pairing(one, names)) for one in drafted]


def _sort_players(
    state: LeagueState, players: Sequence[PlayerId], order: Order, drawn: Sequence[PlayerId]
) -> list[EnrolledPlayer]:
    """Sort all players in the order that breaks ties. In a seeded first round, halves alternate."""
    known = {one.id: one for one in list_season_players_at_cutoff(state)}
    lots = any(lot.season == state.season.number for lot in state.lots)
    stand = player_seeding.sort_players_for_round(
        state, known, order or ("lots" if lots else ""), drawn
    )
    if order in player_seeding.SEEDED:
        here = set(players)
        seeded = player_seeding.interleave_seed_halves([one for one in stand if one in here])
        stand = [*seeded, *(one for one in stand if one not in here)]
    return [known[one] for one in stand]


def _explain_pairing(
    state: LeagueState, pairing: RoundRobinPairing, met: Counter[frozenset[PlayerId]]
) -> ProposedPairing:
    """Build a pairing with its reason. Home and away change with each meeting."""
    home, away = pairing.home, pairing.away
    if away is not None and met[pairing.group] % 2:
        home, away = away, home
    return ProposedPairing(
        home, away, round_pairing_draft.describe_earlier_meetings(state, home, away)
    )
