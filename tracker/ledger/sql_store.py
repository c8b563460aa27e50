"""The part of a store that is the same for both databases, such as verified reading."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from itertools import starmap
from operator import attrgetter
from typing import Any, Self

from tracker.ledger import shared_sql_statements, stream_summary
from tracker.ledger.digest_chain import (
    ChainedRow,
    compute_genesis_digest,
    make_broken_stream_error,
    require_matching_head_digest,
    verify_chain,
)
from tracker.ledger.entry_checks import require_matching_summary
from tracker.ledger.ledger_check_reports import (
    LedgerCheckReport,
    LedgerProblem,
    SummaryRebuildReport,
)
from tracker.ledger.ledger_errors import BrokenLedger, LedgerError, UnknownStream
from tracker.ledger.packed_event_pages import (
    PAGE_EVENTS,
    EventPage,
    compute_page_seal,
    pack_page,
    pack_rows_into_event_page,
    unpack_page,
)
from tracker.ledger.store_interface import (
    Progress,
    StoredEvent,
    StoredStream,
    StreamHead,
    Summarise,
)
from tracker.ledger.stream_chain_and_summary_verification import verify_stream_chains_and_summaries

NEWEST = 2**63 - 1
"""A version higher than that of any stream."""

RunQuery = Callable[[str, tuple[object, ...]], list[Any]]
"""A function that runs a statement with values and returns all rows, or raises ``LedgerError``."""

RebuiltSummaries = dict[int, tuple[int, str | None]]
"""For each stream's id, the version up to which it was read, and its summary at that version."""


