"""Exact chances of successes: what some pools made, against all that they could have made."""

from __future__ import annotations

import cmath
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import accumulate
from math import ceil, comb, fsum, pi, sqrt

from msgspec import Struct

from tracker.application.log import attack_roll_chains
from tracker.vocabulary import events as ev


class PoolTally(Struct, frozen=True):
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


class PoolTotals(Struct, frozen=True):
    """Dice counted by success, put together: how many of each chance, and how many made it.

    Adding is all that is ever done to them, so games can be added up in any order.
    """

    rolls: int = 0
    made: int = 0
    dice: dict[Fraction, int] = {}

    @classmethod
    def from_roll(cls, roll: ev.Rolled) -> PoolTotals:
        return cls(
            1,
            attack_roll_chains.count_successes(roll),
            {
                attack_roll_chains.compute_success_chance(
                    roll
                ): attack_roll_chains.count_success_tries(roll)
            },
        )

    def __add__(self, other: PoolTotals) -> PoolTotals:
        dice = dict(self.dice)
        for share, n in other.dice.items():
            dice[share] = dice.get(share, 0) + n
        return PoolTotals(self.rolls + other.rolls, self.made + other.made, dice)

    @property
    def expected(self) -> Fraction:
        return sum((share * n for share, n in self.dice.items()), Fraction(0))

    def compute_tally(self) -> PoolTally:
        """What was made against all that could have been."""
        return PoolTally(
            rolls=self.rolls,
            dice=sum(self.dice.values()),
            made=self.made,
            expected=float(self.expected),
            **compute_tails(self.dice, self.made),
        )


def format_chance_percent(chance: float) -> str:
    """A share in whole percent that never claims certainty."""
    if chance > 0.99:
        return "over 99 %"
    return f"{chance * 100:.0f} %" if chance >= 0.01 else "under 1 %"


def add_pools(pools: Iterable[PoolTotals]) -> PoolTotals:
    return sum(pools, PoolTotals())


def tally_pools(rolls: Sequence[ev.Rolled]) -> PoolTally:
    """The successes of these pools against all that could have been."""
    return add_pools(map(PoolTotals.from_roll, rolls)).compute_tally()


MANY = 600
"""Up to so many dice chances are convolved; above, their transform is summed instead."""


def compute_tails(dice: dict[Fraction, int], made: int) -> dict[str, float]:
    """The chances of fewer, of as many and of more successes than were made.

    Up to ``MANY`` dice good to about fifteen digits, also far out; above to twelve places.
    """
    if sum(dice.values()) <= MANY:
        each = [(1.0,), *(_binomial(n, share) for share, n in dice.items())]
        *shorter, longest = sorted(each, key=len)
        return compute_sum_tails(reduce(_convolved, shorter, (1.0,)), longest, made)
    return compute_tails_by_fourier(dice, made)


def compute_tails_by_fourier(dice: dict[Fraction, int], made: int) -> dict[str, float]:
    """The same convolution by its Fourier transform, a product over the chances.

    On a circle of ``points`` steps, wider than the successes spread, what is wrapped round it is
    less than one in 10^15; and the transform is as small away from zero, so that some seventy
    of its values are all that counts, however many the dice.
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


def compute_spread_tails(spread: Sequence[float], made: int) -> dict[str, float]:
    below, here, above = fsum(spread[:made]), spread[made], fsum(spread[made + 1 :])
    return {
        "at_most": min(1.0, below + here),
        "at_least": min(1.0, above + here),
        "worse": below + here / 2,
    }


def compute_sum_tails(one: Sequence[float], two: Sequence[float], made: int) -> dict[str, float]:
    """The same of the sum of two, which is never spread out: only its ends are asked for."""
    up_to = [0.0, *accumulate(two)]  # the chance of fewer than 0, 1, 2 …
    from_on = [0.0, *accumulate(reversed(two))][::-1]  # of 0, 1, 2 … or more
    last = len(two)
    below = fsum(a * up_to[min(made - i, last)] for i, a in enumerate(one[:made]))
    near = enumerate(one[: made + 1])
    here = fsum(a * two[made - i] for i, a in near if made - i < last)
    above = fsum(a * from_on[min(max(made + 1 - i, 0), last)] for i, a in enumerate(one))
    return {
        "at_most": min(1.0, below + here),
        "at_least": min(1.0, above + here),
        "worse": below + here / 2,
    }


def compute_success_chances(dice: dict[Fraction, int]) -> tuple[float, ...]:
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
    size = len(two)
    for i, a in enumerate(one):
        found[i : i + size] = [was + a * b for was, b in zip(found[i : i + size], two, strict=True)]
    return tuple(found)


def compute_worse_share(dice: int, share: Fraction, made: int) -> float:
    """The share of so many dice of one chance that make fewer, half of those as many counted."""
    return compute_spread_tails(compute_success_chances({share: dice}), made)["worse"]
