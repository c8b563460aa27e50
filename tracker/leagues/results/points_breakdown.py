"""Breaks down a player's numbers into the contributions of rounds and opponents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from tracker.leagues.results.results_by_player import ResultsByPlayer, Score, StandingsInput
from tracker.leagues.results.scoring_schemes import TieBreak
from tracker.leagues.results.standings import Criterion, Ranking, RankSeparation
from tracker.leagues.results.standings_input_types import (
    ExactNumber,
    PlayerId,
    PointAdjustment,
    ResultKind,
    make_exact_number,
)
from tracker.leagues.results.tie_break_calculator import (
    IN_POINTS,
    TieBreakShare,
    compute_head_to_head_shares,
)
from tracker.leagues.results.tie_break_rules import TieBreakSource


class RoundBreakdown(msgspec.Struct, frozen=True):
    """One round from one player's view. ``vp`` contains the victory points for and against."""

    round: int
    opponent: PlayerId | None
    kind: ResultKind
    score: Score
    vp: tuple[int, int] | None
    points: ExactNumber


class SumContribution(msgspec.Struct, frozen=True):
    """One round's contribution to a sum: ``number / per`` times ``share``, if it ``counts``.

    For strength of schedule, ``number`` and ``per`` are the opponent's points and rounds.
    """

    round: int
    opponent: PlayerId | None
    number: ExactNumber
    per: int = 1
    share: ExactNumber = ExactNumber(1)
    counts: bool = True
    note: str = ""


class SumBreakdown(msgspec.Struct, frozen=True):
    """A number and its parts: the sum of the counting parts, divided by ``divided_by``.

    ``adds`` is a tie-break's source, or None for points.
    """

    name: Criterion
    value: ExactNumber
    parts: tuple[SumContribution, ...]
    divided_by: int = 1
    adds: TieBreakSource | None = None


class StandingsNeighbour(msgspec.Struct, frozen=True):
    """A neighbour in the standings. ``by`` is the separating criterion, or None for a tie."""

    player: PlayerId
    side: Literal["above", "below"]  # the position of this neighbour
    by: Criterion | None
    mine: ExactNumber | None
    theirs: ExactNumber | None


class PlayerBreakdown(msgspec.Struct, frozen=True):
    """A player's numbers in detail. ``not_met`` lists the ranked players not yet met."""

    player: PlayerId
    after: int
    lines: tuple[RoundBreakdown, ...]
    points: SumBreakdown
    bonus: tuple[PointAdjustment, ...]
    ties: tuple[SumBreakdown, ...]
    above: StandingsNeighbour | None
    below: StandingsNeighbour | None
    not_met: tuple[PlayerId, ...]


def compute_points_breakdown(player: PlayerId, standings_input: StandingsInput) -> PlayerBreakdown:
    """Break down a player's row of ``compute_standings``. Raises KeyError for an unknown player."""
    field = ResultsByPlayer(
        standings_input.players, standings_input.results, standings_input.scheme
    )
    ranking = Ranking(field, standings_input.adjustments, standings_input.lots)
    seats = ranking.field.seats[player]
    order = [
        (None if place else separation, each)
        for separation, group in ranking.groups
        for place, each in enumerate(group)
    ]
    above, below = find_standings_neighbours(order, player)
    convert = field.convert_units_to_points
    lines = tuple(
        RoundBreakdown(one.round, one.opponent, one.kind, one.score, one.vp, convert(one.points))
        for one in seats
    )
    return PlayerBreakdown(
        player=player,
        after=max((result.round for result in standings_input.results), default=0),
        lines=lines,
        points=_break_down_points(ranking, player),
        bonus=tuple(each for each in ranking.adjustments if each.player == player),
        ties=tuple(
            each
            for tie_break in ranking.tie_breaks
            if (each := _break_down_tie_break(ranking, player, tie_break)) is not None
        ),
        above=above,
        below=below,
        not_met=_list_not_met(ranking, player),
    )


def _break_down_points(ranking: Ranking, player: PlayerId) -> SumBreakdown:
    counted = ranking.counted[player]
    parts = [
        SumContribution(
            seat.round,
            seat.opponent,
            ranking.field.convert_units_to_points(seat.points),
            share=make_exact_number(weight, 100),
            counts=weight > 0,
            note="" if weight else "not among the best",
        )
        for seat, weight in zip(ranking.field.seats[player], counted.weights, strict=True)
    ]
    return SumBreakdown("points", counted.points, tuple(parts))


def _break_down_tie_break(
    ranking: Ranking, player: PlayerId, tie_break: TieBreak
) -> SumBreakdown | None:
    value = ranking.find_tie_break_value(player, tie_break)
    if value is None:
        return None
    if tie_break == "lots":
        return SumBreakdown(tie_break, value, (), adds="lots")
    shares = ranking.tables.compute_round_shares(tie_break, player)
    if tie_break == "head to head":
        group = ranking.group_of[player, tie_break]
        shares = (compute_head_to_head_shares(ranking.tables, group) or {})[player]
    rule = ranking.tables.get_rule(tie_break)
    unit = ranking.field.unit if rule.adds in IN_POINTS else 1
    counted = sum(share.counts for share in shares)
    parts = tuple(_make_contribution(share, unit) for share in shares)
    return SumBreakdown(tie_break, value, parts, max(1, counted) if rule.mean else 1, rule.adds)


def _make_contribution(share: TieBreakShare, unit: int) -> SumContribution:
    seat = share.seat
    number, halves = make_exact_number(share.number, unit), make_exact_number(share.halves, 2)
    return SumContribution(
        seat.round, seat.opponent, number, share.per, halves, share.counts, share.note
    )


def find_standings_neighbours(
    ranked: Sequence[tuple[RankSeparation | None, PlayerId]], player: PlayerId
) -> tuple[StandingsNeighbour | None, StandingsNeighbour | None]:
    """Return a player's neighbours above and below, or None if there is no neighbour.

    ``ranked`` contains each player with the criterion that ranks the player below the previous one,
    or None for a tie.
    """
    place = next((place for place, (_, other) in enumerate(ranked) if other == player), None)
    if place is None:
        return None, None
    above = below = None
    if place > 0:
        why = ranked[place][0]
        values = (why.by, why.below, why.above) if why else (None, None, None)
        above = StandingsNeighbour(ranked[place - 1][1], "above", *values)
    if place + 1 < len(ranked):
        why, other = ranked[place + 1]
        values = (why.by, why.above, why.below) if why else (None, None, None)
        below = StandingsNeighbour(other, "below", *values)
    return above, below


def _list_not_met(ranking: Ranking, player: PlayerId) -> tuple[PlayerId, ...]:
    met = {seat.opponent for seat in ranking.field.seats[player] if seat.was_played}
    others = (one for one in ranking.field.players.values() if one.ranked and not one.dropped)
    return tuple(one.id for one in others if one.id != player and one.id not in met)
