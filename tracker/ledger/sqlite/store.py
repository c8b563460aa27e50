"""The store for a ledger in an SQLite file."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tracker.ledger import atomic_file_writes
from tracker.ledger.entry_checks import require_valid_command_id, require_valid_entry
from tracker.ledger.ledger_address import require_not_folder
from tracker.ledger.ledger_errors import (
    BrokenLedger,
    CommitInDoubt,
    LedgerBusy,
    LedgerError,
    ReadOnlyLedger,
)
from tracker.ledger.packed_event_pages import EventPage
from tracker.ledger.sql_store import SqlStore
from tracker.ledger.sqlite.backup import back_up_database, copy_database_pages
from tracker.ledger.sqlite.connection import (
    SCHEMA,
    distrust_schema_and_check_pages,
    open_connection,
    read_schema_number,
)
from tracker.ledger.sqlite.database_file_header import (
    has_nonempty_log,
    require_intact_database_file,
)
from tracker.ledger.sqlite.entry_writer import EntryWriter
from tracker.ledger.sqlite.error_translation import Failure, roll_back, translate_error
from tracker.ledger.sqlite.moved_file_detection import MovedFileDetector
from tracker.ledger.sqlite.open_ledger_files import OPENING_LOCK, TrackedConnection
from tracker.ledger.sqlite.write_ahead_log import WriteAheadLog, lock_without_waiting_then_roll_back
from tracker.ledger.store_interface import NewEntry, StoredEvent, Summarise


def connect_to_write(path: Path, timeout_seconds: float) -> sqlite3.Connection:
    """Open a connection for writing. Create a missing file. Raises ``LedgerError`` on failure."""
    try:
        _make_folder_and_require_writable(path)
        if not path.exists() and not has_nonempty_log(path):  # SQLite recovers a file from its log
            _create_empty_ledger(path.resolve(), timeout_seconds)
        elif path.exists() and path.stat().st_nlink > 1:
            atomic_file_writes.remove_unfinished_files(path)  # left by a killed program
        with OPENING_LOCK:
            require_intact_database_file(path)
            return open_connection(path, timeout_seconds)
    except OSError as error:
        message = f"{path} cannot be created ({error.strerror}). Choose another place."
        raise ReadOnlyLedger(message) from error
    except Failure as error:
        raise translate_error(error, path) from error


def _create_empty_ledger(path: Path, wait: float) -> None:
    """Create an empty ledger, unless another program has just done so.

    A power cut leaves no partial file. Raises ``OSError``, ``LedgerError`` and ``sqlite3.Error``.
    """
    from tracker.ledger.sqlite.schema_upgrade import back_up_and_upgrade_schema

    with suppress(FileExistsError), atomic_file_writes.write_atomically(path) as part:
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as new:
            back_up_and_upgrade_schema(new, part)
            copy_database_pages(new, part)
        open_connection(part, wait).close()  # opening the file sets its permanent journal mode


def _make_folder_and_require_writable(path: Path) -> None:
    """Create a missing folder, and check that the folder and the file are writable."""
    missing = [folder for folder in path.parents if not folder.exists()]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        for folder in missing:
            atomic_file_writes.flush_parent_folder_to_disk(folder)
    except OSError as error:
        raise ReadOnlyLedger(
            f"The folder of {path} cannot be created ({error.strerror}). Choose another place."
        ) from error
    require_not_folder(path)
    effective = os.access in os.supports_effective_ids
    for place in (path.parent, path):
        if place.exists() and not os.access(place, os.W_OK, effective_ids=effective):
            raise ReadOnlyLedger(
                f"Warledger cannot write to {place}. Allow writing to this place, or open a copy "
                "elsewhere."
            )


class NestableTransaction:
    """The only open transaction of a store. Nested blocks join the outer transaction.

    This is a class, because a context manager made from a generator would take three times as long.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        path: Path,
        log: WriteAheadLog,
        file: MovedFileDetector,
    ) -> None:
        self._connection = connection
        self._begin_or_end = connection.cursor().execute
        self._path = path
        self._log = log
        self._file = file
        self.blocks = 0

    def __enter__(self) -> None:
        if not self.blocks:
            self._file.raise_if_already_lost()
            try:
                self._begin_or_end("BEGIN IMMEDIATE")
            except BaseException as error:
                self._roll_back_and_raise(error)
                raise
        self.blocks += 1

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        self.blocks -= 1
        if self.blocks:
            return
        if error is not None:
            self._roll_back_and_raise(error)
            return
        try:
            self._begin_or_end("COMMIT")
        except BaseException as failed:
            roll_back(self._connection)
            if not self._log.overwrite_failed_commit():
                raise CommitInDoubt(self._path) from failed
            self._roll_back_and_raise(failed)
            raise
        self._file.rescue_and_raise_if_lost()

    def _roll_back_and_raise(self, error: BaseException) -> None:
        """Roll back. For an SQLite error, raise the ledger error that corresponds to it."""
        roll_back(self._connection)
        if isinstance(error, Failure):
            raise translate_error(error, self._path) from error


