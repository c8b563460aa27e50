"""How fast the ledger writes, beside bare SQLite loops and the ``eventsourcing`` library.

All write a match of a thousand entries into a new file: the same bodies, durably (WAL,
synchronous=FULL), in the same folder, taking turns in short blocks, so that a slow moment of the
disk hits all alike. Ours and the library start from typed events, a bare loop from finished
bytes; ours writes the summary, too, and keeps every guarantee. Figures are medians of matches.

Our log has its full length before the first entry, which spares every commit the new length of a
file. One bare loop is prepared in the same way, and that is the one with a target; the other is
as SQLite comes.

A commit waits for the disk, the same for all: from 80 to 500 µs on the machines seen. So everything
is measured on the disk, where a commit is what it costs at the table, and in a file system in
memory, where nothing is left but what the writers do themselves.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from dev.benchmarks import Row
from dev.benchmarks._compared_writers import ENTRIES, Block, entry, library, ours, raw
from tracker.ledger import Store, StoredEvent, StreamInfo, Summary, open_store

GAME_ENTRIES = 1000
GAMES = 11
WRITERS = {
    "ours": "append",
    "prepared": "a bare SQLite loop, its log prepared as ours",
    "raw": "a bare SQLite loop",
    "library": "eventsourcing library",
}
EVENTS_TO_REBUILD = 1_000_000
IN_MEMORY = Path("/dev/shm")


def rows() -> Iterator[Row]:
    """Appends of both sizes, reading, and the memory of a long rebuild."""
    disk = Path(tempfile.gettempdir())
    yield from _appending(1, "on the disk", disk, Wanted(prepared=0.7, library=1.25))
    yield from _appending(10, "on the disk", disk, Wanted(prepared=0.55, library=1.25))
    if IN_MEMORY.is_dir():
        yield from _appending(1, "in memory", IN_MEMORY, Wanted(library=2.3))
        yield from _appending(10, "in memory", IN_MEMORY, Wanted(library=3.5))
    yield from _reading(50_000)
    yield from _rebuilding()


class Wanted(NamedTuple):
    """Our speed beside others, at least."""

    prepared: float | None = None
    library: float | None = None


def _appending(events: int, where: str, folder: Path, wanted: Wanted) -> Iterator[Row]:
    """Times of the writers for entries of so many events, in microseconds an entry."""
    games = [_game(events, folder) for _ in range(GAMES)]

    def beside(other: str) -> float:
        return statistics.median(game[other] / game["ours"] for game in games)

    size = f"an entry of {events} event{'s' * (events > 1)} {where}"
    for name, words in WRITERS.items():
        figure = statistics.median(game[name] for game in games) / GAME_ENTRIES * 1e6
        yield Row(f"{words}, {size}", figure, "µs")
    for other, at_least in (
        ("prepared", wanted.prepared),
        ("raw", None),
        ("library", wanted.library),
    ):
        yield Row(f"speed beside {WRITERS[other]}, {size}", beside(other), "×", at_least)


def _game(events: int, folder: Path) -> dict[str, float]:
    """Seconds each writer takes for a match in a new ledger, written in turns."""
    with tempfile.TemporaryDirectory(dir=folder) as inside:
        path = Path(inside)
        with open_store(path / "ours.db") as store:
            writers = {
                "ours": ours(store, events),
                "prepared": raw(path / "prepared.db", events, prepared=True),
                "raw": raw(path / "raw.db", events, prepared=False),
                "library": library(path / "library.db", events),
            }
            seconds = dict.fromkeys(writers, 0.0)
            for turn in range(GAME_ENTRIES // ENTRIES):
                names = list(writers)
                for name in names[turn % len(names) :] + names[: turn % len(names)]:
                    seconds[name] += _timed(writers[name])
    return seconds


def _timed(block: Block) -> float:
    start = time.perf_counter()
    block()
    return time.perf_counter() - start


def _reading(events: int) -> Iterator[Row]:
    """Reading one long stream back, and checking its chain, in microseconds an event."""
    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder) / "a.db") as store:
        version = 0
        while version < events:
            version = entry(store, "m", version, 500)
        read = min(_timed(lambda: _exhaust(store.read_events("m"))) for _ in range(5))
        check = min(_timed(lambda: _check(store)) for _ in range(3))
    yield Row("read a stream", read / version * 1e6, "µs an event")
    yield Row("verify", check / version * 1e6, "µs an event")


def _exhaust(events: Iterator[StoredEvent]) -> int:
    """The version of the last event."""
    last = 0
    for event in events:
        last = event.version
    return last


def _check(store: Store) -> None:
    if not store.verify_streams().sound:
        raise AssertionError("the ledger of the benchmark is not sound")


def _rebuilding() -> Iterator[Row]:
    """How much a process grows while it rebuilds from a million events, and for how long."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.db"
        _write_long(path)
        program = "from dev.benchmarks.ledger_throughput import rebuild_and_print as run; run()"
        done = subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"LEDGER": str(path)},
            check=True,
            capture_output=True,
            text=True,
        )
    growth, seconds = map(float, done.stdout.split())
    yield Row(f"growth while rebuilding {EVENTS_TO_REBUILD:,} events", growth, "MiB", at_most=10)
    yield Row("rebuild", seconds / EVENTS_TO_REBUILD * 1e6, "µs an event")


def _write_long(path: Path) -> None:
    """A thousand matches of a thousand events, in long entries."""
    with open_store(path) as store:
        for match in range(EVENTS_TO_REBUILD // 1000):
            version = 0
            while version < 1000:
                version = entry(store, f"m{match}", version, 250)


def rebuild_and_print() -> None:
    """Rebuild the ledger named by LEDGER; print the growth of the peak in MiB, and the seconds."""
    with open_store(os.environ["LEDGER"]) as store:
        _exhaust(store.read_events("m0"))
        before = peak()
        start = time.perf_counter()
        store.rebuild_summaries(_cheap)
        print(peak() - before, time.perf_counter() - start)


def _cheap(info: StreamInfo, events: Iterator[StoredEvent]) -> Summary:
    last = _exhaust(events)
    return Summary(
        stream=info.stream, version=last, kind="match", title="", opened_at=1, updated_at=1
    )


def peak() -> float:
    """The most memory this process has held since it was loaded, in MiB (Linux only, else 0)."""
    status = Path("/proc/self/status")
    if not status.exists():
        return 0.0
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1024
