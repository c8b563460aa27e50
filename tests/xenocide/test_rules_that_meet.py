"""Rules of Xenocide that meet: fire, melee and panic around vehicles and their passengers."""

from __future__ import annotations

import pytest

from tests.declared import offered
from tests.saying import refused
from tests.tui.kit import key
from tests.xenocide.evening import begin
from tests.xenocide.table import B1, B2, LMG, R1, R2, Table, needed, raider, trooper
from tracker.procedures.requests import Roll, Tally
from tracker.procedures.ruleset import OneUnitParams
from tracker.rulesets.xenocide.attacks.melee_strikes import MeleeAssault, list_figure_strikes
from tracker.rulesets.xenocide.attacks.weapon_selection import TargetedFire
from tracker.rulesets.xenocide.data import markers, state_queries
from tracker.rulesets.xenocide.data.profile_types import WeaponMount
from tracker.rulesets.xenocide.phases.broken_unit_tests import BrokenUnitTests
from tracker.rulesets.xenocide.phases.contact_and_coherency import ContactDeclaration
from tracker.rulesets.xenocide.phases.melee_phase import MeleeDeclaration
from tracker.rulesets.xenocide.phases.order_counters import SpeedAssignment
from tracker.rulesets.xenocide.phases.retreats_and_follow_ups import FollowUp
from tracker.rulesets.xenocide.phases.shooting_and_opportunity_fire import Fire, SnapShot
from tracker.rulesets.xenocide.phases.suppression_recovery import SuppressionRecovery
from tracker.rulesets.xenocide.phases.vehicle_movement_and_boarding import Embarkation, VehicleMove
from tracker.testing.match_in_memory import BLUE, RED, u
from tracker.vocabulary.events import FiguresRemoved
from tracker.vocabulary.subject_ids import UnitId
from tui.prompt.table_prompt import Prompt

R5, B5 = u("r5"), u("b5")


def riders(*, engaged: str = "r2", phase: str = "shooting") -> Table:
    """R1 and R2 against B1, who ride in the open vehicle B5, and B2 on foot."""
    red = {"r1": {"rifle": 5}, "r2": {"carbine": 4}}
    play = Table(red, {"b1": {"rifle": 4}, "b2": {"rifle": 5}, "b5": {"raider": 1}}, phase=phase)
    play.fix(markers.ABOARD.make_link_fact(B1, B5))
    if engaged:
        play.engage(engaged, "b5")
    return play


@pytest.mark.rule("XF-FIRM-02", "XF-FIRM-03", "XF-G33", "XF-VEH-10")
def test_fire_at_passengers_in_a_melee_is_fire_into_that_melee() -> None:
    """5 attacks suppress R2 on the ground (threshold 4), and not B1 in cover (threshold 6)."""
    play = riders()
    play.do("fire", RED, Fire(R1, (TargetedFire(B1, range=1000),)))
    assert needed(play) == 1  # Missile skill 3, and -2 in the vehicle
    play.roll("19999")
    again = play.asked
    assert isinstance(again, Roll)
    assert (again.what, again.count, needed(play)) == ("to hit, misses again", 4, 3)
    play.rolls("9999", "9")
    held = [markers.HELD_MARKERS.number(play.match, unit) for unit in (R2, B1)]
    assert held == [1, 0]


@pytest.mark.rule("XF-FIRM-04", "XF-VEH-11", "XF-G23")
def test_an_area_hit_on_passengers_in_a_melee_is_divided_among_its_units() -> None:
    """Three hits: one each on B1, R2 and the vehicle B5."""
    red = {"r1": {"light-rocket": 1}, "r2": {"carbine": 4}}
    play = Table(red, {"b1": {"rifle": 4}, "b5": {"raider": 1}})
    play.fix(markers.ABOARD.make_link_fact(B1, B5))
    play.engage("r2", "b5")
    play.do("fire", RED, Fire(R1, (TargetedFire(B1, range=1000),)))
    play.rolls("1", "9")
    saved = {}
    while not play.idle:
        assert isinstance(play.asked, Roll)
        assert play.asked.subject is not None
        saved[play.asked.subject] = play.asked.count
        play.roll("1")
    assert saved == {B1: 1, R2: 1, B5: 1}


