"""The geometry of line charts over the turns of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

WIDTH: Final = 640
HEIGHT: Final = 200
LEFT, RIGHT, TOP, BOTTOM = 40, 110, 12, 28
"""The margins of the chart, for numbers, names at the line ends, and turns."""
MAX_TICKS: Final = 5
MIN_LABEL_DISTANCE: Final = 16
"""The minimum distance between two names at line ends, in SVG units."""


class ChartSeries(Struct, frozen=True):
    """One side's values at the start and after each turn."""

    name: str
    values: tuple[int, ...]


class TurnChart(Struct, frozen=True):
    """A chart of lines with a value for each of ``turns``. The first value is the start."""

    title: str
    turns: tuple[int, ...]
    series: tuple[ChartSeries, ...]

    @property
    def ticks(self) -> tuple[int, ...]:
        """Return axis labels from the lowest to the highest value, in steps such as 1, 2, 5, 10."""
        values = [value for series in self.series for value in series.values]
        low, high = min(0, *values), max(1, *values)
        step = next(
            candidate for candidate in _generate_steps() if (high - low) / candidate <= MAX_TICKS
        )
        return tuple(range(low // step * step, high + step, step))

    def x(self, turn_index: int) -> float:
        """Return the horizontal position of a turn, in SVG units."""
        share = turn_index / max(len(self.turns) - 1, 1)
        return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)

    def y(self, value: int) -> float:
        low, *_, high = self.ticks
        return round(TOP + (high - value) / (high - low) * (HEIGHT - TOP - BOTTOM), 1)

    def format_polyline_points(self, series: ChartSeries) -> str:
        """Return the points of a line in SVG notation."""
        return " ".join(f"{self.x(n)},{self.y(value)}" for n, value in enumerate(series.values))

    def list_line_ends_with_heights(self) -> tuple[tuple[ChartSeries, float], ...]:
        """List the series with the heights of their names. Overlapping names are moved apart."""
        heights = [self.y(series.values[-1]) for series in self.series]
        return tuple(
            (self.series[index], height) for index, height in spread_overlapping_labels(heights)
        )

    @property
    def alt_text(self) -> str:
        descriptions = (
            f"{series.name} {', '.join(map(str, series.values))}" for series in self.series
        )
        return f"{self.title} at the beginning and after each turn: {'; '.join(descriptions)}"


def spread_overlapping_labels(heights: Sequence[float]) -> tuple[tuple[int, float], ...]:
    """Move overlapping names apart. Return the index and height of each, from the top."""
    lowest = -1.0 * MIN_LABEL_DISTANCE
    labels = []
    for index in sorted(range(len(heights)), key=heights.__getitem__):
        lowest = max(heights[index], lowest + MIN_LABEL_DISTANCE)
        labels.append((index, lowest))
    return tuple(labels)


def _generate_steps() -> Iterator[int]:
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10


def build_turn_charts(
    turns: Sequence[int], figures: Sequence[ChartSeries], points: Sequence[ChartSeries]
) -> tuple[TurnChart, ...]:
    """Build charts of figures left and of any score, but none before the first turn has ended."""
    if len(turns) < 2 or len(figures) < 2:
        return ()
    charts = (
        TurnChart("Figures left", (*turns,), (*figures,)),
        TurnChart("Score", (*turns,), (*points,)),
    )
    return charts if any(any(series.values) for series in points) else charts[:1]
