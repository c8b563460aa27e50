"""The types of input for standings: players, results, bonus points and drawn lots.

A fixture without a ``Result`` has no result yet; a draw has one.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd
from typing import Literal, NewType

import msgspec

PlayerId = NewType("PlayerId", str)

# A 'bye' comes from the pairing; a 'half bye' or 'zero bye' is for a requested absence. In a late
# withdrawal, a player leaves after the round was published, and the opponent wins.
ResultKind = Literal[
    "played", "conceded", "forfeit", "late withdrawal", "double loss", "bye", "half bye", "zero bye"
]
Bye = Literal["bye", "half bye", "zero bye"]
BYES: frozenset[ResultKind] = frozenset({"bye", "half bye", "zero bye"})
# The kinds of result of games that took place, to the end or until a player conceded.
PLAYED: frozenset[ResultKind] = frozenset({"played", "conceded"})


class ExactNumber(msgspec.Struct, frozen=True):
    """An exact number: the fraction ``over / under`` in lowest terms, with a positive ``under``."""

    over: int
    under: int = 1

    @property
    def fraction(self) -> Fraction:
        return Fraction(self.over, self.under)

    @property
    def two_decimals(self) -> str:
        """The number with two decimals, with halves rounded away from zero: 15/16 is ``0.94``."""
        hundredths = (200 * abs(self.over) + self.under) // (2 * self.under)
        whole, rest = divmod(hundredths, 100)
        return f"{'−' if self.over < 0 and hundredths else ''}{whole}.{rest:02d}"

    @property
    def short(self) -> str:
        """The number without trailing zeros, such as ``9``, ``2.5`` or ``−1``; 4/3 is ``1.33``."""
        return self.two_decimals.rstrip("0").rstrip(".")


def make_exact_number(numerator: int | Fraction, denominator: int = 1) -> ExactNumber:
    """Reduce a fraction to lowest terms. The denominator must be positive."""
    if isinstance(numerator, Fraction):
        numerator, denominator = numerator.numerator, numerator.denominator * denominator
    common = gcd(numerator, denominator)
    return ExactNumber(numerator // common, denominator // common)


class EnrolledPlayer(msgspec.Struct, frozen=True):
    """An enrolled player. A ringer is not ranked, but results against ringers count."""

    id: PlayerId
    name: str
    ranked: bool = True
    dropped: bool = False


class Result(msgspec.Struct, frozen=True):
    """The result of a fixture, or of a player's round without a fixture.

    ``away`` is None for every kind of bye. ``winner`` is None for draws, double losses and byes.
    ``vp`` (home, away) is None if it was not entered. ``extra`` contains other columns such as
    casualties, each as (home, away). ``played_on`` is an ISO date, or empty.
    """

    round: int
    home: PlayerId
    away: PlayerId | None = None
    kind: ResultKind = "played"
    winner: PlayerId | None = None
    vp: tuple[int, int] | None = None
    extra: dict[str, tuple[int, int]] = {}
    played_on: str = ""

    @property
    def players(self) -> tuple[PlayerId, ...]:
        return (self.home,) if self.away is None else (self.home, self.away)


class PointAdjustment(msgspec.Struct, frozen=True):
    """Bonus points, or a penalty if negative, in a column, with a reason."""

    player: PlayerId
    points: ExactNumber
    column: str
    reason: str = ""
    round: int = 0


class LotOrder(msgspec.Struct, frozen=True):
    """Lots drawn between players, best first."""

    order: tuple[PlayerId, ...]
    round: int = 0
