"""Pairs Swiss rounds by a minimum-cost matching, if possible with equal points and no rematches.

The criteria are, in order: no second bye while another player has had none, then the fewest
rematches. The bye goes as low as possible. Then the squared differences in points are smallest, and
players are neighbours in the standings. If a round is drafted again, keeping earlier pairings comes
before pairing neighbours. Any player with equally few points may then get the bye.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

import msgspec

from tracker.leagues.pairing.minimum_cost_matching import Costs, find_cheapest_matching
from tracker.leagues.pairing.round_robin import RoundRobinPairing
from tracker.leagues.results.results_by_player import ResultsByPlayer, StandingsInput
from tracker.leagues.results.standings import Ranking
from tracker.leagues.results.standings_input_types import ExactNumber, PlayerId, make_exact_number

Edge = tuple[int, int]
PairingGroup = frozenset[PlayerId]
"""The ids of two opponents, or of the one player with the bye."""


ALL_PAIRS_LIMIT = 128
"""Up to this number of players, all pairs are considered; above it, only pairs of near rank."""
NEAR_PLACES = 12
WIDENING_FACTOR = 8
"""The factor by which the search is widened to avoid a rematch."""


class PairingReason(msgspec.Struct, frozen=True):
    """The reason why two players are paired, or why a player gets the bye.

    ``wins_apart`` is the difference in points as a number of wins, if it is an integer. ``met_in``
    lists the rounds of earlier meetings. ``passed_over`` lists lower-ranked players whose bye would
    have caused a rematch. If ``among_equals`` is true, any player with equally few points could get
    the bye.
    """

    points_apart: ExactNumber = ExactNumber(0)
    wins_apart: int | None = 0
    met_in: tuple[int, ...] = ()
    byes_before: int = 0
    ringer: bool = False
    passed_over: tuple[PlayerId, ...] = ()
    among_equals: bool = False


class DraftedPairing(RoundRobinPairing, frozen=True):
    """A drafted pairing. The higher-ranked player is the home player."""

    reason: PairingReason


def draft_swiss_round(
    standings_input: StandingsInput,
    present: Iterable[PlayerId],
    *,
    unfinished_pairings: Sequence[RoundRobinPairing] = (),
    previous_pairings: Collection[PairingGroup] = (),
) -> list[DraftedPairing]:
    """Draft a round for all ``present`` players, ranked by points excluding bonuses. The bye comes
    last.

    ``unfinished_pairings`` are treated as meetings. Ties are broken by the order of the players in
    ``standings_input``, so a random order gives a random first round. ``previous_pairings`` are
    from an earlier draft.
    """
    facts = _PairingFacts(standings_input, unfinished_pairings, previous_pairings)
    sorted_players = facts.sort_present(present)
    meetings = _find_pairings(facts, sorted_players)
    return [
        DraftedPairing(meeting.home, meeting.away, facts.explain_pairing(meeting, sorted_players))
        for meeting in sorted(meetings, key=lambda meeting: meeting.away is None)
    ]


class _PairingFacts:
    def __init__(
        self,
        standings_input: StandingsInput,
        unfinished: Sequence[RoundRobinPairing],
        previous: Collection[PairingGroup],
    ) -> None:
        self.before = frozenset(previous)
        field = ResultsByPlayer(
            standings_input.players, standings_input.results, standings_input.scheme
        )
        ranking = Ranking(field, (), standings_input.lots)
        ranked = [player for _, group in ranking.groups for player in group]
        self.place = {player: place for place, player in enumerate(ranked)}
        self.field = field
        self.win = standings_input.scheme.win
        self._met: defaultdict[frozenset[PlayerId], list[int]] = defaultdict(list)
        self.byes: dict[PlayerId, int] = {}
        latest = max((result.round for result in standings_input.results), default=0)
        for player, seats in field.seats.items():
            self.byes[player] = sum(seat.kind == "bye" for seat in seats)
            for seat in seats:
                if seat.opponent is not None and seat.was_played and player < seat.opponent:
                    self._met[frozenset((player, seat.opponent))].append(seat.round)
        for meeting in unfinished:
            if meeting.away is not None:
                self._met[meeting.group].append(max(1, latest))

    def sort_present(self, present: Iterable[PlayerId]) -> list[PlayerId]:
        """Sort players by points excluding bonuses. Among equals, ringers come last."""
        last_place = len(self.place)
        points = self.field.points
        return sorted(present, key=lambda each: (-points[each], self.place.get(each, last_place)))

    def is_ringer(self, player: PlayerId) -> bool:
        return not self.field.players[player].ranked

    def get_rounds_of_meetings(self, one: PlayerId, other: PlayerId) -> list[int]:
        return self._met.get(frozenset((one, other)), [])

    def explain_pairing(
        self, meeting: RoundRobinPairing, present: Sequence[PlayerId]
    ) -> PairingReason:
        home, away = meeting.home, meeting.away
        if away is None:
            below = () if self.is_ringer(home) else present[present.index(home) + 1 :]
            rivals = [each for each in below if self.byes[each] <= self.byes[home]]
            points = self.field.points
            passed_over = tuple(
                one for one in rivals if not self.before or points[one] < points[home]
            )
            return PairingReason(
                byes_before=self.byes[home],
                ringer=self.is_ringer(home),
                passed_over=passed_over,
                among_equals=len(passed_over) < len(rivals),
            )
        gap = abs(self.field.points[home] - self.field.points[away])
        win = self.win.fraction * self.field.unit
        is_whole = win > 0 and gap % win == 0
        wins = int(gap // win) if is_whole else None
        met_in = tuple(self.get_rounds_of_meetings(home, away))
        return PairingReason(make_exact_number(gap, self.field.unit), wins, met_in)


def _find_pairings(facts: _PairingFacts, present: Sequence[PlayerId]) -> list[RoundRobinPairing]:
    """Pair all players, best first. If their number is odd, one of them gets the bye."""
    if not present:
        return []
    span = len(present) if len(present) <= ALL_PAIRS_LIMIT else NEAR_PLACES
    while True:
        edges = _compute_edges(facts, present, span)
        matching = find_cheapest_matching(edges)
        has_rematch = any(edges[edge][1] for edge in matching)
        if span >= len(present) or (2 * len(matching) >= len(present) and not has_rematch):
            break
        span *= WIDENING_FACTOR
    return [
        RoundRobinPairing(present[one], present[other] if other < len(present) else None)
        for one, other in sorted(matching)
    ]


def _compute_edges(
    facts: _PairingFacts, present: Sequence[PlayerId], span: int
) -> dict[Edge, Costs]:
    """Compute the costs of pairing each player with those up to ``span`` places below."""
    edges: dict[Edge, Costs] = {
        (one, other): _compute_pair_costs(facts, present, one, other)
        for one in range(len(present))
        for other in range(one + 1, min(len(present), one + span + 1))
    }
    place = {player: number for number, player in enumerate(present)}
    for group in facts.before:
        if len(group) > 1 and group <= place.keys():
            one, other = sorted(place[player] for player in group)
            edges[one, other] = _compute_pair_costs(facts, present, one, other)
    if len(present) % 2:
        nobody = len(present)
        edges |= {(one, nobody): _compute_bye_costs(facts, present, one) for one in range(nobody)}
    return edges


def _compute_pair_costs(
    facts: _PairingFacts, present: Sequence[PlayerId], one: int, other: int
) -> Costs:
    earlier = len(facts.get_rounds_of_meetings(present[one], present[other]))
    gap = facts.field.points[present[one]] - facts.field.points[present[other]]
    new = _get_novelty_cost(facts, present[one], present[other])
    return (0, int(earlier > 0), 0, max(0, earlier - 1), gap**2, new, 0, (other - one) ** 2)


def _compute_bye_costs(facts: _PairingFacts, present: Sequence[PlayerId], index: int) -> Costs:
    """Compute the costs of giving a player the bye. Ringers get it before anybody else."""
    new, low = _get_novelty_cost(facts, present[index]), len(present) - index
    if facts.is_ringer(present[index]):
        return (0, 0, 0, 0, 0, new, 0, 0)
    points = facts.field.points
    fewer = sum(points[each] < points[present[index]] for each in present) if facts.before else low
    return (1 + facts.byes[present[index]], 0, fewer, 0, 0, new, low, 0)


def _get_novelty_cost(facts: _PairingFacts, *players: PlayerId) -> int:
    """Return 1 if there is an earlier draft without this pairing or bye, and otherwise 0."""
    return int(bool(facts.before) and frozenset(players) not in facts.before)
