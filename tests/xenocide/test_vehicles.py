"""Vehicles: damage, wrecks, passengers, speeds, ramming, and their fire (XF-VEH)."""

from __future__ import annotations

import random

import pytest

from tests.xenocide.table import (
    B1,
    B2,
    LASER,
    LMG,
    R1,
    R2,
    Table,
    apc,
    fire,
    needed,
    raider,
    trooper,
)
from tracker.application.errors import Refused
from tracker.application.match.dice_input import parse_or_roll_dice
from tracker.input_parsing.line_parser import parse_typed_line
from tracker.input_parsing.line_syntax_tree import Line
from tracker.procedures.requests import Interrupt, Roll, Tally
from tracker.procedures.ruleset import OneUnitParams
from tracker.procedures.runners.live_table_runner import PendingQuestion
from tracker.rulesets.xenocide.attacks.hits_and_saves import VEHICLE_SAVE, find_vehicle_save_need
from tracker.rulesets.xenocide.attacks.weapon_selection import TargetedFire
from tracker.rulesets.xenocide.data import markers, state_queries
from tracker.rulesets.xenocide.data.profile_types import Gun, Profile, WeaponMount
from tracker.rulesets.xenocide.phases import order_counters, vehicle_collisions
from tracker.rulesets.xenocide.phases.contact_and_coherency import CoherencyLoss, ContactDeclaration
from tracker.rulesets.xenocide.phases.shooting_and_opportunity_fire import Fire, SnapShot
from tracker.rulesets.xenocide.phases.vehicle_collisions import Overrun, Ram
from tracker.rulesets.xenocide.phases.vehicle_movement_and_boarding import Embarkation, VehicleMove
from tracker.rulesets.xenocide.table import unit_damage_and_fired_guns
from tracker.testing.match_in_memory import BLUE, RED, f, u
from tracker.testing.ruleset_laws import check_all_laws
from tracker.vocabulary.dice_bands import Band
from tracker.vocabulary.events import FiguresRemoved, Moved, Wounded
from tracker.vocabulary.subject_ids import UnitId

R4, R5, B5 = u("r4"), u("r5"), u("b5")


def damage(play: Table, unit: UnitId) -> int:
    return markers.DAMAGE.number(play.match, unit)


def gunner(power: int) -> Profile:
    return trooper(Gun("gun", 2, power=power, normal=36), missile=9)


def shot_at(vehicle: str, power: int, *, riders: int = 0, **more: object) -> Table:
    """B5, a vehicle, perhaps with riders aboard, and R1 who fires at it with this power."""
    units = {"b5": {vehicle: 1}, **({"b1": {"rifle": riders}} if riders else {})}
    profiles = {"gunner": gunner(power)}
    play = Table({"r1": {"gunner": 1}, "r2": {"rifle": 4}}, units, profiles=profiles, **more)  # type: ignore[arg-type]
    play.orders(r2="run")
    if riders:
        play.orders(b1="run")
        play.fix(markers.ABOARD.make_link_fact(B1, B5))
    return play


def hit(play: Table, *saves: str) -> None:
    """R1 hits B5, and its owner rolls."""
    play.do("fire", RED, Fire(R1, (TargetedFire(B5),)))
    play.rolls("1", *saves)


# ------------------------------------------------------------------------------- damage and wrecks


@pytest.mark.rule("XF-W54", "XF-VEH-12", "XF-VEH-14", "XF-VEH-15")
@pytest.mark.parametrize(
    ("before", "die", "after", "disabled", "there"),
    [
        (0, "4", 0, False, True),
        (0, "5", 1, False, True),
        (0, "8", 4, True, True),
        (4, "6", 6, True, True),
        (4, "8", 8, False, False),
    ],
)
def test_damage_is_what_the_save_was_missed_by(
    before: int, die: str, after: int, disabled: bool, there: bool
) -> None:
    play = shot_at("apc", 7)  # save on 4
    if before:
        play.fix(markers.DAMAGE.set(B5, value=before))
    hit(play, die)
    assert play.match.exists(B5) is there
    if there:
        assert (damage(play, B5), play.has("b5", markers.DISABLED)) == (after, disabled)


@pytest.mark.rule("XF-W55", "XF-G71", "XF-VEH-12")
@pytest.mark.parametrize(("die", "markers_"), [("1", 3), ("4", 6), ("6", None)])
def test_below_one_the_save_still_counts(die: str, markers_: int | None) -> None:
    play = shot_at("apc", 13)  # save on -2
    hit(play, die)
    assert (damage(play, B5) if play.match.exists(B5) else None) == markers_


@pytest.mark.rule("XF-VEH-01", "XF-VEH-14")
@pytest.mark.parametrize(
    ("speed", "damage", "least"), [(0, 0, None), (1, 0, 12), (2, 0, 24), (1, 2, 8), (1, 4, None)]
)
def test_a_moving_vehicle_is_not_passed_over(speed: int, damage: int, least: int | None) -> None:
    """Base movement 12, 2 off a marker; at 4 markers it is disabled and stands."""
    play = Table({"r5": {"apc": 1}}, {"b1": {"rifle": 5}})
    play.fix(markers.SPEED.set(R5, value=speed), markers.DAMAGE.set(R5, value=damage))
    play.to("movement", RED, BLUE)
    told = [item.why for item in play.ruleset.due(play.match) if item.compulsory]
    assert told == ([] if least is None else [f'r5 must move at least {least}" at speed {speed}'])


@pytest.mark.rule("XF-VEH-13", "XF-G72")
def test_markers_slow_a_vehicle_and_spoil_its_aim() -> None:
    play = Table({"r5": {"apc": 1}}, {"b1": {"rifle": 5}}, phase="opportunity")
    play.fix(markers.DAMAGE.set(R5, value=2))
    fire(play, RED, R5, B1)
    assert needed(play) == 2  # accuracy 4 - 2
    play.roll("9")
    play.to("movement", RED, BLUE)
    assert play.against("drive", RED, VehicleMove(R5, length=801)) == (
        "speed",
    )  # 12 - 2 x 2 inches
    play.fix(markers.DAMAGE.set(R5, value=7))
    assert "speed" in play.against("drive", RED, VehicleMove(R5, length=1))


@pytest.mark.rule("XF-W64", "XF-VEH-15", "XF-VEH-16", "XF-G73", "XF-G74")
def test_a_wreck_strikes_all_near_it_and_who_is_aboard() -> None:
    play = shot_at("raider", 8, riders=5)
    play.fix(markers.DAMAGE.set(B5, value=5))
    play.do("fire", RED, Fire(R1, (TargetedFire(B5),)))
    play.rolls("1", "9")  # save on 0: nine more
    play.rolls("41901")  # passengers, power 3: save on 1
    assert play.match.links(markers.ABOARD) == ()
    assert play.has("b5", markers.SMOKE)
    assert ("Smoke", "1 · B5") in play.ruleset.status(play.match)
    play.choose((("u:r2", 4),))  # four within 3 inches
    play.roll("1285")
    assert (play.stands("b1")[0], play.stands("r2")[0]) == (2, 1)
    assert play.match.figure(play.match.all_figures(BLUE)[0]).gone == "destroyed"
    check_all_laws(play)


