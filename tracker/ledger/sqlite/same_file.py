"""Whether the file that is written to is still the one of that name.

A file that was deleted, moved or replaced takes entries as before, and nobody finds them again.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from tracker.ledger.errors import LedgerError, LostLedger
from tracker.ledger.sqlite.backup import back_up, free_name
from tracker.ledger.sqlite.failures import Failure


class SameFile:
    """The file and its write-ahead log, as they were when the ledger was opened."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path
        self._names = path, path.with_name(path.name + "-wal")
        self._were = self._are()
        self._refusal = ""

    def refuse_if_lost(self) -> None:
        """Raise ``LostLedger`` once ``check`` has raised it: nothing more is written then."""
        if self._refusal:
            raise LostLedger(self._refusal)

    def check(self) -> None:
        """Raise ``LostLedger`` if an entry just written went into a file that is there no more.

        Everything, that entry, too, is then saved to a new file beside it.
        """
        if self._are() == self._were:
            return
        gone = f"{self._path} was deleted, moved or replaced while it was open"
        try:
            copy = free_name(self._path, "rescued")
            back_up(self._connection, copy, self._path)
        except (LedgerError, OSError, *Failure) as error:
            self._refusal = (
                f"{gone}, and what it held could not be saved ({error}); nothing more is written."
            )
            raise LostLedger(
                f"{gone}; what was just entered is lost with it, and no copy could be saved"
                f" ({error})."
            ) from error
        self._refusal = (
            f"{gone}; nothing more is written to it. Go on with {copy}, which has it all."
        )
        raise LostLedger(
            f"{gone}. All it held was saved to {copy}, what was just entered, too; go on with that."
        )

    def _are(self) -> list[tuple[int, int]]:
        """Which files bear the names now; (0, 0) for one that is not there."""
        return [_identity(name) for name in self._names]


def _identity(name: Path) -> tuple[int, int]:
    try:
        found = name.stat()
    except OSError:
        return 0, 0
    return found.st_dev, found.st_ino
