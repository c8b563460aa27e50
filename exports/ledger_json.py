"""A whole ledger as JSON with every stored event, written in pieces to save memory.

If a game still has a secret, only the events before the secret are exported.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from exports.csv_tables import format_utc_timestamp
from exports.shapes.json_base_type import escape_control_characters, make_shape
from exports.shapes.ledger_export_json_types import FORMAT, VERSION, StoredEventShape, StreamShape
from tracker.application.book import Book
from tracker.ledger.store_interface import StoredEvent, StoredStream
from tracker.ledger.stream_summary import StreamSummary

_encode = msgspec.json.Encoder(order="deterministic").encode


def render_ledger_json(book: Book) -> Iterator[str]:
    """Yield the JSON text in pieces, with one line per event.

    Entries that are written during the export are omitted.
    """
    head = {"format": FORMAT, "version": VERSION}
    yield _encode(head).decode()[:-1] + ',"streams":['
    for number, info in enumerate(book.list_streams()):
        yield "," if number else ""
        yield from _encode_public_part_of_stream(book, info)
    yield "\n]}\n"


def _encode_public_part_of_stream(book: Book, info: StoredStream) -> Iterator[str]:
    public_info = replace(info, version=book.get_last_public_version(info))
    shape = build_stream_shape(
        public_info, book.get_summary(info.stream), info.version - public_info.version
    )
    yield "\n" + escape_control_characters(_encode(shape).decode()).removesuffix("]}")
    for number, event in enumerate(book.read_stored_events(public_info)):
        yield (",\n" if number else "\n") + escape_control_characters(
            _encode(build_stored_event_shape(event)).decode()
        )
    yield "\n]}"


def build_stream_shape(
    info: StoredStream, summary: StreamSummary | None, secret_count: int
) -> StreamShape:
    """Build a stream's header, without its events. ``secret_count`` events are not exported."""
    return make_shape(
        StreamShape,
        info,
        title=summary.title if summary else "",
        ruleset=summary.ruleset if summary else "",
        status=summary.status if summary else "",
        played_on=summary.played_on if summary else "",
        secret=secret_count,
        events=[],
    )


def build_stored_event_shape(event: StoredEvent) -> StoredEventShape:
    return make_shape(
        StoredEventShape,
        event,
        at=format_utc_timestamp(event.recorded_at),
        digest=event.digest.hex(),
        body=msgspec.Raw(event.body),
    )
