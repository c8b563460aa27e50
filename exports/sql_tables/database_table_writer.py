"""Writes SQL tables to a SQLite file, or to a separate schema on a PostgreSQL server.

Another program's tables are never touched. Tables of another version are recreated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, NamedTuple
from urllib.parse import quote

from sqlalchemy import (
    URL,
    Connection,
    Engine,
    create_engine,
    event,
    insert,
    inspect,
    make_url,
    text,
)
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DatabaseError, DBAPIError, OperationalError
from sqlalchemy.pool import NullPool

from exports.output_file_writing import write_file_atomically
from exports.sql_tables.sql_models import FORMAT, VERSION, SqlAbout, SqlTable
from tracker import __version__
from tracker.application.errors import Refused, ServerUnreachable
from tracker.ledger.ledger_address import hide_password, is_server_address
from tracker.vocabulary.packaged_files import read_packaged_text


class SqlView(NamedTuple):
    """A view's description and its query."""

    about: str
    query: str


def _read_views() -> Iterator[tuple[str, SqlView]]:
    _, *parts = read_packaged_text("exports.sql_tables", "views.sql").split("\n-- ")
    for part in parts:
        heading, query = part.split("\n", 1)
        name, about = heading.split(": ", 1)
        yield name, SqlView(about, " ".join(query.split()).removesuffix(";"))


VIEWS = dict(_read_views())
"""The SQL views that answer common questions, by name."""

SCHEMA = "warledger_tables"
LOCK_TIMEOUT_SECONDS = 30
"""How long to wait for another program that has locked the tables, in seconds."""

_NO_DRIVER = (
    "Writing tables to a server requires one more package. In a checkout of Warledger, install it "
    "with: pip install '.[postgres]'"
)

TargetState = Literal["nothing", "empty", "ours", "of another version", "of another program"]
FillTables = Callable[[Engine], None]


def fill_tables_at_path_or_url(path_or_url: str, fill_tables: FillTables) -> None:
    """Fill the tables at a path or URL, and create them if needed.

    Raises ``Refused`` for an unusable target, and ``ServerUnreachable`` if the server is lost or
    busy.
    """
    with _convert_database_errors(hide_password(path_or_url)):
        if is_server_address(path_or_url):
            _fill_server(path_or_url, fill_tables)
        elif "://" in path_or_url:
            raise _make_unusable_target_error(path_or_url)
        else:
            _fill_file(Path(path_or_url), fill_tables)


def fill_new_database_file(path: Path, fill_tables: FillTables, *, overwrite: bool = False) -> None:
    """Fill the tables of a new file. An incomplete file is never kept. Raises ``Refused`` on
    failure.
    """

    def make(part: Path) -> None:
        engine = _create_file_engine(part)
        event.listen(engine, "connect", _turn_off_disk_sync)
        with engine.begin() as connection:
            _create_tables_and_views(connection)
        fill_tables(engine)

    with _convert_database_errors(str(path)):
        write_file_atomically(path, make, overwrite=overwrite)


def _turn_off_disk_sync(connection: DBAPIConnection, _: object) -> None:
    """Turn off waiting for the disk, which is needless for a file that is kept only if complete."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA synchronous = OFF")
    cursor.execute("PRAGMA journal_mode = MEMORY")


def _fill_file(path: Path, fill: FillTables) -> None:
    state = _identify_file(path)
    if state == "ours":
        fill(_create_file_engine(path))
        return
    if state == "of another program":
        raise _make_foreign_tables_error(str(path), "file")
    fill_new_database_file(path, fill, overwrite=state != "nothing")


def _fill_server(target: str, fill: FillTables) -> None:
    engine = _create_server_engine(target)
    with engine.begin() as connection:
        inspector = inspect(connection)
        if not inspector.has_schema(SCHEMA):
            connection.execute(text(f"CREATE SCHEMA {SCHEMA}"))
        tables = inspector.get_table_names(SCHEMA)
        names = tables or inspector.get_view_names(SCHEMA)
        state = _identify_tables(connection, tables, f"{SCHEMA}.about") if names else "nothing"
        if state == "of another program":
            raise _make_foreign_tables_error(
                f"The schema {SCHEMA} of {hide_password(target)}", "database"
            )
        if state == "of another version":
            quote_name = connection.dialect.identifier_preparer.quote
            for name in tables:
                connection.execute(text(f"DROP TABLE {quote_name(name)} CASCADE"))
        if state != "ours":
            _create_tables_and_views(connection)
    fill(engine)


def _identify_file(path: Path) -> TargetState:
    """Classify a file's contents without changing the file."""
    if not path.is_file():
        return (
            "nothing"  # a folder also counts as nothing; the write then fails with an explanation
        )
    if not path.stat().st_size:
        return "empty"
    options = {"mode": "ro", "immutable": "1", "uri": "true"}
    url = URL.create("sqlite", database=f"file:{quote(str(path))}", query=options)
    try:
        with create_engine(url, poolclass=NullPool).connect() as connection:
            return _identify_tables(connection, inspect(connection).get_table_names())
    except DatabaseError:
        return "of another program"


def _identify_tables(
    connection: Connection, tables: list[str], about: str = "about"
) -> TargetState:
    if "about" not in tables:
        return "of another program"
    rows = connection.execute(text(f"SELECT * FROM {about}")).mappings().all()
    if len(rows) != 1 or rows[0].get("format") != FORMAT:
        return "of another program"
    return "ours" if dict(rows[0]) == _make_about_row() else "of another version"


def _make_about_row() -> dict[str, str | int]:
    return {"format": FORMAT, "version": VERSION, "program": __version__}


def _create_tables_and_views(connection: Connection) -> None:
    SqlTable.metadata.create_all(connection)
    for name, view in VIEWS.items():
        connection.execute(text(f"CREATE VIEW {name} AS {view.query}"))
    connection.execute(insert(SqlAbout), _make_about_row())


def _create_file_engine(path: Path) -> Engine:
    url = URL.create("sqlite", database=str(path))
    return create_engine(url, poolclass=NullPool, connect_args={"timeout": LOCK_TIMEOUT_SECONDS})


def _create_server_engine(target: str) -> Engine:
    try:
        url = make_url(target).set(drivername="postgresql+psycopg")
        options = f"{url.query.get('options', '')} -csearch_path={SCHEMA}".strip()
        return create_engine(url, poolclass=NullPool, connect_args={"options": options})
    except ImportError as error:
        raise Refused(_NO_DRIVER) from error
    except (ArgumentError, ValueError) as error:
        raise _make_unusable_target_error(hide_password(target)) from error


def _make_unusable_target_error(target: str) -> Refused:
    return Refused(
        f"Tables cannot be written to {target}. Give a file, or postgresql://user@host/database."
    )


def _make_foreign_tables_error(target: str, kind: str) -> Refused:
    return Refused(f"{target} contains data other than Warledger tables. Choose another {kind}.")


@contextmanager
def _convert_database_errors(target: str) -> Iterator[None]:
    """Convert database errors within a ``with`` block, and quote the database's message.

    Raises ``ServerUnreachable`` if the server is lost or busy. Raises ``Refused`` for other errors.
    """
    try:
        yield
    except DBAPIError as error:
        reason = " ".join(str(error.orig).split())
        message = (
            f"The tables in {target} could not be written: {reason}. Solve the problem, then write "
            "the tables again."
        )
        is_lost = is_server_address(target) and isinstance(error, OperationalError)
        raise (ServerUnreachable if is_lost else Refused)(message) from error
