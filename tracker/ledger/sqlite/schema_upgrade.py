"""Upgrades a file to the newest schema. For speed, it is imported only when needed."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from glob import escape
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, create_engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool

import migrations
from tracker.ledger import shared_sql_statements
from tracker.ledger.sqlite.append_only_triggers import create_triggers, drop_triggers
from tracker.ledger.sqlite.backup import back_up_database, choose_free_path
from tracker.ledger.sqlite.connection import SCHEMA, read_schema_number
from tracker.ledger.sqlite.database_file_header import APPLICATION_ID
from tracker.ledger.sqlite.error_translation import Failure

SCRIPTS = Path(migrations.__file__).parent


def back_up_and_upgrade_schema(
    connection: sqlite3.Connection, path: Path, target_schema: int = SCHEMA
) -> None:
    """Run the missing migrations in one transaction. A file with data is backed up first.

    Foreign keys are off during the migrations, so that tables can be recreated. The backup is made
    while the file is locked. If several programs upgrade at once, only one of them therefore makes
    a backup.
    """
    connection.execute("PRAGMA foreign_keys = OFF")
    try:
        _run_migrations(connection, path, target_schema)
    except DBAPIError as error:
        raise error.orig or error from error
    finally:
        connection.execute("PRAGMA foreign_keys = ON")


def _back_up_before_upgrade(path: Path, schema: int) -> None:
    """Back up the ledger, unless an earlier upgrade did so before it was killed."""
    word = f"form-{schema}"
    with closing(sqlite3.connect(path)) as reading:
        held = reading.execute(shared_sql_statements.HEADS).fetchall()
        if all(
            _read_stream_heads(copy) != held
            for copy in path.parent.glob(f"{escape(path.name)}.{word}*")
        ):
            back_up_database(reading, choose_free_path(path, word), path)


def _read_stream_heads(copy: Path) -> list[tuple[object, ...]] | None:
    try:
        with closing(
            sqlite3.connect(f"{copy.absolute().as_uri()}?immutable=1", uri=True)
        ) as reading:
            return reading.execute(shared_sql_statements.HEADS).fetchall()
    except Failure:
        return None


def build_alembic_config(connection: Connection | None = None) -> Config:
    """Build Alembic's configuration without a file. The migrations run on ``connection``."""
    settings = Config()
    settings.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    settings.set_main_option("path_separator", "os")
    settings.attributes["connection"] = connection
    return settings


def _run_migrations(connection: sqlite3.Connection, path: Path, target_schema: int) -> None:
    """Run Alembic on the open connection, and recreate the triggers in the same transaction."""
    engine = create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool)
    with engine.connect() as wrapped:
        wrapped.exec_driver_sql("BEGIN IMMEDIATE")
        before = read_schema_number(connection, path)
        if before < target_schema:
            if before:  # through another reader: the lock excludes only writers
                _back_up_before_upgrade(path, before)
            drop_triggers(connection)
            command.upgrade(build_alembic_config(wrapped), f"{target_schema:04}")
            create_triggers(connection)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {target_schema}")
        wrapped.commit()
