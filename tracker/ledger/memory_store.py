"""A ledger in memory for tests and trials, which is never saved."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from operator import attrgetter
from pathlib import Path
from typing import Self

from tracker.ledger import digest_chain, entry_checks
from tracker.ledger.ledger_check_reports import LedgerCheckReport, SummaryRebuildReport
from tracker.ledger.ledger_errors import DuplicateCommand, LedgerError, UnknownStream
from tracker.ledger.packed_event_pages import PAGE_EVENTS, EventPage, pack_rows_into_event_page
from tracker.ledger.store_interface import (
    NewEntry,
    Progress,
    StoredEvent,
    StoredStream,
    StreamHead,
    Summarise,
)
from tracker.ledger.stream_chain_and_summary_verification import verify_stream_chains_and_summaries
from tracker.ledger.stream_summary import StreamSummary, SummaryDifference, list_summary_differences


class MemoryStore:
    """A store that keeps its events in lists. It implements the ``Store`` interface."""

    path: Path | None = None
    server_version: None = None
    file_size: int = 0

    def __init__(self) -> None:
        self._kinds: dict[str, str] = {}
        self._events: dict[str, list[StoredEvent]] = {}
        self._all: list[StoredEvent] = []
        self._summaries: dict[str, StreamSummary] = {}
        self._commands: dict[str, int] = {}
        self._closed = False
        self.appends = 0

    def append_entry(self, entry: NewEntry) -> list[StoredEvent]:
        self._require_open()
        entry_checks.require_valid_entry(entry)
        stream = entry.stream
        old = self._events.get(stream, [])
        row = (0, self._kinds[stream], len(old), old[-1].digest) if old else None
        head = entry_checks.build_head_at_expected_version(entry, row)
        entry_checks.require_entry_and_summary_of_kind(entry, head.kind)
        target = entry.events[0].rewinds_to
        if target is not None:
            is_rewind = target > 0 and old[target - 1].rewinds_to is not None
            entry_checks.require_valid_rewind_target(stream, target, is_rewind, old[target].entry)
        rows = digest_chain.build_chained_rows(head.digest, entry)
        first = len(self._all) + 1
        stored = [StoredEvent(first + i, stream, *row) for i, row in enumerate(rows)]
        self._kinds.setdefault(stream, head.kind)
        self._events.setdefault(stream, []).extend(stored)
        self._all.extend(stored)
        if entry.summary is not None:
            self._summaries[stream] = entry.summary
        self.appends += 1
        return stored

    @contextmanager
    def write_in_transaction(self, command_id: str = "") -> Iterator[None]:
        entry_checks.require_valid_command_id(command_id)
        if command_id in self._commands:
            last = self._all[self._commands[command_id] - 1]
            raise DuplicateCommand(command_id, last.stream, last.version)
        kinds, summaries, everything = dict(self._kinds), dict(self._summaries), list(self._all)
        events = {stream: list(each) for stream, each in self._events.items()}
        try:
            yield
        except BaseException:
            self._kinds, self._summaries, self._all = kinds, summaries, everything
            self._events = events
            raise
        if command_id and len(self._all) > len(everything):
            self._commands[command_id] = len(self._all)

    def record_command_id(self, command_id: str) -> None:
        self._commands[command_id] = len(self._all)

    def map_commands_to_last_positions(self) -> dict[str, int]:
        return dict(sorted(self._commands.items()))

    def open_read_snapshot(self) -> AbstractContextManager[None]:
        """Return a context that does nothing, because this store has no other writers."""
        return nullcontext()

    def read_events(
        self, stream: str, after_version: int = 0, upto_version: int | None = None
    ) -> Iterator[StoredEvent]:
        self._require_open()
        events = self._events.get(stream)
        if events is None:
            raise UnknownStream(stream)
        stop = None if upto_version is None else max(upto_version, 0)
        return iter(events[max(after_version, 0) : stop])

    def read_event_pages(self, stream: str) -> Iterator[EventPage]:
        rows = [
            (e.version, e.kind, e.schema, e.entry, e.action, e.recorded_at, e.author, e.body)
            for e in self.read_events(stream)
        ]
        starts = range(0, len(rows), PAGE_EVENTS)
        return (pack_rows_into_event_page(at + 1, rows[at : at + PAGE_EVENTS]) for at in starts)

    def read_all_verified_events(self, after_position: int = 0) -> Iterator[StoredEvent]:
        self._require_open()
        return iter(self._all[max(after_position, 0) :])

    def get_version(self, stream: str) -> int:
        self._require_open()
        return len(self._events.get(stream, ()))

    def read_change_counter(self) -> int:
        return self.appends

    def list_streams(self, kind: str | None = None) -> list[StoredStream]:
        self._require_open()
        return [
            StoredStream(stream, own, len(self._events[stream]))
            for stream, own in self._kinds.items()
            if kind is None or own == kind
        ]

    def list_stream_heads(self, upto_position: int | None = None) -> list[StreamHead]:
        self._require_open()
        last = {event.stream: event for event in self._all[:upto_position]}
        return [
            StreamHead(StoredStream(stream, self._kinds[stream], event.version), event.digest)
            for stream, event in last.items()
        ]

    def get_summary(self, stream: str) -> StreamSummary | None:
        self._require_open()
        return self._summaries.get(stream)

    def list_summaries(
        self, kind: str | None = None, status: str | None = None
    ) -> list[StreamSummary]:
        newest_first = [
            self._summaries[info.stream]
            for info in reversed(self.list_streams(kind))
            if info.stream in self._summaries
        ]
        chosen = [each for each in newest_first if status is None or each.status == status]
        return sorted(chosen, key=attrgetter("updated_at"), reverse=True)

    def verify_streams(
        self, progress: Progress | None = None, summarise: Summarise | None = None
    ) -> LedgerCheckReport:
        return verify_stream_chains_and_summaries(
            self.list_stream_heads(), self.read_events, self._summaries.get, progress, summarise
        )

    def rebuild_summaries(
        self, summarise: Summarise, progress: Progress | None = None
    ) -> SummaryRebuildReport:
        rebuilt: dict[str, StreamSummary] = {}
        found: list[SummaryDifference] = []
        events = 0
        for info in self.list_streams():
            now = summarise(info, self.read_events(info.stream))
            entry_checks.require_matching_summary(info.stream, info.kind, info.version, now)
            found += list_summary_differences(info.stream, self._summaries.get(info.stream), now)
            if now is not None:
                rebuilt[info.stream] = now
            events += info.version
            if progress is not None:
                progress(events, len(self._all))
        self._summaries = rebuilt
        return SummaryRebuildReport(len(self._kinds), events, tuple(found))

    def back_up(self, target: Path) -> None:
        from tracker.ledger.entry_copy import copy_store_to_file

        copy_store_to_file(self, target)

    def close(self) -> None:
        self._closed = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _require_open(self) -> None:
        if self._closed:
            raise LedgerError("The ledger is closed. Open the ledger again.")
