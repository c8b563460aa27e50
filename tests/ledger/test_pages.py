"""Packed copies of old events: quicker to read, never believed when spoilt, and dropped at will."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tests.ledger.samples import plain, spread, summarise, write
from tests.ledger.test_faults import by_hand
from tests.profiles import some
from tracker.ledger.ledger_errors import BrokenLedger
from tracker.ledger.packed_event_pages import (
    PAGE_EVENTS,
    Row,
    compute_page_seal,
    pack_page,
    pack_rows_into_event_page,
    unpack_page,
)
from tracker.ledger.sqlite.connection import open_connection
from tracker.ledger.sqlite.schema_upgrade import back_up_and_upgrade_schema
from tracker.ledger.sqlite.store import SqliteStore
from tracker.ledger.store_interface import StoredEvent
from tracker.ledger.store_opening_and_copying import open_store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.db"


@pytest.fixture
def written(path: Path) -> list[StoredEvent]:
    """Two streams; of ``m`` two whole pages and 34 events more, told once."""
    with open_store(path) as store:
        write(store, "other", 2 * PAGE_EVENTS)
        events = write(store, "m", 700, 334)
        assert spread(store.read_event_pages("m")) == [plain(event) for event in events]
        list(store.read_event_pages("other"))
    return events


def kept(path: Path) -> list[tuple[int, int]]:
    """Stream and last version of each packed page."""
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT stream_id, version FROM page ORDER BY 1, 2").fetchall()
    connection.close()
    return rows


BOTH = [(1, 500), (1, 1000), (2, 500), (2, 1000)]


def test_whole_pages_are_kept_once_a_stream_was_told(path: Path) -> None:
    with open_store(path) as store:
        write(store, "m", 499)
        for size, pages in ((0, []), (1, [(1, 500)]), (499, [(1, 500)]), (2, BOTH[:2])):
            if size:
                write(store, "m", size)
            assert len(spread(store.read_event_pages("m"))) == store.get_version("m")
            assert kept(path) == pages


@pytest.mark.thorough
def test_a_packed_page_is_read_instead_of_its_rows(path: Path, written: list[StoredEvent]) -> None:
    by_hand(path, "UPDATE event SET body = x'7b7d' WHERE stream_id = 2 AND version = 7")
    with open_store(path) as store:
        told = spread(store.read_event_pages("m"))
        problems = store.verify_streams().problems
    assert told[6] == plain(written[6])
    assert [(problem.stream, problem.version) for problem in problems] == [("m", 7)]


def test_a_damaged_row_behind_the_pages_is_not_told(path: Path, written: list[StoredEvent]) -> None:
    by_hand(path, "UPDATE event SET body = x'7b7d' WHERE stream_id = 2 AND version = 1007")
    with open_store(path) as store, pytest.raises(BrokenLedger, match="version 1007 was changed"):
        list(store.read_event_pages("m"))


SPOILT = {
    "a byte": "UPDATE page SET packed = CAST(replace(packed, 'ann', 'eve') AS BLOB)"
    " WHERE stream_id = 2 AND version = 1000",
    "its seal": "UPDATE page SET seal = zeroblob(32) WHERE stream_id = 2 AND version = 1000",
    "nothing left": "UPDATE page SET packed = x'' WHERE stream_id = 2 AND version = 1000",
    "that of another stream": "UPDATE page SET (seal, packed) = (SELECT seal, packed FROM page"
    " WHERE stream_id = 1 AND version = 1000) WHERE stream_id = 2 AND version = 1000",
    "that of other events": "UPDATE page SET (seal, packed) = (SELECT seal, packed FROM page"
    " WHERE stream_id = 2 AND version = 500) WHERE stream_id = 2 AND version = 1000",
    "another place": "UPDATE page SET version = 999 WHERE stream_id = 2 AND version = 1000",
    "a place behind the end": "UPDATE page SET version = 2000 WHERE stream_id = 2 AND"
    " version = 1000",
}


@pytest.mark.thorough
@pytest.mark.parametrize("how", some(SPOILT, 3))
def test_a_spoilt_page_is_not_believed(path: Path, written: list[StoredEvent], how: str) -> None:
    by_hand(path, SPOILT[how])
    before = kept(path)
    with open_store(path) as store:
        for _ in range(2):
            assert spread(store.read_event_pages("m")) == [plain(event) for event in written]
        assert kept(path) == before
        (problem,) = store.verify_streams().problems
        assert (problem.stream, problem.version) == ("m", before[-1][1])
        assert "does not match them" in problem.message
        assert store.rebuild_summaries(summarise).differences == ()
        assert kept(path) == []
        assert store.verify_streams().is_sound
        assert spread(store.read_event_pages("m")) == [plain(event) for event in written]
        assert kept(path) == BOTH[2:]
        assert store.verify_streams().is_sound


def test_a_page_that_was_forged_with_its_seal_is_found(
    path: Path, written: list[StoredEvent]
) -> None:
    forged = [plain(event) for event in written[500:1000]]
    forged[3] = (*forged[3][:6], "eve", forged[3][7])
    data = pack_page(pack_rows_into_event_page(501, forged))
    connection = sqlite3.connect(path)
    connection.execute(
        "UPDATE page SET packed = ?, seal = ? WHERE stream_id = 2 AND version = 1000",
        (data, compute_page_seal(written[999].digest, data)),
    )
    connection.commit()
    connection.close()
    with open_store(path) as store:
        (problem,) = store.verify_streams().problems
    assert (problem.stream, problem.version) == ("m", 1000)


def test_a_page_of_another_past_is_not_believed(path: Path, written: list[StoredEvent]) -> None:
    """As after rows were put back from an old copy of the file, and other things happened since."""
    elsewhere = path.with_name("other.db")
    with open_store(elsewhere) as store:
        write(store, "first", 1)
        write(store, "m", 700, 33, 301)
        list(store.read_event_pages("m"))
    by_hand(
        path,
        f"ATTACH '{elsewhere}' AS other",
        "UPDATE page SET (seal, packed) = (SELECT seal, packed FROM other.page AS theirs"
        " WHERE theirs.stream_id = 2 AND theirs.version = page.version) WHERE stream_id = 2",
    )
    with open_store(path) as store:
        assert spread(store.read_event_pages("m")) == [plain(event) for event in written]
        (problem,) = store.verify_streams().problems
    assert (problem.stream, problem.version) == ("m", 1000)  # up to 700 both are the same


def test_nobody_waits_for_a_copy(path: Path) -> None:
    with open_store(path, timeout_seconds=20.0) as store:
        written = write(store, "m", 600)
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        assert isinstance(store, SqliteStore)
        said: list[str] = []
        store._connection.set_trace_callback(said.append)
        assert spread(store.read_event_pages("m")) == [plain(event) for event in written]
        assert said.index("PRAGMA busy_timeout = 0") == said.index("BEGIN IMMEDIATE") - 1
        other.execute("ROLLBACK")
        other.close()
        assert kept(path) == []
        assert store._execute("PRAGMA busy_timeout").fetchone() == (20_000,)
        assert len(spread(store.read_event_pages("m"))) == 600
        assert kept(path) == [(1, 500)]
        assert write(store, "m", 1)[0].version == 601


def test_a_stream_can_be_told_in_the_middle_of_what_is_appended_together(path: Path) -> None:
    with open_store(path) as store:
        with store.write_in_transaction():
            written = write(store, "m", 600)
            assert spread(store.read_event_pages("m")) == [plain(event) for event in written]
            written += write(store, "m", 1)
        assert kept(path) == []
        assert spread(store.read_event_pages("m")) == [plain(event) for event in written]
        assert kept(path) == [(1, 500)]


@pytest.mark.thorough
def test_two_who_are_told_at_once_keep_the_same(path: Path) -> None:
    with open_store(path) as one, open_store(path) as two:
        written = write(one, "m", 600)
        first, second = one.read_event_pages("m"), two.read_event_pages("m")
        assert [next(first), next(first)] == [next(second), next(second)]
        assert [*first, *second] == []
        assert kept(path) == [(1, 500)]
        written += write(two, "m", 600)
        lines = [plain(each) for each in written]
        assert spread(one.read_event_pages("m")) == spread(two.read_event_pages("m")) == lines
        assert one.verify_streams().is_sound


def test_missing_events_are_not_passed_over(path: Path) -> None:
    with open_store(path) as store:
        write(store, "m", 10)
    by_hand(path, "DELETE FROM event WHERE version = 4")
    with (
        open_store(path) as store,
        pytest.raises(BrokenLedger, match=r"version 4 is missing.*salvage"),
    ):
        list(store.read_event_pages("m"))


def of_older_form(path: Path, form: int) -> list[StoredEvent]:
    """Write a ledger of 600 events as a program of that form would have."""
    first = open_connection(path, 1)
    back_up_and_upgrade_schema(first, path, target_schema=form)
    first.close()
    newer = path.with_name("new.db")
    with open_store(newer) as store:
        written = write(store, "m", 300, 300)
    old = sqlite3.connect(path, isolation_level=None)
    old.execute(f"ATTACH '{newer}' AS new")
    for table in ("stream", "event"):
        columns = [row[1] for row in old.execute(f"PRAGMA table_info ({table})")]
        names = ", ".join(name for name in columns if name != "position")
        old.execute(f"INSERT INTO {table} ({names}) SELECT {names} FROM new.{table}")
    old.close()
    return written


@pytest.mark.thorough
def test_a_ledger_of_the_first_form_gets_its_pages(path: Path) -> None:
    written = of_older_form(path, 1)
    with open_store(path) as store:
        assert spread(store.read_event_pages("m")) == [plain(event) for event in written]
        assert kept(path) == [(1, 500)]
        assert list(store.read_events("m")) == written
        assert store.verify_streams().is_sound
    assert path.with_name("ledger.db.form-1").exists()


@pytest.mark.thorough
def test_pages_of_an_older_form_are_made_anew(path: Path) -> None:
    written = of_older_form(path, 2)
    by_hand(path, "INSERT INTO page VALUES (1, 500, zeroblob(32), x'00')")
    with open_store(path) as store:
        assert store.verify_streams().is_sound
        assert spread(store.read_event_pages("m")) == [plain(event) for event in written]
        assert kept(path) == [(1, 500)]
        assert store.verify_streams().is_sound


def test_what_no_page_is() -> None:
    row: Row = (3, "Noted", 1, 3, 0, 5, "ann", b'{"line":-3}')
    data, digest = pack_page(pack_rows_into_event_page(3, [row])), bytes(32)
    page = unpack_page(3, 3, digest, compute_page_seal(digest, data), data)
    assert page is not None
    assert page.packed
    assert spread([page]) == [row]
    assert unpack_page(3, 4, digest, compute_page_seal(digest, data), data) is None
    assert unpack_page(2, 3, digest, compute_page_seal(digest, data), data) is None
    assert unpack_page(3, 3, digest, compute_page_seal(bytes(31), data), data) is None
    assert unpack_page(3, 3, digest, compute_page_seal(digest, b"\x90"), b"\x90") is None


@pytest.mark.parametrize("body", [b"{", b"\xff", b'{"line":1e400}', b'{"line":%d}' % 2**64])
def test_a_body_that_cannot_be_packed_stays_as_it_is(body: bytes) -> None:
    rows = [(1, "Noted", 1, 1, 0, 5, "ann", b"{}"), (2, "Noted", 1, 1, 0, 5, "ann", body)]
    page, digest = pack_rows_into_event_page(1, rows), bytes(32)
    data = pack_page(page)
    assert unpack_page(1, 2, digest, compute_page_seal(digest, data), data) == page
    assert page.bodies == [b"[{}," + body + b"]"]


@pytest.mark.thorough
def test_who_only_reads_keeps_nothing(path: Path, written: list[StoredEvent]) -> None:
    by_hand(path, "DELETE FROM page WHERE stream_id = 2 AND version = 1000")
    with open_store(path, only_reading=True) as store:
        assert spread(store.read_event_pages("m")) == [plain(event) for event in written]
        assert store.verify_streams().is_sound
    assert kept(path) == BOTH[:3]
