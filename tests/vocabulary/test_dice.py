"""Bands and exact chances, against brute force over every face."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.vocabulary import dice_bands, dice_distributions
from tracker.vocabulary.dice_bands import Band


@given(st.integers(-2, 12), st.sampled_from([4, 6, 8, 10]))
def test_at_least_and_at_most_cover_each_face_once(need: int, sides: int) -> None:
    assert dice_bands.is_partition(dice_bands.make_at_least_bands(need, sides), sides)
    assert dice_bands.is_partition(dice_bands.make_at_most_bands(need, sides), sides)


@pytest.mark.parametrize(
    ("need", "expected"),
    [(1, Fraction(1)), (2, Fraction(5, 6)), (4, Fraction(1, 2)), (6, Fraction(1, 6)), (7, 0)],
)
def test_the_chance_of_needing_a_number(need: int, expected: Fraction) -> None:
    assert (
        dice_distributions.compute_success_chance(dice_bands.make_at_least_bands(need), 6)
        == expected
    )


def test_overlapping_or_missing_faces_are_no_partition() -> None:
    assert not dice_bands.is_partition((Band("a", 1, 3), Band("b", 3, 6)), 6)
    assert not dice_bands.is_partition((Band("a", 1, 3), Band("b", 5, 6)), 6)
    assert not dice_bands.is_partition((Band("a", 1, 3),), 6)


def test_a_face_that_is_on_no_die_is_refused() -> None:
    with pytest.raises(ValueError, match="7"):
        dice_bands.count_by_band([3, 7], dice_bands.make_at_least_bands(4))


@pytest.mark.parametrize("n", [0, 1, 2, 4])
def test_a_pool_equals_counting_every_throw(n: int) -> None:
    """Rending: 1-2 miss, 3-5 hit, 6 is of its own kind."""
    bands = (Band("miss", 1, 2), Band("hit", 3, 5, True), Band("six", 6, 6, True))
    thrown = Counter(
        dice_bands.count_by_band(faces, bands) for faces in product(range(1, 7), repeat=n)
    )
    expected = {counts: Fraction(ways, 6**n) for counts, ways in thrown.items()}
    assert dict(dice_distributions.compute_pool_distribution(n, 6, (2, 3, 1))) == expected


def test_a_sum_of_mixed_dice_equals_counting_every_throw() -> None:
    thrown = Counter(a + b + c - 2 for a, b, c in product(range(1, 9), range(1, 7), range(1, 5)))
    expected = {total: Fraction(ways, 8 * 6 * 4) for total, ways in thrown.items()}
    assert dict(dice_distributions.compute_sum_distribution((8, 6, 4), -2)) == expected
