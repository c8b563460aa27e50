"""A second look at a ledger in one process leaves it locked: closing a file drops its locks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.ledger.samples import entry, summary, write
from tracker.ledger.store_interface import NewEntry
from tracker.ledger.store_opening_and_copying import open_store

OPENED_AND_CLOSED = """
import sys
from tracker.ledger.store_opening_and_copying import open_store
with open_store(sys.argv[1]) as store:
    print(store.get_version("m1"))
"""


def another_program(path: Path) -> int:
    """The version that another program finds, as it opens and closes the ledger."""
    command = [sys.executable, "-c", OPENED_AND_CLOSED, str(path)]
    return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def test_a_ledger_looked_over_beside_a_writer_keeps_its_log(tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    with open_store(path) as store:
        write(store, "m1", 1)
        with open_store(path, only_reading=True) as looking:
            assert looking.get_version("m1") == 1
        with open_store(path) as second:
            assert second.get_version("m1") == 1
        assert another_program(path) == 1
        store.append_entry(NewEntry("m1", 1, entry(1), author="", at=2, summary=summary("m1", 2)))
        assert another_program(path) == 2  # the log that this goes into is still the ledger's
    with open_store(path) as store:
        assert store.get_version("m1") == 2
        assert store.verify_streams().is_sound
