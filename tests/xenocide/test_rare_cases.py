"""Cases that are seldom played: mixed crews, area hits on vehicles, wounds that change hands."""

from __future__ import annotations

import pytest

from tests.saying import say
from tests.xenocide.evening import begin
from tests.xenocide.table import (
    B1,
    B2,
    B3,
    LIGHT_ROCKET,
    LMG,
    R1,
    R2,
    RIFLE,
    Table,
    apc,
    brute,
    fire,
    raider,
    trooper,
)
from tracker.rulesets.xenocide.attacks.weapon_selection import TargetedFire
from tracker.rulesets.xenocide.data import markers, state_queries
from tracker.rulesets.xenocide.data.profile_types import Gun, Profile, WeaponMount
from tracker.rulesets.xenocide.data.rule_tables import LOS
from tracker.rulesets.xenocide.phases.contact_and_coherency import CoherencyLoss, ContactDeclaration
from tracker.rulesets.xenocide.phases.movement import Move
from tracker.rulesets.xenocide.phases.order_counters import SpeedAssignment
from tracker.rulesets.xenocide.phases.shooting_and_opportunity_fire import Fire
from tracker.rulesets.xenocide.phases.vehicle_collisions import Overrun
from tracker.rulesets.xenocide.phases.vehicle_movement_and_boarding import Embarkation, VehicleMove
from tracker.testing.match_in_memory import BLUE, RED, u
from tracker.vocabulary.events import Scalar, Wounded
from tracker.vocabulary.subject_ids import SideId

R3 = u("r3")
ROCKET = {"rocket": 1, "rifle": 3}
MMG = Gun("medium machine gun", 4, rate=6, power=2, normal=24, long=48)
CREWS = {"mmg": trooper(MMG), "loader": trooper()}


# ------------------------------------------------------------------------------------ area hits


@pytest.mark.rule("XF-VEH-11", "XF-G75", "XF-AOE-02")
@pytest.mark.parametrize(
    ("target", "hits", "need", "struck"), [("raider", 2, "5", ("88",)), ("apc", 1, "6", ())]
)
def test_an_empty_open_vehicle_takes_two_area_hits(
    target: str, hits: int, need: str, struck: tuple[str, ...]
) -> None:
    """Nothing is rolled for a closed one, which takes one hit anyway."""
    for dice in (("1", *struck), (need,)):  # six hits, or two from a near miss
        play = Table({"r1": ROCKET}, {"b1": {target: 1}})
        fire(play, RED, R1, B1, range=1500, guns=("rocket",))
        play.rolls(*dice)
        assert play.asked.count == hits  # type: ignore[attr-defined]


@pytest.mark.rule("XF-G75")
def test_by_house_rule_a_closed_vehicle_takes_two_area_hits() -> None:
    play = Table({"r1": ROCKET}, {"b1": {"apc": 1}}, options={"closed_vehicle_area_hits": 2})
    fire(play, RED, R1, B1, range=1500, guns=("rocket",))
    play.rolls("1", "88")
    assert play.asked.count == 2  # type: ignore[attr-defined]


@pytest.mark.rule("XF-AOE-03")
def test_area_hits_on_a_vehicle_spill_over_to_squads_mixed_with_it() -> None:
    play = Table({"r1": ROCKET}, {"b1": {"apc": 1}, "b2": {"rifle": 6}})
    fire(play, RED, R1, B1, range=1500, guns=("rocket",), mixed=(B2,))
    play.rolls("1", "84", "1")  # 3 and 2: one on the carrier, which saves
    assert play.asked.count == 4  # type: ignore[attr-defined]


@pytest.mark.rule("XF-FIRM-04", "XF-G23")
def test_area_hits_in_a_melee_are_divided_before_those_too_many_are_lost() -> None:
    play = Table({"r1": ROCKET, "r2": {"rifle": 4}}, {"b1": {"brute": 1}})
    play.engage("r2", "b1")
    fire(play, RED, R1, B1, range=1500, guns=("rocket",))
    play.rolls("1", "88")  # three each, and the brute is alone
    assert play.asked.count == 1  # type: ignore[attr-defined]
    play.roll("9")
    assert play.asked.count == 3  # type: ignore[attr-defined]