_COPY_ATTEMPTS = 5


def connect_to_read(path: Path, timeout_seconds: float) -> sqlite3.Connection:
    """Open a read-only connection. The connection sees the writes of other connections.

    If SQLite cannot create its files beside the ledger, nobody can write to the ledger. The ledger
    file is then read directly. If there is a log beside it, a copy of both is read instead. Raises
    ``LedgerError``, for example if the ledger has an older schema.
    """
    if not path.exists():
        raise LedgerError(f"There is no ledger at {path}. Give the path of a ledger.")
    with OPENING_LOCK:
        return _open_or_copy_to_read(path, timeout_seconds)


def _open_or_copy_to_read(path: Path, wait: float) -> sqlite3.Connection:
    require_intact_database_file(path)
    try:
        try:
            connection: sqlite3.Connection = _connect_read_only(path, "mode=ro", wait)
        except sqlite3.OperationalError:
            if has_nonempty_log(path):
                connection = _copy_to_memory(path)
            else:
                connection = _connect_read_only(path, "mode=ro&immutable=1", wait)
        try:
            if read_schema_number(connection, path) < SCHEMA:
                raise ReadOnlyLedger(
                    f"{path} was written by an older Warledger. Open it once in a writable folder."
                )
        except BaseException:
            connection.close()
            raise
    except Failure as error:
        raise translate_error(error, path) from error
    return connection


def _connect_read_only(path: Path, uri_options: str, wait: float) -> sqlite3.Connection:
    """Open a read connection with options in its URI. Raises ``sqlite3.OperationalError``."""
    address = f"file:{quote(str(path.absolute()))}?{uri_options}"
    connection = sqlite3.connect(
        address, timeout=wait, isolation_level=None, uri=True, factory=TrackedConnection
    )
    try:
        distrust_schema_and_check_pages(connection)
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except BaseException:
        connection.close()
        raise
    connection.track_file(path)
    return connection


def _copy_to_memory(path: Path) -> sqlite3.Connection:
    from tempfile import TemporaryDirectory

    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        with TemporaryDirectory() as folder:
            copy = Path(folder) / "ledger.db"
            _copy_with_log(path, copy)
            with closing(sqlite3.connect(copy)) as whole:
                whole.backup(connection)
        distrust_schema_and_check_pages(connection)
        connection.execute("PRAGMA query_only = ON")
    except BaseException as error:
        connection.close()
        if isinstance(error, OSError):
            raise LedgerError(
                f"{path} cannot be copied for reading ({error.strerror}). Copy the file "
                "yourself, then open the copy."
            ) from error
        raise
    return connection


def _copy_with_log(path: Path, copy: Path) -> None:
    """Copy the file and its logs as they were at one moment.

    Raises ``LedgerBusy`` if other programs keep writing.
    """
    import shutil

    for _ in range(_COPY_ATTEMPTS):
        before = _read_file_stats(path)
        for end in ("", *atomic_file_writes.LOGS):
            if path.with_name(path.name + end) in before:
                shutil.copyfile(path.with_name(path.name + end), copy.with_name(copy.name + end))
        if before == _read_file_stats(path):
            return
    raise LedgerBusy(f"Another program is writing to {path}. Try again in a moment.")


def _read_file_stats(path: Path) -> dict[Path, tuple[int, int]]:
    names = (path.with_name(path.name + end) for end in ("", *atomic_file_writes.LOGS))
    return {name: (name.stat().st_size, name.stat().st_mtime_ns) for name in names if name.exists()}


