"""Copies the intact part of a damaged ledger to a new ledger, stream by stream.

Rows are read directly from the pages, so the copy works even if tables, indexes and the schema are
lost. Each event's digest covers the previous digest, so a damaged row never passes as intact.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from hashlib import sha256
from itertools import starmap
from pathlib import Path
from typing import Any

from tracker.ledger.atomic_file_writes import write_atomically
from tracker.ledger.digest_chain import compute_event_digest, compute_genesis_digest
from tracker.ledger.entry_copy import append_events_as_entries
from tracker.ledger.ledger_address import require_not_folder
from tracker.ledger.ledger_check_reports import SalvagedStream, SalvageReport
from tracker.ledger.ledger_errors import BrokenLedger, ReadOnlyLedger
from tracker.ledger.sqlite.backup import require_free_target
from tracker.ledger.sqlite.database_file_header import has_sqlite_signature, is_cut_off
from tracker.ledger.sqlite.error_translation import Failure, translate_error
from tracker.ledger.sqlite.raw_page_reader import RawPageReader, Value
from tracker.ledger.sqlite.store import SqliteStore
from tracker.ledger.store_interface import StoredEvent, StoredStream
from tracker.ledger.stream_summary import StreamSummary, decode_summary

_KINDS = {"m": "match", "l": "league", "c": "campaign"}
_MORE_NAMES = 1000
"""For a stream whose row is lost, this many more names are tried than there are known streams."""

_FOUND = (
    "CREATE TABLE found (stream_id, version, position, kind, schema, entry, action, at, author,"
    " body, rewinds_to, digest, mark UNIQUE)"
)
_ADD_FOUND = f"INSERT OR IGNORE INTO found VALUES ({', '.join('?' * 13)})"
_OF_VERSION = "SELECT rowid, * FROM found WHERE stream_id = ? AND version = ?"
_NEXT_ENTRY_BEGINS = (
    "SELECT 1 FROM found WHERE position = ? + 1 AND stream_id <> ? AND version = entry"
    " UNION SELECT 1 FROM found WHERE stream_id = ? AND version = ? + 1 AND version = entry"
)
_IN_ORDER = (
    "SELECT position, stream, version, kind, schema, entry, action, at, author, body, rewinds_to,"
    " digest FROM sound JOIN found ON found.rowid = sound.found"
    " ORDER BY place, stream_id, version"
)


def salvage_ledger(damaged: Path, new: Path) -> SalvageReport:
    """Copy all intact rows, and report what is missing. After an error, no file remains."""
    require_free_target(new)
    require_not_folder(damaged)
    try:
        with closing(sqlite3.connect("", isolation_level=None)) as rows:
            lost = _FoundRows(rows, damaged)
            streams = [
                lost.select_intact_events(identity) for identity in lost.list_possible_stream_ids()
            ]
            if not any(stream.kept for stream in streams):
                raise _make_nothing_readable_error(damaged)
            with write_atomically(new, permissions_of=damaged) as part:
                kept = (one for one in streams if one.kept)
                infos = [StoredStream(one.stream, one.kind, one.kept) for one in kept]
                events = starmap(StoredEvent, rows.execute(_IN_ORDER))
                with SqliteStore(part) as store, store.write_in_transaction():
                    append_events_as_entries(events, store, infos, lost.summaries.get)
            return SalvageReport(tuple(streams), is_cut_off(damaged))
    except OSError as error:
        raise ReadOnlyLedger(f"{damaged} cannot be copied ({error.strerror}).") from error
    except Failure as error:
        raise translate_error(error, new) from error


def _make_nothing_readable_error(damaged: Path) -> BrokenLedger:
    if has_sqlite_signature(damaged):
        return BrokenLedger(f"Nothing in {damaged} can be read. Restore a backup.")
    return BrokenLedger(
        f"Nothing in {damaged} can be read, because it is not a Warledger ledger. Choose another"
        " file. If it was a ledger, restore a backup."
    )


class _FoundRows:
    """The rows that were found, stored in tables on disk because a ledger can be large."""

    def __init__(self, rows: sqlite3.Connection, damaged: Path) -> None:
        self.execute = rows.execute
        self.summaries: dict[str, StreamSummary] = {}
        self._streams: dict[int, tuple[str, str, int, str | None]] = {}
        self._last = 0
        self.execute(_FOUND)
        self.execute("CREATE TABLE sound (place, stream, found)")
        self.execute("BEGIN")
        for identity, values in RawPageReader(damaged).read_rows():
            self._store_row(identity, values)
        self.execute("CREATE INDEX of_stream ON found (stream_id, version)")
        self.execute("CREATE INDEX of_position ON found (position)")

    def _store_row(self, identity: int, values: tuple[Value, ...]) -> None:
        """Store a row that looks like an event or a stream."""
        match values[1:] if len(values) > 2 else values:
            case ("event", int(position)):  # SQLite's own record of the last position
                self._last = max(self._last, position)
            case (
                int(stream), int(version), str(), int(), int(), int(), int(), str(),
                int() | None, bytes(), bytes(), *_,
            ):  # fmt: skip
                _, _, _, kind, schema, entry, action, at, author, back, digest, body, *_ = values
                told = (kind, schema, entry, action, at, author, body, back, digest)
                mark = sha256(repr((stream, version, told)).encode()).digest()
                self.execute(_ADD_FOUND, (stream, version, identity, *told, mark))
            case (str(name), str(kind), int(version), bytes(), (str() | None) as summary, *_):
                known = self._streams.get(identity)
                if known is None or version > known[2]:
                    self._streams[identity] = (name, kind, version, summary)

    def list_possible_stream_ids(self) -> range:
        """Return all stream ids up to the highest known id."""
        last = self.execute("SELECT coalesce(max(stream_id), 0) FROM found").fetchone()[0]
        return range(1, max(last, *self._streams, 0) + 1)

    def select_intact_events(self, stream_id: int) -> SalvagedStream:
        """Select a stream's events up to the first wrong digest, and report how many there are."""
        _, _, head, summary = self._streams.get(stream_id, ("", "", 0, None))
        name, kind = self._find_or_guess_name_and_kind(stream_id)
        digest = compute_genesis_digest(name, kind)
        chain: list[Any] = []
        while (row := self._find_next_event(stream_id, len(chain) + 1, digest)) is not None:
            *event, digest, _ = row
            chain.append(event)
        seen = self.execute("SELECT max(version) FROM found WHERE stream_id = ?", (stream_id,))
        written = max(head, seen.fetchone()[0] or 0)
        if chain and not self._is_end_of_entry(chain[-1], head):
            unfinished = chain[-1][6]
            chain = [event for event in chain if event[6] != unfinished]
        place = lines = 0
        for found, _, version, position, _, _, entry, *_ in chain:
            if version == entry:
                place, lines = max(place, position), lines + 1
            self.execute("INSERT INTO sound VALUES (?, ?, ?)", (place, name, found))
        self._keep_matching_summary(name, summary, len(chain))
        return SalvagedStream(name or f"number {stream_id}", kind, len(chain), lines, written)

    def _find_next_event(self, identity: int, version: int, digest: bytes) -> Any:
        for row in self.execute(_OF_VERSION, (identity, version)).fetchall():
            kind, schema, entry, action, at, author, body, back, own, _ = row[4:]
            fields = (version, kind, schema, entry, action, at, author, body, back)
            if compute_event_digest(digest, fields) == own:
                return row
        return None

    def _is_end_of_entry(self, event: Any, head: int) -> bool:
        """Return whether an event is the last of its entry, whose positions are consecutive."""
        _, identity, version, position, *_ = event
        begun = self.execute(_NEXT_ENTRY_BEGINS, (position, identity, identity, version)).fetchone()
        return version == head or position == self._last or begun is not None

    def _find_or_guess_name_and_kind(self, identity: int) -> tuple[str, str]:
        name, kind, *_ = self._streams.get(identity, ("", ""))
        count = len(self._streams) + _MORE_NAMES
        guesses = ((f"{key}{n}", word) for key, word in _KINDS.items() for n in range(1, count))
        first = self.execute(_OF_VERSION, (identity, 1)).fetchone()
        for guess in ((name, kind), *guesses) if first else ():
            if self._find_next_event(identity, 1, compute_genesis_digest(*guess)) is not None:
                return guess
        return name, kind

    def _keep_matching_summary(self, name: str, summary: str | None, version: int) -> None:
        try:
            told = decode_summary(summary)
        except BrokenLedger:
            return
        if told is not None and (told.stream, told.version) == (name, version):
            self.summaries[name] = told