@pytest.mark.rule("XF-FIRM-04", "XF-VEH-11")
def test_the_share_of_an_open_vehicle_in_a_melee_reaches_its_passengers() -> None:
    play = Table({"r1": ROCKET, "r2": {"rifle": 4}}, {"b1": {"raider": 1}, "b2": {"rifle": 3}})
    play.fix(markers.ABOARD.make_link_fact(B2, B1))
    play.engage("r2", "b1")
    fire(play, RED, R1, B1, range=1500, guns=("rocket",))
    play.rolls("1", "88")
    assert play.asked.count == 2  # type: ignore[attr-defined]
    play.rolls("11", "9" * 3)  # the friends
    assert (play.asked.count, play.asked.subject) == (1, B2)  # type: ignore[attr-defined]


@pytest.mark.rule("XF-SUPP-05", "XF-SUPP-07")
def test_passengers_of_an_open_vehicle_mixed_with_the_target_are_suppressed() -> None:
    blue = {"b1": {"rifle": 5}, "b2": {"raider": 1}, "b3": {"rifle": 3}}
    play = Table({"r1": {"rifle": 6}}, blue)
    play.fix(markers.ABOARD.make_link_fact(B3, B2))
    play.orders(b1="run", b3="run")
    fire(play, RED, R1, B1, range=1500, mixed=(B2,))
    play.roll("0" * 6)
    assert [play.stands(unit)[1] for unit in ("b1", "b3")] == [1, 1]  # thresholds of 4 and 6


# --------------------------------------------------------------------------- weapons and targets


@pytest.mark.rule("XF-WPN-07", "XF-THROW-01")
def test_beyond_normal_range_only_weapons_with_a_long_range_fire() -> None:
    flamer = Gun("flamer", 2, power=2, area=1, normal=9)
    bomb = Gun("bomb", 0, power=1, area=1, normal=12, thrown=True)
    for gun in (flamer, bomb):
        who = {"one": trooper(gun), "rifle": trooper(RIFLE)}
        play = Table(
            {"r1": {"one": 2}, "r2": {"one": 1, "rifle": 2}}, {"b1": {"rifle": 5}}, profiles=who
        )
        said = Fire(R1, (TargetedFire(B1, far=True),))
        assert play.against("fire", RED, said) == ("no-weapon",)
        fire(play, RED, R2, B1, far=True)
        assert play.asked.count == 2  # type: ignore[attr-defined]


@pytest.mark.rule("XF-WPN-12", "XF-T3")
def test_two_men_who_each_carry_a_medium_machine_gun_fire_one_of_them() -> None:
    play = Table({"r1": {"mmg": 2}}, {"b1": {"rifle": 5}}, profiles=CREWS)
    fire(play, RED, R1, B1, range=2000)
    assert play.asked.count == 6  # type: ignore[attr-defined]


@pytest.mark.rule("XF-WPN-12", "XF-MOVE-10", "XF-G93")
@pytest.mark.parametrize(("loaders", "barred"), [(1, ("rooted",)), (2, ())])
def test_the_loader_stays_with_the_gun_that_he_helped_to_fire(
    loaders: int, barred: tuple[str, ...]
) -> None:
    play = Table({"r1": {"mmg": 1, "loader": loaders}}, {"b1": {"rifle": 5}}, profiles=CREWS)
    fire(play, RED, R1, B1, range=2000)
    play.roll("0" * 6)
    play.to("movement", RED, BLUE)
    assert play.against("move", RED, Move(R1, length=400)) == barred


@pytest.mark.rule("XF-VEH-08", "XF-SHOOT-01")
def test_each_open_mount_is_worked_by_one_passenger_once() -> None:
    two = tuple(WeaponMount(gun, 3, 3, open=True) for gun in (LMG, LIGHT_ROCKET))
    red = {"r1": {"loader": 2}, "r2": {"loader": 2}, "r3": {"twin": 1}}
    who = CREWS | {"twin": raider(*two)}
    play = Table(red, {"b1": {"rifle": 5}}, profiles=who)
    play.fix(*(markers.ABOARD.make_link_fact(one, R3) for one in (R1, R2)))
    fire(play, RED, R1, B1, range=2000)
    play.rolls("0" * 4, "0")
    assert play.idle
    assert play.against("fire", RED, Fire(R2, (TargetedFire(B1),)))[-1] == "no-weapon"


