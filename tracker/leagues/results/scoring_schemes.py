"""Scoring schemes: points for results, steps by VP, bonus columns, and how many results count."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from math import lcm
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from tracker.leagues.results.standings_input_types import (
    ExactNumber,
    PlayerId,
    Result,
    ResultKind,
    make_exact_number,
)
from tracker.leagues.results.tie_break_rules import BUILT_IN, TieBreakRule

TieBreak = str
"""The name of a tie-break, either from ``tie_break_rules.BUILT_IN`` or defined by a scheme."""
Winner = Literal["home", "away", "nobody"]
PointsPair = tuple[ExactNumber, ExactNumber]
MAX_RESULTS = 1000
"""The maximum number of results that can count, and of rounds in a season."""


class PointsStep(msgspec.Struct, frozen=True):
    """From ``difference`` in VP on, the winner gets ``add`` more and the loser ``add`` fewer."""

    difference: int
    add: ExactNumber


class MatrixRow(msgspec.Struct, frozen=True):
    """From ``difference`` in VP on, the leading player gets ``more``, and the other ``less``."""

    difference: int
    more: ExactNumber
    less: ExactNumber


class BestResults(msgspec.Struct, frozen=True):
    """The number of best ``results`` that count, and their ``weights`` in per cent, best first."""

    results: int
    weights: tuple[int, ...] = ()


class SchemeExample(msgspec.Struct, frozen=True):
    """A sample result and the points that it earns, home player first. It must match its scheme."""

    pays: tuple[ExactNumber, ...]
    kind: ResultKind = "played"
    vp: tuple[int, int] | None = None
    winner: Winner | None = None  # None: the VP decide


class ScoringScheme(msgspec.Struct, frozen=True):
    """A scoring scheme. Pairs are the points of the winner and of the other player. If ``conceded``
    is None, a conceded game earns the same points as a game played to its end. ``draw_within`` is
    the greatest VP difference that counts as a draw. ``steps`` need a winner. A ``matrix`` uses
    only VP. Without VP, the plain points for a win, draw or loss apply. ``composed`` contains
    custom tie-breaks. An empty list is not stored, for compatibility. ``bye_vp`` contains the
    default victory points of a pairing bye, for and against.

    Raises ValueError for a tie-break that is neither built in nor in ``composed``.
    """

    name: str
    win: ExactNumber
    draw: ExactNumber
    loss: ExactNumber
    bye: ExactNumber
    half_bye: ExactNumber
    zero_bye: ExactNumber
    forfeit: PointsPair
    late_withdrawal: PointsPair
    double_loss: ExactNumber
    conceded: PointsPair | None = None
    draw_within: int = 0
    steps: tuple[PointsStep, ...] = ()
    matrix: tuple[MatrixRow, ...] = ()
    best: BestResults | None = None
    bonus: tuple[str, ...] = ()
    penalty: tuple[str, ...] = ()
    tie_breaks: tuple[TieBreak, ...] = ()
    about: str = ""
    examples: tuple[SchemeExample, ...] = ()
    composed: tuple[TieBreakRule, ...] | msgspec.UnsetType = msgspec.UNSET
    bye_vp: tuple[int, int] | msgspec.UnsetType = msgspec.UNSET

    def __post_init__(self) -> None:
        known = self.tie_break_rules
        for name in self.tie_breaks:
            if name not in known:
                raise ValueError(f"there is no tie-break “{name}”")

    @property
    def tie_break_rules(self) -> Mapping[TieBreak, TieBreakRule]:
        """All tie-breaks available in this scheme, by name, with the scheme's custom ones first."""
        own = self.composed or ()
        named = {rule.name: rule for rule in own}
        return {**named, **BUILT_IN, **named} if own else BUILT_IN

    def with_old_tie_break_cuts(self) -> ScoringScheme:
        """Return the scheme with the tie-break cuts of earlier programs, which ignored opponents'
        scores.
        """
        old = [
            replace(rule, cut_by="contribution")
            for name, rule in self.tie_break_rules.items()
            if name in self.tie_breaks and rule.by_result and (rule.cut_worst or rule.cut_best)
        ]
        if not old:
            return self
        names = {rule.name for rule in old}
        kept = [rule for rule in self.composed or () if rule.name not in names]
        return replace(self, composed=(*kept, *old))

    def find_winner_by_victory_points(
        self, home: PlayerId, away: PlayerId, vp: tuple[int, int]
    ) -> PlayerId | None:
        """Return the player with more victory points, or None for a draw."""
        if abs(vp[0] - vp[1]) <= self.draw_within:
            return None
        return home if vp[0] > vp[1] else away

    def decide_winner(
        self, home: PlayerId, away: PlayerId, vp: tuple[int, int], stated_winner: PlayerId | None
    ) -> PlayerId | None:
        """Return the winner of a game under the scheme, or None for a draw.

        ``stated_winner`` is the winner under the game's own rules. A scheme with a matrix always
        uses victory points instead. A scheme with a draw margin uses them unless the player with
        fewer victory points won.
        """
        by_vp = self.find_winner_by_victory_points(home, away, vp)
        behind = None if vp[0] == vp[1] else away if vp[0] > vp[1] else home
        margin = self.draw_within and (stated_winner is None or stated_winner != behind)
        return by_vp if self.matrix or margin else stated_winner


