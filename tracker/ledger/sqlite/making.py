"""A ledger opened to be written; one that is missing is made whole before it has its name."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from tracker.ledger.atomic_files import clear_away, flush_folder, write_atomically
from tracker.ledger.errors import LedgerError, ReadOnlyLedger
from tracker.ledger.sqlite.backup import copy_pages
from tracker.ledger.sqlite.connection import check_file, connect, has_log
from tracker.ledger.sqlite.failures import Failure, translate
from tracker.ledger.sqlite.open_ledgers import ONE_AT_A_TIME


def connect_to_write(path: Path, wait: float) -> sqlite3.Connection:
    """A connection to a file that is made if it is missing. Raises ``LedgerError``."""
    try:
        _prepare_folder(path)
        if not path.exists() and not has_log(path):  # what a log belongs to is SQLite's to mend
            _make(path.resolve(), wait)
        elif path.exists() and path.stat().st_nlink > 1:
            clear_away(path)  # a maker was killed before it let go of the name it began with
        with ONE_AT_A_TIME:
            check_file(path)
            return connect(path, wait)
    except OSError as error:
        message = f"{path} cannot be made ({error.strerror}); name another place."
        raise ReadOnlyLedger(message) from error
    except Failure as error:
        raise translate(error, path) from error


def _make(path: Path, wait: float) -> None:
    """Make an empty ledger, unless another program is first, so that power lost leaves no half.

    Raises ``OSError``, ``LedgerError`` and ``sqlite3.Error``.
    """
    from tracker.ledger.sqlite.upgrade import upgrade_schema

    with suppress(FileExistsError), write_atomically(path) as part:
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as new:
            upgrade_schema(new, part)
            copy_pages(new, part)
        connect(part, wait).close()  # which gives it the kind of log that it keeps


def _prepare_folder(path: Path) -> None:
    """Make the folder if it is missing, and see that both it and the file can be written.

    Raises ``ReadOnlyLedger``, or ``LedgerError`` if the path is a folder itself.
    """
    missing = [folder for folder in path.parents if not folder.exists()]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        for folder in missing:
            flush_folder(folder)
    except OSError as error:
        message = f"The folder of {path} cannot be made ({error.strerror}); name another place."
        raise ReadOnlyLedger(message) from error
    if path.is_dir():
        raise LedgerError(f"{path} is a folder; name a file in it.")
    effective = os.access in os.supports_effective_ids
    for place in (path.parent, path):
        if place.exists() and not os.access(place, os.W_OK, effective_ids=effective):
            raise ReadOnlyLedger(
                f"{place} cannot be written; allow writing to it, or open a copy elsewhere."
            )
