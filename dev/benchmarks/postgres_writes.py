"""How fast a ledger on a server writes, beside a bare loop with the same durability and SQLite.

All write a match of a thousand entries, in turns of short blocks: the same bodies, each entry a
transaction of its own that is on the disk when the writer goes on. The bare loop inserts finished
rows into a table of the same server, through the same library, and keeps nothing but durability.
The server is one of its own, reached by a socket, with its settings as they come.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg

from dev.benchmarks import Row
from dev.benchmarks._compared_writers import BODY, ENTRIES, Block, entry, ours
from dev.torture.postgres_server import Server, run_server
from tracker.ledger import open_store

GAME_ENTRIES = 500
GAMES = 5
AT_ONCE = 8
SECONDS = 4.0
WRITERS = {
    "ours": "append on a server",
    "raw": "a bare loop on the same server",
    "sqlite": "append in a file",
}

RAW_TABLE = """
CREATE TABLE event (
    position bigserial PRIMARY KEY, stream bigint NOT NULL, version bigint NOT NULL,
    kind text NOT NULL, schema bigint NOT NULL, entry bigint NOT NULL, action bigint NOT NULL,
    recorded_at bigint NOT NULL, author text NOT NULL, rewinds_to bigint, body bytea NOT NULL,
    UNIQUE (stream, version)
)
"""
RAW_INSERT = (
    "INSERT INTO event (stream, version, kind, schema, entry, action, recorded_at, author,"
    " rewinds_to, body) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"
)


def rows() -> Iterator[Row]:
    """Appends of both sizes, and eight writers at once."""
    with tempfile.TemporaryDirectory() as inside:
        folder = Path(inside)
        folder.chmod(0o755)
        with run_server(folder / "server", durable=True) as server:
            for events, wanted in ((1, 0.4), (10, 0.6)):
                yield from _appending(server, folder, events, wanted)
            for games, words in ((AT_ONCE, "eight games"), (1, "one game")):
                figure = _at_once(server, games)
                yield Row(f"eight writers in {words}, all of them", figure, "entries a second")


def _appending(server: Server, folder: Path, events: int, wanted: float) -> Iterator[Row]:
    games = [_game(server, folder / f"{events}-{n}", events) for n in range(GAMES)]

    def beside(other: str) -> float:
        return statistics.median(game[other] / game["ours"] for game in games)

    size = f"an entry of {events} event{'s' * (events > 1)}"
    for name, words in WRITERS.items():
        figure = statistics.median(game[name] for game in games) / GAME_ENTRIES * 1e6
        yield Row(f"{words}, {size}", figure, "µs")
    yield Row(f"speed beside {WRITERS['raw']}, {size}", beside("raw"), "×", wanted)
    yield Row(f"speed beside a file, {size}", beside("sqlite"), "×")


def _game(server: Server, folder: Path, events: int) -> dict[str, float]:
    """Seconds each writer takes for a match in a new ledger, written in turns."""
    folder.mkdir()
    with (
        open_store(server.create_database()) as store,
        open_store(folder / "a.db") as file,
        psycopg.connect(server.create_database(), autocommit=True) as connection,
    ):
        writers = {"ours": ours(store, events), "raw": raw(connection, events)}
        writers["sqlite"] = ours(file, events)
        seconds = dict.fromkeys(writers, 0.0)
        for turn in range(GAME_ENTRIES // ENTRIES):
            names = list(writers)
            for name in names[turn % len(names) :] + names[: turn % len(names)]:
                start = time.perf_counter()
                writers[name]()
                seconds[name] += time.perf_counter() - start
    return seconds


def raw(connection: psycopg.Connection, events: int) -> Block:
    """A loop that keeps nothing but durability."""
    connection.execute(RAW_TABLE)
    cursor = connection.cursor()
    version = 0

    def block() -> None:
        nonlocal version
        for _ in range(ENTRIES):
            at = 1_700_000_000_000_000 + version
            first, after = version + 1, version + events
            batch = [
                (1, number, "Rolled", 1, first, first, at, "ann", None, BODY)
                for number in range(first, after + 1)
            ]
            if events == 1:
                cursor.execute(RAW_INSERT, batch[0], prepare=True)
            else:
                with connection.transaction():
                    cursor.executemany(RAW_INSERT, batch)
            version = after

    return block


def _at_once(server: Server, games: int) -> float:
    """Entries a second of eight programs in so many games, until some seconds are over."""
    address = server.create_database()
    open_store(address).close()
    ours_, theirs = os.pipe()
    children = []
    for place in range(AT_ONCE):
        child = os.fork()
        if not child:
            try:
                os.write(theirs, _written(address, f"m{place % games}").to_bytes(4, "big"))
            finally:
                os._exit(0)
        children.append(child)
    os.close(theirs)
    for child in children:
        os.waitpid(child, 0)
    with os.fdopen(ours_, "rb") as pipe:
        counts = pipe.read()
    return sum(int.from_bytes(counts[n : n + 4], "big") for n in range(0, len(counts), 4)) / SECONDS


def _written(address: str, stream: str) -> int:
    """How many entries of this one were first; where another was, it reads and tries again."""
    from tracker.ledger import WriteConflict

    written = 0
    with open_store(address) as store:
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            try:
                entry(store, stream, store.get_version(stream), 1)
                written += 1
            except WriteConflict:
                continue
    return written
