"""The types of the output of ``league`` and ``campaign`` commands."""

from __future__ import annotations

from exports.shapes.json_base_type import Shape


class LeagueListRowShape(Shape, frozen=True, kw_only=True):
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
    aside: bool


class LeagueListShape(Shape, frozen=True, kw_only=True):
    leagues: list[LeagueListRowShape]


class LeagueEntryShape(Shape, frozen=True, kw_only=True):
    """A written entry: its line number in the log, and its text.

    ``notes`` describe decisions that are still needed, each with its command.
    """

    league: str
    line: int
    text: str
    notes: list[str]


class SignUpRowShape(Shape, frozen=True, kw_only=True):
    """A line of a sign-up list, with its verdict as a word and as text."""

    line: int
    name: str
    beside: str
    verdict: str
    like: str
    text: str


class ListColumnShape(Shape, frozen=True, kw_only=True):
    """A column of a list. ``name`` is true if it contains names or parts of names."""

    number: int
    heading: str
    name: bool


class ListImportShape(Shape, frozen=True, kw_only=True):
    """An imported list. ``line`` is the log line, or 0 if nothing was written."""

    league: str
    line: int
    text: str


class SignUpListShape(ListImportShape, frozen=True, kw_only=True):
    columns: list[ListColumnShape]
    rows: list[SignUpRowShape]


class ResultColumnShape(Shape, frozen=True, kw_only=True):
    """A column of a list of results. ``what`` is its content, or "" if the column is not used."""

    number: int
    heading: str
    what: str


class ResultRowShape(Shape, frozen=True, kw_only=True):
    """A row of a list of results or dates, with its verdict as a word and as text."""

    line: int
    verdict: str
    text: str


class ResultsImportShape(ListImportShape, frozen=True, kw_only=True):
    """A list of results. ``heading_line`` is the line number of its heading, or 0 if none."""

    heading_line: int
    columns: list[ResultColumnShape]
    rows: list[ResultRowShape]


class CalendarImportShape(ListImportShape, frozen=True, kw_only=True):
    rows: list[ResultRowShape]


class LeaguePlayerShape(Shape, frozen=True, kw_only=True):
    player: str
    name: str
    ranked: bool
    division: str
    here: bool
    absence: str
    why: str
    about: str


class LiveGameShape(Shape, frozen=True, kw_only=True):
    """The state of a pairing's linked game. ``vp`` is null if the game's summary lacks it."""

    match: str
    running: bool
    turn: int
    phase: str
    vp: list[int] | None


class FixtureRowShape(Shape, frozen=True, kw_only=True):
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
    game: LiveGameShape | None


class RoundRowShape(Shape, frozen=True, kw_only=True):
    season: int
    round: int
    published: bool
    method: str
    on: str
    ends: str
    mission: str
    stale: list[str]
    fixtures: list[FixtureRowShape]


class RoundsShape(Shape, frozen=True, kw_only=True):
    league: str
    rounds: list[RoundRowShape]


class LeagueStatusShape(Shape, frozen=True, kw_only=True):
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
    players: list[LeaguePlayerShape]
    round: RoundRowShape | None
    draft: RoundRowShape | None
    disputes: list[str]
    line: int


class StandingsRowShape(Shape, frozen=True, kw_only=True):
    """A row of standings, with the player's place and counted games."""

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
    ties: dict[str, int | float | None]
    counted: int | float
    bonus: int | float
    points: int | float
    moved: int | None
    division: str
    extra: dict[str, list[int]]


class StandingsShape(Shape, frozen=True, kw_only=True):
    league: str
    title: str
    after: int
    scheme: str
    tie_breaks: list[str]
    rows: list[StandingsRowShape]
    level: list[list[str]]
    notes: list[str]
    explained: list[str]


class LeagueLogLineShape(Shape, frozen=True, kw_only=True):
    line: int
    at: str
    author: str
    counts: bool
    by_itself: bool
    text: str


class LeagueLogShape(Shape, frozen=True, kw_only=True):
    league: str
    lines: list[LeagueLogLineShape]


class RoundTextShape(Shape, frozen=True, kw_only=True):
    league: str
    round: int
    file: str | None
    text: str


class RatingRowShape(Shape, frozen=True, kw_only=True):
    player: str
    name: str
    rating: float
    deviation: float
    games: int
    provisional: bool


class RatingsShape(Shape, frozen=True, kw_only=True):
    league: str
    rows: list[RatingRowShape]


class OutlookRowShape(Shape, frozen=True, kw_only=True):
    """A player's prospects. Chances are from 0 to 1, and errors are two standard errors.

    ``first_is`` and ``top_is`` are certainties: sure, open or gone.
    """

    player: str
    name: str
    place: int
    points: int | float
    least: int | float
    most: int | float
    likely: float
    first: float
    first_error: float
    first_is: str
    top: float
    top_error: float
    top_is: str
    certain: str
    takes: str


