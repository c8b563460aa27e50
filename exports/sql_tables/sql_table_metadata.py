"""The common metadata of all SQL tables, and the table that identifies them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import cache
from typing import Any

from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel

FORMAT = "warledger-tables"
VERSION = 4
"""The version of tables, columns and views. Tables of another version are recreated."""

Row = tuple[type["SqlTable"], tuple[Any, ...]]
"""A row: its table, and the values of its columns in order."""
SqlRows = Iterator[Row]


def parse_optional_iso_date(text: str) -> date | None:
    """Parse an ISO date, or return None for an empty text."""
    return date.fromisoformat(text) if text else None


def declare_column(description: str) -> Any:
    """Declare a column, which ``docs/sql.md`` describes."""
    return Field(description=description)


def declare_key_column(description: str, **settings: Any) -> Any:
    """Declare a column of the table's primary key."""
    return Field(primary_key=True, description=description, **settings)


class SqlTable(SQLModel, registry=registry()):
    """The base class of every table, with metadata separate from the ledger's."""


def make_sql_row(table: type[SqlTable], source: object, /, **overrides: Any) -> Row:
    """Build a row from ``overrides`` and, for other columns, from the attributes of ``source``."""
    names = list_column_names(table)
    return table, tuple(
        [overrides[name] if name in overrides else getattr(source, name) for name in names]
    )


@cache
def list_column_names(table: type[SqlTable]) -> tuple[str, ...]:
    return tuple(SqlTable.metadata.tables[str(table.__tablename__)].columns.keys())


class SqlAbout(SqlTable, table=True):
    """The version of these tables, in one row."""

    __tablename__ = "about"

    format: str = declare_key_column("The name of the format, always `warledger-tables`.")
    version: int = declare_column("The version of these tables.")
    program: str = declare_column("The version of Warledger that wrote the tables.")


class SqlSource(SqlTable, table=True):
    """The games, leagues and campaigns in these tables, with the last event of each.

    While anything in a game is face down, `digest` is empty.
    """

    __tablename__ = "source"

    stream: str = declare_key_column("The id of the game, league or campaign: `m3` or `l1`.")
    version: int = declare_column("The version of the last event in the ledger.")
    digest: str = declare_column("The digest of the last event, in hexadecimal digits.")
