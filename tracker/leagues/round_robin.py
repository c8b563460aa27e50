"""Everybody against everybody by the circle method, in the order of the Berger tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from tracker.leagues.results import PlayerId

Method = Literal["round robin", "Swiss"]


class Meeting(msgspec.Struct, frozen=True):
    """Two players of a round; ``away`` None has the bye."""

    home: PlayerId
    away: PlayerId | None


def round_robin(
    players: Sequence[PlayerId], *, twice: bool = False
) -> tuple[tuple[Meeting, ...], ...]:
    """Rounds in which each meets each once, or ``twice`` with places changed.

    With an odd number somebody has a bye in every round, each player once.
    """
    circle: list[PlayerId | None] = [*players, *([None] if len(players) % 2 else [])]
    rounds = [_round(circle, number) for number in range(len(circle) - 1)]
    if twice:
        rounds += [tuple(_turned(meeting) for meeting in each) for each in rounds]
    return tuple(rounds)


def _round(circle: Sequence[PlayerId | None], number: int) -> tuple[Meeting, ...]:
    """The last player stays; the others turn by half the circle from round to round."""
    turning, last = circle[:-1], circle[-1]
    size = len(turning)
    top = number * (size + 1) // 2 % size
    pairs = [(turning[top], last) if number % 2 == 0 else (last, turning[top])]
    pairs += [
        (turning[(top + step) % size], turning[(top - step) % size])
        for step in range(1, (size + 1) // 2)
    ]
    return tuple(_meeting(*pair) for pair in pairs)


def _meeting(one: PlayerId | None, other: PlayerId | None) -> Meeting:
    if one is None:
        one, other = other, one
    if one is None:
        raise ValueError("a meeting needs a player")
    return Meeting(one, other)


def _turned(meeting: Meeting) -> Meeting:
    return meeting if meeting.away is None else Meeting(meeting.away, meeting.home)


def suggested_method(players: int, rounds: int) -> Method:
    """Round robin once there are rounds for half the field: a small Swiss runs out of opponents."""
    return "round robin" if 2 * rounds >= players else "Swiss"
