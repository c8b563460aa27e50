"""Writes a whole ledger as SQL tables, or only its changes since the last run.

Each game, league and campaign has its own transaction, which replaces its old rows with new ones.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Engine, Table, delete, insert, select
from sqlalchemy.dialects.sqlite import dialect as sqlite_dialect
from sqlalchemy.exc import DataError

from exports.sql_tables.database_table_writer import (
    fill_new_database_file,
    fill_tables_at_path_or_url,
)
from exports.sql_tables.row_builder import build_game_rows, build_league_rows
from exports.sql_tables.sql_models import SqlRows, SqlSource, SqlTable
from tracker.application.book import Book
from tracker.application.errors import LedgerError, Refused, ServerUnreachable
from tracker.application.log.game_log_lines import MatchLog
from tracker.application.photo_storage import PHOTO
from tracker.ledger.store_interface import StreamHead
from tracker.vocabulary.count_wording import format_count

BATCH_SIZE = 4000
"""The maximum number of rows held in memory."""

TABLES = SqlTable.metadata.sorted_tables
"""All tables, beginning with those that other tables reference."""

MAX_KEPT_LOGS = 8
"""The number of running games whose logs are kept in memory between updates."""


class TablesWriteResult(Struct, frozen=True):
    """The result of an update. ``streams`` is the total number of streams in the tables.

    ``written`` and ``removed`` are numbers of streams. ``skipped`` lists the streams that could not
    be written, with reasons.
    """

    streams: int
    written: int
    removed: int
    rows: int
    skipped: tuple[str, ...]


def update_sql_tables_in_database(book: Book, path_or_url: str) -> TablesWriteResult:
    """Update the tables at a path or URL, or create them.

    Raises the same errors as ``fill_tables_at_path_or_url``.
    """
    update = _TableUpdate(book)
    fill_tables_at_path_or_url(path_or_url, update.replace_rows_of_changed_streams)
    return update.make_result()


def write_sql_tables_file(book: Book, path: Path, *, overwrite: bool = False) -> TablesWriteResult:
    """Write all tables to a new file. Raises ``Refused`` if the file cannot be written."""
    update = _TableUpdate(book)
    fill_new_database_file(path, update.replace_rows_of_changed_streams, overwrite=overwrite)
    return update.make_result()


def keep_sql_tables_current(
    book: Book,
    path_or_url: str,
    report_update: Callable[[TablesWriteResult], None],
    report_loss: Callable[[ServerUnreachable], None],
    pause_or_raise: Callable[[], None],
) -> None:
    """Update the tables whenever the ledger changes, until ``pause_or_raise`` raises an exception.

    ``pause_or_raise`` is called between checks. If the connection is lost after the first update,
    the loss is reported once, and the update is tried again until the server returns.
    """
    last_count: int | None = None
    is_lost = False
    logs: dict[str, MatchLog] = {}
    while True:
        try:
            count = book.ledger_change_counter
            if count != last_count or is_lost:
                update = _TableUpdate(book, logs)
                fill_tables_at_path_or_url(path_or_url, update.replace_rows_of_changed_streams)
                report_update(update.make_result())
                last_count, is_lost = count, False
        except ServerUnreachable as error:
            if last_count is None:
                raise
            if not is_lost:
                report_loss(error)
            is_lost = True
        pause_or_raise()


def describe_tables_written(result: TablesWriteResult) -> str:
    """Describe the result, as in ``13 games and leagues, 1 written (210 rows)``."""
    removed = f", {result.removed} removed" if result.removed else ""
    rows = format_count(result.rows, "row")
    streams = format_count(result.streams, "game or league", "games and leagues")
    return f"{streams}, {result.written} written ({rows}){removed}"


class _TableUpdate:
    """One update of SQL tables from a ledger. ``logs`` keeps games' logs for the next update."""

    def __init__(self, book: Book, logs: dict[str, MatchLog] | None = None) -> None:
        self._book = book
        self._logs = {} if logs is None else logs
        self._skipped: list[str] = []
        self._streams = self._written = self._removed = self._rows = 0

    def make_result(self) -> TablesWriteResult:
        return TablesWriteResult(
            self._streams, self._written, self._removed, self._rows, tuple(self._skipped)
        )

    def replace_rows_of_changed_streams(self, engine: Engine) -> None:
        """Replace the rows of changed streams, and remove those of streams that the ledger lacks.

        Raises ``Refused`` if the tables come from another ledger.
        """
        heads = [head for head in self._book.list_stream_heads() if head.info.kind != PHOTO]
        with engine.connect() as connection:
            rows = connection.execute(select(_get_table(SqlSource)))
            written_heads = {stream: (version, digest) for stream, version, digest in rows}
        if not self._contains_any_head(written_heads):
            raise Refused(
                "These tables were written from another ledger. Choose another file or database, "
                "or delete the tables first."
            )
        for stream in written_heads.keys() - {head.info.stream for head in heads}:
            with engine.begin() as connection:
                remove_stream_rows(connection, stream)
            self._removed += 1
        self._streams = len(heads)
        for head in heads:
            version, digest = written_heads.get(head.info.stream, (0, ""))
            if version != head.info.version or digest not in ("", head.digest.hex()):
                self._replace_stream_rows(engine, head)

    def _contains_any_head(self, heads: Mapping[str, tuple[int, str]]) -> bool:
        """Return whether this ledger contains any of ``heads``, which map streams to version and
        digest.

        Heads without a digest, and games that cannot be read, count as contained.
        """
        for stream, (version, digest) in heads.items():
            try:
                if not digest or self._book.has_event(stream, version, bytes.fromhex(digest)):
                    return True
            except LedgerError:
                return True
        return not heads

    def _replace_stream_rows(self, engine: Engine, head: StreamHead) -> None:
        stream = head.info.stream
        try:
            rows, has_secrets = self._build_rows_and_check_secrets(head)
            with engine.begin() as connection:
                sources = _get_table(SqlSource)
                deletion = delete(sources).where(sources.c.stream == stream)
                # A stream without a source row has no other rows.
                if connection.execute(deletion).rowcount:
                    remove_stream_rows(connection, stream)
                self._rows += insert_sql_rows(connection, rows)
                digest = "" if has_secrets else head.digest.hex()
                row = {"stream": stream, "version": head.info.version, "digest": digest}
                connection.execute(insert(_get_table(SqlSource)), row)
        except (Refused, LedgerError) as error:
            self._skipped.append(f"{stream} could not be read: {error}")
        except (DataError, OverflowError):
            self._skipped.append(
                f"{stream} contains a text or number that the database cannot store."
            )
        else:
            self._written += 1

    def _build_rows_and_check_secrets(self, head: StreamHead) -> tuple[SqlRows, bool]:
        """Return a stream's rows, and whether the stream now has secrets."""
        if head.info.kind != "match":
            return build_league_rows(self._book.open_league(head.info.stream)), False
        game = self._book.open_game_read_only(head.info.stream)
        public_game = game.get_public_game()
        rows = build_game_rows(public_game, self._get_or_create_log(head.info.stream))
        return rows, public_game is not game

    def _get_or_create_log(self, stream: str) -> MatchLog:
        """Return a game's log, or a new one. Only recently used logs are kept."""
        log = self._logs.pop(stream, None) or MatchLog(detailed=False)
        self._logs[stream] = log
        if len(self._logs) > MAX_KEPT_LOGS:
            del self._logs[next(iter(self._logs))]
        return log


