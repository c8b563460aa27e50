"""Laws that hold in every legal match of Xenocide, over matches played by chance."""

from __future__ import annotations

import random
from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st

from tracker.application.errors import Refused
from tracker.procedures.ruleset import Command
from tracker.rulesets.xenocide import RULESET
from tracker.rulesets.xenocide.data import markers, troops
from tracker.testing.games import (
    check_game,
    check_reopened,
    check_taken_back,
    random_game,
    say_something,
    whole_game,
)
from tracker.vocabulary import events as ev

SEEDS = st.integers(0, 1_000_000)
TURNS = 3


def house(seed: int) -> dict[str, ev.Scalar]:
    """House rules by chance, but for the length of the game."""
    rng = random.Random(seed)
    return {one.name: rng.choice(one.values) for one in RULESET.options} | {"turn_limit": TURNS}


@settings(max_examples=4)
@given(SEEDS)
def test_every_match_ends_and_nothing_is_lost(seed: int) -> None:
    game = whole_game(RULESET, random.Random(seed), house(seed))
    assert game.state.now.ended is not None
    assert game.state.now.open == ()
    assert game.state.clock.turn <= TURNS
    check_game(game)


@settings(max_examples=4)
@given(SEEDS)
def test_what_is_always_true_is_true_under_any_house_rules(seed: int) -> None:
    """XF-SUPP-07, XF-SUPP-08, XF-VEH-14, XF-MOVE-07, whenever nothing waits."""
    rng = random.Random(seed)
    game = random_game(RULESET, rng, options=house(seed))
    match = game.match
    while say_something(game, rng):
        for unit in match.units() if game.pending is None else ():
            vehicle, have = troops.vehicle(match, unit), markers.markers(match, unit)
            if vehicle is not None:
                assert not have
                assert not markers.is_broken(match, unit)
                disabled = markers.DAMAGE.number(match, unit) >= vehicle.threshold
                assert match.has(unit, markers.DISABLED) is disabled
            elif match.option("broken_at_wounds") == "at_least":
                assert markers.is_broken(match, unit) is (
                    have >= min(4, markers.wounds_now(match, unit))
                )
            for enemy in markers.opponents(match, unit):
                assert match.exists(enemy)
                assert match.side_of(enemy) != match.side_of(unit)
            carrier = markers.carrier(match, unit)
            assert carrier is None or match.exists(carrier)


@settings(max_examples=4)
@given(SEEDS, st.integers(1, 250))
def test_a_match_reopened_is_the_match_never_closed(seed: int, inputs: int) -> None:
    rng = random.Random(seed)
    game = random_game(RULESET, rng)
    for n in range(inputs):
        if not say_something(game, rng):
            break
        if n % 15 == 0 or n == inputs - 1:
            check_reopened(game)


@settings(max_examples=4)
@given(SEEDS, st.integers(5, 250), st.integers(1, 25))
def test_taking_back_is_exact_and_returning_restores(seed: int, inputs: int, back: int) -> None:
    rng = random.Random(seed)
    game = random_game(RULESET, rng)
    for _ in range(inputs):
        say_something(game, rng)
    check_taken_back(game, back)


@settings(max_examples=4)
@given(SEEDS, st.integers(10, 250))
def test_the_table_may_do_anything_at_any_time(seed: int, inputs: int) -> None:
    """Actions of any phase, with units long gone, are taken or refused with a sentence."""
    rng = random.Random(seed)
    ended = whole_game(RULESET, random.Random(seed), {"turn_limit": TURNS})
    menu = [entry.input for entry in ended.story.entries()]
    commands = [e for e in menu if isinstance(e, ev.ActionTaken) and e.source == "typed"]
    rng = random.Random(seed)
    game = random_game(RULESET, rng)
    for _ in range(inputs):
        if game.pending is None and commands and rng.random() < 0.5:
            event = rng.choice(commands)
            with suppress(Refused):
                game.take(Command(event.action, event.side, event.params), because="we do it so")
        elif not say_something(game, rng):
            break
    check_reopened(game)
