"""A transaction: what is written in its block is kept at the end, all of it or nothing."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from types import TracebackType

from tracker.ledger.errors import InDoubt
from tracker.ledger.sqlite.failures import Failure, roll_back, translate
from tracker.ledger.sqlite.file_identity import FileIdentity
from tracker.ledger.sqlite.wal import Log


class Transaction:
    """The one transaction a store can have open; a block within a block is part of it.

    A class, because every roll waits for it: a generator takes three times as long.
    """

    def __init__(
        self, connection: sqlite3.Connection, path: Path, log: Log, file: FileIdentity
    ) -> None:
        self._connection = connection
        self._begin_or_end = connection.cursor().execute
        self._path = path
        self._log = log
        self._file = file
        self.blocks = 0

    def __enter__(self) -> None:
        if not self.blocks:
            self._file.refuse_if_lost()
            try:
                self._begin_or_end("BEGIN IMMEDIATE")
            except BaseException as error:
                self._give_up(error)
                raise
        self.blocks += 1

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.blocks -= 1
        if self.blocks:
            return
        if error is not None:
            self._give_up(error)
            return
        try:
            self._begin_or_end("COMMIT")
        except BaseException as failed:
            roll_back(self._connection)
            if not self._log.write_over():
                raise InDoubt(self._path) from failed
            self._give_up(failed)
            raise
        self._file.check()

    def _give_up(self, error: BaseException) -> None:
        """Keep nothing; raises the ledger's own error for one of SQLite."""
        roll_back(self._connection)
        if isinstance(error, Failure):
            raise translate(error, self._path) from error
