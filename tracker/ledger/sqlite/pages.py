"""Packed copies of old events: read before the rows, and made when nobody has to wait for it.

The rows stay the truth. A copy that is missing, spoilt or of another history is not used.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from tracker.ledger.chain import Row as ChainRow
from tracker.ledger.chain import check_head, follow, genesis
from tracker.ledger.pages import PAGE_EVENTS, Page, packed, page_of, seal, unpacked
from tracker.ledger.reports import LedgerProblem
from tracker.ledger.sqlite import statements
from tracker.ledger.sqlite.failures import Failure, roll_back, translate
from tracker.ledger.store import StreamHead


def told(
    connection: sqlite3.Connection, path: Path, identity: int, head: StreamHead
) -> Iterator[Page]:
    """A stream from its packed pages, and from the rows behind them, whose chain is followed.

    Whole pages of rows are kept packed when all was told. Raises ``LedgerError``.
    """
    try:
        before_all = genesis(head.info.stream, head.info.kind)
        pages, digest, believed = _kept(connection, identity, before_all)
        yield from pages
        after = pages[-1].last if pages else 0
        whole: list[Page] = []
        while rows := _rows(connection, identity, after):
            digest = follow(head, after, digest, rows)
            page = page_of(after + 1, rows)
            yield page
            after = page.last
            if len(rows) == PAGE_EVENTS:
                whole.append(page)
        check_head(head, after, digest)
        if whole and believed and not connection.in_transaction:
            _keep(connection, identity, whole)
    except Failure as error:
        raise translate(error, path) from error


def _rows(connection: sqlite3.Connection, identity: int, after: int) -> list[ChainRow]:
    """The next rows of a stream, a page at most."""
    return connection.execute(statements.TELL, (identity, after, PAGE_EVENTS)).fetchall()


def _kept(
    connection: sqlite3.Connection, identity: int, digest: bytes
) -> tuple[list[Page], bytes, bool]:
    """The packed pages of a stream from its beginning, up to the first that is not believed.

    Says, too, the digest of the last event they hold (at first that before any), and whether all
    of them were believed.
    """
    pages: list[Page] = []
    first = 1
    for version, sealed, data, of_last in connection.execute(statements.PAGES, (identity,)):
        page = unpacked(first, version, of_last or b"", sealed, data)
        if page is None:
            return pages, digest, False
        pages.append(page)
        first, digest = version + 1, of_last
    return pages, digest, True


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
        roll_back(connection)
        execute(f"PRAGMA busy_timeout = {wait}")


def faults(
    connection: sqlite3.Connection, sound: Iterable[tuple[int, str]]
) -> Iterator[LedgerProblem]:
    """The first packed page of each of these streams (id, name) that is not what its rows say."""
    for identity, stream in sound:
        version = _first_fault(connection, identity)
        if version is not None:
            what = f"the packed copy of its events up to version {version} is not what they say"
            yield LedgerProblem(stream, version, None, what + "; it is not used, rebuild drops it.")


def _first_fault(connection: sqlite3.Connection, identity: int) -> int | None:
    """The version that ends the first page that was changed, or stands in a wrong place."""
    first = 1
    found = connection.execute(statements.PAGES, (identity,))
    for version, sealed, data, digest in found:
        rows = _rows(connection, identity, first - 1)
        page = page_of(first, rows) if rows else None
        if page is None or (version, data) != (page.last, packed(page)):
            return int(version)
        if sealed != seal(digest, data):
            return int(version)
        first = page.last + 1
    return None