@pytest.mark.rule("XF-VEH-15", "XF-G73")
def test_an_explosion_reaches_friend_and_enemy_and_vehicles() -> None:
    units = {"r1": {"gunner": 1}, "r2": {"rifle": 4}, "r5": {"apc": 1}}
    blue = {"b5": {"raider": 1}, "b1": {"rifle": 3}}
    play = Table(units, blue, profiles={"gunner": gunner(8)})
    play.orders(r2="run", b1="run")
    play.fix(markers.DAMAGE.set(B5, value=5))
    hit(play, "9")
    play.choose((("u:r2", 2), ("u:r5", 1), ("u:b1", 1)))
    play.rolls("99", "9", "9")  # power 3: saved on 1, by the carrier on 8, on 1
    assert (play.stands("r2")[0], damage(play, R5), play.stands("b1")[0]) == (2, 1, 2)


@pytest.mark.rule("XF-VEH-26", "XF-SNAP-01", "XF-SNAP-02")
def test_a_vehicle_that_moves_is_shot_at() -> None:
    play = Table({"r5": {"apc": 1}}, {"b1": {"rifle": 1}})
    play.orders(b1="opportunity")
    play.to("movement", RED, BLUE)
    facts = play.do("drive", RED, VehicleMove(R5, length=600, claimed=True))
    assert Moved(unit=R5, length=600, how="drive") in facts
    assert isinstance(play.asked, Interrupt)
    assert (play.asked.by, play.asked.target) == ((B1,), R5)
    play.do("snap", BLUE, SnapShot(B1, (TargetedFire(R5),)))
    assert needed(play) == 4  # 3 + 2 - 1


@pytest.mark.rule("XF-G72")
@pytest.mark.parametrize(
    ("now", "length", "stops"),
    [(False, 1200, None), (True, 1200, 1000), (True, 1000, None), (True, None, None)],
)
def test_damage_shortens_the_move_that_is_made_by_a_house_rule(
    now: bool, length: int | None, stops: int | None
) -> None:
    play = Table({"r5": {"raider": 1}}, {"b1": {"laser": 1}}, options={"damage_slows_now": now})
    play.orders(b1="opportunity")
    play.to("movement", RED, BLUE)
    play.do("drive", RED, VehicleMove(R5, length=length, claimed=True))
    play.do("snap", BLUE, SnapShot(B1, (TargetedFire(R5),)))
    play.roll("1")
    facts = play.roll("51")  # armour 8 - power 5: save on 3, so 2 markers and none
    assert damage(play, R5) == 2
    found = [(fact.length, fact.how) for fact in facts if isinstance(fact, Moved)]
    assert found == ([] if stops is None else [(stops, "stops after")])  # 14 - 2 x 2 inches
    check_all_laws(play)


@pytest.mark.rule("XF-G73")
@pytest.mark.parametrize(("rounding", "number"), [("up", 1), ("down", 2)])
def test_half_of_an_odd_strength(rounding: str, number: int) -> None:
    play = shot_at("raider", 8, options={"explosion_rounding": rounding})
    play.fix(markers.DAMAGE.set(B5, value=5))
    hit(play, "9")
    play.choose((("u:r2", 1),))
    assert needed(play) == number  # armour 4 against 3, or 2


@pytest.mark.rule("XF-VEH-16", "XF-VEH-14")
def test_passengers_of_a_disabled_vehicle_are_hurt() -> None:
    play = shot_at("raider", 5, riders=4)
    play.fix(markers.DAMAGE.set(B5, value=2))
    hit(play, "4", "7999")  # one more is three; Weak 2 against armour 4: save on 6
    assert play.has("b5", markers.DISABLED)
    assert play.stands("b1")[0] == 0
    assert play.match.exists(B5)


@pytest.mark.rule("XF-G74")
@pytest.mark.parametrize(("both", "rolls"), [(False, ("11111",)), (True, ("11111", "11111"))])
def test_destroyed_at_once_is_one_hit_or_two(both: bool, rolls: tuple[str, ...]) -> None:
    play = shot_at("raider", 8, riders=5, options={"passenger_double_hit": both})
    hit(play, "9", *rolls)
    assert play.asked.id == "near_wreck"
    assert play.stands("b1")[0] == 5


@pytest.mark.rule("XF-SUPP-07", "XF-VEH-09", "XF-G77", "XF-FORCE-17")
def test_vehicles_are_never_suppressed_but_who_rides_in_the_open_is() -> None:
    play = Table({"r1": {"rifle": 12}}, {"b1": {"rifle": 4}, "b5": {"raider": 1}})
    play.orders(b1="run")
    play.fix(markers.ABOARD.make_link_fact(B1, B5))
    fire(play, RED, R1, B5)
    play.roll("9" * 12)
    assert play.stands("b5")[1] == 0
    assert play.stands("b1")[1] == 2  # 12 against 4 + 2 for heavy cover
    play = Table({"r1": {"rifle": 12}}, {"b1": {"rifle": 4}, "b5": {"apc": 1}})
    play.orders(b1="run")
    play.fix(markers.ABOARD.make_link_fact(B1, B5))
    fire(play, RED, R1, B5)
    play.roll("9" * 12)
    assert play.stands("b1")[1] == 0


# ------------------------------------------------------------------------------------ as a target


@pytest.mark.rule("XF-W62", "XF-VEH-11", "XF-G75")
@pytest.mark.parametrize(
    ("vehicle", "dice", "on_it", "inside", "options"),
    [
        ("raider", "88", 2, 4, {}),
        ("raider", "81", 2, 2, {}),
        ("apc", "", 1, 0, {}),
        ("apc", "88", 2, 0, {"closed_vehicle_area_hits": 2}),
    ],
)
def test_area_hits_on_vehicles(
    vehicle: str, dice: str, on_it: int, inside: int, options: dict[str, object]
) -> None:
    play = Table({"r1": {"rocket": 1}}, {"b1": {"rifle": 5}, "b5": {vehicle: 1}}, options=options)  # type: ignore[arg-type]
    play.orders(b1="run")
    play.fix(markers.ABOARD.make_link_fact(B1, B5))
    fire(play, RED, R1, B5)
    play.rolls("1", *filter(None, (dice,)))
    assert play.asked.count == on_it  # type: ignore[attr-defined]
    play.roll("1" * on_it)
    if inside:
        assert play.asked.count == inside  # type: ignore[attr-defined]
    else:
        assert play.idle


@pytest.mark.rule("XF-VEH-10", "XF-G84")
def test_fire_at_passengers_that_is_wide_hits_their_vehicle() -> None:
    play = Table({"r1": {"rifle": 6}}, {"b1": {"rifle": 5}, "b5": {"raider": 1}})
    play.orders(b1="run")
    play.fix(markers.ABOARD.make_link_fact(B1, B5))
    fire(play, RED, R1, B1)
    assert needed(play) == 1  # 3 - 2 as in heavy cover
    assert isinstance(play.asked, Roll)
    assert [(part.value, part.rule) for part in play.asked.modifiers][1:] == [(-2, "XF-VEH-10")]
    wide = Band("hit on B5", 2, 3, told=True)
    assert [band for band in play.asked.bands if not band.success] == [wide, Band("miss", 4, 10)]
    play.roll("123456")  # one hit; 2 and 3 miss by one and two
    play.rolls("9", "11")
    assert (play.stands("b1")[0], damage(play, B5)) == (4, 0)


