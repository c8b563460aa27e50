"""Laws that hold in every legal match of Combat Zone, over matches played by chance."""

from __future__ import annotations

import random
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from tracker.application.match.game import Game
from tracker.procedures.view import Match
from tracker.rulesets.combat_zone import RULESET
from tracker.rulesets.combat_zone.data import markers, tables
from tracker.rulesets.combat_zone.phases import points
from tracker.testing.games import (
    check_game,
    check_reopened,
    check_taken_back,
    random_game,
    say_something,
)
from tracker.vocabulary import events as ev
from tracker.vocabulary.names import FigureId

SEEDS = st.integers(0, 1_000_000)
TURNS = 5


def whole(seed: int) -> Game:
    rng = random.Random(seed)
    game = random_game(RULESET, rng, options={"victory": "turn_limit", "turn_limit": TURNS})
    for _ in range(3000):
        check_always(game)
        if not say_something(game, rng):
            return game
    raise AssertionError(f"seed {seed}: the match does not end")


def check_always(game: Game) -> None:
    """What is true at any moment of a legal match."""
    match: Match = game.table.match
    for a, b in match.pairs(markers.ENGAGED):
        assert match.side_of(a) != match.side_of(b)
        assert markers.on_table(match, FigureId(a))
        assert markers.on_table(match, FigureId(b))
    if game.pending is not None:
        return
    for figure in markers.figures(match):
        marks = (markers.is_panicking(match, figure), markers.is_routing(match, figure))
        assert sum(marks) + markers.is_recovered(match, figure) <= 1
        watching = match.has(figure, markers.OPPORTUNITY)
        assert not (watching and (any(marks) or markers.is_engaged(match, figure)))
        profile = markers.profile(match, figure)
        most = profile.machine.action_points if profile.machine else tables.HERO_POINTS
        assert 0 <= points.left(match, figure) <= points.allowance(match, figure) <= most


@settings(max_examples=12)
@given(SEEDS)
def test_every_match_ends_and_nobody_is_lost(seed: int) -> None:
    game = whole(seed)
    assert game.state.now.ended is not None
    assert game.state.now.open == ()
    assert game.state.clock.turn <= TURNS
    check_game(game)


@settings(max_examples=10)
@given(SEEDS)
def test_every_unit_is_activated_at_most_once_a_turn(seed: int) -> None:
    activated: Counter[tuple[int, object]] = Counter()
    turn = 0
    for line in whole(seed).story.path:
        if isinstance(line.event, ev.TurnBegan):
            turn = line.event.turn
        if isinstance(line.event, ev.ActionTaken) and line.event.action == "activate":
            activated[turn, line.event.params["unit"]] += 1
    assert set(activated.values()) <= {1}


@settings(max_examples=8)
@given(SEEDS, st.integers(1, 200))
def test_a_match_reopened_is_the_match_never_closed(seed: int, inputs: int) -> None:
    rng = random.Random(seed)
    game = random_game(RULESET, rng)
    for n in range(inputs):
        if not say_something(game, rng):
            break
        if n % 9 == 0 or n == inputs - 1:
            check_reopened(game)


@settings(max_examples=8)
@given(SEEDS, st.integers(5, 200), st.integers(1, 25))
def test_taking_back_is_exact_and_returning_restores(seed: int, inputs: int, back: int) -> None:
    rng = random.Random(seed)
    game = random_game(RULESET, rng)
    for _ in range(inputs):
        say_something(game, rng)
    check_taken_back(game, back)


@settings(max_examples=6)
@given(SEEDS)
def test_without_a_turn_limit_the_last_side_ends_it(seed: int) -> None:
    """A table that takes the end when it is offered comes to one, with one side on the table."""
    rng = random.Random(seed)
    game = random_game(RULESET, rng)
    for _ in range(10_000):
        if game.pending is not None and "end the game" in game.pending.request.what:
            game.choose_default()
        elif not say_something(game, rng):
            break
    assert game.state.now.ended is not None
    assert len({game.match.side_of(unit) for unit in game.match.units()}) <= 1
