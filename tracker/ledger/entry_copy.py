"""Copies a ledger into a new ledger of any kind, entry by entry, and checks the copy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path

import msgspec

from tracker.ledger.ledger_errors import BrokenLedger
from tracker.ledger.sqlite.backup import write_new_file
from tracker.ledger.sqlite.store import SqliteStore
from tracker.ledger.store_interface import NewEntry, NewEvent, Store, StoredEvent, StoredStream
from tracker.ledger.stream_summary import StreamSummary


def copy_all_entries(source: Store, target: Store) -> None:
    """Write every entry of ``source`` to ``target``, an empty ledger, in one transaction.

    The copy has the same digests, positions, summaries and command ids. Raises ``BrokenLedger`` if
    the source is damaged.
    """
    with source.open_read_snapshot():
        positions = source.map_commands_to_last_positions()
        with target.write_in_transaction():
            append_events_as_entries(
                source.read_all_verified_events(),
                target,
                source.list_streams(),
                source.get_summary,
                {position: command for command, position in positions.items()},
            )
        if not (
            _list_contents(source) == _list_contents(target) and target.verify_streams().is_sound
        ):
            raise BrokenLedger(
                "The copy did not match the ledger, so it was discarded. Run: warledger verify."
            )


def copy_store_to_file(source: Store, target: Path) -> None:
    """Copy a ledger into a new file, which gets its name only when it is complete."""
    with write_new_file(target) as part, SqliteStore(part) as copy:
        copy_all_entries(source, copy)


def _list_contents(store: Store) -> tuple[object, ...]:
    """List a ledger's heads, commands and summaries. In a copy, they must be identical."""
    return store.list_stream_heads(), store.map_commands_to_last_positions(), store.list_summaries()


def append_events_as_entries(
    events: Iterable[StoredEvent],
    target: Store,
    streams: Sequence[StoredStream],
    get_summary: Callable[[str], StreamSummary | None],
    command_id_by_position: Mapping[int, str] | None = None,
) -> None:
    """Append complete entries, in order, to an empty ledger.

    ``command_id_by_position`` maps the position of the last event that each command wrote to the
    command's id.
    """
    kinds = {info.stream: info.kind for info in streams}
    for (stream, entry), stored in groupby(events, lambda event: (event.stream, event.entry)):
        batch = list(stored)
        last = batch[-1]
        row = get_summary(stream)
        target.append_entry(
            NewEntry(
                stream,
                entry - 1,
                [msgspec.convert(event, NewEvent, from_attributes=True) for event in batch],
                author=last.author,
                at=last.recorded_at,
                summary=row if row and row.version == last.version else None,
                stream_kind=kinds[stream],
            )
        )
        if command_id_by_position and last.position in command_id_by_position:
            target.record_command_id(command_id_by_position[last.position])
