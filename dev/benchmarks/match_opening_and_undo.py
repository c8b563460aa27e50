"""Compares opening a match and undoing an entry with the ``eventsourcing`` library."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from statistics import median
from typing import Any
from uuid import UUID

import msgspec

from dev.benchmarks import Row
from dev.benchmarks._measurements import measure_median, measure_seconds
from dev.benchmarks._sample_games import begin_sample_game
from tracker.application.book import Book, open_book
from tracker.application.match.game import Game
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.ruleset import Command
from tracker.procedures.runners.random_play import choose_random_input
from tracker.projection.undo_history_tree import find_version_before_entry
from tracker.vocabulary import events as ev
from tracker.vocabulary import match_event_codec

EVENTS = 2_000
UNDO_REPEATS = 31
TURNS, RUNS_PER_TURN = 9, 5
SEED = 4
LAST_TURN = 5
"""The turn in which the match goes back to turn 1, so that it does not end."""


def measure_rows() -> Iterator[Row]:
    """Measure opening a match of 2,000 events in each ruleset, and undoing its last entry."""
    for name in load_playable_rulesets():
        with tempfile.TemporaryDirectory() as folder, open_book(Path(folder) / "book.db") as book:
            game = play_long_match(book, name)
            open_with_library = make_library_opening(game, Path(folder) / "library.db")
            first = median(_measure_first_opening(book, game.stream) for _ in range(TURNS))
            own, library = _measure_in_turns(
                partial(book.open_game, game.stream), open_with_library
            )
            title = game.ruleset.title
            yield Row(f"{title}: open a match of 2,000 events", own * 1000, "ms")
            yield Row(
                "… speed relative to the eventsourcing library", library / own, "×", minimum=10
            )
            yield Row("… for the first time, from its rows, and pack them", first * 1000, "ms")
            yield Row(
                "… speed relative to the eventsourcing library", library / first, "×", minimum=2
            )
            undo = measure_undo(game)
            yield Row(f"{title}: undo one entry in memory", undo * 1000, "ms")
            yield Row("… relative to opening the match", undo / own, "×", maximum=0.3)


def _measure_first_opening(book: Book, stream: str) -> float:
    """Measure the seconds it takes to open a match after a rebuild has deleted its pages."""
    book.rebuild_summaries()
    return measure_seconds(partial(book.open_game, stream))


def play_long_match(book: Book, ruleset: str) -> Game:
    """Play a random match of 2,000 events.

    In turn 5, or when a quarter of all figures is gone, all figures return and turn 1 begins.
    """
    rules = book.get_ruleset(ruleset)
    game = begin_sample_game(book, rules)
    rng = random.Random(SEED)
    while game.version < EVENTS:
        event = choose_random_input(rules, game.table, rng)
        if isinstance(event, ev.ActionTaken):
            game.take_action_and_automatic_steps(Command(event.action, event.side, event.params))
        else:
            assert event is not None, "the match has ended"
            game.answer_question(event)
        gone = [figure for figure, value in game.state.figures.items() if value.gone]
        if game.state.clock.turn >= LAST_TURN or len(gone) > len(game.state.figures) / 4:
            facts = (ev.FiguresReturned(figures=tuple(gone)), ev.TurnBegan(turn=1))
            game.adjust_by_hand(facts, "played on", ends_action=True)
    return game


def measure_undo(game: Game) -> float:
    """Measure the seconds it takes to find the state before the last entry, without writing."""
    history = game.history
    version = find_version_before_entry(history.path, history.path[-1].entry)
    return measure_median(lambda: history.get_state_at(version), UNDO_REPEATS)


@cache
def _make_library_classes() -> tuple[type[Any], type[Any]]:
    """Make the library's aggregate and application classes. The library is imported only here."""
    from eventsourcing.application import Application
    from eventsourcing.domain import Aggregate, event

    class Match(Aggregate):
        def __init__(self) -> None:
            self.counts: dict[str, int] = {}

        @event("Added")
        def add(self, kind: str, body: dict[str, object]) -> None:
            self.counts[kind] = self.counts.get(kind, 0) + len(body)

    class Matches(Application[UUID]):
        pass

    return Match, Matches


def make_library_opening(game: Game, path: Path) -> Callable[[], object]:
    """Store the same events with the library, and return a function that opens them."""
    aggregate, application = _make_library_classes()
    app = application(
        env={"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(path)}
    )
    match = aggregate()
    for line in game.history.lines:
        match.add(
            match_event_codec.kind_of(line.event),
            msgspec.json.decode(match_event_codec.encode(line.event)),
        )
    app.save(match)
    return lambda: app.repository.get(match.id)


def _measure_in_turns(one: Callable[[], object], two: Callable[[], object]) -> tuple[float, float]:
    """Run both functions alternately, so that a busy machine slows both. Return their medians.

    The medians are in seconds. A turn consists of several runs. In its first run, the processor's
    caches still contain the other function's data, which makes the shorter function a third slower.
    """
    seconds: tuple[list[float], list[float]] = ([], [])
    for _ in range(TURNS):
        for action, times in zip((one, two), seconds, strict=True):
            times += [measure_seconds(action) for _ in range(RUNS_PER_TURN)]
    return median(seconds[0]), median(seconds[1])
