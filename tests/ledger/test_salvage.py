"""What is sound of a damaged ledger: all that vouches for itself, and nothing else."""

from __future__ import annotations

import random
import shutil
import sqlite3
from pathlib import Path

import pytest

from tests.ledger.samples import write
from tracker.ledger.ledger_check_reports import SalvageReport
from tracker.ledger.ledger_errors import BrokenLedger, LedgerError
from tracker.ledger.store_interface import StoredEvent
from tracker.ledger.store_opening_and_copying import open_store, salvage_ledger_into

PAGE = 4096
STREAMS = ("m1", "l1", "m2")


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three streams, 24 rounds of them: 3 + 2, 1 and 40 events; one body fills pages of its own."""
    path = tmp_path_factory.mktemp("sound") / "games.db"
    with open_store(path) as store:
        for _ in range(24):
            write(store, "m1", 3, 2)
            write(store, "l1", 1, kind="league")
            write(store, "m2", 40)
    return path


def events(path: Path, stream: str) -> list[StoredEvent]:
    with open_store(path) as store:
        return [*store.read_events(stream)] if store.get_version(stream) else []


def salvaged(damaged: Path, sound: Path) -> SalvageReport:
    """Salvage, and hold what came of it against the ledger as it was."""
    new = damaged.with_name("new.db")
    before = damaged.read_bytes()
    found = salvage_ledger_into(damaged, new)
    assert damaged.read_bytes() == before
    with open_store(new) as store:
        assert store.verify_streams().is_sound
    kept = {one.stream: one.kept for one in found.streams if one.kept}
    for stream, count in kept.items():
        told, were = events(new, stream), events(sound, stream)
        assert [e.digest for e in told] == [e.digest for e in were[: len(told)]]
        assert len(told) == count
        assert len(told) == len(were) or were[len(told)].entry == len(told) + 1, "whole entries"
    return found


@pytest.fixture
def damaged(sound: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(sound, tmp_path / "games.db"))


@pytest.mark.thorough
def test_all_of_a_sound_ledger(damaged: Path, sound: Path) -> None:
    found = salvaged(damaged, sound)
    assert found.whole
    assert [(one.stream, one.kept, one.lines) for one in found.streams] == [
        ("m1", 120, 48),
        ("l1", 24, 24),
        ("m2", 960, 24),
    ]
    new = damaged.with_name("new.db")
    with open_store(new) as store, open_store(sound) as was:
        assert [*store.read_all_verified_events()] == [*was.read_all_verified_events()]
        assert store.list_summaries() == was.list_summaries()
    with pytest.raises(LedgerError, match="already exists"):
        salvage_ledger_into(damaged, new)


@pytest.mark.thorough
@pytest.mark.parametrize("size", [0, 100, PAGE])
def test_all_of_it_where_the_schema_is_gone(damaged: Path, sound: Path, size: int) -> None:
    data = bytearray(damaged.read_bytes())
    data[:size] = bytes(size)
    damaged.write_bytes(data)
    assert salvaged(damaged, sound).whole


@pytest.mark.thorough
@pytest.mark.parametrize("table", ["stream", "event"])
def test_where_a_table_was_dropped(damaged: Path, sound: Path, table: str) -> None:
    """Its pages are free, and what stands there is read as long as nothing is written over it."""
    with sqlite3.connect(damaged) as by_hand:
        by_hand.execute("PRAGMA foreign_keys = OFF")
        by_hand.execute("PRAGMA secure_delete = OFF")
        by_hand.execute(f"DROP TABLE {table}")
    by_hand.close()
    found = salvaged(damaged, sound)
    assert sum(one.kept for one in found.streams) > 0


@pytest.mark.thorough
def test_a_name_that_is_lost_is_found_by_what_the_first_event_follows(
    damaged: Path, sound: Path
) -> None:
    data = damaged.read_bytes()
    for name in STREAMS:
        data = data.replace(f"{name}match".encode(), b"??match")
        data = data.replace(f"{name}league".encode(), b"??leagxe")
    assert data != damaged.read_bytes()
    damaged.write_bytes(data)
    assert [one.stream for one in salvaged(damaged, sound).streams] == [*STREAMS]


def test_a_stream_ends_before_the_entry_that_is_spoilt(damaged: Path, sound: Path) -> None:
    """Event 14 of m2's second entry is changed: 40 events stay, and 920 are not vouched for."""
    with sqlite3.connect(damaged) as by_hand:
        for (name,) in by_hand.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
            by_hand.execute(f'DROP TRIGGER "{name}"')
        which = "stream_id = (SELECT id FROM stream WHERE name = 'm2') AND version = 54"
        by_hand.execute(f"UPDATE event SET author = 'Nobody' WHERE {which}")
    by_hand.close()
    m1, l1, m2 = salvaged(damaged, sound).streams
    assert (m1.whole, l1.whole, m2.whole) == (True, True, False)
    assert (m2.kept, m2.lines, m2.written) == (40, 1, 960)


def test_what_only_the_log_holds_is_read_but_not_what_was_never_acknowledged(
    tmp_path: Path,
) -> None:
    live = tmp_path / "live.db"
    damaged = tmp_path / "games.db"
    with open_store(live) as store:
        write(store, "m1", 3, 2)
        for ending in ("", "-wal"):
            shutil.copy(f"{live}{ending}", f"{damaged}{ending}")
    assert damaged.with_name("games.db-wal").stat().st_size
    (one,) = salvaged(damaged, live).streams
    assert (one.stream, one.kept) == ("m1", 5)


def test_a_file_with_nothing_in_it_is_refused(tmp_path: Path) -> None:
    for number, data in enumerate((b"", b"notes " * 5000, bytes(40_000), b"\x0d\xff\xff" * 9000)):
        file = tmp_path / f"{number}.db"
        file.write_bytes(data)
        with pytest.raises(BrokenLedger, match="Nothing in"):
            salvage_ledger_into(file, tmp_path / "new.db")
        assert not (tmp_path / "new.db").exists()


def spoil(data: bytearray, dice: random.Random) -> bytearray:
    """A flipped bit, a lost page, two pages in each other's place, or a file cut short."""
    page = dice.randrange(len(data) // PAGE) * PAGE
    match dice.randrange(4):
        case 0:
            data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
        case 1:
            data[page : page + PAGE] = bytes(dice.choice((0, 255)) for _ in range(PAGE))
        case 2:
            other = dice.randrange(len(data) // PAGE) * PAGE
            one = data[page : page + PAGE]
            data[page : page + PAGE] = data[other : other + PAGE]
            data[other : other + PAGE] = one
        case _:
            del data[dice.randrange(PAGE, len(data)) :]
    return data


def spoil_and_salvage(sound: Path, folder: Path, seed: int) -> bool:
    """Whether anything was left: all three streams begin on one page of the file."""
    damaged = folder / "games.db"
    dice = random.Random(seed)
    data = bytearray(sound.read_bytes())
    for _ in range(dice.randrange(1, 4)):
        data = spoil(data, dice)
    damaged.write_bytes(data)
    try:
        salvaged(damaged, sound)
    except BrokenLedger:
        return False
    folder.joinpath("new.db").unlink()
    return True


@pytest.mark.thorough
def test_however_it_is_damaged(sound: Path, tmp_path: Path) -> None:
    left = [spoil_and_salvage(sound, tmp_path, seed) for seed in range(20)]
    assert sum(left) >= 18


@pytest.mark.thorough
def test_however_it_is_damaged_many_times(sound: Path, tmp_path: Path) -> None:
    left = [spoil_and_salvage(sound, tmp_path, seed) for seed in range(20, 320)]
    assert sum(left) >= 200
