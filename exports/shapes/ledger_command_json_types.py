"""The JSON types of ledger commands: checks, backups, copies, imports and exports."""

from __future__ import annotations

from exports.shapes.json_base_type import Shape
from exports.shapes.rules_json_types import RejectedRulesetShape, RulesetRowShape
from tracker.vocabulary.events import Scalar


class LedgerProblemShape(Shape, frozen=True, kw_only=True):
    match: str | None
    version: int | None
    position: int | None
    text: str


class AnchorShape(Shape, frozen=True, kw_only=True):
    """The result of checking an anchor. If it is not ``held``, ``text`` says what is missing."""

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

    ``outcome`` is new, continued (by ``lines``), unchanged or differs. A stream that differs was
    not imported.
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
