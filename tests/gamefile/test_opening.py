"""Phases before the first turn: they come once, and what belongs to turns waits for these."""

from __future__ import annotations

import random

from tests.gamefile.test_broken import problems
from tracker.gamefile.game_file_linter import list_mistakes_preventing_new_games
from tracker.gamefile.ruleset_builder import build_ruleset
from tracker.procedures.pieces.phase_flow import NextParams
from tracker.testing.match_in_memory import BLUE, RED, Play, u
from tracker.testing.random_games import check_game, check_undo, play_random_game, replay_in_memory
from tracker.testing.ruleset_laws import check_all_laws

GAME = """\
warledger_game = 1
id = "landing"
title = "Landing"
phases = [
  { id = "act", order = "alternating" },
  { id = "edges", opening = true, first = true },
  { id = "landing", opening = true, order = "sides" },
]
[stats]
skill = [2, 6]
[profiles.fighter]
skill = 4
[markers.wet]
until = "turn"
[markers.ready]
[actions.land]
phases = ["landing"]
bar = "turn > 0"
steps = [{ mark = "wet" }]
[actions.wait]
phases = ["act"]
[tests.dry]
when = "landing"
who = "wet"
pass = [{ mark = "ready" }]
[objectives]
count = 1
[end]
turns = 2
[forces.patrol]
units = ["3 fighters", "4 fighters"]
"""
PROFILES = {"fighter": {"skill": 4}}
R1, B1 = u("r1"), u("b1")


def begin() -> Play:
    play = Play(build_ruleset(GAME))
    play.muster(RED, {"r1": {"fighter": 3}}, PROFILES)
    play.muster(BLUE, {"b1": {"fighter": 3}}, PROFILES)
    play.automatic()
    return play


def where(play: Play) -> tuple[int, str, str | None]:
    clock = play.match.clock
    return clock.turn, clock.phase, clock.side


def test_they_come_once_in_their_order_with_those_who_won_the_roll_first() -> None:
    play = begin()
    assert where(play) == (0, "edges", None)
    play.roll("2 5")
    play.do("next", None, NextParams())
    assert where(play) == (0, "landing", BLUE)
    play.do("land", BLUE, play.ruleset.actions["land"].params(unit=B1))
    play.do("next", None, NextParams())
    assert where(play) == (0, "landing", RED)
    assert play.match.has(B1, "wet")
    play.do("next", None, NextParams())
    # The test of the landing has been made; its marker of a turn went with the set-up. The first
    # side begins in odd turns, and the roll counts no more.
    assert where(play) == (1, "act", RED)
    assert (play.match.has(B1, "wet"), play.match.has(B1, "ready")) == (False, True)
    play.do("next", None, NextParams())
    assert play.asked is not None
    assert play.asked.id == "objectives"
    play.choose(())
    assert where(play) == (2, "act", BLUE)


def test_units_by_turns_begin_with_the_first_side() -> None:
    text = GAME.replace('order = "sides"', 'order = "alternating"').replace(", first = true", "")
    play = Play(build_ruleset(text))
    play.muster(RED, {"r1": {"fighter": 3}}, PROFILES)
    play.muster(BLUE, {"b1": {"fighter": 3}}, PROFILES)
    play.automatic()
    play.do("next", None, NextParams())
    assert where(play) == (0, "landing", RED)


def test_games_by_chance_keep_the_laws() -> None:
    game = play_random_game(build_ruleset(GAME), random.Random(3))
    check_game(game)
    check_undo(game, 5)
    check_all_laws(replay_in_memory(game))


def test_a_game_needs_a_phase_of_each_turn() -> None:
    only = GAME.replace('{ id = "act", order', '{ id = "act", opening = true, order')
    assert "line 4, column 1: A game needs at least one phase without `opening = true`." in [
        str(one) for one in problems(only)
    ]


def test_a_roll_for_who_acts_first_comes_before_the_parts_of_the_sides() -> None:
    late = GAME.replace('opening = true, order = "sides"', 'first = true, order = "sides"')
    *_, found = list_mistakes_preventing_new_games(late)
    assert str(found) == (
        "line 7, column 21: Put `first = true` in an earlier phase: in this phase, a side acts"
        " before the sides have rolled."
    )


def test_a_roll_for_who_acts_first_is_of_no_use_at_the_end_of_the_opening() -> None:
    """The first turn begins with the sides in their own order, whoever has won the roll."""
    assert list_mistakes_preventing_new_games(GAME) == ()
    idle = GAME.replace('opening = true, order = "sides"', "opening = true")
    (found,) = list_mistakes_preventing_new_games(idle)
    assert str(found) == (
        "line 6, column 35: This roll has no effect, because no side acts first in the rest of"
        " the opening. Put `first = true` in a phase of the turn."
    )


def test_an_action_of_units_in_turn_that_the_table_allows_in_another_phase_ends() -> None:
    """Red waits in the landing phase: nobody else is activated, and the phase goes on."""
    play = begin()
    play.roll("6 2")
    play.do("next", None, NextParams())
    assert where(play) == (0, "landing", RED)
    play.do("wait", RED, play.ruleset.actions["wait"].params(unit=R1))
    assert play.idle
    assert where(play) == (0, "landing", RED)