@pytest.mark.rule("XF-TGT-02", "XF-G29", "XF-W30")
@pytest.mark.parametrize(
    ("engaged", "target", "barred"),
    [
        ((), B1, ()),
        ((), B2, ("nearest",)),
        ((B1,), B1, ()),
        ((B1,), B2, ()),
        ((B1,), B3, ("nearest",)),
        ((B1, B2), B1, ()),
        ((B1, B2), B2, ("nearest",)),
        ((B1, B2), B3, ()),
        ((B1, B2, B3), B3, ("nearest",)),
    ],
)
def test_of_several_enemies_within_twelve_inches(
    engaged: tuple[str, ...], target: str, barred: tuple[str, ...]
) -> None:
    play = Table(
        {"r1": {"rifle": 5}, "r2": {"rifle": 5}},
        {"b1": {"rifle": 5}, "b2": {"rifle": 5}, "b3": {"rifle": 5}},
    )
    for enemy in engaged:
        play.fix(markers.ENGAGED.make_link_fact(R2, enemy))
    said = Fire(R1, (TargetedFire(u(target[2:]), nearest=(B1, B2)),))
    assert play.against("fire", RED, said) == barred


@pytest.mark.rule("XF-G99", "XF-SUPP-06", "XF-G12")
def test_figures_marked_to_fall_no_longer_count_as_the_target() -> None:
    who = {"soft": trooper(RIFLE, morale=4), "hard": trooper(RIFLE, armour=12, morale=8)}
    play = Table({"r1": {"rifle": 7}}, {"b1": {"soft": 2, "hard": 1}}, profiles=who)
    soft = play.match.figures(B1)[:2]
    play.fix(markers.FALLS.set(*soft, value="killed"))
    fire(play, RED, R1, B1, range=1500)
    play.roll("0" * 7)
    assert not play.has("b1", "held_markers")  # nothing can hurt the last of them


@pytest.mark.rule("XF-G14")
def test_by_house_rule_markers_take_dice_once_from_divided_fire() -> None:
    options: dict[str, Scalar] = {"suppressed_fire_reduces_dice": True}
    play = Table({"r1": {"rifle": 5}}, {"b1": {"rifle": 5}, "b2": {"rifle": 5}}, options=options)
    play.suppress("r1", 2)
    shares = (TargetedFire(B1, weapons=3), TargetedFire(B2, weapons=2))
    play.do("fire", RED, Fire(R1, shares))
    play.roll("0")
    assert play.asked.count == 2  # type: ignore[attr-defined]


# -------------------------------------------------------------------------------------- damage


@pytest.mark.rule("XF-DMG-02", "XF-G100")
@pytest.mark.parametrize("order", ["run", "standard"])
def test_wounds_are_the_units_whoever_falls(order: str) -> None:
    who: dict[str, Profile] = {"chief": brute(commander=True)}
    play = Table({"r1": {"rifle": 2}}, {"b1": {"brute": 2, "chief": 1}}, profiles=who)
    play.orders(b1=order)
    chief = play.match.figures(B1)[-1]
    if order == "run":
        play.fix(Wounded(subjects=(chief,), wounds=1))
    else:  # the wound is still held
        play.fix(markers.HELD_WOUNDS.set(chief, value=1))
    fire(play, RED, R1, B1, range=1500)
    play.rolls("11", "99")  # with the wound carried, one falls
    play.choose((("0", 1),))  # a brute
    assert (play.stands("b1")[0], play.carried("b1")) == (2, 0)


@pytest.mark.rule("XF-DMG-04", "XF-FIRM-03")
@pytest.mark.parametrize(("friends", "dealer"), [("melee", BLUE), ("between", RED)])
def test_the_targets_owner_assigns_friendly_fire_in_a_melee(friends: str, dealer: str) -> None:
    who = {"hard": trooper(RIFLE, armour=6)}
    red = {"r1": {"rifle": 4}, "r2": {"rifle": 1, "hard": 1}}
    play = Table(red, {"b1": {"brute": 2}}, profiles=who)
    if friends == "melee":
        play.engage("r2", "b1")
        fire(play, RED, R1, B1, range=1500)
        play.rolls("9999", "1119")
    else:
        fire(play, RED, R1, B1, range=1500, past=(R2,))
        play.roll("0009")
    assert (play.asked.id, play.asked.side) == ("deal", dealer)


