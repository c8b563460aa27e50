"""Writers of the same match to compare: a ledger, bare SQLite loops, and ``eventsourcing``."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any
from uuid import UUID

import msgspec

from dev.benchmarks import Row
from tracker.ledger.sqlite.write_ahead_log import preallocate_log
from tracker.ledger.store_interface import NewEntry, NewEvent, Store
from tracker.ledger.stream_summary import StreamSummary

ENTRIES_PER_BLOCK = 50


class Rolled(msgspec.Struct):
    """The body of each written event. Rolls are the most frequent events of a match."""

    key: str
    what: str
    side: str
    subject: str
    target: str
    die: int
    faces: tuple[int, ...]
    counts: tuple[int, ...]
    need: int
    modifiers: tuple[tuple[str, int], ...]
    source: str


FIELDS: dict[str, Any] = {
    "key": "volley/u:red-3/1",
    "what": "to hit",
    "side": "s:red",
    "subject": "u:red-3",
    "target": "u:blue-2",
    "die": 6,
    "faces": (4, 5, 1, 6, 2, 3, 4, 6),
    "counts": (3, 5),
    "need": 4,
    "modifiers": (("cover", -1), ("short range", 1)),
    "source": "typed",
}
BODY = msgspec.json.encode(Rolled(**FIELDS))
_encode = msgspec.json.Encoder().encode

RAW_TABLE = """
CREATE TABLE event (
    position INTEGER PRIMARY KEY, stream INTEGER NOT NULL, version INTEGER NOT NULL,
    kind TEXT NOT NULL, schema INTEGER NOT NULL, entry INTEGER NOT NULL, action INTEGER NOT NULL,
    recorded_at INTEGER NOT NULL, author TEXT NOT NULL, rewinds_to INTEGER, body BLOB NOT NULL,
    UNIQUE (stream, version)
) STRICT
"""
RAW_INSERT = (
    "INSERT INTO event (stream, version, kind, schema, entry, action, recorded_at, author,"
    " rewinds_to, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)

Block = Callable[[], object]
"""A function that writes ``ENTRIES_PER_BLOCK`` entries."""


def compare_writers(
    labels: Mapping[str, str],
    size: str,
    entries: int,
    matches: Sequence[Mapping[str, float]],
    minimum_speeds: Mapping[str, float | None],
) -> Iterator[Row]:
    """Yield each writer's microseconds per entry, and the ledger's speed relative to other writers.

    ``matches`` contains each writer's seconds in several matches. ``size`` describes an entry.
    """
    for name, label in labels.items():
        microseconds = median(match[name] for match in matches) / entries * 1e6
        yield Row(f"{label}, {size}", microseconds, "µs")
    for name, minimum in minimum_speeds.items():
        ratio = median(match[name] / match["ledger"] for match in matches)
        yield Row(f"speed relative to {labels[name]}, {size}", ratio, "×", minimum)


def make_ledger_writer(store: Store, events: int) -> Block:
    """Make a writer that appends entries of ``events`` events to a ledger."""
    version = 0

    def block() -> None:
        nonlocal version
        for _ in range(ENTRIES_PER_BLOCK):
            version = append_match_entry(store, "m", version, events)

    return block


def append_match_entry(store: Store, stream: str, version: int, events: int) -> int:
    """Append an entry with its summary, as a match does. Return the new version of the stream."""
    first, after = version + 1, version + events
    batch = [NewEvent("Rolled", 1, first, first, _encode(Rolled(**FIELDS))) for _ in range(events)]
    row = StreamSummary(
        stream=stream,
        version=after,
        kind="match",
        title="The bridge at dawn",
        ruleset="deathzap2",
        turn=3,
        phase="shooting",
        sides='[{"id":"red","name":"Iron Third"},{"id":"blue","name":"Red Dusk"}]',
        scores='{"red":3,"blue":4}',
        waiting="Red: 8 dice",
        opened_at=1_700_000_000_000_000,
        updated_at=1_700_000_000_000_000 + after,
        played_on="2026-10-03",
    )
    store.append_entry(
        NewEntry(
            stream,
            version,
            batch,
            author="ann",
            at=1_700_000_000_000_000 + after,
            summary=row,
            stream_kind="match",
        )
    )
    return after


def make_bare_writer(events: int, write_rows: Callable[[list[Any]], None]) -> Block:
    """Make a bare loop that only guarantees durability. ``write_rows`` writes a transaction."""
    version = 0

    def block() -> None:
        nonlocal version
        for _ in range(ENTRIES_PER_BLOCK):
            at = 1_700_000_000_000_000 + version
            first, after = version + 1, version + events
            write_rows(
                [
                    (1, number, "Rolled", 1, first, first, at, "ann", None, BODY)
                    for number in range(first, after + 1)
                ]
            )
            version = after

    return block


def make_file_writer(path: Path, events: int, *, preallocated: bool) -> Block:
    """Make a bare loop that writes to a file.

    If ``preallocated`` is true, the file's log is first extended to its full length, like the
    ledger's log.
    """
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(RAW_TABLE)
    if preallocated:
        preallocate_log(connection)

    def write_rows(rows: list[Any]) -> None:
        connection.execute("BEGIN IMMEDIATE")
        if events == 1:
            connection.execute(RAW_INSERT, rows[0])
        else:
            connection.executemany(RAW_INSERT, rows)
        connection.execute("COMMIT")

    return make_bare_writer(events, write_rows)


@cache
def _make_aggregate_class() -> Any:
    """Make the aggregate class as in the library's manual. It can be made only once."""
    from eventsourcing.domain import Aggregate, event

    class Match(Aggregate):
        @event("Rolled")
        def roll(  # noqa: PLR0913  the fields of the event
            self,
            *,
            key: str,
            what: str,
            side: str,
            subject: str,
            target: str,
            die: int,
            faces: tuple[int, ...],
            counts: tuple[int, ...],
            need: int,
            modifiers: tuple[tuple[str, int], ...],
            source: str,
        ) -> None:
            """Do nothing, because only the writing is measured."""

    return Match


def make_library_writer(path: Path, events: int) -> Block:
    """Make a writer that uses the library's SQLite application."""
    from eventsourcing.application import Application

    settings = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(path)}
    application: Application[UUID] = Application(env=settings)
    match = _make_aggregate_class()()
    application.save(match)

    def block() -> None:
        for _ in range(ENTRIES_PER_BLOCK):
            for _ in range(events):
                match.roll(**FIELDS)
            application.save(match)

    return block
