"""Packed copies of old events kept beside their rows, when nobody has to wait for it."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Sequence

from tracker.ledger.pages import Page, pack_page, seal
from tracker.ledger.sqlite import statements
from tracker.ledger.sqlite.failures import roll_back


def keep(connection: sqlite3.Connection, identity: int, pages: Sequence[Page]) -> None:
    """Keep whole pages packed, unless the ledger is in use: nobody waits, and nothing fails."""
    if connection.in_transaction:
        return
    execute = connection.execute
    wait = execute("PRAGMA busy_timeout").fetchone()[0]
    execute("PRAGMA busy_timeout = 0")
    try:
        with contextlib.suppress(sqlite3.Error):
            execute("BEGIN IMMEDIATE")
            for page in pages:
                (digest,) = execute(statements.DIGEST, (identity, page.last)).fetchone()
                data = pack_page(page)
                execute(statements.KEEP_PAGE, (identity, page.last, seal(digest, data), data))
            execute("COMMIT")
    finally:
        roll_back(connection)
        execute(f"PRAGMA busy_timeout = {wait}")
