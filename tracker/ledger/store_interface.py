"""The interface of every ledger, which consists of append-only event streams.

A *stream* has the events of one match, league or photo. These events are numbered 1, 2, 3 … without
gaps. This number is the event's *version*; version 0 is the stream before its first event. An
*entry* is one input and the facts that follow from it, appended in one transaction. *Positions*
number all events of the ledger in the order in which they were committed. The ledger stores the
bytes of a body without interpreting them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol, Self

import msgspec

from tracker.ledger.ledger_check_reports import LedgerCheckReport, SummaryRebuildReport
from tracker.ledger.packed_event_pages import EventPage
from tracker.ledger.stream_summary import StreamSummary

Progress = Callable[[int, int], None]
"""A callback that receives the number of events processed so far, and the number of all events."""


class NewEvent(msgspec.Struct, frozen=True, gc=False):
    """An event to append.

    ``entry`` is the version of the input that the event follows from. All events of one append have
    the version of the first event. ``action`` is the version of the innermost open action, or 0.
    ``body`` is canonical JSON. Only a rewind has ``rewinds_to``: the version to which it returns.
    """

    kind: str
    schema: int
    entry: int
    action: int
    body: bytes
    rewinds_to: int | None = None


class NewEntry(msgspec.Struct, frozen=True, gc=False):
    """An entry to append to a stream.

    ``expected_version`` is the version of the stream that the caller knows. With version 0, the
    entry begins a new stream, which requires ``stream_kind`` ('match', 'league' …). ``at`` is in
    microseconds since 1970 (UTC). ``summary`` becomes the stream's row in ``summaries``. Without a
    summary, the row is unchanged.
    """

    stream: str
    expected_version: int
    events: Sequence[NewEvent]
    author: str
    at: int
    summary: StreamSummary | None = None
    stream_kind: str | None = None


class StoredEvent(msgspec.Struct, frozen=True, gc=False):
    """A stored event.

    ``recorded_at`` is in microseconds since 1970 (UTC). ``digest`` is 32 bytes of SHA-256 over the
    stream's previous digest and all fields except ``position``.
    """

    position: int
    stream: str
    version: int
    kind: str
    schema: int
    entry: int
    action: int
    recorded_at: int
    author: str
    body: bytes
    rewinds_to: int | None
    digest: bytes


class StoredStream(msgspec.Struct, frozen=True, gc=False):
    """A stream's public id, its kind, and the version of its head."""

    stream: str
    kind: str
    version: int


class StreamHead(msgspec.Struct, frozen=True):
    """A stream's ``StoredStream``, and the digest of its last event."""

    info: StoredStream
    digest: bytes


Summarise = Callable[[StoredStream, Iterator[StoredEvent]], StreamSummary | None]
"""A function that computes a stream's summary from all its events, or None if it needs none."""


class Store(Protocol):
    """A ledger. Every method may raise ``LedgerError``. A store belongs to one thread.

    ``appends`` is the number of entries appended through this store. ``server_version`` is the
    version of the database server, if there is one.
    """

    appends: int

    @property
    def server_version(self) -> str | None: ...

    @property
    def file_size(self) -> int:
        """The size of the ledger's file in bytes, with the entries in its log, or 0 without a
        file.
        """

    @property
    def path(self) -> Path | None:
        """The ledger's file, or None if the ledger is not in a file."""

    def append_entry(self, entry: NewEntry) -> list[StoredEvent]:
        """Append one entry durably and completely, and return it as stored.

        Raises ``WriteConflict`` if the stream is at another version, and ``InvalidEntry`` if the
        events are not one entry. Raises ``InvalidRewind`` if a rewind's target is not the end of an
        entry below the head. If an error is raised, nothing is written.
        """

    def write_in_transaction(self, command_id: str = "") -> AbstractContextManager[None]:
        """Write all entries of the block at its end, either all or none.

        Other writers wait. If the block raises an error, nothing is written. A nested block is part
        of the outer block. A block with a ``command_id`` is written only once. If the command is
        repeated, for example after the program was killed, ``DuplicateCommand`` is raised before
        the block begins.
        """

    def record_command_id(self, command_id: str) -> None:
        """Record the block's last append as the last append of the command with the given id.

        Only copies of ledgers need this method, because they copy the commands too.
        """

    def map_commands_to_last_positions(self) -> dict[str, int]:
        """Map the id of each command to the position of the last event that it wrote."""

    def open_read_snapshot(self) -> AbstractContextManager[None]:
        """Read a snapshot during the block, without entries that others write meanwhile."""

    def read_events(
        self, stream: str, after_version: int = 0, upto_version: int | None = None
    ) -> Iterator[StoredEvent]:
        """Read the events after ``after_version``, up to ``upto_version``, in order and in pages.

        Raises ``UnknownStream`` immediately, and ``BrokenLedger`` at the first changed event.
        """

    def read_event_pages(self, stream: str) -> Iterator[EventPage]:
        """Read a whole stream in pages, without the columns that only the ledger needs.

        This is the fastest way to read. The store may pack the pages for faster reading later.
        Raises the same errors as ``read_events``.
        """

    def read_all_verified_events(self, after_position: int = 0) -> Iterator[StoredEvent]:
        """Read all events after the given position, page by page, in the order of their commits.

        Raises ``BrokenLedger`` at the first changed event.
        """

    def get_version(self, stream: str) -> int:
        """Return the version of a stream's head, or 0 if the stream does not exist."""

    def read_change_counter(self) -> int:
        """Return a number that changes after every write by any program. Reading it is cheap."""

    def list_streams(self, kind: str | None = None) -> list[StoredStream]:
        """List the streams, or only those of the given ``kind``, oldest first."""

    def list_stream_heads(self, upto_position: int | None = None) -> list[StreamHead]:
        """List the heads of all streams, now or when ``upto_position`` was the last position."""

    def get_summary(self, stream: str) -> StreamSummary | None:
        """Return a stream's summary, or None if the stream has none or does not exist."""

    def list_summaries(
        self, kind: str | None = None, status: str | None = None
    ) -> list[StreamSummary]:
        """List the summaries, or only those of the given kind or status, last changed first."""

    def verify_streams(
        self, progress: Progress | None = None, summarise: Summarise | None = None
    ) -> LedgerCheckReport:
        """Check every stream, and report the first bad row of each.

        If ``summarise`` is given, the summaries are compared with the events.
        """

    def rebuild_summaries(
        self, summarise: Summarise, progress: Progress | None = None
    ) -> SummaryRebuildReport:
        """Recompute all summaries from the events, and report which summaries were wrong."""

    def back_up(self, target: Path) -> None:
        """Copy the ledger to a new file, and check the copy.

        Raises ``LedgerError`` if the file exists, and ``BrokenLedger`` if the ledger is damaged. If
        an error is raised, no copy is made.
        """

    def close(self) -> None:
        """Close the ledger. Closing it twice has no effect."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...
