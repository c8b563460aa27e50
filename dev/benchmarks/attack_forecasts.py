"""Measures the odds of an attack as the screen shows them, in every ruleset."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from itertools import islice
from statistics import median

from dev.benchmarks import Row
from dev.benchmarks._sample_games import begin_sample_game
from tracker.application.book import Book
from tracker.application.chances.action_forecast_types import Forecast
from tracker.application.chances.action_odds import forecast_action
from tracker.application.log.log_line_beginnings import filter_enemies
from tracker.application.match.game import Game
from tracker.ledger.memory_store import MemoryStore
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.ruleset import Command
from tracker.testing.random_games import play_random_input

SEED = 4
MAX_ATTACKS = 12


def measure_rows() -> Iterator[Row]:
    """Measure the odds of the first possible attacks in each ruleset."""
    for name in load_playable_rulesets():
        game, times = measure_first_attacks(name)
        yield Row(f"{game.ruleset.title}: odds of an attack, median", median(times), "ms")
        yield Row(f"{game.ruleset.title}: … the longest", max(times), "ms")


def measure_first_attacks(name: str) -> tuple[Game, list[float]]:
    """Play a random match of sample forces until an attack is possible.

    Return the match, and how many milliseconds the odds of each attack take.
    """
    book = Book(MemoryStore())
    game = begin_sample_game(book, book.get_ruleset(name))
    rng = random.Random(SEED)
    while True:
        times = [*islice(_measure_attacks(game), MAX_ATTACKS)]
        if times:
            return game, times
        assert play_random_input(game, rng), f"{name}: the match ended before an attack"


def _measure_attacks(game: Game) -> Iterator[float]:
    """If no question is open, yield how many milliseconds the odds of each attack take.

    An attack is an action that names an enemy and may cause losses.
    """
    if game.pending is not None:
        return
    for action in game.ruleset.actions.values():
        if action.phases and game.match.phase not in action.phases:
            continue
        for side, params in islice(action.candidates(game.match), MAX_ATTACKS):
            attack = action.make_command(side, params)
            actors = action.find_actors_and_targets(attack.params)
            if filter_enemies(game.state, actors.who, actors.whom) and not game.list_objections(
                attack
            ):
                milliseconds, forecast = measure_forecast(game, attack)
                if forecast.losses:
                    yield milliseconds


def measure_forecast(game: Game, attack: Command) -> tuple[float, Forecast]:
    """Compute the odds of an attack. Return the milliseconds of processor time, and the odds."""
    start = time.process_time()
    forecast = forecast_action(game, attack)
    return (time.process_time() - start) * 1000, forecast
