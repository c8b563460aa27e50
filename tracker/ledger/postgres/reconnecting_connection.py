"""A server connection that is renewed if it is lost."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any

import psycopg
from psycopg import errors

from tracker.ledger.ledger_address import hide_password, require_encoded_password
from tracker.ledger.ledger_errors import LedgerError, ServerUnreachable
from tracker.ledger.postgres import sql_statements
from tracker.ledger.postgres.append_only_triggers import CHANNEL
from tracker.ledger.postgres.connection import Connection, open_connection
from tracker.ledger.postgres.error_translation import is_connection_lost, translate_error

_PAUSE = 0.1
"""The pause between attempts to reach a server that does not answer, in seconds."""


class ConnectionLost(ServerUnreachable):
    """The connection was lost during a statement, which may or may not have been executed."""


@cache
def convert_to_server_parameters(statement: str) -> str:
    """Replace parameters such as ``?1`` with ``$1``. Other question marks are kept."""
    return re.sub(r"\?(?=\d)", "$", statement)


class ServerConnection:
    """A connection that is renewed if it is lost. Nested blocks join the outer transaction."""

    def __init__(self, address: str, wait: float, *, only_reading: bool = False) -> None:
        """Connect to the server at ``address``. Raises ``LedgerError`` on failure."""
        require_encoded_password(address)
        self.where = hide_password(address)
        self.blocks = 0
        self._notification_count = 0
        self._is_unreachable = False
        self._listens_on: Connection | None = None
        self.only_reading = only_reading
        self._address, self._wait = address, wait
        self._connection: Connection | None = self._connect()

    @property
    def connection(self) -> Connection:
        """The open connection. Raises ``LedgerError`` after ``close``."""
        if self._connection is None:
            raise LedgerError("The ledger is closed. Open the ledger again.")
        return self._connection

    def run_query(self, statement: str, values: tuple[object, ...] = ()) -> list[Any]:
        """Run a query and return all rows. Outside a block, repeat it after a lost connection."""
        try:
            return self.execute_once(statement, values)
        except ConnectionLost:
            if self.blocks:
                raise
            self.reconnect()
            return self.execute_once(statement, values)

    def execute_once(self, statement: str, values: tuple[object, ...] = ()) -> list[Any]:
        """Run a statement and return all rows. After ``ConnectionLost``, the outcome is unknown."""
        connection = self.connection
        try:
            done = connection.execute(
                convert_to_server_parameters(statement), values, prepare=True, binary=True
            )
            return done.fetchall() if done.pgresult and done.pgresult.nfields else []
        except psycopg.Error as error:
            raise self.translate_error(error) from error

    def reconnect(self) -> None:
        """Replace a lost connection. Raises ``LedgerError`` if the server cannot be reached.

        The first call waits for the server. Until the server is reached, each later call tries
        once.
        """
        self.connection.close()
        until = time.monotonic() + (0.0 if self._is_unreachable else self._wait)
        self._is_unreachable = True
        while True:
            try:
                self._connection = self._connect()
            except ServerUnreachable:
                if time.monotonic() >= until:
                    raise
                time.sleep(_PAUSE)
            else:
                self._is_unreachable = False
                return

    def poll_change_counter(self) -> int:
        """Return a number that changes after other programs' writes and after a lost connection.

        It counts notifications. On a standby server, it is the position of the last event.
        """
        connection = self.connection
        try:
            if self._listens_on is not connection:
                connection.add_notify_handler(self._count_notification)
                connection.execute(f"LISTEN {CHANNEL}")
                self._listens_on = connection
                self._notification_count += 1
            connection.pgconn.consume_input()
            while connection.pgconn.notifies() is not None:
                self._notification_count += 1
        except (errors.ObjectNotInPrerequisiteState, errors.ReadOnlySqlTransaction):
            return int(self.run_query(sql_statements.LAST_POSITION)[0][0])
        except psycopg.Error as error:
            if not is_connection_lost(connection, error):
                raise self.translate_error(error) from error
            connection.close()
            self._connection = self._connect()  # no waiting: the next check follows soon
            self._notification_count += 1
        return self._notification_count

    def _count_notification(self, _: psycopg.Notify) -> None:
        self._notification_count += 1

    @contextmanager
    def open_transaction(self, begin_statement: str = "BEGIN") -> Iterator[None]:
        """Run the block in a transaction, and roll back on an error.

        Raises ``ConnectionLost`` if the connection is lost during the transaction.
        """
        if self.blocks:
            with self.join_transaction():
                yield
            return
        try:
            self.execute_once(begin_statement)
        except ConnectionLost:  # lost since its last use
            self.reconnect()
            self.execute_once(begin_statement)
        self.blocks = 1
        try:
            yield
        except BaseException:
            self.blocks = 0
            self.roll_back()
            raise
        self.blocks = 0
        try:
            self.execute_once("COMMIT")
        except BaseException:
            self.roll_back()
            raise

    @contextmanager
    def join_transaction(self) -> Iterator[None]:
        """Run the block within a transaction that the caller begins and ends."""
        self.blocks += 1
        try:
            yield
        finally:
            self.blocks -= 1

    def roll_back(self) -> None:
        """Roll back any open transaction without hiding an earlier error."""
        with suppress(psycopg.Error, LedgerError):
            self.connection.execute("ROLLBACK")

    @contextmanager
    def open_exclusive_transaction(self) -> Iterator[None]:
        """Run the block in a transaction that excludes other writers."""
        with self.open_transaction():
            if self.blocks == 1:
                self.execute_once(sql_statements.LOCK)
            yield

    def close(self) -> None:
        """Close the connection. Closing it twice has no effect."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _connect(self) -> Connection:
        return open_connection(
            self._address, self.where, self._wait, only_reading=self.only_reading
        )

    def translate_error(self, error: psycopg.Error) -> LedgerError:
        """Translate a driver error into the ledger's error, or into ``ConnectionLost``."""
        lost = is_connection_lost(self.connection, error)
        told = translate_error(error, self.where, lost=lost)
        return ConnectionLost(told.message) if lost else told
