"""The JSON types of rules, rulesets and game files."""

from __future__ import annotations

from exports.shapes.chance_json_types import OddsShape
from exports.shapes.json_base_type import Shape


class RuleRowShape(Shape, frozen=True, kw_only=True):
    rule: str
    text: str


class RuleTextsShape(Shape, frozen=True, kw_only=True):
    ruleset: str
    title: str
    rules: list[RuleRowShape]


class LineSyntaxShape(Shape, frozen=True, kw_only=True):
    action: str
    typed: str
    also: list[str]


class PhaseSyntaxShape(Shape, frozen=True, kw_only=True):
    phase: str
    lines: list[LineSyntaxShape]


class RuleLinesShape(Shape, frozen=True, kw_only=True):
    ruleset: str
    title: str
    phases: list[PhaseSyntaxShape]


class RulesetRowShape(Shape, frozen=True, kw_only=True):
    id: str
    title: str
    version: str


class RejectedRulesetShape(Shape, frozen=True, kw_only=True):
    name: str
    package: str
    why: str


class RulesetCheckShape(Shape, frozen=True, kw_only=True):
    ruleset: str
    package: str
    sound: bool
    problems: list[str]
    remarks: list[str]


class GameFileProblemShape(Shape, frozen=True, kw_only=True):
    line: int
    column: int
    text: str


class GameFileCheckShape(Shape, frozen=True, kw_only=True):
    file: str
    sound: bool
    problems: list[GameFileProblemShape]


class GameFileRowShape(Shape, frozen=True, kw_only=True):
    """A game file. ``ships`` is true if the file comes with the program.

    ``problem`` says why the file cannot be played, or is empty.
    """

    id: str
    file: str
    ships: bool
    problem: str


class GameFileListShape(Shape, frozen=True, kw_only=True):
    """The game files. ``folder`` is the user's own folder for them."""

    folder: str
    games: list[GameFileRowShape]


class GameFileTrialShape(Shape, frozen=True, kw_only=True):
    """A random game: its log, the odds of its first attack, and the parts that were not used."""

    game: str
    sound: bool
    log: list[str]
    odds: OddsShape | None
    problems: list[str]
    remarks: list[str]


class GameFileWriteShape(Shape, frozen=True, kw_only=True):
    file: str
    files: list[str]


class RulesetListShape(Shape, frozen=True, kw_only=True):
    rulesets: list[RulesetRowShape]
    set_aside: list[RejectedRulesetShape]
