"""The check of a whole file: SQLite's own, the guards, each stream's chain and packed pages."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

from tracker.ledger.checks import StreamHead, walk
from tracker.ledger.reports import CheckReport, LedgerProblem
from tracker.ledger.sqlite import guards, pages, statements
from tracker.ledger.store import Progress, StoredEvent, StreamInfo
from tracker.ledger.summary import Summary


def verify(
    connection: sqlite3.Connection,
    path: Path,
    read: Callable[[str], Iterator[StoredEvent]],
    summary: Callable[[str], Summary | None],
    progress: Progress | None,
) -> CheckReport:
    """Check the file as it stands at this moment, while others may go on writing.

    Raises ``sqlite3.Error`` if not even the list of streams can be read.
    """
    connection.execute("BEGIN")
    try:
        of_file = [
            LedgerProblem(None, None, None, what)
            for what in (*_file_faults(connection), *_guard_faults(connection, path))
        ]
        heads = [
            StreamHead(StreamInfo(*row), digest)
            for *row, digest in connection.execute(statements.HEADS).fetchall()
        ]
        report = walk(heads, read, summary, progress)
        unsound = {problem.stream for problem in report.problems}
        streams = [head.info.stream for head in heads if head.info.stream not in unsound]
        of_pages = tuple(pages.faults(connection, streams))
    except (AttributeError, TypeError, ValueError):
        # A damaged row holds what no row can; SQLite's own check has said so.
        if not of_file:
            raise
        return CheckReport(0, 0, tuple(of_file))
    finally:
        connection.execute("ROLLBACK")
    return CheckReport(report.streams, report.events, (*of_file, *report.problems, *of_pages))


def _file_faults(connection: sqlite3.Connection) -> Iterator[str]:
    """What SQLite finds wrong with the file's own structure, and events of no stream."""
    found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        yield f"SQLite finds the file damaged ({found}); restore it from a backup."
        return
    orphan = connection.execute("PRAGMA foreign_key_check (event)").fetchone()
    if orphan is not None:
        yield f"The event at position {orphan[1]} belongs to no stream; it was put in by hand."


def _guard_faults(connection: sqlite3.Connection, path: Path) -> Iterator[str]:
    names = guards.missing(connection)
    if names:
        listed = ", ".join(names)
        yield f"{path.name} has lost guards against changes by hand ({listed}); restore a backup."
