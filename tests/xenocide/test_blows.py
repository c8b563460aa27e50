"""Blows: who strikes with what, what is needed, and blows at who leaves (XF-MELEE, XF-MOVE-08)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace as with_

from tests.xenocide.table import AXE, BAYONET, GRENADE, PISTOL, RIFLE, Table, brute, trooper
from tracker.procedures.match_view import Match
from tracker.procedures.requests import Roll
from tracker.procedures.ruleset import Action
from tracker.rulesets.xenocide import RULESET
from tracker.rulesets.xenocide.attacks import melee_strikes, weapon_selection
from tracker.rulesets.xenocide.attacks.melee_strikes import MeleeAssault, list_figure_strikes
from tracker.rulesets.xenocide.data import markers, state_queries
from tracker.rulesets.xenocide.data.profile_types import Gun, MeleeWeapon, Profile
from tracker.testing.match_in_memory import RED, u
from tracker.testing.ruleset_laws import assert_odds_agree, check_all_laws
from tracker.vocabulary.events import Scalar
from tracker.vocabulary.roll_needs import Need
from tracker.vocabulary.subject_ids import SideId, UnitId

R1, B1, B2 = u("r1"), u("b1"), u("b2")
SWORD = MeleeWeapon("sword", 1)
BIG_SWORD = MeleeWeapon("big sword", 3)


class Leaving(Struct, frozen=True):
    """A unit goes, and does nothing else."""

    unit: UnitId
    attackers: int | None = None


def _leave(match: Match, _: SideId | None, params: Leaving) -> Any:
    return melee_strikes.leave_melee_under_blows(match, params.unit, params.attackers)


LEAVE = Action(id="leaves-alone", word="leaves", params=Leaving, stage=_leave)
RULES = with_(RULESET, actions={**RULESET.actions, LEAVE.id: LEAVE})


def leaving(
    reds: Mapping[str, int], *blues: Mapping[str, int], unit: str = "r1", **more: Any
) -> Table:
    units = {f"b{n}": figures for n, figures in enumerate(blues, 1)}
    play = Table({"r1": reds}, units, phase="movement", ruleset=RULES, **more)
    for enemy in units:
        play.engage("r1", enemy)
    return play


@pytest.mark.rule("XF-W45", "XF-MOVE-08", "XF-G39", "XF-MELEE-04", "XF-WPN-14")
def test_who_leaves_is_struck_and_does_not_strike_back() -> None:
    play = leaving({"rifle": 4}, {"brute": 3})
    play.do(LEAVE.id, RED, Leaving(R1))
    assert isinstance(play.asked, Roll)
    assert play.asked.made_of == "3 great axes"
    play.roll("562")  # on 5; power 4 + 2 leaves no save: two fall; 2/4 = no marker
    assert play.idle
    assert play.stands("r1") == (2, 0)
    assert not state_queries.is_engaged(play.match, R1)
    assert play.has("b1", markers.STRUCK)
    check_all_laws(play)


@pytest.mark.rule("XF-MOVE-08", "XF-G39")
@pytest.mark.parametrize(("option", "marks"), [(True, 1), (False, 0)])
def test_blows_at_a_leaver_suppress_unless_the_table_says_no(option: bool, marks: int) -> None:
    play = leaving(
        {"rifle": 9}, {"carbine": 3}, {"carbine": 3}, options={"leave_suppression": option}
    )
    play.do(LEAVE.id, RED, Leaving(R1))
    play.rolls("119", "119")  # two units strike: 4 hits on threshold 4
    play.rolls("11", "11")
    assert play.stands("r1") == (9, marks)


@pytest.mark.rule("XF-MOVE-08")
def test_only_so_many_strike_at_a_leaver_as_were_told() -> None:
    play = leaving({"rifle": 4}, {"carbine": 3}, {"carbine": 3})
    play.do(LEAVE.id, RED, Leaving(R1, attackers=4))
    play.rolls("999", "9")
    assert play.idle


@pytest.mark.rule("XF-G39", "XF-VEH-28")
def test_a_vehicle_that_drives_off_is_struck_without_fail() -> None:
    play = leaving({"apc": 1}, {"brute": 2})
    play.do(LEAVE.id, RED, Leaving(R1))
    play.roll("59")  # armour 11 - 6 = 5: the 9 misses by 4
    assert markers.DAMAGE.number(play.match, R1) == 4
    assert play.has("r1", markers.DISABLED)


def test_the_odds_of_leaving() -> None:
    play = leaving({"rifle": 2}, {"brute": 2})
    assert assert_odds_agree(play, LEAVE.id, RED, Leaving(R1)) > 2


# ------------------------------------------------------------------------- hands and weapons


def power(
    profile: Profile,
    used: Mapping[str, int] | None = None,
    options: Mapping[str, Scalar] | None = None,
) -> list[tuple[int, int, bool]]:
    """(dice, power, last) of each blow of one such figure that fired these guns this turn."""
    play = Table({"r1": {"it": 1}}, {"b1": {"rifle": 1}}, profiles={"it": profile}, options=options)
    if used:
        play.fix(weapon_selection.make_guns_fired_fact(play.match, R1, used))
    found = list_figure_strikes(play.match, MeleeAssault(R1, B1, play.match.figures(R1)))
    return [(blow.pool.dice, blow.pool.power, blow.last) for blow in found]


FOUR_HANDS = trooper(
    Gun("great rifle", 4, normal=18), blades=(BIG_SWORD, BIG_SWORD), capacity=4, hands=4
)


@pytest.mark.rule("XF-W04", "XF-FORCE-09", "XF-G53", "XF-W82", "XF-G101")
def test_a_hand_that_fired_does_not_strike() -> None:
    assert power(trooper(PISTOL, blades=(AXE,)), {"pistol": 1}) == [(1, 1, False)]
    assert power(trooper(PISTOL, blades=(SWORD,)), {"pistol": 1}) == [(1, 0, False)]
    both = trooper(RIFLE, GRENADE, blades=(AXE,))
    assert power(both) == [(1, 1, False)]
    assert power(both, {"rifle": 1}) == [(1, 0, False)]  # unarmed
    assert power(both, {"grenade": 1}) == [(1, 1, False)]
    assert power(FOUR_HANDS, {"great rifle": 1}) == [(1, 0, False)]
    assert power(FOUR_HANDS, {"great rifle": 1}, {"extra_weapon_attacks": True}) == [
        (1, 0, False),
        (1, 0, False),
    ]


@pytest.mark.rule("XF-G52")
def test_a_second_weapon_gives_no_attack_by_itself() -> None:
    two = trooper(blades=(AXE, SWORD))
    assert power(two) == [(1, 1, False)]
    assert power(two, options={"extra_weapon_attacks": True}) == [(1, 1, False), (1, 0, False)]
    one_hand_free = trooper(PISTOL, blades=(AXE, SWORD))
    found = power(one_hand_free, {"pistol": 1}, {"extra_weapon_attacks": True})
    assert found == [(1, 1, False)]


@pytest.mark.rule("XF-G53")
def test_nobody_strikes_unarmed_where_the_table_says_so() -> None:
    assert power(trooper(RIFLE), options={"unarmed_attack": False}) == []
    weak = trooper(RIFLE, strength=0)
    assert power(weak) == [(1, -1, False)]  # a weakness


@pytest.mark.rule("XF-FORCE-10", "XF-G54")
def test_a_bayonet_is_used_with_both_hands_on_its_rifle() -> None:
    rifle = Gun("rifle", 2, power=1, normal=18, long=36, combi=True)
    man = trooper(rifle, PISTOL, blades=(BAYONET,))
    assert power(man) == [(1, 1, False)]  # strength 1, two hands
    assert power(man, {"rifle": 1}) == [(1, 1, False)]
    assert power(man, {"pistol": 1}) == [(1, 0, False)]  # one hand holds the pistol
    assert power(trooper(PISTOL, rifle, blades=(BAYONET,))) == [(1, 1, False)]
    carbine = Gun("carbine", 1, power=1, normal=12, combi=True)
    great = trooper(carbine, blades=(MeleeWeapon("great sword", 3, combi=True),))
    assert power(great, {"carbine": 1}) == [(1, 1, True)]


@pytest.mark.rule("XF-FORCE-11")
def test_what_is_built_in_takes_one_hand() -> None:
    claws = MeleeWeapon("claws", 2, bonus=1, integrated=True)
    assert power(trooper(PISTOL, blades=(claws,)), {"pistol": 1}) == [(1, 1, False)]
    gun = Gun("wrist gun", 2, normal=12, integrated=True)
    assert power(trooper(gun, blades=(AXE,)), {"wrist gun": 1}) == [(1, 1, False)]


@pytest.mark.rule("XF-T4", "XF-T5", "XF-WPN-13", "XF-WPN-14")
@pytest.mark.parametrize(
    ("size", "blow"),
    [
        (0, (1, 3, False)),
        (1, (1, 3, False)),
        (2, (1, 4, False)),
        (3, (1, 4, True)),
        (4, (1, 1, False)),
    ],
)
def test_size_says_the_grip(size: int, blow: tuple[int, int, bool]) -> None:
    assert power(trooper(blades=(MeleeWeapon("it", size, bonus=2),), strength=2)) == [blow]


@pytest.mark.rule("XF-FORCE-12")
def test_more_attacks_are_more_dice() -> None:
    assert power(brute(attacks=3)) == [(3, 6, False)]


def test_the_strongest_weapon_is_meant_unless_another_is_named() -> None:
    play = Table(
        {"r1": {"it": 1}}, {"b1": {"rifle": 1}}, profiles={"it": trooper(blades=(SWORD, AXE))}
    )
    figures = play.match.figures(R1)
    for named, strong in (((), 1), (("sword",), 0)):
        found = list_figure_strikes(play.match, MeleeAssault(R1, B1, figures, blades=named))
        assert [blow.pool.power for blow in found] == [strong]


@pytest.mark.rule("XF-G101")
def test_hands_that_struck_at_a_leaver_do_not_fire() -> None:
    play = Table({"r1": {"pistol": 2}}, {"b1": {"rifle": 1}}, phase="opportunity")
    play.fix(markers.STRUCK.set(R1))
    assert set(weapon_selection.find_hands_free_to_fire(play.match, R1).free.values()) == {0}


# ------------------------------------------------------------------------------- what is needed


def needs(play: Table, *, obstacle: bool = False, dark: bool = False) -> Need:
    assault = MeleeAssault(R1, B1, play.match.figures(R1)[:1], obstacle=obstacle, dark=dark)
    return list_figure_strikes(play.match, assault)[0].pool.need


@pytest.mark.rule("XF-T10", "XF-MELEE-02", "XF-MELEE-03", "XF-G05", "XF-FORCE-06", "XF-G50")
def test_what_is_needed_is_melee_skill_and_what_applies() -> None:
    play = Table({"r1": {"rifle": 9}}, {"b1": {"brute": 3}})
    assert needs(play).number == 3 - 1  # the defence of a brute; its aspect is nothing here
    play.suppress("r1", 3)
    assert needs(play).number == 2
    play.suppress("b1", 4)
    assert needs(play).number == 3
    play.suppress("r1", 4)
    assert needs(play).number == 2
    assert needs(play, dark=True).number == 1
    assert needs(play, dark=True, obstacle=True).number == 0
    told = {part.name: part.value for part in needs(play, dark=True, obstacle=True).parts}
    assert told == {
        "Melee skill": 3,
        "broken enemy": 1,
        "broken": -1,
        "melee defence": -1,
        "obstacle between": -1,
        "poor visibility": -1,
    }


@pytest.mark.rule("XF-G49", "XF-GEN-03")
@pytest.mark.parametrize(("skill", "clamped", "plain"), [(12, 9, 11), (0, 0, -1)])
def test_numbers_end_at_0_and_9_unless_the_table_says_no(
    skill: int, clamped: int, plain: int
) -> None:
    it = {"it": trooper(melee=skill), "foe": trooper(defence=1)}
    for option, number in ((True, clamped), (False, plain)):
        options = {"melee_clamp": option}
        play = Table({"r1": {"it": 1}}, {"b1": {"foe": 1}}, profiles=it, options=options)
        assert needs(play).number == number


@pytest.mark.rule("XF-G49")
def test_at_0_ones_are_rolled_again() -> None:
    play = leaving({"foe": 2}, {"it": 3}, profiles={"it": trooper(melee=0), "foe": trooper()})
    play.do(LEAVE.id, RED, Leaving(R1))
    play.roll("112")
    assert isinstance(play.asked, Roll)
    assert play.asked.needs.number == 5
    play.roll("56")
    play.roll("9")  # one hit, unarmed: saved on 4 or less
    assert play.stands("r1") == (1, 0)


@pytest.mark.rule("XF-FORCE-09", "XF-FORCE-10", "XF-G54")
def test_only_the_bayonet_itself_is_used_by_hands_that_fired_its_rifle() -> None:
    rifle = Gun("rifle", 2, power=1, normal=18, combi=True)
    man = trooper(rifle, PISTOL, blades=(BAYONET, MeleeWeapon("cleaver", 1, bonus=3)))
    assert power(man) == [(1, 3, False)]  # one hand, and 3 more
    assert power(man, {"rifle": 1}) == [(1, 1, False)]  # the bayonet, in both hands
    play = Table({"r1": {"man": 1}}, {"b1": {"rifle": 1}}, profiles={"man": man})
    play.fix(weapon_selection.make_guns_fired_fact(play.match, R1, {"rifle": 1}))
    assert set(weapon_selection.find_hands_free_to_fire(play.match, R1).free.values()) == {
        0
    }  # no pistol either


@pytest.mark.rule("XF-FORCE-10", "XF-T4")
def test_a_blade_as_big_as_the_gun_it_is_one_with_has_a_grip_of_its_own() -> None:
    gun = Gun("gun", 3, normal=18, combi=True)
    assert power(trooper(gun, blades=(MeleeWeapon("great sword", 3, combi=True),))) == [
        (1, 1, True)
    ]


@pytest.mark.rule("XF-WPN-12", "XF-FORCE-09")
def test_a_crew_lends_no_more_hands_than_its_gun_takes() -> None:
    """A mortar takes four: both of its bearer, both of one helper; the other has his."""
    mortar = Gun("mortar", 4, area=2, normal=48)
    units = {"r1": {"gunner": 1, "rifle": 2}}
    play = Table(units, {"b1": {"rifle": 1}}, profiles={"gunner": trooper(mortar)})
    play.fix(weapon_selection.make_guns_fired_fact(play.match, R1, {"mortar": 1}))
    assert sorted(weapon_selection.find_hands_free_to_fire(play.match, R1).free.values()) == [
        0,
        0,
        2,
    ]


@pytest.mark.rule("XF-MELEE-06", "XF-MOVE-08")
def test_who_falls_to_the_last_man_as_he_leaves_gets_no_markers() -> None:
    play = leaving({"rifle": 4}, {"brute": 4})
    play.do(LEAVE.id, RED, Leaving(R1))
    facts = play.roll("1111")  # power 6 against armour 4: nobody saves
    assert not play.match.exists(R1)
    assert "suppressed" not in {getattr(fact, "marker", "") for fact in facts}


@pytest.mark.rule("XF-MOVE-08", "XF-G53")
def test_where_nobody_can_strike_at_a_leaver_nobody_has_struck() -> None:
    play = leaving({"rifle": 4}, {"rifle": 3}, options={"unarmed_attack": False})
    facts = play.do(LEAVE.id, RED, Leaving(R1))
    assert play.idle
    assert "struck" not in {getattr(fact, "marker", "") for fact in facts}
    assert not state_queries.is_engaged(play.match, R1)


@pytest.mark.rule("XF-MELEE-06")
def test_hits_below_the_threshold_put_no_marker_down() -> None:
    play = leaving({"rifle": 9}, {"carbine": 3})
    play.do(LEAVE.id, RED, Leaving(R1))
    play.roll("119")
    facts = play.roll("11")  # two hits of the four that it takes
    assert "suppressed" not in {getattr(fact, "marker", "") for fact in facts}


@pytest.mark.rule("XF-G52", "XF-FORCE-09")
def test_as_many_weapons_strike_as_there_are_hands_for() -> None:
    three = trooper(blades=(AXE, SWORD, MeleeWeapon("hook", 0)))
    found = power(three, options={"extra_weapon_attacks": True})
    assert found == [(1, 1, False), (1, 0, False)]
