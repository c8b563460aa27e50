"""Computes tie-breaks from the contributions of results or opponents.

Schedule and Sonneborn-Berger use only games. Buchholz follows FIDE's rules of 2023. A player's own
unplayed round counts as a game against a virtual opponent with the player's points. Requested byes
at the end of an opponent's season count as draws. A cut first removes rounds
that the player chose not to play. It then removes opponents by their own scores, whatever their
result against the player.
``tie_break_rules`` declares the parts of each tie-break.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import lcm
from types import MappingProxyType

import msgspec
from msgspec.structs import replace

from tracker.leagues.results.results_by_player import PlayerResult, ResultsByPlayer
from tracker.leagues.results.scoring_schemes import TieBreak
from tracker.leagues.results.standings_input_types import (
    ExactNumber,
    LotOrder,
    PlayerId,
    make_exact_number,
)
from tracker.leagues.results.tie_break_rules import (
    OF_OPPONENTS,
    TIED_ONLY,
    TieBreakRule,
    TieBreakSource,
)

OWN_POINTS = "not played: own points"


class TieBreakShare(msgspec.Struct, frozen=True, gc=False):
    """One round's contribution: ``number / per`` times ``halves / 2``, if it ``counts``."""

    seat: PlayerResult
    number: int
    per: int = 1
    halves: int = 2
    counts: bool = True
    note: str = ""


Shares = list[TieBreakShare]


