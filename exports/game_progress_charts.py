"""Line charts of a game: figures and score by turn, and the chance to win by log line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct

from tracker.application.log.log_line_types import LogLine
from tracker.application.text_cleaning import clean_text
from tracker.application.win_probability.sampled_line_win_chances import WinChances

WIDTH: Final = 640
HEIGHT: Final = 200
LEFT, RIGHT, TOP, BOTTOM = 40, 110, 12, 28
"""The chart's margins, with room for numbers, turns, and names at the line ends."""
MAX_TICKS: Final = 5
MIN_LABEL_DISTANCE: Final = 16
"""The minimum distance between two names at line ends, in SVG units."""


class ChartSeries(Struct, frozen=True):
    """One side's values at the start and after each turn."""

    name: str
    values: tuple[int, ...]


class TurnChart(Struct, frozen=True):
    """A line chart with a value for each of ``turns``. The first value is at the start."""

    title: str
    turns: tuple[int, ...]
    series: tuple[ChartSeries, ...]

    @property
    def ticks(self) -> tuple[int, ...]:
        """The axis labels from the lowest to the highest value, in steps such as 1, 2, 5, 10."""
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
        """Return the points of an SVG polyline, as in ``40,12 90,60``."""
        return " ".join(f"{self.x(n)},{self.y(value)}" for n, value in enumerate(series.values))

    def compute_name_label_positions(self) -> tuple[tuple[ChartSeries, float], ...]:
        """Return each series with the vertical position of its name. Names do not overlap."""
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
    """Move overlapping labels apart. Return each label's index and new position, from the top."""
    lowest = -1.0 * MIN_LABEL_DISTANCE
    labels = []
    for index in sorted(range(len(heights)), key=heights.__getitem__):
        lowest = max(heights[index], lowest + MIN_LABEL_DISTANCE)
        labels.append((index, lowest))
    return tuple(labels)


def _generate_steps() -> Iterator[int]:
    """Yield 1, 2, 5, 10, 20, 50 and so on."""
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10


def build_turn_charts(
    turns: Sequence[int], figures: Sequence[ChartSeries], points: Sequence[ChartSeries]
) -> tuple[TurnChart, ...]:
    """Build a chart of figures left, and a chart of the score if there is any.

    Return () before the end of turn 1, and for fewer than two sides.
    """
    if len(turns) < 2 or len(figures) < 2:
        return ()
    charts = (
        TurnChart("Figures left", (*turns,), (*figures,)),
        TurnChart("Score", (*turns,), (*points,)),
    )
    return charts if any(any(series.values) for series in points) else charts[:1]


MIN_LINES: Final = 3
"""The minimum number of lines with known chances that a curve needs."""
TICKS: Final = (0.0, 0.5, 1.0)
MAX_TEXT_LENGTH: Final = 1000
"""The maximum number of characters of a log line."""


class ChancePoint(Struct, frozen=True):
    """A side's chance after a log line, from 0 to 1, and its standard error.

    ``place`` is the line's place in the order of play.
    """

    place: int
    line: int
    chance: float
    error: float


class SideChances(Struct, frozen=True):
    """One side's chance at every sampled line, oldest first."""

    name: str
    points: tuple[ChancePoint, ...]


class TurningPoint(Struct, frozen=True):
    """The two points between which a side's chance rose the most.

    ``text`` is the log line at the later point. It is "" if lines between the points also changed
    the chance.
    """

    side: str
    before: ChancePoint
    after: ChancePoint
    text: str


