"""The shapes of what ``league`` and ``campaign`` print."""

from __future__ import annotations

from exports.league_shapes import Placed
from tracker.cli.shape import Shape


class LeagueItem(Shape, frozen=True, kw_only=True):
    league: str
    what: str
    title: str
    status: str
    season: int
    round: int
    planned: int
    results: int
    fixtures: int
    drafted: int
    ends: str
    players: int
    games: int
    unsigned: int
    last_played: str


class Leagues(Shape, frozen=True, kw_only=True):
    leagues: list[LeagueItem]


class LeagueSaid(Shape, frozen=True, kw_only=True):
    """What was written: the number of its line in the log, and the line in words."""

    league: str
    line: int
    text: str


class LeaguePlayer(Shape, frozen=True, kw_only=True):
    player: str
    name: str
    ranked: bool
    here: bool
    absence: str
    why: str


class LiveGame(Shape, frozen=True, kw_only=True):
    """The game kept here for a pairing, as it stands."""

    match: str
    running: bool
    turn: int
    phase: str
    vp: list[int]


class FixtureRow(Shape, frozen=True, kw_only=True):
    fixture: str
    round: int
    table: int
    home: str
    away: str | None
    why: str
    locked: bool
    title: str
    kind: str | None
    winner: str | None
    vp: list[int] | None
    extra: dict[str, list[int]]
    played_on: str
    time: str
    text: str
    by_hand: bool
    disagrees: bool
    arranged: str | None
    signed: list[str]
    corrections: int
    game: LiveGame | None


class RoundRow(Shape, frozen=True, kw_only=True):
    season: int
    round: int
    published: bool
    method: str
    on: str
    ends: str
    stale: list[str]
    fixtures: list[FixtureRow]


class Rounds(Shape, frozen=True, kw_only=True):
    league: str
    rounds: list[RoundRow]


class LeagueShown(Shape, frozen=True, kw_only=True):
    league: str
    what: str
    title: str
    scheme: str
    tie_breaks: list[str]
    best: int
    zone: str
    rulesets: list[str]
    season: int
    planned: int
    pairing: str
    players: list[LeaguePlayer]
    round: RoundRow | None
    draft: RoundRow | None
    line: int


class StandingRow(Placed, frozen=True, kw_only=True):
    bonus: str
    points: str
    moved: int | None


class Standings(Shape, frozen=True, kw_only=True):
    league: str
    title: str
    after: int
    scheme: str
    tie_breaks: list[str]
    rows: list[StandingRow]
    level: list[list[str]]
    notes: list[str]
    explained: list[str]


class LeagueLogRow(Shape, frozen=True, kw_only=True):
    line: int
    at: str
    author: str
    text: str
    counts: bool
    by_itself: bool


class LeagueLog(Shape, frozen=True, kw_only=True):
    league: str
    lines: list[LeagueLogRow]


class RoundText(Shape, frozen=True, kw_only=True):
    league: str
    round: int
    file: str | None
    text: str


class RatingRow(Shape, frozen=True, kw_only=True):
    player: str
    name: str
    rating: float
    deviation: float
    games: int
    provisional: bool


class Ratings(Shape, frozen=True, kw_only=True):
    league: str
    rows: list[RatingRow]


class WarUnitRow(Shape, frozen=True, kw_only=True):
    unit: str
    name: str
    enlisted: int
    figures: int
    experience: int
    rank: str
    standing: str
    history: list[str]


class WarForceRow(Shape, frozen=True, kw_only=True):
    force: str
    name: str
    player: str
    ruleset: str
    points: int
    units: list[WarUnitRow]


class CampaignShown(Shape, frozen=True, kw_only=True):
    league: str
    title: str
    zone: str
    losses: str
    rules: list[str]
    players: list[LeaguePlayer]
    forces: list[WarForceRow]
    games: list[FixtureRow]
    in_doubt: list[str]
    line: int


class HistoryRow(Shape, frozen=True, kw_only=True):
    """One thing that happened; ``entered`` is the day it was written down, where it is another."""

    on: str
    ago: str
    kind: str
    text: str
    line: int
    new: bool
    entered: str | None
    depth: str
    details: list[str]


class CampaignHistory(Shape, frozen=True, kw_only=True):
    league: str
    entries: list[HistoryRow]