class OutlookShape(Shape, frozen=True, kw_only=True):
    """The outlook of a season. ``top`` is the number of top places.

    ``seasons`` is the number of simulated seasons, or 0 if chances are exact.
    """

    league: str
    season: int
    division: str
    games: int
    last_round: int
    top: int
    seasons: int
    rows: list[OutlookRowShape]
    notes: list[str]


class BracketGameShape(Shape, frozen=True, kw_only=True):
    """A bracket game with its players' ids, or null if unknown. A ``bye`` has no opponent."""

    fixture: str | None
    home: str | None
    away: str | None
    bye: bool
    winner: str | None
    result: str


class BracketRoundShape(Shape, frozen=True, kw_only=True):
    name: str
    games: list[BracketGameShape]


class BracketShape(Shape, frozen=True, kw_only=True):
    """A bracket with ``seeds``, best first, and ``places`` in their current order."""

    league: str
    season: int
    seeds: list[str]
    places: list[str]
    champion: str | None
    rounds: list[BracketRoundShape]


class CampaignUnitRowShape(Shape, frozen=True, kw_only=True):
    unit: str
    name: str
    enlisted: int
    figures: int
    waits: int
    experience: int
    rank: str
    standing: str
    history: list[str]
    captives: int
    carries: str


class CampaignForceRowShape(Shape, frozen=True, kw_only=True):
    force: str
    name: str
    player: str
    ruleset: str
    points: int
    units: list[CampaignUnitRowShape]


class CampaignStatusShape(Shape, frozen=True, kw_only=True):
    league: str
    title: str
    zone: str
    losses: str
    rules: list[str]
    players: list[LeaguePlayerShape]
    forces: list[CampaignForceRowShape]
    games: list[FixtureRowShape]
    in_doubt: list[str]
    line: int


class HistoryRowShape(Shape, frozen=True, kw_only=True):
    """An item of the history. ``entered`` is the date of entry, if it is not ``on``."""

    on: str
    ago: str
    kind: str
    text: str
    line: int
    new: bool
    entered: str | None
    depth: str
    details: list[str]


class CampaignHistoryShape(Shape, frozen=True, kw_only=True):
    league: str
    entries: list[HistoryRowShape]


class RemovedByShape(Shape, frozen=True, kw_only=True):
    by: str
    figures: int


class ServiceRowShape(Shape, frozen=True, kw_only=True):
    """A service record. ``nerve`` covers only the ``kept`` games, which this ledger records."""

    games: int
    kept: int
    won: int
    drawn: int
    lost_games: int
    kills: int
    lost: int
    nerve: int
    rolls: int
    dice: int
    successes: int
    expected: float
    worse: float


class UnitGameRowShape(Shape, frozen=True, kw_only=True):
    fixture: str
    on: str
    ago: str
    how: str
    kills: int
    lost: int
    nerve: int | None
    experience: int
    removed_by: list[RemovedByShape]


class UnitRecordShape(CampaignUnitRowShape, frozen=True, kw_only=True):
    """A unit with its figures for the next game, and its service record."""

    comes: int
    present: list[str]
    next_rank: str
    held: list[str]
    worth: int | None
    record: ServiceRowShape
    removed_by: list[RemovedByShape]
    games: list[UnitGameRowShape]


class ForceUnitRowShape(Shape, frozen=True, kw_only=True):
    unit: str
    name: str
    enlisted: int
    comes: int
    waits: int
    why: str
    captives: int
    carries: str
    worth: int | None
    listed: bool
    priced: bool
    experience: int
    rank: str
    games: int
    kills: int
    lost: int
    nerve: int


class ForceRecordShape(Shape, frozen=True, kw_only=True):
    """A force before its next game. ``vp`` is the sum of the victory points that are known, from
    ``vp_told`` games.

    ``worth`` is the points value of its remaining units, or null if some are unknown.
    """

    league: str
    force: str
    name: str
    player: str
    points: int
    worth: int | None
    vp: int
    vp_told: int
    record: ServiceRowShape
    units: list[ForceUnitRowShape]


class CampaignLuckRowShape(Shape, frozen=True, kw_only=True):
    player: str
    unit: str
    what: str
    rolls: int
    dice: int
    successes: int
    expected: float
    at_most: float
    at_least: float
    worse: float


class CampaignLuckShape(Shape, frozen=True, kw_only=True):
    league: str
    games: int
    kept: int
    whole: int
    rests_on: str
    players: list[CampaignLuckRowShape]
    kinds: list[CampaignLuckRowShape]
    units: list[CampaignLuckRowShape]