@pytest.mark.rule("XF-FIRM-05", "XF-VEH-30")
def test_a_unit_in_melee_with_an_open_vehicle_may_fire_at_its_passengers() -> None:
    play = riders(engaged="r1")
    at = [Fire(R1, (TargetedFire(target, range=100),)) for target in (B1, B2, B5)]
    assert [play.against("fire", RED, fire) for fire in at] == [(), ("engaged",), ()]
    assert [one for one in offered(play) if one.startswith("r1 >") and "open" in one] == [
        "r1 > b1 open",
        "r1 > b5 open",
    ]


@pytest.mark.rule("XF-TGT-02", "XF-G28")
@pytest.mark.parametrize(("target", "nearest"), [(B1, B5), (B5, B1), (B1, B1)])
def test_passengers_are_as_near_as_their_vehicle(target: UnitId, nearest: UnitId) -> None:
    play = riders(engaged="")
    share = TargetedFire(target, range=1000, nearest=(nearest,))
    assert play.against("fire", RED, Fire(R1, (share,))) == ()
    passed_over = TargetedFire(B2, range=1100, nearest=(nearest,))
    assert play.against("fire", RED, Fire(R1, (passed_over,))) == ("nearest",)
    play.engage("r2", "b5")  # in melee with friends, it may be passed over
    assert play.against("fire", RED, Fire(R1, (passed_over,))) == ()


@pytest.mark.rule("XF-SNAP-01", "XF-FIRM-03", "XF-G43")
def test_passengers_snap_at_a_unit_before_it_makes_contact_with_their_vehicle() -> None:
    play = riders(engaged="", phase="movement")
    play.to("movement", RED, BLUE)
    play.orders(r2="run", b1="opportunity")
    play.fix(markers.MOVED.set(R2))
    play.engage("r2", "b5")
    play.do("snap", BLUE, SnapShot(B1, (TargetedFire(R2, range=300),)))
    play.roll("9999")
    assert play.idle  # no miss strikes their own vehicle


@pytest.mark.rule("XF-SNAP-01", "XF-T3", "XF-VEH-10")
def test_big_guns_snap_at_the_passengers_of_the_vehicle_that_makes_contact() -> None:
    red = {"r1": {"lmg": 2}}
    play = Table(red, {"b1": {"rifle": 4}, "b5": {"raider": 1}}, phase="movement")
    play.to("movement", BLUE, RED)
    play.orders(r1="opportunity")
    play.fix(markers.ABOARD.make_link_fact(B1, B5), markers.MOVED.set(B5))
    play.engage("b5", "r1")
    assert play.against("snap", RED, SnapShot(R1, (TargetedFire(B1),))) == ()


@pytest.mark.rule("XF-G94", "XF-ORD-04", "XF-SNAP-01")
@pytest.mark.parametrize(("may", "ids"), [(False, ("flees",)), (True, ())])
def test_a_fleeing_unit_fires_no_snap_shot(may: bool, ids: tuple[str, ...]) -> None:
    """A snap shot takes the place of opportunity fire, which it does not have."""
    options = {"fleeing_may_fire": may}
    play = Table({"r1": {"rifle": 5}}, {"b1": {"rifle": 5}}, phase="movement", options=options)
    play.to("movement", RED, BLUE)
    play.orders(b1="opportunity")
    play.fix(markers.MOVED.set(R1), markers.FLEEING.set(B1))
    assert play.against("snap", BLUE, SnapShot(B1, (TargetedFire(R1),))) == ids
    assert ("b1 snaps r1 open" in offered(play)) is may


