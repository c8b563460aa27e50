"""Melee: blows of both sides, markers by hits, who loses, who retreats (XF-MELEE, XF-RES)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from tests.xenocide.table import BAYONET, Table, apc, brute, fire, needed, trooper
from tracker.procedures.requests import Faces, Number, Roll, Split
from tracker.rulesets.xenocide.attacks import weapon_selection
from tracker.rulesets.xenocide.data import markers, state_queries
from tracker.rulesets.xenocide.data.profile_types import Gun, MeleeWeapon
from tracker.rulesets.xenocide.phases import melee_phase
from tracker.rulesets.xenocide.phases.contact_and_coherency import ContactDeclaration
from tracker.rulesets.xenocide.phases.melee_phase import MeleeDeclaration, MeleeTarget
from tracker.rulesets.xenocide.phases.retreats_and_follow_ups import FollowUp, Retreat
from tracker.rulesets.xenocide.phases.teleport import Teleport
from tracker.testing.match_in_memory import BLUE, RED, f, u
from tracker.testing.ruleset_laws import assert_odds_agree, check_all_laws
from tracker.vocabulary.events import Moved

R1, R2, B1, B2, B3 = u("r1"), u("r2"), u("b1"), u("b2"), u("b3")
Figures = Mapping[str, int]
COMBI_RIFLE = Gun("rifle", 2, power=1, normal=18, long=36, combi=True)
PROFILES = {
    "bayonet": trooper(COMBI_RIFLE, blades=(BAYONET,)),
    "jump": brute(packs=("teleporter",)),
    "pike": trooper(blades=(MeleeWeapon("pike", 3, bonus=1),)),
}


def melee(reds: Figures, blues: Figures, **more: Any) -> Table:
    """R1 has made contact with B1."""
    return melees({"r1": reds}, {"b1": blues}, ("r1", "b1"), **more)


def melees(
    reds: Mapping[str, Figures],
    blues: Mapping[str, Figures],
    *contacts: tuple[str, str],
    **more: Any,
) -> Table:
    play = Table(reds, blues, phase="melee", profiles=PROFILES, **more)
    for a, b in contacts:
        play.engage(a, b)
    return play


@pytest.mark.rule("XF-W74", "XF-MELEE-01", "XF-MELEE-02", "XF-MELEE-04", "XF-MELEE-06", "XF-RES-01")
@pytest.mark.rule("XF-RES-03", "XF-RES-04", "XF-RES-05", "XF-RES-02", "XF-FOLL-01", "XF-RETR-01")
def test_a_melee_from_the_first_blow_to_the_follow_up() -> None:
    play = melee({"carbine": 5}, {"bayonet": 5})
    play.suppress("b1", 1)
    play.fix(
        markers.DEFENDS.set(B1, value="light"),
        weapon_selection.make_guns_fired_fact(play.match, B1, {"rifle": 5}),
    )
    play.do("fight", RED, MeleeDeclaration(R1, (MeleeTarget(B1),)))
    assert getattr(play.asked, "rule", "") == "XF-MELEE-02"  # not that of fire
    play.rolls("23951", "36804")  # 3 hits on 3; the bayonets hit once
    play.rolls("724", "1")  # power 1 both ways: saved on 3; two of B1 fall
    assert (play.stands("r1"), play.stands("b1")) == ((5, 0), (3, 1))  # 3/5 and 1/4: no marker
    assert isinstance(play.asked, Faces)
    assert [label.adds for label in play.asked.labels] == [0, 1]  # 2 x 3 > 5: not outnumbered
    play.roll("67")  # 6 against 8
    assert play.stands("b1") == (3, 2)
    assert play.has("b1", markers.RETREATS)  # 8 is above 5 + 1
    play.do("retreat", BLUE, Retreat(B1, length=800))
    assert not play.objections("follow", RED, FollowUp(R1, length=400))
    play.do("follow", RED, FollowUp(R1, length=400))
    assert not state_queries.is_engaged(play.match, R1)
    check_all_laws(play)


@pytest.mark.rule("XF-W77", "XF-G50", "XF-G55")
def test_brutes_teleport_among_riflemen() -> None:
    play = Table({"r1": {"jump": 5}}, {"b1": {"rifle": 6}}, profiles=PROFILES)
    play.orders(r1="run", b1="opportunity")
    play.to("movement", RED, BLUE)
    play.do("teleport", RED, Teleport(R1, length=1400, melee=True))
    play.roll("40269")  # one of them arrives in a rock
    play.do("contact", RED, ContactDeclaration(R1, (B1,)))
    play.to("opportunity")
    fire(play, BLUE, B1, R1)
    assert needed(play) == 3  # Aspect 1, a rifle in melee
    play.rolls("138926", "460")
    play.automatic()
    assert play.match.phase == "melee"
    assert (play.stands("r1"), play.carried("r1")) == ((4, 0), 2)
    play.do("fight", RED, MeleeDeclaration(R1))
    play.rolls("5183", "259174")  # on 5: 3 hits, no saves; on 2: 2 hits, saved on 6
    play.roll("67")  # the third wound carried fells one
    assert (play.stands("r1"), play.carried("r1"), play.stands("b1")) == ((3, 0), 0, (3, 0))
    assert isinstance(play.asked, Faces)
    assert [label.adds for label in play.asked.labels] == [0, 1]  # 2 x 3 is not above 9
    play.roll("35")
    assert play.stands("b1") == (3, 1)
    assert play.has("b1", markers.RETREATS)  # 6 is above 5
    play.do("retreat", BLUE, Retreat(B1, length=800))
    assert not play.objections("follow", RED, FollowUp(R1, length=500))
    assert play.against("follow", RED, FollowUp(R1, length=501)) == ("too-far",)


@pytest.mark.rule("XF-W47", "XF-MELEE-01", "XF-MELEE-05")
def test_what_is_too_big_strikes_last() -> None:
    play = melee({"pike": 4}, {"brute": 3})
    play.do("fight", BLUE, MeleeDeclaration(B1))
    play.roll("459")  # on 5: two fall
    assert play.stands("r1") == (2, 0)
    assert isinstance(play.asked, Roll)
    assert (play.asked.count, play.asked.needs.number) == (2, 2)
    play.roll("26")
    play.roll("8")  # power 2: saved on 4
    assert play.carried("b1") == 1


@pytest.mark.rule("XF-G51")
def test_two_that_strike_last_strike_together() -> None:
    play = melee({"pike": 2}, {"pike": 2})
    play.do("fight", RED, MeleeDeclaration(R1))
    play.rolls("11", "11")
    play.rolls("99", "99")  # both sides are wiped out
    assert play.idle
    assert play.match.units() == ()


@pytest.mark.rule("XF-MELEE-01")
def test_the_dead_strike_back() -> None:
    play = melee({"carbine": 2}, {"carbine": 2})
    play.do("fight", RED, MeleeDeclaration(R1))
    play.rolls("11", "33")
    play.rolls("99", "99")
    assert play.match.units() == ()


# --------------------------------------------------------------------------------- result rolls


@pytest.mark.rule("XF-W49", "XF-RES-02", "XF-G56")
@pytest.mark.parametrize(
    ("own", "enemy", "usual", "strict"),
    [(4, 8, True, False), (4, 9, True, True), (5, 9, False, False), (5, 10, True, False)],
)
def test_outnumbered_at_half_the_wounds(own: int, enemy: int, usual: bool, strict: bool) -> None:
    for option, wanted in (("half_or_fewer", usual), ("less_than_half", strict)):
        play = melee({"rifle": own}, {"rifle": enemy}, options={"outnumbered": option})
        assert melee_phase.is_outnumbered(play.match, RED, (R1, B1)) is wanted
        assert not melee_phase.is_outnumbered(play.match, BLUE, (R1, B1))


def judged(play: Table, faces: str, *units: str) -> dict[str, int]:
    match, every = play.match, tuple(map(u, units))
    adds = tuple(melee_phase.find_result_modifier(match, unit, every) for unit in every)
    limits = tuple(melee_phase.find_highest_staying_score(match, unit) for unit in every)
    sides = tuple(match.side_of(unit) for unit in every)
    dice = tuple(int(face) for face in faces)
    return dict(
        zip(units, melee_phase.judge_melee_outcomes(sides, adds, limits, dice), strict=True)
    )


@pytest.mark.rule("XF-W50", "XF-RES-01", "XF-RES-03")
@pytest.mark.parametrize(("blues", "outnumbered"), [(3, False), (5, True)])
def test_only_who_is_above_every_enemy_loses(blues: int, outnumbered: bool) -> None:
    reds = {"r1": {"rifle": 3}, "r2": {"steady": 2}}
    play = Table(
        reds,
        {"b1": {"rifle": 5}, "b2": {"rifle": blues}},
        phase="melee",
        profiles={"steady": trooper(morale=7)},
    )
    play.suppress("r1", 2)
    play.suppress("b1", 1)
    every = (R1, R2, B1, B2)
    assert melee_phase.is_outnumbered(play.match, RED, every) is outnumbered
    found = judged(play, "4962", "r1", "r2", "b1", "b2")
    assert found == {"r1": melee_phase.STAYS, "r2": melee_phase.RETREATS, "b1": 0, "b2": 0}


@pytest.mark.rule("XF-W14", "XF-RES-05", "XF-G58", "XF-G59")
def test_who_defends_a_wood_may_stay() -> None:
    play = melee({"rifle": 5}, {"rifle": 5})
    play.suppress("r1", 1)
    play.suppress("b1", 3)
    play.fix(markers.DEFENDS.set(B1, value="light"))
    play.do("fight", RED, MeleeDeclaration(R1))
    play.rolls("00000", "00000", "33")  # 4 against 6: lost, and 6 is not above 5 + 1
    assert play.stands("b1") == (5, 4)
    assert not play.has("b1", markers.RETREATS)
    assert play.has("b1", markers.BROKEN)
    assert not play.objections("retreat", BLUE, Retreat(B1, length=800))


@pytest.mark.rule("XF-G59")
@pytest.mark.parametrize(("holder", "limit"), [("before_contact", 5), ("any_in_cover", 7)])
def test_who_came_into_contact_defends_no_cover(holder: str, limit: int) -> None:
    play = melee({"rifle": 5}, {"rifle": 5}, options={"melee_cover_holder": holder})
    play.fix(markers.DEFENDS.set(R1, value="heavy"), markers.DEFENDS.set(B1, value="heavy"))
    assert melee_phase.find_highest_staying_score(play.match, R1) == limit
    assert melee_phase.find_highest_staying_score(play.match, B1) == 7


@pytest.mark.rule("XF-RES-05")
def test_cover_is_defended_as_long_as_there_is_a_melee() -> None:
    play = melees({"r1": {"rifle": 4}, "r2": {"rifle": 4}}, {"b1": {"rifle": 4}}, ("r1", "b1"))
    play.engage("r2", "b1")
    play.fix(markers.DEFENDS.set(B1, value="light"))
    play.fix(markers.ENGAGED.make_unlink_fact(R1, B1))
    assert play.has("b1", markers.DEFENDS)
    play.fix(markers.ENGAGED.make_unlink_fact(R2, B1))
    assert not play.has("b1", markers.DEFENDS)


@pytest.mark.rule("XF-G57", "XF-RES-03")
def test_nobody_loses_a_tie() -> None:
    play = melee({"rifle": 5}, {"rifle": 5})
    assert judged(play, "99", "r1", "b1") == {"r1": melee_phase.STAYS, "b1": melee_phase.STAYS}


@pytest.mark.rule("XF-RES-04", "XF-GEN-03")
@pytest.mark.parametrize(("face", "came"), [("5", melee_phase.LOSES), ("6", melee_phase.RETREATS)])
def test_a_loser_at_its_morale_stays(face: str, came: int) -> None:
    play = melee({"rifle": 5}, {"rifle": 5})
    assert judged(play, f"{face}1", "r1", "b1")["r1"] == came


@pytest.mark.rule("XF-MELEE-06", "XF-G55")
@pytest.mark.parametrize(("armour", "marks"), [(4, 1), (10, 0)])
def test_hits_that_could_wound_suppress(armour: int, marks: int) -> None:
    # 4 unarmed hits of power 0 on threshold 4: harmless against armour 10
    profiles = {"it": trooper(armour=armour)}
    play = Table({"r1": {"rifle": 4}}, {"b1": {"it": 9}}, phase="melee", profiles=profiles)
    play.engage("r1", "b1")
    play.do("fight", RED, MeleeDeclaration(R1))
    play.rolls("1111", "999999999")
    if armour < 10:
        play.roll("1111")
    assert play.stands("b1") == (9, marks)


# ------------------------------------------------------------------------------- several units


def test_units_of_several_opponents_say_whom_they_strike() -> None:
    play = melees(
        {"r1": {"rifle": 3}},
        {"b1": {"rifle": 2}, "b2": {"rifle": 2}, "b3": {"rifle": 1}},
        ("r1", "b1"),
        ("r1", "b2"),
    )
    play.do("fight", BLUE, MeleeDeclaration(B1))
    assert isinstance(play.asked, Split)
    assert [share.id for share in play.asked.shares] == [B1, B2, "nobody"]
    play.choose(((B1, 1), (B2, 1), ("nobody", 1)))
    assert [dice[:2] for dice in rolled(play)] == [(B1, 2), (B2, 2), (R1, 1), (R1, 1)]
    play.roll("555")
    assert all(play.has(unit, markers.FOUGHT) for unit in ("r1", "b1", "b2"))
    assert not play.has("b3", markers.FOUGHT)
    check_all_laws(play)


@pytest.mark.rule("XF-G48")
def test_how_many_strike_back_is_told_of_each_enemy() -> None:
    play = melees(
        {"r1": {"rifle": 4}},
        {"b1": {"rifle": 3}, "b2": {"rifle": 3}},
        ("r1", "b1"),
        ("r1", "b2"),
    )
    told = (MeleeTarget(B1, figures=1, back=1), MeleeTarget(B2, figures=3, back=2))
    play.do("fight", RED, MeleeDeclaration(R1, told))
    assert [dice[:2] for dice in rolled(play)] == [(R1, 1), (R1, 3), (B1, 1), (B2, 2)]


@pytest.mark.rule("XF-G48")
def test_how_many_strike_is_told() -> None:
    play = melee({"rifle": 5}, {"rifle": 5})
    play.do("fight", RED, MeleeDeclaration(R1, (MeleeTarget(B1, figures=3, back=2, dark=True),)))
    assert isinstance(play.asked, Roll)
    assert (play.asked.count, play.asked.needs.number) == (3, 2)
    play.roll("999")
    assert (play.asked.count, play.asked.needs.number) == (2, 2)
    so_many = MeleeDeclaration(R1, (MeleeTarget(B1, figures=6, back=6),))
    assert [one.id for one in play.objections("fight", RED, so_many)].count("so-many") == 2


@pytest.mark.rule("XF-G48")
def test_all_of_a_unit_strike_where_reach_is_the_whole_unit() -> None:
    play = melees(
        {"r1": {"rifle": 3}},
        {"b1": {"rifle": 2}, "b2": {"rifle": 2}},
        ("r1", "b1"),
        ("r1", "b2"),
        options={"melee_reach": "whole_unit"},
    )
    play.do("fight", BLUE, MeleeDeclaration(B1))
    assert isinstance(play.asked, Split)
    assert [share.id for share in play.asked.shares] == [B1, B2]


# ------------------------------------------------------------------------------- after the melee


def rolled(play: Table) -> list[tuple[str | None, int, int]]:
    """Whose blows were rolled, all of them missed: with how many dice, for what."""
    dice = []
    while isinstance(play.asked, Roll) and play.asked.id == "to_hit":
        dice.append((play.asked.subject, play.asked.count, play.asked.needs.number))
        play.roll("0" * play.asked.count)
    return dice


def lost(play: Table, faces: str = "19") -> None:
    """R1 and B1 fight without a hit; B1 must retreat."""
    play.do("fight", RED, MeleeDeclaration(R1))
    rolled(play)
    play.roll(faces)


@pytest.mark.rule("XF-W52", "XF-RETR-02", "XF-G61")
def test_who_ends_a_retreat_near_an_enemy_tests_or_is_a_captive() -> None:
    play = melee({"rifle": 4}, {"rifle": 4})
    lost(play)
    assert play.has("b1", markers.RETREATS)
    play.do("retreat", BLUE, Retreat(B1, near=2))
    assert isinstance(play.asked, Roll)
    assert (play.asked.count, play.asked.needs.number) == (2, 5)
    play.roll("56")
    assert play.stands("b1")[0] == 3
    gone = [play.match.figure(one).gone for one in play.match.all_figures(BLUE)]
    assert [one for one in gone if one] == ["captured"]
    assert not state_queries.is_engaged(play.match, B1)


@pytest.mark.rule("XF-RETR-01", "XF-T11")
def test_a_retreat_is_twice_the_movement_and_a_follow_up_once() -> None:
    play = melee({"rifle": 4}, {"rifle": 4})
    lost(play)
    assert not play.objections("retreat", BLUE, Retreat(B1, length=800))
    assert [o.id for o in play.objections("retreat", BLUE, Retreat(B1, length=801))] == ["too-far"]
    play.do("retreat", BLUE, Retreat(B1))
    play.suppress("r1", 1)
    assert not play.objections("follow", RED, FollowUp(R1, length=400))
    too_far = FollowUp(R1, length=301, towards=True)
    assert [o.id for o in play.objections("follow", RED, too_far)] == ["too-far"]


@pytest.mark.rule("XF-RES-06", "XF-G60", "XF-G62")
def test_winners_may_leave_too_after_those_who_must() -> None:
    play = melees(
        {"r1": {"rifle": 4}}, {"b1": {"rifle": 4}, "b2": {"rifle": 4}}, ("r1", "b1"), ("r1", "b2")
    )
    play.do("fight", RED, MeleeDeclaration(R1, (MeleeTarget(B1),)))
    play.rolls("0000", "0000", "0000", "195")
    assert play.has("b1", markers.RETREATS)
    assert [o.id for o in play.objections("retreat", RED, Retreat(R1))] == ["forced-first"]
    play.do("retreat", BLUE, Retreat(B1))
    assert "in-melee" in [o.id for o in play.objections("follow", RED, FollowUp(R1))]
    assert play.idle  # nobody strikes at who retreats
    play.do("retreat", RED, Retreat(R1, length=800))
    assert not play.objections("follow", BLUE, FollowUp(B2))
    assert play.objections("follow", RED, FollowUp(R1))


@pytest.mark.rule("XF-RETR-01", "XF-BRK-04")
def test_a_retreat_over_the_edge_is_flight() -> None:
    play = melee({"rifle": 4}, {"rifle": 4})
    lost(play)
    play.do("retreat", BLUE, Retreat(B1, off=True))
    assert {play.match.figure(one).gone for one in play.match.all_figures(BLUE)} == {"fled"}
    assert play.idle


@pytest.mark.rule("XF-G60")
def test_by_house_rule_a_test_says_which_way_it_retreats() -> None:
    play = melee({"rifle": 4}, {"rifle": 4}, options={"retreat_direction": "test"})
    lost(play)
    play.do("retreat", BLUE, Retreat(B1))
    assert isinstance(play.asked, Roll)
    assert (play.asked.needs.number, play.asked.needs.hit) == (5, "to cover")
    play.roll("6")
    assert not state_queries.is_engaged(play.match, B1)


@pytest.mark.rule("XF-G60")
@pytest.mark.parametrize(
    ("option", "where"), [("as_failed", "edge"), ("as_passed", "cover"), ("test", "test")]
)
def test_which_way_it_retreats_is_said(option: str, where: str) -> None:
    play = melee({"rifle": 4}, {"rifle": 4}, options={"retreat_direction": option})
    lost(play)
    (due,) = play.ruleset.due(play.match)
    assert where in due.why
    assert ("test" in due.why) is (option == "test")


@pytest.mark.rule("XF-RETR-02")
def test_of_unlike_figures_is_asked_who_is_near_and_each_tests_on_its_own_morale() -> None:
    profiles = {"bold": trooper(morale=8)}
    play = Table(
        {"r1": {"rifle": 4}}, {"b1": {"rifle": 3, "bold": 2}}, phase="melee", profiles=profiles
    )
    play.engage("r1", "b1")
    play.fix(markers.FOUGHT.set(R1, B1), markers.RETREATS.set(B1))
    play.do("retreat", BLUE, Retreat(B1, near=3))
    assert isinstance(play.asked, Split)
    play.choose((("0", 2), ("1", 1)))
    assert needed(play) == 5
    play.roll("66")
    assert needed(play) == 8
    play.roll("8")
    left = [play.match.figure(one).profile for one in play.match.figures(B1)]
    assert left == ["rifle", "bold", "bold"]


@pytest.mark.rule("XF-FORCE-09")
def test_a_weapon_that_nobody_can_strike_with_is_objected_to() -> None:
    play = melee({"carbine": 4}, {"rifle": 4})
    for blade, wrong in (("axe", ()), ("great axe", ("no-weapon",))):
        told = MeleeDeclaration(R1, (MeleeTarget(B1, blades=(blade,)),))
        assert play.against("fight", RED, told) == wrong
    play.fix(weapon_selection.make_guns_fired_fact(play.match, R1, {"carbine": 4}))
    assert play.against(
        "fight", RED, MeleeDeclaration(R1, (MeleeTarget(B1, blades=("axe",)),))
    ) == ("no-weapon",)


@pytest.mark.rule("XF-G57")
@pytest.mark.parametrize(("option", "may"), [(True, True), (False, False)])
def test_who_killed_all_may_follow_up_unless_the_table_says_no(option: bool, may: bool) -> None:
    play = melee({"brute": 2}, {"rifle": 1}, options={"follow_up_after_wipe": option})
    play.do("fight", RED, MeleeDeclaration(R1))
    play.rolls("11", "9")
    assert play.idle
    assert (not play.objections("follow", RED, FollowUp(R1))) is may


@pytest.mark.rule("XF-G62")
@pytest.mark.parametrize("option", ["optional", "forced"])
def test_a_follow_up_is_free_unless_the_table_says_it_must_be(option: str) -> None:
    play = melee({"rifle": 4}, {"rifle": 4}, options={"follow_up_required": option})
    lost(play)
    play.do("retreat", BLUE, Retreat(B1))
    (due,) = play.ruleset.due(play.match)
    assert (due.action, due.subject, due.compulsory) == ("follow", R1, option == "forced")


def test_the_phase_waits_for_melees_then_retreats_then_whoever_may_leave() -> None:
    play = melee({"rifle": 4}, {"rifle": 4})
    assert [(one.action, one.compulsory) for one in play.ruleset.due(play.match)] == [
        ("fight", True)
    ]
    lost(play)
    assert [(one.action, one.subject) for one in play.ruleset.due(play.match)] == [("retreat", B1)]
    play = melee({"rifle": 4}, {"rifle": 4})
    lost(play, "55")
    assert play.ruleset.due(play.match) == ()
    assert play.ruleset.automatic(play.match) is None  # either may leave
    play.do("retreat", BLUE, Retreat(B1))
    play.do("follow", RED, FollowUp(R1))
    assert play.ruleset.automatic(play.match) is not None


@pytest.mark.rule("XF-FOLL-01")
def test_who_is_met_in_a_follow_up_is_fought_next_turn() -> None:
    play = melees({"r1": {"rifle": 4}}, {"b1": {"rifle": 4}, "b2": {"rifle": 4}}, ("r1", "b1"))
    lost(play)
    play.do("retreat", BLUE, Retreat(B1))
    play.do("follow", RED, FollowUp(R1))
    play.engage("r1", "b2")
    assert [o.id for o in play.objections("fight", BLUE, MeleeDeclaration(B2))] == ["has-fought"]
    assert [o.id for o in play.objections("retreat", BLUE, Retreat(B2))] == ["has-not-fought"]


# ------------------------------------------------------------------------------------- vehicles


@pytest.mark.rule("XF-W69", "XF-VEH-28", "XF-VEH-29", "XF-VEH-30", "XF-G84")
def test_passengers_of_an_open_vehicle_call_attackers_out() -> None:
    play = Table({"r1": {"carbine": 4}}, {"b1": {"raider": 1}, "b2": {"carbine": 2}}, phase="melee")
    play.engage("r1", "b1")
    play.fix(markers.ABOARD.make_link_fact(B2, B1))
    play.do("fight", RED, MeleeDeclaration(R1))
    assert isinstance(play.asked, Number)
    assert (play.asked.low, play.asked.high) == (0, 2)
    play.choose(2)
    dice = rolled(play)
    assert dice == [(R1, 2, 2), (B2, 2, 3)]
    assert play.asked.dice_sizes == (10, 10)  # two blows at the vehicle never fail
    play.roll("88")  # armour 8 - 1 = 7
    assert markers.DAMAGE.number(play.match, B1) == 2
    assert isinstance(play.asked, Faces)
    assert [label.subject for label in play.asked.labels] == [R1, B2]


@pytest.mark.rule("XF-G83", "XF-VEH-28")
def test_who_fights_only_a_vehicle_rolls_for_nothing() -> None:
    play = melee({"brute": 2}, {"apc": 1})
    play.do("fight", RED, MeleeDeclaration(R1))
    play.roll("55")  # armour 11 - 6: both saved
    assert play.idle
    assert play.objections("follow", BLUE, FollowUp(B1))


@pytest.mark.rule("XF-G83")
def test_passengers_never_leave_by_force() -> None:
    play = Table({"r1": {"carbine": 4}}, {"b1": {"raider": 1}, "b2": {"carbine": 2}}, phase="melee")
    play.fix(markers.ABOARD.make_link_fact(B2, B1))
    assert judged(play, "10", "r1", "b2") | {"b2": 0} == {"r1": 0, "b2": 0}
    assert judged(play, "19", "r1", "b2")["b2"] == melee_phase.LOSES


@pytest.mark.rule("XF-VEH-31", "XF-FORCE-17")
def test_creatures_strike_with_their_attacks() -> None:
    beast = replace(apc(), melee=4, attacks=3)
    play = Table(
        {"r1": {"rifle": 4}}, {"b1": {"beast": 1}}, phase="melee", profiles={"beast": beast}
    )
    play.engage("b1", "r1")
    play.do("fight", BLUE, MeleeDeclaration(B1))
    assert isinstance(play.asked, Roll)
    assert (play.asked.count, play.asked.needs.number) == (3, 4)
    play.roll("444")  # strength 8, no hand: power 7; blows of power 0 do nothing to armour 11
    assert play.stands("r1") == (1, 0)


@pytest.mark.rule("XF-VEH-30")
def test_who_is_inside_a_closed_vehicle_does_not_fight() -> None:
    play = Table({"r1": {"carbine": 4}}, {"b1": {"apc": 1}, "b2": {"carbine": 2}}, phase="melee")
    play.engage("r1", "b1")
    play.fix(markers.ABOARD.make_link_fact(B2, B1))
    play.do("fight", RED, MeleeDeclaration(R1))
    assert play.idle  # power 1 does nothing to armour 11
    assert not play.has("b2", markers.FOUGHT)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("reds", "blues"), [({"carbine": 1}, {"rifle": 1}), ({"pike": 1}, {"carbine": 1})]
)
def test_the_odds_of_a_melee(reds: Figures, blues: Figures) -> None:
    assert assert_odds_agree(melee(reds, blues), "fight", RED, MeleeDeclaration(R1)) > 5


def test_the_odds_of_passengers_who_may_be_fought() -> None:
    play = Table({"r1": {"carbine": 1}}, {"b1": {"raider": 1}, "b2": {"rifle": 1}}, phase="melee")
    play.engage("r1", "b1")
    play.fix(markers.ABOARD.make_link_fact(B2, B1))
    assert assert_odds_agree(play, "fight", RED, MeleeDeclaration(R1)) > 3


def test_a_retreat_in_all_its_steps_is_taken_back_exactly() -> None:
    play = melee({"rifle": 4}, {"rifle": 4}, options={"retreat_direction": "test"})
    lost(play)
    play.do("retreat", BLUE, Retreat(B1, near=2))
    play.rolls("6", "56")
    play.do("follow", RED, FollowUp(R1, towards=True))
    check_all_laws(play)


@pytest.mark.rule("XF-RETR-02", "XF-G61")
def test_who_passes_his_surrender_test_stays_free() -> None:
    play = melee({"rifle": 4}, {"rifle": 3})
    play.fix(markers.FOUGHT.set(R1, B1))
    facts = play.do("retreat", RED, Retreat(R1, length=500, near=3))
    assert Moved(unit=R1, length=500, how="retreated") in facts
    play.roll("158")  # 1 and 5 are not above 5
    assert play.stands("r1")[0] == 3
    assert [play.match.figure(f("r1", n)).gone for n in range(1, 5)].count("captured") == 1


@pytest.mark.rule("XF-VEH-29")
def test_passengers_who_are_outnumbered_demand_nobody() -> None:
    """Four strike at two passengers, one at their raider: they have no hand left for him."""
    play = Table({"r1": {"rifle": 5}}, {"b1": {"rifle": 2}, "b2": {"raider": 1}}, phase="melee")
    play.fix(markers.ABOARD.make_link_fact(B1, B2))
    play.engage("r1", "b2")
    play.do(
        "fight", RED, MeleeDeclaration(R1, (MeleeTarget(B1, figures=4), MeleeTarget(B2, figures=1)))
    )
    assert isinstance(play.asked, Roll)
    assert (play.asked.count, play.asked.target) == (4, B1)


@pytest.mark.rule("XF-FOLL-01", "XF-BRK-05", "XF-G94")
def test_who_is_broken_follows_nobody() -> None:
    play = melee({"rifle": 5}, {"rifle": 5})
    play.suppress("r1", 4)
    play.fix(markers.FOUGHT.set(R1))
    found = play.objections("follow", RED, FollowUp(R1, towards=True))[-1]
    assert (found.rule, found.text) == (
        "XF-G94",
        "R1 is broken and cannot move nearer to the enemy",
    )
    assert "broken" not in play.against("follow", RED, FollowUp(R1))


@pytest.mark.rule("XF-G83")
def test_why_a_melee_in_which_nobody_can_strike_is_not_fought() -> None:
    play = Table({"r1": {"apc": 1}}, {"b1": {"raider": 1}}, phase="melee")
    play.engage("r1", "b1")
    (found,) = play.objections("fight", RED, MeleeDeclaration(R1))
    assert (found.id, found.text) == ("idle", "R1 is in a melee in which nobody can strike")


@pytest.mark.rule("XF-VEH-29")
def test_one_passenger_makes_one_attacker_of_two_squads_fight_him() -> None:
    reds = {"r1": {"rifle": 2}, "r2": {"rifle": 2}}
    play = Table(reds, {"b1": {"rifle": 3}, "b2": {"raider": 1}}, phase="melee")
    play.fix(markers.ABOARD.make_link_fact(B1, B2))
    play.engage("r1", "b2")
    play.engage("r2", "b2")
    play.do("fight", RED, MeleeDeclaration(R1))
    assert isinstance(play.asked, Number)  # the raider has no blows, and is asked nothing
    play.choose(1)
    assert isinstance(play.asked, Roll)  # unarmed, at 3 - 1
    assert (play.asked.subject, play.asked.target, play.asked.count) == (R1, B1, 1)
    play.roll("9")
    assert isinstance(play.asked, Roll)  # and he strikes back, alone; the raider needs no dice
    assert (play.asked.subject, play.asked.target, play.asked.count) == (B1, R1, 1)


@pytest.mark.rule("XF-RETR-02")
def test_no_more_are_near_an_enemy_than_there_are() -> None:
    play = melee({"rifle": 2}, {"rifle": 2})
    play.fix(markers.FOUGHT.set(R1, B1))
    assert "so-many" in play.against("retreat", RED, Retreat(R1, near=3))
    assert "so-many" not in play.against("retreat", RED, Retreat(R1, near=2))


@pytest.mark.rule("XF-G60")
def test_by_house_rule_a_test_says_which_way_a_retreat_goes() -> None:
    play = melee({"rifle": 3}, {"rifle": 3}, options={"retreat_direction": "test"})
    play.fix(markers.FOUGHT.set(R1, B1))
    play.do("retreat", RED, Retreat(R1))
    assert isinstance(play.asked, Roll)
    found = [(band.name, band.low, band.high) for band in play.asked.bands]
    assert sorted(found) == [("to cover", 1, 5), ("to the edge", 6, 10)]


@pytest.mark.rule("XF-FOLL-01")
def test_the_log_says_who_followed_up() -> None:
    play = melee({"rifle": 3}, {"rifle": 3})
    play.fix(markers.FOUGHT.set(R1))
    facts = play.do("follow", RED, FollowUp(R1, length=400))
    assert Moved(unit=R1, length=400, how="followed up") in facts


@pytest.mark.rule("XF-T10", "XF-MELEE-03")
def test_poor_visibility_also_hinders_an_opponent_of_several_units() -> None:
    play = Table({"r1": {"rifle": 2}, "r2": {"rifle": 2}}, {"b1": {"rifle": 4}}, phase="melee")
    play.engage("r1", "b1")
    play.engage("r2", "b1")
    play.do("fight", RED, MeleeDeclaration(R1, (MeleeTarget(B1, dark=True),)))
    play.choose((("u:r1", 2), ("u:r2", 2)))
    numbers = []
    while isinstance(play.asked, Roll) and play.asked.what == "to hit":
        numbers.append((play.asked.subject, play.asked.target, needed(play)))
        play.roll("99")
    assert numbers == [(R1, B1, 2), (u("r2"), B1, 3), (B1, R1, 2), (B1, u("r2"), 3)]


@pytest.mark.rule("XF-RES-02", "XF-G56", "XF-G83")
def test_who_fights_only_a_vehicle_in_the_melee_counts_for_the_wounds_of_the_side() -> None:
    units = {"r1": {"rifle": 4}, "r2": {"rifle": 3}}
    play = Table(units, {"b1": {"rifle": 3}, "b2": {"apc": 1}}, phase="melee")
    for a, b in (("r1", "b2"), ("r2", "b2"), ("r2", "b1")):
        play.engage(a, b)
    assert melee_phase.is_outnumbered(play.match, BLUE, (u("r2"), B1))
    assert not melee_phase.is_outnumbered(play.match, RED, (u("r2"), B1))
