"""Who acts first (DZ-IMP-01), and roll-offs (DZ-GEN-01)."""

from __future__ import annotations

import pytest

from tests.deathzap2.turns import BLUE, RED, Turns
from tracker.procedures.pieces.first_side_selection import FirstSideRoll
from tracker.procedures.pieces.phase_flow import NextParams


def war(**options: bool) -> Turns:
    play = Turns(options, r1="5 trooper", r2="5 trooper", b1="5 trooper", b2="5 trooper")
    return play.new_turn()


@pytest.mark.rule("DZ-W12", "DZ-IMP-01", "DZ-GEN-01", "DZ-G05")
def test_the_higher_die_acts_first_and_a_tie_is_rolled_again() -> None:
    # Turn 1: 3 against 6, so Blue is first. Turn 2: 5 and 5, again, 6 against 1: Red is first.
    play = war()
    play.automatic()
    assert play.rows() == ("Red", "Blue")
    play.roll("36")
    assert play.first() == BLUE

    play.new_turn(2)
    play.automatic()
    play.roll("55")
    assert play.first() is None, "a tie decides nothing"
    assert play.asked.what == "impetus", "both roll again"
    play.roll("61")
    assert play.first() == RED


@pytest.mark.rule("DZ-IMP-01", "DZ-T1")
def test_the_sides_act_in_the_order_of_this_turns_roll() -> None:
    play = war()
    play.automatic()
    play.roll("36")
    play.automatic()
    assert play.place() == (1, "move", BLUE)
    play.go()
    assert play.place() == (1, "move", RED)


@pytest.mark.rule("DZ-IMP-01")
def test_each_turn_is_rolled_for_anew() -> None:
    play = Turns(r1="5 trooper", b1="5 trooper").at(1, "melee", RED, BLUE, RED)
    play.engage("r1", "b1")
    play.do("next", RED, NextParams())
    assert play.match.clock.turn == 2
    assert play.first() is None
    play.automatic()
    assert play.asked.what == "impetus"


@pytest.mark.rule("DZ-G06")
@pytest.mark.parametrize(
    ("bonus", "first"),
    [
        (False, BLUE),  # 3 against 4
        (True, RED),  # Red 3 + 2 panicked Blue units = 5 against 4
    ],
)
def test_panicked_enemies_add_to_impetus_under_a_house_rule(bonus: bool, first: str) -> None:
    play = war(impetus_panic_bonus=bonus)
    play.panic("b1", 0)
    play.panic("b2", 0)
    play.automatic()
    assert play.rows()[0] == ("Red +2" if bonus else "Red")
    play.roll("34")
    assert play.first() == first


@pytest.mark.rule("DZ-G06", "DZ-G05")
def test_scores_made_equal_by_the_bonus_are_rolled_again() -> None:
    play = war(impetus_panic_bonus=True)
    play.panic("b1", 0)
    play.automatic()
    play.roll("34")  # 3 + 1 against 4
    assert play.asked.what == "impetus"


@pytest.mark.rule("DZ-IMP-01")
def test_a_second_impetus_roll_is_spoken_against() -> None:
    play = war()
    assert play.objections("impetus", None, FirstSideRoll()) == []
    play.automatic()
    play.roll("36")
    assert [o.rule for o in play.objections("impetus", None, FirstSideRoll())] == ["DZ-IMP-01"]
