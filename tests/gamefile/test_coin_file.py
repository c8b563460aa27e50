"""Coin of the authors' guide as a file: the same needs, dice, facts, end and exact odds."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from tests.gamefile.test_skirmish_file import MOST, asked, odds
from tests.plugins import third_party
from tracker.gamefile.ruleset_builder import build_ruleset
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.ruleset import Ruleset
from tracker.procedures.runners.random_play import CARELESS, choose_random_input, make_roll_answer
from tracker.testing.match_in_memory import BLUE, RED, Play
from tracker.vocabulary import events as ev

COIN = """\
warledger_game = 1
id = "coins"
title = "Coins"
units = "hands"
phases = [{ id = "toss" }]

[options.points_to_win]
values = [5, 3, 10]
text = "points that win the game"

[markers]
tossed = { sign = "t", until = "turn", quiet = true }
shaken = { sign = "S", counts = true, nerve = true }

[rolls.heads]
one = "heads"
many = "heads"

[tests.grip]
when = "toss"
who = "shaken"
passes = "die1 > shaken"
dice = "d6"
fail = [{ lose = 1 }]

[actions.toss]
word = "tosses"
key = "t"
phases = ["toss"]
once = "tossed"
steps = [
  { roll = "heads", dice = "figures", need = 4 },
  { points = "heads", why = "heads" },
  { mark = "shaken", if = "heads == 0" },
]

[end]
turns = 99
points = "points_to_win"
"""


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ruleset]:
    with third_party("coin", tmp_path_factory.mktemp("site")):
        yield load_playable_rulesets()["coin"]


@pytest.fixture(scope="module")
def file() -> Ruleset:
    return build_ruleset(COIN)


def table(rules: Ruleset, option: str) -> Play:
    play = Play(rules, {option: 5})
    profiles: dict[str, dict[str, int]] = {"coin": {}}
    play.muster(RED, {"r1": {"coin": 3}, "r2": {"coin": 2}}, profiles)
    play.muster(BLUE, {"b1": {"coin": 1}, "b2": {"coin": 4}}, profiles)
    play.automatic()
    return play


def stands(play: Play) -> object:
    match = play.match
    units = match.all_units()
    marks = [[match.mark(unit, one) for one in ("tossed", "shaken")] for unit in units]
    points = [match.points(side) for side in match.sides]
    winner = match.ended and match.ended.winner
    return match.clock, winner, [len(match.figures(unit)) for unit in units], points, marks


def as_in_file(event: ev.AnyInput) -> ev.AnyInput:
    """An action as the file takes it: hands toss one by one."""
    if not isinstance(event, ev.ActionTaken) or event.action != "toss":
        return event
    units = event.params["units"]
    assert isinstance(units, tuple | list)
    (unit,) = units
    return replace(event, params={"unit": unit})


def play_both(python: Ruleset, file: Ruleset, seed: int) -> None:
    rng = random.Random(seed)
    one, other = table(python, "points"), table(file, "points_to_win")
    for _ in range(MOST):
        assert (stands(one), asked(one)) == (stands(other), asked(other))
        event = choose_random_input(python, one.table, rng, CARELESS)
        if event is None:
            break
        one.feed_input(event)
        pending = other.table.pending
        if isinstance(event, ev.Rolled) and pending is not None:
            other.feed_input(make_roll_answer(pending, event.faces))
        else:
            other.feed_input(as_in_file(event))
    assert one.match.ended is not None


def test_both_are_the_same_game(python: Ruleset, file: Ruleset) -> None:
    for seed in range(5):
        play_both(python, file, seed)


@pytest.mark.thorough
def test_both_are_the_same_in_a_thousand_games(python: Ruleset, file: Ruleset) -> None:
    for seed in range(1000):
        play_both(python, file, seed)


def test_the_odds_of_a_toss_are_the_same(python: Ruleset, file: Ruleset) -> None:
    one, other = table(python, "points"), table(file, "points_to_win")
    taken = ev.ActionTaken(action="toss", side=RED, params={"units": ("u:r1",)})
    as_taken = as_in_file(taken)
    assert isinstance(as_taken, ev.ActionTaken)
    assert odds(one, taken) == odds(other, as_taken)
