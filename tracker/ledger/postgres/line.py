"""The line to the server: asked again where it was lost, and one transaction at a time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import psycopg

from tracker.ledger.address import shown
from tracker.ledger.errors import LedgerError, ServerAway
from tracker.ledger.postgres import statements
from tracker.ledger.postgres.connection import Connection, connect
from tracker.ledger.postgres.failures import translate, was_lost

_PAUSE = 0.1
"""Seconds between two tries to reach a server that is away."""


class Lost(ServerAway):
    """The line broke while something was asked; whether it was done, the server has to say."""


class ServerLine:
    """A connection that is made anew when it was lost; a block within a block is part of it."""

    def __init__(self, address: str, wait: float, *, only_reading: bool = False) -> None:
        """Raises ``LedgerError``."""
        self.where = shown(address)
        self.blocks = 0
        self.times_opened = 1
        self.only_reading = only_reading
        self._address, self._wait = address, wait
        self._connection: Connection | None = self._connect()

    @property
    def connection(self) -> Connection:
        """The open connection. Raises ``LedgerError`` once the line is closed."""
        if self._connection is None:
            raise LedgerError("The ledger is closed; open it again.")
        return self._connection

    def ask(self, statement: str, values: tuple[object, ...] = ()) -> list[Any]:
        """All rows of an answer; asked again on a new line where the old one broke."""
        try:
            return self.tell(statement, values)
        except Lost:
            if self.blocks:
                raise
            self.reopen()
            return self.tell(statement, values)

    def tell(self, statement: str, values: tuple[object, ...] = ()) -> list[Any]:
        """All rows of an answer. Raises ``Lost``, where nobody knows whether it was done."""
        connection = self.connection
        try:
            done = connection.execute(statement, values, prepare=True, binary=True)
            return done.fetchall() if done.description else []
        except psycopg.Error as error:
            raise self._failed(error) from error

    def reopen(self) -> None:
        """A new connection in place of a lost one, waited for. Raises ``LedgerError``."""
        self.connection.close()
        until = time.monotonic() + self._wait
        while True:
            try:
                self._connection = self._connect()
            except ServerAway:
                if time.monotonic() > until:
                    raise
                time.sleep(_PAUSE)
            else:
                self.times_opened += 1
                return

    @contextmanager
    def block(self, begin: str = "BEGIN") -> Iterator[None]:
        """A transaction, rolled back where its block raises. Raises ``Lost`` as ``tell`` does."""
        if self.blocks:
            with self.inside():
                yield
            return
        self._begin(begin)
        self.blocks = 1
        try:
            yield
        except BaseException:
            self.blocks = 0
            self.give_up()
            raise
        self.blocks = 0
        try:
            self.tell("COMMIT")
        except BaseException:
            self.give_up()
            raise

    @contextmanager
    def inside(self) -> Iterator[None]:
        """While a transaction is open that somebody else began and ends."""
        self.blocks += 1
        try:
            yield
        finally:
            self.blocks -= 1

    def _begin(self, begin: str) -> None:
        """On a new line where the old one was lost since it was used last."""
        try:
            self.tell(begin)
        except Lost:
            self.reopen()
            self.tell(begin)

    def give_up(self) -> None:
        """Undo what is open, if anything; an earlier error is not hidden."""
        with suppress(psycopg.Error, LedgerError):
            self.connection.execute("ROLLBACK")

    @contextmanager
    def alone(self) -> Iterator[None]:
        """A transaction in which nobody else writes."""
        with self.block():
            if self.blocks == 1:
                self.tell(statements.LOCK)
            yield

    def close(self) -> None:
        """Closing it twice does nothing."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _connect(self) -> Connection:
        return connect(self._address, self.where, self._wait, only_reading=self.only_reading)

    def _failed(self, error: psycopg.Error) -> LedgerError:
        lost = was_lost(self.connection)
        told = translate(error, self.where, lost=lost)
        return Lost(told.message) if lost else told
