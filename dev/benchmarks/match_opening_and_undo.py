"""Opening a match and taking something back, beside the event store library's own default."""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from statistics import median
from typing import Any
from uuid import UUID

import msgspec

from dev.benchmarks import Row
from tracker.application.book import Book, open_book
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.ruleset import Command
from tracker.procedures.runners.random_play import choose_random_input
from tracker.projection.history_tree import find_version_before_entry
from tracker.vocabulary import events as ev
from tracker.vocabulary import match_event_codec

EVENTS = 2_000
ROUNDS = 31
TURNS, RUNS = 9, 5
SEED = 4
LATE = 5
"""The turn in which the match is set back to its beginning, to go on for long enough."""


def rows() -> Iterator[Row]:
    """Opening a match of 2,000 events of each ruleset, and taking back its last entry in memory."""
    for name in load_playable_rulesets():
        with tempfile.TemporaryDirectory() as folder, open_book(Path(folder) / "book.db") as book:
            game = long_match(book, name)
            theirs = library(game, Path(folder) / "library.db")
            first = median(_first_time(book, game.stream) for _ in range(TURNS))
            ours, library_takes = _in_turn(partial(book.open_game, game.stream), theirs)
            title = game.ruleset.title
            yield Row(f"{title}: open a match of 2,000 events", ours * 1000, "ms")
            yield Row("… against the eventsourcing library", library_takes / ours, "×", at_least=10)
            yield Row("… for the first time, from its rows, packing them", first * 1000, "ms")
            yield Row("… against the eventsourcing library", library_takes / first, "×", at_least=2)
            taken = taking_back(game)
            yield Row(f"{title}: take back one entry in memory", taken * 1000, "ms")
            yield Row("… beside opening the match", taken / ours, "×", at_most=0.3)


def _first_time(book: Book, stream: str) -> float:
    """Seconds to open a match without packed pages, which rebuilding drops, and to pack them."""
    book.rebuild_summaries()
    return _timed(partial(book.open_game, stream))


def long_match(book: Book, ruleset: str) -> Game:
    """A match of 2,000 events, played by chance; in turn 5, or where a quarter of
    all figures is gone, so that it will not end, all comes back and turn 1 begins.
    """
    rules = book.get_ruleset(ruleset)
    assert rules.forces is not None
    one, two = rules.forces.samples()[:2]
    game = book.begin_match(rules.id, [Entrant("Red", one.text), Entrant("Blue", two.text)])
    rng = random.Random(SEED)
    while game.version < EVENTS:
        event = choose_random_input(rules, game.table, rng)
        if isinstance(event, ev.ActionTaken):
            game.take_action(Command(event.action, event.side, event.params))
        else:
            assert event is not None, "the match has ended"
            game.answer_question(event)
        gone = [figure for figure, value in game.state.figures.items() if value.gone]
        if game.state.clock.turn >= LATE or len(gone) > len(game.state.figures) / 4:
            back = (ev.FiguresReturned(figures=tuple(gone)), ev.TurnBegan(turn=1))
            game.adjust_by_hand(back, "played on", closes=True)
    return game


def taking_back(game: Game) -> float:
    """Seconds to have the state before the last entry, without writing."""
    history = game.history
    to = find_version_before_entry(history.path, history.path[-1].entry)
    return median(_timed(lambda: history.get_state_at(to)) for _ in range(ROUNDS))


@cache
def _theirs() -> tuple[type[Any], type[Any]]:
    """The library's aggregate and application; imported only where they are measured."""
    from eventsourcing.application import Application
    from eventsourcing.domain import Aggregate, event

    class Match(Aggregate):
        def __init__(self) -> None:
            self.counted: dict[str, int] = {}

        @event("Said")
        def say(self, kind: str, body: dict[str, object]) -> None:
            self.counted[kind] = self.counted.get(kind, 0) + len(body)

    class Matches(Application[UUID]):
        pass

    return Match, Matches


def library(game: Game, path: Path) -> Callable[[], object]:
    """Opening an aggregate of the same events with the library's SQLite application."""
    kept, application = _theirs()
    app = application(
        env={"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(path)}
    )
    match = kept()
    for line in game.history.lines:
        match.say(
            match_event_codec.kind_of(line.event),
            msgspec.json.decode(match_event_codec.encode(line.event)),
        )
    app.save(match)
    return lambda: app.repository.get(match.id)


def _in_turn(one: Callable[[], object], two: Callable[[], object]) -> tuple[float, float]:
    """The medians of both in seconds, run in turns so that a busy machine slows both.

    A turn is several runs: the first of them finds the processor's caches full of what the other
    one left, which costs the shorter one a third of its time.
    """
    taken: tuple[list[float], list[float]] = ([], [])
    for _ in range(TURNS):
        for action, times in zip((one, two), taken, strict=True):
            times += [_timed(action) for _ in range(RUNS)]
    return median(taken[0]), median(taken[1])


def _timed(action: Callable[[], object]) -> float:
    """Seconds until there is a result; letting it go is not part of it."""
    start = time.perf_counter()
    result = action()
    taken = time.perf_counter() - start
    del result
    return taken
