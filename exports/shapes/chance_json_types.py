"""The JSON types of chances and luck: the odds of a line, luck, and the chances to win."""

from __future__ import annotations

from typing import Literal

from exports.shapes.game_command_json_types import PendingQuestionShape
from exports.shapes.json_base_type import Shape


class NumberChanceShape(Shape, frozen=True, kw_only=True):
    n: int
    chance: float


class LossForecastShape(Shape, frozen=True, kw_only=True):
    unit: str
    name: str
    standing: int
    expected: float
    chances: list[NumberChanceShape]


class NamedChanceShape(Shape, frozen=True, kw_only=True):
    what: str
    chance: float


class MarkerChanceShape(NamedChanceShape, frozen=True, kw_only=True):
    who: str
    kind: str
    change: Literal["added", "kept", "removed"]


class OutcomeForecastShape(Shape, frozen=True, kw_only=True):
    what: str
    kind: str
    chances: list[NamedChanceShape]


class NumberForecastShape(Shape, frozen=True, kw_only=True):
    what: str
    kind: str
    expected: float
    chances: list[NumberChanceShape]


class OddsShape(Shape, frozen=True, kw_only=True):
    """The odds of a line. ``asks`` is its first question, or null if there is none."""

    match: str
    line: str
    asks: PendingQuestionShape | None
    exact: bool
    runs: int
    off_by: float
    losses: list[LossForecastShape]
    counts: list[NumberForecastShape]
    marks: list[MarkerChanceShape]
    rolled: list[NumberForecastShape]
    ways: list[OutcomeForecastShape]
    aftermaths: list[NamedChanceShape]
    assumptions: list[str]


class LuckRowShape(Shape, frozen=True, kw_only=True):
    side: str
    unit: str
    what: str
    rolls: int
    dice: int
    successes: int
    expected: float
    worse: float


class LuckSumShape(Shape, frozen=True, kw_only=True):
    """The luck of dice that are added up. ``side`` is empty if they belong to both sides."""

    side: str
    what: str
    rolls: int
    dice: int
    sum: int
    expected: float


class LuckShape(Shape, frozen=True, kw_only=True):
    match: str
    rests_on: str
    sides: list[LuckRowShape]
    kinds: list[LuckRowShape]
    units: list[LuckRowShape]
    sums: list[LuckSumShape]


class SideChanceShape(Shape, frozen=True, kw_only=True):
    side: str
    chance: float
    error: float


class LineChanceShape(Shape, frozen=True, kw_only=True):
    line: int
    drawn: float
    judged: float
    sides: list[SideChanceShape]


class ChancesShape(Shape, frozen=True, kw_only=True):
    """Each side's chance to win at lines of a game.

    ``games`` is the maximum number of games simulated from each line. Fewer are simulated if the
    chance becomes clear earlier.
    """

    match: str
    games: int
    lines: list[LineChanceShape]
