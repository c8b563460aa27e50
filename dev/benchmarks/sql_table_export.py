"""Compares the export of SQL tables with a bare loop, and measures its memory."""

from __future__ import annotations

import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from sqlalchemy import Engine, create_engine
from sqlalchemy.pool import NullPool

from dev.benchmarks import Row
from dev.benchmarks._measurements import (
    call_in_new_process,
    measure_seconds,
    read_path_argument,
    read_peak_memory,
)
from dev.benchmarks._sample_games import copy_event
from dev.benchmarks.match_opening_and_undo import play_long_match
from exports.sql_tables.incremental_table_export import (
    insert_sql_rows,
    remove_stream_rows,
    update_sql_tables_in_database,
)
from exports.sql_tables.row_builder import build_game_rows
from exports.sql_tables.sql_models import Row as EveningTableRow
from exports.sql_tables.sql_models import SqlTable
from tracker.application.book import Book, open_book
from tracker.ledger.store_interface import NewEntry

TURNS = 9
GAMES = 100
"""The number of games, each of 2,000 events."""


def measure_rows() -> Iterator[Row]:
    """Measure how long a row takes to compute and write, and the memory growth for many games."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with open_book(folder / "book.db") as book:
            game = play_long_match(book, "deathzap2")
            rows = [*build_game_rows(game)]
            computing = min(measure_seconds(lambda: [*build_game_rows(game)]) for _ in range(TURNS))
            update_sql_tables_in_database(book, str(folder / "ours.sqlite"))
            export, bare = _measure_in_turns(folder, game.stream, rows)
            _copy_games(book, game.stream)
        yield Row("compute a row of a game", computing / len(rows) * 1e6, "µs")
        yield Row("write a row", export / len(rows) * 1e6, "µs")
        label = "… relative to a bare executemany of the same rows"
        yield Row(label, export / bare, "×", maximum=3)
        yield from _measure_growth(folder)


def _measure_in_turns(
    folder: Path, stream: str, rows: list[EveningTableRow]
) -> tuple[float, float]:
    """Return the shortest time that the export and a bare loop take for the rows, in seconds."""
    engine = create_engine(f"sqlite:///{folder / 'ours.sqlite'}", poolclass=NullPool)
    times: tuple[list[float], list[float]] = ([], [])
    with closing(_copy_tables(folder)) as bare:
        stored = _read_stored_rows(bare)
        for _ in range(TURNS):
            with engine.begin() as connection:
                remove_stream_rows(connection, stream)
            for name in stored:
                bare.execute(f"DELETE FROM {name}")
            bare.commit()
            times[0].append(measure_seconds(partial(_write_rows, engine, rows)))
            times[1].append(measure_seconds(partial(_write_stored_rows, bare, stored)))
    return min(times[0]), min(times[1])


def _copy_tables(folder: Path) -> sqlite3.Connection:
    bare = sqlite3.connect(folder / "bare.sqlite")
    with closing(sqlite3.connect(folder / "ours.sqlite")) as source:
        source.backup(bare)
    return bare


def _read_stored_rows(bare: sqlite3.Connection) -> dict[str, list[tuple[Any, ...]]]:
    """Read all rows as SQLite stores them, so that a bare loop has nothing to convert."""
    names = (table.name for table in SqlTable.metadata.sorted_tables)
    tables = {name: bare.execute(f"SELECT * FROM {name}").fetchall() for name in names}
    return {name: rows for name, rows in tables.items() if rows and name not in ("about", "source")}


def _write_rows(engine: Engine, rows: list[EveningTableRow]) -> None:
    with engine.begin() as connection:
        insert_sql_rows(connection, iter(rows))


def _write_stored_rows(bare: sqlite3.Connection, stored: dict[str, list[tuple[Any, ...]]]) -> None:
    for name, rows in stored.items():
        marks = ", ".join("?" * len(rows[0]))
        bare.executemany(f"INSERT INTO {name} VALUES ({marks})", rows)
    bare.commit()


def _copy_games(book: Book, stream: str) -> None:
    """Write copies of a game until the ledger has ``GAMES`` games."""
    events = [*book.store.read_events(stream)]
    entries = [[*each] for _, each in groupby(events, key=lambda event: event.entry)]
    summary = book.get_summary(stream)
    assert summary is not None
    with book.write_in_transaction():
        for number in range(2, GAMES + 1):
            for entry in entries:
                first, last = entry[0], entry[-1]
                book.store.append_entry(
                    NewEntry(
                        f"m{number}",
                        first.version - 1,
                        [copy_event(event) for event in entry],
                        author=first.author,
                        at=first.recorded_at,
                        summary=replace(summary, stream=f"m{number}", version=last.version),
                        stream_kind="match" if first.version == 1 else None,
                    )
                )


def _measure_growth(folder: Path) -> Iterator[Row]:
    """Measure the memory growth and the duration of a process that writes all games' tables."""
    growth, seconds, count = call_in_new_process(write_all_tables, folder)
    yield Row(f"growth while writing tables of {GAMES * 2000:,} events", growth, "MiB", maximum=30)
    yield Row("write all games, per row", seconds / count * 1e6, "µs")


def write_all_tables() -> None:
    """Write the tables of a ledger in the folder that the argument names.

    Print the memory growth in MiB, the seconds and the rows.
    """
    folder = read_path_argument()
    with open_book(folder / "book.db") as book:
        engine = create_engine(f"sqlite:///{folder / 'ours.sqlite'}", poolclass=NullPool)
        with engine.begin() as connection:
            remove_stream_rows(connection, "m1")
            insert_sql_rows(connection, build_game_rows(book.open_game_read_only("m1")))
        before, start = read_peak_memory(), time.perf_counter()
        written = update_sql_tables_in_database(book, str(folder / "all.sqlite"))
        print(read_peak_memory() - before, time.perf_counter() - start, written.rows)
