"""The demo: a book of its own with a recorded game, once finished and once half played.

It lies beside the user's own book and is never mixed with it. The same lines, dice and times go
into it every time, so two demos are alike to the last byte of their events.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import msgspec
from msgspec import Struct
from platformdirs import user_data_path

from tracker.application.book import Book, Entrant
from tracker.application.errors import Refused
from tracker.application.game import Game
from tracker.application.lines import play_line, play_script
from tracker.ledger import open_store
from tracker.procedures.recorded import RecordedGame
from tracker.procedures.ruleset import registered
from tracker.vocabulary.events import Scalar

MICROSECONDS = 1_000_000
BESIDE = ("", "-wal", "-shm")  # the files of one SQLite ledger


class Player(Struct, frozen=True):
    name: str
    player: str
    sample: str


class Half(Struct, frozen=True):
    """The line at which the half played game stops, and how many of its answers were given."""

    line: str
    answers: int


class Titles(Struct, frozen=True):
    finished: str
    half: str


class Recorded(Struct, frozen=True):
    """What the setting of the recorded game says."""

    ruleset: str
    played_on: str
    begins: datetime
    seconds: int
    titles: Titles
    half: Half
    options: dict[str, Scalar]
    sides: tuple[Player, ...]


def recorded() -> Recorded:
    """Who played the recorded game, and by which house rules."""
    return msgspec.convert(tomllib.loads(_game().setting), Recorded)


def script() -> str:
    """The recorded game, line by line."""
    return _game().lines


def _game() -> RecordedGame:
    """The recorded game of the first ruleset that ships one. Raises ``Refused``."""
    for ruleset in registered().values():
        if ruleset.recorded is not None:
            return ruleset.recorded()
    raise Refused("No ruleset that is installed brings a recorded game to show.")


def demo_path() -> Path:
    """Where the demo lies unless another place is named."""
    return user_data_path("warledger") / "demo.db"


@contextmanager
def open_demo(path: Path | None = None, *, fresh: bool = False) -> Iterator[Book]:
    """The demo book, made first where there is none (or ``fresh`` asks for a new one).

    It is made under another name and moved into place, so that a demo is whole or not there.
    """
    place = path or demo_path()
    if fresh and path is not None and path.exists():
        _must_be_a_demo(path)
    if fresh or not place.exists():
        place.parent.mkdir(parents=True, exist_ok=True)
        making = place.with_name(f"{place.name}.new")
        _remove(making)
        with open_store(making) as store:
            fill(Book(store, clock=clock(recorded())))
        _remove(place)
        making.replace(place)
        _remove(making)
    with open_store(place) as store:
        yield Book(store)


def _must_be_a_demo(place: Path) -> None:
    """Raise ``Refused`` (or ``LedgerError``) rather than replace somebody's own games."""
    titles = recorded().titles
    with open_store(place) as store:
        found = {game.title for game in Book(store).games()}
    if not found <= {titles.finished, titles.half}:
        raise Refused(f"{place} holds games of your own and stays; name another file for the demo.")


def _remove(place: Path) -> None:
    for beside in BESIDE:
        place.with_name(place.name + beside).unlink(missing_ok=True)


def clock(game: Recorded) -> Callable[[], int]:
    """A clock that goes on by the same step whenever it is looked at."""
    start = int(game.begins.astimezone(UTC).timestamp()) * MICROSECONDS
    ticks = count(start, game.seconds * MICROSECONDS)
    return lambda: next(ticks)


def fill(book: Book) -> tuple[Game, Game]:
    """Play the recorded game to its end, and again to the middle of a volley."""
    titles = recorded().titles
    return play_all(begin(book, titles.finished)), play_half(begin(book, titles.half))


def begin(book: Book, title: str) -> Game:
    """The recorded game before its first line."""
    game = recorded()
    rules = book.ruleset(game.ruleset)
    samples = (
        {sample.file: sample.text for sample in rules.forces.samples()} if rules.forces else {}
    )
    return book.begin(
        game.ruleset,
        [Entrant(side.name, samples[side.sample], side.player, side.sample) for side in game.sides],
        title=title,
        options=game.options,
        played_on=game.played_on,
    )


def play_all(game: Game) -> Game:
    """Play every line. Raises ``Refused`` if one cannot be played."""
    done = play_script(game, script(), defaults=True)
    if done.trouble is not None:
        raise Refused(f"The recorded game stops at line {done.line}: {done.trouble}")
    return game


def play_half(game: Game) -> Game:
    """Play up to the line that is broken off in the middle, and the first answers of that."""
    half = recorded().half
    before, _, _ = script().partition(half.line)
    play_script(game, before, defaults=True)
    head, _, answers = half.line.partition(" : ")
    given = " / ".join(answers.split(" / ")[: half.answers])
    done = play_line(game, f"{head} : {given}", defaults=True)
    if done.trouble is not None or done.pending is None:
        raise Refused(f"The recorded game does not stop at: {half.line}")
    return game