@pytest.mark.rule("XF-DMG-04", "XF-G25")
@pytest.mark.parametrize(("allocation", "dealer"), [("owner", BLUE), ("shooter", RED)])
def test_hits_on_the_enemy_in_a_melee_are_assigned_by_house_rule(
    allocation: str, dealer: SideId
) -> None:
    who = {"hard": trooper(RIFLE, armour=6)}
    red, blue = {"r1": {"rifle": 4}, "r2": {"rifle": 1}}, {"b1": {"rifle": 2, "hard": 1}}
    options: dict[str, Scalar] = {"hit_allocation": allocation}
    play = Table(red, blue, options=options, profiles=who)
    play.engage("r2", "b1")
    fire(play, RED, R1, B1, range=1500)
    play.rolls("1199", "99")
    assert (play.asked.id, play.asked.side) == ("deal", dealer)


@pytest.mark.rule("XF-G25")
@pytest.mark.parametrize(("other", "left"), [("hard", (0, 0)), ("brute", (2, 2))])
def test_by_house_rule_wounds_beyond_the_majority_go_to_the_others(
    other: str, left: tuple[int, int]
) -> None:
    options: dict[str, Scalar] = {"hit_allocation": "majority"}
    who = {"hard": trooper(RIFLE, armour=9)}
    blue = {"b1": {"rifle": 3, other: 2}}
    play = Table({"r1": {"rifle": 5}}, blue, options=options, profiles=who)
    play.orders(b1="run")
    fire(play, RED, R1, B1, range=1500)
    play.rolls("11111", "99999")
    assert (play.stands("b1")[0], play.carried("b1")) == left


@pytest.mark.rule("XF-G82", "XF-VEH-16")
def test_losses_in_a_crash_at_the_reveal_are_gone_before_the_shooting() -> None:
    who = {"skiff": raider(propulsion="flying")}
    blue = {"b1": {"skiff": 1}, "b2": {"rifle": 3}, "b3": {"rifle": 3}}
    play = Table({"r1": {"rifle": 5}}, blue, phase="orders", profiles=who)
    play.fix(markers.ABOARD.make_link_fact(B2, B1), markers.SPEED.set(B1, value=1))
    play.do("order_speed", BLUE, SpeedAssignment(B1, 0))
    play.do("next", None, play.ruleset.actions["next"].params())
    play.roll("991")
    play.choose(((B3, 2),))
    play.roll("91")
    assert [play.stands(unit)[0] for unit in ("b2", "b3")] == [1, 2]


@pytest.mark.rule("XF-VEH-16", "XF-SHOOT-02", "XF-GEN-06")
@pytest.mark.parametrize(("vehicle", "left"), [("apc", 1), ("raider", 3)])
def test_passengers_of_a_closed_vehicle_do_not_fire_from_its_wreck(vehicle: str, left: int) -> None:
    """Those of an open vehicle could fire already, so that their losses wait."""
    play = Table({"r1": {"laser": 1}}, {"b1": {vehicle: 1}, "b2": {"rifle": 3}})
    play.fix(markers.ABOARD.make_link_fact(B2, B1), markers.DAMAGE.set(B1, value=7))
    fire(play, RED, R1, B1, range=1500)
    play.rolls("1", "09", "991")
    play.choose(())
    assert play.stands("b2")[0] == left
    barred = play.against("fire", BLUE, Fire(B2, (TargetedFire(R1, range=1500),)))
    assert barred == (("holds",) if vehicle == "apc" else ())


# -------------------------------------------------------------------------------------- moving


@pytest.mark.rule("XF-MOVE-04")
def test_a_unit_that_closes_up_is_no_longer_apart() -> None:
    play = Table({"r1": {"rifle": 5}}, {"b1": {"rifle": 5}}, phase="movement")
    play.to("movement", RED, BLUE)
    play.do("coherency", RED, CoherencyLoss(R1))
    assert play.has("r1", "apart")
    play.do("move", RED, Move(R1, length=300))
    assert not play.has("r1", "apart")


@pytest.mark.rule("XF-MOVE-04", "XF-G69")
def test_a_unit_that_boards_a_vehicle_is_no_longer_apart() -> None:
    play = Table({"r1": {"rifle": 5}, "r2": {"apc": 1}}, {"b1": {"rifle": 5}}, phase="movement")
    play.to("movement", RED, BLUE)
    play.do("coherency", RED, CoherencyLoss(R1))
    play.do("board", RED, Embarkation(R1, R2))
    assert not play.has("r1", "apart")


@pytest.mark.rule("XF-MOVE-03", "XF-T2")
def test_a_run_towards_an_enemy_may_be_short_because_it_can_end_in_contact() -> None:
    play = Table({"r1": {"rifle": 5}}, {"b1": {"rifle": 5}}, phase="movement")
    play.to("movement", RED, BLUE)
    play.orders(r1="run")
    assert play.against("move", RED, Move(R1, length=300)) == ("too-short",)
    assert play.against("move", RED, Move(R1, length=300, towards=True)) == ()


