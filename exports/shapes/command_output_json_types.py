"""The types of ``--json`` output other than games: odds, rosters, reports and ledgers."""

from __future__ import annotations

from typing import Literal

from exports.shapes.game_command_json_types import PendingQuestionShape
from exports.shapes.json_base_type import Shape
from tracker.vocabulary.events import Scalar


class NumberChanceShape(Shape, frozen=True, kw_only=True):
    n: int
    chance: float


class LossForecastShape(Shape, frozen=True, kw_only=True):
    unit: str
    name: str
    standing: int
    expected: float
    chances: list[NumberChanceShape]


class NamedChanceShape(Shape, frozen=True, kw_only=True):
    what: str
    chance: float


class MarkerChanceShape(NamedChanceShape, frozen=True, kw_only=True):
    who: str
    kind: str
    change: Literal["added", "kept", "removed"]


class OutcomeForecastShape(Shape, frozen=True, kw_only=True):
    what: str
    kind: str
    chances: list[NamedChanceShape]


class NumberForecastShape(Shape, frozen=True, kw_only=True):
    what: str
    kind: str
    expected: float
    chances: list[NumberChanceShape]


class OddsShape(Shape, frozen=True, kw_only=True):
    """The odds of a line. ``asks`` is its first question, or null if there is none."""

    match: str
    line: str
    asks: PendingQuestionShape | None
    exact: bool
    runs: int
    off_by: float
    losses: list[LossForecastShape]
    counts: list[NumberForecastShape]
    marks: list[MarkerChanceShape]
    rolled: list[NumberForecastShape]
    ways: list[OutcomeForecastShape]
    aftermaths: list[NamedChanceShape]
    assumptions: list[str]


class LuckRowShape(Shape, frozen=True, kw_only=True):
    side: str
    unit: str
    what: str
    rolls: int
    dice: int
    successes: int
    expected: float
    worse: float


class LuckSumShape(Shape, frozen=True, kw_only=True):
    """The luck of dice that are added up. ``side`` is empty if they belong to both sides."""

    side: str
    what: str
    rolls: int
    dice: int
    sum: int
    expected: float


class LuckShape(Shape, frozen=True, kw_only=True):
    match: str
    rests_on: str
    sides: list[LuckRowShape]
    kinds: list[LuckRowShape]
    units: list[LuckRowShape]
    sums: list[LuckSumShape]


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


class LedgerProblemShape(Shape, frozen=True, kw_only=True):
    match: str | None
    version: int | None
    position: int | None
    text: str


class AnchorShape(Shape, frozen=True, kw_only=True):
    """The check of an anchor. If it is not ``held``, ``text`` explains what is missing."""

    anchor: str
    held: bool
    text: str


class LedgerVerificationShape(Shape, frozen=True, kw_only=True):
    """The result of verifying a ledger. ``anchor`` is the current anchor of a sound ledger.

    ``earlier`` lists the streams whose stored summaries lack newer fields.
    """

    streams: int
    events: int
    sound: bool
    problems: list[LedgerProblemShape]
    earlier: list[str]
    anchor: str | None
    anchors: list[AnchorShape]


class MatchReplayShape(Shape, frozen=True, kw_only=True):
    """A match replayed under the current rules, with any difference or the reason for failure."""

    match: str
    ruleset: str
    same: bool
    line: int | None
    text: str


class ReplayCheckShape(Shape, frozen=True, kw_only=True):
    same: bool
    matches: list[MatchReplayShape]


class BackupCopyShape(Shape, frozen=True, kw_only=True):
    number: int
    file: str
    made: str
    bytes: int
    matches: int
    leagues: int
    events: int


class SalvagedStreamShape(Shape, frozen=True, kw_only=True):
    match: str
    title: str
    whole: bool
    events: int
    lines: int
    written: int
    text: str


class SalvageResultShape(Shape, frozen=True, kw_only=True):
    damaged: str
    new: str
    whole: bool
    streams: list[SalvagedStreamShape]


class RestoreResultShape(Shape, frozen=True, kw_only=True):
    ledger: str
    copies: list[BackupCopyShape]
    restored: str | None
    beside: str | None


class SummaryDifferenceShape(Shape, frozen=True, kw_only=True):
    match: str
    field: str
    was: Scalar | None
    now: Scalar | None


class SummaryRebuildShape(Shape, frozen=True, kw_only=True):
    streams: int
    events: int
    differences: list[SummaryDifferenceShape]


class BackupResultShape(Shape, frozen=True, kw_only=True):
    """A backup of a ledger, with its ``anchor``. ``missing`` lists the unreadable parts."""

    ledger: str
    backup: str
    anchor: str
    missing: list[str]


class LedgerCopyShape(Shape, frozen=True, kw_only=True):
    """A copy of a ledger, with its ``anchor``. ``missing`` lists the unreadable parts."""

    source: str
    target: str
    anchor: str
    missing: list[str]


class SiteWriteShape(Shape, frozen=True, kw_only=True):
    """The result of writing a site: the numbers of pages, and the pages that were ``left`` out."""

    folder: str
    pages: int
    written: int
    removed: int
    left: list[str]


class SqlTablesWriteShape(Shape, frozen=True, kw_only=True):
    """The result of writing SQL tables of ``streams`` (games, leagues and campaigns).

    It has the numbers of streams ``written`` and ``removed`` and the number of ``rows``. ``left``
    lists the streams that were left out.
    """

    target: str
    streams: int
    written: int
    removed: int
    rows: int
    left: list[str]


class ExportResultShape(Shape, frozen=True, kw_only=True):
    """An export. ``text`` is null if the export was written to a file."""

    match: str
    format: str
    file: str | None
    text: str | None


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


class ProgramInfoShape(Shape, frozen=True, kw_only=True):
    """Data about the program. ``postgresql`` is the version of the ledger's server, if any."""

    version: str
    python: str
    sqlite: str
    postgresql: str | None
    wal_fault: bool
    ledger: str
    exists: bool
    bytes: int
    matches: int
    running: int
    leagues: int
    events: int
    rulesets: list[RulesetRowShape]
    set_aside: list[RejectedRulesetShape]


class MatchImportShape(Shape, frozen=True, kw_only=True):
    """An imported match. ``was_there`` is true if the ledger already contained it."""

    match: str
    title: str
    was_there: bool
    lines: int
    events: int
    warnings: list[str]


class LeagueImportShape(Shape, frozen=True, kw_only=True):
    """An imported league, with the numbers of new ``lines`` and ``games``.

    ``was_there`` is true if the ledger already contained the league. ``ahead`` is the number of
    lines that only the ledger contains.
    """

    league: str
    title: str
    was_there: bool
    lines: int
    games: int
    ahead: int
    warnings: list[str]


class ImportedStreamShape(Shape, frozen=True, kw_only=True):
    """A game, league or photo from another ledger. ``there`` is its id in that ledger.

    ``outcome`` is new, continued (by ``lines``), unchanged or differs. If it differs, it was not
    imported.
    """

    stream: str
    there: str
    kind: str
    title: str
    outcome: str
    lines: int
    text: str


class LedgerImportShape(Shape, frozen=True, kw_only=True):
    """An imported ledger. ``checked_only`` is true if nothing was written."""

    checked_only: bool
    streams: list[ImportedStreamShape]


class RecordCheckShape(Shape, frozen=True, kw_only=True):
    """A checked record. ``checked`` is true if it has digests. ``line`` is its first wrong line."""

    file: str
    rows: int
    events: int
    checked: bool
    sound: bool
    line: int | None
    text: str
