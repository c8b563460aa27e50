"""Who stands above whom, and what puts them there: points, then the tie-breaks in their order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, pairwise

import msgspec

from tracker.leagues.counted_results import CountedResults, choose_counted, sum_bonuses
from tracker.leagues.field import ResultsField
from tracker.leagues.results import Adjustment, Enrolled, Exact, Lots, PlayerId, Result, make_exact
from tracker.leagues.schemes import Scheme, TieBreak
from tracker.leagues.tie_breaks import Tables, compute_drawn, compute_head_to_head

Criterion = TieBreak
"""A tie-break by its name, or "points"."""


class Separated(msgspec.Struct, frozen=True):
    """What puts one player above the next: the criterion, and both values of it."""

    by: Criterion
    above: Exact
    below: Exact


Groups = list[tuple[Separated | None, list[PlayerId]]]


class Ranking:
    """The order after a round: points, then the tie-breaks, then nothing separates."""

    def __init__(
        self,
        field: ResultsField,
        tie_breaks: Sequence[TieBreak],
        adjustments: Sequence[Adjustment],
        lots: Sequence[Lots],
    ) -> None:
        self.field = field
        self.tie_breaks = tie_breaks
        self.adjustments = adjustments
        self.lots = lots
        self.tables = Tables(field)
        self.counted: dict[PlayerId, CountedResults] = {
            player: choose_counted(field, player) for player in field.seats
        }
        self.bonus: dict[PlayerId, dict[str, Exact]] = sum_bonuses(adjustments)
        # Of tie-breaks that hold only within a group: the values, and who was in the group.
        self.within: dict[tuple[PlayerId, TieBreak], Exact] = {}
        self.group_of: dict[tuple[PlayerId, TieBreak], tuple[PlayerId, ...]] = {}
        self.groups = self._ordered()

    def before(self, number: int) -> Ranking:
        """The order as it was before a round."""
        return Ranking(
            self.field.before(number),
            self.tie_breaks,
            [each for each in self.adjustments if each.round < number],
            [each for each in self.lots if each.round < number],
        )

    def points(self, player: PlayerId) -> Exact:
        """The points that count, with bonus."""
        points = self.counted[player].points
        if player not in self.bonus:
            return points
        return make_exact(points.fraction + self.sum_bonus(player).fraction)

    def sum_bonus(self, player: PlayerId) -> Exact:
        columns = self.bonus.get(player, {}).values()
        return make_exact(sum((each.fraction for each in columns), Fraction(0)))

    def places(self) -> dict[PlayerId, int]:
        """Places from 1; players who are level share one."""
        places: dict[PlayerId, int] = {}
        for _, group in self.groups:
            places |= dict.fromkeys(group, len(places) + 1)
        return places

    def tie(self, player: PlayerId, tie_break: TieBreak) -> Exact | None:
        if self.tables.get_rule(tie_break).within:
            return self.within.get((player, tie_break))
        return self.tables.of(tie_break, player)

    def _ordered(self) -> Groups:
        ranked = [player.id for player in self.field.players.values() if player.ranked]
        points = {player: self.points(player) for player in ranked}
        return self._split(ranked, "points", points, self.tie_breaks) if ranked else []

    def _split(
        self,
        group: list[PlayerId],
        by: Criterion,
        values: Mapping[PlayerId, Exact],
        rest: Sequence[TieBreak],
    ) -> Groups:
        """The group by one criterion, and those who are level in it by the rest."""
        sign = 1 if by != "points" and self.tables.get_rule(by).fewer_first else -1
        worth = {player: sign * values[player].fraction for player in group}
        parts = [list(part) for _, part in groupby(sorted(group, key=worth.__getitem__), worth.get)]
        groups = self._next(parts[0], rest)
        for upper, lower in pairwise(parts):
            below = self._next(lower, rest)
            why = Separated(by, values[upper[0]], values[lower[0]])
            groups += [(why, below[0][1]), *below[1:]]
        return groups

    def _next(self, group: list[PlayerId], rest: Sequence[TieBreak]) -> Groups:
        if len(group) == 1 or not rest:
            return [(None, group)]
        values = self._values(rest[0], group)
        if values is None:
            return self._next(group, rest[1:])
        return self._split(group, rest[0], values, rest[1:])

    def _values(
        self, tie_break: TieBreak, group: list[PlayerId]
    ) -> Mapping[PlayerId, Exact] | None:
        if not self.tables.get_rule(tie_break).within:
            return {player: self.tables.of(tie_break, player) for player in group}
        values: Mapping[PlayerId, Exact] | None = None
        if tie_break == "lots":
            values = compute_drawn(self.lots, group)
        elif shares := compute_head_to_head(self.tables, group):
            values = {each: self.tables.value(tie_break, shares[each]) for each in group}
        for player, value in (values or {}).items():
            self.within[player, tie_break] = value
            self.group_of[player, tie_break] = tuple(group)
        return values


def rank_players(
    players: Iterable[Enrolled],
    results: Iterable[Result],
    scheme: Scheme,
    tie_breaks: Sequence[TieBreak] | None = None,
    adjustments: Sequence[Adjustment] = (),
    lots: Sequence[Lots] = (),
    after: int | None = None,
) -> Ranking:
    """Everything up to round ``after`` put in order; the arithmetic behind ``standings``."""
    upto = float("inf") if after is None else after
    return Ranking(
        ResultsField(players, (each for each in results if each.round <= upto), scheme),
        scheme.tie_breaks if tie_breaks is None else tie_breaks,
        [each for each in adjustments if each.round <= upto],
        [each for each in lots if each.round <= upto],
    )
