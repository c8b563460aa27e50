"""Opens database connections, all with the same checked settings."""

from __future__ import annotations

from typing import Any

import psycopg

from tracker.ledger.ledger_errors import BrokenLedger, LedgerError, NewerLedger
from tracker.ledger.postgres import sql_statements
from tracker.ledger.postgres.error_translation import make_connection_error

SCHEMA = 5
"""The number of the newest migration."""

Connection = psycopg.Connection[tuple[Any, ...]]

_DURABLE = ("on", "remote_apply", "remote_write")
_KEEPALIVE_SECONDS = (60, 5)
"""The keepalive times in seconds: until the first probe of a silent server, and between probes."""


def open_connection(
    address: str, ledger_name: str, timeout_seconds: float, *, only_reading: bool = False
) -> Connection:
    """Open a durable connection with a lock timeout. Raises ``LedgerError`` on failure."""
    quiet, between = _KEEPALIVE_SECONDS
    try:
        connection: Connection = psycopg.connect(
            address,
            autocommit=True,
            prepare_threshold=0,
            cursor_factory=psycopg.RawCursor,
            connect_timeout=max(2, round(timeout_seconds)),
            keepalives_idle=quiet,
            keepalives_interval=between,
            application_name="warledger",
            client_encoding="utf8",
        )
        try:
            _configure_connection(
                connection, ledger_name, timeout_seconds, only_reading=only_reading
            )
        except BaseException:
            connection.close()
            raise
    except psycopg.Error as error:
        raise make_connection_error(error, ledger_name) from error
    return connection


def _configure_connection(
    connection: Connection, where: str, wait: float, *, only_reading: bool
) -> None:
    """Configure a connection, and check that its database can store all text.

    Raises ``LedgerError`` if it cannot, and ``psycopg.Error`` on other failures.
    """
    durable, encoding = connection.execute(sql_statements.SETTINGS).fetchone() or ("", "")
    if encoding != "UTF8":
        raise LedgerError(
            f"{where} stores text as {encoding}, which cannot contain every name. Create the"
            " database with the encoding UTF8."
        )
    settings = {
        "lock_timeout": f"{round(wait * 1000)}ms",
        "synchronous_commit": durable if durable in _DURABLE else "on",
        "default_transaction_isolation": "read committed",
        "default_transaction_read_only": "on" if only_reading else "off",
        "timezone": "UTC",
    }
    for name, value in settings.items():
        connection.execute("SELECT set_config($1, $2, false)", (name, value))


def read_schema_number(connection: Connection, ledger_name: str) -> int:
    """Read the ledger's schema number, or return 0 if the database schema is empty.

    Raises ``NewerLedger`` for an unknown number. Raises ``BrokenLedger`` if the tables belong to
    another program.
    """
    tables = {name for (name,) in connection.execute(sql_statements.TABLES).fetchall()}
    if not tables:
        return 0
    if not {"alembic_version", "event", "stream"} <= tables:
        raise BrokenLedger(
            f"{ledger_name} belongs to another program. Choose another database or schema."
        )
    rows = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    form = rows[0][0] if len(rows) == 1 else ""
    if len(form) != 4 or not form.isdecimal():
        raise BrokenLedger(
            f"{ledger_name} does not state its format. Copy a backup to an empty database with: "
            "warledger copy."
        )
    if int(form) > SCHEMA:
        raise NewerLedger(
            f"{ledger_name} was written by a newer Warledger (format {int(form)}; this "
            "version knows "
            f"{SCHEMA}). Update Warledger."
        )
    return int(form)
