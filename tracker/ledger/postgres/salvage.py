"""Copies the intact part of a damaged ledger from a server to a new file, stream by stream."""

from __future__ import annotations

from pathlib import Path

from tracker.ledger import shared_sql_statements
from tracker.ledger.digest_chain import compute_genesis_digest, is_next_in_chain
from tracker.ledger.entry_copy import append_events_as_entries
from tracker.ledger.ledger_check_reports import SalvagedStream, SalvageReport
from tracker.ledger.ledger_errors import BrokenLedger
from tracker.ledger.postgres import sql_statements
from tracker.ledger.postgres.reconnecting_connection import ServerConnection
from tracker.ledger.sql_store import SqlStore
from tracker.ledger.sqlite.backup import write_new_file
from tracker.ledger.sqlite.store import SqliteStore
from tracker.ledger.store_interface import StoredEvent, StoredStream
from tracker.ledger.stream_summary import StreamSummary


def salvage_ledger(store: SqlStore, connection: ServerConnection, target: Path) -> SalvageReport:
    """Copy all intact parts into a new file, and report what is missing.

    If ``LedgerError`` is raised, no file is created.
    """

    def get_summary(stream: str) -> StreamSummary | None:
        try:
            return store.read_stored_summary(stream)
        except BrokenLedger:
            return None

    with write_new_file(target) as part, store.open_read_snapshot():
        infos = [
            StoredStream(*row) for _, *row, _ in connection.run_query(shared_sql_statements.HEADS)
        ]
        streams = [_find_intact_part(store, connection, info) for info in infos]
        kept = {stream.stream: stream.kept for stream in streams}
        if not any(kept.values()):
            raise BrokenLedger(
                f"Nothing in {connection.where} can be read. Copy a backup to the server."
            )
        sound = (
            event
            for event in store.read_all_events_unchecked()
            if event.version <= kept[event.stream]
        )
        with SqliteStore(part) as copy, copy.write_in_transaction():
            append_events_as_entries(sound, copy, infos, get_summary)
    return SalvageReport(tuple(streams))


def _find_intact_part(
    store: SqlStore, connection: ServerConnection, info: StoredStream
) -> SalvagedStream:
    """Find the intact part of a stream: the complete entries before the chain's first fault."""
    previous, rows = compute_genesis_digest(info.stream, info.kind), 0
    ends: list[StoredEvent] = []  # the last event of each entry
    sound = True
    for rows, event in enumerate(store.read_events_unchecked(info.stream), 1):
        sound = sound and event.version == rows and is_next_in_chain(previous, event)
        if sound:
            previous = event.digest
            if ends and ends[-1].entry == event.entry:
                ends.pop()
            ends.append(event)
    if ends and not _is_end_of_entry(connection, ends[-1]):
        ends.pop()
    kept = ends[-1].version if ends else 0
    return SalvagedStream(info.stream, info.kind, kept, len(ends), max(info.version, rows))


def _is_end_of_entry(connection: ServerConnection, last: StoredEvent) -> bool:
    behind = connection.run_query(sql_statements.NEXT_ENTRY, (last.position,))
    if not behind:
        return connection.run_query(sql_statements.LAST_POSITION) == [(last.position,)]
    return tuple(behind[0]) != (last.stream, last.entry)
