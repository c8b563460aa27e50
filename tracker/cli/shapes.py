"""The shapes of ``--json``: what docs/command-line.md documents, field by field, and keeps."""

from __future__ import annotations

from tracker.cli.shape import Shape
from tracker.cli.shapes_beside import (
    BackedUp,
    Changed,
    Exported,
    Imported,
    Info,
    LedgerProblem,
    Likely,
    Lost,
    Luck,
    LuckRow,
    Named,
    Odds,
    Rebuilt,
    RecordChecked,
    RosterProblem,
    Rosters,
    RosterShape,
    RosterUnitRow,
    RuleRow,
    RulesRow,
    RuleTexts,
    Verified,
)
from tracker.cli.shapes_campaign import (
    CampaignLuck,
    CampaignLuckRow,
    ForceRecord,
    ForceUnitRow,
    RemovedBy,
    ServiceRow,
    UnitGameRow,
    UnitRecord,
)
from tracker.cli.shapes_league import (
    CampaignHistory,
    CampaignShown,
    FixtureRow,
    HistoryRow,
    LeagueItem,
    LeagueLog,
    LeagueLogRow,
    LeaguePlayer,
    Leagues,
    LeagueSaid,
    LeagueShown,
    LiveGame,
    RatingRow,
    Ratings,
    RoundRow,
    Rounds,
    RoundText,
    StandingRow,
    Standings,
    WarForceRow,
    WarUnitRow,
)
from tracker.vocabulary.events import Scalar

__all__ = [
    "Actions",
    "Against",
    "Amended",
    "BackedUp",
    "CampaignHistory",
    "CampaignLuck",
    "CampaignLuckRow",
    "CampaignShown",
    "Changed",
    "Ended",
    "Exported",
    "FixtureRow",
    "Followed",
    "ForceRecord",
    "ForceUnitRow",
    "GameRow",
    "Games",
    "HistoryRow",
    "Imported",
    "Info",
    "Key",
    "LeagueItem",
    "LeagueLog",
    "LeagueLogRow",
    "LeaguePlayer",
    "LeagueSaid",
    "LeagueShown",
    "Leagues",
    "LedgerProblem",
    "Likely",
    "LiveGame",
    "Log",
    "LogRow",
    "Lost",
    "Luck",
    "LuckRow",
    "Mark",
    "Named",
    "Odds",
    "OptionRow",
    "Options",
    "Part",
    "Possible",
    "RatingRow",
    "Ratings",
    "Rebuilt",
    "RecordChecked",
    "RemovedBy",
    "RosterProblem",
    "RosterShape",
    "RosterUnitRow",
    "Rosters",
    "RoundRow",
    "RoundText",
    "Rounds",
    "RuleRow",
    "RuleTexts",
    "RulesRow",
    "ServiceRow",
    "Shape",
    "Shown",
    "SideRow",
    "StandingRow",
    "Standings",
    "Told",
    "UnitGameRow",
    "UnitRecord",
    "UnitRow",
    "Verified",
    "Waiting",
    "WarForceRow",
    "WarUnitRow",
    "Way",
    "Ways",
]


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
