"""What people see of a combat while it is fought."""

from __future__ import annotations

import pytest

from tests.trial_assault.table import B1, BLUE, R1, R2, RED, Table
from tracker.procedures.requests import Roll
from tracker.rulesets.trial_assault.combat.combat_contact import ContactDeclaration
from tracker.rulesets.trial_assault.phases.current_combat_descriptions import (
    describe_current_combats,
    list_current_combats,
)
from tracker.rulesets.trial_assault.phases.fighter_contact_sheet import FightersSheet


def test_who_is_in_a_combat_whose_step_it_is_and_who_is_ahead() -> None:
    play = Table({"r1": {"raider": 8}}, {"b1": {"trooper": 6}})
    play.charge("r1", "b1")
    assert describe_current_combats(play.match, None) == ()
    play.fight()
    ((who, before),) = describe_current_combats(play.match, None)
    assert who == "R1 v B1"
    assert "B1 at R1" in before
    assert "struck:" not in before
    assert "wounds: Red 0 · Blue 0; level; " in before
    assert "contact: R1 all 8 · B1 all 6" in before
    play.strike("b1", "r1", "124456", "2456", "362")
    ((_, after),) = describe_current_combats(play.match, None)
    assert "R1 at B1" in after
    assert "struck: B1" in after
    assert "contact: R1 all 6 · B1 all 6" in after
    assert "Blue ahead" in after


@pytest.mark.rule("TA-FIGHT-01")
def test_those_in_support_are_counted_apart_from_those_in_contact() -> None:
    """Four of five touch, one supports them; of ten six touch and none supports."""
    play = Table({"r1": {"trooper": 5}}, {"b1": {"guard": 10}})
    play.charge("r1", "b1")
    play.fight()
    play.do(
        "sheet", BLUE, FightersSheet((ContactDeclaration(R1, 4, 1), ContactDeclaration(B1, 6, 0)))
    )
    ((_, said),) = describe_current_combats(play.match, None)
    assert "contact: R1 4 of 5, 1 in support · B1 6 of 10" in said
    play.do("sheet", BLUE, FightersSheet((ContactDeclaration(R1, 0, 0),)))
    ((_, said),) = describe_current_combats(play.match, None)
    assert "contact: R1 0 of 5 · B1 6 of 10" in said


@pytest.mark.rule("TA-FIGHT-04", "TA-MULTI-02")
def test_a_combat_is_data_before_it_is_words() -> None:
    play = Table({"r1": {"trooper": 5}, "r2": {"trooper": 5}}, {"b1": {"guard": 10}})
    play.charge("r1", "b1")
    play.charge("r2", "b1")
    play.fight()
    rows = (
        ContactDeclaration(B1, 4, 1, R1),
        ContactDeclaration(B1, 6, 0, R2),
        ContactDeclaration(B1, 2, 0, R1, also=(R2,)),
    )
    play.do("sheet", BLUE, FightersSheet(rows))
    (found,) = list_current_combats(play.match)
    assert found.units == ((RED, (R1, R2)), (BLUE, (B1,)))
    assert (found.step, found.strikers) == (4, ((R1, B1), (R2, B1)))
    assert dict(found.contact)[B1] == rows
    assert (found.struck, found.idle) == ((), ())
    assert (found.wounds, found.winner) == (((RED, 0), (BLUE, 0)), None)
    ((_, said),) = describe_current_combats(play.match, None)
    assert "B1 of 10: 4 with R1 (1 in support), 6 with R2, 2 with R1 and R2" in said


@pytest.mark.rule("TA-FIGHT-04")
def test_the_step_that_is_rolled_is_named() -> None:
    """R1 strikes at 4 and waits for its dice; B1 is next at 3 (TA-T5)."""
    play = Table({"r1": {"trooper": 5}}, {"b1": {"guard": 5}})
    play.charge("r1", "b1")
    play.fight()
    play.strike("r1", "b1")
    roll = play.asked
    assert isinstance(roll, Roll)
    assert roll.made_of == "step 4: trooper ×5 (2 attacks each)"
    ((_, waits),) = describe_current_combats(play.match, roll.subject)
    assert "step 4: rolling" in waits
    play.roll("6" + "1" * 9)
    assert isinstance(play.asked, Roll)
    assert play.asked.made_of == "step 4"
    play.roll("1")
    ((_, after),) = describe_current_combats(play.match, None)
    assert "step 3: B1 at R1" in after


@pytest.mark.rule("TA-FIGHT-02")
def test_who_can_strike_nobody_is_named() -> None:
    """B1 is told of R1 alone, on the word of the table."""
    play = Table({"r1": {"trooper": 5}, "r2": {"trooper": 5}}, {"b1": {"guard": 10}})
    play.charge("r1", "b1")
    play.charge("r2", "b1")
    play.fight()
    play.do("sheet", BLUE, FightersSheet((ContactDeclaration(B1, 4, 2, R1),)))
    (found,) = list_current_combats(play.match)
    assert found.idle == ((R2, B1),)
    ((_, said),) = describe_current_combats(play.match, None)
    assert "R2 cannot strike B1" in said


def test_saves_of_two_kinds_say_how_many_wounds_each_takes() -> None:
    """Five raiders save on 6, a trooper on 3: of twelve wounds ten fall on the raiders."""
    play = Table({"r1": {"trooper": 6}}, {"b1": {"raider": 5, "trooper": 1}})
    play.charge("r1", "b1")
    play.fight()
    play.strike("r1", "b1")
    play.roll("6" * 12)
    play.roll("6" * 12)
    assert isinstance(play.asked, Roll)
    assert play.asked.made_of == "10 wounds on 5 models with save 6+"
