"""SQL tables of a ledger: a row written beside a bare loop, and the memory of a large ledger."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from sqlalchemy import Engine, create_engine
from sqlalchemy.pool import NullPool

from dev.benchmarks import Row
from dev.benchmarks.ledger_throughput import peak
from dev.benchmarks.match_opening_and_undo import long_match
from exports.sql_tables.game_row_builder import build_game_rows
from exports.sql_tables.incremental_table_export import (
    insert_sql_rows,
    remove_stream_rows,
    write_sql_tables_to_database,
)
from exports.sql_tables.sql_table_metadata import Row as EveningTableRow
from exports.sql_tables.sql_table_metadata import SqlTable
from tracker.application.book import Book, open_book
from tracker.ledger.store_interface import NewEvent

TURNS = 9
GAMES = 100
"""Of 2,000 events each."""


def rows() -> Iterator[Row]:
    """A row worked out, one written, and the memory for a ledger of many games."""
    with tempfile.TemporaryDirectory() as folder:
        inside = Path(folder)
        with open_book(inside / "book.db") as book:
            game = long_match(book, "deathzap2")
            found = [*build_game_rows(game)]
            worked_out = min(_timed(lambda: [*build_game_rows(game)]) for _ in range(TURNS))
            write_sql_tables_to_database(book, str(inside / "ours.sqlite"))
            ours, bare = _in_turns(inside, game.stream, found)
            _copy_games(book, game.stream)
        yield Row("work out a row of a game", worked_out / len(found) * 1e6, "µs")
        yield Row("write one", ours / len(found) * 1e6, "µs")
        beside = "… beside a bare executemany of the same rows"
        yield Row(beside, ours / bare, "×", at_most=3)
        yield from _growing(inside)


def _in_turns(folder: Path, stream: str, found: list[EveningTableRow]) -> tuple[float, float]:
    """The least seconds it takes us, and a bare loop, to write the rows of a game."""
    engine = create_engine(f"sqlite:///{folder / 'ours.sqlite'}", poolclass=NullPool)
    times: tuple[list[float], list[float]] = ([], [])
    with closing(_bare_copy(folder)) as bare:
        stored = _as_stored(bare)
        for _ in range(TURNS):
            with engine.begin() as connection:
                remove_stream_rows(connection, stream)
            for name in stored:
                bare.execute(f"DELETE FROM {name}")
            bare.commit()
            times[0].append(_timed(partial(_write, engine, found)))
            times[1].append(_timed(partial(_write_bare, bare, stored)))
    return min(times[0]), min(times[1])


def _bare_copy(folder: Path) -> sqlite3.Connection:
    """The same tables in a file of its own."""
    bare = sqlite3.connect(folder / "bare.sqlite")
    with closing(sqlite3.connect(folder / "ours.sqlite")) as ours:
        ours.backup(bare)
    return bare


def _as_stored(bare: sqlite3.Connection) -> dict[str, list[tuple[Any, ...]]]:
    """All rows as SQLite has them: a bare loop has nothing left to convert."""
    names = (table.name for table in SqlTable.metadata.sorted_tables)
    found = {name: bare.execute(f"SELECT * FROM {name}").fetchall() for name in names}
    return {name: rows for name, rows in found.items() if rows and name not in ("about", "source")}


def _write(engine: Engine, found: list[EveningTableRow]) -> None:
    with engine.begin() as connection:
        insert_sql_rows(connection, iter(found))


def _write_bare(bare: sqlite3.Connection, stored: dict[str, list[tuple[Any, ...]]]) -> None:
    for name, rows in stored.items():
        marks = ", ".join("?" * len(rows[0]))
        bare.executemany(f"INSERT INTO {name} VALUES ({marks})", rows)
    bare.commit()


def _copy_games(book: Book, stream: str) -> None:
    """Enter the same game again and again, until there are so many."""
    events = [*book.store.read_events(stream)]
    entries = [[*each] for _, each in groupby(events, key=lambda event: event.entry)]
    row = book.get_summary(stream)
    assert row is not None
    with book.write_in_transaction():
        for number in range(2, GAMES + 1):
            for entry in entries:
                first, last = entry[0], entry[-1]
                book.store.append_entry(
                    f"m{number}",
                    first.version - 1,
                    [
                        NewEvent(e.kind, e.schema, e.entry, e.action, e.body, e.rewinds_to)
                        for e in entry
                    ],
                    author=first.author,
                    at=first.recorded_at,
                    summary=replace(row, stream=f"m{number}", version=last.version),
                    stream_kind="match" if first.version == 1 else None,
                )


def _growing(folder: Path) -> Iterator[Row]:
    """How much a process grows while it writes the tables of all these games, and for how long."""
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "from dev.benchmarks.sql_table_export import write_and_print; write_and_print()",
        ],
        env=os.environ | {"FOLDER": str(folder)},
        check=True,
        capture_output=True,
        text=True,
    )
    growth, seconds, count = map(float, done.stdout.split())
    yield Row(f"growth while writing tables of {GAMES * 2000:,} events", growth, "MiB", at_most=30)
    yield Row("write all, a row", seconds / count * 1e6, "µs")


def write_and_print() -> None:
    """Write the tables of FOLDER's ledger; print the growth of the peak in MiB, seconds, rows."""
    folder = Path(os.environ["FOLDER"])
    with open_book(folder / "book.db") as book:
        engine = create_engine(f"sqlite:///{folder / 'ours.sqlite'}", poolclass=NullPool)
        with engine.begin() as connection:
            remove_stream_rows(connection, "m1")
            insert_sql_rows(connection, build_game_rows(book.open_game_read_only("m1")))
        before, start = peak(), time.perf_counter()
        written = write_sql_tables_to_database(book, str(folder / "all.sqlite"))
        print(peak() - before, time.perf_counter() - start, written.rows)


def _timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
