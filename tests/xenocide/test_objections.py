"""What speaks against what is done out of its turn, or by who cannot: said, and never refused."""

from __future__ import annotations

import pytest
from msgspec import Struct

from tests.xenocide.table import B1, B2, R1, R2, Table, apc
from tracker.procedures.pieces.first_side_selection import FirstSideRoll
from tracker.procedures.ruleset import Objection, OneUnitParams, SeveralUnitsParams
from tracker.rulesets.xenocide.attacks.weapon_selection import TargetedFire
from tracker.rulesets.xenocide.data import markers
from tracker.rulesets.xenocide.phases.broken_unit_tests import BrokenUnitTests
from tracker.rulesets.xenocide.phases.contact_and_coherency import CoherencyLoss, ContactDeclaration
from tracker.rulesets.xenocide.phases.melee_phase import MeleeDeclaration, MeleeTarget
from tracker.rulesets.xenocide.phases.movement import Move
from tracker.rulesets.xenocide.phases.order_counters import (
    OrderCounter,
    SideCounters,
    SpeedAssignment,
)
from tracker.rulesets.xenocide.phases.retreats_and_follow_ups import FollowUp, Retreat
from tracker.rulesets.xenocide.phases.shooting_and_opportunity_fire import Fire, SnapShot
from tracker.rulesets.xenocide.phases.suppression_recovery import SuppressionRecovery
from tracker.rulesets.xenocide.phases.teleport import Teleport
from tracker.rulesets.xenocide.phases.vehicle_collisions import Overrun, Ram
from tracker.rulesets.xenocide.phases.vehicle_movement_and_boarding import Embarkation, VehicleMove
from tracker.testing.match_in_memory import BLUE, RED, u
from tracker.vocabulary.events import AnyFact

R3 = u("r3")
ENGAGED = markers.ENGAGED.make_link_fact(R1, B1)
ABOARD = markers.ABOARD.make_link_fact(R1, R3)
MOVED = markers.MOVED.set(R1)
SHOT = Fire(R1, (TargetedFire(B1),))


def zone(phase: str, *facts: AnyFact) -> Table:
    """Two squads and an open vehicle against a squad and a closed one; Red has the first half."""
    red = {"r1": {"rifle": 2}, "r2": {"carbine": 2}, "r3": {"raider": 1}}
    play = Table(red, {"b1": {"rifle": 2}, "b2": {"apc": 1}})
    play.to(phase, *((RED, BLUE) if phase == "movement" else ()))
    play.fix(*facts)
    return play


def against(phase: str, facts: tuple[AnyFact, ...], action: str, params: Struct) -> list[Objection]:
    return zone(phase, *facts).objections(action, RED, params)


@pytest.mark.rule("XF-GEN-05")
@pytest.mark.parametrize(
    ("action", "params", "phase", "ids"),
    [
        ("order_run", SeveralUnitsParams((R1,)), "shooting", ["not-orders"]),
        ("order_speed", SpeedAssignment(R3, 1), "shooting", ["not-orders"]),
        ("orders", SideCounters((OrderCounter(R1, "run"),)), "shooting", ["not-orders"]),
        ("fire", SHOT, "melee", ["not-firing"]),
        ("snap", SnapShot(R1, (TargetedFire(B1),)), "melee", ["no-enemy-moves"]),
        ("broken", BrokenUnitTests((R1,)), "movement", ["not-now"]),
        ("initiative", FirstSideRoll(), "movement", ["initiative-rolled"]),
        ("move", Move(R1), "shooting", ["not-movement"]),
        ("drive", VehicleMove(R3), "shooting", ["not-movement"]),
        ("overrun", Overrun(R3, B1), "shooting", ["not-movement"]),
        ("ram", Ram(R3, B2), "shooting", ["not-movement"]),
        ("fight", MeleeDeclaration(R1), "shooting", ["not-melee"]),
        ("recover", SuppressionRecovery(), "melee", ["not-recovery"]),
    ],
)
def test_each_thing_in_its_phase(action: str, params: Struct, phase: str, ids: list[str]) -> None:
    found = [one.id for one in against(phase, (ENGAGED,), action, params)]
    assert [one for one in found if one in ids] == ids, found


def test_broken_units_test_in_a_phase_before_movement() -> None:
    found = {one.id: one.text for one in against("movement", (), "broken", BrokenUnitTests((R1,)))}
    assert (
        found["not-now"] == "broken units test only in the Initiative phase, before any unit moves"
    )


