"""Fork children that insert late lines or correct dice, until a test kills them.

``python -m tests.cli.rewriter LEDGER`` reads a seed a line. For each it forks a player, which says
its process id, then ``try GAME FROM TO`` before it keeps a sandbox (the versions before and after),
and ``kept GAME TO`` once that has returned. After so many statements to the ledger, as
the seed has it, it stops in the middle of keeping, says ``stopped`` and waits for its end; no clock
decides where. When the player is gone the rewriter says ``gone``.
"""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Callable
from pathlib import Path

from tests.cli.nursery import fork_players, say
from tracker.application.book import Book, open_book
from tracker.application.correcting.correction_preview import preview_correction
from tracker.application.errors import Refused
from tracker.application.match.game import Game
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.ledger.sqlite.store import SqliteStore
from tracker.vocabulary import events as ev

ROUNDS = 2_000
STATEMENTS = 240
"""The maximum number of writing statements after which a child stops."""
LATE = "b12 shoots r11 20cm open late : 611 / 231"
BEGUN = "# rewritten from here"
"""The note that marks the state of a game before any line was rewritten."""


def play(path: Path, seed: int) -> None:
    say(f"pid {os.getpid()}")
    chance = random.Random(seed)
    with open_book(path) as book:
        told(Game.save_sandbox, book, chance.randint(1, STATEMENTS))
        games = [book.open_game(row.stream) for row in book.list_games()]
        for _ in range(ROUNDS):
            game = chance.choice(games)
            try:
                go_back(game)
                chance.choice([say_late, set_right])(game, chance)
            except Refused:
                continue
    os._exit(0)


def told(keep: Callable[..., object], book: Book, lives: int) -> None:
    """Report every sandbox before and after it is kept. Stop after ``lives`` statements."""
    assert isinstance(book.store, SqliteStore)
    trace = book.store._connection.set_trace_callback
    left = iter(range(lives - 1, -1, -1))

    def one_more(_: str) -> None:
        if not next(left):
            say("stopped")
            signal.pause()

    def telling(game: Game, sandbox: Game) -> object:
        say(f"try {game.stream} {game.version} {sandbox.version}")
        trace(one_more)
        done = keep(game, sandbox)
        trace(None)
        say(f"kept {game.stream} {game.version}")
        return done

    Game.save_sandbox = telling  # type: ignore[method-assign, assignment]


def go_back(game: Game) -> None:
    """Go back to the state before any line was rewritten."""
    note = next(e for e in game.history.list_all_entries() if is_begun(e.input))
    if game.history.tree.head != note.end:
        game.rewind_to(note.end, "return")


def is_begun(event: ev.AnyInput) -> bool:
    return isinstance(event, ev.Noted) and event.text == BEGUN


def say_late(game: Game, chance: random.Random) -> None:
    del chance
    done = play_line(game, LATE)
    if done.error is not None:
        raise done.error


def set_right(game: Game, chance: random.Random) -> None:
    """A die read wrong, of any roll there is; what comes after it is said again."""
    rolls = [
        e
        for e in game.history.list_entries_on_path()
        if isinstance(e.input, ev.Rolled) and e.input.key
    ]
    entry = chance.choice(rolls)
    assert isinstance(entry.input, ev.Rolled)
    faces = [str(chance.randint(1, sides)) for sides in entry.input.dice]
    preview_correction(game, entry.number, " ".join(faces)).save_correction()


if __name__ == "__main__":
    fork_players(play)