@pytest.mark.rule("XF-MOVE-10", "XF-VEH-19", "XF-G93")
def test_a_unit_does_not_board_without_the_figures_that_fired_big_guns() -> None:
    red = {"r1": {"rifle": 2, "lmg": 1}, "r5": {"raider": 1}}
    play = Table(red, {"b1": {"rifle": 5}}, phase="movement")
    play.to("movement", RED, BLUE)
    boards = Embarkation(R1, R5)
    assert play.against("board", RED, boards) == ()
    play.fix(markers.ROOTED.set(play.match.figures(R1)[-1]))
    (against,) = play.objections("board", RED, boards)
    assert (against.id, against.text) == ("rooted", "1 figure of R1 cannot move after firing")


@pytest.mark.rule("XF-VEH-14", "XF-MOVE-08", "XF-G39")
def test_a_vehicle_that_is_disabled_as_it_leaves_a_melee_stays() -> None:
    play = Table({"r5": {"raider": 1}}, {"b1": {"carbine": 3}}, phase="movement")
    play.to("movement", RED, BLUE)
    play.engage("r5", "b1")
    play.do("drive", RED, VehicleMove(R5, length=1000))
    play.rolls("199")  # Armour 8 against Power 1: two are missed by 2
    assert play.match.has(R5, markers.DISABLED)
    assert not play.match.has(R5, markers.MOVED)
    assert state_queries.is_engaged(play.match, R5)


@pytest.mark.rule("XF-FOLL-01", "XF-G57", "XF-MOVE-07")
@pytest.mark.parametrize("may", [True, False])
def test_the_house_rule_about_follow_ups_counts_a_destroyed_vehicle(may: bool) -> None:
    options = {"follow_up_after_wipe": may}
    blue = {"b1": {"rifle": 4}, "b5": {"raider": 1}}
    play = Table({"r1": {"brute": 3}}, blue, phase="melee", options=options)
    play.engage("r1", "b5")
    play.do("fight", RED, MeleeDeclaration(R1))
    play.rolls("999")
    play.default()
    assert not play.match.exists(B5)
    assert (play.against("follow", RED, FollowUp(R1)) == ()) is may
    contact = ContactDeclaration(R1, (B1,))
    why = "has-not-followed" if may else "no-follow-up"
    assert play.against("contact", RED, contact) == (why,)
    if may:
        play.do("follow", RED, FollowUp(R1))
        assert play.against("contact", RED, contact) == ()


@pytest.mark.rule("XF-BRK-01", "XF-REC-02", "XF-FORCE-16", "XF-G107")
def test_units_in_a_closed_vehicle_are_proposed_as_out_of_sight() -> None:
    red = {"r1": {"rifle": 4}, "r2": {"rifle": 4}, "r5": {"apc": 1}}
    play = Table(red, {"b1": {"rifle": 4}}, phase="initiative")
    play.fix(markers.ABOARD.make_link_fact(R1, R5))
    play.suppress("r1", 4)
    play.suppress("r2", 4)
    play.do("broken", None, BrokenUnitTests())
    assert isinstance(play.asked, Tally)
    assert play.asked.default == ((R2, 1),)
    play.default()
    play.roll("1")
    play.to("recovery")
    play.do("recover", None, SuppressionRecovery())
    assert isinstance(play.asked, Tally)
    assert play.asked.default == ((R1, 1),)


@pytest.mark.rule("XF-MOVE-07", "XF-FOLL-01")
def test_contact_in_the_melee_phase_needs_a_follow_up() -> None:
    play = Table({"r1": {"rifle": 5}}, {"b1": {"rifle": 5}}, phase="melee")
    contact = ContactDeclaration(R1, (B1,))
    (against,) = play.objections("contact", RED, contact)
    told = "R1 has not followed up: enter that first, as in `1w3ec2`"
    assert (against.rule, against.text) == ("XF-FOLL-01", told)
    play.fix(markers.FOUGHT.set(R1))
    play.do("follow", RED, FollowUp(R1, length=300, towards=True))
    assert play.against("contact", RED, contact) == ()
    melee = ("orders red", "orders blue", "fix r2 melee b3", "fix phase melee")
    typed = key(Prompt(begin(*melee)), "1w3ec2").reader.expand_typed_line()
    assert typed == "r1 follows 3in towards | r1 contacts b2"


