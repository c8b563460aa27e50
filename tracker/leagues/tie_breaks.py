"""Tie-breaks: what each result or opponent contributes, and what that comes to.

Schedule and Sonneborn-Berger name games; Buchholz follows FIDE's rules of 2023: an unplayed round
of one's own counts as one against a dummy with one's own points, requested byes at the end of an
opponent's season count as draws, and a cut takes voluntary unplayed rounds first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import lcm
from types import MappingProxyType
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from tracker.leagues.field import ResultsField, Seat
from tracker.leagues.results import Exact, Lots, PlayerId, exact
from tracker.leagues.schemes import TieBreak

OWN_POINTS = "not played: own points"


class RoundShare(msgspec.Struct, frozen=True, gc=False):
    """What one round contributes: ``number / per``, times ``halves / 2``, if it counts."""

    seat: Seat
    number: int
    per: int = 1
    halves: int = 2
    counts: bool = True
    note: str = ""


Shares = list[RoundShare]


class Rule(NamedTuple):
    """One tie-break: its shares for a player, how they are put together, which end is better."""

    shares: Callable[[Tables, PlayerId], Shares]
    mean: bool = False  # of the shares; otherwise their sum
    in_points: bool = False  # the numbers count the field's unit to the point
    fewer_first: bool = False


class Tables:
    """The tie-breaks of a field, each worked out when it is first asked for."""

    def __init__(self, field: ResultsField) -> None:
        self.field = field
        self._values: dict[tuple[TieBreak, PlayerId], Exact] = {}

    def of(self, tie_break: TieBreak, player: PlayerId) -> Exact:
        """A tie-break of one player; nought for those that hold only within a group."""
        key = (tie_break, player)
        if key not in self._values:
            self._values[key] = self.value(tie_break, self.shares(tie_break, player))
        return self._values[key]

    def shares(self, tie_break: TieBreak, player: PlayerId) -> Shares:
        return RULES[tie_break].shares(self, player)

    def value(self, tie_break: TieBreak, shares: Shares) -> Exact:
        """What shares come to."""
        rule = RULES[tie_break]
        counted = [share for share in shares if share.counts]
        common = lcm(*{share.per for share in counted})
        total = sum([share.number * share.halves * (common // share.per) for share in counted])
        under = 2 * common * (self.field.unit if rule.in_points else 1)
        return exact(total, under * (max(1, len(counted)) if rule.mean else 1))


def _vp_difference(tables: Tables, player: PlayerId) -> Shares:
    return [
        RoundShare(seat, seat.vp[0] - seat.vp[1])
        for seat in tables.field.seats[player]
        if seat.vp is not None
    ]


def _vp_scored(tables: Tables, player: PlayerId) -> Shares:
    return [
        RoundShare(seat, seat.vp[0]) for seat in tables.field.seats[player] if seat.vp is not None
    ]


def _losses(tables: Tables, player: PlayerId) -> Shares:
    return [RoundShare(seat, 1) for seat in tables.field.seats[player] if seat.score == "lost"]


def _schedule(tables: Tables, player: PlayerId) -> Shares:
    """Opponents' points per game; byes and forfeits of one's own are left out."""
    rates = tables.field.rates
    return [
        RoundShare(seat, *rates[seat.opponent])
        for seat in tables.field.seats[player]
        if seat.opponent is not None and seat.met
    ]


def _extended_schedule(tables: Tables, player: PlayerId) -> Shares:
    """Opponents' own schedules."""
    shares = []
    for seat in tables.field.seats[player]:
        if seat.opponent is not None and seat.met:
            schedule = tables.of("schedule", seat.opponent)
            shares.append(RoundShare(seat, schedule.over, schedule.under))
    return shares


def _buchholz(tables: Tables, player: PlayerId) -> Shares:
    field = tables.field
    return [_end_score(field, player, seat) for seat in field.seats[player]]


def _end_score(field: ResultsField, player: PlayerId, seat: Seat) -> RoundShare:
    if seat.opponent is None or not seat.met:
        return RoundShare(seat, field.points[player], note=OWN_POINTS)
    ended, points = field.ended[seat.opponent], field.points[seat.opponent]
    return RoundShare(seat, ended, note="" if ended == points else "requested byes as draws")


def _buchholz_cut(tables: Tables, player: PlayerId) -> Shares:
    shares = _buchholz(tables, player)
    if not shares:
        return shares
    voluntary = [place for place, share in enumerate(shares) if share.seat.voluntary]
    cut = min(voluntary or range(len(shares)), key=lambda place: shares[place].number)
    shares[cut] = replace(shares[cut], counts=False, note="cut")
    return shares


def _sonneborn_berger(tables: Tables, player: PlayerId) -> Shares:
    """Opponents' points in full for a win, half for a draw, nothing for a loss."""
    field = tables.field
    return [
        replace(_end_score(field, player, seat), halves=_halves(seat))
        for seat in field.seats[player]
    ]


def _halves(seat: Seat) -> int:
    if seat.score == "bye":
        return {"bye": 2, "half bye": 1}.get(seat.kind, 0)
    return {"won": 2, "drawn": 1}.get(seat.score, 0)


def _nothing(_tables: Tables, _player: PlayerId) -> Shares:
    """Head to head and lots hold within a group of players who are level."""
    return []


RULES: Mapping[TieBreak, Rule] = MappingProxyType(
    {
        "head to head": Rule(_nothing, in_points=True),
        "VP difference": Rule(_vp_difference),
        "schedule": Rule(_schedule, mean=True, in_points=True),
        "extended schedule": Rule(_extended_schedule, mean=True),
        "Buchholz": Rule(_buchholz, in_points=True),
        "Buchholz cut 1": Rule(_buchholz_cut, in_points=True),
        "Sonneborn-Berger": Rule(_sonneborn_berger, in_points=True),
        "VP scored": Rule(_vp_scored),
        "fewest losses": Rule(_losses, fewer_first=True),
        "lots": Rule(_nothing, fewer_first=True),
    }
)
# Those that mean something only among players who are level so far.
WITHIN_A_GROUP: frozenset[TieBreak] = frozenset({"head to head", "lots"})


def head_to_head(tables: Tables, group: Sequence[PlayerId]) -> Mapping[PlayerId, Shares] | None:
    """What each of a group took from the others; None unless all of them have met."""
    among = frozenset(group)
    shares = {
        player: [
            RoundShare(seat, seat.points)
            for seat in tables.field.seats[player]
            if seat.opponent in among
        ]
        for player in group
    }
    met = (len({share.seat.opponent for share in each}) for each in shares.values())
    return shares if all(opponents == len(group) - 1 for opponents in met) else None


def drawn(lots: Sequence[Lots], group: Sequence[PlayerId]) -> Mapping[PlayerId, Exact] | None:
    """Each one's place in the latest lots that all of a group were in; None: not drawn yet."""
    for draw in reversed(lots):
        if set(group) <= set(draw.order):
            return {player: Exact(draw.order.index(player) + 1) for player in group}
    return None