@pytest.mark.parametrize(
    ("phase", "facts", "action", "params", "expected"),
    [
        ("orders", (), "order_run", SeveralUnitsParams((R3,)), ["no-infantry XF-ORD-01"]),
        ("orders", (), "order_speed", SpeedAssignment(R1, 1), ["no-vehicle XF-VEH-06"]),
        ("orders", (), "order_speed", SpeedAssignment(R3, 2), ["speed-change XF-VEH-02"]),
        ("shooting", (), "fire", Fire(R1, (TargetedFire(R2),)), ["own-side XF-TGT-01"]),
        ("shooting", (ENGAGED,), "fire", Fire(R1, (TargetedFire(B2),)), ["engaged XF-FIRM-05"]),
        ("shooting", (markers.HOLDS.set(R1),), "fire", SHOT, ["holds XF-SHOOT-02"]),
        ("shooting", (markers.FIRED.set(R1),), "fire", SHOT, ["has-fired XF-SHOOT-01"]),
        (
            "shooting",
            (markers.ABOARD.make_link_fact(B1, B2),),
            "fire",
            SHOT,
            ["inside XF-FORCE-16"],
        ),
        ("movement", (), "move", Move(R3), ["drives XF-VEH-32"]),
        ("movement", (MOVED,), "move", Move(R1), ["has-moved XF-MOVE-02"]),
        ("movement", (ABOARD,), "move", Move(R1), ["aboard XF-VEH-19"]),
        ("movement", (), "drive", VehicleMove(R1), ["walks XF-VEH-32"]),
        ("movement", (markers.MOVED.set(R3),), "drive", VehicleMove(R3), ["has-moved XF-VEH-32"]),
        (
            "movement",
            (markers.DAMAGE.set(R3, value=3),),
            "drive",
            VehicleMove(R3),
            ["disabled XF-VEH-14"],
        ),
        ("shooting", (ABOARD,), "out", OneUnitParams(R1), ["not-movement XF-GEN-05"]),
        ("shooting", (), "board", Embarkation(R1, R3), ["not-movement XF-GEN-05"]),
        (
            "movement",
            (),
            "board",
            Embarkation(B1, B2),
            ["not-own XF-MOVE-01", "not-its-half XF-MOVE-01"],
        ),
        ("movement", (), "out", OneUnitParams(R1), ["not-aboard XF-VEH-19"]),
        ("movement", (), "board", Embarkation(R1, B2), ["no-vehicle XF-VEH-19"]),
        ("movement", (), "board", Embarkation(R1, R2), ["no-vehicle XF-VEH-19"]),
        (
            "movement",
            (),
            "teleport",
            Teleport(R1, shielded=True),
            ["no-teleporter XF-SPEC-05", "needs-run XF-SPEC-05", "shielded XF-SPEC-05"],
        ),
        ("movement", (MOVED,), "contact", ContactDeclaration(R1, (R2,)), ["friend XF-MOVE-07"]),
        (
            "movement",
            (MOVED, markers.ABOARD.make_link_fact(B1, B2)),
            "contact",
            ContactDeclaration(R1, (B1,)),
            ["aboard XF-VEH-30"],
        ),
        (
            "movement",
            (MOVED, markers.FLEEING.set(R1)),
            "contact",
            ContactDeclaration(R1, (B1,)),
            ["flees XF-G94"],
        ),
        ("movement", (), "contact", ContactDeclaration(R1, (B1,)), ["has-not-moved XF-MOVE-07"]),
        ("movement", (), "coherency", CoherencyLoss(R1, lost=2), []),
        ("movement", (), "coherency", CoherencyLoss(R1, lost=3), ["too-many XF-MOVE-04"]),
        ("movement", (), "overrun", Overrun(R3, B1, 2), []),
        ("movement", (), "overrun", Overrun(R3, B1, 3), ["too-many XF-VEH-20"]),
        ("movement", (), "overrun", Overrun(R3, B2), ["vehicle XF-VEH-22"]),
        ("movement", (), "overrun", Overrun(R1, B1), ["no-vehicle XF-VEH-22"]),
        ("movement", (), "ram", Ram(R3, B1), ["no-vehicle XF-VEH-20"]),
        (
            "movement",
            (markers.DAMAGE.set(R3, value=3),),
            "ram",
            Ram(R3, B2),
            ["disabled XF-VEH-14"],
        ),
        ("initiative", (), "broken", BrokenUnitTests((R1,)), ["not-broken XF-BRK-01"]),
        ("melee", (), "fight", MeleeDeclaration(R1), ["not-in-melee XF-MELEE-01"]),
        (
            "melee",
            (ENGAGED, markers.FOUGHT.set(B1)),
            "fight",
            MeleeDeclaration(R1),
            ["has-fought XF-MELEE-01"],
        ),
        (
            "melee",
            (ENGAGED,),
            "fight",
            MeleeDeclaration(R1, (MeleeTarget(B2),)),
            ["no-contact XF-MELEE-02"],
        ),
        ("melee", (), "retreat", Retreat(R3), ["vehicle XF-G83", "not-in-melee XF-RES-06"]),
        (
            "melee",
            (),
            "retreat",
            Retreat(R1),
            ["has-not-fought XF-RETR-01", "not-in-melee XF-RES-06"],
        ),
        (
            "melee",
            (markers.FOUGHT.set(R1), markers.ENGAGED.make_link_fact(R2, B1)),
            "follow",
            FollowUp(R1),
            ["melees XF-RETR-01"],
        ),
        (
            "melee",
            (markers.FOUGHT.set(R1, B1), markers.RETREATS.set(B1)),
            "follow",
            FollowUp(R1),
            ["retreats XF-FOLL-01"],
        ),
        (
            "melee",
            (ENGAGED, markers.FOUGHT.set(R1, B1)),
            "follow",
            FollowUp(R1),
            ["in-melee XF-G62"],
        ),
        (
            "melee",
            (markers.FOUGHT.set(R1), markers.STANDS.set(R1)),
            "follow",
            FollowUp(R1),
            ["has-moved XF-RETR-01"],
        ),
        ("recovery", (), "recover", SuppressionRecovery(), ["nobody XF-REC-01"]),
    ],
)
def test_who_cannot_and_by_which_rule(
    phase: str, facts: tuple[AnyFact, ...], action: str, params: Struct, expected: list[str]
) -> None:
    found = against(phase, facts, action, params)
    assert [f"{one.id} {one.rule}" for one in found] == expected


