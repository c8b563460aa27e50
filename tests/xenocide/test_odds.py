"""Odds of every Xenocide procedure of dice, against the table driven through every answer."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from msgspec import Struct

from tests.xenocide.table import AXE, B1, B2, GRENADE, R1, R2, RIFLE, Table, trooper
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.first_side_selection import FirstSideRoll
from tracker.procedures.requests import run_stage_for_each
from tracker.procedures.runners.exact_and_sampled_odds import (
    OddsRunner,
    Outcome,
    make_read_only_match,
)
from tracker.rulesets.xenocide import RULESET
from tracker.rulesets.xenocide.attacks.delayed_loss_and_wreck_resolution import (
    add_damage_markers_and_effects,
    hit_unit_models,
)
from tracker.rulesets.xenocide.attacks.weapon_selection import TargetedFire
from tracker.rulesets.xenocide.data import markers
from tracker.rulesets.xenocide.data.profile_types import MeleeWeapon
from tracker.rulesets.xenocide.phases.broken_unit_tests import BrokenUnitTests
from tracker.rulesets.xenocide.phases.melee_phase import MeleeDeclaration
from tracker.rulesets.xenocide.phases.movement import Move
from tracker.rulesets.xenocide.phases.retreats_and_follow_ups import Retreat
from tracker.rulesets.xenocide.phases.shooting_and_opportunity_fire import Fire, SnapShot
from tracker.rulesets.xenocide.phases.suppression_recovery import SuppressionRecovery
from tracker.rulesets.xenocide.phases.teleport import Teleport
from tracker.rulesets.xenocide.phases.vehicle_collisions import Overrun, Ram
from tracker.rulesets.xenocide.phases.vehicle_movement_and_boarding import VehicleMove
from tracker.testing import odds_oracle
from tracker.testing.match_in_memory import BLUE, RED
from tracker.vocabulary.subject_ids import SideId, UnitId

Found = dict[Outcome, Fraction]
TIES = ("XF-MOVE-01",)
"""Rules whose dice are rolled again until they fit."""
agreed = partial(odds_oracle.check_agreed_odds, RULESET, again=TIES)


def chances(play: Table, action: str, side: SideId | None, params: Struct) -> Found:
    return agreed(play.table.state, RULESET.actions[action].stage, (side, params))


def fire(play: Table, target: UnitId = B1, **how: Any) -> Found:
    return chances(play, "fire", RED, Fire(R1, (TargetedFire(target, **how),)))


def of(play: Table, found: Found, question: Callable[[Match], Any]) -> dict[Any, Fraction]:
    """The distribution of what is asked of the match after each outcome."""
    counts: dict[Any, Fraction] = {}
    for outcome, chance in found.items():
        match = make_read_only_match(play.table.state.make_overlay((*outcome.changes, frozenset())))
        answer = question(match)
        counts[answer] = counts.get(answer, Fraction(0)) + chance
    return counts


def left(unit: UnitId = B1) -> Callable[[Match], int]:
    return lambda match: len(RULESET.standing(match, unit))


def damage(match: Match) -> int:
    return markers.DAMAGE.number(match, B1) + markers.HELD_DAMAGE.number(match, B1)


# ------------------------------------------------------------------------------------------ fire


@pytest.mark.rule("XF-SHOOT-05", "XF-DMG-01", "XF-SHOOT-02")
@pytest.mark.parametrize("order", ["standard", "run"])
def test_plain_fire_whether_losses_wait_or_not(order: str) -> None:
    play = Table({"r1": {"rifle": 3}}, {"b1": {"rifle": 2}})
    play.orders(b1=order)
    found = of(play, fire(play), left())
    kill = Fraction(3, 10) * Fraction(7, 10)  # armour 4 - power 1: saved on 3 or less
    assert found[2] == (1 - kill) ** 3
    assert found[1] == 3 * kill * (1 - kill) ** 2
    assert found[0] == 1 - found[1] - found[2]


@pytest.mark.rule("XF-SHOOT-08")
def test_fire_at_number_0() -> None:
    play = Table({"r1": {"rifle": 2}}, {"b1": {"rifle": 2}})
    found = of(play, fire(play, cover="heavy", far=True), left())
    kill = Fraction(1, 10) * Fraction(5, 10) * Fraction(7, 10)
    assert found[2] == (1 - kill) ** 2
    assert found[0] == kill**2


@pytest.mark.rule("XF-AOE-01", "XF-AOE-02", "XF-GEN-02")
@pytest.mark.parametrize("gun", ["light-rocket", "rocket"])
def test_an_area_weapon(gun: str) -> None:
    play = Table({"r1": {gun: 1}}, {"b1": {"rifle": 3}})
    found = of(play, fire(play), left())
    if gun == "light-rocket":
        # 3 of 10 hit one to three models by a d3, 2 of 10 miss by 1 or 2 and hit one;
        # saved on 1 or less: 9/10
        safe = [Fraction(1, 10) ** n for n in range(4)]
        d3 = (Fraction(3, 10), Fraction(4, 10), Fraction(3, 10))
        none = sum((chance * safe[n] for n, chance in enumerate(d3, 1)), Fraction(0))
        assert found[3] == Fraction(5, 10) + Fraction(2, 10) * safe[1] + Fraction(3, 10) * none


@pytest.mark.rule("XF-DMG-03", "XF-G24")
@pytest.mark.parametrize("cap", ["model_wounds", "none"])
def test_several_saves_a_hit(cap: str) -> None:
    play = Table({"r1": {"laser": 2}}, {"b1": {"brute": 2}}, options={"multi_save_cap": cap})
    assert len(fire(play)) > 3


@pytest.mark.rule("XF-DMG-04", "XF-G25")
@pytest.mark.parametrize("whose", ["owner", "majority"])
def test_unlike_targets(whose: str) -> None:
    play = Table(
        {"r1": {"rifle": 3}}, {"b1": {"rifle": 1, "brute": 1}}, options={"hit_allocation": whose}
    )
    fire(play)


@pytest.mark.rule("XF-FIRM-01", "XF-G32")
def test_fire_through_friends() -> None:
    play = Table({"r1": {"rifle": 2}, "r2": {"rifle": 2}}, {"b1": {"rifle": 2}})
    found = of(play, fire(play, past=(R2,)), left(R2))
    stray = Fraction(1, 10) * Fraction(7, 10)
    assert found[2] == (1 - stray) ** 2
    play = Table({"r1": {"light-rocket": 1}, "r2": {"rifle": 2}}, {"b1": {"rifle": 2}})
    fire(play, past=(R2,))
    play = Table({"r1": {"rifle": 2}, "r2": {"rifle": 2}}, {"b1": {"rifle": 2}})
    fire(play, past=(R2,), cover="heavy", far=True)


@pytest.mark.rule("XF-FIRM-03", "XF-FIRM-04", "XF-G33")
@pytest.mark.parametrize("red", [{"rifle": 2}, {"light-rocket": 1, "rifle": 1}])
def test_fire_into_a_melee(red: dict[str, int]) -> None:
    play = Table({"r1": red, "r2": {"rifle": 2}}, {"b1": {"rifle": 2}})
    play.engage("r2", "b1")
    found = of(play, fire(play), left(R2))
    if "light-rocket" not in red:
        stray = Fraction(7, 10) * Fraction(3, 10) * Fraction(7, 10)  # missed, hits again, no save
        assert found[2] == (1 - stray) ** 2


@pytest.mark.rule("XF-TGT-05", "XF-AOE-03")
@pytest.mark.parametrize("gun", ["rifle", "light-rocket"])
def test_intermingled_targets(gun: str) -> None:
    play = Table({"r1": {gun: 2}}, {"b1": {"rifle": 1}, "b2": {"rifle": 1}})
    found = of(play, fire(play, mixed=(B2,)), left(B2))
    # spare hits stay on the target where nobody says otherwise; areas spill over
    assert (found == {1: 1}) is (gun == "rifle")


def carried(red: dict[str, int], phase: str = "shooting") -> Table:
    """Two riflemen aboard an open vehicle."""
    play = Table({"r1": red}, {"b1": {"raider": 1}, "b2": {"rifle": 2}}, phase=phase)
    play.fix(markers.ABOARD.make_link_fact(B2, B1))
    return play


@pytest.mark.rule("XF-VEH-12", "XF-G71")
@pytest.mark.parametrize("order", [0, 3])
def test_fire_at_a_vehicle(order: int) -> None:
    play = Table({"r1": {"laser": 1}}, {"b1": {"apc": 1}}, phase="opportunity")
    play.fix(markers.SPEED.set(B1, value=order))
    found = of(play, fire(play), lambda match: damage(match) if match.exists(B1) else -1)
    hit = Fraction(5, 10)  # skill 3 and Aspect 2
    one = [Fraction(6, 10), *(Fraction(1, 10) for _ in range(4))]  # armour 11 - 5, two saves
    two = [sum((one[a] * one[n - a] for a in range(n + 1)), Fraction(0)) for n in range(4)]
    assert found[0] == 1 - hit + hit * two[0]
    assert found[3] == hit * two[3]


@pytest.mark.thorough
@pytest.mark.rule("XF-VEH-10", "XF-VEH-11", "XF-G76")
@pytest.mark.parametrize("gun", ["rifle", "light-rocket"])
@pytest.mark.parametrize("target", [B1, B2])
def test_fire_at_an_open_vehicle_and_at_its_passengers(gun: str, target: UnitId) -> None:
    fire(carried({gun: 1}), target)


def test_split_fire_and_grenades() -> None:
    play = Table(
        {"r1": {"rifle": 1, "thrower": 1}},
        {"b1": {"rifle": 1}, "b2": {"rifle": 1}},
        profiles={"thrower": trooper(RIFLE, GRENADE)},
    )
    shares = (
        TargetedFire(B1, guns=("rifle",), weapons=1),
        TargetedFire(B2, guns=("grenade",), cover="light"),
    )
    found = chances(play, "fire", RED, Fire(R1, shares))
    assert len(of(play, found, lambda match: (left(B1)(match), left(B2)(match)))) == 4


@pytest.mark.rule("XF-SNAP-02", "XF-SNAP-03")
def test_a_snap_shot() -> None:
    play = Table({"r1": {"rifle": 2}}, {"b1": {"rifle": 2}}, phase="movement")
    play.orders(r1="opportunity")
    found = of(play, chances(play, "snap", RED, SnapShot(R1, (TargetedFire(B1),))), left())
    kill = Fraction(2, 10) * Fraction(7, 10)
    assert found[2] == (1 - kill) ** 2


# ----------------------------------------------------------------------------------------- nerve


@pytest.mark.rule("XF-BRK-01", "XF-BRK-02")
def test_broken_tests() -> None:
    play = Table({"r1": {"rifle": 3}}, {"b1": {"rifle": 2}, "b2": {"brute": 2}}, phase="initiative")
    for unit in ("b1", "b2"):
        play.suppress(unit, 6)
    found = chances(play, "broken", None, BrokenUnitTests())
    fled = of(play, found, lambda match: tuple(match.has(u, markers.FLEEING) for u in (B1, B2)))
    assert fled[True, True] == Fraction(5, 10) * Fraction(3, 10)  # Morale 5 and 7
    assert fled[False, True] == Fraction(5, 10) * Fraction(3, 10)


@pytest.mark.rule("XF-MOVE-01")
def test_initiative() -> None:
    play = Table({"r1": {"rifle": 1}}, {"b1": {"rifle": 1}}, phase="initiative")
    found = chances(play, "initiative", None, FirstSideRoll())
    assert sum(found.values()) == 1  # ties are rolled again


@pytest.mark.rule("XF-REC-01", "XF-REC-02")
def test_recovery() -> None:
    play = Table({"r1": {"rifle": 3}}, {"b1": {"rifle": 3}}, phase="recovery")
    play.suppress("r1", 2)
    play.suppress("b1", 1)
    found = chances(play, "recover", None, SuppressionRecovery())
    after = of(
        play,
        found,
        lambda match: (
            markers.SUPPRESSED.number(match, R1),
            markers.SUPPRESSED.number(match, B1),
        ),
    )
    under = Fraction(4, 10)  # strictly under 5
    assert after[1, 0] == under**2
    assert after[2, 1] == (1 - under) ** 2


# ----------------------------------------------------------------------------------------- melee


PROFILES = {
    "pike": trooper(blades=(MeleeWeapon("pike", 3, bonus=1),)),
    "jump": trooper(RIFLE, packs=("teleporter",)),
    "easy": trooper(blades=(AXE,), melee=9, attacks=2),
    "quick": trooper(blades=(AXE,), melee=9),
    "big": trooper(blades=(MeleeWeapon("pike", 3, bonus=1),), melee=9),
    "calm": trooper(morale=3, attacks=0, armour=10, wounds=3),
    "frail": trooper(morale=2, attacks=0),
}


def melee(red: dict[str, int], blue: dict[str, int], **options: Any) -> Table:
    play = Table({"r1": red}, {"b1": blue}, phase="melee", options=options, profiles=PROFILES)
    play.engage("r1", "b1")
    return play


@pytest.mark.rule("XF-RES-01", "XF-RES-03", "XF-RES-04")
def test_who_loses_a_melee_whose_blows_do_nothing() -> None:
    play = Table(
        {"r1": {"walker": 1}},
        {"b1": {"walker": 1}},
        phase="melee",
        profiles={"walker": trooper(armour=12)},
    )
    play.engage("r1", "b1")
    found = chances(play, "fight", RED, MeleeDeclaration(R1))
    came = of(
        play,
        found,
        lambda match: (
            match.has(B1, markers.RETREATS),
            markers.SUPPRESSED.number(match, B1),
        ),
    )
    # 45 of 100 pairs lose; of these 6 to 10 are above Morale 5, against 5 + 6 + 7 + 8 + 9 lower
    assert came == {
        (False, 0): Fraction(55, 100),
        (False, 1): Fraction(10, 100),
        (True, 1): Fraction(35, 100),
    }


@pytest.mark.thorough
@pytest.mark.rule("XF-MELEE-01", "XF-MELEE-04", "XF-MELEE-05")
@pytest.mark.parametrize("blue", [{"rifle": 1}, {"brute": 1}, {"pike": 1}])
def test_blows_of_both_sides(blue: dict[str, int]) -> None:
    play = melee({"pistol": 1}, blue)
    found = of(play, chances(play, "fight", RED, MeleeDeclaration(R1)), left())
    if blue == {"rifle": 1}:
        # the axe hits on 3 with power 1; armour 4: saved on 3
        assert found[0] == Fraction(3, 10) * Fraction(7, 10)


@pytest.mark.thorough
@pytest.mark.rule("XF-MELEE-06", "XF-G55")
def test_markers_of_a_melee_follow_from_the_hits() -> None:
    play = melee({"easy": 1}, {"frail": 3})
    found = chances(play, "fight", RED, MeleeDeclaration(R1))
    marked = of(play, found, lambda match: markers.SUPPRESSED.number(match, B1))
    # Morale 2: a marker a hit, on 9 or less; none lost with 64 of 100 pairs, Red being outnumbered
    assert marked[0] == Fraction(1, 100) * Fraction(64, 100)
    assert marked.keys() == {0, 1, 2, 3}


@pytest.mark.rule("XF-MELEE-05", "XF-MELEE-06", "XF-G55")
def test_blows_that_come_last_count_with_the_first() -> None:
    play = melee({"quick": 1, "big": 1}, {"calm": 3})
    runner = OddsRunner(RULESET, play.table.state, number=Fraction)
    odds = runner.compute_odds(RULESET.actions["fight"].stage, (RED, MeleeDeclaration(R1)))
    marked = odds.compute_distribution(lambda match, _: markers.SUPPRESSED.number(match, B1))
    # Morale 3: one hit at once and one at last are a marker, 81 in 100. Red has 2 wounds against 7
    # to 9 and adds 1: Blue does not lose with 64 of 100 pairs.
    assert marked[0] == Fraction(19, 100) * Fraction(64, 100)


@pytest.mark.rule("XF-VEH-28")
def test_blows_at_a_vehicle() -> None:
    play = melee({"brute": 1}, {"apc": 1})
    found = of(play, chances(play, "fight", RED, MeleeDeclaration(R1)), damage)
    assert found[0] == Fraction(5, 10)  # armour 11, power 6


@pytest.mark.rule("XF-VEH-29")
def test_blows_at_an_open_vehicle_with_passengers() -> None:
    play = carried({"brute": 1}, "melee")
    play.engage("r1", "b1")
    chances(play, "fight", RED, MeleeDeclaration(R1))


@pytest.mark.rule("XF-MOVE-08", "XF-G39")
@pytest.mark.parametrize("action", ["move", "teleport"])
def test_blows_at_who_leaves(action: str) -> None:
    play = melee({"jump": 2}, {"pistol": 2})
    play.to("movement", RED, BLUE)
    params = Move(R1) if action == "move" else Teleport(R1)
    found = of(play, chances(play, action, RED, params), left(R1))
    assert found[2] == (1 - Fraction(3, 10) * Fraction(7, 10)) ** 2


@pytest.mark.rule("XF-MOVE-08", "XF-VEH-28")
def test_blows_at_a_vehicle_that_drives_off() -> None:
    play = melee({"apc": 1}, {"brute": 1})
    play.to("movement", RED, BLUE)
    found = of(
        play, chances(play, "drive", RED, VehicleMove(R1)), lambda m: markers.DAMAGE.number(m, R1)
    )
    assert found[0] == Fraction(5, 10)


@pytest.mark.rule("XF-RETR-02", "XF-G60", "XF-G61")
@pytest.mark.parametrize("way", ["as_failed", "test"])
def test_a_retreat_too_near_to_an_enemy(way: str) -> None:
    play = melee({"rifle": 2, "pistol": 1}, {"rifle": 2}, retreat_direction=way)
    play.fix(markers.FOUGHT.set(R1, B1), markers.RETREATS.set(R1))
    found = chances(play, "retreat", RED, Retreat(R1, near=2))
    taken = of(play, found, left(R1))
    assert taken == {3: Fraction(25, 100), 2: Fraction(50, 100), 1: Fraction(25, 100)}


# -------------------------------------------------------------------------------------- vehicles


@pytest.mark.rule("XF-VEH-20", "XF-VEH-21")
def test_running_over() -> None:
    play = Table({"r1": {"apc": 1}}, {"b1": {"rifle": 2}}, phase="movement")
    play.fix(markers.SPEED.set(R1, value=2), markers.MOVED.set(R1))
    found = of(play, chances(play, "overrun", RED, Overrun(R1, B1, 2)), left())
    caught = Fraction(7, 10)  # dodged on Melee skill 3; power 10 leaves no save
    assert found[0] == caught**2


@pytest.mark.rule("XF-VEH-22", "XF-VEH-24")
def test_ramming() -> None:
    play = Table({"r1": {"apc": 1}}, {"b1": {"apc": 1}}, phase="movement")
    play.fix(markers.SPEED.set(R1, value=2), markers.MOVED.set(R1))
    found = of(play, chances(play, "ram", RED, Ram(R1, B1)), damage)
    assert found[0] == Fraction(1, 10)  # armour 11, power 8 + 2
    chances(play, "ram", RED, Ram(R1, structure=True))


@pytest.mark.rule("XF-SPEC-06", "XF-G46")
@pytest.mark.parametrize("option", ["per_model", "per_unit"])
def test_a_mishap_of_teleporting(option: str) -> None:
    play = Table(
        {"r1": {"jump": 2}},
        {"b1": {"rifle": 1}},
        phase="movement",
        profiles=PROFILES,
        options={"teleport_mishap": option},
    )
    play.orders(r1="run")
    found = of(play, chances(play, "teleport", RED, Teleport(R1, unseen=True)), left(R1))
    lost = Fraction(1, 10)
    assert found[0] == (lost**2 if option == "per_model" else lost)


@pytest.mark.rule("XF-VEH-15", "XF-VEH-16", "XF-G73", "XF-G74")
@pytest.mark.parametrize("more", [2, 3, 6])
def test_a_wreck_and_who_is_aboard(more: int) -> None:
    play = carried({"rifle": 1}, "movement")
    found = agreed(play.table.state, add_damage_markers_and_effects, (B1, more))
    here = of(play, found, left(B2))
    if more == 2:
        assert here == {2: 1}
    if more == 3:  # disabled: Weak 2 against armour 4, saved on 6
        assert here[2] == Fraction(6, 10) ** 2
    if more == 6:  # destroyed: power 3, saved on 1
        assert here[0] == Fraction(9, 10) ** 2


@pytest.mark.rule("XF-VEH-15")
def test_an_explosion_near_others() -> None:
    play = Table({"r1": {"rifle": 1}}, {"b1": {"apc": 1}, "b2": {"apc": 1}}, phase="movement")
    found = agreed(
        play.table.state, run_stage_for_each, (hit_unit_models, ((R1, 1), (B2, 1)), 4, B1)
    )
    safe = of(play, found, left(R1))
    assert safe == {0: 1}  # armour 4, power 4: no save


# ---------------------------------------------------------------------------- what stays in time

SQUAD = {"rifle": 4, "lmg": 1, "rocket": 1}


def paths(play: Table, action: str, params: Struct) -> int:
    stage = RULESET.actions[action].stage
    return OddsRunner(RULESET, play.table.state).compute_odds(stage, (RED, params)).paths


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("red", "blue", "most"),
    [
        (SQUAD, {"rifle": 8}, 5_000),
        (SQUAD, {"rifle": 5, "brute": 3}, 15_000),
        (SQUAD, {"brute": 6}, 5_000),
        ({"laser": 6}, {"apc": 1}, 5_000),
        ({"lmg": 3}, {"raider": 1}, 4_000),
    ],
)
def test_fire_at_the_table_is_worked_out_in_time(
    red: dict[str, int], blue: dict[str, int], most: int
) -> None:
    play = Table({"r1": red}, {"b1": blue})
    assert paths(play, "fire", Fire(R1, (TargetedFire(B1),))) <= most


@pytest.mark.parametrize(
    ("red", "blue", "most"),
    [
        ({"rifle": 6}, {"pistol": 6}, 8_000),
        ({"brute": 4}, {"pistol": 8}, 6_000),
        pytest.param({"rifle": 8}, {"rifle": 8}, 22_000, marks=pytest.mark.thorough),
        pytest.param(
            {"pistol": 4, "rifle": 2},
            {"pistol": 3, "rifle": 3},
            18_000,
            marks=pytest.mark.thorough,
        ),
    ],
)
def test_melees_are_worked_out_in_time(
    red: dict[str, int], blue: dict[str, int], most: int
) -> None:
    assert paths(melee(red, blue), "fight", MeleeDeclaration(R1)) <= most


@pytest.mark.rule("XF-SHOOT-05")
def test_the_hits_that_are_told_are_of_who_fires() -> None:
    play = Table({"r1": {"rifle": 2}}, {"b1": {"rifle": 2}})
    found = OddsRunner(RULESET, play.table.state).compute_odds(
        RULESET.actions["fire"].stage, (RED, Fire(R1, (TargetedFire(B1),)))
    )
    hits = {
        one.value: chance for one, chance in found.reported_results.items() if one.what == "hits"
    }
    assert hits == pytest.approx({0: 0.49, 1: 0.42, 2: 0.09})  # each on 3 or less
    assert {(one.subject, one.target) for one in found.reported_results} == {(R1, B1)}