@pytest.mark.rule("XF-VEH-10")
def test_no_cover_is_assumed_for_passengers() -> None:
    play = Table({"r1": {"rifle": 6}}, {"b1": {"rifle": 5}, "b5": {"raider": 1}})
    line = parse_typed_line("r1 > b1 10in", play.ruleset.lexicon)
    assert isinstance(line, Line)

    def list_assumed() -> tuple[str, ...]:
        return play.ruleset.line_translator.list_assumed_details(play.match, line.parts[0])

    assert list_assumed() == ("in the open",)
    play.fix(markers.ABOARD.make_link_fact(B1, B5))
    assert list_assumed() == ()


@pytest.mark.rule("XF-G76")
def test_an_area_shot_at_passengers_that_is_wide_is_in_part_on_the_vehicle() -> None:
    play = Table({"r1": {"rocket": 1}}, {"b1": {"rifle": 5}, "b5": {"raider": 1}})
    play.orders(b1="run")
    play.fix(markers.ABOARD.make_link_fact(B1, B5))
    fire(play, RED, R1, B1)
    play.roll("3")  # needed 1: two hits, both on the vehicle
    assert play.asked.count == 2  # type: ignore[attr-defined]
    play.roll("11")
    assert play.idle


@pytest.mark.rule("XF-FORCE-16")
def test_nobody_aims_at_who_is_inside_a_closed_vehicle() -> None:
    play = Table({"r1": {"rifle": 1}}, {"b1": {"rifle": 5}, "b5": {"apc": 1}})
    play.fix(markers.ABOARD.make_link_fact(B1, B5))
    assert play.against("fire", RED, Fire(R1, (TargetedFire(B1),))) == ("inside",)


# ------------------------------------------------------------------------------------- their fire


@pytest.mark.rule("XF-W67", "XF-VEH-06", "XF-VEH-07", "XF-VEH-27", "XF-VEH-04", "XF-G70")
@pytest.mark.parametrize(
    ("size", "speed", "moved", "number"),
    [
        (4, 0, True, 4),
        (4, 1, True, None),
        (3, 1, True, 2),
        (5, 0, False, 4),
        (5, 0, True, None),
        (3, 2, True, None),
    ],
)
def test_what_a_mount_fires_at_each_speed(
    size: int, speed: int, moved: bool, number: int | None
) -> None:
    gun = Gun("gun", size, power=3, normal=36)
    play = Table(
        {"r5": {"carrier": 1}},
        {"b1": {"rifle": 5}},
        phase="opportunity",
        profiles={"carrier": apc(WeaponMount(gun, 4, 4))},
    )
    play.orders(b1="standard")
    play.fix(markers.SPEED.set(R5, value=speed))
    if moved:
        play.fix(markers.MOVED.set(R5))
    against = play.against("fire", RED, Fire(R5, (TargetedFire(B1),)))
    assert (against == ()) is (number is not None)
    if number is not None:
        fire(play, RED, R5, B1)
        assert needed(play) == number


@pytest.mark.rule("XF-G70")
def test_by_house_rule_a_big_mounted_gun_never_fires() -> None:
    gun = Gun("gun", 5, power=3, normal=36)
    play = Table(
        {"r5": {"carrier": 1}},
        {"b1": {"rifle": 5}},
        phase="opportunity",
        profiles={"carrier": apc(WeaponMount(gun, 4, 4))},
        options={"stationary_heavy_mount": False},
    )
    assert "no-weapon" in play.against("fire", RED, Fire(R5, (TargetedFire(B1),)))


@pytest.mark.rule("XF-VEH-07", "XF-SHOOT-01", "XF-VEH-03", "XF-OPP-01")
def test_vehicles_fire_in_the_opportunity_fire_phase_unless_they_braked() -> None:
    play = Table({"r5": {"apc": 1}}, {"b1": {"rifle": 5}})
    said = Fire(R5, (TargetedFire(B1),))
    assert play.against("fire", RED, said) != ()
    play.to("opportunity")
    assert play.against("fire", RED, said) == ()
    play.fix(markers.BRAKED.set(R5))
    assert play.against("fire", RED, said) != ()


@pytest.mark.rule("XF-VEH-08", "XF-G97")
@pytest.mark.parametrize("counts", [False, True])
def test_passengers_of_an_open_vehicle_fire(counts: bool) -> None:
    options = {"carried_counts_as_moved": counts}
    play = Table({"r1": {"lmg": 1}, "r5": {"raider": 1}}, {"b1": {"rifle": 5}}, options=options)
    play.fix(markers.ABOARD.make_link_fact(R1, R5))
    assert play.against("fire", RED, Fire(R1, (TargetedFire(B1),))) == ()
    play.orders(r1="opportunity")
    play.fix(markers.MOVED.set(R5))
    play.to("opportunity")
    assert (play.against("fire", RED, Fire(R1, (TargetedFire(B1),))) == ()) is not counts


OPEN = {"open": raider(WeaponMount(LMG, 3, 4, open=True))}


@pytest.mark.rule("XF-VEH-08", "XF-FORCE-15")
def test_a_passenger_works_an_open_mount() -> None:
    play = Table({"r1": {"rifle": 2}, "r5": {"open": 1}}, {"b1": {"rifle": 5}}, profiles=OPEN)
    play.fix(markers.ABOARD.make_link_fact(R1, R5))
    fire(play, RED, R1, B1, guns=("light machine gun",))
    assert (play.asked.count, needed(play)) == (4, 4)  # type: ignore[attr-defined]


@pytest.mark.rule("XF-VEH-13", "XF-T8", "XF-VEH-08")
@pytest.mark.parametrize(("hurt", "suppressed", "number"), [(1, 0, 3), (1, 1, 2), (0, 2, 2)])
def test_damage_and_suppression_spoil_the_aim_of_an_open_mount(
    hurt: int, suppressed: int, number: int
) -> None:
    """Accuracy 4, -1 for each damage marker of the vehicle and each marker of who works it."""
    play = Table({"r1": {"rifle": 5}, "r5": {"open": 1}}, {"b1": {"rifle": 5}}, profiles=OPEN)
    play.fix(markers.ABOARD.make_link_fact(R1, R5), markers.DAMAGE.set(R5, value=hurt))
    play.suppress("r1", suppressed)
    fire(play, RED, R1, B1, guns=("light machine gun",))
    assert needed(play) == number


@pytest.mark.rule("XF-VEH-14")
def test_nobody_works_the_mount_of_a_disabled_vehicle() -> None:
    play = Table({"r1": {"rifle": 2}, "r5": {"open": 1}}, {"b1": {"rifle": 5}}, profiles=OPEN)
    play.fix(markers.ABOARD.make_link_fact(R1, R5), markers.DAMAGE.set(R5, value=3))
    mount = Fire(R1, (TargetedFire(B1, guns=("light machine gun",)),))
    (against,) = play.objections("fire", RED, mount)
    assert against.text == "light machine gun is mounted on a disabled vehicle"
    assert play.against("fire", RED, Fire(R1, (TargetedFire(B1),))) == ()  # with their own rifles


