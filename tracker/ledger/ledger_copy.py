"""Copies a ledger into a new ledger of any kind, entry by entry, and checks the copy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from tracker.ledger.atomic_file_writes import write_atomically
from tracker.ledger.errors import BrokenLedger, ReadOnlyLedger
from tracker.ledger.sqlite.backup import check_target_free
from tracker.ledger.sqlite.store import SqliteStore
from tracker.ledger.store_interface import NewEvent, Store, StoredEvent, StreamInfo
from tracker.ledger.stream_summary import Summary


def copy_entries(source: Store, copy: Store) -> None:
    """Write every entry of ``source`` to ``copy``, an empty ledger, in one transaction.

    The copy has the same digests, positions, summaries and command ids. Raises ``BrokenLedger`` if
    the source is damaged.
    """
    with source.read_snapshot():
        _write(source, copy)
        if not (_told(source) == _told(copy) and copy.verify_streams().sound):
            raise BrokenLedger(
                "The copy did not match the ledger, so it was discarded. Verify the ledger."
            )


def copy_store_to_file(source: Store, target: Path) -> None:
    """Copy a ledger into a new file, which gets its name only when it is complete.

    Raises ``LedgerError`` if the file exists, and the errors of ``copy_entries``.
    """
    check_target_free(target)
    try:
        with write_atomically(target) as part, SqliteStore(part) as copy:
            copy_entries(source, copy)
    except FileExistsError:
        check_target_free(target)
        raise
    except OSError as error:
        message = f"{target} cannot be written ({error.strerror}). Choose another place."
        raise ReadOnlyLedger(message) from error


def _told(store: Store) -> tuple[object, ...]:
    """Return values that are equal if two ledgers are equal."""
    return store.list_stream_heads(), store.list_last_positions_by_command(), store.list_summaries()


def _write(source: Store, copy: Store) -> None:
    done_by = {
        position: command for command, position in source.list_last_positions_by_command().items()
    }
    with copy.write_in_transaction():
        append_copied_entries(
            source.read_all_events(), copy, source.list_streams(), source.get_summary, done_by
        )


def append_copied_entries(
    events: Iterable[StoredEvent],
    copy: Store,
    streams: Sequence[StreamInfo],
    summary: Callable[[str], Summary | None],
    done_by: Mapping[int, str] | None = None,
) -> None:
    """Append complete entries, in order, to an empty ledger.

    ``done_by`` maps the position of the last event that each command wrote to the command's id.
    """
    kinds = {info.stream: info.kind for info in streams}
    for (stream, entry), stored in groupby(events, _entry_of):
        batch = list(stored)
        last = batch[-1]
        row = summary(stream)
        copy.append_entry(
            stream,
            entry - 1,
            [_again(event) for event in batch],
            author=last.author,
            at=last.recorded_at,
            summary=row if row and row.version == last.version else None,
            stream_kind=kinds[stream],
        )
        if done_by and last.position in done_by:
            copy.record_command_id(done_by[last.position])


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
