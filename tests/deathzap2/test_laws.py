"""Laws that hold in every legal match of Deathzap 2, over matches played by chance."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tracker.application.correcting import rewrite
from tracker.application.errors import Refused
from tracker.application.match.summaries import summarise
from tracker.ledger.store import StreamInfo
from tracker.procedures.ruleset import Command
from tracker.rulesets.deathzap2 import RULESET
from tracker.rulesets.deathzap2.data import markers
from tracker.rulesets.deathzap2.data.tables import BIG
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
GAMES = st.sampled_from(["advanced", "basic"])


def house(seed: int) -> dict[str, ev.Scalar]:
    """House rules by chance, but for what the players would have to write down themselves."""
    rng = random.Random(seed)
    left_out = {"game", "objectives_how", "orders_table"}
    asked = [option for option in RULESET.options if option.name not in left_out]
    return {option.name: rng.choice(option.values) for option in asked}


@settings(max_examples=12)
@given(SEEDS, GAMES)
def test_every_match_ends_and_nothing_is_lost(seed: int, kind: str) -> None:
    """Figures are where their units say; points shown are points scored."""
    game = whole_game(RULESET, random.Random(seed), {"game": kind, **house(seed)})
    state = game.state
    assert state.now.ended is not None
    assert state.now.open == ()
    assert state.clock.turn <= 6
    for unit, value in state.units.items():
        assert all(state.figures[figure].unit == unit for figure in value.figures)
    scored: Counter[str] = Counter()
    for line in game.story.path:
        if isinstance(line.event, ev.PointsScored):
            scored[line.event.side] += line.event.points
    assert {side: points for side, points in state.points.items() if points} == dict(scored)
    check_game(game)


@settings(max_examples=6)
@given(SEEDS, GAMES)
def test_what_is_always_true_is_true_under_any_house_rules(seed: int, kind: str) -> None:
    """DZ-UNIT-04, DZ-G61, DZ-MORALE-05 and DZ-MOVE-05, whenever nothing waits."""
    rng = random.Random(seed)
    game = random_game(RULESET, rng, options={**house(seed), "game": kind})
    match = game.match
    while say_something(game, rng):
        for unit in match.units() if game.pending is None else ():
            types = [markers.profile(match, figure).type for figure in match.figures(unit)]
            if BIG.intersection(types):
                assert len(types) == 1
                assert not markers.is_panicked(match, unit)
            if markers.is_lone(match, unit) and match.option("lone_panic_from") == "always":
                assert markers.is_panicked(match, unit)
            for enemy in markers.enemies_engaged(match, unit):
                assert match.exists(enemy)
                assert match.side_of(enemy) != match.side_of(unit)


@settings(max_examples=10)
@given(SEEDS, st.integers(1, 250))
def test_a_match_reopened_is_the_match_never_closed(seed: int, inputs: int) -> None:
    rng = random.Random(seed)
    game = random_game(RULESET, rng)
    for n in range(inputs):
        if not say_something(game, rng):
            break
        if n % 9 == 0 or n == inputs - 1:
            check_reopened(game)


@settings(max_examples=10)
@given(SEEDS, st.integers(5, 250), st.integers(1, 25))
def test_taking_back_is_exact_and_returning_restores(seed: int, inputs: int, back: int) -> None:
    rng = random.Random(seed)
    game = random_game(RULESET, rng)
    for _ in range(inputs):
        say_something(game, rng)
    check_taken_back(game, back)


@settings(max_examples=12)
@given(SEEDS, st.integers(10, 250))
def test_the_table_may_do_anything_at_any_time(seed: int, inputs: int) -> None:
    """Actions of any phase, with units long gone, are taken or refused with a sentence."""
    rng = random.Random(seed)
    menu = [entry.input for entry in whole_game(RULESET, random.Random(seed)).story.entries()]
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


@settings(max_examples=8)
@given(SEEDS, st.integers(20, 200))
def test_the_row_in_lists_is_the_same_when_made_anew(seed: int, inputs: int) -> None:
    rng = random.Random(seed)
    game = random_game(RULESET, rng)
    for _ in range(inputs):
        say_something(game, rng)
    info = StreamInfo(game.stream, "match", game.version)
    assert game.journal.store.summary(game.stream) == summarise(
        info, game.journal.store.read(game.stream)
    )


@pytest.mark.slow
@settings(max_examples=10)
@given(SEEDS, st.integers(40, 200), st.integers(0, 1000))
def test_a_corrected_roll_keeps_drops_or_asks_every_later_line(
    seed: int, inputs: int, which: int
) -> None:
    rng = random.Random(seed)
    game = random_game(RULESET, rng)
    for _ in range(inputs):
        say_something(game, rng)
    rolls = [e for e in game.story.entries() if isinstance(e.input, ev.Rolled)]
    chosen = rolls[which % len(rolls)]
    later = {e.version for e in game.story.entries() if e.version > chosen.version}
    typed = {e.version for e in game.story.entries() if e.version in later and not e.by_itself}
    done = rewrite.begin(game, chosen.number, lambda g: g.roll())
    for _ in range(3000):
        if done.finished:
            break
        assert game.pending is not None
        say_something(game, rng)
        done = rewrite.outcome(game)
    assert done.finished
    repeated = rewrite.repeated_in(game.story)
    dropped = {entry.version for entry in done.dropped}
    assert dropped | (repeated & typed) == typed
    assert not dropped & repeated
    check_reopened(game)