class SqlStore(ABC):
    """The part of ``Store`` that is the same for both databases."""

    def __init__(self, query: RunQuery, summarise: Summarise | None = None) -> None:
        """Prepare to read a database. ``summarise`` recomputes summaries that cannot be read."""
        self._query = query
        self._summarise = summarise

    @abstractmethod
    def write_in_transaction(self, command_id: str = "") -> AbstractContextManager[None]: ...

    @abstractmethod
    def open_read_snapshot(self) -> AbstractContextManager[None]: ...

    @abstractmethod
    def close(self) -> None: ...

    @abstractmethod
    def _list_faults(self) -> Iterator[str]:
        """Yield a sentence for each fault in the database, its tables and triggers."""

    @abstractmethod
    def _store_packed_pages(self, identity: int, pages: Sequence[EventPage]) -> None:
        """Pack and store complete pages of the stream with the given id. Errors are ignored."""

    def map_commands_to_last_positions(self) -> dict[str, int]:
        return {
            name: position for name, position, *_ in self._query(shared_sql_statements.COMMANDS, ())
        }

    def read_events(
        self, stream: str, after_version: int = 0, upto_version: int | None = None
    ) -> Iterator[StoredEvent]:
        identity, head = self._find_stream_id_and_head(stream)
        return self._read_verified_events(
            identity, head, max(after_version, 0), NEWEST if upto_version is None else upto_version
        )

    def read_all_verified_events(self, after_position: int = 0) -> Iterator[StoredEvent]:
        heads: dict[str, StreamHead] = {}
        digests: dict[str, bytes] = {}
        while rows := self._query(shared_sql_statements.READ_ALL, (after_position, PAGE_EVENTS)):
            for position, stream, *row in rows:
                if not isinstance(row[0], int):
                    raise make_broken_stream_error(
                        str(stream), f"the version at position {position} was changed"
                    )
                before = row[0] - 1
                if stream not in heads:
                    identity, heads[stream] = self._find_stream_id_and_head(stream)
                    digests[stream] = self._find_digest_at_version(identity, heads[stream], before)
                digests[stream] = verify_chain(heads[stream], before, digests[stream], [tuple(row)])
                yield StoredEvent(position, stream, *row)
            after_position = rows[-1][0]

    def read_events_unchecked(self, stream: str) -> Iterator[StoredEvent]:
        for rows in self._read_batches(stream, self._find_stream_id_and_head(stream)[0], 0, NEWEST):
            yield from starmap(StoredEvent, rows)

    def read_all_events_unchecked(self) -> Iterator[StoredEvent]:
        after = 0
        while rows := self._query(shared_sql_statements.READ_ALL, (after, PAGE_EVENTS)):
            yield from starmap(StoredEvent, rows)
            after = rows[-1][0]

    def read_event_pages(self, stream: str) -> Iterator[EventPage]:
        """Implement ``Store.read_event_pages``. Packed pages are read first, then verified rows.

        Complete pages of rows are packed and stored at the end.
        """
        identity, head = self._find_stream_id_and_head(stream)
        return self._read_packed_then_verified_pages(identity, head)

    def get_version(self, stream: str) -> int:
        rows = self._query(shared_sql_statements.VERSION, (stream,))
        return int(rows[0][0]) if rows else 0

    def list_streams(self, kind: str | None = None) -> list[StoredStream]:
        return list(starmap(StoredStream, self._query(shared_sql_statements.STREAMS, (kind,))))

    def list_stream_heads(self, upto_position: int | None = None) -> list[StreamHead]:
        if upto_position is None:
            rows = self._query(shared_sql_statements.HEADS, ())
        else:
            rows = self._query(shared_sql_statements.HEADS_AT, (upto_position,))
        return [StreamHead(StoredStream(*row), digest) for _, *row, digest in rows]

    def get_summary(self, stream: str) -> stream_summary.StreamSummary | None:
        return next(
            self._decode_or_recompute_summaries(
                self._query(shared_sql_statements.SUMMARY, (stream,))
            ),
            None,
        )

    def list_summaries(
        self, kind: str | None = None, status: str | None = None
    ) -> list[stream_summary.StreamSummary]:
        found = self._decode_or_recompute_summaries(
            self._query(shared_sql_statements.SUMMARIES, (kind,))
        )
        chosen = [each for each in found if status in {None, each.status}]
        return sorted(chosen, key=attrgetter("updated_at"), reverse=True)

    def read_stored_summary(self, stream: str) -> stream_summary.StreamSummary | None:
        """Read a stream's stored summary. Raises ``BrokenLedger`` if it cannot be decoded."""
        rows = self._query(shared_sql_statements.SUMMARY, (stream,))
        return stream_summary.decode_summary(rows[0][-1]) if rows else None

    def verify_streams(
        self, progress: Progress | None = None, summarise: Summarise | None = None
    ) -> LedgerCheckReport:
        """Implement ``Store.verify_streams`` on a snapshot. Tables and triggers are checked too."""
        of_all: list[LedgerProblem] = []
        with self.open_read_snapshot():
            try:
                of_all.extend(LedgerProblem(None, None, None, what) for what in self._list_faults())
                heads = {
                    identity: StreamHead(StoredStream(*row), digest)
                    for identity, *row, digest in self._query(shared_sql_statements.HEADS, ())
                }
                report = verify_stream_chains_and_summaries(
                    list(heads.values()),
                    self.read_events_unchecked,
                    self.read_stored_summary,
                    progress,
                    summarise,
                )
                unsound = {problem.stream for problem in report.problems}
                names = ((identity, head.info.stream) for identity, head in heads.items())
                of_pages = tuple(
                    self._list_packed_page_faults(one for one in names if one[1] not in unsound)
                )
            except (AttributeError, LedgerError, TypeError, ValueError):
                # A damaged row has impossible values, or a table is missing. Both are already
                # reported.
                if not of_all:
                    raise
                return LedgerCheckReport(0, 0, tuple(of_all))
        problems = (*of_all, *report.problems, *of_pages)
        return LedgerCheckReport(report.streams, report.events, problems)

    def rebuild_summaries(
        self, summarise: Summarise, progress: Progress | None = None
    ) -> SummaryRebuildReport:
        """Implement ``Store.rebuild_summaries``. Other writers wait only for the final swap.

        The swap includes the entries that others wrote during the rebuild. It also deletes the
        packed pages, which are made again when streams are read. If an error is raised, nothing is
        changed.
        """
        made: RebuiltSummaries = {}
        found: list[stream_summary.SummaryDifference] = []
        self._summarise_changed_streams(made, summarise, progress)
        with self.write_in_transaction():
            self._summarise_changed_streams(made, summarise, None)
            for identity, stream, was in self._query(shared_sql_statements.ALL_SUMMARIES, ()):
                _, now = made[identity]
                if was != now:
                    found += stream_summary.list_encoded_summary_differences(stream, was, now)
                    self._query(shared_sql_statements.SET_SUMMARY, (now, identity))
            self._query(shared_sql_statements.DROP_PAGES, ())
        events = sum(version for version, _ in made.values())
        return SummaryRebuildReport(len(made), events, tuple(found))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _summarise_changed_streams(
        self, made: RebuiltSummaries, summarise: Summarise, progress: Progress | None
    ) -> None:
        """Summarise every stream that has not yet been read at its current version."""
        rows = self._query(shared_sql_statements.HEADS, ())
        total, events = sum(row[3] for row in rows), 0
        for identity, stream, kind, version, _ in rows:
            if made.get(identity, (0, None))[0] != version:
                info = StoredStream(stream, kind, version)
                summary = summarise(info, self.read_events(stream, 0, version))
                require_matching_summary(stream, kind, version, summary)
                made[identity] = version, stream_summary.encode_summary(summary)
            events += version
            if progress is not None:
                progress(events, total)

    def _add_packed_pages(self, identity: int, pages: Sequence[EventPage]) -> None:
        for page in pages:
            ((digest,),) = self._query(shared_sql_statements.DIGEST, (identity, page.last_version))
            data = pack_page(page)
            values = identity, page.last_version, compute_page_seal(digest, data), data
            self._query(shared_sql_statements.ADD_PAGE, values)

    def _decode_or_recompute_summaries(
        self, rows: list[Any]
    ) -> Iterator[stream_summary.StreamSummary]:
        """Decode summaries. Unreadable summaries are recomputed, so that lists stay complete."""
        for stream, kind, version, text in rows:
            try:
                found = stream_summary.decode_summary(text)
            except BrokenLedger:
                found = stream_summary.make_placeholder_summary(stream, kind, version)
                if self._summarise is not None:
                    with suppress(LedgerError):
                        info = StoredStream(stream, kind, version)
                        found = self._summarise(info, self.read_events(stream))
            if found is not None:
                yield found

    def _list_packed_page_faults(
        self, intact_streams: Iterable[tuple[int, str]]
    ) -> Iterator[LedgerProblem]:
        """Yield a fault for each stream with a packed page that differs from the stream's rows."""
        for identity, stream in intact_streams:
            version = self._find_first_faulty_page(identity)
            if version is not None:
                what = f"the packed copy of its events up to version {version} does not match them"
                yield LedgerProblem(
                    stream,
                    version,
                    None,
                    what + ". The copy is not used. To remove it, run: warledger rebuild.",
                )

    def _find_stream_id_and_head(self, stream: str) -> tuple[int, StreamHead]:
        rows = self._query(shared_sql_statements.HEAD, (stream,))
        if not rows:
            raise UnknownStream(stream)
        identity, kind, version, digest = rows[0]
        if not (isinstance(kind, str) and isinstance(version, int) and isinstance(digest, bytes)):
            raise make_broken_stream_error(stream, "its row has impossible values")
        return identity, StreamHead(StoredStream(stream, kind, version), digest)

    def _find_digest_at_version(self, identity: int, head: StreamHead, version: int) -> bytes:
        """Return the digest that the event after ``version`` must follow."""
        if not version:
            return compute_genesis_digest(head.info.stream, head.info.kind)
        rows = self._query(shared_sql_statements.DIGEST, (identity, version))
        if not rows or not isinstance(rows[0][0], bytes):
            raise make_broken_stream_error(head.info.stream, f"version {version} is missing")
        return rows[0][0]

    def _read_verified_events(
        self, identity: int, head: StreamHead, after: int, upto: int
    ) -> Iterator[StoredEvent]:
        """Yield a stream's events page by page. Each page's chain is verified first."""
        stream = head.info.stream
        if after >= min(upto, head.info.version):
            return
        digest = self._find_digest_at_version(identity, head, after)
        for rows in self._read_batches(stream, identity, after, upto):
            digest = verify_chain(head, after, digest, [row[2:] for row in rows])
            after = rows[-1][2]
            yield from starmap(StoredEvent, rows)
        if upto >= head.info.version:
            require_matching_head_digest(head, after, digest)
        elif after < upto:
            raise make_broken_stream_error(stream, f"version {after + 1} is missing")

    def _read_batches(
        self, stream: str, identity: int, after: int, upto: int
    ) -> Iterator[list[Any]]:
        read = shared_sql_statements.READ
        while rows := self._query(read, (stream, identity, after, upto, PAGE_EVENTS)):
            yield rows
            after = rows[-1][2]

    def _read_packed_then_verified_pages(
        self, identity: int, head: StreamHead
    ) -> Iterator[EventPage]:
        pages, digest, all_valid = self._read_valid_packed_pages(
            identity, compute_genesis_digest(head.info.stream, head.info.kind)
        )
        yield from pages
        after = pages[-1].last_version if pages else 0
        whole: list[EventPage] = []
        while rows := self._read_rows(identity, after):
            digest = verify_chain(head, after, digest, rows)
            page = pack_rows_into_event_page(after + 1, rows)
            yield page
            after = page.last_version
            if len(rows) == PAGE_EVENTS:
                whole.append(page)
        require_matching_head_digest(head, after, digest)
        if whole and all_valid:
            self._store_packed_pages(identity, whole)

    def _read_rows(self, identity: int, after: int) -> list[ChainedRow]:
        return self._query(shared_sql_statements.ROWS, (identity, after, PAGE_EVENTS))

    def _read_valid_packed_pages(
        self, identity: int, digest: bytes
    ) -> tuple[list[EventPage], bytes, bool]:
        """Return valid packed pages, their last digest, and whether all packed pages are valid."""
        pages: list[EventPage] = []
        first = 1
        for version, sealed, data, of_last in self._query(shared_sql_statements.PAGES, (identity,)):
            page = unpack_page(first, version, of_last or b"", sealed, data)
            if page is None:
                return pages, digest, False
            pages.append(page)
            first, digest = version + 1, of_last
        return pages, digest, True

    def _find_first_faulty_page(self, identity: int) -> int | None:
        """Return the last version of the first changed or misplaced packed page, or None."""
        first = 1
        for version, sealed, data, digest in self._query(shared_sql_statements.PAGES, (identity,)):
            rows = self._read_rows(identity, first - 1)
            page = pack_rows_into_event_page(first, rows) if rows else None
            if page is None or (version, data) != (page.last_version, pack_page(page)):
                return int(version)
            if sealed != compute_page_seal(digest, data):
                return int(version)
            first = page.last_version + 1
        return None