class ResultPointsTable(NamedTuple):
    """A scheme's points as integers. ``unit`` is the number of units in a point."""

    unit: int
    flat: dict[ResultKind, int]  # byes, and the double loss
    pairs: dict[ResultKind, tuple[int, int]]  # for the winner and the other player
    win: int
    draw: int
    loss: int
    differences: tuple[int, ...]
    adds: tuple[int, ...]
    shares: tuple[tuple[int, int], ...]  # the rows of a matrix

    @property
    def max_played_game_points(self) -> int:
        """The maximum points for a played game, in units."""
        if self.shares:
            return max(more for more, _ in self.shares)
        return self.win + max(0, *self.adds, 0)

    def compute_points_in_units(self, result: Result) -> tuple[int, ...]:
        """Return a result's points in units: for home and away, or for the only player of a bye."""
        if result.away is None:
            return (self.flat[result.kind],)
        if result.kind in self.flat:
            return (self.flat[result.kind],) * 2
        if result.kind in self.pairs:
            won, lost = self.pairs[result.kind]
            return (won, lost) if result.winner == result.home else (lost, won)
        if self.shares and result.vp is not None:
            return self._look_up_matrix_points(*result.vp)
        if result.winner is None:
            return (self.draw, self.draw)
        add = self._get_step_points(result)
        won, lost = self.win + add, self.loss - add
        return (won, lost) if result.winner == result.home else (lost, won)

    def _look_up_matrix_points(self, home: int, away: int) -> tuple[int, int]:
        if home == away:
            return (self.draw, self.draw)
        more, less = self.shares[max(0, bisect_right(self.differences, abs(home - away)) - 1)]
        return (more, less) if home > away else (less, more)

    def _get_step_points(self, result: Result) -> int:
        """Return the points that the VP difference adds for the winner, or 0 if it is negative."""
        if not self.adds or result.vp is None:
            return 0
        ahead = result.vp[0] - result.vp[1]
        ahead = ahead if result.winner == result.home else -ahead
        place = bisect_right(self.differences, ahead)
        return self.adds[place - 1] if place else 0


def build_result_points_table(scheme: ScoringScheme) -> ResultPointsTable:
    """Convert a scheme's points to integers, to compute the points of many results quickly."""
    unit = lcm(*(amount.under for amount in _list_amounts(scheme)))

    def whole(amount: ExactNumber) -> int:
        return amount.over * (unit // amount.under)

    pairs: dict[ResultKind, tuple[int, int]] = {
        "forfeit": (whole(scheme.forfeit[0]), whole(scheme.forfeit[1])),
        "late withdrawal": (whole(scheme.late_withdrawal[0]), whole(scheme.late_withdrawal[1])),
    }
    if scheme.conceded is not None:
        pairs["conceded"] = (whole(scheme.conceded[0]), whole(scheme.conceded[1]))
    return ResultPointsTable(
        unit=unit,
        flat={
            "bye": whole(scheme.bye),
            "half bye": whole(scheme.half_bye),
            "zero bye": whole(scheme.zero_bye),
            "double loss": whole(scheme.double_loss),
        },
        pairs=pairs,
        win=whole(scheme.win),
        draw=whole(scheme.draw),
        loss=whole(scheme.loss),
        differences=tuple(step.difference for step in scheme.matrix or scheme.steps),
        adds=tuple(whole(step.add) for step in scheme.steps),
        shares=tuple((whole(row.more), whole(row.less)) for row in scheme.matrix),
    )


def compute_result_points(scheme: ScoringScheme, result: Result) -> tuple[ExactNumber, ...]:
    ready = build_result_points_table(scheme)
    units = ready.compute_points_in_units(result)
    return tuple(make_exact_number(points, ready.unit) for points in units)


def _list_amounts(scheme: ScoringScheme) -> Iterator[ExactNumber]:
    yield from (scheme.win, scheme.draw, scheme.loss, scheme.double_loss)
    yield from (scheme.bye, scheme.half_bye, scheme.zero_bye)
    yield from (*scheme.forfeit, *scheme.late_withdrawal, *(scheme.conceded or ()))
    yield from (step.add for step in scheme.steps)
    yield from (amount for row in scheme.matrix for amount in (row.more, row.less))
