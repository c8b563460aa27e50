"""Opens a ledger on a server. If its tables are missing, they are created first."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager

import psycopg

from tracker.ledger import shared_sql_statements
from tracker.ledger.ledger_errors import LedgerError, ReadOnlyLedger
from tracker.ledger.postgres import sql_statements
from tracker.ledger.postgres.connection import SCHEMA, read_schema_number
from tracker.ledger.postgres.reconnecting_connection import ConnectionLost, ServerConnection
from tracker.ledger.postgres.store import PostgresStore
from tracker.ledger.store_interface import Summarise


def open_server_ledger(
    address: str,
    *,
    timeout_seconds: float,
    only_reading: bool = False,
    summarise: Summarise | None = None,
) -> PostgresStore:
    """Open the ledger at a URL, and create or upgrade its tables.

    ``timeout_seconds`` is the lock timeout. The store waits just as long for the server if the
    connection is lost later. If ``only_reading`` is true, an existing ledger is opened and nothing
    is written. ``summarise`` is as in ``open_store``. Raises ``LedgerError``.
    """
    db = ServerConnection(address, timeout_seconds, only_reading=only_reading)
    try:
        try:
            _run_missing_migrations(db)
        except ConnectionLost:
            db.reconnect()
            _run_missing_migrations(db)
    except BaseException:
        db.close()
        raise
    return PostgresStore(db, summarise)


@contextmanager
def create_server_ledger(address: str, timeout_seconds: float) -> Iterator[PostgresStore]:
    """Create a new ledger, to which the block writes. If the block fails, no ledger is created.

    Raises ``LedgerError`` if the database schema is not empty.
    """
    from tracker.ledger.postgres.schema_upgrade import upgrade_schema_in_transaction

    with closing(ServerConnection(address, timeout_seconds)) as db:
        try:
            with (
                upgrade_schema_in_transaction(db.connection, db.where) as before,
                db.join_transaction(),
            ):
                if before and db.execute_once(shared_sql_statements.HEADS):
                    raise LedgerError(
                        f"{db.where} already has a ledger. Choose an empty database or schema."
                    )
                db.execute_once(sql_statements.LOCK)
                yield PostgresStore(db)
        except psycopg.Error as error:
            raise db.translate_error(error) from error


def _run_missing_migrations(db: ServerConnection) -> None:
    """Run missing migrations. Alembic is loaded only if there are any."""
    try:
        if read_schema_number(db.connection, db.where) == SCHEMA:
            return
        if db.only_reading:
            raise ReadOnlyLedger(
                f"{db.where} has no ledger in the current format. Open it once as a user who "
                "may create tables."
            )
        from tracker.ledger.postgres.schema_upgrade import upgrade_schema_in_transaction

        with upgrade_schema_in_transaction(db.connection, db.where):
            pass
    except psycopg.Error as error:
        raise db.translate_error(error) from error
