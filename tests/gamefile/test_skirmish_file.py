"""A ruleset in Python as a file: Watchfire, held by chance against Skirmish of the authors' guide.

The same actions and the same dice are given to both. Needs, dice, figures, markers, points, the
clock, the end and the exact odds are the same. Several units watch in one line in Python, one by
one in the file; the file has words of its own for what is asked.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

import pytest
from msgspec.structs import replace

from tests.gamefile.kit import shipped
from tests.plugins import third_party
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.requests import Roll
from tracker.procedures.ruleset import Ruleset
from tracker.procedures.runners.exact_and_sampled_odds import OddsRunner
from tracker.procedures.runners.live_table_runner import make_choice_answer
from tracker.procedures.runners.random_play import (
    CARELESS,
    choose_random_input,
    make_roll_answer,
)
from tracker.testing.match_in_memory import BLUE, RED, Play
from tracker.vocabulary import events as ev

PROFILES = {
    "rifle": {"skill": 5, "armour": 3, "nerve": 6},
    "guard": {"skill": 4, "armour": 5, "nerve": 7},
}
MARKERS = ("moved", "fired", "watch", "suppressed")
MOST = 400
"""Inputs of a game."""


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ruleset]:
    with third_party("skirmish", tmp_path_factory.mktemp("site")):
        yield load_playable_rulesets()["skirmish"]


@pytest.fixture(scope="module")
def file() -> Ruleset:
    return shipped("watchfire")


def table(rules: Ruleset) -> Play:
    play = Play(rules, {"turns": 4})
    play.muster(RED, {"r1": {"rifle": 5}, "r2": {"rifle": 4}}, PROFILES)
    play.muster(BLUE, {"b1": {"guard": 4}, "b2": {"guard": 4}}, PROFILES)
    play.automatic()
    return play


def stands(play: Play) -> object:
    """How a game stands, in all that both know."""
    match = play.match
    units = match.all_units()
    return (
        match.clock,
        match.ended and match.ended.winner,
        [len(match.figures(unit)) for unit in units],
        [match.points(side) for side in match.sides],
        [[match.mark(unit, marker) for marker in MARKERS] for unit in units],
    )


def asked(play: Play) -> object:
    """What is rolled for, in numbers."""
    if play.idle:
        return None
    request = play.asked
    if isinstance(request, Roll):
        return request.count, request.need, request.side, request.subject, request.target
    return type(request), getattr(request, "dice", ()), getattr(request, "by", ())


def as_in_file(event: ev.AnyInput) -> Iterator[ev.AnyInput]:
    """An action as the file takes it: units watch one by one."""
    if isinstance(event, ev.ActionTaken) and event.action == "watch":
        units = event.params["units"]
        assert isinstance(units, tuple | list)
        yield from (replace(event, params={"unit": unit}) for unit in units)
    else:
        yield event


def odds(play: Play, event: ev.ActionTaken) -> list[Fraction]:
    action = play.ruleset.actions[event.action]
    args = (event.side, action.decode_params(event.params))
    runner = OddsRunner(play.ruleset, play.table.state, number=Fraction)
    return sorted(runner.compute_odds(action.stage, args).chances.values())


def play_both(python: Ruleset, file: Ruleset, seed: int) -> int:
    """A game by chance on both; returns how many attacks were compared."""
    rng = random.Random(seed)
    one, other = table(python), table(file)
    attacks = 0
    for _ in range(MOST):
        assert (stands(one), asked(one)) == (stands(other), asked(other))
        event = choose_random_input(python, one.table, rng, CARELESS)
        if event is None:
            break
        if isinstance(event, ev.Rolled | ev.Chosen):
            pending = other.table.pending
            assert pending is not None
            one.feed_input(event)
            if isinstance(event, ev.Rolled):
                other.feed_input(make_roll_answer(pending, event.faces))
            else:
                other.feed_input(make_choice_answer(pending, event.value))
            continue
        if event.action == "fire" and attacks < 3:
            assert odds(one, event) == odds(other, event)
            attacks += 1
        one.feed_input(event)
        for each in as_in_file(event):
            other.feed_input(each)
    assert one.match.ended is not None
    return attacks


@pytest.mark.thorough
def test_both_are_the_same_game(python: Ruleset, file: Ruleset) -> None:
    assert sum(play_both(python, file, seed) for seed in range(6)) >= 6


@pytest.mark.thorough
def test_both_are_the_same_in_a_thousand_games(python: Ruleset, file: Ruleset) -> None:
    for seed in range(1000):
        play_both(python, file, seed)
