"""The ledger in an SQLite file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import starmap
from operator import attrgetter
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tracker.ledger.chain import check_head, damaged, follow, genesis
from tracker.ledger.entries import check_command, check_entry
from tracker.ledger.errors import BrokenLedger, UnknownStream
from tracker.ledger.pages import PAGE_EVENTS, Page
from tracker.ledger.reports import CheckReport, RebuildReport
from tracker.ledger.sqlite import statements
from tracker.ledger.sqlite.appending import Appender
from tracker.ledger.sqlite.backup import back_up
from tracker.ledger.sqlite.connection import SCHEMA, schema_of
from tracker.ledger.sqlite.failures import Failure, translate
from tracker.ledger.sqlite.log import Log
from tracker.ledger.sqlite.making import connect_to_write
from tracker.ledger.sqlite.only_reading import connect_to_read
from tracker.ledger.sqlite.pages import told
from tracker.ledger.sqlite.rebuild import rebuild
from tracker.ledger.sqlite.same_file import SameFile
from tracker.ledger.sqlite.transaction import Transaction
from tracker.ledger.sqlite.verify import verify
from tracker.ledger.store import NewEvent, Progress, StoredEvent, StreamHead, StreamInfo, Summarise
from tracker.ledger.summary import Summary, summary_from

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
        self._appender = Appender(self._connection)
        self.appends = 0
        self._log = Log(self._connection, path)
        if not only_reading:
            self._bring_up_to_date()
        file = SameFile(self._connection, path)
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
        self._log.took(len(events))
        if not transaction.blocks:
            self._log.tend()
        return stored

    @contextmanager
    def together(self, command: str = "") -> Iterator[None]:
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
                self._appender.done_by(command)
        except BaseException:
            self._appender.heads = heads
            raise
        self._log.tend()

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[StoredEvent]:
        """See ``Store.read``."""
        identity, head = self._head(stream)
        return self._followed(identity, head, max(after, 0), _NEWEST if upto is None else upto)

    def tell(self, stream: str) -> Iterator[Page]:
        """See ``Store.tell``; whole pages are kept packed once all was told."""
        identity, head = self._head(stream)
        return told(self._connection, self.path, identity, head)

    def read_all(self, after_position: int = 0) -> Iterator[StoredEvent]:
        """See ``Store.read_all``."""
        heads: dict[str, StreamHead] = {}
        digests: dict[str, bytes] = {}
        while rows := self._all(statements.READ_ALL, (after_position, PAGE_EVENTS)):
            for position, stream, *row in rows:
                if not isinstance(row[0], int):
                    raise damaged(str(stream), f"the version at position {position} was changed")
                before = row[0] - 1
                if stream not in heads:
                    identity, heads[stream] = self._head(stream)
                    digests[stream] = self._digest(identity, heads[stream], before)
                digests[stream] = follow(heads[stream], before, digests[stream], [tuple(row)])
                yield StoredEvent(position, stream, *row)
            after_position = rows[-1][0]

    def version(self, stream: str) -> int:
        """See ``Store.version``."""
        row = self._one(statements.VERSION, (stream,))
        return int(row[0]) if row else 0

    def streams(self, kind: str | None = None) -> list[StreamInfo]:
        """See ``Store.streams``."""
        return list(starmap(StreamInfo, self._all(statements.STREAMS, (kind,))))

    def heads(self, upto: int | None = None) -> list[StreamHead]:
        """See ``Store.heads``."""
        asked, values = (statements.HEADS, ()) if upto is None else (statements.HEADS_AT, (upto,))
        rows = self._all(asked, values)
        return [StreamHead(StreamInfo(*row), digest) for _, *row, digest in rows]

    def summary(self, stream: str) -> Summary | None:
        """See ``Store.summary``."""
        row = self._one(statements.ONE_SUMMARY, (stream,))
        return summary_from(row[0]) if row else None

    def summaries(self, kind: str | None = None, status: str | None = None) -> list[Summary]:
        """See ``Store.summaries``."""
        found = [summary_from(text) for (text,) in self._all(statements.SUMMARIES, (kind,))]
        chosen = [each for each in found if each and status in {None, each.status}]
        return sorted(chosen, key=attrgetter("updated_at"), reverse=True)

    def verify(
        self, progress: Progress | None = None, summarise: Summarise | None = None
    ) -> CheckReport:
        """See ``Store.verify``; the file itself, its tables and guards are checked, too."""
        try:
            return verify(self._connection, self._unchecked, self.summary, progress, summarise)
        except Failure as error:
            raise translate(error, self.path) from error

    def rebuild(self, summarise: Summarise, progress: Progress | None = None) -> RebuildReport:
        """See ``Store.rebuild``; other writers wait only while the results are swapped in."""
        try:
            return rebuild(self._connection, self.read, summarise, progress)
        except Failure as error:
            raise translate(error, self.path) from error

    def backup(self, target: Path) -> None:
        """See ``Store.backup``; others may write meanwhile."""
        try:
            back_up(self._connection, target, self.path, self._check_copy)
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
            if schema_of(self._connection, self.path) < SCHEMA:
                from tracker.ledger.sqlite.upgrade import upgrade

                upgrade(self._connection, self.path)
        except BaseException as error:
            self._connection.close()
            if isinstance(error, Failure):
                raise translate(error, self.path) from error
            raise

    def _head(self, stream: str) -> tuple[int, StreamHead]:
        """The id of a stream, and its head. Raises ``UnknownStream``."""
        row = self._one(statements.HEAD, (stream,))
        if row is None:
            raise UnknownStream(stream)
        identity, kind, version, digest = row
        if not (isinstance(kind, str) and isinstance(version, int) and isinstance(digest, bytes)):
            raise damaged(stream, "its row holds what no row can")
        return identity, StreamHead(StreamInfo(stream, kind, version), digest)

    def _digest(self, identity: int, head: StreamHead, version: int) -> bytes:
        """The digest that the event behind ``version`` follows."""
        if not version:
            return genesis(head.info.stream, head.info.kind)
        row = self._one(statements.DIGEST, (identity, version))
        if row is None or not isinstance(row[0], bytes):
            raise damaged(head.info.stream, f"version {version} is missing")
        return row[0]

    def _followed(
        self, identity: int, head: StreamHead, after: int, upto: int
    ) -> Iterator[StoredEvent]:
        """The events of a stream, page by page, each page once its chain was followed."""
        stream = head.info.stream
        if after >= min(upto, head.info.version):
            return
        digest = self._digest(identity, head, after)
        for rows in self._pages(stream, identity, after, upto):
            digest = follow(head, after, digest, [row[2:] for row in rows])
            after = rows[-1][2]
            yield from starmap(StoredEvent, rows)
        if upto >= head.info.version:
            check_head(head, after, digest)
        elif after < upto:
            raise damaged(stream, f"version {after + 1} is missing")

    def _unchecked(self, stream: str) -> Iterator[StoredEvent]:
        """The events of a stream as they stand, whatever was done to them."""
        for rows in self._pages(stream, self._head(stream)[0], 0, _NEWEST):
            yield from starmap(StoredEvent, rows)

    def _pages(self, stream: str, identity: int, after: int, upto: int) -> Iterator[list[Any]]:
        """The rows of a stream, so many at once."""
        while rows := self._all(statements.READ, (stream, identity, after, upto, PAGE_EVENTS)):
            yield rows
            after = rows[-1][2]

    def _all(self, statement: str, values: tuple[object, ...]) -> list[Any]:
        try:
            return self._execute(statement, values).fetchall()
        except Failure as error:
            raise translate(error, self.path) from error

    def _one(self, statement: str, values: tuple[object, ...]) -> Any:
        rows = self._all(statement, values)
        return rows[0] if rows else None
