"""Copying a ledger of any kind into a new SQLite ledger, entry by entry."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from tracker.ledger.errors import LedgerError
from tracker.ledger.store import NewEvent, StoredEvent

if TYPE_CHECKING:
    from tracker.ledger.store import Store


def copy_into(source: Store, target: Path) -> None:
    """Write every entry of ``source`` to a new ledger at ``target``, digests and all.

    Raises ``LedgerError`` if something is there already.
    """
    from tracker.ledger.opening import open_store

    refuse_existing(target)
    kinds = {info.stream: info.kind for info in source.streams()}
    with open_store(target) as copy:
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


def refuse_existing(target: Path) -> None:
    """Raise ``LedgerError`` if there is a file at ``target``."""
    if target.exists():
        raise LedgerError(f"{target} is there already; name a new file for the copy.")


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
