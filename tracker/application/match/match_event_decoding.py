"""Decodes the stored events of a match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, repeat, starmap

from tracker.application.errors import LedgerError, Refused
from tracker.ledger.ledger_errors import BrokenLedger
from tracker.ledger.packed_event_pages import EventPage
from tracker.ledger.store_interface import Store, StoredEvent
from tracker.projection.undo_history_tree import RecordedEvent
from tracker.vocabulary import events as ev
from tracker.vocabulary import match_event_codec
from tracker.vocabulary.event_codec import UnknownKind


def decode_event(stored: StoredEvent) -> RecordedEvent:
    """Decode a stored event. Raises ``UnknownKind`` if a newer program wrote the event."""
    return RecordedEvent(
        stored.version,
        stored.entry,
        stored.action,
        match_event_codec.decode(stored.kind, stored.schema, stored.body),
        stored.recorded_at,
        stored.author,
    )


def decode_pages(pages: Iterable[EventPage]) -> list[RecordedEvent]:
    """Decode pages of stored events. Raises ``UnknownKind`` for events of a newer program."""
    lines: list[RecordedEvent] = []
    for page in pages:
        found: list[ev.AnyEvent] = []
        for (kind, schema), bodies in zip(page.kinds, page.bodies, strict=True):
            found += match_event_codec.decode_all(kind, schema, bodies, is_message_pack=page.packed)
        events = map(found.__getitem__, page.places)
        versions = range(page.first, page.last_version + 1)
        authors = chain.from_iterable(starmap(repeat, page.authors))
        lines += map(
            RecordedEvent, versions, page.entries, page.actions, events, page.times, authors
        )
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
