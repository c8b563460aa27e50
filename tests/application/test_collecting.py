"""A program that opens games again and again gives their memory back."""

import gc
from collections.abc import Iterator

import pytest

from tests.application.table import begin, book, duel
from tracker.application import garbage_collection_pause

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
            game.take_action_and_automatic_steps(duel("r1", "b1"))
        kept.open_game(game.stream)  # leaves behind what is made once, such as decoders
        gc.collect()
        for _ in range(OPENINGS):
            kept.open_game(game.stream)
        assert gc.collect() < OPENINGS


class Loop:
    """Garbage that only a search finds."""

    def __init__(self) -> None:
        self.itself = self


@pytest.mark.thorough
@pytest.mark.parametrize("when", ["in the block", "before it"])
def test_garbage_that_counts_as_old_is_looked_for_once_it_is_a_quarter_of_all(
    when: str, never_by_itself: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a game leaves behind while it is played grows old when the next one is opened."""

    def leave_behind() -> None:
        for _ in range(5_000):
            Loop()

    monkeypatch.setattr(garbage_collection_pause, "MIN_NEW_OBJECTS", 10_000)
    before = len(gc.get_objects())
    most = before
    for _ in range(before // 5_000):
        if when == "before it":
            leave_behind()
        with garbage_collection_pause.pause_garbage_collection():
            if when == "in the block":
                leave_behind()
        most = max(most, garbage_collection_pause._count_tracked_objects())
    assert most < before * 5 / 4 + 4 * 10_000


def test_within_a_block_nothing_is_collected() -> None:
    """The screens rest the collector while they load, games and all."""
    with garbage_collection_pause.pause_garbage_collection():
        with garbage_collection_pause.pause_garbage_collection():
            Loop()
        assert not gc.isenabled()
    assert gc.isenabled()
