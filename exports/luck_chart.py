"""A chart of each side's luck, on a scale of all possible results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from tracker.application.chances.game_luck import PoolLuck
from tracker.application.chances.success_count_rarity import (
    PoolTally,
    describe_rarity,
    format_difference,
)
from tracker.application.text_cleaning import clean_text
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.subject_ids import SideId

LEFT, RIGHT, ROW_HEIGHT, TOP = 130, 620, 34, 22
TAIL_SHARE: Final = 0.05
"""The share of games in each marked tail of the scale: one in twenty."""


class LuckStrip(Struct, frozen=True):
    """A side's luck. ``side`` counts from 1. ``worse_share`` is the chance of a worse result."""

    side: int
    name: str
    worse_share: float
    text: str


class LuckChart(Struct, frozen=True):
    """A chart with a strip for each side, from the unluckiest to the luckiest possible result."""

    strips: tuple[LuckStrip, ...]

    tail_share = TAIL_SHARE

    def x(self, share_of_width: float) -> float:
        """Return the horizontal position at a share of the chart's width, in SVG units."""
        return round(LEFT + share_of_width * (RIGHT - LEFT), 1)

    def y(self, strip_index: int) -> float:
        """Return the vertical middle of a strip, in SVG units."""
        return TOP + (strip_index + 0.5) * ROW_HEIGHT

    @property
    def height(self) -> int:
        return TOP + len(self.strips) * ROW_HEIGHT

    @property
    def alt_text(self) -> str:
        return f"Luck: {'; '.join(f'{strip.name} {strip.text}' for strip in self.strips)}"


def build_luck_chart(sides: Sequence[SideId], luck: Sequence[PoolLuck]) -> LuckChart | None:
    """Build a chart with a strip for each side that rolled, or return None if no side rolled."""
    strips = tuple(
        LuckStrip(
            sides.index(row.side) + 1,
            clean_text(row.side_name),
            row.tally.worse,
            describe_luck_and_rarity(row.tally),
        )
        for row in luck
        if row.side is not None
    )
    return LuckChart(strips) if strips else None


def describe_luck_and_rarity(tally: PoolTally) -> str:
    """Describe luck, as in ``+2.3 of 16 dice, 20 % do as well or better``."""
    dice = format_count(tally.dice, "die", "dice")
    rarity = describe_rarity(tally.difference, tally.at_most, tally.at_least)
    return f"{format_difference(tally.difference)} of {dice}, {rarity}"
