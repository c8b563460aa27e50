"""Packed copies of old events: read before the rows, and made when nobody has to wait for it.

The rows stay the truth. A copy that is missing, spoilt or of another history is not used.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from tracker.ledger.pages import PAGE_EVENTS, Page, Row, packed, page_of, seal, unpacked
from tracker.ledger.reports import LedgerProblem
from tracker.ledger.sqlite import statements
from tracker.ledger.sqlite.failures import Failure, translate


def told(connection: sqlite3.Connection, path: Path, stream: str, identity: int) -> Iterator[Page]:
    """A stream from its packed pages, and from the rows behind them.

    Whole pages of rows are kept packed when all was told. Raises ``LedgerError``.
    """
    try:
        pages, believed = _kept(connection, identity)
        yield from pages
        after = pages[-1].last if pages else 0
        whole: list[Page] = []
        while rows := _rows(connection, identity, after):
            page = page_of(stream, after + 1, rows)
            yield page
            after = page.last
            if len(rows) == PAGE_EVENTS:
                whole.append(page)
        if whole and believed and not connection.in_transaction:
            _keep(connection, identity, whole)
    except Failure as error:
        raise translate(error, path) from error


def _rows(connection: sqlite3.Connection, identity: int, after: int) -> list[Row]:
    """The next rows of a stream, a page at most."""
    return connection.execute(statements.TELL, (identity, after, PAGE_EVENTS)).fetchall()


def _kept(connection: sqlite3.Connection, identity: int) -> tuple[list[Page], bool]:
    """The packed pages of a stream from its beginning, up to the first that is not believed.

    Says, too, whether all of them were believed.
    """
    pages: list[Page] = []
    first = 1
    for version, sealed, data, digest in connection.execute(statements.PAGES, (identity,)):
        page = unpacked(first, version, digest or b"", sealed, data)
        if page is None:
            return pages, False
        pages.append(page)
        first = version + 1
    return pages, True


def _keep(connection: sqlite3.Connection, identity: int, pages: Sequence[Page]) -> None:
    """Keep whole pages packed, unless the ledger is in use: nobody waits, and nothing fails.

    There must be no transaction open.
    """
    execute = connection.execute
    wait = execute("PRAGMA busy_timeout").fetchone()[0]
    execute("PRAGMA busy_timeout = 0")
    try:
        with contextlib.suppress(sqlite3.Error):
            execute("BEGIN IMMEDIATE")
            for page in pages:
                (digest,) = execute(statements.DIGEST, (identity, page.last)).fetchone()
                data = packed(page)
                execute(statements.KEEP_PAGE, (identity, page.last, seal(digest, data), data))
            execute("COMMIT")
    finally:
        if connection.in_transaction:
            execute("ROLLBACK")
        execute(f"PRAGMA busy_timeout = {wait}")


def faults(connection: sqlite3.Connection, sound: Iterable[str]) -> Iterator[LedgerProblem]:
    """The first packed page of each of these streams that is not what its rows say."""
    for stream in sound:
        identity = connection.execute(statements.HEAD, (stream,)).fetchone()[0]
        version = _first_fault(connection, stream, identity)
        if version is not None:
            what = f"the packed copy of its events up to version {version} is not what they say"
            yield LedgerProblem(stream, version, None, what + "; it is not used, rebuild drops it.")


def _first_fault(connection: sqlite3.Connection, stream: str, identity: int) -> int | None:
    """The version that ends the first page that was changed, or stands in a wrong place."""
    first = 1
    found = connection.execute(statements.PAGES, (identity,))
    for version, sealed, data, digest in found:
        rows = _rows(connection, identity, first - 1)
        page = page_of(stream, first, rows) if rows else None
        if page is None or (version, data) != (page.last, packed(page)):
            return int(version)
        if sealed != seal(digest, data):
            return int(version)
        first = page.last + 1
    return None
