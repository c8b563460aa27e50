"""A short code, kept elsewhere, shows that a ledger still has the past it was made of."""

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.ledger.samples import write
from tracker.ledger.history_anchor import (
    HistoryAnchor,
    explain_anchor_mismatch,
    make_history_anchor,
    parse_history_anchor,
)
from tracker.ledger.ledger_errors import LedgerError
from tracker.ledger.sqlite.append_only_triggers import create_triggers, drop_triggers
from tracker.ledger.store_interface import Store
from tracker.ledger.store_opening_and_copying import open_store


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    address = "memory://" if request.param == "memory" else tmp_path / "ledger.db"
    with open_store(address) as store:
        yield store


def test_a_past_is_still_there_after_the_ledger_grew(store: Store) -> None:
    anchors = [make_history_anchor(store)]
    for stream, *sizes in (("a", 2, 3), ("b", 1), ("a", 1), ("c", 40)):
        write(store, stream, *sizes)
        anchors += [make_history_anchor(store), make_history_anchor(store, stream)]
    said = [parse_history_anchor(str(anchor)) for anchor in anchors]
    assert said == anchors
    assert [anchor.at for anchor in anchors] == [0, 5, 5, 6, 1, 7, 6, 47, 40]
    assert len(set(anchors)) == len(anchors)
    assert [explain_anchor_mismatch(store, anchor) for anchor in anchors] == [""] * len(anchors)


def test_the_anchor_of_a_stream_before_its_first_event(store: Store) -> None:
    write(store, "a", 2)
    nothing = make_history_anchor(store, "a", 0)
    assert (nothing.stream, nothing.at) == ("a", 0)
    write(store, "a", 1)
    assert explain_anchor_mismatch(store, nothing) == ""


def test_both_stores_have_the_same_code(tmp_path: Path) -> None:
    with open_store("memory://") as memory, open_store(tmp_path / "ledger.db") as file:
        for each in (memory, file):
            write(each, "a", 2)
            write(each, "b", 1, 7)
        assert make_history_anchor(memory) == make_history_anchor(file)
        assert make_history_anchor(memory, "b", 1) == make_history_anchor(file, "b", 1)


def test_how_it_is_written_and_said() -> None:
    anchor = HistoryAnchor("m3", 188, "4F7K0M3X9TQARB2")
    text = str(anchor)
    assert text.startswith("m3.188-4F7K-0M3X-9TQA-RB2")
    for way in (text.lower(), text.replace("-", " "), text.replace("0", "O"), f" {text} "):
        assert parse_history_anchor(way) == anchor


@pytest.mark.parametrize("slip", ["188", "", "m3.188-4F7K-0M3X-9TQA", "x" * 40, "-1-4F7K"])
def test_what_is_no_anchor(slip: str) -> None:
    with pytest.raises(LedgerError, match=r"is not a valid anchor. An anchor looks like"):
        parse_history_anchor(slip)


def test_an_anchor_without_its_last_letter_is_never_taken_for_another() -> None:
    """A number is not cut short to have enough letters again: one in 32 of these would pass."""
    for at in range(10, 300):
        with pytest.raises(LedgerError, match="is not a valid anchor"):
            parse_history_anchor(str(HistoryAnchor("", at, "CZ2CP18FCYQXZDY"))[:-1])


def test_a_slip_is_told_from_another_past() -> None:
    anchor = HistoryAnchor("", 188, "4F7K0M3X9TQARB2")
    text, missed = str(anchor), 0
    for place in range(4, len(text)):
        if text[place] != "-":
            other = text[:place] + ("7" if text[place] != "7" else "8") + text[place + 1 :]
            with suppress(LedgerError):
                missed += bool(parse_history_anchor(other))
    assert missed <= 2  # of 16: a letter goes unseen once in 32
    with pytest.raises(LedgerError, match="contains a mistake"):
        parse_history_anchor(text.replace("4F7K", "4F7J"))


def another_past(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    drop_triggers(connection)
    for statement in statements:
        connection.execute(statement)
    create_triggers(connection)
    connection.close()


def test_what_a_chain_alone_does_not_show(tmp_path: Path) -> None:
    """Its end cut off, a stream removed, all of it made anew: each is a sound ledger."""
    path = tmp_path / "ledger.db"
    with open_store(path) as store:
        write(store, "a", 2, 3)
        write(store, "b", 4)
        whole, of_a = make_history_anchor(store), make_history_anchor(store, "a")
    last = "(SELECT digest FROM event WHERE stream_id = 1 AND version = 2)"
    another_past(
        path,
        "DELETE FROM event WHERE stream_id = 1 AND version > 2",
        f"UPDATE stream SET version = 2, digest = {last}, summary = NULL WHERE id = 1",
    )
    with open_store(path) as store:
        assert store.verify_streams().is_sound
        assert "has only 2 events, not 5" in explain_anchor_mismatch(store, of_a)
        assert explain_anchor_mismatch(store, whole)
    another_past(path, "DELETE FROM event WHERE stream_id = 1", "DELETE FROM stream WHERE id = 1")
    with open_store(path) as store:
        assert store.verify_streams().is_sound
        assert "There is no 'a'" in explain_anchor_mismatch(store, of_a)
    anew = tmp_path / "anew.db"
    with open_store(anew) as store:
        write(store, "a", 5)
        write(store, "b", 4)
        assert store.verify_streams().is_sound
        assert "the two histories differ" in explain_anchor_mismatch(store, whole)
        assert "the two histories differ" in explain_anchor_mismatch(store, of_a)