def _get_table(model: type[SqlTable]) -> Table:
    return SqlTable.metadata.tables[str(model.__tablename__)]


def insert_sql_rows(connection: Connection, rows: SqlRows) -> int:
    """Insert rows in batches and return the number of inserted rows."""
    count = 0
    while batch := [*islice(rows, BATCH_SIZE)]:
        rows_by_model: defaultdict[type[SqlTable], list[tuple[Any, ...]]] = defaultdict(list)
        for model, row in batch:
            rows_by_model[model].append(row)
        rows_by_table = {_get_table(model): rows for model, rows in rows_by_model.items()}
        for table in TABLES:
            if table in rows_by_table:
                _insert_rows_of_one_table(connection, table, rows_by_table[table])
        count += len(batch)
    return count


def _insert_rows_of_one_table(
    connection: Connection, table: Table, rows: list[tuple[Any, ...]]
) -> None:
    """Insert rows of one table. SQLite's driver gets them as tuples, without SQLAlchemy."""
    if connection.dialect.name != "sqlite":
        names = table.columns.keys()
        connection.execute(insert(table), [dict(zip(names, row, strict=True)) for row in rows])
        return
    statement, converters = _prepare_insert(table)
    if converters:
        columns: list[Iterable[Any]] = [*zip(*rows, strict=True)]
        for place, convert in converters.items():
            columns[place] = map(convert, columns[place])
        rows = [*zip(*columns, strict=True)]
    connection.exec_driver_sql(statement, rows)


@cache
def _prepare_insert(table: Table) -> tuple[str, dict[int, Callable[[Any], Any]]]:
    """Prepare the SQLite statement, and map column positions to the converters that they need."""
    bare_types = (getattr(column.type, "impl", column.type) for column in table.columns)
    types = (bare_type.python_type for bare_type in bare_types)
    converters = {place: CONVERTERS[kind] for place, kind in enumerate(types) if kind in CONVERTERS}
    return str(insert(table).compile(dialect=sqlite_dialect())), converters


CONVERTERS: dict[type, Callable[[Any], Any]] = {
    datetime: lambda time: time.isoformat(" ", "microseconds")[:26],
    date: lambda day: day and day.isoformat(),
}
"""Functions that convert values of types that SQLite cannot store, as SQLAlchemy does.

Times must be in UTC, because their offset is dropped.
"""


def remove_stream_rows(connection: Connection, stream: str) -> None:
    """Remove all rows of a stream, beginning with the tables that reference other tables."""
    for table in reversed(TABLES):
        stream_column = next(iter(table.primary_key))  # the first key column of every table
        connection.execute(delete(table).where(stream_column == stream))
