"""What people see of a combat while it is fought."""

from __future__ import annotations

from tests.trial_assault.table import Table
from tracker.rulesets.trial_assault.phases.combats_told import combats


def test_who_is_in_a_combat_whose_step_it_is_and_who_is_ahead() -> None:
    play = Table({"r1": {"raider": 8}}, {"b1": {"trooper": 6}})
    play.charge("r1", "b1")
    assert combats(play.match) == ()
    play.fight()
    ((who, before),) = combats(play.match)
    assert who == "R1 v B1"
    assert "B1 at R1" in before
    assert "struck:" not in before
    assert "drawn" in before
    assert "R1 8+0/8, B1 6+0/6" in before
    play.strike("b1", "r1", "124456", "2456", "362")
    ((_, after),) = combats(play.match)
    assert "R1 at B1" in after
    assert "struck: B1" in after
    assert "R1 6+0/6, B1 6+0/6" in after
    assert "Blue ahead" in after
