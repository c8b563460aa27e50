"""The shapes of a league or campaign in JSON: what docs/export-json.md describes and keeps."""

from __future__ import annotations

from typing import Final, Literal

from exports.json_shapes import Event, Shape

LEAGUE_FORMAT: Final = "warledger-league"
LEAGUE_VERSION: Final = 1


class Scheme(Shape, frozen=True, kw_only=True):
    name: str
    about: str
    win: str
    draw: str
    loss: str
    bye: str
    tie_breaks: list[str]
    best: int | None


class LeaguePlayer(Shape, frozen=True, kw_only=True):
    player: str
    name: str
    ranked: bool
    from_round: int
    left_after: int | None
    rating: float
    deviation: float
    games: int
    provisional: bool


class Step(Shape, frozen=True, kw_only=True):
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


class Service(Shape, frozen=True, kw_only=True):
    fixture: str
    on: str
    how: str
    kills: int
    lost: int
    nerve: int | None
    experience: int
    removed_by: dict[str, int]


class LastingUnit(Shape, frozen=True, kw_only=True):
    unit: str
    name: str
    enlisted: int
    figures: int
    experience: int
    rank: str
    stands: str
    games: list[Service]
    steps: list[Step]


class Force(Shape, frozen=True, kw_only=True):
    force: str
    player: str
    name: str
    ruleset: str
    cost: int
    roster: str
    units: list[LastingUnit]


class Placed(Shape, frozen=True, kw_only=True):
    """A row of standings: a place, and the games it comes from."""

    place: int
    player: str
    name: str
    dropped: bool
    played: int
    won: int
    drawn: int
    lost: int
    byes: int
    vp_for: int
    vp_against: int
    ties: dict[str, str | None]


class Row(Placed, frozen=True, kw_only=True):
    counted: str
    bonus: str
    points: str
    moved: int | None
    extra: dict[str, list[int]]


class Standings(Shape, frozen=True, kw_only=True):
    after: int
    rows: list[Row]
    level: list[list[str]]


class Result(Shape, frozen=True, kw_only=True):
    kind: str
    winner: str | None
    vp: list[int] | None
    extra: dict[str, list[int]]
    played_on: str
    time: str


class Correction(Shape, frozen=True, kw_only=True):
    line: int
    was: Result
    why: str


class Arranged(Shape, frozen=True, kw_only=True):
    on: str
    time: str
    where: str


class Fixture(Shape, frozen=True, kw_only=True):
    fixture: str
    season: int
    round: int
    table: int
    home: str
    away: str | None
    why: str
    title: str
    on: str
    arranged: Arranged | None
    result: Result | None
    by_hand: bool
    match: str | None
    reported: Result | None
    signed: list[str]
    corrections: list[Correction]


class Missing(Shape, frozen=True, kw_only=True):
    player: str
    how: str
    why: str


class Round(Shape, frozen=True, kw_only=True):
    round: int
    published: bool
    method: str
    on: str
    ends: str
    fixtures: list[str]
    absent: list[Missing]


class Given(Shape, frozen=True, kw_only=True):
    line: int
    player: str
    points: str
    column: str
    why: str
    round: int
    on: str


class Lots(Shape, frozen=True, kw_only=True):
    line: int
    order: list[str]
    how: str
    round: int


class Changed(Shape, frozen=True, kw_only=True):
    line: int
    what: str
    why: str
    round: int


class Season(Shape, frozen=True, kw_only=True):
    season: int
    name: str
    planned: int
    pairing: str
    began_on: str
    closed_on: str | None
    standings: Standings
    rounds: list[Round]
    bonus: list[Given]
    lots: list[Lots]
    changes: list[Changed]


class Piece(Shape, frozen=True, kw_only=True):
    line: int
    on: str
    about: str
    text: str


class Line(Shape, frozen=True, kw_only=True):
    line: int
    at: str
    author: str
    counts: bool
    by_itself: bool
    text: str


class League(Shape, frozen=True, kw_only=True):
    """The whole export of a league or campaign."""

    format: Literal["warledger-league"]
    version: int
    league: str
    what: Literal["league", "campaign"]
    title: str
    zone: str
    opened_on: str
    rulesets: list[str]
    scheme: Scheme
    players: list[LeaguePlayer]
    forces: list[Force]
    seasons: list[Season]
    fixtures: list[Fixture]
    story: list[Piece]
    log: list[Line]
    events: list[Event]