@pytest.mark.rule("XF-VEH-08", "XF-FORCE-15")
def test_passengers_work_an_open_mount_only_in_the_shooting_phase() -> None:
    play = Table({"r1": {"rifle": 2}, "r5": {"open": 1}}, {"b1": {"rifle": 5}}, profiles=OPEN)
    play.fix(markers.ABOARD.make_link_fact(R1, R5))
    play.orders(r1="opportunity")
    play.to("opportunity")
    mount = Fire(R1, (TargetedFire(B1, guns=("light machine gun",)),))
    assert play.against("fire", RED, mount) == ("weapon",)
    assert play.against("fire", RED, Fire(R1, (TargetedFire(B1),))) == ()  # with their own rifles
    assert play.against("fire", RED, Fire(R5, (TargetedFire(B1),))) == ()


@pytest.mark.rule("XF-VEH-08", "XF-SNAP-01")
@pytest.mark.parametrize(("carrier", "against"), [("apc", ("not-watching",)), ("raider", ())])
def test_nobody_snaps_from_inside_a_closed_vehicle(carrier: str, against: tuple[str, ...]) -> None:
    play = Table({"r1": {"rifle": 5}}, {"b1": {"rifle": 2}, "b5": {carrier: 1}})
    play.fix(markers.ABOARD.make_link_fact(B1, B5), markers.MOVED.set(R1))
    play.orders(b1="opportunity")
    play.to("movement", RED, BLUE)
    assert play.against("snap", BLUE, SnapShot(B1, (TargetedFire(R1),))) == against


@pytest.mark.rule("XF-FIRM-05", "XF-G70")
def test_in_melee_a_vehicle_fires_no_mount_above_its_capacity() -> None:
    """Size 3 on a mount of capacity 2 is S +1. The vehicle has stood still."""
    profiles = {"small": apc(WeaponMount(LMG, capacity=2, accuracy=4))}
    play = Table({"r5": {"small": 1}}, {"b1": {"rifle": 5}}, profiles=profiles, phase="opportunity")
    said = Fire(R5, (TargetedFire(B1, guns=("light machine gun",)),))
    assert play.against("fire", RED, said) == ()
    play.fix(markers.ENGAGED.make_link_fact(R5, B1))
    assert "weapon" in play.against("fire", RED, said)


@pytest.mark.rule("XF-VEH-15")
def test_an_explosion_can_reach_passengers_of_open_vehicles_and_not_of_closed_ones() -> None:
    units = {"b1": {"rifle": 1}, "b2": {"rifle": 1}, "b3": {"raider": 1}, "b4": {"apc": 1}}
    play = Table({"r5": {"raider": 1}}, units)
    play.fix(*(markers.ABOARD.make_link_fact(u(a), u(b)) for a, b in (("b1", "b3"), ("b2", "b4"))))
    play.fix(markers.DAMAGE.set(R5, value=5))
    play.to("movement", RED, BLUE)
    play.do("ram", RED, Ram(R5, structure=True))
    play.roll("0")
    assert isinstance(play.asked, Tally)
    assert [share.id for share in play.asked.shares] == [u("b1"), u("b3"), u("b4")]


@pytest.mark.rule("XF-VEH-08", "XF-FORCE-09")
def test_who_works_an_open_mount_has_no_hands_for_his_own_gun() -> None:
    play = Table({"r1": {"rifle": 3}, "r5": {"open": 1}}, {"b1": {"rifle": 5}}, profiles=OPEN)
    play.fix(markers.ABOARD.make_link_fact(R1, R5))
    fire(play, RED, R1, B1)
    assert (play.asked.count, needed(play)) == (4, 4)  # type: ignore[attr-defined]
    play.roll("9999")
    assert (play.asked.count, needed(play)) == (2, 3)  # type: ignore[attr-defined]
    play.roll("99")
    assert play.stands("b1") == (5, 0)  # held; 6 attacks are 1 marker
    assert markers.HELD_MARKERS.number(play.match, B1) == 1
    check_all_laws(play)


@pytest.mark.rule("XF-VEH-08")
def test_nobody_fires_out_of_a_closed_vehicle() -> None:
    play = Table({"r1": {"rifle": 2}, "r5": {"apc": 1}}, {"b1": {"rifle": 5}})
    play.fix(markers.ABOARD.make_link_fact(R1, R5))
    assert play.against("fire", RED, Fire(R1, (TargetedFire(B1),))) == ("order",)


@pytest.mark.rule("XF-VEH-26", "XF-G92")
@pytest.mark.parametrize(("may", "speed", "number"), [(True, 0, 3), (True, 1, 1), (False, 0, None)])
def test_snap_shots_of_vehicles(may: bool, speed: int, number: int | None) -> None:
    play = Table({"r1": {"rifle": 5}}, {"b5": {"apc": 1}}, options={"vehicle_snap_shots": may})
    play.fix(markers.SPEED.set(B5, value=speed), markers.MOVED.set(R1))
    play.to("movement", RED, BLUE)
    said = SnapShot(B5, (TargetedFire(R1),))
    assert (play.against("snap", BLUE, said) == ()) is may
    if number is not None:
        play.do("snap", BLUE, said)
        assert needed(play) == number  # accuracy 4, -1, and -2 at speed 1


@pytest.mark.rule("XF-G103")
@pytest.mark.parametrize(("split", "markers_"), [("individual", 0), ("per_mount", 1)])
def test_mounts_at_targets_of_their_own(split: str, markers_: int) -> None:
    mounts = (WeaponMount(LMG, 4, 4), WeaponMount(LASER, 4, 4))
    play = Table(
        {"r5": {"tank": 1}},
        {"b1": {"rifle": 5}, "b2": {"rifle": 5}},
        phase="opportunity",
        profiles={"tank": apc(*mounts)},
        options={"vehicle_split_fire": split},
    )
    guns = (("light machine gun",), ("heavy laser",))
    shares = tuple(TargetedFire(t, guns=g) for t, g in zip((B1, B2), guns, strict=True))
    play.do("fire", RED, Fire(R5, shares))
    play.rolls("9999", "9")
    assert play.stands("b1")[1] == markers_  # four attacks against four


# ------------------------------------------------------------------------------- speed and turning


@pytest.mark.rule("XF-VEH-02", "XF-VEH-03", "XF-G67", "XF-VEH-06", "XF-ORD-01", "XF-G41")
def test_a_vehicle_speeds_up_by_one_and_brakes_by_two() -> None:
    play = Table({"r5": {"apc": 1}}, {"b1": {"rifle": 5}}, phase="orders")
    play.fix(markers.SPEED.set(R5, value=3))
    for speed, objection in ((2, ()), (3, ()), (4, ()), (1, ()), (0, ("speed-change",))):
        said = order_counters.SpeedAssignment(R5, speed)
        assert play.against("order_speed", RED, said) == objection
    play.do("order_speed", RED, order_counters.SpeedAssignment(R5, 1))
    assert markers.SPEED.number(play.match, R5) == 3  # the old one holds until all are revealed
    marker = play.match.marker(R5, markers.NEXT_SPEED)
    assert marker is not None
    assert marker.hidden_from == (BLUE,)
    play.do("next", None, play.ruleset.actions["next"].params())
    assert markers.SPEED.number(play.match, R5) == 1
    assert not play.has("r5", markers.NEXT_SPEED)
    assert play.has("r5", markers.BRAKED)
    check_all_laws(play)


