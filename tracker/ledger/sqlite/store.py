"""The ledger in an SQLite file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import starmap
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tracker.ledger.entry_checks import check_command, check_entry
from tracker.ledger.errors import BrokenLedger
from tracker.ledger.pages import Page
from tracker.ledger.reports import CheckReport, RebuildReport
from tracker.ledger.sqlite import statements
from tracker.ledger.sqlite.appending import Appender
from tracker.ledger.sqlite.backup import back_up_database
from tracker.ledger.sqlite.connection import SCHEMA, read_schema_number
from tracker.ledger.sqlite.failures import Failure, roll_back, translate
from tracker.ledger.sqlite.file_identity import FileIdentity
from tracker.ledger.sqlite.making import connect_to_write
from tracker.ledger.sqlite.only_reading import connect_to_read
from tracker.ledger.sqlite.pages import keep
from tracker.ledger.sqlite.rebuild import rebuild
from tracker.ledger.sqlite.transaction import Transaction
from tracker.ledger.sqlite.verify import verify
from tracker.ledger.sqlite.wal import Log
from tracker.ledger.store import NewEvent, Progress, StoredEvent, StreamHead, StreamInfo, Summarise
from tracker.ledger.summary import Summary
from tracker.ledger.verified_reader import RowReader


class SqliteStore:
    """The interface of ``Store`` over one file, made or brought up to date when it is opened."""

    server_version: None = None

    def __init__(
        self,
        path: Path,
        *,
        wait: float = 5.0,
        only_reading: bool = False,
        summarise: Summarise | None = None,
    ) -> None:
        """Open the file; ``wait`` is how long to wait for another writer, in seconds.

        ``only_reading`` opens one that is there and writes nothing, whatever it may;
        ``summarise`` is that of ``open_store``.
        """
        self.path = path
        self._connection = (connect_to_read if only_reading else connect_to_write)(path, wait)
        self._execute = self._connection.execute
        self._appender = Appender(self._connection)
        self._following = RowReader(self._all, statements.QUESTIONS, summarise)
        self.appends = 0
        self._log = Log(self._connection, path)
        if not only_reading:
            self._bring_up_to_date()
        file = FileIdentity(self._connection, path)
        self._transaction = Transaction(self._connection, path, self._log, file)

    def append(
        self,
        stream: str,
        expected: int,
        events: Sequence[NewEvent],
        *,
        author: str,
        at: int,
        summary: Summary | None = None,
        stream_kind: str | None = None,
    ) -> list[StoredEvent]:
        """See ``Store.append``."""
        check_entry(stream, expected, events, at)
        transaction = self._transaction
        with transaction:
            head, stored = self._appender.append(
                stream,
                expected,
                events,
                author=author,
                at=at,
                summary=summary,
                stream_kind=stream_kind,
            )
        self._appender.heads[stream] = head
        self.appends += 1
        self._log.note_events(len(events))
        if not transaction.blocks:
            self._log.tend_log()
        return stored

    @contextmanager
    def write_together(self, command: str = "") -> Iterator[None]:
        """See ``Store.together``."""
        if self._transaction.blocks:
            yield
            return
        check_command(command)
        heads = dict(self._appender.heads)
        try:
            with self._transaction:
                self._appender.check_new(command)
                yield
                self._appender.record_command(command)
        except BaseException:
            self._appender.heads = heads
            raise
        self._log.tend_log()

    def note_command(self, command: str) -> None:
        """See ``Store.note_command``."""
        self._appender.record_command(command)

    def list_commands(self) -> dict[str, int]:
        """See ``Store.commands``."""
        return {name: position for name, position, *_ in self._all(statements.COMMANDS, ())}

    @contextmanager
    def still(self) -> Iterator[None]:
        """See ``Store.still``."""
        self._all("BEGIN", ())
        try:
            yield
        finally:
            roll_back(self._connection)

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[StoredEvent]:
        """See ``Store.read``."""
        return self._following.read(stream, after, upto)

    def read_pages(self, stream: str) -> Iterator[Page]:
        """See ``Store.read_pages``; whole pages are kept packed once all was told."""
        return self._following.read_pages(stream, partial(keep, self._connection))

    def read_all(self, after_position: int = 0) -> Iterator[StoredEvent]:
        """See ``Store.read_all``."""
        return self._following.read_all(after_position)

    def version(self, stream: str) -> int:
        """See ``Store.version``."""
        row = self._one(statements.VERSION, (stream,))
        return int(row[0]) if row else 0

    def changes(self) -> int:
        """See ``Store.changes``; the number SQLite has for what others wrote, and what we did."""
        return int(self._one("PRAGMA data_version", ())[0]) + self.appends

    def list_streams(self, kind: str | None = None) -> list[StreamInfo]:
        """See ``Store.streams``."""
        return list(starmap(StreamInfo, self._all(statements.STREAMS, (kind,))))

    def heads(self, upto: int | None = None) -> list[StreamHead]:
        """See ``Store.heads``."""
        asked, values = (statements.HEADS, ()) if upto is None else (statements.HEADS_AT, (upto,))
        rows = self._all(asked, values)
        return [StreamHead(StreamInfo(*row), digest) for _, *row, digest in rows]

    def summary(self, stream: str) -> Summary | None:
        """See ``Store.summary``."""
        return self._following.summary(stream)

    def list_summaries(self, kind: str | None = None, status: str | None = None) -> list[Summary]:
        """See ``Store.summaries``."""
        return self._following.list_summaries(kind, status)

    def verify(
        self, progress: Progress | None = None, summarise: Summarise | None = None
    ) -> CheckReport:
        """See ``Store.verify``; the file itself, its tables and guards are checked, too."""
        try:
            return verify(self._connection, self._following, progress, summarise)
        except Failure as error:
            raise translate(error, self.path) from error

    def rebuild(self, summarise: Summarise, progress: Progress | None = None) -> RebuildReport:
        """See ``Store.rebuild``; other writers wait only while the results are swapped in."""
        try:
            return rebuild(self._connection, self.read, summarise, progress)
        except Failure as error:
            raise translate(error, self.path) from error

    def back_up(self, target: Path) -> None:
        """See ``Store.backup``; others may write meanwhile."""
        try:
            back_up_database(self._connection, target, self.path, self._check_copy)
        except Failure as error:
            raise translate(error, target) from error

    def close(self) -> None:
        """See ``Store.close``."""
        try:
            self._log.close()
            self._connection.close()
        except Failure as error:
            raise translate(error, self.path) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _check_copy(self, copy: Path) -> None:
        with SqliteStore(copy, only_reading=True) as reading:
            found = reading.verify().problems
        if found:
            raise BrokenLedger(
                f"{self.path} is not as it was written, so no copy was made ({found[0].message})"
            )

    def _bring_up_to_date(self) -> None:
        """Run the migrations that are missing, if any; only then is Alembic loaded."""
        try:
            if read_schema_number(self._connection, self.path) < SCHEMA:
                from tracker.ledger.sqlite.upgrade import upgrade_schema

                upgrade_schema(self._connection, self.path)
        except BaseException as error:
            self._connection.close()
            if isinstance(error, Failure):
                raise translate(error, self.path) from error
            raise

    def _all(self, statement: str, values: tuple[object, ...]) -> list[Any]:
        try:
            return self._execute(statement, values).fetchall()
        except Failure as error:
            raise translate(error, self.path) from error

    def _one(self, statement: str, values: tuple[object, ...]) -> Any:
        rows = self._all(statement, values)
        return rows[0] if rows else None
