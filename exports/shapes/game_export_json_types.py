"""The JSON types of a game, which docs/export-json.md describes field by field."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from exports.shapes.game_command_json_types import GameEndShape, LogLineShape, RollShape
from exports.shapes.json_base_type import Shape

FORMAT: Final = "warledger-match"
VERSION: Final = 1


class UnitShape(Shape, frozen=True, kw_only=True):
    unit: str
    name: str
    started: int
    left: int


class SideShape(Shape, frozen=True, kw_only=True):
    side: str
    name: str
    player: str
    force: str
    cost: int
    points: int
    units: list[UnitShape]


class TurnShape(Shape, frozen=True, kw_only=True):
    turn: int
    left: dict[str, int]
    points: dict[str, int]


class GameLuckRowShape(Shape, frozen=True, kw_only=True):
    side: str | None
    unit: str
    what: str
    rolls: int
    dice: int
    successes: int
    expected: float
    at_most: float
    at_least: float
    worse: float


class GameLuckShape(Shape, frozen=True, kw_only=True):
    rests_on: str
    rolls: int
    by_hand: int
    sides: list[GameLuckRowShape]
    kinds: list[GameLuckRowShape]
    units: list[GameLuckRowShape]


class EventShape(Shape, frozen=True, kw_only=True):
    version: int
    line: int
    action: int
    counts: bool
    kind: str
    schema: int
    at: str
    author: str
    body: msgspec.Raw


class MatchShape(Shape, frozen=True, kw_only=True):
    """The whole export of a game. ``ended`` is null while the game is running."""

    format: Literal["warledger-match"]
    version: int
    match: str
    title: str
    ruleset: str
    ruleset_version: str
    mode: str
    played_on: str
    options: dict[str, bool | int | str]
    sides: list[SideShape]
    ended: GameEndShape | None
    turns: list[TurnShape]
    log: list[LogLineShape]
    rolls: list[RollShape]
    luck: GameLuckShape
    events: list[EventShape]
