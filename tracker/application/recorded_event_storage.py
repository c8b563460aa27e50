"""Converts recorded events to entries of the ledger, and stored events to recorded ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, repeat, starmap

from tracker.application.errors import LedgerError, Refused
from tracker.ledger.ledger_errors import BrokenLedger
from tracker.ledger.packed_event_pages import EventPage
from tracker.ledger.store_interface import NewEntry, NewEvent, Store, StoredEvent
from tracker.ledger.stream_summary import StreamSummary
from tracker.projection.undo_history_tree import Recorded, RecordedEvent
from tracker.vocabulary import events as ev
from tracker.vocabulary import match_event_codec
from tracker.vocabulary.event_codec import E, EventCodec, UnknownKind


def build_new_entry(
    stream: str,
    lines: Sequence[Recorded[E]],
    codec: EventCodec[E],
    stream_kind: str,
    summary: StreamSummary | None,
) -> NewEntry:
    """Build the entry that appends the events of one line of the log to their stream."""
    first = lines[0]
    return NewEntry(
        stream,
        first.version - 1,
        [encode_event(line, codec) for line in lines],
        author=first.author,
        at=first.at,
        summary=summary,
        stream_kind=stream_kind if first.version == 1 else None,
    )


def encode_event(recorded: Recorded[E], codec: EventCodec[E]) -> NewEvent:
    event, kind = recorded.event, codec.get_kind(recorded.event)
    return NewEvent(
        kind=kind,
        schema=codec.schemas[kind],
        entry=recorded.entry,
        action=recorded.action,
        body=codec.encode(event),
        rewinds_to=event.to if isinstance(event, ev.Rewound) else None,
    )


def decode_event(stored: StoredEvent, codec: EventCodec[E]) -> Recorded[E]:
    """Decode a stored event. Raises ``UnknownKind`` if a newer program wrote the event."""
    return Recorded(
        stored.version,
        stored.entry,
        stored.action,
        codec.decode(stored.kind, stored.schema, stored.body),
        stored.recorded_at,
        stored.author,
    )


def decode_pages(pages: Iterable[EventPage]) -> list[RecordedEvent]:
    """Decode a match's pages of stored events.

    Raises ``UnknownKind`` for events of a newer program.
    """
    lines: list[RecordedEvent] = []
    for page in pages:
        found: list[ev.AnyEvent] = []
        for (kind, schema), bodies in zip(page.kinds, page.bodies, strict=True):
            found += match_event_codec.decode_all(kind, schema, bodies, is_message_pack=page.packed)
        events = map(found.__getitem__, page.places)
        versions = range(page.first, page.last_version + 1)
        authors = chain.from_iterable(starmap(repeat, page.authors))
        lines += map(Recorded, versions, page.entries, page.actions, events, page.times, authors)
    return lines


@contextmanager
def report_errors_as_corruption(store: Store, stream: str | None = None) -> Iterator[None]:
    """Report the damage instead of an error in the ``with`` block if the stream is damaged.

    Raises ``BrokenLedger`` with the first damaged row. If all rows are intact, the error is a fault
    in the program and is raised unchanged.
    """
    try:
        yield
    except (LedgerError, Refused, UnknownKind):
        raise
    except Exception as error:
        problems = store.verify_streams().problems
        of_rows = [one for one in problems if one.stream and stream in (None, one.stream)]
        found = [*of_rows, *(one for one in problems if one.stream is None)]
        if not found:
            raise
        what, who = found[0].message.rstrip("."), found[0].stream or "The ledger"
        raise BrokenLedger(
            f"{who} cannot be read: {what}. To rescue the undamaged part, run: warledger salvage."
        ) from error
