"""Laws over real variety: drawn house rules, generated rosters, interrupts, a ledger on the disk.

`make test` plays the same few games each time, `make thorough` hundreds of others: the seed that
it prints, given back as ``WARLEDGER_SEED``, plays them again.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.nursery import LEFT_OUT
from tests.combat_zone.test_laws import check_always
from tracker.application.book import Book
from tracker.application.match.game import Game
from tracker.application.match.replay import replay
from tracker.ledger import open_store
from tracker.ledger.memory import MemoryStore
from tracker.ledger.store import Store
from tracker.procedures.installed import registered
from tracker.procedures.requests import Interrupt
from tracker.procedures.ruleset import Ruleset
from tracker.testing.games import (
    LONGEST,
    as_played,
    check_game,
    check_taken_back,
    random_game,
    say_something,
)
from tracker.testing.laws import check_all
from tracker.testing.variety import any_house_rules, any_roster
from tracker.vocabulary import events as ev

SEED = os.environ["WARLEDGER_SEED"]
MANY, TOGETHER = 300, 10
RULES = registered()
# Without a turn limit a game may last for ever.
GIVEN: dict[str, dict[str, ev.Scalar]] = {"combat-zone": {"victory": "turn_limit", "turn_limit": 4}}
ALWAYS: dict[str, Callable[[Game], None]] = {"combat-zone": check_always}


def any_game(rules: Ruleset, rng: random.Random, store: Store) -> Game:
    """A game under any house rules between any two rosters, at its first question."""
    options = any_house_rules(rules, rng, LEFT_OUT.get(rules.id, ()))
    options |= GIVEN.get(rules.id, {})
    rosters = [any_roster(rules, rng, options) for _ in range(2)]
    return random_game(rules, rng, store, options, rosters)


def played(game: Game, rng: random.Random) -> int:
    """Play a game to its end; how often somebody could come in between."""
    windows = 0
    for _ in range(LONGEST):
        if game.ruleset.id in ALWAYS:
            ALWAYS[game.ruleset.id](game)
        waits = game.pending
        windows += waits is not None and isinstance(waits.request, Interrupt)
        if not say_something(game, rng):
            return windows
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("rules", RULES.values(), ids=list(RULES))
def test_laws_of_a_few_games(rules: Ruleset) -> None:
    for seed in range(2):
        rng = random.Random(seed)
        game = any_game(rules, rng, MemoryStore())
        played(game, rng)
        check_game(game)
        check_taken_back(game, 3)


@pytest.mark.thorough
@pytest.mark.parametrize("part", range(MANY // TOGETHER))
@pytest.mark.parametrize("rules", RULES.values(), ids=list(RULES))
def test_laws_of_hundreds_of_games(rules: Ruleset, part: int, tmp_path: Path) -> None:
    """Each in a ledger of its own; read again from the disk it is the game that was played."""
    for number in range(TOGETHER):
        rng = random.Random(f"{SEED} {part} {number}")
        path = tmp_path / f"{number}.db"
        with open_store(path) as store:
            game = any_game(rules, rng, store)
            played(game, rng)
            check_taken_back(game, rng.randint(1, 25))
            state, pending = game.state.fork(), game.pending
        with open_store(path) as store:
            again = Book(store, rulesets={rules.id: rules}).game(game.stream)
            assert (again.state, again.pending) == (state, pending)
            assert replay(again) is None
            check_game(again)
            assert store.verify().sound
        if number == 0:
            check_all(as_played(again))


@pytest.mark.thorough
def test_interrupts_are_among_what_is_played() -> None:
    rules = RULES["combat-zone"]
    rng = random.Random(SEED)
    assert sum(played(any_game(rules, rng, MemoryStore()), rng) for _ in range(20))
