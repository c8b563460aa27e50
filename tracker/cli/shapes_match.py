"""The shapes of what is said of a game: what stands, what waits, its log, what may be done."""

from __future__ import annotations

from tracker.cli.shape import Shape
from tracker.vocabulary.events import Scalar


class GameRow(Shape, frozen=True, kw_only=True):
    match: str
    title: str
    ruleset: str
    status: str
    turn: int
    phase: str
    sides: list[str]
    scores: dict[str, int]
    winner: str | None
    waiting: str
    played_on: str


class Games(Shape, frozen=True, kw_only=True):
    matches: list[GameRow]


class Part(Shape, frozen=True, kw_only=True):
    """A named part of a number needed."""

    name: str
    value: int
    rule: str


class Key(Shape, frozen=True, kw_only=True):
    """What can be typed at a choice."""

    key: str
    text: str


class Waiting(Shape, frozen=True, kw_only=True):
    """The question that waits; ``kind`` is dice, total, faces or choice."""

    what: str
    kind: str
    dice: list[int]
    need: str
    why: list[Part]
    labels: list[str]
    keys: list[Key]
    default: str | None
    side: str | None
    subject: str | None
    target: str | None
    rule: str
    text: str


class LogRow(Shape, frozen=True, kw_only=True):
    line: int
    last: int
    kind: str
    turn: int
    phase: str
    side: str | None
    text: str
    details: list[str]
    rulings: list[str]
    taken_back: list[int]
    by_app: bool
    open: bool


class Log(Shape, frozen=True, kw_only=True):
    match: str
    lines: list[LogRow]


class Followed(Shape, frozen=True, kw_only=True):
    """What came of something said: new log lines, what waits, what went wrong."""

    match: str
    lines: list[LogRow]
    turn: int
    phase: str
    side: str | None
    waiting: Waiting | None
    ended: str | None
    trouble: str | None
    script_line: int | None
    leftover: list[str]


class Mark(Shape, frozen=True, kw_only=True):
    mark: str
    value: Scalar
    figures: int


class FigureRow(Shape, frozen=True, kw_only=True):
    figure: str
    name: str
    gone: str | None
    marks: list[Mark]


class UnitRow(Shape, frozen=True, kw_only=True):
    unit: str
    name: str
    figures: int
    started: int
    standing: int
    marks: list[Mark]
    linked: dict[str, list[str]]
    each: list[FigureRow]


class SideRow(Shape, frozen=True, kw_only=True):
    side: str
    name: str
    player: str
    force: str
    points: int
    score: int
    units: list[UnitRow]


class Told(Shape, frozen=True, kw_only=True):
    what: str
    text: str


class Ended(Shape, frozen=True, kw_only=True):
    how: str
    winner: str | None
    why: str


class Shown(Shape, frozen=True, kw_only=True):
    match: str
    title: str
    ruleset: str
    mode: str
    played_on: str
    line: int
    turn: int
    phase: str
    side: str | None
    first: str | None
    sides: list[SideRow]
    objectives: list[Told]
    due: list[str]
    in_doubt: list[int]
    waiting: Waiting | None
    ended: Ended | None


class Against(Shape, frozen=True, kw_only=True):
    id: str
    rule: str
    text: str


class Possible(Shape, frozen=True, kw_only=True):
    line: str
    action: str
    word: str
    side: str | None
    objections: list[Against]


class Actions(Shape, frozen=True, kw_only=True):
    match: str
    due: list[str]
    actions: list[Possible]


class OptionRow(Shape, frozen=True, kw_only=True):
    name: str
    value: Scalar
    default: Scalar
    values: list[Scalar]
    rule: str
    text: str


class Options(Shape, frozen=True, kw_only=True):
    match: str | None
    ruleset: str
    options: list[OptionRow]


class Way(Shape, frozen=True, kw_only=True):
    way: int
    line: int
    text: str
    current: bool


class Ways(Shape, frozen=True, kw_only=True):
    match: str
    branches: list[Way]


class Amended(Shape, frozen=True, kw_only=True):
    match: str
    line: int
    kept: int
    dropped: list[int]
    left: list[int]
    waiting: Waiting | None
