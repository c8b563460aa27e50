"""Area weapons: what a hit strikes, and a near miss (XF-AOE)."""

from __future__ import annotations

import pytest

from tests.xenocide.table import B1, B2, R1, ROCKET, Table, fire, trooper
from tracker.rulesets.xenocide.attacks.shooting_dice import EACH
from tracker.testing.match_in_memory import RED


@pytest.mark.rule("XF-W01", "XF-AOE-01", "XF-GEN-02")
@pytest.mark.parametrize(("models", "struck"), [(6, 3), (2, 2)])
def test_a_rocket_strikes_as_many_as_its_dice_add_up_to(models: int, struck: int) -> None:
    play = Table({"r1": {"rocket": 1}}, {"b1": {"rifle": models}})
    play.orders(b1="run")
    fire(play, RED, R1, B1)
    play.rolls("3", "37")  # 1 + 2
    assert play.asked.count == struck  # type: ignore[attr-defined]
    play.roll("9" * struck)
    assert play.stands("b1")[0] == models - struck


@pytest.mark.rule("XF-W02", "XF-AOE-02")
def test_a_near_miss_strikes_one_a_d3() -> None:
    play = Table({"r1": {"rocket": 1}}, {"b1": {"rifle": 6}})
    play.orders(b1="run")
    fire(play, RED, R1, B1)
    play.roll("5")  # needed 3
    play.roll("99")
    assert play.stands("b1")[0] == 4


@pytest.mark.rule("XF-G19")
@pytest.mark.parametrize("partial", [True, False])
def test_a_ten_may_be_a_near_miss(partial: bool) -> None:
    play = Table(
        {"r1": {"ace": 1}},
        {"b1": {"rifle": 6}},
        profiles={"ace": trooper(ROCKET, missile=8)},
        options={"natural_ten_partial": partial},
    )
    play.orders(b1="run")
    fire(play, RED, R1, B1)
    play.roll("0")
    assert play.idle is not partial


@pytest.mark.rule("XF-G20")
def test_an_area_weapon_that_needs_nothing() -> None:
    play = Table(
        {"r1": {"poor": 3}},
        {"b1": {"rifle": 6}},
        profiles={"poor": trooper(ROCKET, missile=0)},
    )
    play.orders(b1="run")
    fire(play, RED, R1, B1)
    play.rolls("123", "6", "9999")  # the one fails again: partial; the two: partial; 3 misses
    assert play.stands("b1")[0] == 2


@pytest.mark.rule("XF-W24", "XF-AOE-03")
def test_what_is_left_over_strikes_units_that_are_mixed_in() -> None:
    play = Table({"r1": {"rocket": 1}}, {"b1": {"rifle": 4}, "b2": {"rifle": 5}})
    play.orders(b1="run", b2="run")
    fire(play, RED, R1, B1, mixed=(B2,))
    play.rolls("1", "98")  # 3 + 3
    play.rolls("9999", "99")
    assert (play.stands("b1")[0], play.stands("b2")[0]) == (0, 3)


@pytest.mark.rule("XF-G21")
def test_two_rockets_may_strike_the_same_model_once_each() -> None:
    play = Table({"r1": {"rocket": 2}}, {"b1": {"brute": 1}})
    play.orders(b1="run")
    fire(play, RED, R1, B1)
    play.roll("11")  # each strikes the only model
    assert play.asked.count == 2  # type: ignore[attr-defined]


@pytest.mark.rule("XF-T1", "XF-AOE-01")
def test_what_a_die_of_an_area_hit_strikes_is_told() -> None:
    found = [(band.name, band.low, band.high) for band in EACH.special]
    assert found == [("1 struck", 1, 3), ("2 struck", 4, 7), ("3 struck", 8, 10)]
