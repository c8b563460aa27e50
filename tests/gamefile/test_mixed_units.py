"""Units whose figures differ: dice of figures are rolled in groups, each with its own stats."""

from __future__ import annotations

import random
from fractions import Fraction

from tracker.gamefile.ruleset_builder import build_ruleset
from tracker.procedures.requests import Roll
from tracker.testing.match_in_memory import BLUE, RED, Play, u
from tracker.testing.odds_oracle import check_agreed_odds
from tracker.testing.random_games import check_game, check_taken_back, replay_in_memory, whole_game
from tracker.testing.ruleset_laws import check_all

GAME = """\
warledger_game = 1
id = "mixed"
title = "Mixed"
phases = [{ id = "act" }]
[stats]
skill = [2, 6]
shots = [1, 3]
save = [2, 7]
[profiles]
sergeant = { skill = 4, shots = 1, save = 3 }
rifleman = { skill = 5, shots = 1, save = 5 }
medic = { skill = 5, shots = 1, save = 5 }
gunner = { skill = 5, shots = 3, save = 5 }
[rolls.hits]
again = 1
[rolls.saves]
[actions.fire]
phases = ["act"]
at = "enemy"
steps = [
  { roll = "hits", dice = "figures * shots", need = "skill - figures / 4" },
  { roll = "saves", by = "target", dice = "hits", need = "target.save" },
  { lose = "hits - saves" },
]
[actions.duel]
phases = ["act"]
at = "enemy"
steps = [{ roll = "saves", dice = "figures", need = "skill - 1" }, { lose = "saves" }]
[forces.patrol]
units = ["Alpha: 1 sergeant and 2 riflemen", "Bravo: 2 riflemen, 1 gunner"]
"""
PROFILES = {
    "sergeant": {"skill": 4, "shots": 1, "save": 3},
    "rifleman": {"skill": 5, "shots": 1, "save": 5},
    "medic": {"skill": 5, "shots": 1, "save": 5},
    "gunner": {"skill": 5, "shots": 3, "save": 5},
}
R1, B1 = u("r1"), u("b1")


def begin(**figures: int) -> Play:
    play = Play(build_ruleset(GAME))
    play.muster(RED, {"r1": figures}, PROFILES)
    play.muster(BLUE, {"b1": {"sergeant": 1, "rifleman": 9}}, PROFILES)
    play.automatic()
    return play


def asked(play: Play) -> tuple[int, str, str]:
    roll = play.asked
    assert isinstance(roll, Roll)
    return roll.count, roll.need, roll.made_of


def test_figures_with_other_needs_or_dice_roll_apart_and_all_hits_are_saved_together() -> None:
    """The unit has five figures, so that each needs 1 less, whatever the size of its group."""
    play = begin(sergeant=1, rifleman=2, medic=1, gunner=1)
    play.do("fire", RED, play.ruleset.actions["fire"].params(unit=R1, target=B1))
    assert asked(play) == (1, "3+", "sergeant")
    play.roll("1")
    # A 1 is rolled again before the next group; 3 hits.
    assert asked(play) == (1, "3+", "sergeant")
    play.roll("3")
    # The medic shoots as riflemen do: 4 and 5 hit, 2 does not.
    assert asked(play) == (3, "4+", "rifleman ×2, medic")
    play.roll("425")
    # Three shots of one gunner: 6 hits.
    assert asked(play) == (3, "4+", "gunner")
    play.roll("263")
    # Four hits; the saves are those of the first figure, whoever is hit: 3 saves, three fall.
    assert asked(play) == (4, "3+", "")
    play.roll("3221")
    assert len(play.match.figures(B1)) == 7


def test_a_unit_of_one_kind_rolls_once() -> None:
    play = begin(rifleman=4)
    play.do("fire", RED, play.ruleset.actions["fire"].params(unit=R1, target=B1))
    assert asked(play) == (4, "4+", "")


def test_the_odds_are_exact() -> None:
    """One die at 3+ and two at 4+: none with 1/3 * 1/4, one with 2/3 * 1/4 + 1/3 * 1/2, two with
    2/3 * 1/2 + 1/3 * 1/4, three with 2/3 * 1/4.
    """
    play = begin(sergeant=1, rifleman=2)
    action = play.ruleset.actions["duel"]
    odds = check_agreed_odds(
        play.ruleset, play.table.state, action.stage, (RED, action.params(R1, B1))
    )
    assert sorted(odds.values()) == sorted(
        [Fraction(1, 12), Fraction(4, 12), Fraction(5, 12), Fraction(2, 12)]
    )


def test_games_by_chance_keep_the_laws() -> None:
    game = whole_game(build_ruleset(GAME), random.Random(3), {})
    check_game(game)
    check_taken_back(game, 5)
    check_all(replay_in_memory(game))
