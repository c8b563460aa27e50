"""Compares a ledger on a server with a bare loop of the same durability, and with a file.

All write the same match and take turns in short blocks. Each entry is a transaction that is on the
disk when the writer continues. The bare loop inserts prepared rows into a table of the same server,
through the same library. The server is private, has default settings, and is reached by a socket.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg

from dev.benchmarks import Row
from dev.benchmarks._compared_writers import (
    ENTRIES_PER_BLOCK,
    Block,
    append_match_entry,
    compare_writers,
    make_bare_writer,
    make_ledger_writer,
)
from dev.benchmarks._measurements import measure_in_turns
from dev.torture.postgres_server import Server, run_server
from tracker.ledger.ledger_errors import WriteConflict
from tracker.ledger.store_opening_and_copying import open_store

GAME_ENTRIES = 500
GAMES = 5
WRITER_COUNT = 8
SECONDS = 4.0
WRITERS = {
    "ledger": "append on a server",
    "bare": "a bare loop on the same server",
    "file": "append in a file",
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


def measure_rows() -> Iterator[Row]:
    """Measure appends of one and ten events, and eight writers at once."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        with run_server(folder / "server", durable=True) as server:
            for events, minimum in ((1, 0.4), (10, 0.6)):
                yield from _measure_appends(server, folder, events, minimum)
            for games, label in ((WRITER_COUNT, "eight games"), (1, "one game")):
                rate = _measure_concurrent_writers(server, games)
                yield Row(f"eight writers in {label}, in total", rate, "entries a second")


def _measure_appends(server: Server, folder: Path, events: int, minimum: float) -> Iterator[Row]:
    matches = [_measure_game(server, folder / f"{events}-{n}", events) for n in range(GAMES)]
    size = f"an entry of {events} event{'s' * (events > 1)}"
    minimums = {"bare": minimum, "file": None}
    yield from compare_writers(WRITERS, size, GAME_ENTRIES, matches, minimums)


def _measure_game(server: Server, folder: Path, events: int) -> dict[str, float]:
    folder.mkdir()
    with (
        open_store(server.create_database()) as store,
        open_store(folder / "a.db") as file,
        psycopg.connect(server.create_database(), autocommit=True) as connection,
    ):
        writers = {
            "ledger": make_ledger_writer(store, events),
            "bare": make_server_writer(connection, events),
            "file": make_ledger_writer(file, events),
        }
        return measure_in_turns(writers, GAME_ENTRIES // ENTRIES_PER_BLOCK)


def make_server_writer(connection: psycopg.Connection, events: int) -> Block:
    """Make a bare loop that writes to a server."""
    connection.execute(RAW_TABLE)
    cursor = connection.cursor()

    def write_rows(rows: list[Any]) -> None:
        if events == 1:
            cursor.execute(RAW_INSERT, rows[0], prepare=True)
        else:
            with connection.transaction():
                cursor.executemany(RAW_INSERT, rows)

    return make_bare_writer(events, write_rows)


def _measure_concurrent_writers(server: Server, games: int) -> float:
    """Measure how many entries per second eight programs write into ``games`` games."""
    address = server.create_database()
    open_store(address).close()
    reader, writer = os.pipe()
    children = []
    for number in range(WRITER_COUNT):
        child = os.fork()
        if not child:
            try:
                os.write(writer, _write_entries(address, f"m{number % games}").to_bytes(4, "big"))
            finally:
                os._exit(0)
        children.append(child)
    os.close(writer)
    for child in children:
        os.waitpid(child, 0)
    with os.fdopen(reader, "rb") as pipe:
        counts = pipe.read()
    return sum(int.from_bytes(counts[n : n + 4], "big") for n in range(0, len(counts), 4)) / SECONDS


def _write_entries(address: str, stream: str) -> int:
    """Write entries for a few seconds, and return their number. After a conflict, try again."""
    written = 0
    with open_store(address) as store:
        deadline = time.monotonic() + SECONDS
        while time.monotonic() < deadline:
            try:
                append_match_entry(store, stream, store.get_version(stream), 1)
                written += 1
            except WriteConflict:
                continue
    return written
