"""The odds of an attack as the screen shows them before it is rolled, in every ruleset."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from statistics import median

from benchmarks import Row
from tracker.application.book import Book
from tracker.application.chances.odds import odds_of
from tracker.application.entrants import Entrant
from tracker.application.match.game import Game
from tracker.ledger.memory import MemoryStore
from tracker.procedures.installed import registered
from tracker.procedures.ruleset import Command
from tracker.procedures.runners.play import next_input
from tracker.vocabulary import events as ev

SEED = 4
ATTACKS = 12


def rows() -> Iterator[Row]:
    """The median of the attacks that can be made when first any can."""
    for name in registered():
        game = at_the_first_attack(name)
        taken = [milliseconds(game, attack) for attack in attacks(game)[:ATTACKS]]
        yield Row(f"{game.ruleset.title}: odds of an attack, median", median(taken), "ms")
        yield Row(f"{game.ruleset.title}: … the longest", max(taken), "ms")


def at_the_first_attack(name: str) -> Game:
    """A match of two sample forces, played by chance until somebody can attack."""
    book = Book(MemoryStore())
    forces = book.ruleset(name).forces
    assert forces is not None
    one, two = forces.samples()[:2]
    game = book.begin(name, [Entrant("Red", one.text), Entrant("Blue", two.text)])
    rng = random.Random(SEED)
    while not attacks(game):
        event = next_input(game.ruleset, game.table, rng)
        assert event is not None, f"{name}: the match is over before anybody could attack"
        if isinstance(event, ev.ActionTaken):
            game.take(Command(event.action, event.side, event.params))
        else:
            game.answer(event)
    return game


def attacks(game: Game) -> list[Command]:
    """Actions whose outcome can be told, in a phase of theirs, when nothing waits."""
    if game.pending is not None:
        return []
    return [
        action.command(side, params)
        for action in game.ruleset.actions.values()
        if action.outcome is not None and game.state.clock.phase in action.phases
        for side, params in action.candidates(game.match)
    ]


def milliseconds(game: Game, attack: Command) -> float:
    """Processor time of the odds of one attack."""
    start = time.process_time()
    odds_of(game, attack)
    return (time.process_time() - start) * 1000
