"""A roll has at most 100 dice: more are named before anything of the action is entered."""

from __future__ import annotations

import pytest

from tracker.gamefile.ruleset_builder import build_ruleset
from tracker.testing.match_in_memory import BLUE, RED, Play, u

GAME = """\
warledger_game = 1
id = "horde"
title = "Horde"
phases = [{ id = "act" }]
[stats]
skill = [2, 6]
[profiles.orc]
skill = 4
[rolls.hits]
[rolls.wounds]
[rolls.saves]
[actions.charge]
phases = ["act"]
at = "enemy"
flags = { horn = "h" }
steps = [
  { roll = "hits", dice = "figures", need = "4", if = "not horn" },
  { roll = "wounds", dice = "if(horn, 3 * figures, 2 * hits)", need = "4" },
  { roll = "saves", dice = "wounds / 2", need = "4" },
  { lose = "wounds - saves" },
]
"""


def said_against(figures: int, *, horn: bool = False) -> list[str]:
    rules = build_ruleset(GAME)
    play = Play(rules)
    play.muster(RED, {"r1": {"orc": figures}}, {"orc": {"skill": 4}})
    play.muster(BLUE, {"b1": {"orc": 3}}, {"orc": {"skill": 4}})
    play.automatic()
    charge = rules.actions["charge"]
    params = charge.params(unit=u("r1"), target=u("b1"), horn=horn)
    return [one.text for one in charge.list_objections(play.match, RED, params)]


@pytest.mark.parametrize(
    ("figures", "horn", "dice"),
    [
        (50, False, 0),  # 50 hits at most, so 100 dice
        (51, False, 102),
        (33, True, 0),  # 99 dice, as the first roll is not made
        (34, True, 102),
        (101, False, 200),  # of 101 dice 100 are rolled
    ],
)
def test_no_roll_of_an_action_can_have_more_dice_unnoticed(
    figures: int, horn: bool, dice: int
) -> None:
    text = f"R1 can have {dice} dice in one roll, of which only 100 are rolled"
    assert said_against(figures, horn=horn) == ([text] if dice else [])
