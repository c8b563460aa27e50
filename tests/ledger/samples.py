"""Entries and summaries for the ledger's tests."""

from collections.abc import Iterable, Iterator

import msgspec

from tracker.ledger.packed_event_pages import EventPage, Row
from tracker.ledger.store_interface import NewEntry, NewEvent, Store, StoredEvent, StoredStream
from tracker.ledger.stream_summary import StreamSummary

NOON = 1_790_000_000_000_000
"""A moment in microseconds since 1970."""


def entry(after: int, events: int = 1, *, action: int = 0, kind: str = "Noted") -> list[NewEvent]:
    """Return an entry of this many events to append after version ``after``."""
    return [
        NewEvent(kind, 1, after + 1, action, msgspec.json.encode({"line": n}))
        for n in range(events)
    ]


def rewind(after: int, to: int) -> list[NewEvent]:
    """Return a rewind to append after version ``after``."""
    return [NewEvent("Rewound", 1, after + 1, 0, b"{}", rewinds_to=to)]


def summary(stream: str, version: int, kind: str = "match", **fields: object) -> StreamSummary:
    """Return a summary whose title contains its version."""
    base = {"title": f"after {version}", "opened_at": NOON, "updated_at": NOON + version}
    return StreamSummary(stream=stream, version=version, kind=kind, **(base | fields))  # type: ignore[arg-type]


def summarise(info: StoredStream, events: Iterator[StoredEvent]) -> StreamSummary | None:
    """Rebuild the summary of a stream: a title with its last version, or None for a league."""
    last = 0
    for event in events:
        last = event.version
    return None if info.kind == "league" else summary(info.stream, last, info.kind)


def plain(event: StoredEvent) -> Row:
    """Return the fields of an event which pages contain."""
    return (
        event.version,
        event.kind,
        event.schema,
        event.entry,
        event.action,
        event.recorded_at,
        event.author,
        event.body,
    )


def spread(pages: Iterable[EventPage]) -> list[Row]:
    """Return the events of these pages, one row each."""
    rows: list[Row] = []
    for page in pages:
        decode = msgspec.msgpack.decode if page.packed else msgspec.json.decode
        bodies = [
            (*kind, msgspec.json.encode(body))
            for kind, some in zip(page.kinds, page.bodies, strict=True)
            for body in decode(some)
        ]
        authors = [author for author, events in page.authors for _ in range(events)]
        for n, place in enumerate(page.places):
            kind, schema, body = bodies[place]
            fields = page.entries[n], page.actions[n], page.times[n], authors[n]
            rows.append((page.first + n, kind, schema, *fields, body))
    return rows


def write(store: Store, stream: str, *sizes: int, kind: str = "match") -> list[StoredEvent]:
    """Append entries to a stream, one with each number of events, and return their events."""
    written: list[StoredEvent] = []
    for size in sizes:
        version = store.get_version(stream)
        written += store.append_entry(
            NewEntry(
                stream,
                version,
                entry(version, size),
                author="ann",
                at=NOON,
                stream_kind=kind,
                summary=summary(stream, version + size, kind),
            )
        )
    return written
