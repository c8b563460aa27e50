"""Laws of Combat Zone alone, over matches played by chance."""

from __future__ import annotations

import random
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tests.combat_zone.laws import DRAWN
from tests.profiles import examples
from tracker.rulesets.combat_zone import RULESET
from tracker.testing.random_games import begin_random_game, play_random_game, play_random_input
from tracker.vocabulary import events as ev

SEEDS = st.integers(0, 1_000_000)


@examples(6)
@given(SEEDS)
def test_every_unit_is_activated_at_most_once_a_turn(seed: int) -> None:
    activated: Counter[tuple[int, object]] = Counter()
    turn = 0
    for line in play_random_game(RULESET, random.Random(seed), DRAWN.given).history.path:
        if isinstance(line.event, ev.TurnBegan):
            turn = line.event.turn
        if isinstance(line.event, ev.ActionTaken) and line.event.action == "activate":
            activated[turn, line.event.params["unit"]] += 1
    assert set(activated.values()) <= {1}


@examples(6)
@given(SEEDS)
def test_without_a_turn_limit_the_last_side_ends_it(seed: int) -> None:
    """A table that takes the end when it is offered comes to one, with one side on the table."""
    rng = random.Random(seed)
    game = begin_random_game(RULESET, rng)
    for _ in range(10_000):
        if game.pending is not None and "end the game" in game.pending.request.what:
            game.answer_with_default_choice()
        elif not play_random_input(game, rng):
            break
    assert game.state.current_values.ended is not None
    assert len({game.match.side_of(unit) for unit in game.match.units()}) <= 1
