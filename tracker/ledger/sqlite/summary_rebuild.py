"""Rebuilds all summaries in a separate table, and replaces the old ones in one transaction.

The packed pages are dropped together with the old summaries. Reading a stream packs new pages.
"""

from __future__ import annotations

import contextlib
import sqlite3

from tracker.ledger.entry_checks import require_matching_summary
from tracker.ledger.ledger_check_reports import SummaryRebuildReport
from tracker.ledger.sqlite import sql_statements
from tracker.ledger.sqlite.error_translation import roll_back
from tracker.ledger.store_interface import Progress, ReadEvents, StoredStream, Summarise
from tracker.ledger.stream_summary import encode_summary, list_text_differences


def rebuild_summaries(
    connection: sqlite3.Connection,
    read_events: ReadEvents,
    summarise: Summarise,
    progress: Progress | None,
) -> SummaryRebuildReport:
    """Rebuild all summaries while others may write. Their new entries are read under the lock.

    If ``summarise`` raises an error, or if ``sqlite3.Error`` is raised, nothing is changed.
    """
    execute = connection.execute
    total = execute(sql_statements.LAST_POSITION).fetchone()[0]
    execute(sql_statements.DROP_REBUILT)
    execute(sql_statements.CREATE_REBUILT)
    try:
        _summarise_streams(connection, read_events, summarise, progress, total)
        execute("BEGIN IMMEDIATE")
        _summarise_streams(connection, read_events, summarise, None, total)
        rows = execute(sql_statements.DIFFERING_SUMMARIES).fetchall()
        execute(sql_statements.REPLACE_SUMMARIES)
        execute(sql_statements.DROP_PAGES)
        streams, events = execute("SELECT count(*), total(version) FROM temp.rebuilt").fetchone()
        execute("COMMIT")
    finally:
        roll_back(connection)
        with contextlib.suppress(sqlite3.Error):
            execute(sql_statements.DROP_REBUILT)
    found = tuple(one for row in rows for one in list_text_differences(*row))
    return SummaryRebuildReport(streams, int(events), found)


def _summarise_streams(
    connection: sqlite3.Connection,
    read: ReadEvents,
    summarise: Summarise,
    progress: Progress | None,
    total: int,
) -> None:
    """Summarise into the new table every stream that it does not have at its current version."""
    identity = events = 0
    while row := connection.execute(sql_statements.OUTDATED, (identity,)).fetchone():
        identity, stream, kind, version = row
        info = StoredStream(stream, kind, version)
        summary = summarise(info, read(stream, 0, version))
        require_matching_summary(stream, kind, version, summary)
        connection.execute(sql_statements.ADD_REBUILT, (identity, version, encode_summary(summary)))
        events += version
        if progress is not None:
            progress(events, total)
