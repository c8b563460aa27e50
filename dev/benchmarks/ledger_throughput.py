"""Compares writing to the ledger with bare SQLite loops and the ``eventsourcing`` library.

All write the same match of a thousand entries durably (WAL, synchronous=FULL) into a new file. They
take turns in short blocks, so that a slow disk affects all. The ledger and the library encode typed
events. A bare loop writes bytes that are already encoded. Only the ledger writes a summary and
gives all its guarantees. The values are medians of matches.

The ledger's log gets its full length before the first entry, so that no commit extends the file.
One bare loop also has such a log, and the targets refer to this loop. The other has SQLite's
defaults.

A commit waits 80 to 500 µs for the disk. Measurements in a file system in memory show only the
programs' own work.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from dev.benchmarks import Row
from dev.benchmarks._compared_writers import (
    ENTRIES_PER_BLOCK,
    append_match_entry,
    compare_writers,
    make_file_writer,
    make_ledger_writer,
    make_library_writer,
)
from dev.benchmarks._measurements import (
    call_in_new_process,
    measure_in_turns,
    measure_seconds,
    read_path_argument,
    read_peak_memory,
)
from tracker.ledger.store_interface import Store, StoredEvent, StoredStream
from tracker.ledger.store_opening_and_copying import open_store
from tracker.ledger.stream_summary import StreamSummary

GAME_ENTRIES = 1000
GAMES = 11
WRITERS = {
    "ledger": "append",
    "preallocated": "a bare SQLite loop, its log prepared like the ledger's",
    "bare": "a bare SQLite loop",
    "library": "eventsourcing library",
}
EVENTS_TO_REBUILD = 1_000_000
IN_MEMORY = Path("/dev/shm")


def measure_rows() -> Iterator[Row]:
    """Measure appends of one and ten events, reading, and a rebuild."""
    disk = Path(tempfile.gettempdir())
    yield from _measure_appends(1, "on the disk", disk, preallocated=0.7, library=1.25)
    yield from _measure_appends(10, "on the disk", disk, preallocated=0.55, library=1.25)
    if IN_MEMORY.is_dir():
        yield from _measure_appends(1, "in memory", IN_MEMORY, preallocated=None, library=1.9)
        yield from _measure_appends(10, "in memory", IN_MEMORY, preallocated=None, library=3.3)
    yield from _measure_reading(50_000)
    yield from _measure_rebuilding()


def _measure_appends(
    events: int, where: str, folder: Path, *, preallocated: float | None, library: float
) -> Iterator[Row]:
    """Measure entries of ``events`` events.

    ``preallocated`` and ``library`` are the minimum ratios of these writers' times to the ledger's.
    """
    matches = [_measure_game(events, folder) for _ in range(GAMES)]
    size = f"an entry of {events} event{'s' * (events > 1)} {where}"
    minimums = {"preallocated": preallocated, "bare": None, "library": library}
    yield from compare_writers(WRITERS, size, GAME_ENTRIES, matches, minimums)


def _measure_game(events: int, parent: Path) -> dict[str, float]:
    with tempfile.TemporaryDirectory(dir=parent) as folder:
        path = Path(folder)
        with open_store(path / "ours.db") as store:
            writers = {
                "ledger": make_ledger_writer(store, events),
                "preallocated": make_file_writer(path / "prepared.db", events, preallocated=True),
                "bare": make_file_writer(path / "raw.db", events, preallocated=False),
                "library": make_library_writer(path / "library.db", events),
            }
            return measure_in_turns(writers, GAME_ENTRIES // ENTRIES_PER_BLOCK)


def _measure_reading(events: int) -> Iterator[Row]:
    """Measure how many microseconds reading a stream and ``verify`` take for each event."""
    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder) / "a.db") as store:
        version = 0
        while version < events:
            version = append_match_entry(store, "m", version, 500)
        read = min(measure_seconds(lambda: _read_all(store.read_events("m"))) for _ in range(5))
        check = min(measure_seconds(lambda: _verify(store)) for _ in range(3))
    yield Row("read a stream", read / version * 1e6, "µs an event")
    yield Row("verify", check / version * 1e6, "µs an event")


def _read_all(events: Iterator[StoredEvent]) -> int:
    """Read all events, and return the last version."""
    last = 0
    for event in events:
        last = event.version
    return last


def _verify(store: Store) -> None:
    if not store.verify_streams().is_sound:
        raise AssertionError("verify found a fault in the benchmark's ledger")


def _measure_rebuilding() -> Iterator[Row]:
    """Measure the memory growth and the time of a process that rebuilds a million events."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.db"
        _write_matches(path)
        growth, seconds = call_in_new_process(rebuild_and_print, path)
    yield Row(f"growth while rebuilding {EVENTS_TO_REBUILD:,} events", growth, "MiB", maximum=10)
    yield Row("rebuild", seconds / EVENTS_TO_REBUILD * 1e6, "µs an event")


def _write_matches(path: Path) -> None:
    """Write a thousand matches of a thousand events, in entries of 250 events."""
    with open_store(path) as store:
        for match in range(EVENTS_TO_REBUILD // 1000):
            version = 0
            while version < 1000:
                version = append_match_entry(store, f"m{match}", version, 250)


def rebuild_and_print() -> None:
    """Rebuild the ledger that the argument names. Print the memory growth (MiB) and seconds."""
    with open_store(read_path_argument()) as store:
        _read_all(store.read_events("m0"))
        before = read_peak_memory()
        seconds = measure_seconds(lambda: store.rebuild_summaries(_make_minimal_summary))
        print(read_peak_memory() - before, seconds)


def _make_minimal_summary(info: StoredStream, events: Iterator[StoredEvent]) -> StreamSummary:
    last = _read_all(events)
    return StreamSummary(
        stream=info.stream, version=last, kind="match", title="", opened_at=1, updated_at=1
    )