@pytest.mark.rule("XF-W65", "XF-VEH-05", "XF-G82")
def test_a_flyer_that_slows_below_one_crashes() -> None:
    profiles = {"flyer": apc(propulsion="flying")}
    play = Table({"r5": {"flyer": 1}}, {"b1": {"rifle": 5}}, phase="orders", profiles=profiles)
    play.fix(markers.SPEED.set(R5, value=2))
    assert play.against("order_speed", RED, order_counters.SpeedAssignment(R5, 0)) == ("crash",)
    play.do("order_speed", RED, order_counters.SpeedAssignment(R5, 0))
    play.do("next", None, play.ruleset.actions["next"].params())
    play.default()  # nobody near
    assert not play.match.exists(R5)
    play = Table({"r5": {"flyer": 1}}, {"b1": {"rifle": 5}}, phase="orders", profiles=profiles)
    play.fix(markers.SPEED.set(R5, value=1))
    assert play.against("order_speed", RED, order_counters.SpeedAssignment(R5, 1)) == ()


@pytest.mark.rule("XF-VEH-05", "XF-VEH-06", "XF-G82")
@pytest.mark.parametrize("together", [False, True])
def test_a_speed_that_is_ordered_after_the_reveal_applies_at_once(together: bool) -> None:
    profiles = {"flyer": apc(propulsion="flying")}
    play = Table({"r5": {"flyer": 1}}, {"b1": {"rifle": 5}}, profiles=profiles)
    play.fix(markers.SPEED.set(R5, value=2))
    for speed in (1, 0):
        assert play.match.exists(R5)
        if together:
            counters = order_counters.SideCounters((order_counters.OrderCounter(R5, speed=speed),))
            play.do("orders", RED, counters)
        else:
            play.do("order_speed", RED, order_counters.SpeedAssignment(R5, speed))
        assert not play.has("r5", markers.NEXT_SPEED)
    play.default()  # nobody near
    assert not play.match.exists(R5)
    check_all_laws(play)


@pytest.mark.rule("XF-G82", "XF-VEH-14")
def test_a_disabled_flyer_crashes() -> None:
    profiles = {"flyer": apc(propulsion="flying"), "gunner": gunner(7)}
    play = Table({"r1": {"gunner": 1}}, {"b5": {"flyer": 1}}, profiles=profiles)
    hit(play, "8")
    play.default()
    assert not play.match.exists(B5)


@pytest.mark.rule("XF-VEH-01", "XF-VEH-32", "XF-G88")
def test_how_far_a_vehicle_goes() -> None:
    play = Table({"r5": {"apc": 1}}, {"b1": {"rifle": 5}})
    play.to("movement", RED, BLUE)
    play.fix(markers.SPEED.set(R5, value=1))
    assert play.against("drive", RED, VehicleMove(R5, length=1199)) == ("speed",)
    assert play.against("drive", RED, VehicleMove(R5, length=2400)) == ()
    assert play.against("drive", RED, VehicleMove(R5, length=2401)) == ("speed",)


@pytest.mark.rule("XF-VEH-17", "XF-VEH-18", "XF-G66")
def test_turning() -> None:
    play = Table({"r5": {"apc": 1}, "r6": {"raider": 1}}, {"b1": {"rifle": 5}})
    play.to("movement", RED, BLUE)
    assert play.against("drive", RED, VehicleMove(R5, length=800, pivots=2)) == ()
    assert play.against("drive", RED, VehicleMove(R5, length=801, pivots=2)) == ("speed",)
    assert play.against("drive", RED, VehicleMove(u("r6"), pivots=1)) == ("no-pivot",)  # on wheels
    assert play.against("drive", RED, VehicleMove(R5, length=399, turns=3)) == (
        "turns",
    )  # 2 x 2 inches
    assert play.against("drive", RED, VehicleMove(R5, length=400, turns=3)) == ()
    play = Table({"r5": {"apc": 1}}, {"b1": {"rifle": 5}}, options={"turn_distance": "increment"})
    play.to("movement", RED, BLUE)
    play.fix(markers.SPEED.set(R5, value=1))
    assert play.against("drive", RED, VehicleMove(R5, length=1200, turns=7)) == ()  # 6 x 2 inches
    assert play.against("drive", RED, VehicleMove(R5, length=1200, turns=8)) == ("turns",)


# -------------------------------------------------------------------------------- getting on, off


@pytest.mark.rule("XF-VEH-19", "XF-G68", "XF-G69", "XF-VEH-03", "XF-VEH-04")
@pytest.mark.parametrize(
    ("rule", "speed", "moved", "objection"),
    [
        ("end_of_move", 0, False, ()),
        ("end_of_move", 1, False, ("not-at-the-end",)),
        ("end_of_move", 1, True, ()),
        ("none", 1, True, ("too-fast",)),
        ("anywhere", 1, False, ()),
        ("anywhere", 2, True, ("too-fast",)),
    ],
)
def test_getting_out(rule: str, speed: int, moved: bool, objection: tuple[str, ...]) -> None:
    options = {"unload_at_one": rule}
    play = Table({"r1": {"rifle": 4}, "r5": {"apc": 1}}, {"b1": {"rifle": 5}}, options=options)
    play.fix(markers.ABOARD.make_link_fact(R1, R5), markers.SPEED.set(R5, value=speed))
    if moved:
        play.fix(markers.MOVED.set(R5))
    play.to("movement", RED, BLUE)
    assert play.against("out", RED, OneUnitParams(R1)) == objection
    play.do("out", RED, OneUnitParams(R1))
    assert state_queries.find_carrier(play.match, R1) is None
    assert play.has("r1", markers.MOVED) is (speed > 0 and rule != "anywhere")
    check_all_laws(play)


@pytest.mark.rule("XF-VEH-14", "XF-VEH-16", "XF-VEH-03")
@pytest.mark.parametrize("speed", [0, 1, 3])
def test_passengers_get_out_of_a_disabled_vehicle_at_any_speed(speed: int) -> None:
    play = Table({"r1": {"rifle": 4}, "r5": {"apc": 1}}, {"b1": {"rifle": 5}})
    play.fix(markers.ABOARD.make_link_fact(R1, R5), markers.SPEED.set(R5, value=speed))
    play.fix(markers.DAMAGE.set(R5, value=4))
    play.to("movement", RED, BLUE)
    assert play.against("out", RED, OneUnitParams(R1)) == ()
    assert (RED, OneUnitParams(R1)) in [*play.ruleset.actions["out"].candidates(play.match)]
    play.fix(markers.BRAKED.set(R5))
    assert play.against("out", RED, OneUnitParams(R1)) == ("braked",)


@pytest.mark.rule("XF-VEH-19", "XF-G69", "XF-FORCE-16", "XF-VEH-03", "XF-BRK-03")
def test_getting_on() -> None:
    play = Table({"r1": {"rifle": 5}, "r2": {"rifle": 4}, "r5": {"apc": 1}}, {"b1": {"rifle": 5}})
    play.to("movement", RED, BLUE)
    play.do("board", RED, Embarkation(R1, R5))
    assert play.has("r1", markers.MOVED)
    assert play.against("board", RED, Embarkation(R2, R5)) == ("full",)  # it carries eight
    play.fix(markers.BRAKED.set(R5))
    assert "braked" in play.against("board", RED, Embarkation(R2, R5))


