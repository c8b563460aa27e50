"""Computes standings: each player's row, what separates neighbours, and changes of place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from typing import NamedTuple

import msgspec

from tracker.leagues.results.results_by_player import ResultsByPlayer, StandingsInput
from tracker.leagues.results.scoring_schemes import TieBreak
from tracker.leagues.results.standings_input_types import (
    ExactNumber,
    LotOrder,
    PlayerId,
    PointAdjustment,
    make_exact_number,
)
from tracker.leagues.results.tie_break_calculator import (
    TieBreakCalculator,
    compute_head_to_head_shares,
    compute_lot_places,
)
from tracker.leagues.results.tie_break_rules import BUILT_IN


class WeightedResultPoints(NamedTuple):
    """The points that count for a player, and each result's weight in per cent (0 if ignored)."""

    points: ExactNumber
    weights: tuple[int, ...]


def choose_counted_results(results: ResultsByPlayer, player: PlayerId) -> WeightedResultPoints:
    """Choose which of a player's results count. Of equal results, the earlier one counts first."""
    seats, best = results.seats[player], results.scheme.best
    if best is None:
        points = results.convert_units_to_points(results.points[player])
        return WeightedResultPoints(points, (100,) * len(seats))
    order = sorted(range(len(seats)), key=lambda place: -seats[place].points)
    weights = [0] * len(seats)
    for place, weight in zip(order, best.weights or (100,) * best.results, strict=False):
        weights[place] = weight
    total = sum(seat.points * weight for seat, weight in zip(seats, weights, strict=True))
    return WeightedResultPoints(make_exact_number(total, 100 * results.unit), tuple(weights))


def sum_bonus_points_by_column(
    adjustments: Iterable[PointAdjustment],
) -> dict[PlayerId, dict[str, ExactNumber]]:
    columns: dict[PlayerId, dict[str, ExactNumber]] = {}
    for adjustment in adjustments:
        own_columns = columns.setdefault(adjustment.player, {})
        total = own_columns.get(adjustment.column, ExactNumber(0)).fraction
        total += adjustment.points.fraction
        own_columns[adjustment.column] = make_exact_number(total)
    return columns


Criterion = TieBreak
"""The name of a tie-break, or "points"."""


class RankSeparation(msgspec.Struct, frozen=True):
    """The criterion that ranks one player above the next, with the values of both."""

    by: Criterion
    above: ExactNumber
    below: ExactNumber


Groups = list[tuple[RankSeparation | None, list[PlayerId]]]


class Ranking:
    """The order of players by points, then by the scheme's tie-breaks."""

    def __init__(
        self,
        field: ResultsByPlayer,
        adjustments: Sequence[PointAdjustment],
        lots: Sequence[LotOrder],
    ) -> None:
        self.field = field
        self.tie_breaks = field.scheme.tie_breaks
        self.adjustments = adjustments
        self.lots = lots
        self.tables = TieBreakCalculator(field)
        self.counted = {player: choose_counted_results(field, player) for player in field.seats}
        self.bonus: dict[PlayerId, dict[str, ExactNumber]] = sum_bonus_points_by_column(adjustments)
        # The values of tie-breaks that apply only to tied players, by player and tie-break.
        self.values_within_group: dict[tuple[PlayerId, TieBreak], ExactNumber] = {}
        self.group_of: dict[tuple[PlayerId, TieBreak], tuple[PlayerId, ...]] = {}
        self.groups = self._order_players()

    def copy_before_round(self, round_number: int) -> Ranking:
        adjustments = [each for each in self.adjustments if each.round < round_number]
        lots = [each for each in self.lots if each.round < round_number]
        return Ranking(self.field.copy_before_round(round_number), adjustments, lots)

    def compute_points_with_bonus(self, player: PlayerId) -> ExactNumber:
        points = self.counted[player].points
        if player not in self.bonus:
            return points
        return make_exact_number(points.fraction + self.sum_bonus(player).fraction)

    def sum_bonus(self, player: PlayerId) -> ExactNumber:
        columns = self.bonus.get(player, {}).values()
        return make_exact_number(sum((each.fraction for each in columns), Fraction(0)))

    def compute_places(self) -> dict[PlayerId, int]:
        """Return each player's place, counted from 1. Tied players share a place."""
        places: dict[PlayerId, int] = {}
        for _, group in self.groups:
            places |= dict.fromkeys(group, len(places) + 1)
        return places

    def find_tie_break_value(self, player: PlayerId, tie_break: TieBreak) -> ExactNumber | None:
        """Return a player's value for a tie-break.

        Return None for an untied player if the tie-break applies only to tied players.
        """
        if self.tables.get_rule(tie_break).applies_only_to_tied_players:
            return self.values_within_group.get((player, tie_break))
        return self.tables.compute_tie_break_value(tie_break, player)

    def _order_players(self) -> Groups:
        ranked = [player.id for player in self.field.players.values() if player.ranked]
        points = {player: self.compute_points_with_bonus(player) for player in ranked}
        return self._split_group(ranked, "points", points, self.tie_breaks) if ranked else []

    def _split_group(
        self,
        group: list[PlayerId],
        criterion: Criterion,
        values: Mapping[PlayerId, ExactNumber],
        other_tie_breaks: Sequence[TieBreak],
    ) -> Groups:
        """Split a group by one criterion, and the remaining ties by the next criteria."""
        sign = 1 if criterion != "points" and self.tables.get_rule(criterion).fewer_first else -1
        sort_keys = {player: sign * values[player].fraction for player in group}
        ordered = sorted(group, key=sort_keys.__getitem__)
        parts = [list(part) for _, part in groupby(ordered, sort_keys.get)]
        groups = self._order_group(parts[0], other_tie_breaks)
        for upper, lower in pairwise(parts):
            below = self._order_group(lower, other_tie_breaks)
            separation = RankSeparation(criterion, values[upper[0]], values[lower[0]])
            groups += [(separation, below[0][1]), *below[1:]]
        return groups

    def _order_group(self, group: list[PlayerId], tie_breaks: Sequence[TieBreak]) -> Groups:
        if len(group) == 1 or not tie_breaks:
            return [(None, group)]
        values = self._compute_group_values(tie_breaks[0], group)
        if values is None:
            return self._order_group(group, tie_breaks[1:])
        return self._split_group(group, tie_breaks[0], values, tie_breaks[1:])

    def _compute_group_values(
        self, tie_break: TieBreak, group: list[PlayerId]
    ) -> Mapping[PlayerId, ExactNumber] | None:
        if not self.tables.get_rule(tie_break).applies_only_to_tied_players:
            compute = self.tables.compute_tie_break_value
            return {player: compute(tie_break, player) for player in group}
        values: Mapping[PlayerId, ExactNumber] | None = None
        if tie_break == "lots":
            values = compute_lot_places(self.lots, group)
        elif shares := compute_head_to_head_shares(self.tables, group):
            values = {each: self.tables.sum_shares(tie_break, shares[each]) for each in group}
        for player, value in (values or {}).items():
            self.values_within_group[player, tie_break] = value
            self.group_of[player, tie_break] = tuple(group)
        return values