@pytest.mark.rule("XF-FOLL-01", "XF-T13")
def test_a_follow_up_towards_an_enemy_is_an_inch_shorter_for_each_marker() -> None:
    """Movement 4 and one marker: 3 inches, or 4 away from everybody."""
    play = zone("melee", markers.FOUGHT.set(R1))
    play.suppress("r1", 1)
    for inches, towards, said in ((3, True, []), (4, True, ["too-far"]), (4, False, [])):
        params = FollowUp(R1, length=100 * inches, towards=towards)
        found = [one.id for one in play.objections("follow", RED, params)]
        assert [one for one in found if one == "too-far"] == said


@pytest.mark.rule("XF-VEH-02", "XF-VEH-06")
def test_speeds_among_all_counters_are_held_to_their_steps() -> None:
    """A raider that stands goes to speed 1 at most."""
    for speed, ids in ((1, []), (2, ["speed-change XF-VEH-02"])):
        params = SideCounters((OrderCounter(R3, speed=speed),))
        found = against("orders", (), "orders", params)
        assert [f"{one.id} {one.rule}" for one in found] == ids


@pytest.mark.rule("XF-WPN-09", "XF-T3")
def test_who_cannot_fire_is_told_why() -> None:
    play = Table({"r1": {"brute": 1}}, {"b1": {"rifle": 2}})
    (bar,) = play.ruleset.actions["fire"].bars(play.match, R1)
    assert (bar.id, bar.why) == ("no-weapon", "has no weapon to fire")


@pytest.mark.rule("XF-G102")
def test_a_speed_for_a_platform_that_nobody_drives() -> None:
    profiles = {"platform": apc(piloted=True)}
    red = {"r1": {"rifle": 2}, "r3": {"platform": 1}}
    play = Table(red, {"b1": {"rifle": 2}}, phase="orders", profiles=profiles)
    assert play.against("order_speed", RED, SpeedAssignment(R3, 1)) == ("nobody-drives",)
    assert play.against("order_speed", RED, SpeedAssignment(R3, 0)) == ()
    play.fix(ABOARD)
    assert play.against("order_speed", RED, SpeedAssignment(R3, 1)) == ()


@pytest.mark.rule("XF-T2", "XF-WPN-10", "XF-WPN-11")
@pytest.mark.parametrize(
    ("order", "moved", "why"),
    [
        ("run", (), "rifle is too big to fire on the run"),
        ("opportunity", (MOVED,), "light machine gun is too big to fire after a move"),
    ],
)
def test_what_is_too_big_to_fire_is_told(order: str, moved: tuple[AnyFact, ...], why: str) -> None:
    gun = "rifle" if order == "run" else "lmg"
    play = Table({"r1": {gun: 2}}, {"b1": {"rifle": 2}}, phase="opportunity")
    play.orders(r1=order)
    play.fix(*moved)
    shot = Fire(R1, (TargetedFire(B1, guns=(gun if gun == "rifle" else "light machine gun",)),))
    assert why in [one.text for one in play.objections("fire", RED, shot)]


@pytest.mark.rule("XF-G101", "XF-WPN-07")
def test_who_has_no_hand_left_fires_nothing_at_anybody() -> None:
    play = Table({"r1": {"pistol": 2}}, {"b1": {"rifle": 2}}, phase="opportunity")
    play.orders(r1="opportunity")
    play.fix(markers.STRUCK.set(R1))
    texts = [one.text for one in play.objections("fire", RED, SHOT)]
    assert texts == ["no weapon of R1 can fire at B1"]
