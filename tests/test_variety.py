"""Laws over real variety: drawn house rules, generated rosters, interrupts, a ledger on the disk.

`make test` plays the same few games each time, `make thorough` hundreds of others: the seed that
it prints, given back as ``WARLEDGER_SEED``, plays them again.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from tests.drawn import add_reinforcements, any_game, drawn
from tracker.application.book import Book
from tracker.application.match.game import Game
from tracker.application.match.rules_replay_check import find_first_replay_difference
from tracker.ledger.memory_store import MemoryStore
from tracker.ledger.store_opening_and_copying import open_store
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.requests import Interrupt
from tracker.procedures.ruleset import Ruleset
from tracker.testing.random_games import (
    MAX_LINES,
    check_game,
    check_undo,
    make_book,
    play_random_input,
    replay_in_memory,
)
from tracker.testing.ruleset_laws import check_all_laws

SEED = os.environ["WARLEDGER_SEED"]
MANY, TOGETHER = 300, 10
JOINS = 0.005
RULES = load_playable_rulesets()
BREAKING_IN = [r for r in RULES.values() if any(a.breaks_in for a in r.actions.values())]


def played(game: Game, rng: random.Random) -> int:
    """Play a game to its end, others joining now and then; how often somebody could come in
    between.
    """
    windows, always = 0, drawn(game.ruleset).always
    for _ in range(MAX_LINES):
        always(game)
        if rng.random() < JOINS and game.state.current_values.ended is None:
            add_reinforcements(game, rng)
        waits = game.pending
        windows += waits is not None and isinstance(waits.request, Interrupt)
        if not play_random_input(game, rng):
            return windows
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("rules", RULES.values(), ids=list(RULES))
def test_laws_of_a_few_games(rules: Ruleset) -> None:
    for seed in range(2):
        rng = random.Random(seed)
        game = any_game(rules, rng, make_book(rules, rng, MemoryStore()))
        played(game, rng)
        check_game(game)
        check_undo(game, 3)


@pytest.mark.thorough
@pytest.mark.parametrize("part", range(MANY // TOGETHER))
@pytest.mark.parametrize("rules", RULES.values(), ids=list(RULES))
def test_laws_of_hundreds_of_games(rules: Ruleset, part: int, tmp_path: Path) -> None:
    """Each in a ledger of its own; read again from the disk it is the game that was played."""
    for number in range(TOGETHER):
        rng = random.Random(f"{SEED} {part} {number}")
        path = tmp_path / f"{number}.db"
        with open_store(path) as store:
            game = any_game(rules, rng, make_book(rules, rng, store))
            played(game, rng)
            check_undo(game, rng.randint(1, 25))
            state, pending = game.state.fork_state(), game.pending
        with open_store(path) as store:
            again = Book(store, rulesets={rules.id: rules}).open_game(game.stream)
            assert (again.state, again.pending) == (state, pending)
            assert find_first_replay_difference(again) is None
            check_game(again)
            assert store.verify_streams().is_sound
        if number == 0:
            check_all_laws(replay_in_memory(again))


@pytest.mark.thorough
@pytest.mark.parametrize("rules", BREAKING_IN, ids=lambda rules: rules.id)
def test_interrupts_are_among_what_is_played(rules: Ruleset) -> None:
    rng = random.Random(SEED)
    games = (any_game(rules, rng, make_book(rules, rng, MemoryStore())) for _ in range(20))
    assert sum(played(game, rng) for game in games)
