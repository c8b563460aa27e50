"""A whole ledger as JSON, every event of it as it is stored; never all of it in memory.

Of a game in which something is secret now, only what was said before that.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from exports.csv import when
from exports.shapes.shape import quiet, shaped
from exports.shapes.whole_ledger import FORMAT, VERSION, StoredShape, StreamShape
from tracker.application.book import Book
from tracker.ledger.store import StoredEvent, StreamInfo
from tracker.ledger.summary import Summary

_encode = msgspec.json.Encoder(order="deterministic").encode


def ledger_json(book: Book) -> Iterator[str]:
    """The text in pieces, a line an event. What is written meanwhile is not in it."""
    head = {"format": FORMAT, "version": VERSION}
    yield _encode(head).decode()[:-1] + ',"streams":['
    for number, info in enumerate(book.streams()):
        yield "," if number else ""
        yield from _stream(book, info)
    yield "\n]}\n"


def _stream(book: Book, info: StreamInfo) -> Iterator[str]:
    told = replace(info, version=book.told_until(info))
    shape = stream_shape(told, book.summary(info.stream), info.version - told.version)
    yield "\n" + quiet(_encode(shape).decode()).removesuffix("]}")
    for number, event in enumerate(book.stored(told)):
        yield (",\n" if number else "\n") + quiet(_encode(event_shape(event)).decode())
    yield "\n]}"


def stream_shape(info: StreamInfo, summary: Summary | None, secret: int) -> StreamShape:
    """A stream of the ledger, before its events, and how many of them are held back."""
    return shaped(
        StreamShape,
        info,
        title=summary.title if summary else "",
        ruleset=summary.ruleset if summary else "",
        status=summary.status if summary else "",
        played_on=summary.played_on if summary else "",
        secret=secret,
        events=[],
    )


def event_shape(event: StoredEvent) -> StoredShape:
    """An event as it stands in the ledger."""
    return shaped(
        StoredShape,
        event,
        at=when(event.recorded_at),
        digest=event.digest.hex(),
        body=msgspec.Raw(event.body),
    )