class TieBreakValue(msgspec.Struct, frozen=True):
    """A player's tie-break value. It is None if the tie-break does not apply to the player."""

    tie_break: TieBreak
    value: ExactNumber | None


class StandingsRow(msgspec.Struct, frozen=True):
    """One player's row. ``played`` is won + drawn + lost, including forfeits but not byes.

    ``points`` include bonuses. ``moved`` is the number of places gained since the previous round,
    if there was one. ``separated`` is the criterion that puts this player below the previous one,
    or None for a tie. ``place`` is the place within ``division``.
    """

    player: PlayerId
    name: str
    place: int
    dropped: bool
    played: int
    won: int
    drawn: int
    lost: int
    byes: int
    vp_for: int
    vp_against: int
    ties: tuple[TieBreakValue, ...]
    counted: ExactNumber
    bonus: ExactNumber
    points: ExactNumber
    moved: int | None
    separated: RankSeparation | None
    bonus_columns: dict[str, ExactNumber]
    extra: dict[str, tuple[int, int]]
    division: str | msgspec.UnsetType = msgspec.UNSET

    def get_tie_break_value(self, tie_break: TieBreak) -> ExactNumber | None:
        return next((tie.value for tie in self.ties if tie.tie_break == tie_break), None)


class Standings(msgspec.Struct, frozen=True):
    """The standings after a round. ``level`` contains the groups of tied players, who can draw
    lots.

    ``heads`` contains the short names of the scheme's custom tie-breaks.
    """

    scheme: str
    after: int
    tie_breaks: tuple[TieBreak, ...]
    rows: tuple[StandingsRow, ...]
    level: tuple[tuple[PlayerId, ...], ...]
    heads: dict[TieBreak, str] | msgspec.UnsetType = msgspec.UNSET

    def get_tie_break_heading(self, tie_break: TieBreak) -> str:
        own = self.heads.get(tie_break) if self.heads else None
        return own or BUILT_IN[tie_break].short


def compute_standings(standings_input: StandingsInput) -> Standings:
    """Compute the standings after the last round with a result."""
    scheme, results = standings_input.scheme, standings_input.results
    last = max((result.round for result in results), default=0)
    field = ResultsByPlayer(standings_input.players, results, scheme)
    ranking = Ranking(field, standings_input.adjustments, standings_input.lots)
    before: Mapping[PlayerId, int] = {}
    if any(result.round < last for result in results):
        before = ranking.copy_before_round(last).compute_places()
    places = ranking.compute_places()
    rows = []
    for separation, group in ranking.groups:
        for player in group:
            separated = separation if player == group[0] else None
            rows.append(_build_row(ranking, player, places[player], before.get(player), separated))
    level = tuple(tuple(group) for _, group in ranking.groups if len(group) > 1)
    headings = {rule.name: rule.short for rule in scheme.composed or ()} or msgspec.UNSET
    return Standings(scheme.name, last, ranking.tie_breaks, tuple(rows), level, headings)


def _build_row(
    ranking: Ranking,
    player: PlayerId,
    place: int,
    before: int | None,
    separated: RankSeparation | None,
) -> StandingsRow:
    enrolled = ranking.field.players[player]
    seats = ranking.field.seats[player]
    scores = [seat.score for seat in seats]
    vp = [seat.vp for seat in seats if seat.vp is not None]
    return StandingsRow(
        player=player,
        name=enrolled.name,
        place=place,
        dropped=enrolled.dropped,
        played=len(seats) - scores.count("bye"),
        won=scores.count("won"),
        drawn=scores.count("drawn"),
        lost=scores.count("lost"),
        byes=scores.count("bye"),
        vp_for=sum(each[0] for each in vp),
        vp_against=sum(each[1] for each in vp),
        ties=tuple(
            TieBreakValue(tie_break, ranking.find_tie_break_value(player, tie_break))
            for tie_break in ranking.tie_breaks
        ),
        counted=ranking.counted[player].points,
        bonus=ranking.sum_bonus(player),
        points=ranking.compute_points_with_bonus(player),
        moved=None if before is None else before - place,
        separated=separated,
        bonus_columns=ranking.bonus.get(player, {}),
        extra=ranking.field.extra.get(player, {}),
    )