class TieBreakCalculator:
    """Computes all players' tie-breaks. Each value is computed when it is first needed."""

    def __init__(self, field: ResultsByPlayer) -> None:
        self.field = field
        self._values: dict[tuple[TieBreak, PlayerId], ExactNumber] = {}

    def compute_tie_break_value(self, tie_break: TieBreak, player: PlayerId) -> ExactNumber:
        """Compute a player's value, or zero if the tie-break applies only to tied players."""
        key = (tie_break, player)
        if key not in self._values:
            shares = self.compute_round_shares(tie_break, player)
            self._values[key] = self.sum_shares(tie_break, shares)
        return self._values[key]

    def get_rule(self, tie_break: TieBreak) -> TieBreakRule:
        return self.field.scheme.tie_break_rules[tie_break]

    def compute_round_shares(self, tie_break: TieBreak, player: PlayerId) -> Shares:
        """List each round's contribution to a player's tie-break. Excluded contributions do not
        count.
        """
        rule = self.get_rule(tie_break)
        shares = _SOURCES[rule.adds](self, rule, player)
        if rule.by_result:
            shares = [replace(share, halves=_get_halves(share.seat)) for share in shares]
        return _cut_shares(shares, rule) if rule.cut_worst or rule.cut_best else shares

    def sum_shares(self, tie_break: TieBreak, shares: Shares) -> ExactNumber:
        """Compute the sum or, if the rule says so, the mean of the contributions that count."""
        rule = self.get_rule(tie_break)
        counted = [share for share in shares if share.counts]
        common = lcm(*{share.per for share in counted})
        total = sum([share.number * share.halves * (common // share.per) for share in counted])
        under = 2 * common * (self.field.unit if rule.adds in IN_POINTS else 1)
        return make_exact_number(total, under * (max(1, len(counted)) if rule.mean else 1))


def _list_own_rounds(
    count: Callable[[PlayerResult, ResultsByPlayer], int | None],
    tables: TieBreakCalculator,
    _rule: TieBreakRule,
    player: PlayerId,
) -> Shares:
    """List the contributions of a player's rounds, which ``count`` computes.

    Rounds for which it returns None are omitted.
    """
    numbers = ((seat, count(seat, tables.field)) for seat in tables.field.seats[player])
    return [TieBreakShare(seat, number) for seat, number in numbers if number is not None]


def _count_win(seat: PlayerResult, field: ResultsByPlayer) -> int | None:
    """Return 1 for a round that was won or that earns as much as a win, and None otherwise."""
    return 1 if seat.score == "won" or (seat.score == "bye" and seat.points >= field.win) else None


def _list_points_so_far(
    tables: TieBreakCalculator, _rule: TieBreakRule, player: PlayerId
) -> Shares:
    """List the player's total after each round, including rounds that the player missed."""
    field, points, shares = tables.field, 0, []
    for number in field.round_numbers:
        seats = [seat for seat in field.seats[player] if seat.round == number]
        points += sum(seat.points for seat in seats)
        seat = seats[0] if seats else PlayerResult(number, None, "zero bye", "bye", 0)
        shares.append(TieBreakShare(seat, points))
    return shares


def _list_points_against(
    tables: TieBreakCalculator, rule: TieBreakRule, player: PlayerId
) -> Shares:
    """List the points against each opponent. Opponents with too few points do not count."""
    field, shares = tables.field, []
    for seat in field.seats[player]:
        if seat.opponent is not None:
            enough = _has_enough_points(field, seat.opponent, rule)
            note = "" if enough else f"below {rule.at_least}%"
            shares.append(TieBreakShare(seat, seat.points, counts=enough, note=note))
    return shares


def _has_enough_points(field: ResultsByPlayer, player: PlayerId, rule: TieBreakRule) -> bool:
    possible = field.max_played_game_points * len(field.seats[player])
    return 100 * field.points[player] >= rule.at_least * possible


def _list_opponents(
    make_share: Callable[[TieBreakCalculator, PlayerId, PlayerResult], TieBreakShare],
    tables: TieBreakCalculator,
    rule: TieBreakRule,
    player: PlayerId,
) -> Shares:
    """List one contribution for each opponent. The rule determines how unplayed rounds count."""
    field, shares, at_least = tables.field, [], rule.at_least
    own = rule.adds == "opponents' points" and rule.unplayed == "own points"
    for seat in field.seats[player]:
        opponent = seat.opponent
        if opponent is not None and seat.was_played:
            each = make_share(tables, opponent, seat)
            if at_least and not _has_enough_points(field, opponent, rule):
                each = replace(each, counts=False, note=f"below {at_least}%")
            shares.append(each)
        elif own:
            shares.append(TieBreakShare(seat, field.points[player], note=OWN_POINTS))
    return shares


def _make_end_score_share(
    tables: TieBreakCalculator, opponent: PlayerId, seat: PlayerResult
) -> TieBreakShare:
    ended, points = tables.field.points_for_opponents[opponent], tables.field.points[opponent]
    return TieBreakShare(seat, ended, note="" if ended == points else "requested byes as draws")


def _make_points_per_game_share(
    tables: TieBreakCalculator, opponent: PlayerId, seat: PlayerResult
) -> TieBreakShare:
    return TieBreakShare(seat, *tables.field.points_and_rounds_without_requested_byes[opponent])


def _make_schedule_share(
    tables: TieBreakCalculator, opponent: PlayerId, seat: PlayerResult
) -> TieBreakShare:
    """Return the opponent's own strength of schedule as a contribution."""
    known = tables.compute_tie_break_value("schedule", opponent)
    return TieBreakShare(seat, known.over * tables.field.unit, known.under)


def _get_halves(seat: PlayerResult) -> int:
    if seat.score == "bye":
        return {"bye": 2, "half bye": 1}.get(seat.kind, 0)
    return {"won": 2, "drawn": 1}.get(seat.score, 0)


def _cut_shares(shares: Shares, rule: TieBreakRule) -> Shares:
    """Mark the contributions of the weakest and strongest opponents as excluded.

    A voluntary unplayed round is excluded first, unless the weakest opponent adds more.
    """
    common = lcm(*{share.per for share in shares})
    scores = [share.number * (common // share.per) for share in shares]
    adds = [score * share.halves for score, share in zip(scores, shares, strict=True)]
    order = [*zip(scores, adds, strict=True)] if rule.cut_by == "opponent" else adds
    remaining = [place for place, share in enumerate(shares) if share.counts]
    kept = list(shares)
    for _ in range(min(rule.cut_worst, len(remaining))):
        weakest = min(remaining, key=order.__getitem__)
        voluntary = [place for place in remaining if shares[place].seat.is_missed_by_choice]
        stayed_away = min(voluntary or remaining, key=order.__getitem__)
        spares_absence = rule.cut_by == "opponent" and adds[weakest] > adds[stayed_away]
        _mark_share_as_cut(kept, remaining, weakest if spares_absence else stayed_away)
    for _ in range(min(rule.cut_best, len(remaining))):
        _mark_share_as_cut(kept, remaining, max(remaining, key=order.__getitem__))
    return kept


def _mark_share_as_cut(shares: Shares, remaining: list[int], place: int) -> None:
    remaining.remove(place)
    shares[place] = replace(shares[place], counts=False, note="cut")


IN_POINTS: frozenset[TieBreakSource] = OF_OPPONENTS | {
    "head to head",
    "points so far",
    "points against",
}
"""The sources whose numbers are in units of points."""
_SOURCES: Mapping[
    TieBreakSource, Callable[[TieBreakCalculator, TieBreakRule, PlayerId], Shares]
] = MappingProxyType(
    {
        "VP difference": partial(
            _list_own_rounds, lambda seat, _: seat.vp[0] - seat.vp[1] if seat.vp else None
        ),
        "VP scored": partial(_list_own_rounds, lambda seat, _: seat.vp[0] if seat.vp else None),
        "wins": partial(_list_own_rounds, _count_win),
        "games won": partial(
            _list_own_rounds, lambda seat, _: 1 if seat.score == "won" and seat.was_played else None
        ),
        "losses": partial(_list_own_rounds, lambda seat, _: 1 if seat.score == "lost" else None),
        "points so far": _list_points_so_far,
        "points against": _list_points_against,
        "opponents' points": partial(_list_opponents, _make_end_score_share),
        "opponents' points a game": partial(_list_opponents, _make_points_per_game_share),
        "opponents' schedule": partial(_list_opponents, _make_schedule_share),
        **dict.fromkeys(TIED_ONLY, lambda _tables, _rule, _player: []),
    }
)


def compute_head_to_head_shares(
    calculator: TieBreakCalculator, group: Sequence[PlayerId]
) -> Mapping[PlayerId, Shares] | None:
    """Compute each player's results against the rest of a group, or None if some have not met."""
    group_players = frozenset(group)
    shares = {}
    for player in group:
        seats = (seat for seat in calculator.field.seats[player] if seat.opponent in group_players)
        shares[player] = [TieBreakShare(seat, seat.points) for seat in seats]
    met = (len({share.seat.opponent for share in each}) for each in shares.values())
    return shares if all(opponents == len(group) - 1 for opponents in met) else None


def compute_lot_places(
    lots: Sequence[LotOrder], group: Sequence[PlayerId]
) -> Mapping[PlayerId, ExactNumber] | None:
    """Return each player's place in the latest lots with the whole group, or None if there are
    none.
    """
    for draw in reversed(lots):
        if set(group) <= set(draw.order):
            return {player: ExactNumber(draw.order.index(player) + 1) for player in group}
    return None
