"""A command that was given with an id is not done twice, whatever kills the program after it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.ledger.samples import write
from tests.ledger.servers import new_ledger
from tests.ledger.test_faults import by_hand
from tracker.ledger.ledger_errors import DuplicateCommand, InvalidEntry
from tracker.ledger.sqlite import connection as settings
from tracker.ledger.sqlite.schema_upgrade import back_up_and_upgrade_schema
from tracker.ledger.store_interface import Store
from tracker.ledger.store_opening_and_copying import open_store


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    addresses: dict[str, Callable[[], str | Path]] = {
        "memory": lambda: "memory://",
        "sqlite": lambda: tmp_path / "ledger.db",
        "postgresql": new_ledger,
    }
    with open_store(addresses[request.param]()) as store:
        yield store


def say(store: Store, command: str, *sizes: int, stream: str = "m") -> None:
    with store.write_in_transaction(command):
        write(store, stream, *sizes)


def test_what_was_done_is_not_done_again(store: Store) -> None:
    say(store, "7f3a", 1, 2)
    for _ in range(2):
        with pytest.raises(DuplicateCommand, match=r"7f3a was already written \(m, version 3\)"):
            say(store, "7f3a", 1)
        with pytest.raises(DuplicateCommand):
            say(store, "7f3a", 1, stream="other")
    assert [info.version for info in store.list_streams()] == [3]
    say(store, "7f3b", 1)
    say(store, "", 1)
    say(store, "", 1)
    assert store.get_version("m") == 6
    assert store.verify_streams().is_sound


def test_what_failed_may_be_given_again(store: Store) -> None:
    def fails() -> None:
        with store.write_in_transaction("7f3a"):
            write(store, "m", 1)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fails()
    assert store.get_version("m") == 0
    say(store, "7f3a", 1)
    assert store.get_version("m") == 1


def test_what_wrote_nothing_may_be_given_again(store: Store) -> None:
    say(store, "7f3a")
    say(store, "7f3a", 1)
    assert store.get_version("m") == 1


@pytest.mark.parametrize("command", ["x" * 201, "a\nb", " a"])
def test_what_is_no_id(store: Store, command: str) -> None:
    with pytest.raises(InvalidEntry, match="at most 200 printable characters"):
        say(store, command, 1)


def test_it_is_known_after_the_ledger_was_closed(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    with open_store(path) as store:
        say(store, "7f3a", 2)
    with open_store(path) as store, open_store(path) as other:
        write(other, "m", 1)
        with pytest.raises(DuplicateCommand, match="version 2"):
            say(store, "7f3a", 1)
        assert store.get_version("m") == 3


@pytest.mark.parametrize(
    "statement",
    ["UPDATE command SET position = 1", "UPDATE command SET name = 'other'"],
)
def test_an_id_put_beside_another_event_is_found(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "ledger.db"
    with open_store(path) as store:
        say(store, "7f3a", 2)
        assert store.verify_streams().is_sound
    by_hand(path, statement)
    with open_store(path) as store:
        (problem,) = store.verify_streams().problems
    assert "was not written by the command" in problem.message


def test_a_ledger_of_the_form_before_learns_them(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    old = settings.open_connection(path, 1)
    back_up_and_upgrade_schema(old, path, target_schema=3)
    assert old.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'command'").fetchone() == (
        0,
    )
    old.close()
    with open_store(path) as store:
        say(store, "7f3a", 1)
        with pytest.raises(DuplicateCommand):
            say(store, "7f3a", 1)
        assert store.verify_streams().is_sound
    assert (tmp_path / "ledger.db.form-3").exists()
