"""A ledger opened to be read and never written: also one whose file or folder is protected."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from tracker.ledger.atomic_files import LOGS
from tracker.ledger.errors import LedgerBusy, LedgerError, ReadOnlyLedger
from tracker.ledger.sqlite.connection import (
    SCHEMA,
    check_file,
    distrust_file,
    has_log,
    read_schema_number,
)
from tracker.ledger.sqlite.failures import Failure, translate
from tracker.ledger.sqlite.open_ledgers import ONE_AT_A_TIME, HeldConnection

_TRIES = 5


def connect_to_read(path: Path, wait: float) -> sqlite3.Connection:
    """A connection that cannot write, and sees what others write meanwhile.

    Where not even SQLite's own files beside the ledger can be made, nobody writes to it either:
    then it is read as it is, or, where a writer left a log beside it, from a copy with that log.
    Raises ``LedgerError``, also for a ledger of an older form.
    """
    if not path.exists():
        raise LedgerError(f"There is no ledger {path}; name the file of one.")
    with ONE_AT_A_TIME:
        return _opened(path, wait)


def _opened(path: Path, wait: float) -> sqlite3.Connection:
    check_file(path)
    try:
        try:
            connection: sqlite3.Connection = _connection(path, "mode=ro", wait)
        except sqlite3.OperationalError:
            if has_log(path):
                connection = _copied(path)
            else:
                connection = _connection(path, "mode=ro&immutable=1", wait)
        try:
            if read_schema_number(connection, path) < SCHEMA:
                raise ReadOnlyLedger(
                    f"{path} was written by an older program; open it once where it can be written."
                )
        except BaseException:
            connection.close()
            raise
    except Failure as error:
        raise translate(error, path) from error
    return connection


def _connection(path: Path, how: str, wait: float) -> sqlite3.Connection:
    """Raises ``sqlite3.OperationalError`` where it cannot be read this way."""
    address = f"file:{quote(str(path.absolute()))}?{how}"
    connection = sqlite3.connect(
        address, timeout=wait, isolation_level=None, uri=True, factory=HeldConnection
    )
    try:
        distrust_file(connection)
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except BaseException:
        connection.close()
        raise
    connection.hold(path)
    return connection


def _copied(path: Path) -> sqlite3.Connection:
    """A copy in memory of the ledger as it is with its log. Raises ``LedgerError``."""
    from tempfile import TemporaryDirectory

    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        with TemporaryDirectory() as folder:
            copy = Path(folder) / "ledger.db"
            _copy_with_log(path, copy)
            with closing(sqlite3.connect(copy)) as whole:
                whole.backup(connection)
        distrust_file(connection)
        connection.execute("PRAGMA query_only = ON")
    except BaseException as error:
        connection.close()
        if isinstance(error, OSError):
            message = f"{path} cannot be copied to be read ({error.strerror}); copy it by hand."
            raise LedgerError(message) from error
        raise
    return connection


def _copy_with_log(path: Path, copy: Path) -> None:
    """Copy the file and what stands beside it, all of one moment. Raises ``LedgerBusy``."""
    for _ in range(_TRIES):
        before = _as_it_is(path)
        for end in ("", *LOGS):
            if path.with_name(path.name + end) in before:
                shutil.copyfile(path.with_name(path.name + end), copy.with_name(copy.name + end))
        if before == _as_it_is(path):
            return
    raise LedgerBusy(f"Another program is writing to {path}; try again in a moment.")


def _as_it_is(path: Path) -> dict[Path, tuple[int, int]]:
    """Length and last change of the file and what stands beside it."""
    names = (path.with_name(path.name + end) for end in ("", *LOGS))
    return {name: (name.stat().st_size, name.stat().st_mtime_ns) for name in names if name.exists()}
