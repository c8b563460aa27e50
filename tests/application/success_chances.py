"""A slow and simple calculation of the chances of successes, one die after the other."""

from __future__ import annotations

from fractions import Fraction


def list_success_chances(dice: dict[Fraction, int]) -> list[float]:
    """Return the chances of 0, 1, 2 … successes. ``dice`` is the number of dice by chance."""
    found = [1.0]
    for share in (float(share) for share, count in dice.items() for _ in range(count)):
        made, missed = [0.0, *found], [*found, 0.0]
        found = [a * share + b * (1 - share) for a, b in zip(made, missed, strict=True)]
    return found


def sum_success_tails(dice: dict[Fraction, int], made: int) -> dict[str, float]:
    """Add up the chances of at most, of at least, and of worse than ``made`` successes."""
    found = list_success_chances(dice)
    below, above = sum(found[:made]), sum(found[made:])
    return {"at_most": below + found[made], "at_least": above, "worse": below + found[made] / 2}
