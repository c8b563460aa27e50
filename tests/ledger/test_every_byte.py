"""Whatever byte of a ledger changes: no reader's answer does, or it is said."""

import random
from pathlib import Path

import pytest

from tests.ledger.samples import summarise, write
from tracker.ledger.ledger_errors import LedgerError
from tracker.ledger.store_interface import Store
from tracker.ledger.store_opening_and_copying import open_store

SOME = 150


def answers(store: Store) -> list[object]:
    """All that anybody can read."""
    streams = store.list_streams()
    return [
        streams,
        store.list_summaries(),
        store.list_stream_heads(),
        list(store.read_all_verified_events()),
        *(
            [*store.read_events(info.stream), *store.read_event_pages(info.stream)]
            for info in streams
        ),
        *((store.get_version(info.stream), store.get_summary(info.stream)) for info in streams),
    ]


def unseen(path: Path, right: list[object]) -> bool:
    """Whether a reader is told another thing, and neither it nor the check says so."""
    try:
        with open_store(path, only_reading=True) as store:
            return answers(store) != right and store.verify_streams(summarise=summarise).is_sound
    except LedgerError:
        return False


def flipped(path: Path, whole: bytes, place: int, bit: int) -> None:
    path.write_bytes(whole[:place] + bytes((whole[place] ^ 1 << bit,)) + whole[place + 1 :])


def small(folder: Path) -> Path:
    """A ledger of two streams."""
    path = folder / "ledger.db"
    with open_store(path) as store:
        write(store, "a", 1, 3, 30)
        with store.write_in_transaction("7f3a"):
            write(store, "c", 2)
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A ledger with three streams, one of which was told and has a packed page."""
    path = small(tmp_path)
    with open_store(path) as store:
        write(store, "b", 520)
        list(store.read_event_pages("b"))
    return path


def look(path: Path, places: list[int], chance: random.Random) -> list[tuple[int, int]]:
    """The changes that nobody would see."""
    whole = path.read_bytes()
    with open_store(path, only_reading=True) as store:
        right = answers(store)
    found = []
    for place in places:
        bit = chance.randrange(8)
        flipped(path, whole, place, bit)
        if unseen(path, right):
            found.append((place, bit))
    path.write_bytes(whole)
    return found


@pytest.mark.thorough
def test_no_change_goes_unseen(path: Path) -> None:
    seed = random.SystemRandom().randrange(10**6)
    chance = random.Random(seed)
    places = chance.sample(range(path.stat().st_size), SOME)
    assert look(path, places, chance) == [], f"seed {seed}"


@pytest.mark.thorough
def test_no_change_of_any_byte_goes_unseen(tmp_path: Path) -> None:
    path = small(tmp_path)
    seed = random.SystemRandom().randrange(10**6)
    places = list(range(path.stat().st_size))
    assert look(path, places, random.Random(seed)) == [], f"seed {seed}"


@pytest.mark.thorough
@pytest.mark.parametrize("length", [24, 512, 4096])
def test_no_stretch_that_is_written_over_goes_unseen(path: Path, length: int) -> None:
    seed = random.SystemRandom().randrange(10**6)
    chance, whole = random.Random(seed), path.read_bytes()
    with open_store(path, only_reading=True) as store:
        right = answers(store)
    for place in range(0, len(whole) - length, 97 + length // 4):
        for filling in (bytes(length), chance.randbytes(length)):
            path.write_bytes(whole[:place] + filling + whole[place + length :])
            assert not unseen(path, right), f"seed {seed}, from {place}"
