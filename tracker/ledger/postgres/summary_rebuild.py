"""Rebuilds all summaries while others write, and replaces them in one transaction.

The packed pages are dropped together with the old summaries. Reading a stream packs new pages.
"""

from __future__ import annotations

from tracker.ledger.entry_checks import require_matching_summary
from tracker.ledger.ledger_check_reports import SummaryRebuildReport
from tracker.ledger.postgres import sql_statements
from tracker.ledger.postgres.reconnecting_connection import ServerConnection
from tracker.ledger.store_interface import Progress, ReadEvents, StoredStream, Summarise
from tracker.ledger.stream_summary import SummaryDifference, encode_summary, list_text_differences

RebuiltSummaries = dict[int, tuple[int, str | None]]
"""For each stream, the version up to which it was read, and its summary at that version."""


def rebuild_summaries(
    connection: ServerConnection,
    read_events: ReadEvents,
    summarise: Summarise,
    progress: Progress | None,
) -> SummaryRebuildReport:
    """Rebuild all summaries. Entries that others write during the rebuild are added under the lock.

    If ``summarise`` raises an error, or if ``LedgerError`` is raised, nothing is changed.
    """
    made: RebuiltSummaries = {}
    found: list[SummaryDifference] = []
    _summarise_streams(made, connection, read_events, summarise, progress)
    with connection.open_exclusive_transaction():
        _summarise_streams(made, connection, read_events, summarise, None)
        for identity, stream, _, _, was in connection.run_query(sql_statements.ALL_SUMMARIES):
            now = made[identity][1]
            if was != now:
                found += list_text_differences(stream, was, now)
                connection.execute_once(sql_statements.SET_SUMMARY, (identity, now))
        connection.execute_once(sql_statements.DROP_PAGES)
    return SummaryRebuildReport(
        len(made), sum(version for version, _ in made.values()), tuple(found)
    )


def _summarise_streams(
    made: RebuiltSummaries,
    connection: ServerConnection,
    read: ReadEvents,
    summarise: Summarise,
    progress: Progress | None,
) -> None:
    """Summarise every stream that was not read at its current version."""
    rows = connection.run_query(sql_statements.ALL_SUMMARIES)
    total, events = sum(row[3] for row in rows), 0
    for identity, stream, kind, version, _ in rows:
        if made.get(identity, (0, None))[0] != version:
            info = StoredStream(stream, kind, version)
            summary = summarise(info, read(stream, 0, version))
            require_matching_summary(stream, kind, version, summary)
            made[identity] = version, encode_summary(summary)
        events += version
        if progress is not None:
            progress(events, total)
