"""The common metadata of all SQL tables, and the table that identifies them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import cache
from typing import Any

from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel

FORMAT = "warledger-tables"
VERSION = 3
"""The version of tables, columns and views. Tables of another version are recreated."""

Row = tuple[type["SqlTable"], tuple[Any, ...]]
"""A row: its table, and the values of its columns in order."""
SqlRows = Iterator[Row]


def parse_day(text: str) -> date | None:
    """Parse an ISO date. Return None for an empty text."""
    return date.fromisoformat(text) if text else None


def column(description: str) -> Any:
    """Declare a column, which ``docs/sql.md`` describes."""
    return Field(description=description)


def key_column(description: str, **settings: Any) -> Any:
    """Declare a column of the table's primary key."""
    return Field(primary_key=True, description=description, **settings)


class SqlTable(SQLModel, registry=registry()):
    """The base class of every table, with metadata separate from the ledger's."""


def make_sql_row(table: type[SqlTable], source: object, /, **other: Any) -> Row:
    """Build a row from the attributes of ``source``. ``other`` supplies the remaining columns."""
    names = list_column_names(table)
    return table, tuple([other[name] if name in other else getattr(source, name) for name in names])


@cache
def list_column_names(table: type[SqlTable]) -> tuple[str, ...]:
    return tuple(SqlTable.metadata.tables[str(table.__tablename__)].columns.keys())


class SqlAbout(SqlTable, table=True):
    """The version of these tables, in one row."""

    __tablename__ = "about"

    format: str = key_column("The name of the format, always `warledger-tables`.")
    version: int = column("The version of these tables.")
    program: str = column("The version of Warledger that wrote the tables.")


class SqlSource(SqlTable, table=True):
    """The games, leagues and campaigns in these tables, each with its last event.

    While something in a game is face down, `digest` is empty.
    """

    __tablename__ = "source"

    stream: str = key_column("The id of the game, league or campaign, such as `m3` or `l1`.")
    version: int = column("The version of the last event in the ledger.")
    digest: str = column("The digest of the last event, in hexadecimal digits.")