@pytest.mark.rule("XF-MOVE-08", "XF-G69")
def test_getting_on_out_of_a_melee_opponents_strike() -> None:
    play = Table({"r1": {"rifle": 4}, "r5": {"apc": 1}}, {"b1": {"rifle": 2}})
    play.fix(markers.ENGAGED.make_link_fact(R1, B1))
    play.to("movement", RED, BLUE)
    play.do("board", RED, Embarkation(R1, R5))
    play.rolls("19", "9")
    assert len(play.match.figures(R1)) == 3
    assert state_queries.find_carrier(play.match, R1) == R5
    assert not state_queries.is_engaged(play.match, R1)


@pytest.mark.rule("XF-VEH-19", "XF-MOVE-10")
def test_who_cannot_get_on() -> None:
    units = {"r1": {"rifle": 1}, "r2": {"rifle": 4}, "r4": {"apc": 1}, "r5": {"apc": 1}}
    play = Table(units, {"b1": {"rifle": 5}})
    play.fix(markers.ABOARD.make_link_fact(R1, R4), markers.ROOTED.set(*play.match.figures(R2)))
    play.to("movement", RED, BLUE)
    for unit, why in ((R1, "aboard"), (R2, "rooted"), (R4, "drives")):
        assert play.against("board", RED, Embarkation(unit, R5)) == (why,)


@pytest.mark.rule("XF-VEH-16", "XF-G69")
@pytest.mark.parametrize("moved", [False, True])
def test_who_gets_out_of_a_disabled_vehicle_that_stood_still_can_move(*, moved: bool) -> None:
    play = Table({"r1": {"rifle": 4}, "r5": {"apc": 1}}, {"b1": {"rifle": 5}})
    play.fix(markers.ABOARD.make_link_fact(R1, R5), markers.SPEED.set(R5, value=1))
    play.fix(markers.DAMAGE.set(R5, value=4), *([markers.MOVED.set(R5)] if moved else []))
    play.to("movement", RED, BLUE)
    play.do("out", RED, OneUnitParams(R1))
    assert play.has("r1", markers.MOVED) is moved


@pytest.mark.rule("XF-G102")
@pytest.mark.parametrize(("propulsion", "speed"), [("hover", 0), ("flying", 1)])
def test_a_platform_that_was_left_has_speed_zero_unless_it_flies(
    propulsion: str, speed: int
) -> None:
    profiles = {"platform": apc(piloted=True, propulsion=propulsion)}
    units = {"r1": {"rifle": 2}, "r5": {"platform": 1}}
    play = Table(units, {"b1": {"rifle": 5}}, phase="orders", profiles=profiles)
    play.fix(markers.SPEED.set(R5, value=1))
    play.do("next", None, play.ruleset.actions["next"].params())
    assert markers.SPEED.number(play.match, R5) == speed


@pytest.mark.rule("XF-VEH-01", "XF-VEH-22")
@pytest.mark.parametrize(("speed", "ids"), [(0, ()), (1, ("has-not-moved",))])
def test_a_ram_without_a_move_is_below_the_least_distance(speed: int, ids: tuple[str, ...]) -> None:
    """At speed 0, a vehicle need not travel at all."""
    play = Table({"r5": {"apc": 1}}, {"b5": {"raider": 1}})
    play.fix(markers.SPEED.set(R5, value=speed))
    play.to("movement", RED, BLUE)
    for ram in (Ram(R5, B5), Ram(R5, structure=True)):
        assert play.against("ram", RED, ram) == ids
        play.fix(markers.MOVED.set(R5))
        assert play.against("ram", RED, ram) == ()
        play.fix(markers.MOVED.cleared(R5))


@pytest.mark.rule("XF-VEH-01", "XF-VEH-24", "XF-VEH-25")
def test_a_vehicle_may_stop_short_at_what_it_rams_or_contacts() -> None:
    play = Table({"r5": {"apc": 1}}, {"b5": {"raider": 1}})
    play.fix(markers.SPEED.set(R5, value=1))
    play.to("movement", RED, BLUE)
    for inches, towards, ids in ((6, False, ("speed",)), (6, True, ()), (25, True, ("speed",))):
        move = VehicleMove(R5, length=100 * inches, towards=towards)
        assert play.against("drive", RED, move) == ids


@pytest.mark.rule("XF-G102")
def test_a_platform_needs_somebody_aboard() -> None:
    profiles = {"platform": apc(piloted=True)}
    play = Table(
        {"r1": {"rifle": 2}, "r5": {"platform": 1}}, {"b1": {"rifle": 5}}, profiles=profiles
    )
    play.to("movement", RED, BLUE)
    deeds = (
        ("drive", VehicleMove(R5)),
        ("ram", Ram(R5, structure=True)),
        ("overrun", Overrun(R5, B1)),
    )
    for name, said in deeds:
        assert play.against(name, RED, said) == ("nobody-drives",)
    play.fix(markers.ABOARD.make_link_fact(R1, R5))
    for name, said in deeds:
        assert play.against(name, RED, said) == ()


@pytest.mark.rule("XF-G102")
def test_nobody_fires_the_mounts_of_an_empty_platform() -> None:
    profiles = {"platform": apc(piloted=True)}
    units = {"b1": {"rifle": 2}, "b5": {"platform": 1}}
    play = Table({"r1": {"rifle": 5}}, units, profiles=profiles)
    play.to("movement", RED, BLUE)
    assert "not-watching" in play.against("snap", BLUE, SnapShot(B5, (TargetedFire(R1),)))
    play.to("opportunity")
    said = Fire(B5, (TargetedFire(R1),))
    assert play.against("fire", BLUE, said) == ("nobody-drives",)
    play.fix(markers.ABOARD.make_link_fact(B1, B5))
    assert play.against("fire", BLUE, said) == ()


# ------------------------------------------------------------------------------ running over, rams


@pytest.mark.rule("XF-VEH-20", "XF-VEH-21", "XF-G78", "XF-GEN-03")
@pytest.mark.parametrize(("dodge", "power", "dice", "lost"), [(0, 0, "3410", 2), (2, 1, "1222", 3)])
def test_models_that_are_run_over_dodge(dodge: int, power: int, dice: str, lost: int) -> None:
    profiles = {"dozer": apc(dodge=dodge, power=power)}
    play = Table({"r5": {"dozer": 1}}, {"b1": {"rifle": 5}}, profiles=profiles)
    play.to("movement", RED, BLUE)
    play.do("overrun", RED, Overrun(R5, B1, 4))
    assert needed(play) == 3 - dodge
    play.roll(dice)  # power 8 or more against armour 4: nobody saves
    assert play.stands("b1") == (5 - lost, 0)
    check_all_laws(play)


@pytest.mark.rule("XF-VEH-20")
def test_each_wound_of_a_model_that_is_run_over_is_hit() -> None:
    play = Table({"r5": {"raider": 1}}, {"b1": {"brute": 2}})
    play.to("movement", RED, BLUE)
    play.do("overrun", RED, Overrun(R5, B1, 1))
    play.rolls("9", "192")  # no dodge on 5; power 5 against armour 6: save on 1, three dice
    assert (play.stands("b1")[0], play.carried("b1")) == (2, 2)


