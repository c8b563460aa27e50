"""Luck in a line: what was made of what was to be expected, and how rare that is."""

from __future__ import annotations

from tracker.application.chances.pools import Pools, PoolTally


def describe_pools(pools: Pools) -> str:
    """Dice in a sentence."""
    return f"dice: {describe_tally(pools.tally())}"


def describe_tally(tally: PoolTally) -> str:
    """``49 of 96 made it, expected 45.5 (+3.5); 77.0 % do worse``."""
    return (
        f"{tally.made} of {tally.dice} made it, expected {tally.expected:.1f}"
        f" ({tally.difference:+.1f}); {format_share(tally.worse)} do worse"
    )


def format_share(chance: float) -> str:
    """A share in per cent that never claims certainty."""
    if chance > 0.999:
        return "over 99.9 %"
    return f"{chance * 100:.1f} %" if chance >= 0.001 else "under 0.1 %"
