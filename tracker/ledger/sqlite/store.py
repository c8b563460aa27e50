"""The ledger in an SQLite file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import starmap
from operator import attrgetter
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tracker.ledger.entries import check_entry
from tracker.ledger.errors import UnknownStream
from tracker.ledger.pages import PAGE_EVENTS, Page
from tracker.ledger.reports import CheckReport, RebuildReport
from tracker.ledger.sqlite import statements
from tracker.ledger.sqlite.appending import Appender
from tracker.ledger.sqlite.backup import back_up
from tracker.ledger.sqlite.connection import SCHEMA, connect_to_write, schema_of
from tracker.ledger.sqlite.failures import Failure, translate
from tracker.ledger.sqlite.log import make_room
from tracker.ledger.sqlite.only_reading import connect_to_read
from tracker.ledger.sqlite.pages import told
from tracker.ledger.sqlite.rebuild import rebuild
from tracker.ledger.sqlite.verify import verify
from tracker.ledger.store import NewEvent, Progress, StoredEvent, StreamInfo, Summarise
from tracker.ledger.summary import Summary, summary_from

APPENDS_BEFORE_ROOM = 16
"""After so many appends a store is taken for one of a long game, and its log is given room."""

_NEWEST = 2**63 - 1


class SqliteStore:
    """The interface of ``Store`` over one file, made or brought up to date when it is opened."""

    def __init__(self, path: Path, *, wait: float = 5.0, only_reading: bool = False) -> None:
        """Open the file; ``wait`` is how long to wait for another writer, in seconds.

        ``only_reading`` opens one that is there and writes nothing, whatever it may.
        """
        self.path = path
        self._connection = (connect_to_read if only_reading else connect_to_write)(path, wait)
        self._execute = self._connection.execute
        self._begin_or_end = self._connection.cursor().execute
        self._appender = Appender(self._connection)
        self._appends = 0
        self._has_room = False
        self._together = False
        if not only_reading:
            self._bring_up_to_date()

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
        with self._transaction():
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
        self._appends += 1
        if self._appends >= APPENDS_BEFORE_ROOM and not self._has_room and not self._together:
            make_room(self._connection)
            self._has_room = True
        return stored

    @contextmanager
    def together(self) -> Iterator[None]:
        """See ``Store.together``."""
        if self._together:
            yield
            return
        heads = dict(self._appender.heads)
        try:
            with self._transaction():
                self._together = True
                try:
                    yield
                finally:
                    self._together = False
        except BaseException:
            self._appender.heads = heads
            raise

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[StoredEvent]:
        """See ``Store.read``."""
        row = self._one(statements.HEAD, (stream,))
        if row is None:
            raise UnknownStream(stream)
        return self._read(stream, row[0], max(after, 0), _NEWEST if upto is None else upto)

    def tell(self, stream: str) -> Iterator[Page]:
        """See ``Store.tell``; whole pages are kept packed once all was told."""
        row = self._one(statements.HEAD, (stream,))
        if row is None:
            raise UnknownStream(stream)
        return told(self._connection, self.path, stream, row[0])

    def read_all(self, after_position: int = 0) -> Iterator[StoredEvent]:
        """See ``Store.read_all``."""
        while rows := self._all(statements.READ_ALL, (after_position, PAGE_EVENTS)):
            yield from starmap(StoredEvent, rows)
            after_position = rows[-1][0]

    def version(self, stream: str) -> int:
        """See ``Store.version``."""
        row = self._one(statements.VERSION, (stream,))
        return int(row[0]) if row else 0

    def streams(self, kind: str | None = None) -> list[StreamInfo]:
        """See ``Store.streams``."""
        return list(starmap(StreamInfo, self._all(statements.STREAMS, (kind,))))

    def summary(self, stream: str) -> Summary | None:
        """See ``Store.summary``."""
        row = self._one(statements.ONE_SUMMARY, (stream,))
        return summary_from(row[0]) if row else None

    def summaries(self, kind: str | None = None, status: str | None = None) -> list[Summary]:
        """See ``Store.summaries``."""
        found = [summary_from(text) for (text,) in self._all(statements.SUMMARIES, (kind,))]
        chosen = [each for each in found if each and status in {None, each.status}]
        return sorted(chosen, key=attrgetter("updated_at"), reverse=True)

    def verify(self, progress: Progress | None = None) -> CheckReport:
        """See ``Store.verify``; the file itself and its guards are checked, too."""
        try:
            return verify(self._connection, self.path, self.read, self.summary, progress)
        except Failure as error:
            raise translate(error, self.path) from error

    def rebuild(self, summarise: Summarise, progress: Progress | None = None) -> RebuildReport:
        """See ``Store.rebuild``; other writers wait only while the results are swapped in."""
        try:
            return rebuild(self._connection, self._read, summarise, progress)
        except Failure as error:
            raise translate(error, self.path) from error

    def backup(self, target: Path) -> None:
        """See ``Store.backup``; others may write meanwhile."""
        try:
            back_up(self._connection, target, self.path)
        except Failure as error:
            raise translate(error, target) from error

    def close(self) -> None:
        """See ``Store.close``."""
        try:
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

    def _bring_up_to_date(self) -> None:
        """Run the migrations that are missing, if any; only then is Alembic loaded."""
        try:
            if schema_of(self._connection, self.path) < SCHEMA:
                from tracker.ledger.sqlite.upgrade import upgrade

                upgrade(self._connection, self.path)
        except BaseException as error:
            self._connection.close()
            if isinstance(error, Failure):
                raise translate(error, self.path) from error
            raise

    def _read(self, stream: str, identity: int, after: int, upto: int) -> Iterator[StoredEvent]:
        """The events of a stream, page by page."""
        while rows := self._all(statements.READ, (stream, identity, after, upto, PAGE_EVENTS)):
            yield from starmap(StoredEvent, rows)
            after = rows[-1][2]

    def _all(self, statement: str, values: tuple[object, ...]) -> list[Any]:
        try:
            return self._execute(statement, values).fetchall()
        except Failure as error:
            raise translate(error, self.path) from error

    def _one(self, statement: str, values: tuple[object, ...]) -> Any:
        rows = self._all(statement, values)
        return rows[0] if rows else None

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All that is written in this block or nothing; part of the one begun before, if any."""
        try:
            if not self._together:
                self._begin_or_end("BEGIN IMMEDIATE")
            yield
            if not self._together:
                self._begin_or_end("COMMIT")
        except BaseException as error:
            if self._connection.in_transaction and not self._together:
                self._execute("ROLLBACK")
            if isinstance(error, Failure):
                raise translate(error, self.path) from error
            raise