class WinChanceChart(Struct, frozen=True):
    """A chart of each side's chance to win over the lines of a game.

    ``turn_starts`` holds each turn with the place of its first line. ``turn_ends`` holds each turn
    with the number of its last line that changed the chance.
    """

    simulated_games: int
    sides: tuple[SideChances, ...]
    turn_starts: tuple[tuple[int, int], ...]
    turn_ends: tuple[tuple[int, int], ...]
    turning_point: TurningPoint | None

    ticks = TICKS

    def x(self, log_index: int) -> float:
        """Return the horizontal position of a log line, in SVG units."""
        first, last = self.sides[0].points[0].place, self.sides[0].points[-1].place
        share = (min(max(log_index, first), last) - first) / (last - first)
        return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)

    def y(self, chance: float) -> float:
        """Return the vertical position of a chance, limited to the chart."""
        clamped = min(max(chance, 0.0), 1.0)
        return round(TOP + (1 - clamped) * (HEIGHT - TOP - BOTTOM), 1)

    def format_polyline_points(self, side: SideChances) -> str:
        """Return the points of an SVG polyline, as in ``40,12 90,60``."""
        return " ".join(f"{self.x(point.place)},{self.y(point.chance)}" for point in side.points)

    def format_band_polygon_points(self, side: SideChances) -> str:
        """Return the SVG outline of the band within one standard error of a side's curve."""
        upper = [(point.place, point.chance + point.error) for point in side.points]
        lower = [(point.place, point.chance - point.error) for point in reversed(side.points)]
        return " ".join(f"{self.x(place)},{self.y(chance)}" for place, chance in (*upper, *lower))

    def compute_name_label_positions(self) -> tuple[tuple[int, float], ...]:
        """Return each side's index with the vertical position of its name. Names do not overlap."""
        return spread_overlapping_labels([self.y(side.points[-1].chance) for side in self.sides])

    @property
    def alt_text(self) -> str:
        """The curves in words: each side's chance at the first line and at the end of each turn."""
        descriptions = (
            f"{side.name} {', '.join(self._describe_by_turn(side.points))}" for side in self.sides
        )
        return f"Chance to win: {'; '.join(descriptions)}."

    @property
    def turning_point_in_words(self) -> str:
        """The largest rise in any side's chance, in words, or "" if no side's chance rose."""
        if self.turning_point is None:
            return ""
        change = self.turning_point
        return (
            f"Biggest change between line {change.before.line} and line {change.after.line}:"
            f" {change.side} went from {format_percent(change.before.chance)} to"
            f" {format_percent(change.after.chance)}"
            f"{f' ({change.text})' if change.text else ''}."
        )

    def _describe_by_turn(self, points: Sequence[ChancePoint]) -> Iterator[str]:
        """Yield a side's chances, such as ``48 % at first`` and ``62 % after turn 1``."""
        yield f"{format_percent(points[0].chance)} at first"
        known = {point.line: format_percent(point.chance) for point in points}
        for turn, line in self.turn_ends:
            yield f"{known.get(line, 'not calculated')} after turn {turn}"


def format_percent(chance: float) -> str:
    """Format a chance as a percentage, as in ``62 %``."""
    return f"{chance * 100:.0f} %"


def build_win_chance_chart(
    win_chances: WinChances, log: Sequence[LogLine], chance_changing_lines: Sequence[LogLine]
) -> WinChanceChart | None:
    """Build a game's win chance chart, or return None if chances are known at too few lines."""
    lines = {line.number: line for line in log}
    places = {line.number: place for place, line in enumerate(log)}
    sampled = [
        (lines[sample.line], sample.played) for sample in win_chances.lines if sample.line in lines
    ]
    if len(sampled) < MIN_LINES:
        return None
    sides = tuple(
        SideChances(
            clean_text(name),
            tuple(
                ChancePoint(
                    places[line.number],
                    line.number,
                    played.get_win_chance(index),
                    played.compute_standard_error(index),
                )
                for line, played in sampled
            ),
        )
        for index, name in enumerate(win_chances.sides)
    )
    turn_starts: dict[int, int] = {}
    for place, line in enumerate(log):
        turn_starts.setdefault(line.turn, place)
    later_starts = tuple((turn, place) for turn, place in turn_starts.items() if turn)
    return WinChanceChart(
        max(played.game_count for _, played in sampled),
        sides,
        later_starts,
        tuple({line.turn: line.number for line in chance_changing_lines if line.turn}.items()),
        _find_turning_point(sides, lines, [line.number for line in chance_changing_lines]),
    )


def _find_turning_point(
    sides: Sequence[SideChances], lines: Mapping[int, LogLine], changing: Sequence[int]
) -> TurningPoint | None:
    steps = [
        (side.name, before, after) for side in sides for before, after in pairwise(side.points)
    ]
    name, before, after = max(steps, key=lambda step: step[2].chance - step[1].chance)
    if after.chance <= before.chance:
        return None
    is_alone = (before.line, after.line) in pairwise(changing)
    text = clean_text(lines[after.line].text, MAX_TEXT_LENGTH) if is_alone else ""
    return TurningPoint(name, before, after, text)
