"""The chance to win during a game, as a picture and in words, from cached results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from exports.line_charts import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, spread_chart_labels
from tracker.application.log.game_log_lines import LogLine
from tracker.application.text_cleaning import clean_text
from tracker.application.win_probability.sampled_log_lines import WinChances

FEWEST: Final = 3
"""The minimum number of lines with known chances for a curve."""
TICKS: Final = (0.0, 0.5, 1.0)
WHOLE: Final = 1000
"""The maximum number of characters of a log line."""


class ChancePoint(Struct, frozen=True):
    """A side's chance after a log line, from 0 to 1, and its standard error."""

    line: int
    turn: int
    chance: float
    error: float


class SideChances(Struct, frozen=True):
    """One side's chance at every sampled line, oldest first."""

    name: str
    points: tuple[ChancePoint, ...]


class TurningPoint(Struct, frozen=True):
    """The two points between which a side's chance rose most. ``text`` is the later line."""

    side: str
    before: ChancePoint
    after: ChancePoint
    text: str


class ChanceChart(Struct, frozen=True):
    """A chart of curves over a game's lines. ``begins`` holds the first line of each turn."""

    games: int
    sides: tuple[SideChances, ...]
    begins: tuple[tuple[int, int], ...]
    turned: TurningPoint | None

    ticks = TICKS

    def x(self, line: int) -> float:
        """Return the horizontal position of a log line, in SVG units."""
        first, last = self.sides[0].points[0].line, self.sides[0].points[-1].line
        along = (min(max(line, first), last) - first) / (last - first)
        return round(LEFT + along * (WIDTH - LEFT - RIGHT), 1)

    def y(self, chance: float) -> float:
        """Return the vertical position of a chance, limited to the picture."""
        within = min(max(chance, 0.0), 1.0)
        return round(TOP + (1 - within) * (HEIGHT - TOP - BOTTOM), 1)

    def format_line_points(self, side: SideChances) -> str:
        """Return the points of a curve in SVG notation."""
        return " ".join(f"{self.x(one.line)},{self.y(one.chance)}" for one in side.points)

    def format_band_points(self, side: SideChances) -> str:
        """Return the outline of the band within one standard error of a curve."""
        over = [(one.line, one.chance + one.error) for one in side.points]
        under = [(one.line, one.chance - one.error) for one in reversed(side.points)]
        return " ".join(f"{self.x(line)},{self.y(chance)}" for line, chance in (*over, *under))

    def list_line_end_labels(self) -> tuple[tuple[int, float], ...]:
        """Return the index of each side with the height of its name, without overlap."""
        return spread_chart_labels([self.y(side.points[-1].chance) for side in self.sides])

    @property
    def description(self) -> str:
        """Describe the curves in words: at the first line and at the ends of turns."""
        each = (f"{side.name} {', '.join(_by_turn(side.points))}" for side in self.sides)
        return f"Chance to win: {'; '.join(each)}."

    @property
    def largest_change(self) -> str:
        """Describe the largest change, or return "" if there is none."""
        if self.turned is None:
            return ""
        one = self.turned
        return (
            f"Biggest change between line {one.before.line} and line {one.after.line}:"
            f" {one.side} went from {format_percent(one.before.chance)} to"
            f" {format_percent(one.after.chance)}"
            f" ({one.text})."
        )


def format_percent(chance: float) -> str:
    """Format a chance as a percentage, such as ``62 %``."""
    return f"{chance * 100:.0f} %"


def draw_chance_chart(winning: WinChances, log: Sequence[LogLine]) -> ChanceChart | None:
    """Draw a game's curves, or return None if too few lines are known."""
    if len(winning.lines) < FEWEST:
        return None
    lines = {line.number: line for line in log}
    known = [(lines[one.line], one.played) for one in winning.lines if one.line in lines]
    if len(known) < FEWEST:
        return None
    sides = tuple(
        SideChances(
            clean_text(name),
            tuple(
                ChancePoint(
                    line.number,
                    line.turn,
                    played.get_win_chance(place),
                    played.compute_standard_error(place),
                )
                for line, played in known
            ),
        )
        for place, name in enumerate(winning.sides)
    )
    begins: dict[int, int] = {}
    for line in log:
        begins.setdefault(line.turn, line.number)
    shown = tuple((turn, number) for turn, number in begins.items() if turn)
    return ChanceChart(
        max(played.game_count for _, played in known), sides, shown, _turned(sides, lines)
    )


def _by_turn(points: Sequence[ChancePoint]) -> Iterator[str]:
    """Yield a side's chances, such as ``48 % at first`` and ``62 % after turn 1``."""
    yield f"{format_percent(points[0].chance)} at first"
    last = {point.turn: point for point in points}
    for turn, point in last.items():
        if turn:
            yield f"{format_percent(point.chance)} after turn {turn}"


def _turned(sides: Sequence[SideChances], lines: Mapping[int, LogLine]) -> TurningPoint | None:
    steps = [
        TurningPoint(side.name, before, after, clean_text(lines[after.line].text, WHOLE))
        for side in sides
        for before, after in zip(side.points, side.points[1:], strict=False)
    ]
    most = max(steps, key=lambda one: one.after.chance - one.before.chance)
    return most if most.after.chance > most.before.chance else None
