"""Computes exact chances of dice.

>>> compute_success_chance((Band("miss", 1, 3), Band("hit", 4, 6, success=True)), 6)
Fraction(1, 2)
"""

from fractions import Fraction
from functools import lru_cache
from math import comb

from tracker.vocabulary.dice_bands import AGAIN, Bands, Counts, find_band


def compute_success_chance(bands: Bands, sides: int) -> Fraction:
    return Fraction(sum(band.count_faces() for band in bands if band.success), sides)


def compute_reroll_chance(bands: Bands, sides: int) -> Fraction:
    """Compute the chance that a single die is rolled again because of its face."""
    return Fraction(sum(band.count_faces() for band in bands if band.name == AGAIN), sides)


def compute_chance_with_reroll(bands: Bands, sides: int) -> Fraction:
    """Compute the chance that a single die succeeds, at once or after its reroll."""
    return compute_success_chance(bands, sides) * (1 + compute_reroll_chance(bands, sides))


@lru_cache(maxsize=4096)
def compute_pool_distribution(
    dice: int, sides: int, faces_per_band: tuple[int, ...]
) -> tuple[tuple[Counts, Fraction], ...]:
    """Compute the exact distribution of the number of a pool's dice in each band."""
    if len(faces_per_band) == 1:
        return (((dice,), Fraction(1)),)
    total = sides**dice
    return tuple(
        (counts, Fraction(ways, total))
        for counts, ways in _list_counts_with_ways(dice, faces_per_band)
    )


def _list_counts_with_ways(dice: int, widths: tuple[int, ...]) -> list[tuple[Counts, int]]:
    first, rest = widths[0], widths[1:]
    if not rest:
        return [((dice,), first**dice)]
    found: list[tuple[Counts, int]] = []
    for n in range(dice + 1):
        here = comb(dice, n) * first**n
        found.extend(
            ((n, *more), here * ways) for more, ways in _list_counts_with_ways(dice - n, rest)
        )
    return found


@lru_cache(maxsize=1024)
def compute_sum_distribution(
    dice: tuple[int, ...], bonus: int = 0, bands: Bands = ()
) -> tuple[tuple[int, Fraction], ...]:
    """Compute the exact distribution of a sum of dice (given by their sizes) plus ``bonus``.

    If ``bands`` are given, the values are indices of the bands that contain the sum.
    """
    if bands:
        places = [Fraction(0)] * len(bands)
        for total, chance in compute_sum_distribution(dice, bonus):
            places[find_band(total, bands)] += chance
        return tuple(enumerate(places))
    ways: dict[int, int] = {bonus: 1}
    total = 1
    for sides in dice:
        total *= sides
        added: dict[int, int] = {}
        for value, n in ways.items():
            for face in range(1, sides + 1):
                added[value + face] = added.get(value + face, 0) + n
        ways = added
    return tuple((value, Fraction(n, total)) for value, n in sorted(ways.items()))