class SqliteStore(SqlStore):
    """A store in one SQLite file, which is created or upgraded when it is opened."""

    server_version: None = None

    def __init__(
        self,
        path: Path,
        *,
        wait: float = 5.0,
        only_reading: bool = False,
        summarise: Summarise | None = None,
    ) -> None:
        """Open the file. ``wait`` is the busy timeout in seconds.

        If ``only_reading`` is true, an existing file is opened and nothing is written.
        ``summarise`` is as in ``open_store``.
        """
        self.path = path
        self._connection = (connect_to_read if only_reading else connect_to_write)(path, wait)
        self._execute = self._connection.execute
        self._writer = EntryWriter(self._connection)
        super().__init__(self._run_query, summarise)
        self.appends = 0
        self._log = WriteAheadLog(self._connection, path)
        if not only_reading:
            self._run_missing_migrations()
        file = MovedFileDetector(self._connection, path)
        self._transaction = NestableTransaction(self._connection, path, self._log, file)

    @property
    def file_size(self) -> int:
        pages = int(self._execute("PRAGMA page_count").fetchone()[0])
        return pages * int(self._execute("PRAGMA page_size").fetchone()[0])

    def append_entry(self, entry: NewEntry) -> list[StoredEvent]:
        require_valid_entry(entry)
        transaction = self._transaction
        with transaction:
            head, stored = self._writer.append_entry(entry)
        self._writer.heads[entry.stream] = head
        self.appends += 1
        self._log.count_appended_entry(len(entry.events))
        if not transaction.blocks:
            self._log.preallocate_or_checkpoint_log_if_due()
        return stored

    @contextmanager
    def write_in_transaction(self, command_id: str = "") -> Iterator[None]:
        if self._transaction.blocks:
            yield
            return
        require_valid_command_id(command_id)
        heads = dict(self._writer.heads)
        try:
            with self._transaction:
                self._writer.require_unused_command_id(command_id)
                self._writer.last = None
                yield
                self._writer.record_command_id(command_id)
        except BaseException:
            self._writer.heads = heads
            raise
        self._log.preallocate_or_checkpoint_log_if_due()

    def record_command_id(self, command_id: str) -> None:
        self._writer.record_command_id(command_id)

    @contextmanager
    def open_read_snapshot(self) -> Iterator[None]:
        self._run_query("BEGIN", ())
        try:
            yield
        finally:
            roll_back(self._connection)

    def read_change_counter(self) -> int:
        """Implement ``Store.read_change_counter`` with SQLite's count of writes by others."""
        return int(self._run_query("PRAGMA data_version", ())[0][0]) + self.appends

    def back_up(self, target: Path) -> None:
        """Implement ``Store.back_up``. Other programs may write at the same time."""
        try:
            back_up_database(self._connection, target, self.path, self._require_sound_copy)
        except Failure as error:
            raise translate_error(error, target) from error

    def close(self) -> None:
        try:
            self._log.checkpoint_long_log()
            self._connection.close()
        except Failure as error:
            raise translate_error(error, self.path) from error

    def _require_sound_copy(self, copy: Path) -> None:
        with SqliteStore(copy, only_reading=True) as reading:
            found = reading.verify_streams().problems
        if found:
            raise BrokenLedger(
                f"{self.path} has been altered, so no copy was made ({found[0].message})"
            )

    def _run_missing_migrations(self) -> None:
        try:
            if read_schema_number(self._connection, self.path) < SCHEMA:
                from tracker.ledger.sqlite.schema_upgrade import back_up_and_upgrade_schema

                back_up_and_upgrade_schema(self._connection, self.path)
        except BaseException as error:
            self._connection.close()
            if isinstance(error, Failure):
                raise translate_error(error, self.path) from error
            raise

    def _list_faults(self) -> Iterator[str]:
        from tracker.ledger.sqlite.ledger_verification import list_ledger_faults

        try:
            yield from list_ledger_faults(self._connection)
        except Failure as error:
            raise translate_error(error, self.path) from error

    def _store_packed_pages(self, identity: int, pages: Sequence[EventPage]) -> None:
        """Pack and store complete pages, unless the ledger is in use. Errors are ignored."""
        if self._connection.in_transaction:
            return
        with (
            suppress(LedgerError, sqlite3.Error),
            lock_without_waiting_then_roll_back(self._connection),
        ):
            self._add_packed_pages(identity, pages)
            self._execute("COMMIT")

    def _run_query(self, statement: str, values: tuple[object, ...]) -> list[Any]:
        try:
            return self._execute(statement, values).fetchall()
        except Failure as error:
            raise translate_error(error, self.path) from error