@pytest.mark.rule("XF-VEH-30", "XF-G69", "XF-SPEC-04")
def test_a_unit_aboard_makes_no_contact_and_is_not_in_the_air() -> None:
    red = {"r1": {"flyer": 4}, "r5": {"raider": 1}}
    profiles = {"flyer": trooper(packs=("flight",))}
    play = Table(red, {"b1": {"rifle": 5}}, phase="movement", profiles=profiles)
    play.to("movement", RED, BLUE)
    play.fix(markers.AIRBORNE.set(R1))
    play.do("board", RED, Embarkation(R1, R5))
    assert not play.match.has(R1, markers.AIRBORNE)
    assert play.against("contact", RED, ContactDeclaration(R1, (B1,))) == ("aboard",)


@pytest.mark.rule("XF-VEH-06", "XF-VEH-14")
@pytest.mark.parametrize(("speed", "ids"), [(0, ()), (1, ("disabled",))])
def test_a_disabled_vehicle_gets_no_speed(speed: int, ids: tuple[str, ...]) -> None:
    play = Table({"r5": {"raider": 1}}, {"b1": {"rifle": 5}}, phase="orders")
    play.fix(markers.DAMAGE.set(R5, value=3))
    assert play.against("order_speed", RED, SpeedAssignment(R5, speed)) == ids


@pytest.mark.rule("XF-VEH-12")
def test_a_squad_gets_no_damage_markers_by_hand() -> None:
    game = begin("orders red", "orders blue")
    assert refused(game, "fix b1 damage 3") == "B1 is not a vehicle, so it has no damage markers."


@pytest.mark.rule("XF-VEH-08", "XF-FORCE-09")
def test_who_worked_an_open_mount_has_no_free_hands_after_getting_out() -> None:
    mount = WeaponMount(LMG, capacity=3, accuracy=3, open=True)
    red = {"r1": {"carbine": 4}, "r5": {"truck": 1}}
    play = Table(red, {"b1": {"rifle": 5}}, profiles={"truck": raider(mount)})
    play.fix(markers.ABOARD.make_link_fact(R1, R5))
    shot = TargetedFire(B1, range=2000, guns=("light machine gun",))
    play.do("fire", RED, Fire(R1, (shot,)))
    play.roll("9999")
    play.to("movement", RED, BLUE)
    play.do("out", RED, OneUnitParams(R1))
    play.to("melee")
    play.engage("r1", "b1")
    strikes = list_figure_strikes(play.match, MeleeAssault(R1, B1, play.match.figures(R1)))
    assert [one.pool.made_of for one in strikes] == ["unarmed", "axe", "axe", "axe"]


@pytest.mark.rule("XF-VEH-08", "XF-FORCE-09")
def test_a_gun_whose_bearer_fell_is_no_open_mount_of_a_vehicle() -> None:
    """The light machine gun that fired was the squad's own, so all others have free hands."""
    mount = WeaponMount(LMG, capacity=3, accuracy=3, open=True)
    red = {"r1": {"carbine": 4, "lmg": 1}, "r5": {"truck": 1}}
    play = Table(red, {"b1": {"rifle": 5}}, profiles={"truck": raider(mount)})
    shot = TargetedFire(B1, range=2000, guns=("light machine gun",))
    play.do("fire", RED, Fire(R1, (shot,)))
    play.roll("9999")
    play.fix(FiguresRemoved(figures=play.match.figures(R1)[-1:], how="killed"))
    play.to("melee")
    play.engage("r1", "b1")
    strikes = list_figure_strikes(play.match, MeleeAssault(R1, B1, play.match.figures(R1)))
    assert [one.pool.made_of for one in strikes] == ["axe"] * 4
