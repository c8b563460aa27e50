"""A ledger goes from one place to another, whole, or not at all."""

import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.ledger.samples import NOON, rewind, summary, write
from tests.ledger.servers import new_database, new_ledger
from tests.ledger.test_faults import by_hand
from tracker.ledger.history_anchor import make_history_anchor
from tracker.ledger.ledger_errors import (
    BrokenLedger,
    DuplicateCommand,
    InvalidLedgerAddress,
    LedgerError,
)
from tracker.ledger.store_interface import NewEntry, Store
from tracker.ledger.store_opening_and_copying import copy_ledger, open_store

Place = Callable[[Path], str]

PLACES: dict[str, Place] = {
    "file": lambda folder: str(folder / "new.db"),
    "server": lambda folder: new_database(),
    "empty ledger on a server": lambda folder: new_ledger(),
}


def fill(store: Store) -> None:
    write(store, "m", 1, 3)
    write(store, "n", 2)
    with store.write_in_transaction("7f3a"):
        write(store, "m", 600)
        store.append_entry(
            NewEntry("m", 604, rewind(604, 4), author="Zoë", at=NOON, summary=summary("m", 605))
        )
    write(store, "l", 1, kind="league")
    with store.write_in_transaction("7f3b"):
        write(store, "n", 2)


@pytest.fixture(params=["file", "server"])
def source(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    address = str(tmp_path / "old.db") if request.param == "file" else new_ledger()
    with open_store(address) as store:
        fill(store)
    return address


@pytest.mark.parametrize("place", PLACES)
def test_it_is_the_same_there(source: str, tmp_path: Path, place: str) -> None:
    target = PLACES[place](tmp_path)
    anchor = copy_ledger(source, target)
    with open_store(source) as old, open_store(target) as new:
        assert anchor == make_history_anchor(old) == make_history_anchor(new)
        assert list(new.read_all_verified_events()) == list(old.read_all_verified_events())
        assert new.list_summaries() == old.list_summaries()
        assert new.list_stream_heads() == old.list_stream_heads()
        assert (
            new.map_commands_to_last_positions()
            == old.map_commands_to_last_positions()
            == {"7f3a": 607, "7f3b": 610}
        )
        with pytest.raises(DuplicateCommand, match="version 605"), new.write_in_transaction("7f3a"):
            pass
        write(new, "m", 1)
        assert new.verify_streams().is_sound


@pytest.mark.thorough
def test_there_and_back(source: str, tmp_path: Path) -> None:
    there, back = new_database(), tmp_path / "back.db"
    assert copy_ledger(source, there) == copy_ledger(there, back)


@pytest.mark.parametrize("there", ["file", "server"])
def test_what_is_there_stays(source: str, tmp_path: Path, there: str) -> None:
    target = str(tmp_path / "new.db") if there == "file" else new_ledger()
    with open_store(target) as store:
        first = write(store, "other", 2)
    with pytest.raises(LedgerError, match="already"):
        copy_ledger(source, target)
    with open_store(target) as store:
        assert list(store.read_all_verified_events()) == first


def test_a_database_of_another_program_is_left_alone(source: str) -> None:
    import psycopg

    address = new_database()
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("CREATE TABLE books (title text)")
    for use in (lambda: copy_ledger(source, address), lambda: open_store(address)):
        with pytest.raises(BrokenLedger, match="another program"):
            use()
    with psycopg.connect(address) as connection:
        tables = "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 2200"
        assert connection.execute(tables).fetchall() == [("books",)]


@pytest.mark.thorough
def test_a_spoilt_ledger_goes_nowhere(tmp_path: Path) -> None:
    source, target = tmp_path / "old.db", new_database()
    with open_store(source) as store:
        fill(store)
    by_hand(source, "UPDATE event SET body = x'7b7d' WHERE position = 3")
    for place in (tmp_path / "new.db", target):
        with pytest.raises(BrokenLedger):
            copy_ledger(source, place)
    assert not (tmp_path / "new.db").exists()
    assert is_empty(target)


def test_it_goes_to_no_place_that_does_not_last(source: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidLedgerAddress, match="in memory"):
        copy_ledger(source, "memory://")
    with pytest.raises(LedgerError, match="There is no ledger"):
        copy_ledger(tmp_path / "nothing.db", tmp_path / "new.db")


def is_empty(address: str) -> bool:
    import psycopg

    with psycopg.connect(address) as connection:
        count = "SELECT count(*) FROM pg_class WHERE relnamespace = 2200"
        return connection.execute(count).fetchone() == (0,)


KILLED = """
import msgspec, os, signal, sys
from types import SimpleNamespace
from tracker.ledger import entry_copy
from tracker.ledger.store_opening_and_copying import copy_ledger

left = int(sys.argv[3])

def dies(event, kind, **how):
    global left
    left -= 1
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)
    return msgspec.convert(event, kind, **how)

entry_copy.msgspec = SimpleNamespace(convert=dies)
copy_ledger(*sys.argv[1:3])
"""


@pytest.mark.thorough
@pytest.mark.parametrize("place", ["file", "server"])
@pytest.mark.parametrize("at", [1, 610])
def test_killed_in_the_middle_it_leaves_nothing(tmp_path: Path, place: str, at: int) -> None:
    source, target = tmp_path / "old.db", PLACES[place](tmp_path)
    with open_store(source) as store:
        fill(store)
    command = [sys.executable, "-c", KILLED, str(source), target, str(at)]
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
    assert not Path(target).exists() if place == "file" else is_empty(target)
    copy_ledger(source, target)
    with open_store(target) as store:
        assert store.get_version("m") == 605
