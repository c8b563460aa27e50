"""Whole games of any ruleset, said at random: legal actions, dice and choices by chance."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import count

from tracker.application.book import Book, Entrant
from tracker.application.match.game import Game
from tracker.ledger.memory import MemoryStore
from tracker.ledger.store import Store
from tracker.procedures.ruleset import Command, Ruleset
from tracker.procedures.runners.play import next_input
from tracker.vocabulary import events as ev


def random_game(
    rules: Ruleset,
    rng: random.Random,
    store: Store | None = None,
    options: Mapping[str, ev.Scalar] | None = None,
) -> Game:
    """A match of two sample forces, at its first question."""
    seconds = count()
    book = Book(
        store or MemoryStore(),
        clock=lambda: next(seconds) * 1_000_000,
        dice=rng,
        rulesets={rules.id: rules},
    )
    assert rules.forces is not None
    one, two = rng.sample(rules.forces.samples(), 2)
    entrants = [Entrant("Red", one.text), Entrant("Blue", two.text)]
    return book.begin(rules.id, entrants, options=options)


def reopened(game: Game) -> Game:
    """The same match read from its ledger."""
    seconds = count()
    return Game(game.journal.store, game.stream, game.ruleset, clock=lambda: next(seconds))


def say_something(game: Game, rng: random.Random) -> bool:
    """Say one legal thing at random; False when the match is over."""
    event = next_input(game.ruleset, game.table, rng)
    if event is None:
        return False
    if isinstance(event, ev.ActionTaken):
        game.take(Command(event.action, event.side, event.params))
    else:
        game.answer(event)
    return True
