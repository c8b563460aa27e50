"""Luck in a sentence: the result, the expected value, and how rare the result is."""

from __future__ import annotations

from tracker.application.chances.dice_pool_probabilities import (
    PoolTally,
    PoolTotals,
    format_chance_percent,
)


def describe_pool_luck(pools: PoolTotals) -> str:
    """Describe the luck of a group of dice pools in a sentence."""
    return f"dice: {describe_pool_tally(pools.compute_tally())}"


def describe_pool_tally(tally: PoolTally) -> str:
    """Describe a tally, such as ``49 of 96 succeeded, expected 45.5 (+3.5); 77.0 % do worse``."""
    return (
        f"{tally.made} of {tally.dice} succeeded, expected {tally.expected:.1f} "
        f"({tally.difference:+.1f}); {format_chance_percent(tally.worse)} do worse"
    )
