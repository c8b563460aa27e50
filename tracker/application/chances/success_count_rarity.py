"""Computes the exact chance of each number of successes, to show how rare a result is."""

from __future__ import annotations

import cmath
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import accumulate
from math import ceil, comb, fsum, pi, sqrt

from msgspec import Struct

from tracker.application.log.attack_roll_chains import (
    compute_success_chance,
    count_possible_successes,
    count_successes,
)
from tracker.vocabulary import events as ev


class PoolTally(Struct, frozen=True):
    """The number of successes in some rolls, compared with all possible numbers.

    ``worse`` is the share of equal rolls with fewer successes, where ties count half. ``at_most``
    is the chance of at most this many successes, and ``at_least`` the chance of at least this many.
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
        """The number of successes minus the expected number."""
        return self.made - self.expected


class PoolTotals(Struct, frozen=True):
    """The number of successes in merged rolls, and the number of dice with each chance of success.

    Merging only adds numbers, so the order of the games does not matter.
    """

    rolls: int = 0
    made: int = 0
    dice: dict[Fraction, int] = {}

    @classmethod
    def from_roll(cls, roll: ev.Rolled) -> PoolTotals:
        tries = {compute_success_chance(roll): count_possible_successes(roll)}
        return cls(1, count_successes(roll), tries)

    def __add__(self, other: PoolTotals) -> PoolTotals:
        dice = dict(self.dice)
        for share, n in other.dice.items():
            dice[share] = dice.get(share, 0) + n
        return PoolTotals(self.rolls + other.rolls, self.made + other.made, dice)

    @property
    def expected(self) -> Fraction:
        """The expected number of successes."""
        return sum((share * n for share, n in self.dice.items()), Fraction(0))

    def compute_tally(self) -> PoolTally:
        """Compare the actual number of successes with all possible numbers."""
        return PoolTally(
            rolls=self.rolls,
            dice=sum(self.dice.values()),
            made=self.made,
            expected=float(self.expected),
            **compute_success_tails(self.dice, self.made),
        )


def format_chance_percent(chance: float) -> str:
    """Format a chance as a whole percentage, or as ``over 99 %`` or ``under 1 %``."""
    if chance > 0.99:
        return "over 99 %"
    return f"{chance * 100:.0f} %" if chance >= 0.01 else "under 1 %"


def format_difference(difference: float) -> str:
    """Format a difference from the expected number, as in ``+1.2``, or as ``0.0`` if it is tiny."""
    return f"{difference:+.1f}" if abs(difference) >= 0.05 else "0.0"


def describe_rarity(difference: float, at_most: float, at_least: float, noun: str = "") -> str:
    """Describe how rare a result is, as in ``2 % of such attacks do as well or better``.

    ``difference`` is the result minus the expected result. ``noun`` follows the percentage.
    """
    if difference < 0:
        return f"{format_chance_percent(at_most)}{noun} do as badly or worse"
    return f"{format_chance_percent(at_least)}{noun} do as well or better"


def tally_dice_pools(rolls: Sequence[ev.Rolled]) -> PoolTally:
    """Compare the total successes of the given rolls with all possible numbers."""
    return sum(map(PoolTotals.from_roll, rolls), PoolTotals()).compute_tally()


MAX_CONVOLVED_DICE = 600
"""The maximum number of dice to convolve. Larger pools use the Fourier transform."""


def compute_success_tails(dice: dict[Fraction, int], made: int) -> dict[str, float]:
    """Compute the chances of at most ``made`` successes, of at least ``made``, and of a worse
    result.

    For up to ``MAX_CONVOLVED_DICE`` dice, the chances are accurate to about fifteen digits, even in
    the tails. For more dice, they are accurate to twelve decimal places.
    """
    dice = dict(sorted(dice.items()))  # so that the order of games does not change the result
    if sum(dice.values()) <= MAX_CONVOLVED_DICE:
        each = [(1.0,), *(_compute_binomial(n, share) for share, n in dice.items())]
        *shorter, longest = sorted(each, key=len)
        return compute_sum_tails(reduce(_convolve, shorter, (1.0,)), longest, made)
    return compute_success_tails_by_fourier(dice, made)


def compute_success_tails_by_fourier(dice: dict[Fraction, int], made: int) -> dict[str, float]:
    """Compute the same chances as ``compute_success_tails``, but by a Fourier transform.

    The circle of ``points`` steps is wider than the spread of successes, so less than one part in
    10^15 wraps around it. Away from zero, the transform is tiny, so only about seventy values
    matter.
    """
    shares = [(float(share), n) for share, n in dice.items()]
    mean = fsum(share * n for share, n in shares)
    spread = sqrt(fsum(share * (1 - share) * n for share, n in shares))
    reach = ceil(9 * spread) + 40
    low, points = ceil(mean) - reach, 2 * reach
    if made < low:
        return {"at_most": 0.0, "at_least": 1.0, "worse": 0.0}
    if made >= low + points:
        return {"at_most": 1.0, "at_least": 0.0, "worse": 1.0}
    below, here = (made - low) / points, 1 / points
    for k in range(1, points // 2 + 1):
        angle = 2 * pi * k / points
        turn = cmath.exp(1j * angle)
        logs = [n * cmath.log(1 + share * (turn - 1)) for share, n in shares if share < 1]
        weight = sum(logs)
        if weight.real < -40:
            break
        sure = sum(n for share, n in shares if share == 1)
        value = cmath.exp(weight + 1j * angle * sure) * (1 if 2 * k == points else 2) / points
        first = cmath.exp(-1j * angle * low)
        last = cmath.exp(-1j * angle * made)
        below += (value * (first - last) / (1 - 1 / turn)).real
        here += (value * last).real
    below, here = min(max(below, 0.0), 1.0), max(here, 0.0)
    return {
        "at_most": min(1.0, below + here),
        "at_least": min(1.0, max(0.0, 1 - below)),
        "worse": min(1.0, below + here / 2),
    }


def compute_sum_tails(
    first: Sequence[float], second: Sequence[float], made: int
) -> dict[str, float]:
    """Compute the tails of the sum of two distributions without computing the whole sum."""
    up_to = [0.0, *accumulate(second)]  # the chance of fewer than 0, 1, 2 …
    from_on = [0.0, *accumulate(reversed(second))][::-1]  # the chance of 0, 1, 2 … or more
    last = len(second)
    below = fsum(a * up_to[min(made - i, last)] for i, a in enumerate(first[:made]))
    near = enumerate(first[: made + 1])
    here = fsum(a * second[made - i] for i, a in near if made - i < last)
    above = fsum(a * from_on[min(max(made + 1 - i, 0), last)] for i, a in enumerate(first))
    return {
        "at_most": min(1.0, below + here),
        "at_least": min(1.0, above + here),
        "worse": below + here / 2,
    }


@lru_cache(maxsize=1024)
def _compute_binomial(n: int, share: Fraction) -> tuple[float, ...]:
    win, lose, whole = share.numerator, share.denominator - share.numerator, share.denominator**n
    return tuple(comb(n, k) * win**k * lose ** (n - k) / whole for k in range(n + 1))


def _convolve(one: Sequence[float], two: Sequence[float]) -> tuple[float, ...]:
    if len(one) == 1:
        return tuple(two)
    found = [0.0] * (len(one) + len(two) - 1)
    size = len(two)
    for i, a in enumerate(one):
        found[i : i + size] = [was + a * b for was, b in zip(found[i : i + size], two, strict=True)]
    return tuple(found)
