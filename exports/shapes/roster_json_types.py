"""The JSON types of rosters, sample forces and force sheets."""

from __future__ import annotations

from exports.shapes.json_base_type import Shape


class RosterProblemShape(Shape, frozen=True, kw_only=True):
    line: int
    text: str
    rule: str
    serious: bool


class RosterUnitRowShape(Shape, frozen=True, kw_only=True):
    """A unit of a roster. ``figures`` describes in words how many figures of each kind it has."""

    name: str
    figures: str
    kinds: dict[str, int]
    points: int


class UnitSheetShape(RosterUnitRowShape, frozen=True, kw_only=True):
    """A unit's card, with its named figures and its values."""

    named: str
    lines: list[str]


class ForceSheetShape(Shape, frozen=True, kw_only=True):
    """A force's sheet. ``title`` is its name. ``about`` contains its rules, player and points."""

    title: str
    about: str
    units: list[UnitSheetShape]


class SampleRosterShape(Shape, frozen=True, kw_only=True):
    ruleset: str
    name: str
    title: str


class SampleRostersShape(Shape, frozen=True, kw_only=True):
    samples: list[SampleRosterShape]


class NewRosterShape(Shape, frozen=True, kw_only=True):
    ruleset: str
    file: str | None
    text: str | None


class RosterImportShape(Shape, frozen=True, kw_only=True):
    """The result of converting a roster. ``left_out`` lists the parts that were not converted."""

    ruleset: str
    file: str | None
    text: str | None
    force: str
    points: int
    units: list[RosterUnitRowShape]
    left_out: list[str]
    problems: list[RosterProblemShape]


class RosterShape(Shape, frozen=True, kw_only=True):
    file: str
    force: str
    ruleset: str
    points: int
    limit: int
    usable: bool
    units: list[RosterUnitRowShape]
    problems: list[RosterProblemShape]


class RostersShape(Shape, frozen=True, kw_only=True):
    forces: list[RosterShape]
    together: list[str]
