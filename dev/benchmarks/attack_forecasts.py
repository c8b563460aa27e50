"""The odds of an attack as the screen shows them before it is rolled, in every ruleset."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from itertools import islice
from statistics import median

from dev.benchmarks import Row
from tracker.application.book import Book
from tracker.application.chances.action_forecast import Forecast
from tracker.application.chances.action_odds import forecast_action
from tracker.application.log.log_line_beginnings import filter_enemies
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.ledger.memory_store import MemoryStore
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.ruleset import Command
from tracker.testing.random_games import play_random_input

SEED = 4
ATTACKS = 12


def rows() -> Iterator[Row]:
    """The median of the attacks that can be made when first any can."""
    for name in load_playable_rulesets():
        game, taken = at_the_first_attack(name)
        yield Row(f"{game.ruleset.title}: odds of an attack, median", median(taken), "ms")
        yield Row(f"{game.ruleset.title}: … the longest", max(taken), "ms")


def at_the_first_attack(name: str) -> tuple[Game, list[float]]:
    """A match of two sample forces, played by chance until somebody can attack; how long the odds
    of each attack take then.
    """
    book = Book(MemoryStore())
    forces = book.get_ruleset(name).forces
    assert forces is not None
    one, two = forces.samples()[:2]
    game = book.begin_match(name, [Entrant("Red", one.text), Entrant("Blue", two.text)])
    rng = random.Random(SEED)
    while True:
        taken = [*islice(_of_attacks(game), ATTACKS)]
        if taken:
            return game, taken
        assert play_random_input(game, rng), (
            f"{name}: the match is over before anybody could attack"
        )


def _of_attacks(game: Game) -> Iterator[float]:
    """Milliseconds of the odds of each attack that can be made when nothing waits: what names an
    enemy and may cost somebody figures.
    """
    if game.pending is not None:
        return
    for action in game.ruleset.actions.values():
        if action.phases and game.match.phase not in action.phases:
            continue
        for side, params in islice(action.candidates(game.match), ATTACKS):
            attack = action.make_command(side, params)
            acts = action.find_actors(attack.params)
            if filter_enemies(game.state, acts.who, acts.whom) and not game.list_objections(attack):
                milliseconds, found = measured(game, attack)
                if found.losses:
                    yield milliseconds


def measured(game: Game, attack: Command) -> tuple[float, Forecast]:
    """The odds of one attack, and the processor time they took."""
    start = time.process_time()
    found = forecast_action(game, attack)
    return (time.process_time() - start) * 1000, found