@pytest.mark.rule("XF-VEH-20")
@pytest.mark.parametrize(("carried", "saves"), [(1, 2), (2, 1)])
def test_a_wounded_model_is_hit_for_each_wound_it_has_left(carried: int, saves: int) -> None:
    """Brutes of three wounds; of like models the one that carries wounds is run over first."""
    play = Table({"r5": {"raider": 1}}, {"b1": {"brute": 3}})
    play.to("movement", RED, BLUE)
    play.fix(Wounded(subjects=play.match.figures(B1)[2:], wounds=carried))
    play.do("overrun", RED, Overrun(R5, B1, 1))
    play.roll("9")  # no dodge on 5
    assert play.asked.count == saves  # type: ignore[attr-defined]
    play.roll("9" * saves)
    assert (play.stands("b1")[0], play.carried("b1")) == (2, 0)
    play.do("overrun", RED, Overrun(R5, B1, 2))
    play.roll("99")
    assert play.asked.count == 6  # type: ignore[attr-defined]


@pytest.mark.rule("XF-VEH-20", "XF-G78")
def test_unlike_models_dodge_and_are_hit_each_by_their_own_numbers() -> None:
    """One of three troopers (melee 3, one wound) and the brute (5, three wounds)."""
    units = {"b1": {"rifle": 3, "brute": 1}}
    play = Table({"r5": {"raider": 1}}, units)
    play.to("movement", RED, BLUE)
    play.do("overrun", RED, Overrun(R5, B1, 2))
    play.choose((("0", 1), ("1", 1)))
    assert (needed(play), play.asked.count) == (3, 1)  # type: ignore[attr-defined]
    play.roll("4")
    assert (needed(play), play.asked.count) == (5, 1)  # type: ignore[attr-defined]
    play.roll("6")
    assert (needed(play), play.asked.count) == (1, 3)  # type: ignore[attr-defined]
    play.roll("911")  # power 5: a brute saves on 1; a trooper on nothing
    assert play.stands("b1")[0] == 3
    assert play.carried("b1") == 1


@pytest.mark.rule("XF-W59", "XF-VEH-22", "XF-VEH-23", "XF-VEH-24", "XF-G80")
def test_ramming_a_side() -> None:
    play = Table({"r5": {"apc": 1}}, {"b5": {"raider": 1}})
    play.to("movement", RED, BLUE)
    play.fix(markers.SPEED.set(R5, value=1))
    play.do("ram", RED, Ram(R5, B5, "side"))
    play.rolls("2", "7")  # power 9: save on -1; 5: save on 6
    assert (damage(play, B5), damage(play, R5)) == (3, 1)
    assert play.has("b5", markers.DISABLED)
    facts = play.roll("9")
    assert Moved(unit=B5, length=400, how="pushed right") in facts
    assert play.against("drive", RED, VehicleMove(R5)) == ()  # its way is clear
    check_all_laws(play)


@pytest.mark.rule("XF-VEH-24", "XF-T18")
@pytest.mark.parametrize(
    ("rammer", "rammed", "dice", "stops"),
    [
        ("apc", "raider", ("0", "0", "5"), True),  # straight on: along its way
        ("apc", "raider", ("0", "0", "1"), False),  # to the left
        ("raider", "apc", ("0", "0"), True),  # power 5 does not move a strength of 8
    ],
)
def test_a_rammer_stops_at_what_is_in_its_way_still(
    rammer: str, rammed: str, dice: tuple[str, ...], stops: bool
) -> None:
    frail = {"apc": apc(threshold=99), "raider": raider(threshold=99)}
    play = Table({"r5": {rammer: 1}}, {"b5": {rammed: 1}}, profiles=frail)
    play.to("movement", RED, BLUE)
    play.do("ram", RED, Ram(R5, B5, "side"))
    play.rolls(*dice)
    assert play.has("r5", markers.STOPPED) is stops
    for name, said in (
        ("drive", VehicleMove(R5)),
        ("ram", Ram(R5, B5)),
        ("overrun", Overrun(R5, B5)),
    ):
        assert ("stopped" in play.against(name, RED, said)) is stops


@pytest.mark.rule("XF-W60", "XF-VEH-22", "XF-VEH-23", "XF-G79")
def test_ramming_head_on() -> None:
    play = Table({"r5": {"apc": 1}}, {"b5": {"raider": 1}})
    play.to("movement", RED, BLUE)
    play.fix(markers.SPEED.set(R5, value=1), markers.SPEED.set(B5, value=2))
    play.do("ram", RED, Ram(R5, B5, "head-on"))
    play.rolls("4", "3")  # power 11 on both: saves on -3 and 0
    play.choose((("u:r5", 1),))  # the explosion, power 3, reaches the rammer
    play.roll("6")  # save on 8
    assert not play.match.exists(B5)
    assert damage(play, R5) == 3
    check_all_laws(play)


@pytest.mark.rule("XF-W60", "XF-VEH-15")
@pytest.mark.parametrize(
    ("dice", "wreck", "near"), [(("0", "1"), B5, "u:r5"), (("1", "0"), R5, "u:b5")]
)
def test_a_vehicle_that_rammed_or_was_rammed_is_proposed_for_the_explosion(
    dice: tuple[str, ...], wreck: UnitId, near: str
) -> None:
    """A 10 against a save on 3 destroys a vehicle of threshold 3. Both vehicles touch, but where
    the riflemen stand is unknown.
    """
    frail = {"apc": apc(threshold=3)}
    play = Table({"r1": {"rifle": 4}, "r5": {"apc": 1}}, {"b5": {"apc": 1}}, profiles=frail)
    play.to("movement", RED, BLUE)
    play.do("ram", RED, Ram(R5, B5, "head-on"))
    play.rolls(*dice)
    assert isinstance(play.asked, Tally)
    assert not play.match.exists(wreck)
    assert play.asked.default == ((near, 1),)


@pytest.mark.rule("XF-VEH-25", "XF-G81")
@pytest.mark.parametrize(("rule", "number"), [("half_ram", 6), ("half_strength", 7)])
def test_ramming_a_structure(rule: str, number: int) -> None:
    play = Table({"r5": {"apc": 1}}, {"b1": {"rifle": 1}}, options={"structure_self_hit": rule})
    play.to("movement", RED, BLUE)
    play.fix(markers.SPEED.set(R5, value=1))
    play.do("ram", RED, Ram(R5, structure=True))
    assert needed(play) == number  # 11 - 5 for half of 9, 11 - 4 for half of 8
    play.roll(str(number + 1))
    assert damage(play, R5) == 1
    assert play.against("drive", RED, VehicleMove(R5)) == ("stopped",)
    assert play.ruleset.due(play.match) == ()  # its move is over


@pytest.mark.rule("XF-VEH-14", "XF-VEH-15")
@pytest.mark.parametrize(("markers_", "left"), [(1, 3), (4, 4), (6, 2)])
def test_what_is_left_until_a_vehicle_is_disabled_and_then_until_it_is_destroyed(
    markers_: int, left: int
) -> None:
    """An apc is disabled by four markers, destroyed by eight."""
    play = Table({"r5": {"apc": 1}}, {"b1": {"rifle": 1}})
    play.fix(markers.DAMAGE.set(R5, value=markers_))
    (tally,) = unit_damage_and_fired_guns.build_unit_notes(play.match, R5).tallies
    assert (tally.word, tally.sign) == ("damage", "!")
    assert (tally.spent, tally.left) == (markers_, left)


