"""Exact chances of successes: what some pools made, against all that they could have made."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, fsum

from msgspec import Struct

from tracker.application import attacks
from tracker.vocabulary import events as ev


class Tally(Struct, frozen=True):
    """Successes of some rolls. ``worse``: the share of equal evenings with fewer, half of those
    with as many counted along; ``at_most`` and ``at_least``: the chance of so few, of so many.
    """

    rolls: int
    dice: int
    made: int
    expected: float
    at_most: float
    at_least: float
    worse: float

    @property
    def difference(self) -> float:
        return self.made - self.expected


def tally(rolls: Sequence[ev.Rolled]) -> Tally:
    """The successes of these pools against all that could have been."""
    dice: dict[Fraction, int] = {}
    for roll in rolls:
        share = attacks.chance_of(roll)
        dice[share] = dice.get(share, 0) + len(roll.dice)
    made = sum(map(attacks.made, rolls))
    return Tally(
        rolls=len(rolls),
        dice=sum(dice.values()),
        made=made,
        expected=float(sum((share * n for share, n in dice.items()), Fraction(0))),
        **tails(successes(dice), made),
    )


def tails(spread: Sequence[float], made: int) -> dict[str, float]:
    below, here, above = fsum(spread[:made]), spread[made], fsum(spread[made + 1 :])
    return {
        "at_most": min(1.0, below + here),
        "at_least": min(1.0, above + here),
        "worse": below + here / 2,
    }


def successes(dice: dict[Fraction, int]) -> tuple[float, ...]:
    """The chance of 0, 1, 2 … successes, for so many dice of each chance.

    Each share is exact before it is rounded, and only positive numbers are added and multiplied,
    so the result is good to about fifteen digits.
    """
    spread: tuple[float, ...] = (1.0,)
    for share, n in sorted(dice.items()):
        spread = _convolved(spread, _binomial(n, share))
    return spread


@lru_cache(maxsize=1024)
def _binomial(n: int, share: Fraction) -> tuple[float, ...]:
    win, lose, whole = share.numerator, share.denominator - share.numerator, share.denominator**n
    return tuple(comb(n, k) * win**k * lose ** (n - k) / whole for k in range(n + 1))


def _convolved(one: Sequence[float], two: Sequence[float]) -> tuple[float, ...]:
    if len(one) == 1:
        return tuple(two)
    found = [0.0] * (len(one) + len(two) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(two, start=i):
            found[j] += a * b
    return tuple(found)


def worse(dice: int, share: Fraction, made: int) -> float:
    """The share of so many dice of one chance that make fewer, half of those as many counted."""
    return tails(successes({share: dice}), made)["worse"]
