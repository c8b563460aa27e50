"""What the ledger tells, decoded: the lines of a match."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, repeat, starmap

from tracker.ledger.pages import Page
from tracker.ledger.store import StoredEvent
from tracker.projection.history import RecordedEvent
from tracker.vocabulary import codec
from tracker.vocabulary import events as ev


def decode_line(stored: StoredEvent) -> RecordedEvent:
    """A stored event, decoded. Raises ``UnknownKind`` for one of a newer program."""
    return RecordedEvent(
        stored.version,
        stored.entry,
        stored.action,
        codec.decode(stored.kind, stored.schema, stored.body),
        stored.recorded_at,
        stored.author,
    )


def decode_pages(pages: Iterable[Page]) -> list[RecordedEvent]:
    """Events as the ledger tells them, decoded. Raises ``UnknownKind`` as ``line_of`` does."""
    lines: list[RecordedEvent] = []
    for page in pages:
        found: list[ev.AnyEvent] = []
        for (kind, schema), bodies in zip(page.kinds, page.bodies, strict=True):
            found += codec.decode_all(kind, schema, bodies, packed=page.packed)
        events = map(found.__getitem__, page.places)
        versions = range(page.first, page.last + 1)
        authors = chain.from_iterable(starmap(repeat, page.authors))
        lines += map(
            RecordedEvent, versions, page.entries, page.actions, events, page.times, authors
        )
    return lines
