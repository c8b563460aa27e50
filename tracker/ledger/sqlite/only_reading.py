"""A ledger opened to be read and never written: also one whose file or folder is protected."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from urllib.parse import quote

from tracker.ledger.errors import LedgerError, ReadOnlyLedger
from tracker.ledger.sqlite.connection import SCHEMA, check_file, schema_of
from tracker.ledger.sqlite.failures import Failure, translate


def connect_to_read(path: Path, wait: float) -> sqlite3.Connection:
    """A connection that cannot write, and sees what others write meanwhile.

    Where not even SQLite's own files beside the ledger can be made, nobody writes to it either:
    then it is read as it is. Raises ``LedgerError``, also for a ledger of an older form.
    """
    if not path.exists():
        raise LedgerError(f"There is no ledger {path}; name the file of one.")
    check_file(path)
    try:
        try:
            connection = _connection(path, "mode=ro", wait)
        except sqlite3.OperationalError:
            connection = _connection(path, "mode=ro&immutable=1", wait)
        if schema_of(connection, path) < SCHEMA:
            connection.close()
            raise ReadOnlyLedger(
                f"{path} was written by an older program; open it once where it can be written."
            )
    except Failure as error:
        raise translate(error, path) from error
    return connection


def _connection(path: Path, how: str, wait: float) -> sqlite3.Connection:
    """Raises ``sqlite3.OperationalError`` where it cannot be read this way."""
    address = f"file:{quote(str(path.absolute()))}?{how}"
    connection = sqlite3.connect(address, timeout=wait, isolation_level=None, uri=True)
    try:
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection
