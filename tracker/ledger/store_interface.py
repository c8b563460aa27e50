"""The interface of every ledger, which consists of append-only streams of events.

A *stream* has the events of one match, league or photo. They are numbered 1, 2, 3 … without gaps.
This number is the event's *version*, and version 0 is the stream before its first event. An *entry*
is one input and the facts that follow from it, appended in one transaction. *Positions* count all
events of the ledger in the order in which they were committed. The ledger stores the bytes of a
body without reading them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

import msgspec

from tracker.ledger.ledger_check_reports import CheckReport, RebuildReport
from tracker.ledger.packed_event_pages import EventPage
from tracker.ledger.stream_summary import Summary

Progress = Callable[[int, int], None]
"""Called with the number of events done, and their total."""


class NewEvent(msgspec.Struct, frozen=True, gc=False):
    """An event to append.

    ``entry`` is the version of the input this event follows from: that of the first event of the
    append, for each of its events. ``action`` is the version of the innermost open action, or 0.
    ``body`` is canonical JSON. Only a rewind has ``rewinds_to``, the version it returns to.
    """

    kind: str
    schema: int
    entry: int
    action: int
    body: bytes
    rewinds_to: int | None = None


class StoredEvent(msgspec.Struct, frozen=True, gc=False):
    """A stored event.

    ``recorded_at`` is in microseconds since 1970 (UTC). ``digest`` is 32 bytes of SHA-256 over the
    digest before it in the stream and all fields except ``position``.
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


class StreamInfo(msgspec.Struct, frozen=True, gc=False):
    """A stream: its public id, its kind, and the version of its head."""

    stream: str
    kind: str
    version: int


class StreamHead(msgspec.Struct, frozen=True):
    """The data of a stream besides its events, with the digest of the last one."""

    info: StreamInfo
    digest: bytes


Summarise = Callable[[StreamInfo, Iterator[StoredEvent]], Summary | None]
"""Computes the summary of a stream from all its events, or None for a stream without one."""


class Store(Protocol):
    """A ledger. Every method may raise ``LedgerError``, and a store belongs to one thread.

    ``appends`` counts the entries appended through this store. ``server_version`` is the version of
    the database server, if there is one.
    """

    appends: int

    @property
    def server_version(self) -> str | None: ...

    @property
    def path(self) -> Path | None:
        """The file of the ledger, if it is in one."""
        ...

    def append_entry(
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
        """Append one entry durably and completely, and return it as stored.

        ``expected`` is the version the caller knows. 0 begins the stream, and then needs
        ``stream_kind`` ('match', 'league' …). ``at`` is in microseconds since 1970 (UTC).
        ``summary`` becomes the stream's row in ``summaries``. If it is None, the row is unchanged.

        Raises ``WriteConflict`` if the stream is at another version, ``InvalidEntry`` if the events
        are not one entry, and ``InvalidRewind`` if a rewind names no end of an entry below the
        head. Then nothing is written.
        """
        ...

    def write_in_transaction(self, command: str = "") -> AbstractContextManager[None]:
        """Write all entries of the block at its end, all or none.

        Other writers wait. If the block raises, nothing is written. A nested block is part of the
        outer one. A block with the id of a ``command`` is written only once. If it is repeated, for
        example after a kill, it raises ``DuplicateCommand`` before it begins.
        """
        ...

    def record_command_id(self, command: str) -> None:
        """Record in a block that the last append is the last one of a command with this id.

        Only for copies of a ledger, which include its commands.
        """
        ...

    def list_command_positions(self) -> dict[str, int]:
        """Map the ids of commands to the position of the last event that each wrote."""
        ...

    def read_snapshot(self) -> AbstractContextManager[None]:
        """Read the ledger in the block as it is at one moment, whatever others write."""
        ...

    def read_events(
        self, stream: str, after: int = 0, upto: int | None = None
    ) -> Iterator[StoredEvent]:
        """Read the events of a stream with ``after < version <= upto``, in order and in pages.

        Raises ``UnknownStream`` at once, and ``BrokenLedger`` at the first changed event.
        """
        ...

    def read_pages(self, stream: str) -> Iterator[EventPage]:
        """Read a whole stream in pages, without columns for the ledger only. This is fastest.

        The store may pack it for faster reading later. Raises as ``read_events`` does.
        """
        ...

    def read_all_events(self, after_position: int = 0) -> Iterator[StoredEvent]:
        """Read all events after a position in the order of their commits, in pages."""
        ...

    def get_version(self, stream: str) -> int:
        """The version of a stream's head, or 0 if there is no such stream."""
        ...

    def count_changes(self) -> int:
        """A number that changes after every write, here or elsewhere.

        It may be called many times a second, because it only checks a file, or the server's
        notifications.
        """
        ...

    def list_streams(self, kind: str | None = None) -> list[StreamInfo]:
        """The streams (of one kind), oldest first."""
        ...

    def list_stream_heads(self, upto: int | None = None) -> list[StreamHead]:
        """The heads of all streams, now or when ``upto`` was the last position."""
        ...

    def get_summary(self, stream: str) -> Summary | None:
        """The summary of a stream, or None if it has none or there is no such stream."""
        ...

    def list_summaries(self, kind: str | None = None, status: str | None = None) -> list[Summary]:
        """The summaries (of one kind, of one status), last changed first."""
        ...

    def verify_streams(
        self, progress: Progress | None = None, summarise: Summarise | None = None
    ) -> CheckReport:
        """Check every stream, and name the first bad row of each.

        With ``summarise``, the lists are compared with the events.
        """
        ...

    def rebuild_summaries(
        self, summarise: Summarise, progress: Progress | None = None
    ) -> RebuildReport:
        """Recompute every summary from the events, and report differences from the old ones."""
        ...

    def back_up(self, target: Path) -> None:
        """Copy the current ledger to a new file, and check the copy.

        Raises ``LedgerError`` if the file exists, and ``BrokenLedger`` for a damaged ledger. Then
        there is no copy.
        """
        ...

    def close(self) -> None:
        """Close the ledger. Closing it twice does nothing."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None: ...
