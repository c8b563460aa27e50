"""A disk that fails in the very commit: what was refused is not found later, or that is said."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

TRIAL = """
import os, sqlite3, sys
from pathlib import Path
from dev.torture import sqlite_vfs_hooks
assert not sqlite_vfs_hooks.install_vfs()
from tests.ledger.samples import write
from tracker.ledger.ledger_errors import LedgerError
from tracker.ledger.store_opening_and_copying import open_store

path, lasting = Path(sys.argv[1]), sys.argv[2] == "on"
store = open_store(path)
write(store, "m", 3)
failed = False

def fail_sync(operation):
    global failed
    if operation.kind == "sync" or (failed and lasting):
        fails = lasting or not failed
        failed = True
        return sqlite3.SQLITE_IOERR if fails else 0
    return 0

sqlite_vfs_hooks.hook = fail_sync
try:
    write(store, "m", 2)
except LedgerError as error:
    print(error)
os._exit(0)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.db"


def dying(path: Path, how: str) -> str:
    """What is said where the commit fails and the program ends at once; then the disk is well."""
    command = [sys.executable, "-c", TRIAL, str(path), how]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def version(path: Path) -> int:
    from tracker.ledger.store_opening_and_copying import open_store

    with open_store(path) as store:
        assert store.verify_streams().is_sound
        return store.get_version("m")


def test_what_was_refused_is_not_found_later(path: Path) -> None:
    assert "Check the disk" in dying(path, "once")
    assert version(path) == 3


def test_where_nobody_knows_it_is_said(path: Path) -> None:
    assert "may or may not have been saved: check before you repeat it" in dying(path, "on")
    assert version(path) in {3, 5}
