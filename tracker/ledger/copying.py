"""Copying a ledger of any kind into a new SQLite ledger, entry by entry."""

from __future__ import annotations

from itertools import groupby

from tracker.ledger.store import NewEvent, Store, StoredEvent


def copy_into(source: Store, copy: Store) -> None:
    """Write every entry of ``source`` to ``copy``, an empty ledger, digests and all."""
    kinds = {info.stream: info.kind for info in source.streams()}
    for (stream, entry), stored in groupby(source.read_all(), _entry_of):
        batch = list(stored)
        last = batch[-1]
        summary = source.summary(stream)
        copy.append(
            stream,
            entry - 1,
            [_again(event) for event in batch],
            author=last.author,
            at=last.recorded_at,
            summary=summary if summary and summary.version == last.version else None,
            stream_kind=kinds[stream],
        )


def _entry_of(event: StoredEvent) -> tuple[str, int]:
    return event.stream, event.entry


def _again(event: StoredEvent) -> NewEvent:
    return NewEvent(
        kind=event.kind,
        schema=event.schema,
        entry=event.entry,
        action=event.action,
        body=event.body,
        rewinds_to=event.rewinds_to,
    )
