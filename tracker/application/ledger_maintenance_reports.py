"""Describes the contents of a ledger, and the results of checks, replays, rebuilds and salvages."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from msgspec import Struct

from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.ledger import ledger_check_reports
from tracker.vocabulary.count_wording import format_count


class LedgerContents(Struct, frozen=True):
    """The numbers of matches, leagues and events in a ledger. ``running`` is the number of
    unfinished games.
    """

    matches: int
    running: int
    leagues: int
    events: int

    def __str__(self) -> str:
        return describe_content_counts(
            self.matches, self.leagues, self.events, running=self.running
        )


class ReplayResult(Struct, frozen=True):
    """The result of replaying a match under the current rules.

    ``line`` is the first line that differs, or None. ``text`` says how that line differs, or why no
    replay was possible.
    """

    match: str
    ruleset: str
    line: int | None
    text: str

    @property
    def gives_recorded_results(self) -> bool:
        return not self.text


def count_book_contents(book: Book) -> LedgerContents:
    """Count the matches, leagues and events of an open ledger.

    Raises ``LedgerError`` if the ledger cannot be read.
    """
    games = book.list_games(include_archived=True)
    leagues = book.list_leagues(include_archived=True)
    running = sum(game.status == "running" for game in games)
    events = sum(each.version for each in (*games, *leagues))
    return LedgerContents(len(games), running, len(leagues), events)


def describe_content_counts(
    matches: int, leagues: int, events: int, running: int | None = None
) -> str:
    """Describe the contents of a ledger, as in ``2 games, 1 league or campaign, 70 events``."""
    games = format_count(matches, "game") + ("" if running is None else f" ({running} running)")
    kept = format_count(leagues, "league or campaign", "leagues and campaigns")
    return f"{games}, {kept}, {format_count(events, 'event')}"


def make_todays_backup_name(book: Book) -> str:
    """Return a file name for a backup made today, such as ``warledger-2026-11-23.db``."""
    made = datetime.fromtimestamp(book.clock() / 1_000_000, tz=UTC).astimezone()
    return f"warledger-{made:%Y-%m-%d}.db"


def replay_all_matches(book: Book) -> Iterator[ReplayResult]:
    """Replay every match under the current rules, and yield each result."""
    from tracker.application.match.rules_replay_check import find_first_replay_difference

    for summary in book.list_games(include_archived=True):
        game = book.open_game_read_only(summary.stream)
        line, text = None, ""
        try:
            found = find_first_replay_difference(game)
            if found is not None:
                line, text = found.line, f"line {found.line}: {found.text}"
        except Refused as refused:
            text = refused.message
        yield ReplayResult(game.stream, game.ruleset.id, line, text)


def describe_ledger_check(report: ledger_check_reports.LedgerCheckReport) -> tuple[str, ...]:
    """Describe the result of a ledger check in lines, main sentence first."""
    rows = f"{format_count(report.events, 'event')} checked"
    if report.is_sound:
        return (f"{rows}: no problems found", *describe_outdated_summaries(report.earlier))
    faults = (f"  {one.text}" for one in report.problems)
    return (f"{rows}; problems found:", *faults)


def describe_outdated_summaries(streams: tuple[str, ...]) -> Iterator[str]:
    if streams:
        what = f"an older Warledger wrote summaries of {', '.join(streams)} that lack some details"
        yield f"{what}; to add these details, run: warledger rebuild"


def describe_replay_results(rows: list[ReplayResult]) -> tuple[str, ...]:
    """Describe the result of replaying all matches in lines, main sentence first."""
    differ = [f"  {row.match} {row.text}" for row in rows if not row.gives_recorded_results]
    played = f"{format_count(len(rows), 'match', 'matches')} replayed"
    if not differ:
        return (f"{played}: no differences",)
    return (f"{played}: {len(differ)} with differences", *differ)


def describe_salvaged_stream(stream: ledger_check_reports.SalvagedStream) -> str:
    if stream.whole:
        return f"whole, {format_count(stream.lines, 'line')}"
    if not stream.written:
        return "damaged from the start; nothing is left"
    lost = stream.written - stream.kept
    missing = f"{lost} of {format_count(stream.written, 'event')} missing or damaged"
    if not stream.kept:
        return f"nothing can be read; {missing}"
    return f"undamaged up to line {stream.lines}; {missing}"


def describe_salvage_losses(report: ledger_check_reports.SalvageReport | None) -> tuple[str, ...]:
    """Describe in lines what is missing from the copy of a damaged ledger. Return () if nothing is
    missing.
    """
    if report is None or report.whole:
        return ()
    copied = "The ledger is damaged. The copy contains everything undamaged, but"
    lacking = [one for one in report.streams if not one.whole]
    if not lacking:
        cause = "because the file is incomplete"
        return (f"{copied} some games and leagues may be missing, {cause}.",)
    return (
        f"{copied} parts of these games and leagues are missing:",
        *(f"  {one.stream}: {describe_salvaged_stream(one)}" for one in lacking),
        *(("  others may be missing, because the file is incomplete",) * report.is_cut_off),
    )


def describe_summary_rebuild(report: ledger_check_reports.SummaryRebuildReport) -> tuple[str, ...]:
    """Describe the result of rebuilding the summaries in lines, main sentence first."""
    changes = [
        f"  {one.stream}: {one.field} "
        + ("rebuilt" if one.field == "table" else f"was {one.was}, is {one.now}")
        for one in report.differences
    ]
    rows = format_count(report.events, "event")
    return (f"{rows} read; {len(changes) or 'nothing'} differed", *changes)
