"""A ledger says that something was written in it, before anybody reads it."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.ledger.samples import write
from tests.ledger.servers import new_ledger
from tests.ledger.test_postgres_away import hang_up
from tracker.ledger.store_interface import Store
from tracker.ledger.store_opening_and_copying import open_store


@pytest.fixture(params=["file", "server"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "ledger.db") if request.param == "file" else new_ledger()


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    with open_store(address) as store:
        write(store, "m", 2)
        yield store


def another(store: Store, than: int) -> int:
    """The number once it is another; waited for, as a server takes a moment to tell."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        now = store.read_change_counter()
        if now != than:
            return now
        time.sleep(0.005)
    raise AssertionError("nothing was told")


def test_it_stays_while_nothing_is_written(store: Store, address: str) -> None:
    seen = store.read_change_counter()
    list(store.read_events("m"))
    with open_store(address) as other:
        list(other.read_events("m"))
        other.verify_streams()
    assert {store.read_change_counter() for _ in range(20)} == {seen}


WRITES: dict[str, Callable[[Store], object]] = {
    "append": lambda store: write(store, "m", 1),
    "found": lambda store: write(store, "new", 1),
}


@pytest.mark.parametrize("how", WRITES)
def test_others_are_heard(store: Store, address: str, how: str) -> None:
    seen = store.read_change_counter()
    with open_store(address) as other:
        WRITES[how](other)
        seen = another(store, seen)
        store.get_version("m")  # what comes beside an answer is heard, too
        WRITES[how](other)
        store.get_version("m")
        another(store, seen)


@pytest.mark.parametrize("how", WRITES)
def test_so_is_what_was_written_here(store: Store, how: str) -> None:
    seen = store.read_change_counter()
    WRITES[how](store)
    assert store.read_change_counter() != seen


def test_what_was_written_while_the_line_was_lost_is_not_missed() -> None:
    address = new_ledger()
    with open_store(address) as store, open_store(address) as other:
        write(other, "m", 1)
        seen = store.read_change_counter()
        hang_up(address)
        write(other, "m", 1)
        assert another(store, seen) > seen
        seen = store.read_change_counter()
        write(other, "m", 1)
        assert another(store, seen) > seen


def test_who_only_reads_hears(store: Store, address: str) -> None:
    with open_store(address, only_reading=True) as reader:
        seen = reader.read_change_counter()
        write(store, "m", 1)
        another(reader, seen)
