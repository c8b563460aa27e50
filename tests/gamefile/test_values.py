"""Values of a game file: an expression of units with a name, in others and on the screen."""

from __future__ import annotations

import pytest

from tests.gamefile.test_broken import problems
from tracker.gamefile.ruleset_builder import build_ruleset
from tracker.procedures.requests import Roll
from tracker.testing.match_in_memory import BLUE, RED, Play, u

GAME = """\
warledger_game = 1
id = "worth"
title = "Worth"
phases = [{ id = "act" }]
[stats]
skill = [2, 6]
[profiles.fighter]
skill = 4
[values]
fire_power = "half(figures) * skill"
[rolls.hits]
[actions.strike]
phases = ["act"]
at = "enemy"
steps = [{ roll = "hits", dice = "fire_power - target.fire_power", need = "4" }]
"""
PROFILES = {"fighter": {"skill": 3}}


def test_a_value_is_of_the_unit_and_of_its_target() -> None:
    """Nine figures are half 5, times 3 is 15; three are half 2, times 3 is 6: nine dice."""
    rules = build_ruleset(GAME)
    play = Play(rules)
    play.muster(RED, {"r1": {"fighter": 9}}, PROFILES)
    play.muster(BLUE, {"b1": {"fighter": 3}}, PROFILES)
    play.automatic()
    assert rules.sheet(play.match, u("r1")).more == ("fire power 15",)
    printed = rules.grids(play.match, "act")[0]
    assert (printed.head, printed.rows) == (("unit", "fire power"), (("R1", "15"), ("B1", "6")))
    play.do("strike", RED, rules.actions["strike"].params(unit=u("r1"), target=u("b1")))
    assert isinstance(play.asked, Roll)
    assert play.asked.count == 9


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (
            "fire_power = ",
            'more = "fire_power"\nfire_power = ',
            "`more` is a value, so it cannot use the value 'fire_power'.",
        ),
        (
            "fire_power = ",
            "skill = ",
            "'skill' is already the name of a stat: choose another name.",
        ),
        (
            "fire_power = ",
            "Power = ",
            "'Power' cannot name a value: use lower-case letters, digits and underscores, at most"
            " 40 characters.",
        ),
    ],
)
def test_slips_are_told(old: str, new: str, why: str) -> None:
    assert why in [one.text for one in problems(GAME.replace(old, new, 1))]


def test_there_are_at_most_twelve() -> None:
    many = "".join(f'v{"x" * n} = "skill"\n' for n in range(12))
    text = GAME.replace("[rolls", many + "[rolls", 1)
    assert "There are 13 entries in [values]: at most 12 are allowed." in [
        one.text for one in problems(text)
    ]
