"""Whatever is wrong with file or disk: nothing is lost, and one sentence says what to do."""

import resource
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.ledger.protecting import folder_for_all, nobody
from tests.ledger.samples import summarise, write
from tests.profiles import some
from tracker.ledger.ledger_errors import (
    BrokenLedger,
    DiskFull,
    InvalidLedgerAddress,
    LedgerError,
    NewerLedger,
    ReadOnlyLedger,
)
from tracker.ledger.sqlite.append_only_triggers import create_triggers, drop_triggers
from tracker.ledger.sqlite.connection import SCHEMA
from tracker.ledger.sqlite.store import SqliteStore
from tracker.ledger.store_interface import Store
from tracker.ledger.store_opening_and_copying import open_store
from tracker.ledger.stream_summary import DAMAGED


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A ledger of two streams, closed."""
    path = tmp_path / "ledger.db"
    with open_store(path) as store:
        write(store, "a", 3, 40)
        write(store, "b", 2)
    return path


def by_hand(path: Path, *statements: str) -> None:
    """What the owner of a file can do: drop the guards, change rows, put the guards back."""
    connection = sqlite3.connect(path, isolation_level=None)
    drop_triggers(connection)
    for statement in statements:
        connection.execute(statement)
    create_triggers(connection)
    connection.close()


SUMMARY = "UPDATE stream SET summary = json_set(summary, '{}', {}) WHERE id = 1"


@pytest.mark.parametrize(
    ("statement", "version", "position", "why"),
    [
        ("UPDATE event SET body = '{}' WHERE position = 7", 7, 7, "was changed"),
        ("UPDATE event SET body = x'00' WHERE position = 7", 7, 7, "was changed"),
        ("UPDATE event SET kind = 'Forged' WHERE position = 7", 7, 7, "was changed"),
        ("UPDATE event SET author = 'eve' WHERE position = 7", 7, 7, "was changed"),
        ("UPDATE event SET recorded_at = 0 WHERE position = 7", 7, 7, "was changed"),
        ("UPDATE event SET schema_version = 2 WHERE position = 7", 7, 7, "was changed"),
        ("UPDATE event SET entry = 5 WHERE position = 7", 7, 7, "was changed"),
        ("UPDATE event SET action = 1 WHERE position = 7", 7, 7, "was changed"),
        ("UPDATE event SET rewinds_to = 3 WHERE position = 7", 7, 7, "was changed"),
        ("UPDATE event SET digest = zeroblob(32) WHERE position = 7", 7, 7, "was changed"),
        ("UPDATE event SET position = 99 WHERE position = 7", 8, 8, "comes before"),
        ("DELETE FROM event WHERE position = 7", 8, 8, "version 7 is missing"),
        ("DELETE FROM event WHERE position = 43", 43, None, "end at version 42, but 43"),
        ("DELETE FROM event WHERE stream_id = 1", 1, None, "end at version 0, but 43"),
        ("UPDATE stream SET digest = zeroblob(32) WHERE id = 1", 43, 43, "different event"),
        ("UPDATE stream SET kind = 'league' WHERE id = 1", 1, 1, "was changed"),
        ("UPDATE stream SET version = 42 WHERE id = 1", 43, None, "but 42 were written"),
        (SUMMARY.format("$.version", 9), 9, None, "summary is of the match a at version 9"),
        (SUMMARY.format("$.stream", "'b'"), 43, None, "summary is of the match b"),
        (SUMMARY.format("$.sides", "'['"), 43, None, "cannot be read"),
        ("UPDATE stream SET summary = '[]' WHERE id = 1", None, None, "Rebuild the summaries"),
    ],
)
def test_a_change_by_hand_is_found(
    path: Path, statement: str, version: int | None, position: int | None, why: str
) -> None:
    by_hand(path, statement.replace("'{}'", "x'7b7d'"))
    with open_store(path) as store:
        (problem,) = store.verify_streams().problems
        if "event SET position" not in statement and "summary" not in statement:
            for reading in (store.read_events, store.read_event_pages):
                with pytest.raises(BrokenLedger, match=r"a cannot be read: .*warledger salvage"):
                    list(reading("a"))
        assert [event.version for event in store.read_events("b")] == [1, 2]
    assert (problem.stream, problem.version, problem.position) == ("a", version, position)
    assert why in problem.message


def test_a_rebuild_mends_what_was_done_to_a_summary(path: Path) -> None:
    by_hand(path, "UPDATE stream SET summary = '[]' WHERE id = 1")
    with open_store(path) as store:
        assert {one.stream: one.status for one in store.list_summaries()} == {
            "a": DAMAGED,
            "b": "running",
        }
        (difference,) = store.rebuild_summaries(summarise).differences
        assert (difference.stream, difference.field, difference.was) == ("a", "summary", "[]")
        assert store.verify_streams().is_sound
        assert len(store.list_summaries()) == 2


def test_the_first_bad_row_of_each_stream_is_named(path: Path) -> None:
    by_hand(path, "UPDATE event SET author = 'eve' WHERE position IN (9, 11, 45)")
    with open_store(path) as store:
        problems = store.verify_streams().problems
    assert [(p.stream, p.version, p.position) for p in problems] == [("a", 9, 9), ("b", 2, 45)]


def test_who_reads_on_follows_the_chain(path: Path) -> None:
    by_hand(path, "UPDATE event SET author = 'eve' WHERE position = 9")
    with open_store(path) as store:
        assert [event.version for event in store.read_events("a", upto_version=8)] == [*range(1, 9)]
        assert [event.version for event in store.read_events("a", after_version=9)] == [
            *range(10, 44)
        ]
        assert (
            list(store.read_events("a", after_version=43))
            == list(store.read_events("a", after_version=99))
            == []
        )
        for some in (
            store.read_events("a", 8, 9),
            store.read_all_verified_events(),
            store.read_all_verified_events(8),
        ):
            with pytest.raises(BrokenLedger, match="version 9 was changed"):
                list(some)
        assert [event.position for event in store.read_all_verified_events(9)] == [*range(10, 46)]


def test_a_summary_that_says_what_the_events_do_not(path: Path) -> None:
    by_hand(path, SUMMARY.format("$.title", "'Forged'"))
    with open_store(path) as store:
        assert store.verify_streams().is_sound
        (problem,) = store.verify_streams(summarise=summarise).problems
        assert (problem.stream, problem.version) == ("a", 43)
        assert "'Forged' (title), but the events say 'after 43'" in problem.message
        store.rebuild_summaries(summarise)
        assert store.verify_streams(summarise=summarise).is_sound


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("CREATE TABLE diary (words)", "table 'diary'"),
        ("CREATE VIEW scores AS SELECT 1", "view 'scores'"),
        ("CREATE INDEX quick ON event (author)", "index 'quick'"),
        ("CREATE TRIGGER t BEFORE INSERT ON event BEGIN SELECT RAISE(IGNORE); END", "trigger 't'"),
        ("DROP TABLE page", "table page is missing"),
        ("ALTER TABLE page ADD COLUMN words TEXT", "page has been altered"),
        ("UPDATE alembic_version SET version_num = '0001'", "its format"),
        ("INSERT INTO alembic_version VALUES ('0009')", "its format"),
    ],
)
def test_what_was_put_into_the_file_is_found(path: Path, statement: str, named: str) -> None:
    by_hand(path, statement)
    with open_store(path) as store:
        problem = store.verify_streams().problems[0]
    assert problem.stream is None
    assert named in problem.message


def test_statistics_of_sqlite_change_nothing(path: Path) -> None:
    by_hand(path, "ANALYZE")
    with open_store(path) as store:
        assert store.verify_streams().is_sound


@pytest.mark.parametrize(
    ("moment", "stream"),
    [
        ("BEFORE INSERT ON event", "a"),
        ("BEFORE UPDATE ON stream", "a"),
        ("BEFORE INSERT ON stream", "new"),
    ],
)
def test_a_line_that_a_trigger_drops_is_not_acknowledged(
    path: Path, moment: str, stream: str
) -> None:
    by_hand(path, f"CREATE TRIGGER t {moment} BEGIN SELECT RAISE(IGNORE); END")
    with open_store(path) as store:
        before = store.list_streams()
        with pytest.raises(BrokenLedger, match=r"could not be saved.*Nothing was written"):
            write(store, stream, 1)
        assert store.list_streams() == before
        assert "trigger" in store.verify_streams().problems[0].message


def test_no_line_follows_a_head_that_is_another(path: Path) -> None:
    with open_store(path) as store:
        write(store, "a", 1)
        by_hand(path, "UPDATE stream SET digest = zeroblob(32) WHERE id = 1")
        with pytest.raises(BrokenLedger, match="Run: warledger verify"):
            write(store, "a", 1)
        assert store.get_version("a") == 44


def test_a_table_that_does_not_match_its_index_is_found(path: Path) -> None:
    """Streams are read by the index of versions; a row that it does not have is never seen."""
    connection = sqlite3.connect(path)
    find = "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_event_1'"
    (root,) = connection.execute(find).fetchone()
    (size,) = connection.execute("PRAGMA page_size").fetchone()
    connection.close()
    whole = bytearray(path.read_bytes())
    index = whole[(root - 1) * size : root * size]
    cells = int.from_bytes(index[3:5], "big")
    last = int.from_bytes(index[8 + 2 * cells - 2 : 8 + 2 * cells], "big")
    whole[(root - 1) * size + last + 5] ^= 1  # a version in the entry of the last event
    path.write_bytes(whole)
    with open_store(path) as store:
        assert store.verify_streams().problems[0].stream is None


def test_events_of_no_stream_are_found(path: Path) -> None:
    by_hand(path, "DELETE FROM stream WHERE name = 'b'")
    with open_store(path) as store:
        (problem,) = store.verify_streams().problems
    assert problem.stream is None
    assert "position 44" in problem.message


def test_a_missing_tail_is_not_written_over(path: Path) -> None:
    by_hand(path, "DELETE FROM event WHERE position = 45")
    with open_store(path) as store:
        with pytest.raises(BrokenLedger, match="Run: warledger verify"):
            write(store, "b", 1)
        with pytest.raises(BrokenLedger, match="end at version 1, but 2"):
            store.rebuild_summaries(summarise)
        with pytest.raises(BrokenLedger, match="end at version 1, but 2"):
            list(store.read_events("b"))
        assert [event.version for event in store.read_events("b", upto_version=1)] == [1]


def test_a_newer_ledger_is_left_alone(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(NewerLedger, match="Update Warledger"):
        open_store(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("left", [1, 15, 16, 60, 100, 2047, 2048, 6000, -1])
def test_a_truncated_file(path: Path, left: int) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:left])
    with pytest.raises(BrokenLedger, match=r"is incomplete.*backup"):
        open_store(path)
    assert path.read_bytes() == whole[:left]


@pytest.mark.parametrize("text", [b"Dear diary", b"SQLite format 2\0" + bytes(5000), bytes(4096)])
def test_a_file_that_is_no_database(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(text)
    with pytest.raises(BrokenLedger, match="is not a Warledger ledger"):
        open_store(path)
    assert path.read_bytes() == text


def test_spoilt_pages(path: Path) -> None:
    connection = sqlite3.connect(path)
    root = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'event'").fetchone()
    (size,) = connection.execute("PRAGMA page_size").fetchone()
    connection.close()
    whole = bytearray(path.read_bytes())
    whole[(root[0] - 1) * size : root[0] * size] = b"\xa5" * size
    path.write_bytes(whole)
    with open_store(path) as store:
        assert [info.stream for info in store.list_streams()] == ["a", "b"]
        with pytest.raises(BrokenLedger, match="backup"):
            list(store.read_events("a"))
        with pytest.raises(BrokenLedger, match="backup"):
            write(store, "a", 1)
        problems = store.verify_streams().problems
        assert [problem.stream for problem in problems] == [None, "a", "b"]
        assert all("backup" in problem.message for problem in problems)


@pytest.mark.parametrize("value", some(["NULL", "7", "x'ff'", "'no number'"]))
@pytest.mark.parametrize("column", ["kind", "entry", "author", "body", "digest"])
def test_a_row_that_holds_what_no_row_can(path: Path, column: str, value: str) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    ((table,),) = connection.execute("SELECT sql FROM sqlite_schema WHERE name = 'event'")
    loose = table.replace("NOT NULL", "").replace("STRICT", "")
    change = "UPDATE sqlite_schema SET sql = ? WHERE name = 'event'"
    for shape in (loose, table):
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(change, (shape,))
        connection.close()
        if shape is loose:
            by_hand(path, f"UPDATE event SET {column} = {value} WHERE position = 7")
            connection = sqlite3.connect(path, isolation_level=None)
    with open_store(path) as store:
        problems = store.verify_streams().problems
    assert problems
    assert {problem.stream for problem in problems} <= {None, "a"}
    assert problems[0].version in {None, 7}


@pytest.mark.parametrize("text", [b"events are never changed", b"CREATE TABLE event"])
def test_a_schema_that_is_no_text_any_more(path: Path, text: bytes) -> None:
    whole = path.read_bytes()
    assert text in whole
    path.write_bytes(whole.replace(text, text[:-3] + b"\xff\xfe" + text[-1:]))
    with pytest.raises(BrokenLedger, match="damaged"), open_store(path) as store:
        store.verify_streams()


def test_an_empty_file_is_a_new_ledger(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    path.touch()
    with open_store(path) as store:
        assert len(write(store, "m", 1)) == 1


def test_a_missing_folder_is_made(tmp_path: Path) -> None:
    with open_store(tmp_path / "a" / "b" / "ledger.db") as store:
        assert len(write(store, "m", 1)) == 1


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    with pytest.raises(ReadOnlyLedger, match="Choose another place"):
        open_store(tmp_path / "a" / "ledger.db")


def test_a_folder_in_place_of_the_file(tmp_path: Path) -> None:
    with pytest.raises(LedgerError, match="is a folder"):
        open_store(tmp_path)


@pytest.mark.parametrize(
    "address",
    [
        *(
            "oracle://host/db",
            "mysql://a",
            "sqlite://",
            "sqlite:///",
            "sqlite://a.db",
            "memory://x",
        ),
        *("file:x.db", "FILE:x.db?mode=rw", ":memory:", "sqlite:///:memory:", "sqlite:x.db"),
        *("memory:", "postgresql:club", "sqlite:///x.db?mode=ro", "./file:x.db"),
    ],
)
def test_addresses_of_no_ledger(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for named in (address, Path(address)) if ":/" not in address else (address,):
        with pytest.raises(InvalidLedgerAddress, match="Give the path"):
            open_store(named)
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("address", ["a%20b.db", "sqlite:///a%20b.db", "?a.db", "#a.db"])
def test_signs_that_mean_something_in_a_url_name_one_file(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        open_store(address).close()
    open_store(address, only_reading=True).close()
    assert [file.name for file in tmp_path.glob("*.db")] == [address.removeprefix("sqlite:///")]


def test_no_address() -> None:
    for address in ("", " "):
        with pytest.raises(InvalidLedgerAddress, match="file name"):
            open_store(address)
    with pytest.raises(InvalidLedgerAddress, match=r"is a folder. Choose a file in it"):
        open_store("nowhere/")


@pytest.fixture
def open_folder() -> Iterator[Path]:
    with folder_for_all() as folder:
        yield folder


@pytest.mark.parametrize(("file", "folder"), [(0o444, 0o777), (0o666, 0o555), (0o444, 0o555)])
def test_a_ledger_that_cannot_be_written(open_folder: Path, file: int, folder: int) -> None:
    path = open_folder / "ledger.db"
    with open_store(path) as store:
        write(store, "m", 1)
    path.chmod(file)
    open_folder.chmod(folder)
    with nobody(), pytest.raises(ReadOnlyLedger, match="Allow writing"):
        open_store(path)


def test_a_new_ledger_where_nothing_can_be_written(open_folder: Path) -> None:
    open_folder.chmod(0o555)
    with nobody():
        with pytest.raises(ReadOnlyLedger, match="Allow writing"):
            open_store(open_folder / "ledger.db")
        with pytest.raises(ReadOnlyLedger, match="cannot be created"):
            open_store(open_folder / "new" / "ledger.db")


def test_a_backup_where_nothing_can_be_written(open_folder: Path) -> None:
    (open_folder / "there").mkdir()
    (open_folder / "there").chmod(0o555)
    with open_store("memory://") as memory, open_store(open_folder / "ledger.db") as store:
        write(memory, "m", 1)
        with nobody():
            for source in (store, memory):
                with pytest.raises(ReadOnlyLedger):
                    source.back_up(open_folder / "there" / "copy.db")
    assert list((open_folder / "there").iterdir()) == []


def limit_pages(store: Store) -> Callable[[], object]:
    assert isinstance(store, SqliteStore)
    pages = store._execute("PRAGMA page_count").fetchone()[0]
    store._execute(f"PRAGMA max_page_count = {pages + 3}")
    return lambda: store._execute("PRAGMA max_page_count = 1000000")


def limit_files(store: Store) -> Callable[[], object]:
    assert isinstance(store, SqliteStore)
    log = store.path.with_name(store.path.name + "-wal")
    old = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (log.stat().st_size + 20_000, old[1]))
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, old)


@pytest.mark.parametrize("limit", [limit_pages, limit_files])
def test_a_full_disk(path: Path, limit: Callable[[Store], Callable[[], object]]) -> None:
    with open_store(path) as store:
        write(store, "a", 1)
        relax = limit(store)
        try:
            with pytest.raises(DiskFull, match="Free some space"):
                write(store, "a", *[30] * 100)
            reached = store.get_version("a")
        finally:
            relax()
        assert store.verify_streams().is_sound
        assert write(store, "a", 2)[0].version == reached + 1
        assert store.verify_streams().is_sound


READINGS: dict[str, Callable[[Store], object]] = {
    "read": lambda store: [*store.read_events("a")],
    "tell": lambda store: [*store.read_event_pages("a")],
    "read_all_verified_events": lambda store: [*store.read_all_verified_events()],
    "version": lambda store: store.get_version("a"),
    "streams": lambda store: store.list_streams(),
    "heads": lambda store: store.list_stream_heads(),
    "summary": lambda store: store.get_summary("a"),
    "summaries": lambda store: store.list_summaries(),
}


@pytest.mark.parametrize("name", READINGS)
def test_a_reading_that_breaks_off_never_passes_for_a_shorter_one(path: Path, name: str) -> None:
    with SqliteStore(path) as store:
        assert READINGS[name](store)
        store._connection.set_progress_handler(lambda: 1, 1)  # stops every statement
        with pytest.raises(LedgerError):
            READINGS[name](store)
        store._connection.set_progress_handler(None, 1)
        assert READINGS[name](store)
