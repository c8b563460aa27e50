"""A toy match on a ledger in memory, for tests of the application."""

from __future__ import annotations

import random
from itertools import count

from tests.application.toy import DUEL, TOY, Duel
from tracker.application.book import Book
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.ledger.memory_store import MemoryStore
from tracker.ledger.store_interface import Store
from tracker.procedures.ruleset import Command
from tracker.testing.match_in_memory import BLUE, RED
from tracker.vocabulary.subject_ids import SideId, make_unit_id


def book(store: Store | None = None, seed: int = 1) -> Book:
    """Return a book which knows only the toy ruleset. Each look at its clock adds a second."""
    seconds = count()
    return Book(
        store or MemoryStore(),
        author="tester",
        clock=lambda: next(seconds) * 1_000_000,
        dice=random.Random(seed),
        rulesets={"toy": TOY},
    )


def begin(store: Store | None = None, red: str = "Red 3 2", blue: str = "Blue 3 2") -> Game:
    """Begin a match of r1 and r2 against b1 and b2, in its first turn."""
    return book(store).begin_match("toy", [Entrant("Red", red), Entrant("Blue", blue)])


def duel(who: str, whom: str) -> Command:
    """Return the command in which one unit duels another."""
    side: SideId = RED if who.startswith("r") else BLUE
    return DUEL.make_command(side, Duel(make_unit_id(who), make_unit_id(whom)))


def play_on(game: Game, rng: random.Random, inputs: int) -> None:
    """Enter ``inputs`` random legal inputs, or fewer if the match ends."""
    for _ in range(inputs):
        if game.match.ended is not None:
            return
        pending = game.pending
        if pending is None:
            side, params = rng.choice(list(DUEL.candidates(game.match)))
            game.take_action_and_automatic_steps(DUEL.make_command(side, params))
        elif hasattr(pending.request, "options"):
            game.answer_choice(rng.choice(pending.request.options).id)
        else:
            game.answer_with_app_roll()
