"""Opening a match and taking something back, beside the event store library's own default."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

from benchmarks import Row
from tracker.application.book import Book, Entrant, open_book
from tracker.application.game import Game
from tracker.projection.history import before_entry

EVENTS = 2_000
ROUNDS = 7


def rows() -> Iterator[Row]:
    """Opening a match of 2,000 events, and taking back its last entry in memory."""
    with tempfile.TemporaryDirectory() as folder, open_book(Path(folder) / "book.db") as book:
        game = long_match(book)
        theirs = _library(Path(folder) / "library.db")
        ours = _timed(lambda: book.game(game.stream))
        library = _timed(theirs)
        yield Row("open a match of 2,000 events", ours * 1000, "ms")
        yield Row("… against the eventsourcing library", library / ours, "×", at_least=15)
        yield Row("take back one entry in memory", _taking_back(game) * 1000, "ms", at_most=1)


def long_match(book: Book) -> Game:
    """A match of at least 2,000 events: volleys by the app's dice, as they come."""
    rules = next(iter(book.rulesets.values()))
    assert rules.forces is not None
    one, two = rules.forces.samples()[:2]
    game = book.begin(rules.id, [Entrant("Red", one.text), Entrant("Blue", two.text)])
    while game.version < EVENTS:
        game.note("a line of an evening")
        if game.pending is not None:
            try:
                game.roll()
            except Exception:  # noqa: BLE001  a choice, not dice
                game.choose_default()
    return game


def _taking_back(game: Game) -> float:
    """Seconds to put path and state before the last entry, without writing."""
    story = game.story
    last = story.path[-1].entry
    to = before_entry(story.path, last)
    return _timed(lambda: story.state_at(to))


def _library(path: Path) -> Callable[[], object]:
    """Opening an aggregate of as many events with the library's SQLite application."""
    from eventsourcing.application import Application
    from eventsourcing.domain import Aggregate, event

    class Match(Aggregate):
        def __init__(self) -> None:
            self.figures: dict[tuple[str, str], int] = {}

        @event("FiguresRemoved")
        def remove(self, unit: str, figures: int, by: str) -> None:
            self.figures[unit, by] = self.figures.get((unit, by), 0) + figures

    class Matches(Application):
        pass

    app = Matches(env={"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(path)})
    match = Match()
    for number in range(EVENTS - 1):
        match.remove(f"u:r{number % 8}", 1, "u:b1")
    app.save(match)
    return lambda: app.repository.get(match.id)


def _timed(action: Callable[[], object]) -> float:
    """The median of a few runs, in seconds."""
    taken = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        action()
        taken.append(time.perf_counter() - start)
    return median(taken)
