"""The shapes of ``--json`` beside the game itself: chances, rosters, reports, the ledger."""

from __future__ import annotations

from tracker.cli.shape import Shape
from tracker.vocabulary.events import Scalar


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


class SpreadRow(Shape, frozen=True, kw_only=True):
    what: str
    expected: float
    chances: list[Likely]


class Odds(Shape, frozen=True, kw_only=True):
    match: str
    line: str
    exact: bool
    runs: int
    off_by: float
    losses: list[Lost]
    counts: list[SpreadRow]
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


class RuleRow(Shape, frozen=True, kw_only=True):
    rule: str
    text: str


class RuleTexts(Shape, frozen=True, kw_only=True):
    ruleset: str
    title: str
    rules: list[RuleRow]


class RulesRow(Shape, frozen=True, kw_only=True):
    id: str
    title: str
    version: str


class SetAsideRow(Shape, frozen=True, kw_only=True):
    name: str
    package: str
    why: str


class RulesChecked(Shape, frozen=True, kw_only=True):
    ruleset: str
    package: str
    sound: bool
    problems: list[str]


class RulesList(Shape, frozen=True, kw_only=True):
    rulesets: list[RulesRow]
    set_aside: list[SetAsideRow]


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
    leagues: int
    events: int
    rulesets: list[RulesRow]
    set_aside: list[SetAsideRow]


class Imported(Shape, frozen=True, kw_only=True):
    """``was_there``: the ledger had this match already, and nothing was changed."""

    match: str
    title: str
    was_there: bool
    lines: int
    events: int
    warnings: list[str]


class RecordChecked(Shape, frozen=True, kw_only=True):
    """``checked``: it brings checks with it. ``line`` is the first of the file that is wrong."""

    file: str
    rows: int
    events: int
    checked: bool
    sound: bool
    line: int | None
    text: str
