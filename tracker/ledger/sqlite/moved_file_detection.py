"""Detects that the open file has been moved, replaced or deleted.

The open file would still accept entries after that, but they would be lost.
"""

from __future__ import annotations

import sqlite3
import stat
from pathlib import Path

from tracker.ledger.ledger_errors import LedgerError, LedgerFileLost
from tracker.ledger.sqlite.backup import back_up_database, choose_free_path
from tracker.ledger.sqlite.error_translation import Failure
from tracker.ledger.sqlite.open_ledger_files import get_file_identity

_CHECKS_OF_LOG = 8
"""The number of entries between two checks of the log.

A check takes a tenth of the time that an entry takes. If only the log is deleted, little is lost,
because its content reaches the file when the log is closed.
"""


class MovedFileDetector:
    """A check that the file and its write-ahead log are still those that were opened."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path
        self._name, self._log = str(path), f"{path}-wal"
        self._was, self._log_was = get_file_identity(self._name), get_file_identity(self._log)
        self._mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else 0o600
        self._checks = 0
        self._refusal = ""

    def raise_if_already_lost(self) -> None:
        """Raise ``LedgerFileLost`` if ``rescue_and_raise_if_lost`` has raised it before."""
        if self._refusal:
            raise LedgerFileLost(self._refusal)

    def rescue_and_raise_if_lost(self) -> None:
        """After an entry, raise ``LedgerFileLost`` if the file was deleted, moved or replaced.

        All entries, including the new one, are first saved to a new file in the same folder.
        """
        self._checks += 1
        if get_file_identity(self._name) == self._was and (
            self._checks % _CHECKS_OF_LOG or get_file_identity(self._log) == self._log_was
        ):
            return
        gone = f"{self._path} was deleted, moved or replaced while it was open"
        try:
            copy = choose_free_path(self._path, "rescued")
            back_up_database(self._connection, copy, self._path)
            copy.chmod(self._mode)
        except (LedgerError, OSError, *Failure) as error:
            self._refusal = (
                f"{gone}, and its contents could not be saved ({error}). Warledger no longer"
                " writes to it."
            )
            raise LedgerFileLost(
                f"{gone}. The last entry is lost, and no copy could be saved ({error}). "
                "Restore a backup."
            ) from error
        self._refusal = (
            f"{gone}. Warledger no longer writes to it. Continue with {copy}, which contains"
            " everything."
        )
        raise LedgerFileLost(
            f"{gone}. Everything was saved to {copy}, including the last entry. Continue with"
            f" {copy}."
        )