@pytest.mark.rule("XF-ORD-02")
def test_a_unit_that_joins_after_the_reveal_has_its_forces_default_order() -> None:
    play = Table({"r1": {"rifle": 5}}, {"b1": {"rifle": 5}}, phase="movement")
    play.fix(markers.DEFAULT_ORDER.set(RED, value="run"))
    assert [state_queries.get_order(play.match, one) for one in (R1, B1)] == ["run", "standard"]


@pytest.mark.rule("XF-G94", "XF-BRK-05")
def test_a_broken_unit_makes_no_contact() -> None:
    play = Table({"r1": {"rifle": 5}}, {"b1": {"rifle": 5}}, phase="movement")
    play.to("movement", RED, BLUE)
    play.suppress("r1", 4)
    play.do("move", RED, Move(R1, length=300))
    said = ContactDeclaration(R1, (B1,))
    assert play.against("contact", RED, said) == ()  # only a snap shot at its move has broken it
    play.fix(markers.TESTED.set(R1))
    assert play.against("contact", RED, said) == ("broken",)


@pytest.mark.rule("XF-G45", "XF-MOVE-05")
def test_ground_does_not_slow_a_unit_that_flies_over_it() -> None:
    who = {"flyer": trooper(RIFLE, packs=("flight",))}
    play = Table({"r1": {"flyer": 3}}, {"b1": {"rifle": 5}}, phase="movement", profiles=who)
    play.to("movement", RED, BLUE)
    play.orders(r1="run")
    assert play.against("move", RED, Move(R1, length=400, flies=True, rough=400)) == ()


@pytest.mark.rule("XF-G70", "XF-G42")
def test_a_vehicle_stays_where_its_heaviest_mount_fired_a_snap_shot() -> None:
    cannon = Gun("cannon", 5, power=5, normal=36, long=LOS)
    for capacity, barred in ((4, ("heavy-mount",)), (5, ())):
        who = {"gun": apc(WeaponMount(cannon, capacity, 4))}
        play = Table({"r1": {"gun": 1}}, {"b1": {"rifle": 5}}, phase="movement", profiles=who)
        play.to("movement", RED, BLUE)
        play.fix(markers.FIRED.set(R1), markers.USED.set(R1, value="cannon 1"))
        assert play.against("drive", RED, VehicleMove(R1, length=600)) == barred


@pytest.mark.rule("XF-VEH-20")
def test_passengers_are_not_run_over() -> None:
    blue = {"b1": {"raider": 1}, "b2": {"rifle": 3}}
    play = Table({"r1": {"apc": 1}}, blue, phase="movement")
    play.to("movement", RED, BLUE)
    assert play.against("overrun", RED, Overrun(R1, B2)) == ()
    play.fix(markers.ABOARD.make_link_fact(B2, B1))
    assert play.against("overrun", RED, Overrun(R1, B2)) == ("aboard",)


@pytest.mark.rule("XF-VEH-18")
@pytest.mark.parametrize(("pivots", "barred"), [(6, ()), (7, ("pivots",))])
def test_turns_on_the_spot_are_limited_also_without_a_length(
    pivots: int, barred: tuple[str, ...]
) -> None:
    play = Table({"r1": {"apc": 1}}, {"b1": {"rifle": 5}}, phase="movement")
    play.to("movement", RED, BLUE)
    assert play.against("drive", RED, VehicleMove(R1, pivots=pivots)) == barred


@pytest.mark.rule("XF-FOLL-01", "XF-MOVE-07", "XF-REC-02")
def test_a_follow_up_towards_an_enemy_can_end_in_contact_before_the_recovery() -> None:
    melee = ("orders red", "orders blue", "fix r1 melee b2", "fix b3 suppressed 1")
    blows = ("fix phase melee", "r1 fights b2 : 111199 / 9999 / 9999")
    game = begin(*melee, *blows, "r1 follows 4in towards")
    assert game.match.phase == "melee"  # until the players end it
    say(game, "r1 contacts b3 light")
    assert game.match.links(markers.ENGAGED, B3) == (R1,)
    assert (game.match.phase, game.pending and game.pending.request.id) == ("recovery", "recovery")
    game = begin(*melee, *blows, "r1 follows 4in")  # not towards any enemy
    assert game.match.phase == "recovery"
