"""Fork children that play random games until a test kills them.

``python -m tests.cli.nursery LEDGER`` reads a seed a line. For each it forks a player, which says
its process id, then ``ack VERSION CHECK KEY`` for every entry once it is durable: the end of the
entry, a check of what was said, and the key of the question that waits. When the player is gone
the nursery says ``gone``.
"""

from __future__ import annotations

import os
import random
import sys
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.drawn import add_reinforcements, any_game
from tracker.application.book import Book, open_book
from tracker.application.match.game import Game
from tracker.application.match.match_entries import MatchEntry
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.ruleset import Command
from tracker.procedures.runners.random_play import choose_random_input
from tracker.vocabulary import events as ev
from tracker.vocabulary.match_event_codec import encode

STEPS = 5_000
UNDOES = 0.06
JOINS = 0.01
LONGEST = 800
"""Games with more events are not continued, because opening them takes long."""


def check_of(entry: MatchEntry) -> int:
    """Compute a checksum of an entry's input."""
    return zlib.crc32(encode(entry.input))


def fork_players(play: Callable[[Path, int], None]) -> None:
    """Fork a child for each seed on stdin, one after the other."""
    path = Path(sys.argv[1])
    load_playable_rulesets()  # the rules are loaded once, not by every child
    for line in sys.stdin:
        pid = os.fork()
        if not pid:
            play(path, int(line))
        os.waitpid(pid, 0)
        say("gone")


def say(text: str) -> None:
    os.write(1, f"{text}\n".encode())


def play(path: Path, seed: int) -> None:
    """Play random games until killed."""
    say(f"pid {os.getpid()}")
    chance = random.Random(seed)
    with open_book(path) as book:
        book.dice = chance
        game = present(book, chance)
        for _ in range(STEPS):
            acknowledge(game, step(game, chance))
            if game.match.ended is not None:
                game = present(book, chance)
    os._exit(0)


def present(book: Book, chance: random.Random) -> Game:
    """Open a running game of a random ruleset, or begin one."""
    name = chance.choice(list(book.rulesets))
    mine = [game for game in book.list_games("running") if game.ruleset == name]
    running = [game for game in mine if game.version < LONGEST]
    if running:
        return book.open_game(running[0].stream)
    game = any_game(book.get_ruleset(name), chance, book)
    acknowledge(game, game.history.list_entries_on_path())
    return game


def step(game: Game, chance: random.Random) -> Sequence[MatchEntry]:
    """One thing said at random: an answer, an action, that somebody joins, or that something was
    taken back.
    """
    if game.history.entry_count > 12 and chance.random() < UNDOES:
        return [game.undo() if chance.random() < 0.5 else game.undo_action_or_correction()]
    if chance.random() < JOINS and game.state.current_values.ended is None:
        return add_reinforcements(game, chance)
    event = choose_random_input(game.ruleset, game.table, chance)
    if event is None:
        return [game.undo()]
    if isinstance(event, ev.ActionTaken):
        return game.take_action_and_automatic_steps(Command(event.action, event.side, event.params))
    return game.answer_question(event)


def acknowledge(game: Game, entries: Sequence[MatchEntry]) -> None:
    """Report entries after the game's methods have returned, when all of them are durable."""
    key = "" if game.pending is None else game.pending.key
    for entry in entries:
        shown = key if entry is entries[-1] else "-"
        say(f"ack {game.stream} {entry.version} {check_of(entry)} {shown}")


if __name__ == "__main__":
    fork_players(play)
