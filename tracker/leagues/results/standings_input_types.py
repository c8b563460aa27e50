"""The input of a league's arithmetic: players, results, bonus points, drawn lots.

A fixture without a ``Result`` has no result yet, which is not a draw.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd
from typing import Literal, NewType

import msgspec

PlayerId = NewType("PlayerId", str)

# 'bye' is given by the pairing; 'half bye' and 'zero bye' were asked for (away by request).
# A late withdrawal left after the round was published: the winner is the player who stayed.
Kind = Literal[
    "played", "conceded", "forfeit", "late withdrawal", "double loss", "bye", "half bye", "zero bye"
]
Bye = Literal["bye", "half bye", "zero bye"]
BYES: frozenset[Kind] = frozenset({"bye", "half bye", "zero bye"})
# A game that took place at the table, to its end or until one player conceded.
PLAYED: frozenset[Kind] = frozenset({"played", "conceded"})


class ExactNumber(msgspec.Struct, frozen=True):
    """An exact number: ``over / under`` in lowest terms, ``under`` above zero."""

    over: int
    under: int = 1

    @property
    def fraction(self) -> Fraction:
        return Fraction(self.over, self.under)

    @property
    def two_decimals(self) -> str:
        """The number with two decimal places, halves away from zero: 15/16 is ``0.94``."""
        hundredths = (200 * abs(self.over) + self.under) // (2 * self.under)
        whole, rest = divmod(hundredths, 100)
        return f"{'−' if self.over < 0 and hundredths else ''}{whole}.{rest:02d}"

    @property
    def short(self) -> str:
        """The number as points: ``9``, ``2.5``, ``−1``, or ``1.33`` if the decimals do not end."""
        return self.two_decimals.rstrip("0").rstrip(".")


def make_exact_number(over: int | Fraction, under: int = 1) -> ExactNumber:
    """``over / under`` in lowest terms; ``under`` is above zero."""
    if isinstance(over, Fraction):
        over, under = over.numerator, over.denominator * under
    common = gcd(over, under)
    return ExactNumber(over // common, under // common)


class EnrolledPlayer(msgspec.Struct, frozen=True):
    """An enrolled player. A ringer is not ranked, but results against ringers count."""

    id: PlayerId
    name: str
    ranked: bool = True
    dropped: bool = False


class Result(msgspec.Struct, frozen=True):
    """The result of one fixture, or of one player's round without a fixture.

    ``away`` is None for every kind of bye. ``winner`` is None for a draw, for a double loss and for
    byes. ``vp`` (home, away) is None if they were not entered. ``extra`` holds further columns such
    as casualties, each (home, away). ``played_on`` is a date in ISO form, or empty.
    """

    round: int
    home: PlayerId
    away: PlayerId | None = None
    kind: Kind = "played"
    winner: PlayerId | None = None
    vp: tuple[int, int] | None = None
    extra: dict[str, tuple[int, int]] = {}
    played_on: str = ""

    @property
    def players(self) -> tuple[PlayerId, ...]:
        return (self.home,) if self.away is None else (self.home, self.away)


class PointAdjustment(msgspec.Struct, frozen=True):
    """Bonus points, or a penalty if negative, in a column and with a reason."""

    player: PlayerId
    points: ExactNumber
    column: str
    reason: str = ""
    round: int = 0


class LotOrder(msgspec.Struct, frozen=True):
    """Lots as drawn, best first. They are drawn once and kept."""

    order: tuple[PlayerId, ...]
    round: int = 0
