"""Creates or upgrades the tables of a ledger. For speed, it is imported only when needed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from alembic import command
from sqlalchemy import create_engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool

from tracker.ledger.postgres import append_only_triggers
from tracker.ledger.postgres.connection import SCHEMA, Connection, read_schema_number
from tracker.ledger.sqlite.schema_upgrade import build_alembic_config

_LOCK_CREATION = "SELECT pg_advisory_xact_lock(hashtext('warledger'), hashtext(current_schema()))"


@contextmanager
def upgrade_schema_in_transaction(connection: Connection, ledger_name: str) -> Iterator[int]:
    """Run the missing migrations, and commit them together with the writes of the block.

    Yield the schema number before the upgrade, or 0 if there were no tables. If several programs
    start at once, one of them creates the tables while the others wait. Raises ``LedgerError`` and
    ``psycopg.Error``.
    """
    engine = create_engine(
        "postgresql+psycopg://",
        creator=lambda: connection,
        poolclass=StaticPool,
        pool_reset_on_return=None,
    )
    connection.cursor_factory = psycopg.Cursor  # the cursor class that SQLAlchemy expects
    try:
        with engine.connect() as wrapped:
            connection.cursor_factory = psycopg.RawCursor
            connection.execute("BEGIN")
            try:
                connection.execute(_LOCK_CREATION)
                before = read_schema_number(connection, ledger_name)
                if before < SCHEMA:
                    connection.cursor_factory = psycopg.Cursor
                    command.upgrade(build_alembic_config(wrapped), f"{SCHEMA:04}")
                    connection.cursor_factory = psycopg.RawCursor
                    append_only_triggers.create_triggers(connection)
                yield before
                connection.execute("COMMIT")
            except BaseException:
                if not connection.closed:
                    connection.execute("ROLLBACK")
                raise
    except DBAPIError as error:
        raise error.orig or error from error
