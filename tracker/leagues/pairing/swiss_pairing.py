"""Pairs Swiss rounds by a minimum-cost matching: equal points, and no rematches.

The criteria are, in order: no second bye while another player has had none, the fewest rematches,
the bye as low as possible, the smallest differences in points (squared), and neighbours in the
standings. If a round is drafted again, earlier pairings are kept before neighbours are paired, and
any player with equally few points may get the bye.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from tracker.leagues.pairing.minimum_cost_matching import Costs, find_cheapest_matching
from tracker.leagues.pairing.round_robin import RoundRobinPairing
from tracker.leagues.pairing.table_number_assignment import assign_table_numbers
from tracker.leagues.results.results_by_player import ResultsByPlayer
from tracker.leagues.results.scoring_schemes import ScoringScheme
from tracker.leagues.results.standings import Ranking
from tracker.leagues.results.standings_input_types import (
    EnrolledPlayer,
    ExactNumber,
    LotOrder,
    PlayerId,
    Result,
    make_exact_number,
)

Edge = tuple[int, int]
PairingGroup = frozenset[PlayerId]
"""The ids of two opponents, or of the one player with the bye."""


ALL_PAIRS_LIMIT = 128
"""Up to this many players, all pairs are considered. Above it, only near ones are."""
NEAR_PLACES = 12
WIDENING_FACTOR = 8
"""The factor by which the search is widened to avoid a rematch."""


class NoPairingPossible(ValueError):
    """An error for an impossible draft. The message gives the reason."""


class LockedPairing(msgspec.Struct, frozen=True):
    """A fixed pairing, or a bye if ``away`` is None. If ``table`` is None, its table may change."""

    home: PlayerId
    away: PlayerId | None
    table: int | None = None


class PairingReason(msgspec.Struct, frozen=True):
    """Why two players are paired, or why a player gets the bye.

    ``wins_apart`` is the difference in points as a number of wins, or None if it is not an integer.
    ``met_in`` are the rounds of earlier meetings. ``passed_over`` are lower-ranked players who had
    no more byes, but whose bye would have caused a rematch. If ``among_equals`` is true, a round
    drafted again kept its pairings, so any player with as few points could get the bye.
    """

    locked: bool = False
    points_apart: ExactNumber = ExactNumber(0)
    wins_apart: int | None = 0
    met_in: tuple[int, ...] = ()
    byes_before: int = 0
    ringer: bool = False
    passed_over: tuple[PlayerId, ...] = ()
    among_equals: bool = False


class DraftedPairing(msgspec.Struct, frozen=True):
    """A drafted pairing, with the higher-ranked player at home. A bye has no table."""

    home: PlayerId
    away: PlayerId | None
    table: int | None
    reason: PairingReason


class RoundDraft(msgspec.Struct, frozen=True):
    """A round ready to be published, ordered by points, with the bye last."""

    pairings: tuple[DraftedPairing, ...]
    rematches: int


def draft_swiss_round(
    players: Sequence[EnrolledPlayer],
    results: Sequence[Result],
    scheme: ScoringScheme,
    present: Iterable[PlayerId],
    *,
    locked: Sequence[LockedPairing] = (),
    unfinished_pairings: Sequence[RoundRobinPairing] = (),
    lots: Sequence[LotOrder] = (),
    earlier_tables: Mapping[PlayerId, Sequence[int]] | None = None,
    tables: Sequence[int] | None = None,
    previous_pairings: Collection[PairingGroup] = (),
) -> RoundDraft:
    """Draft a round for all ``present`` players, who are paired by their points without bonuses.

    ``unfinished_pairings`` are published games without a result, which count as meetings. Ties
    follow the order of ``players``, so a random order gives a random first round.
    ``earlier_tables`` contains each player's earlier tables, and ``tables`` the available ones
    (None for as many as needed, from 1). ``previous_pairings`` are the pairings and byes of an
    earlier draft. Raises ``NoPairingPossible`` if a player is not enrolled, locked twice, or locked
    but absent.
    """
    facts = _PairingFacts(players, results, scheme, unfinished_pairings, lots, previous_pairings)
    sorted_players = facts.sort_present(present)
    _check_locked(facts, sorted_players, locked)
    locked_players = {each for lock in locked for each in (lock.home, lock.away)}
    meetings = _find_pairings(
        facts, [player for player in sorted_players if player not in locked_players]
    )
    place = {player: number for number, player in enumerate(sorted_players)}
    pairs: list[tuple[RoundRobinPairing, LockedPairing | None]] = [
        *((RoundRobinPairing(lock.home, lock.away), lock) for lock in locked),
        *((meeting, None) for meeting in meetings),
    ]
    pairs.sort(key=lambda pair: _get_order_key(pair[0], place))
    games = [(meeting, lock) for meeting, lock in pairs if meeting.away is not None]
    table_numbers = assign_table_numbers(
        [(meeting.home, meeting.away) for meeting, _ in games if meeting.away is not None],
        earlier_tables or {},
        tables,
        {
            number: lock.table
            for number, (_, lock) in enumerate(games)
            if lock is not None and lock.table is not None
        },
    )
    byes = [pair for pair in pairs if pair[0].away is None]
    numbers = [*table_numbers, *[None] * len(byes)]
    pairings = [
        DraftedPairing(
            meeting.home,
            meeting.away,
            table,
            facts.explain_pairing(meeting, sorted_players, lock is not None),
        )
        for (meeting, lock), table in zip(games + byes, numbers, strict=True)
    ]
    return RoundDraft(tuple(pairings), sum(bool(each.reason.met_in) for each in pairings))


class _PairingFacts:
    """The players' data for the pairing: points, places, earlier games, and byes."""

    def __init__(
        self,
        players: Sequence[EnrolledPlayer],
        results: Sequence[Result],
        scheme: ScoringScheme,
        pending: Sequence[RoundRobinPairing],
        lots: Sequence[LotOrder],
        before: Collection[PairingGroup],
    ) -> None:
        self.before = frozenset(before)
        field = ResultsByPlayer(players, results, scheme)
        ranking = Ranking(field, scheme.tie_breaks, (), lots)
        ranked = [player for _, group in ranking.groups for player in group]
        self.place = {player: place for place, player in enumerate(ranked)}
        self.field = field
        self.win = scheme.win
        self.met: dict[frozenset[PlayerId], list[int]] = {}
        self.byes: dict[PlayerId, int] = {}
        latest = max((result.round for result in results), default=0)
        for player, seats in field.seats.items():
            self.byes[player] = sum(seat.kind == "bye" for seat in seats)
            for seat in seats:
                if seat.opponent is not None and seat.was_played and player < seat.opponent:
                    self._add_meeting(player, seat.opponent, seat.round)
        for meeting in pending:
            if meeting.away is not None:
                self._add_meeting(meeting.home, meeting.away, max(1, latest))

    def _add_meeting(self, one: PlayerId, other: PlayerId, number: int) -> None:
        self.met.setdefault(frozenset((one, other)), []).append(number)

    def sort_present(self, present: Iterable[PlayerId]) -> list[PlayerId]:
        """Sort players by points without bonuses. With equal points, ringers come last."""
        players = dict.fromkeys(present)
        for player in players:
            if player not in self.field.players:
                raise NoPairingPossible(
                    f"“{player}” is not enrolled, so nobody can be paired with them."
                )
        last_place = len(self.place)
        points = self.field.points
        return sorted(players, key=lambda each: (-points[each], self.place.get(each, last_place)))

    def get_name(self, player: PlayerId) -> str:
        return self.field.players[player].name

    def is_ringer(self, player: PlayerId) -> bool:
        return not self.field.players[player].ranked

    def get_meetings(self, one: PlayerId, other: PlayerId) -> list[int]:
        """Return the rounds in which two players met."""
        return self.met.get(frozenset((one, other)), [])

    def explain_pairing(
        self, meeting: RoundRobinPairing, present: Sequence[PlayerId], locked: bool
    ) -> PairingReason:
        home, away = meeting.home, meeting.away
        if away is None:
            below = () if self.is_ringer(home) else present[present.index(home) + 1 :]
            rivals = [each for each in below if self.byes[each] <= self.byes[home]]
            points = self.field.points
            passed_over = tuple(
                rival for rival in rivals if not self.before or points[rival] < points[home]
            )
            return PairingReason(
                locked,
                byes_before=self.byes[home],
                ringer=self.is_ringer(home),
                passed_over=passed_over,
                among_equals=len(passed_over) < len(rivals),
            )
        gap = abs(self.field.points[home] - self.field.points[away])
        win = self.win.fraction * self.field.unit
        is_whole = win > 0 and gap % win == 0
        wins = int(gap // win) if is_whole else None
        return PairingReason(
            locked,
            make_exact_number(gap, self.field.unit),
            wins,
            tuple(self.get_meetings(home, away)),
        )


def _find_pairings(facts: _PairingFacts, free: Sequence[PlayerId]) -> list[RoundRobinPairing]:
    """Pair all free players, best first. If their number is odd, one of them gets the bye."""
    if not free:
        return []
    span = len(free) if len(free) <= ALL_PAIRS_LIMIT else NEAR_PLACES
    while True:
        edges = _compute_edges(facts, free, span)
        matching = find_cheapest_matching(edges)
        has_rematch = any(edges[edge][1] for edge in matching)
        if span >= len(free) or (2 * len(matching) >= len(free) and not has_rematch):
            break
        span *= WIDENING_FACTOR
    return [
        RoundRobinPairing(free[one], free[other] if other < len(free) else None)
        for one, other in sorted(matching)
    ]


def _compute_edges(facts: _PairingFacts, free: Sequence[PlayerId], span: int) -> dict[Edge, Costs]:
    """Compute the costs of possible pairs: each player with those up to ``span`` places below."""
    edges: dict[Edge, Costs] = {
        (one, other): _compute_pair_costs(facts, free, one, other)
        for one in range(len(free))
        for other in range(one + 1, min(len(free), one + span + 1))
    }
    place = {player: number for number, player in enumerate(free)}
    for group in facts.before:
        if len(group) > 1 and group <= place.keys():
            one, other = sorted(place[player] for player in group)
            edges[one, other] = _compute_pair_costs(facts, free, one, other)
    if len(free) % 2:
        nobody = len(free)
        edges |= {(one, nobody): _compute_bye_costs(facts, free, one) for one in range(nobody)}
    return edges


def _compute_pair_costs(
    facts: _PairingFacts, free: Sequence[PlayerId], one: int, other: int
) -> Costs:
    earlier = len(facts.get_meetings(free[one], free[other]))
    gap = facts.field.points[free[one]] - facts.field.points[free[other]]
    new = _is_new(facts, free[one], free[other])
    return (0, int(earlier > 0), 0, max(0, earlier - 1), gap**2, new, 0, (other - one) ** 2)


def _compute_bye_costs(facts: _PairingFacts, free: Sequence[PlayerId], index: int) -> Costs:
    """Compute the costs of a bye. Ringers get it before anybody else."""
    new, low = _is_new(facts, free[index]), len(free) - index
    if facts.is_ringer(free[index]):
        return (0, 0, 0, 0, 0, new, 0, 0)
    points = facts.field.points
    fewer = sum(points[each] < points[free[index]] for each in free) if facts.before else low
    return (1 + facts.byes[free[index]], 0, fewer, 0, 0, new, low, 0)


def _is_new(facts: _PairingFacts, *players: PlayerId) -> int:
    """Return 0 if the earlier draft paired these players (or had this bye), otherwise 1."""
    return int(bool(facts.before) and frozenset(players) not in facts.before)


def _get_order_key(meeting: RoundRobinPairing, place: Mapping[PlayerId, int]) -> tuple[int, int]:
    ends = [place[meeting.home], *([] if meeting.away is None else [place[meeting.away]])]
    return min(ends), max(ends)


def _check_locked(
    facts: _PairingFacts, present: Sequence[PlayerId], locked: Sequence[LockedPairing]
) -> None:
    seen_players: set[PlayerId] = set()
    for lock in locked:
        for player in (lock.home, lock.away):
            if player is None:
                continue
            if player not in facts.field.players:
                raise NoPairingPossible(f"“{player}” is locked, but not enrolled.")
            if player not in present:
                raise NoPairingPossible(
                    f"{facts.get_name(player)} is locked, but not present. Unlock the pairing."
                )
            if player in seen_players:
                raise NoPairingPossible(
                    f"{facts.get_name(player)} is locked twice. Unlock one of the pairings."
                )
            seen_players.add(player)