@pytest.mark.rule("XF-VEH-21")
def test_nobody_dodges_on_nothing() -> None:
    """Melee skill 3 less 3 of the blade: no die is rolled."""
    play = Table({"r5": {"dozer": 1}}, {"b1": {"rifle": 5}}, profiles={"dozer": apc(dodge=3)})
    play.to("movement", RED, BLUE)
    play.do("overrun", RED, Overrun(R5, B1, 2))
    assert play.idle
    assert play.stands("b1") == (3, 0)


@pytest.mark.rule("XF-VEH-12", "XF-T16")
def test_every_way_to_miss_the_save_of_a_vehicle_is_told() -> None:
    missed = (Band("missed by 1", 9, 9, told=True), Band("missed by 2", 10, 10, told=True))
    need = find_vehicle_save_need(8, 0)
    assert (need.special, need.hit, need.miss) == (missed, "saved", "damage")
    assert [band.name for band in find_vehicle_save_need(1, 2).special][:2] == [
        "missed by 2",
        "missed by 3",
    ]


@pytest.mark.rule("XF-VEH-12")
@pytest.mark.parametrize("power", [0, -1, 8, 13])  # saves on 8, 9, 0 and -5
def test_the_number_of_a_vehicle_save_cannot_be_changed(power: int) -> None:
    roll = Roll(kind=VEHICLE_SAVE, count=1, needs=find_vehicle_save_need(8, power), role="owner")
    pending = PendingQuestion("vehicle_save", roll, 1)
    with pytest.raises(Refused, match="the number needed cannot be changed, because each number"):
        parse_or_roll_dice(pending, "9", random.Random(1), changed_need=10)


@pytest.mark.rule("XF-MOVE-04", "XF-VEH-12")
def test_what_waited_for_a_vehicle_that_is_lost_is_nothing() -> None:
    play = Table({"r5": {"apc": 1}}, {"b1": {"rifle": 1}})
    play.to("movement", RED, BLUE)
    play.fix(markers.HELD_DAMAGE.set(R5, value=9))
    play.do("coherency", RED, CoherencyLoss(R5, lost=1))
    assert play.idle
    assert play.match.figure(f("r5", 1)).gone == "lost"  # and not destroyed
    assert not play.match.has(R5, markers.DAMAGE)


@pytest.mark.rule("XF-G39", "XF-VEH-15")
def test_a_vehicle_that_is_destroyed_as_it_leaves_its_melee_drives_nowhere() -> None:
    play = Table({"r5": {"raider": 1}}, {"b1": {"brute": 2}})
    play.to("movement", RED, BLUE)
    play.engage("r5", "b1")
    play.fix(markers.DAMAGE.set(R5, value=5))
    play.do("drive", RED, VehicleMove(R5, length=1000))
    facts = play.roll("99")  # armour 8 - 6 = 2
    if not play.idle:
        facts = [*facts, *play.default()]
    assert not play.match.exists(R5)
    assert not [fact for fact in facts if isinstance(fact, Moved)]


@pytest.mark.rule("XF-VEH-06", "XF-G67")
def test_without_an_order_a_speed_stays_and_nothing_is_turned_over() -> None:
    play = Table({"r5": {"apc": 1}}, {"b1": {"rifle": 1}}, phase="orders")
    play.fix(markers.SPEED.set(R5, value=1))
    facts = play.do("next", None, play.ruleset.actions["next"].params())
    assert markers.NEXT_SPEED.cleared(R5) not in facts
    assert markers.SPEED.number(play.match, R5) == 1


def test_who_is_aboard_nothing_gets_out_of_nothing() -> None:
    play = Table({"r1": {"rifle": 2}}, {"b1": {"rifle": 1}})
    play.to("movement", RED, BLUE)
    play.do("out", RED, OneUnitParams(R1))
    assert not play.match.has(R1, markers.MOVED)


@pytest.mark.rule("XF-VEH-20")
def test_where_all_dodge_nobody_is_run_over() -> None:
    play = Table({"r5": {"raider": 1}}, {"b1": {"rifle": 5}})
    play.to("movement", RED, BLUE)
    play.do("overrun", RED, Overrun(R5, B1, 2))
    play.roll("33")
    assert play.idle
    assert play.stands("b1") == (5, 0)


@pytest.mark.rule("XF-VEH-19", "XF-G69")
def test_who_has_moved_and_gets_on_has_moved_once() -> None:
    play = Table({"r1": {"rifle": 2}, "r5": {"apc": 1}}, {"b1": {"rifle": 1}})
    play.to("movement", RED, BLUE)
    play.fix(markers.MOVED.set(R1))
    facts = play.do("board", RED, Embarkation(R1, R5))
    assert markers.MOVED.set(R1) not in facts
    assert state_queries.find_carrier(play.match, R1) == R5


@pytest.mark.rule("XF-RES-05", "XF-G59")
def test_vehicles_defend_no_cover() -> None:
    play = Table({"r1": {"rifle": 2}}, {"b1": {"rifle": 1}, "b5": {"apc": 1}})
    play.to("movement", RED, BLUE)
    play.do("contact", RED, ContactDeclaration(R1, (B1, B5), "heavy"))
    assert play.match.mark(B1, markers.DEFENDS) == "heavy"
    assert not play.match.has(B5, markers.DEFENDS)


@pytest.mark.rule("XF-VEH-15", "XF-VEH-16")
def test_passengers_are_out_before_their_vehicle_is_gone() -> None:
    profiles = {"gunner": gunner(9)}
    play = Table(
        {"r1": {"gunner": 1}}, {"b1": {"brute": 1}, "b5": {"raider": 1}}, profiles=profiles
    )
    play.orders(b1="run")
    play.fix(
        markers.ABOARD.make_link_fact(B1, B5),
        markers.DAMAGE.set(B5, value=5),
        markers.FIRED.set(B5),
    )
    fire(play, RED, R1, B5)
    play.rolls("1", "9")
    facts = list(play.facts)
    while not play.idle and not any(isinstance(fact, FiguresRemoved) for fact in facts):
        facts += play.roll("1" * play.asked.count)  # type: ignore[attr-defined]
    gone = next(at for at, fact in enumerate(facts) if isinstance(fact, FiguresRemoved))
    assert markers.ABOARD.make_unlink_fact(B1, B5) in facts[:gone]


@pytest.mark.rule("XF-VEH-10", "XF-VEH-11", "XF-AOE-02")
def test_an_area_weapon_that_nearly_misses_passengers_strikes_their_vehicle() -> None:
    play = Table({"r1": {"rocket": 1}}, {"b1": {"rifle": 4}, "b5": {"raider": 1}})
    play.orders(b1="run")
    play.fix(markers.ABOARD.make_link_fact(B1, B5), markers.FIRED.set(B5))
    fire(play, RED, R1, B1)
    assert needed(play) == 1  # in heavy cover
    play.rolls("3", "66")  # one model a d3, two on the raider: power 3 against armour 8
    assert (damage(play, B5), play.stands("b1")[0]) == (2, 4)


@pytest.mark.rule("XF-VEH-20", "XF-VEH-21")
def test_the_power_of_running_over_is_strength_speed_and_blade() -> None:
    play = Table({"r5": {"dozer": 1}}, {"b1": {"rifle": 1}}, profiles={"dozer": apc(power=2)})
    play.fix(markers.SPEED.set(R5, value=1))
    assert vehicle_collisions.find_overrun_power(play.match, R5) == 11  # 8 + 1 + 2
