"""Builds round robins by the circle method, in the order of the Berger tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from tracker.leagues.league_state import Fixture
from tracker.leagues.pairing.minimum_cost_matching import Costs, find_cheapest_matching
from tracker.leagues.results.standings_input_types import PlayerId

Method = Literal["round robin", "Swiss"]


class RoundRobinPairing(msgspec.Struct, frozen=True):
    """A pairing of two players. If ``away`` is None, it is a bye."""

    home: PlayerId
    away: PlayerId | None

    @property
    def group(self) -> frozenset[PlayerId]:
        return frozenset(filter(None, (self.home, self.away)))


def build_round_robin(players: Sequence[PlayerId]) -> tuple[tuple[RoundRobinPairing, ...], ...]:
    """Build rounds in which every two players meet once. For an odd number, each has one bye."""
    circle: list[PlayerId | None] = [*players, *([None] if len(players) % 2 else [])]
    return tuple(_build_round(circle, number) for number in range(len(circle) - 1))


def pair_round_robin_round(
    players: Sequence[PlayerId],
    meeting_counts: Mapping[frozenset[PlayerId], int],
    bye_counts: Mapping[PlayerId, int],
    previous_pairings: Collection[frozenset[PlayerId]] = (),
    meetings_per_pair: int | None = None,
) -> tuple[RoundRobinPairing, ...]:
    """Pair the next round after earlier rounds, even if players are late or absent.

    The result is the first round of the cycle that has no rematches. If there is none, the chosen
    round has the fewest repeated byes, and then the fewest rematches. Among equal rounds, it keeps
    the most ``previous_pairings``: the pairings and byes of an earlier draft. ``meeting_counts``
    and ``bye_counts`` count the meetings and byes in earlier rounds. If ``meetings_per_pair`` is
    given, no two players meet more often, even if some stay unpaired.
    """

    def again(meeting: RoundRobinPairing) -> Costs:
        if meeting.away is None:
            return bye_counts.get(meeting.home, 0), 0
        return 0, meeting_counts.get(meeting.group, 0) ** 2

    circle = build_round_robin(players)
    best = min(circle, key=lambda each: _sum_costs(map(again, each)), default=())
    if not previous_pairings and not any(_sum_costs(map(again, best))):
        return best
    order = {player: place for place, player in enumerate(players)}
    chosen = {_get_edge(meeting, order): meeting for each in circle for meeting in each}
    kept = set(best)

    def is_open(meeting: RoundRobinPairing) -> bool:
        met = meeting_counts.get(meeting.group, 0)
        return meetings_per_pair is None or meeting.away is None or met < meetings_per_pair

    costs = {
        edge: (*again(each), int(each.group not in previous_pairings), int(each not in kept))
        for edge, each in chosen.items()
        if is_open(each)
    }
    return tuple(chosen[edge] for edge in sorted(find_cheapest_matching(costs)))


def count_meetings_and_byes(
    fixtures: Iterable[Fixture],
) -> tuple[Counter[frozenset[PlayerId]], Counter[PlayerId]]:
    """Count how often every two players have been paired, and how many pairing byes each player has
    had.
    """
    meetings: Counter[frozenset[PlayerId]] = Counter()
    bye_counts: Counter[PlayerId] = Counter()
    for fixture in fixtures:
        if fixture.round and fixture.away is not None:
            meetings[frozenset(fixture.players)] += 1
        elif fixture.round and not fixture.is_requested_bye:
            bye_counts[fixture.home] += 1
    return meetings, bye_counts


def compute_meetings_per_pair(round_count: int, player_count: int) -> int:
    """Compute how often each pair meets in a given number of rounds. The minimum is 1."""
    circle = max(1, player_count - 1 + player_count % 2)
    return max(1, -(-round_count // circle))


def _sum_costs(costs: Iterable[Costs]) -> Costs:
    return tuple(map(sum, zip(*costs, strict=True)))


def _get_edge(meeting: RoundRobinPairing, order: Mapping[PlayerId, int]) -> tuple[int, int]:
    """Return the players' indices in ascending order. The index of a bye follows all others."""
    one = order[meeting.home]
    other = len(order) if meeting.away is None else order[meeting.away]
    return min(one, other), max(one, other)


def _build_round(circle: Sequence[PlayerId | None], number: int) -> tuple[RoundRobinPairing, ...]:
    """Build a round. The last player stays in place, and the others rotate by half the circle."""
    turning, last = circle[:-1], circle[-1]
    size = len(turning)
    top = number * (size + 1) // 2 % size
    pairs = [(turning[top], last) if number % 2 == 0 else (last, turning[top])]
    steps = range(1, (size + 1) // 2)
    pairs += [(turning[(top + step) % size], turning[(top - step) % size]) for step in steps]
    return tuple(_make_meeting(*pair) for pair in pairs)


def _make_meeting(one: PlayerId | None, other: PlayerId | None) -> RoundRobinPairing:
    if one is None:
        one, other = other, one
    if one is None:
        raise ValueError("a meeting needs a player")
    return RoundRobinPairing(one, other)


def suggest_pairing_method(player_count: int, round_count: int) -> Method:
    """Suggest a round robin if players can meet at least half of the others, otherwise Swiss."""
    return "round robin" if 2 * round_count >= player_count else "Swiss"
