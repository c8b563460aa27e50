"""The JSON types of a league or campaign, which docs/export-json.md describes."""

from __future__ import annotations

from typing import Final, Literal

from exports.shapes.game_export_json_types import EventShape
from exports.shapes.json_base_type import Shape
from exports.shapes.league_command_json_types import (
    BracketShape,
    LeagueLogLineShape,
    OutlookShape,
    StandingsRowShape,
)

LEAGUE_FORMAT: Final = "warledger-league"
LEAGUE_VERSION: Final = 1


class SchemeShape(Shape, frozen=True, kw_only=True):
    name: str
    about: str
    win: int | float
    draw: int | float
    loss: int | float
    bye: int | float
    tie_breaks: list[str]
    best: int | None


class PlayerShape(Shape, frozen=True, kw_only=True):
    player: str
    name: str
    ranked: bool
    from_round: int
    left_after: int | None
    rating: float
    deviation: float
    games: int
    provisional: bool


class UnitChangeShape(Shape, frozen=True, kw_only=True):
    line: int
    fixture: str | None
    experience: int
    figures: int
    kills: int
    lost: int
    stands: str | None
    by_hand: bool
    why: str
    rule: str
    dice: list[int]
    figures_named: list[str]
    captives: int
    captives_named: list[str]
    carries: str | None


class UnitGameShape(Shape, frozen=True, kw_only=True):
    fixture: str
    on: str
    how: str
    kills: int
    lost: int
    nerve: int | None
    experience: int
    removed_by: dict[str, int]


class LastingUnitShape(Shape, frozen=True, kw_only=True):
    unit: str
    name: str
    enlisted: int
    figures: int
    experience: int
    rank: str
    stands: str
    captives: int
    carries: str
    worth: int | None
    games: list[UnitGameShape]
    steps: list[UnitChangeShape]


class ForceShape(Shape, frozen=True, kw_only=True):
    force: str
    player: str
    name: str
    ruleset: str
    cost: int
    worth: int | None
    roster: str
    units: list[LastingUnitShape]


class SeasonStandingsShape(Shape, frozen=True, kw_only=True):
    after: int
    rows: list[StandingsRowShape]
    level: list[list[str]]


class ResultShape(Shape, frozen=True, kw_only=True):
    kind: str
    winner: str | None
    vp: list[int] | None
    extra: dict[str, list[int]]
    played_on: str
    time: str


class ResultCorrectionShape(Shape, frozen=True, kw_only=True):
    line: int
    was: ResultShape
    why: str


class GameArrangementShape(Shape, frozen=True, kw_only=True):
    on: str
    time: str
    where: str


class FixtureShape(Shape, frozen=True, kw_only=True):
    fixture: str
    season: int
    round: int
    table: int
    home: str
    away: str | None
    why: str
    title: str
    on: str
    arranged: GameArrangementShape | None
    result: ResultShape | None
    by_hand: bool
    match: str | None
    reported: ResultShape | None
    signed: list[str]
    corrections: list[ResultCorrectionShape]


class LuckPointsShape(Shape, frozen=True, kw_only=True):
    """Points without the luck of the dice: the value of luck, and each player's correction."""

    slope: float
    error: float
    games: dict[str, int]
    corrected: dict[str, float]


class AbsentPlayerShape(Shape, frozen=True, kw_only=True):
    player: str
    how: str
    why: str


class RoundShape(Shape, frozen=True, kw_only=True):
    round: int
    published: bool
    method: str
    on: str
    ends: str
    mission: str
    terrain: str
    rules: str
    fixtures: list[str]
    absent: list[AbsentPlayerShape]


class BonusPointsShape(Shape, frozen=True, kw_only=True):
    line: int
    player: str
    points: int | float
    column: str
    why: str
    round: int
    on: str


class LotDrawShape(Shape, frozen=True, kw_only=True):
    line: int
    order: list[str]
    how: str
    round: int


class RuleChangeShape(Shape, frozen=True, kw_only=True):
    line: int
    what: str
    why: str
    round: int


class SeasonShape(Shape, frozen=True, kw_only=True):
    season: int
    name: str
    planned: int
    pairing: str
    began_on: str
    closed_on: str | None
    standings: SeasonStandingsShape
    bracket: BracketShape | None
    luck_points: LuckPointsShape | None
    rounds: list[RoundShape]
    bonus: list[BonusPointsShape]
    lots: list[LotDrawShape]
    changes: list[RuleChangeShape]


class StoryEntryShape(Shape, frozen=True, kw_only=True):
    line: int
    on: str
    about: str
    text: str


class CrossTableRowShape(Shape, frozen=True, kw_only=True):
    place: int
    player: str
    points: int | float
    cells: list[str]


class CrossTableShape(Shape, frozen=True, kw_only=True):
    heads: list[str]
    rows: list[CrossTableRowShape]


class LeagueShape(Shape, frozen=True, kw_only=True):
    """The whole export of a league or campaign."""

    format: Literal["warledger-league"]
    version: int
    league: str
    what: Literal["league", "campaign"]
    title: str
    zone: str
    opened_on: str
    rulesets: list[str]
    scheme: SchemeShape
    players: list[PlayerShape]
    forces: list[ForceShape]
    seasons: list[SeasonShape]
    fixtures: list[FixtureShape]
    outlook: OutlookShape | None
    outlooks: list[OutlookShape]
    cross_table: CrossTableShape | None
    story: list[StoryEntryShape]
    log: list[LeagueLogLineShape]
    events: list[EventShape]
