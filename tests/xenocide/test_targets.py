"""Whom a unit may fire at, when and with what (XF-TGT, XF-ORD)."""

from __future__ import annotations

import pytest

from tests.xenocide.table import B1, B2, B3, CARBINE, R1, R2, RIFLE, Table, fire, trooper
from tracker.rulesets.xenocide.attacks.weapon_selection import TargetedFire
from tracker.rulesets.xenocide.data import markers
from tracker.rulesets.xenocide.phases.shooting_and_opportunity_fire import Fire
from tracker.testing.match_in_memory import RED


@pytest.mark.rule("XF-W30", "XF-TGT-02", "XF-G29")
def test_the_nearest_within_twelve_inches() -> None:
    play = Table(
        {"r1": {"rifle": 1}, "r2": {"rifle": 1}},
        {"b1": {"rifle": 1}, "b2": {"rifle": 1}, "b3": {"rifle": 1}},
    )
    said = Fire(R1, (TargetedFire(B3, range=2000, nearest=(B2,)),))
    assert play.against("fire", RED, said) == ("nearest",)
    said = Fire(R1, (TargetedFire(B2, range=900, nearest=(B2,)),))
    assert play.against("fire", RED, said) == ()
    play.engage("r2", "b1")
    said = Fire(R1, (TargetedFire(B1, range=700, nearest=(B1,)),))
    assert play.against("fire", RED, said) == ()  # into the melee stays legal
    said = Fire(R1, (TargetedFire(B2, range=900, nearest=(B1,)),))
    assert play.against("fire", RED, said) == ()


@pytest.mark.rule("XF-TGT-03", "XF-TGT-04", "XF-G31")
def test_a_unit_of_the_same_size_blocks_sight() -> None:
    play = Table({"r1": {"rifle": 1}}, {"b1": {"rifle": 1}, "b2": {"rifle": 1}, "b3": {"brute": 1}})
    said = Fire(R1, (TargetedFire(B1, behind=(B2,)),))
    assert play.against("fire", RED, said) == ("blocked",)
    said = Fire(R1, (TargetedFire(B1, behind=(B2,), high=True),))
    assert play.against("fire", RED, said) == ()
    said = Fire(R1, (TargetedFire(B3, behind=(B2,)),))  # Aspect 1 is seen over Aspect 0
    assert play.against("fire", RED, said) == ()


@pytest.mark.rule("XF-TGT-03", "XF-G31")
def test_a_friend_does_not_block_sight() -> None:
    play = Table({"r1": {"rifle": 1}, "r2": {"rifle": 1}}, {"b1": {"rifle": 1}})
    (found,) = play.objections("fire", RED, Fire(R1, (TargetedFire(B1, behind=(R2,)),)))
    assert found.text == "R2 is a friend and does not block: name it with `past=`"


@pytest.mark.rule("XF-TGT-05", "XF-G104")
def test_spare_hits_may_go_to_units_mixed_in() -> None:
    play = Table({"r1": {"rifle": 6}}, {"b1": {"rifle": 2}, "b2": {"rifle": 5}})
    play.orders(b1="run", b2="run")
    fire(play, RED, R1, B1, mixed=(B2,))
    play.roll("111999")
    assert (play.asked.side, play.asked.total) == (RED, 1)  # type: ignore[attr-defined]
    play.choose((("u:b2", 1),))
    play.rolls("99", "9")
    assert (play.stands("b1")[0], play.stands("b2")[0]) == (0, 4)


@pytest.mark.rule("XF-SHOOT-01", "XF-ORD-03", "XF-ORD-04", "XF-ORD-05", "XF-OPP-01")
def test_who_fires_when() -> None:
    play = Table({"r1": {"rifle": 1}}, {"b1": {"rifle": 1}})
    for phase, order, may in (
        ("shooting", "standard", True),
        ("shooting", "opportunity", False),
        ("shooting", "run", False),
        ("opportunity", "standard", False),
        ("opportunity", "opportunity", True),
        ("opportunity", "run", False),  # rifles are too big for it
    ):
        play.clock(1, phase)
        play.orders(r1=order)
        said = Fire(R1, (TargetedFire(B1),))
        assert (play.against("fire", RED, said) == ()) is may, (phase, order)


@pytest.mark.rule("XF-ORD-04", "XF-WPN-10", "XF-WPN-11", "XF-MOVE-10")
def test_after_a_move_only_what_is_small_enough_fires() -> None:
    play = Table({"r1": {"rifle": 2, "lmg": 1}}, {"b1": {"rifle": 5}}, phase="opportunity")
    play.orders(r1="opportunity", b1="standard")
    play.fix(markers.MOVED.set(R1))
    fire(play, RED, R1, B1)
    assert play.asked.count == 2  # type: ignore[attr-defined]  # the machine gun does not


@pytest.mark.rule("XF-FORCE-09", "XF-WPN-02", "XF-SHOOT-04", "XF-SHOOT-10")
def test_each_weapon_is_a_roll_of_its_own_and_a_figure_has_two_hands() -> None:
    play = Table(
        {"r1": {"both": 2, "lmg": 1}},
        {"b1": {"rifle": 5}},
        profiles={"both": trooper(RIFLE, CARBINE)},
    )
    fire(play, RED, R1, B1)
    assert play.asked.made_of == "2 rifles · a marker for each 4 attacks"  # type: ignore[attr-defined]
    play.roll("99")
    assert play.asked.count == 4  # type: ignore[attr-defined]
    play.roll("9999")
    assert play.idle  # no hand was left for the carbines


@pytest.mark.rule("XF-G94")
@pytest.mark.parametrize("may", [False, True])
def test_a_fleeing_unit_does_not_fire(may: bool) -> None:
    play = Table(
        {"r1": {"rifle": 2}},
        {"b1": {"rifle": 5}},
        phase="opportunity",
        options={"fleeing_may_fire": may},
    )
    play.orders(r1="opportunity")
    play.fix(markers.FLEEING.set(R1))
    assert (play.against("fire", RED, Fire(R1, (TargetedFire(B1),))) == ()) is may
