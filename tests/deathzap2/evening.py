"""A recorded game of Deathzap 2 between two platoons, for tests of lines."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import count

from tracker.application.book import Book
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line, play_script
from tracker.application.typed_lines.line_executor import LineResult
from tracker.ledger.memory_store import MemoryStore
from tracker.ledger.store_interface import Store
from tracker.rulesets.deathzap2 import RULESET
from tracker.vocabulary import events as ev

RED = """\
name = "Iron Third"
ruleset = "deathzap2"
[profiles.rifleman]
type = "infantry"
quality = "regular"
shields = "medium"
guns = ["rifle basic"]
[profiles.gunner]
type = "infantry"
quality = "regular"
shields = "medium"
guns = ["medium repeater basic"]
[profiles.hammer]
type = "vehicle"
quality = "elite"
shields = "heavy"
guns = ["heavy repeater advanced", "destroyer upgraded"]
[[squads]]
name = "Alpha"
figures = { rifleman = 5, gunner = 1 }
[[squads]]
name = "Bravo"
figures = { rifleman = 6 }
[[squads]]
name = "Hammer"
figures = { hammer = 1 }
"""
BLUE = """\
name = "Red Dusk"
ruleset = "deathzap2"
[profiles.claw]
type = "infantry"
quality = "basic"
shields = "light"
melee = ["jaws basic"]
[profiles.dusk]
type = "infantry"
quality = "basic"
shields = "light"
guns = ["rifle basic"]
[profiles.stalker]
type = "monster"
quality = "regular"
shields = "medium"
guns = ["medium repeater basic"]
melee = ["monstrous jaws basic"]
[[squads]]
name = "Claw pack"
figures = { claw = 10 }
[[squads]]
name = "Dusk rifles"
figures = { dusk = 10 }
[[squads]]
name = "Stalker"
figures = { stalker = 1 }
"""


def book(store: Store | None = None, seed: int = 1) -> Book:
    """Return a book of Deathzap 2 games. Each look at its clock adds a second."""
    seconds = count()
    return Book(
        store or MemoryStore(),
        author="tester",
        clock=lambda: next(seconds) * 1_000_000,
        dice=random.Random(seed),
        rulesets={"deathzap2": RULESET},
    )


def begin(store: Store | None = None, mode: ev.Mode = "warn", **options: ev.Scalar) -> Game:
    """Begin a basic game with an empty custom orders table. It waits for the impetus roll."""
    chosen: dict[str, ev.Scalar] = {"game": "basic", "orders_table": "custom", **options}
    game = undeployed(book(store), chosen, mode)
    played(play_line(game, "deployment : 52 / 1"))
    return game


def undeployed(kept: Book, options: Mapping[str, ev.Scalar], mode: ev.Mode = "warn") -> Game:
    """Begin a game with both forces, before its first line."""
    entrants = [Entrant("Red", RED), Entrant("Blue", BLUE)]
    return kept.begin_match("deathzap2", entrants, options=options, mode=mode)


def played(done: LineResult) -> LineResult:
    """Return this result, which must have no error."""
    assert done.error is None, done.error.message
    return done


def shooting() -> Game:
    """Begin a game and play it to Red's half of the Shooting phase of turn 1."""
    game = begin()
    played(play_script(game, "impetus : 4 2\nskip orders\nfix phase shoot red"))
    return game
