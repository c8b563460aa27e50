"""A program that opens games again and again gives their memory back."""

import gc
from collections.abc import Iterator

import pytest

from tests.application.table import begin, book, duel
from tracker.application import collecting

OPENINGS = 30


@pytest.fixture
def never_by_itself() -> Iterator[None]:
    """Python looks for no garbage of its own accord."""
    was = gc.get_threshold()
    gc.set_threshold(10**8)
    gc.collect()
    yield
    gc.set_threshold(*was)


@pytest.mark.thorough
def test_games_that_are_let_go_of_are_gone_at_once(never_by_itself: None) -> None:
    game = begin()
    kept = book(game.journal.store)
    for waits in (False, True):
        if waits:
            game.take(duel("r1", "b1"))
        gc.collect()
        for _ in range(OPENINGS):
            kept.game(game.stream)
        assert gc.collect() < OPENINGS


class Loop:
    """Garbage that only a search finds."""

    def __init__(self) -> None:
        self.itself = self


@pytest.mark.thorough
def test_garbage_that_counts_as_old_is_looked_for_once_it_is_a_quarter_of_all(
    never_by_itself: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(collecting, "SOME", 10_000)
    before = len(gc.get_objects())
    most = before
    for _ in range(before // 2 // 5_000):
        with collecting.pause_garbage_collection():
            for _ in range(5_000):
                Loop()
        most = max(most, collecting._objects())
    assert most < before * 5 / 4 + 4 * 10_000


def test_within_a_block_nothing_is_collected() -> None:
    """The screens rest the collector while they load, games and all."""
    with collecting.pause_garbage_collection():
        with collecting.pause_garbage_collection():
            Loop()
        assert not gc.isenabled()
    assert gc.isenabled()
