"""What a hand that has struck may still fire (XF-FORCE-09, XF-FORCE-10, XF-G101)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.xenocide.table import AXE, B1, BAYONET, PISTOL, R1, R2, RIFLE, Table, fire, trooper
from tracker.procedures.requests import Roll
from tracker.rulesets.xenocide.attacks.melee_strikes import MeleeAssault, list_figure_strikes
from tracker.rulesets.xenocide.attacks.weapon_selection import TargetedFire, make_guns_fired_fact
from tracker.rulesets.xenocide.data import markers
from tracker.rulesets.xenocide.data.profile_types import Gun, MeleeWeapon, Profile
from tracker.rulesets.xenocide.phases.movement import Move
from tracker.rulesets.xenocide.phases.shooting_and_opportunity_fire import Fire
from tracker.testing.match_in_memory import BLUE, RED

COMBI_RIFLE = Gun("combi rifle", 2, power=1, normal=18, long=36, combi=True)
TWO_HANDED = MeleeWeapon("maul", 2)
WRIST_GUN = Gun("wrist gun", 0, normal=12, integrated=True)
BEHIND = {"r2": {"rifle": 2}}


def left(who: dict[str, Profile], blue: dict[str, int], **move: Any) -> Table:
    """B1, on opportunity fire, has struck at R1 as it left, and hit nobody."""
    red = {"r1": {"rifle": 4}, **BEHIND}
    play = Table(red, {"b1": blue}, phase="movement", profiles=who)
    play.orders(r1="run", r2="run", b1="opportunity")
    play.engage("r1", "b1")
    play.to("movement", RED, BLUE)
    play.do("move", RED, Move(R1, **move))
    while not play.idle:
        assert isinstance(play.asked, Roll)
        play.roll("0" * play.asked.count)
    play.to("opportunity")
    return play


def fires(play: Table) -> tuple[str, int]:
    """What of B1 fires at R2, of what and how many dice."""
    if play.against("fire", BLUE, Fire(B1, (TargetedFire(R2),))):
        return "nothing", 0
    fire(play, BLUE, B1, R2)
    assert isinstance(play.asked, Roll)
    return play.asked.made_of.partition(" ·")[0], play.asked.count


@pytest.mark.rule("XF-G101", "XF-FORCE-09", "XF-FORCE-10", "XF-FORCE-11")
@pytest.mark.parametrize(
    ("guns", "blades", "found"),
    [
        ((PISTOL,), (AXE,), ("3 pistols", 3)),  # one hand each
        ((RIFLE,), (AXE,), ("nothing", 0)),  # the rifle takes both
        ((PISTOL,), (TWO_HANDED,), ("nothing", 0)),  # the maul took both
        ((COMBI_RIFLE,), (BAYONET,), ("3 combi rifles", 3)),  # its other part
        ((COMBI_RIFLE,), (AXE,), ("nothing", 0)),  # no part of the rifle struck
        ((WRIST_GUN,), (AXE,), ("3 wrist guns", 3)),
        ((RIFLE,), (), ("3 rifles", 3)),  # unarmed blows take no hand (XF-G53)
    ],
)
def test_a_hand_that_struck_silences_what_it_holds(
    guns: tuple[Gun, ...], blades: tuple[MeleeWeapon, ...], found: tuple[str, int]
) -> None:
    play = left({"it": trooper(*guns, blades=blades)}, {"it": 3})
    assert fires(play) == found


@pytest.mark.rule("XF-FORCE-10")
def test_the_bayonet_frees_its_own_rifle_and_no_pistol() -> None:
    """The hands on the rifle struck: a pistol beside it stays silent."""
    both = trooper(COMBI_RIFLE, PISTOL, blades=(BAYONET,))
    play = left({"it": both}, {"it": 3})
    for gun, against in (("combi rifle", ()), ("pistol", ("no-weapon",))):
        assert play.against("fire", BLUE, Fire(B1, (TargetedFire(R2, guns=(gun,)),))) == against


@pytest.mark.rule("XF-G101", "XF-MOVE-08")
def test_only_the_figures_that_struck_are_silent() -> None:
    axemen = {"it": trooper(RIFLE, blades=(AXE,))}
    play = left(axemen, {"it": 5}, attackers=2)
    assert play.match.mark(B1, markers.STRUCK) == "axe 2"
    assert fires(play) == ("3 rifles", 3)


@pytest.mark.rule("XF-G101")
def test_of_a_mixed_unit_those_without_a_weapon_fire() -> None:
    mixed = {"axe": trooper(RIFLE, blades=(AXE,)), "plain": trooper(RIFLE)}
    play = left(mixed, {"axe": 2, "plain": 3})
    assert play.match.mark(B1, markers.STRUCK) == "axe 2, unarmed 3"
    assert fires(play) == ("3 rifles", 3)


@pytest.mark.rule("XF-MOVE-08")
def test_more_cannot_strike_than_there_are() -> None:
    play = Table({"r1": {"rifle": 4}}, {"b1": {"rifle": 3}}, phase="movement")
    play.engage("r1", "b1")
    play.to("movement", RED, BLUE)
    assert play.against("move", RED, Move(R1, attackers=4)) == ("so-many",)
    assert play.against("move", RED, Move(R1, attackers=3)) == ()


@pytest.mark.rule("XF-FORCE-09")
def test_a_figure_without_melee_weapons_is_not_told_that_its_hands_fired() -> None:
    play = Table({"r1": {"rifle": 2}}, {"b1": {"rifle": 3}}, phase="melee")
    play.engage("r1", "b1")
    play.fix(make_guns_fired_fact(play.match, R1, {"rifle": 1}))
    strikes = list_figure_strikes(play.match, MeleeAssault(R1, B1, tuple(play.match.figures(R1))))
    assert {strike.pool.made_of for strike in strikes} == {"unarmed"}
    assert not any(strike.pool.need.notes for strike in strikes)


@pytest.mark.rule("XF-FORCE-09", "XF-FORCE-11", "XF-G53")
def test_who_strikes_unarmed_after_firing_is_told_why() -> None:
    """The rifles took both hands, so the axes stay on the belt."""
    who = {"rifle": trooper(RIFLE, blades=(AXE,))}
    play = Table({"r1": {"rifle": 3}}, {"b1": {"rifle": 3}}, phase="melee", profiles=who)
    play.engage("r1", "b1")
    for used, made_of, notes in (
        ({}, "axe", []),
        ({"rifle": 3}, "unarmed", [("hands that fired a gun hold no weapon", "XF-FORCE-09")]),
    ):
        if used:
            play.fix(make_guns_fired_fact(play.match, R1, used))
        strikes = list_figure_strikes(
            play.match, MeleeAssault(R1, B1, tuple(play.match.figures(R1)))
        )
        assert {strike.pool.made_of for strike in strikes} == {made_of}
        assert [(note.name, note.rule) for note in strikes[0].pool.need.notes] == notes
