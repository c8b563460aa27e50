"""The shapes of ``--json``: what docs/command-line.md documents, field by field, and keeps."""

from __future__ import annotations

from msgspec import Struct

Scalar = bool | int | str


class Shape(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of every shape."""


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


class UnitRow(Shape, frozen=True, kw_only=True):
    unit: str
    name: str
    figures: int
    started: int
    standing: int
    marks: list[Mark]
    linked: dict[str, list[str]]


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


class Likely(Shape, frozen=True, kw_only=True):
    n: int
    chance: float


class Lost(Shape, frozen=True, kw_only=True):
    unit: str
    name: str
    standing: int
    expected: float
    chances: list[Likely]


class Named(Shape, frozen=True, kw_only=True):
    what: str
    chance: float


class Odds(Shape, frozen=True, kw_only=True):
    match: str
    line: str
    exact: bool
    runs: int
    off_by: float
    losses: list[Lost]
    marks: list[Named]
    aftermaths: list[Named]
    assumptions: list[str]


class LuckRow(Shape, frozen=True, kw_only=True):
    side: str
    unit: str
    what: str
    rolls: int
    dice: int
    successes: int
    expected: float
    worse: float


class Luck(Shape, frozen=True, kw_only=True):
    match: str
    rests_on: str
    sides: list[LuckRow]
    kinds: list[LuckRow]
    units: list[LuckRow]


class RosterProblem(Shape, frozen=True, kw_only=True):
    line: int
    text: str
    rule: str
    serious: bool


class RosterUnitRow(Shape, frozen=True, kw_only=True):
    name: str
    figures: str
    points: int


class RosterShape(Shape, frozen=True, kw_only=True):
    file: str
    force: str
    ruleset: str
    points: int
    limit: int
    usable: bool
    units: list[RosterUnitRow]
    problems: list[RosterProblem]


class Rosters(Shape, frozen=True, kw_only=True):
    forces: list[RosterShape]
    together: list[str]


class LedgerProblem(Shape, frozen=True, kw_only=True):
    match: str | None
    version: int | None
    position: int | None
    text: str


class Verified(Shape, frozen=True, kw_only=True):
    streams: int
    events: int
    sound: bool
    problems: list[LedgerProblem]


class Changed(Shape, frozen=True, kw_only=True):
    match: str
    field: str
    was: Scalar | None
    now: Scalar | None


class Rebuilt(Shape, frozen=True, kw_only=True):
    streams: int
    events: int
    differences: list[Changed]


class BackedUp(Shape, frozen=True, kw_only=True):
    ledger: str
    backup: str


class Exported(Shape, frozen=True, kw_only=True):
    """``text`` where no file was named."""

    match: str
    format: str
    file: str | None
    text: str | None


class RulesRow(Shape, frozen=True, kw_only=True):
    id: str
    title: str
    version: str


class Info(Shape, frozen=True, kw_only=True):
    version: str
    python: str
    sqlite: str
    wal_fault: bool
    ledger: str
    exists: bool
    bytes: int
    matches: int
    running: int
    events: int
    rulesets: list[RulesRow]
