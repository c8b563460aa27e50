"""A match opened from its ledger is the match that was kept, with its packed copies or without."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.application.table import begin, book, duel, play_on
from tests.profiles import some
from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.application.match.match_history import MatchHistory
from tracker.application.recorded_event_storage import decode_event
from tracker.ledger.packed_event_pages import PAGE_EVENTS
from tracker.ledger.store_interface import Store
from tracker.ledger.store_opening_and_copying import open_store
from tracker.testing.ruleset_laws import fold_recorded_events
from tracker.vocabulary import events as ev
from tracker.vocabulary import match_event_codec

MANY = "Red" + " 9" * 9


def long_match(store: Store, seed: int, events: int, *, take_back: bool) -> Game:
    """A match of at least so many events: the fallen come back, points are lost, so it goes on."""
    rng = random.Random(seed)
    game = begin(store, MANY, MANY.replace("Red", "Blue"))
    while game.version < events:
        play_on(game, rng, rng.randrange(1, 20))
        gone = tuple(figure for figure, value in game.state.figures.items() if value.gone)
        points = [(side, points) for side, points in game.state.points.items() if points]
        if len(gone) > 40 or points:
            lost = (ev.PointsScored(side=side, points=-n, why="played on") for side, n in points)
            game.adjust_by_hand(
                (ev.FiguresReturned(figures=gone), *lost), "played on", ends_action=True
            )
        assert game.state.current_values.ended is None
        if take_back and rng.random() < 0.3:
            for _ in range(rng.randrange(1, 4)):
                game.undo()
            if rng.random() < 0.5:
                game.redo()
    return game


def assert_same(one: Game, other: Game) -> None:
    assert one.history.lines == other.history.lines
    assert one.history.path == other.history.path
    assert one.history.list_entries_on_path() == other.history.list_entries_on_path()
    assert one.state == other.state
    assert one.pending == other.pending
    assert one.version == other.version
    trees = one.history.tree, other.history.tree
    assert [(t.head, t.parents, t.redo) for t in trees[:1]] == [
        (t.head, t.parents, t.redo) for t in trees[1:]
    ]


@pytest.mark.thorough
@pytest.mark.parametrize("take_back", some([False, True], 2))
def test_live_opened_from_rows_from_pages_and_rebuilt_are_one(
    tmp_path: Path, take_back: bool
) -> None:
    with open_store(tmp_path / "ledger.db") as store:
        live = long_match(store, 5, 2 * PAGE_EVENTS + 100, take_back=take_back)
        from_rows = book(store).open_game(live.stream)
        from_pages = book(store).open_game(live.stream)
        assert_same(live, from_rows)
        assert_same(live, from_pages)
        events = store.read_events(live.stream)
        rebuilt = MatchHistory([decode_event(one, match_event_codec.FORMS) for one in events])
        assert rebuilt.state == live.state
        alone = fold_recorded_events(rebuilt.path)
        assert alone == live.state
        play_on(live, random.Random(6), 40)
        assert_same(live, book(store).open_game(live.stream))
        assert store.verify_streams().is_sound


@pytest.mark.thorough
def test_taking_back_and_returning_is_the_same_after_opening_from_pages(tmp_path: Path) -> None:
    with open_store(tmp_path / "ledger.db") as store:
        live = long_match(store, 7, PAGE_EVENTS + 40, take_back=False)
        book(store).open_game(live.stream)
        states = [live.state.fork_state()]
        while live.history.path[-1].version > PAGE_EVENTS - 30:
            live.undo()
            states.append(live.state.fork_state())
        opened = book(store).open_game(live.stream)
        assert_same(live, opened)
        assert len(states) > 10
        for state in states[-2::-1]:
            opened.redo()
            assert opened.state == state
            assert opened.history.get_state_at(opened.history.path[-1].version) == state
        with pytest.raises(Refused):
            opened.redo()
        for version in range(1, len(opened.history.path), 37):
            lines = opened.history.path[:version]
            alone = fold_recorded_events(lines)
            assert opened.history.get_state_at(lines[-1].version) == alone


def test_without_its_rules_a_match_is_read_and_not_played() -> None:
    game = begin()
    play_on(game, random.Random(3), 40)
    kept = Book(game.journal.store, rulesets={})
    read = kept.open_game_read_only(game.stream)
    assert read.state == game.state
    assert list_log_lines(read.history) == list_log_lines(game.history)
    why = (
        "There are no rules called 'toy'. No rules are installed. Without these rules, the match"
        " is read-only."
    )
    for play in (
        read.answer_with_app_roll,
        lambda: read.answer_with_text("4"),
        lambda: read.take_action_and_automatic_steps(duel("r1", "b1")),
    ):
        with pytest.raises(Refused) as refused:
            play()
        assert refused.value.message == why
    with pytest.raises(Refused, match="There are no rules called 'toy'"):
        kept.open_game(game.stream)
