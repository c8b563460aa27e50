"""The ledger in an SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import starmap
from operator import attrgetter
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

from tracker.ledger import chain
from tracker.ledger.entries import (
    check_entry,
    check_kind,
    check_landing,
    check_summary,
    kind_for,
)
from tracker.ledger.errors import Conflict, UnknownStream
from tracker.ledger.pages import PAGE_EVENTS, Page
from tracker.ledger.reports import RebuildReport, Report
from tracker.ledger.sqlite import statements
from tracker.ledger.sqlite.backup import back_up
from tracker.ledger.sqlite.connection import (
    SCHEMA,
    connect_to_write,
    schema_of,
)
from tracker.ledger.sqlite.failures import translate
from tracker.ledger.sqlite.log import make_room
from tracker.ledger.sqlite.only_reading import connect_to_read
from tracker.ledger.sqlite.pages import told
from tracker.ledger.sqlite.rebuild import rebuild
from tracker.ledger.sqlite.verify import verify
from tracker.ledger.store import NewEvent, Progress, StoredEvent, StreamInfo, Summarise
from tracker.ledger.summary import Summary, summary_from, summary_text

APPENDS_BEFORE_ROOM = 16
"""After so many appends a store is taken for one of a long game, and its log is given room."""

_NEWEST = 2**63 - 1


class _Head(msgspec.Struct, gc=False):
    """What an append must know of a stream."""

    id: int
    kind: str
    version: int
    digest: bytes


class SqliteStore:
    """The interface of ``Store`` over one file, made or brought up to date when it is opened."""

    def __init__(self, path: Path, *, wait: float = 5.0, only_reading: bool = False) -> None:
        """Open the file; ``wait`` is how long to wait for another writer, in seconds.

        ``only_reading`` opens one that is there and writes nothing, whatever it may.
        """
        self.path = path
        self._heads: dict[str, _Head] = {}
        self._connection = (connect_to_read if only_reading else connect_to_write)(path, wait)
        self._execute = self._connection.execute
        self._write = self._connection.cursor()
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
        try:
            self._begin()
            head = self._head(stream, expected, stream_kind)
            check_kind(stream, head.kind, stream_kind)
            check_summary(stream, head.kind, expected + len(events), summary)
            rows = chain.extend(head.digest, expected, events, author, at)
            version, digest = rows[-1][0], rows[-1][-1]
            identity = self._move_head(stream, head, version, digest, summary)
            target = events[0].rewinds_to
            if target is not None:
                self._check_landing(stream, identity, target)
            last = self._insert(identity, rows)
            self._commit()
        except BaseException as error:
            self._roll_back()
            if isinstance(error, sqlite3.Error):
                raise translate(error, self.path) from error
            raise
        self._heads[stream] = _Head(identity, head.kind, version, digest)
        self._appends += 1
        if self._appends >= APPENDS_BEFORE_ROOM and not self._has_room and not self._together:
            make_room(self._connection)
            self._has_room = True
        first = last - len(rows) + 1
        return [StoredEvent(first + i, stream, *row) for i, row in enumerate(rows)]

    @contextmanager
    def together(self) -> Iterator[None]:
        """See ``Store.together``."""
        heads = dict(self._heads)
        try:
            self._begin()
            self._together = True
            yield
            self._together = False
            self._commit()
        except BaseException as error:
            self._together = False
            self._heads = heads
            self._roll_back()
            if isinstance(error, sqlite3.Error):
                raise translate(error, self.path) from error
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

    def verify(self, progress: Progress | None = None) -> Report:
        """See ``Store.verify``; the file itself and its guards are checked, too."""
        try:
            return verify(self._connection, self.path, self.read, self.summary, progress)
        except sqlite3.Error as error:
            raise translate(error, self.path) from error

    def rebuild(self, summarise: Summarise, progress: Progress | None = None) -> RebuildReport:
        """See ``Store.rebuild``; other writers wait only while the results are swapped in."""
        try:
            return rebuild(self._connection, self._read, summarise, progress)
        except sqlite3.Error as error:
            raise translate(error, self.path) from error

    def backup(self, target: Path) -> None:
        """See ``Store.backup``; others may write meanwhile."""
        try:
            back_up(self._connection, target)
        except sqlite3.Error as error:
            raise translate(error, target) from error

    def close(self) -> None:
        """See ``Store.close``."""
        try:
            self._connection.close()
        except sqlite3.Error as error:
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
            if isinstance(error, sqlite3.Error):
                raise translate(error, self.path) from error
            raise

    def _head(self, stream: str, expected: int, given: str | None) -> _Head:
        """The head an entry follows: the one remembered, the one stored, or that of a new stream.

        A head remembered at the expected version is right, since history never changes.
        """
        head = self._heads.get(stream)
        if head is not None and head.version == expected:
            return head
        row = self._execute(statements.HEAD, (stream,)).fetchone()
        if row is not None:
            if row[2] != expected:
                raise Conflict(stream, expected, row[2])
            return _Head(*row)
        if expected:
            raise UnknownStream(stream)
        kind = kind_for(stream, given)
        return _Head(0, kind, 0, chain.genesis(stream, kind))

    def _move_head(
        self, stream: str, head: _Head, version: int, digest: bytes, summary: Summary | None
    ) -> int:
        """Write the stream's new head and summary, and return its id; may raise ``Conflict``."""
        text = summary_text(summary)
        if not head.version:
            values = head.kind, version, digest, text, stream
            return self._write.execute(statements.FOUND_STREAM, values).lastrowid or 0
        moved = self._write.execute(
            statements.MOVE_HEAD, (version, digest, text, head.id, head.version)
        )
        if moved.rowcount != 1:
            actual = self._execute(statements.VERSION, (stream,)).fetchone()
            raise Conflict(stream, head.version, actual[0] if actual else 0)
        return head.id

    def _insert(self, identity: int, rows: list[chain.Row]) -> int:
        """Insert the rows of an entry, and return the position of its last one."""
        write, last = self._write.execute, 0
        for start in range(0, len(rows), statements.MOST_EVENTS):
            some = rows[start : start + statements.MOST_EVENTS]
            values = [value for row in some for value in (*row, identity)]
            last = write(statements.add_events(len(some)), values).lastrowid or 0
        return last

    def _check_landing(self, stream: str, identity: int, target: int) -> None:
        """Raise ``BadRewind`` unless a rewind may land on version ``target``, below the head."""
        next_entry, is_rewind = self._execute(statements.LANDING, (identity, target)).fetchone()
        check_landing(stream, target, bool(is_rewind), next_entry)

    def _read(self, stream: str, identity: int, after: int, upto: int) -> Iterator[StoredEvent]:
        """The events of a stream, page by page."""
        while rows := self._all(statements.READ, (stream, identity, after, upto, PAGE_EVENTS)):
            yield from starmap(StoredEvent, rows)
            after = rows[-1][2]

    def _all(self, statement: str, values: tuple[object, ...]) -> list[Any]:
        try:
            return self._execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise translate(error, self.path) from error

    def _one(self, statement: str, values: tuple[object, ...]) -> Any:
        rows = self._all(statement, values)
        return rows[0] if rows else None

    def _begin(self) -> None:
        """Begin a transaction, unless one was begun for several appends together."""
        if not self._together:
            self._write.execute("BEGIN IMMEDIATE")

    def _commit(self) -> None:
        if not self._together:
            self._write.execute("COMMIT")

    def _roll_back(self) -> None:
        """End the transaction, if there is still one, after something went wrong in it."""
        if self._connection.in_transaction and not self._together:
            self._execute("ROLLBACK")
