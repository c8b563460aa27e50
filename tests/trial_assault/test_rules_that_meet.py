"""Situations in which two rules meet, or a correction comes in between."""

from __future__ import annotations

import pytest

from tests.trial_assault.table import (
    AXE,
    B1,
    BLUE,
    CLAW,
    FORCE,
    PISTOL,
    R1,
    RED,
    SWORD,
    Table,
    guard,
    limit,
    model,
)
from tracker.procedures.ruleset import OneUnitParams
from tracker.rulesets.trial_assault.combat import initiative_steps, vehicle_combat, weapon_attacks
from tracker.rulesets.trial_assault.data import markers, state_queries
from tracker.rulesets.trial_assault.data.profile_types import Armour, Weapon
from tracker.rulesets.trial_assault.phases import fall_back_and_sweeping_advance
from tracker.rulesets.trial_assault.phases.charge_phase import (
    CHARGE,
    ChargeDeclaration,
    CoverDeclaration,
)
from tracker.rulesets.trial_assault.phases.fight_phase import StrikeDeclaration
from tracker.rulesets.trial_assault.phases.move_and_fire_reports import FireReport
from tracker.rulesets.trial_assault.phases.pile_in_and_consolidation import ConsolidationMove
from tracker.testing.match_in_memory import u
from tracker.vocabulary.events import FiguresRemoved, FiguresReturned, PhaseBegan

B2, B3, R2 = u("b2"), u("b3"), u("r2")
PLAIN_NAME, STAFF = "normal", FORCE
CONSOLIDATION = ConsolidationMove(R1)
HAMMER = Weapon("hammer", strength=2)


def join(play: Table, character: str, unit: str) -> None:
    play.fix(markers.JOINED.make_link_fact(u(character), u(unit)))


# ------------------------------------------------------------------------------------- characters


@pytest.mark.rule("TA-MORALE-06", "TA-CHAR-03", "TA-G05")
def test_a_character_in_a_unit_that_never_tests_does_not_make_it_test() -> None:
    play = Table(
        {"r1": {"trooper": 5}},
        {"b1": {"zealot": 3}, "b2": {"lord": 1}},
        profiles={"zealot": guard(i=4, fearless=True)},
    )
    join(play, "b2", "b1")
    play.lock("r1", "b1", "b2")
    play.stand("r1", ("b1", 5, 0))
    play.stand("b1", ("r1", 3, 0))
    play.stand("b2", ("r1", 0, 1))
    play.fight()
    play.strike("b2", "r1", "1")
    play.strike("b1", "r1", "111")
    play.strike("r1", "b1", "66611", "611", "1")
    assert play.score("r1") == (1, 0)
    assert not play.has("b1", markers.LOST)
    assert not play.has("b2", markers.LOST)
    assert play.idle


@pytest.mark.rule("TA-G05", "TA-MORALE-03", "TA-FALL-01")
def test_a_character_who_tests_alone_falls_back_alone() -> None:
    play = Table(
        {"r1": {"trooper": 5}},
        {"b1": {"guard": 6}, "b2": {"lord": 1}},
        options={"character_morale": "own_test"},
    )
    join(play, "b2", "b1")
    play.break_off("b2", "r1")
    play.lock("b1", "r1")
    play.flee("b2", "25")
    assert play.has("b2", markers.FLEES)
    assert not play.is_locked("b2")
    assert play.is_locked("b1")
    assert state_queries.list_joined_units(play.match, B2) == (B2,)


@pytest.mark.rule("TA-G05", "TA-SWEEP-02", "TA-G46")
def test_a_character_who_tests_alone_is_caught_by_his_own_roll() -> None:
    play = Table(
        {"r1": {"trooper": 5}},
        {"b1": {"guard": 6}, "b2": {"lord": 1}},
        options={"character_morale": "own_test"},
    )
    join(play, "b2", "b1")
    play.lock("b1", "r1")
    play.break_off("b2", "r1")
    play.fix(markers.BROKE.set(B1))
    dice, _, whom = fall_back_and_sweeping_advance.make_pursuer(play.match, R1, (B2, B1))
    assert (dice, whom) == (2, (0, 1))
    play.flee("b2", "25")
    play.flee("b1", "12")
    play.fix(markers.CAUGHT.set(B2))
    fall_back_and_sweeping_advance.record_sweep_without_dice(play.match, RED, OneUnitParams(R1))
    assert play.is_locked("b1")  # over 7 catches both
    assert play.is_locked("b2")
    assert not play.has("b2", markers.FLEES)


@pytest.mark.rule("TA-G45", "TA-G51")
def test_a_consolidation_into_a_unit_also_stops_its_character() -> None:
    play = Table({"r1": {"trooper": 5}}, {"b1": {"guard": 6}, "b2": {"lord": 1}}, phase="fight")
    join(play, "b2", "b1")
    play.fix(markers.FLEES.set(B1, B2), markers.WON.set(R1))
    play.do("consolidate", RED, ConsolidationMove(R1, (B1,)))
    assert play.is_locked("b2")
    assert not play.has("b1", markers.FLEES)
    assert not play.has("b2", markers.FLEES)


@pytest.mark.rule("TA-G45", "TA-CHG-16", "TA-G51")
def test_a_character_scatters_with_the_unit_that_a_consolidation_reaches() -> None:
    play = Table(
        {"r1": {"trooper": 5}},
        {"b1": {"guard": 6}, "b2": {"lord": 1}},
        phase="fight",
        options={"recontact": "regroup_test"},
    )
    join(play, "b2", "b1")
    play.fix(markers.FLEES.set(B1, B2), markers.WON.set(R1))
    play.do("consolidate", RED, ConsolidationMove(R1, (B1,)))
    play.roll("66")
    assert play.count("b1", "b2") == (0, 0)


@pytest.mark.rule("TA-G41", "TA-CHG-04")
def test_fire_at_a_unit_is_fire_at_its_character() -> None:
    play = Table(
        {"r1": {"trooper": 5}}, {"b1": {"guard": 6}, "b2": {"lord": 1}, "b3": {"guard": 6}}
    )
    join(play, "b2", "b1")
    play.fix(markers.FIRED.set(R1), markers.SHOT_AT.make_link_fact(R1, B1))
    assert "fired" not in play.against("charge", RED, ChargeDeclaration((R1,), (B2,)))
    assert "fired" in play.against("charge", RED, ChargeDeclaration((R1,), (B3,)))


@pytest.mark.rule("TA-G41", "TA-CHG-04")
def test_fire_at_a_unit_and_its_character_offers_each_charge_once() -> None:
    play = Table({"r1": {"trooper": 5}}, {"b1": {"guard": 6}, "b2": {"lord": 1}})
    join(play, "b2", "b1")
    shots = (markers.SHOT_AT.make_link_fact(R1, one) for one in (B1, B2))
    play.fix(markers.FIRED.set(R1), *shots)
    offered = [params for _, params in CHARGE.candidates(play.match)]
    assert ChargeDeclaration((R1,), (B2,)) in offered
    assert all(offered.count(one) == 1 for one in offered)


# ------------------------------------------------------------------------------------ corrections


@pytest.mark.rule("TA-TURN-05", "TA-MORALE-07")
def test_corrected_losses_to_fire_cancel_the_check() -> None:
    play = Table({"r1": {"trooper": 5}}, {"b1": {"guard": 8}}, phase="movement")
    play.fight()  # the next phase, shooting
    play.do("fire", RED, FireReport(R1, (B1,)))
    play.choose(2)
    assert play.has("b1", markers.SHAKEN)
    lost = next(one for one in play.match.all_figures(BLUE) if play.match.figure(one).gone)
    play.fix(FiguresReturned(figures=(lost,)))
    assert play.count("b1") == (7,)
    assert not play.has("b1", markers.SHAKEN)
    play.fix(FiguresRemoved(figures=play.match.figures(B1)[:1]))
    assert play.has("b1", markers.SHAKEN)


# ---------------------------------------------------------------------------------------- weapons


@pytest.mark.rule("TA-ATT-02", "TA-SPEC-03", "TA-G55", "TA-FIGHT-07")
@pytest.mark.parametrize(
    ("weapons", "used", "more"),
    [
        ((CLAW, CLAW), None, True),
        ((CLAW, CLAW), PLAIN_NAME, True),
        ((CLAW, PISTOL), PLAIN_NAME, False),
        ((PISTOL, CLAW), PLAIN_NAME, False),
        ((CLAW, PISTOL, SWORD), PLAIN_NAME, True),
        ((STAFF, PISTOL), PLAIN_NAME, False),
        ((PISTOL, STAFF), PLAIN_NAME, False),
        ((AXE, PISTOL), None, True),
        ((AXE, CLAW, CLAW), None, False),
        ((AXE,), PLAIN_NAME, False),
    ],
)
def test_which_weapons_count_as_two(
    weapons: tuple[Weapon, ...], used: str | None, more: bool
) -> None:
    profile = model(*weapons)
    weapon = weapon_attacks.find_weapon_or_default(profile, used)
    assert weapon_attacks.has_second_weapon(profile, weapon) is more


@pytest.mark.rule("TA-ATT-02", "TA-SPEC-10")
@pytest.mark.parametrize(("weapons", "more"), [((SWORD,), False), ((SWORD, AXE), True)])
def test_one_weapon_of_a_monster_is_not_two(weapons: tuple[Weapon, ...], more: bool) -> None:
    profile = model(*weapons, monstrous=True)
    weapon = weapon_attacks.find_weapon_or_default(profile, None)
    assert weapon_attacks.has_second_weapon(profile, weapon) is more


@pytest.mark.rule("TA-FORCE-03", "TA-WND-02")
@pytest.mark.parametrize(
    ("weapons", "used"),
    [((HAMMER, PISTOL), HAMMER), ((PISTOL, HAMMER), HAMMER), ((HAMMER, AXE), AXE)],
)
def test_an_ordinary_weapon_with_a_bonus_is_used(weapons: tuple[Weapon, ...], used: Weapon) -> None:
    assert weapon_attacks.find_weapon_or_default(model(*weapons), None) == used


@pytest.mark.rule("TA-G24", "TA-SPEC-09", "TA-CAS-03")
def test_excess_wounds_of_a_force_weapon_pass_to_the_next_group() -> None:
    play = Table(
        {"r1": {"seer": 1}},
        {"b1": {"bare": 1, "brute": 1}},
        profiles={
            "seer": model(STAFF, i=9, a=4, ld=9, psyker=True),
            "bare": guard(i=1, ws=4, t=4, sv=3),
            "brute": guard(i=1, ws=4, t=4, sv=6, w=2),
        },
    )
    play.lock("r1", "b1")
    play.fight()
    play.strike("r1", "b1", "6666", "6661")
    play.choose("3")  # which armour is hit first
    play.choose(False)  # no psychic test
    assert play.score("r1") == (3, 0)


# --------------------------------------------------------------------------------------- vehicles


@pytest.mark.rule("TA-T13", "TA-VEH-01")
@pytest.mark.parametrize("skimmer", [False, True])
def test_an_immobilised_vehicle_is_hit_automatically_even_if_it_moved_fast(skimmer: bool) -> None:
    struck = vehicle_combat.StruckVehicle(Armour(skimmer=skimmer), 3, True, True, True)
    assert vehicle_combat.find_need_to_hit_vehicle(4, struck).number == 1


# -------------------------------------------------------------------------------- several combats


@pytest.mark.rule("TA-SWEEP-01", "TA-CONS-02")
def test_a_unit_that_consolidates_into_another_combat_does_not_sweep_there() -> None:
    play = Table(
        {"r1": {"elite": 5}, "r2": {"trooper": 5}}, {"b1": {"guard": 1}, "b2": {"guard": 6}}
    )
    play.lock("r1", "b1")
    play.lock("r2", "b2")
    play.fight()
    play.fought()
    play.fix(FiguresRemoved(figures=play.match.figures(B1)))
    play.fix(markers.WON.set(R1, R2), markers.FOUGHT.set(R1, R2, B2))
    play.do("consolidate", RED, ConsolidationMove(R1, (B2,)))
    play.fix(markers.BROKE.set(B2))
    play.flee("b2", "25")
    assert "nobody-flees" in play.against("sweep", RED, OneUnitParams(R1))
    assert "nobody-flees" not in play.against("sweep", RED, OneUnitParams(R2))


# ------------------------------------------------------------------------------------ simultaneity


@pytest.mark.rule("TA-FIGHT-05", "TA-G68", "TA-VEH-01")
def test_a_walker_destroyed_in_its_own_step_still_strikes() -> None:
    walker = guard(ws=4, s=6, i=4, a=2, vehicle=Armour(12, 12, 10, walker=True))
    play = Table({"r1": {"trooper": 5}}, {"b1": {"strider": 1}}, profiles={"strider": walker})
    play.lock("r1", "b1")
    play.fight()
    play.do("strikes", RED, StrikeDeclaration(R1, B1))
    play.choose("rear")
    play.roll("61111")
    play.roll("6")
    play.choose("destroyed")
    assert play.count("b1") == (1,)
    play.strike("b1", "r1", "66", "66", "11")
    assert play.count("r1", "b1") == (3, 0)


@pytest.mark.rule("TA-COVER-07", "TA-G35")
@pytest.mark.parametrize("scope", ["any_charger", "only_against_bearers"])
def test_plasma_counts_for_the_whole_combat_even_if_its_bearer_falls(scope: str) -> None:
    play = Table(
        {"r1": {"trooper": 4, "plasma": 1}}, {"b1": {"guard": 6}}, options={"plasma_scope": scope}
    )
    play.charge("r1", "b1")
    play.do("cover", BLUE, CoverDeclaration(B1, (R1,)))
    play.fight()
    bearer = [one for one in play.match.figures(R1) if play.match.figure(one).profile == "plasma"]
    play.fix(FiguresRemoved(figures=tuple(bearer)))
    steps = {one.step for one in initiative_steps.list_remaining_unit_strikers(play.match, B1)}
    assert steps == {3}


# --------------------------------------------------------------------- vehicles that lock nobody


def charge_past_vehicle(guards: int, **options: bool) -> Table:
    """Red's unit strikes the guards with four models, and a car with one that cannot harm it."""
    play = Table(
        {"r1": {"trooper": 5}},
        {"b1": {"guard": guards}, "b2": {"car": 1}, "b3": {"guard": 5}},
        profiles={"car": guard(a=0, vehicle=Armour(14, 14, 14))},
        options=options,
    )
    play.charge("r1", "b1", "b2")
    play.fight()
    play.stand("r1", ("b1", 4, 0), ("b2", 1, 0))
    return play


@pytest.mark.rule("TA-G68", "TA-MULTI-03", "TA-MORALE-05")
def test_a_vehicle_neither_pins_the_winner_nor_outnumbers() -> None:
    play = charge_past_vehicle(6)
    play.do("strikes", RED, StrikeDeclaration(R1, B1))
    play.rolls("66611111", "611", "1")
    play.do("strikes", RED, StrikeDeclaration(R1, B2))
    play.choose("front")
    play.rolls("1", "1")
    play.strike("b1", "r1", "11111")
    play.test("b1")
    assert limit(play) == 7  # five against five: the car does not count
    play.roll("66")
    play.flee("b1", "12")
    play.sweep("r1", "66")
    assert play.has("b1", markers.CAUGHT)
    assert not play.is_locked("b2")


@pytest.mark.rule("TA-G68", "TA-RES-03", "TA-RES-05")
def test_a_side_of_which_only_a_vehicle_is_left_is_wiped_out() -> None:
    play = charge_past_vehicle(1)
    play.do("strikes", RED, StrikeDeclaration(R1, B1))
    play.rolls("66611111", "611", "1")
    play.do("strikes", RED, StrikeDeclaration(R1, B2))
    play.choose("front")
    play.rolls("1", "1")
    assert play.asked.id == "within"  # friends near the victors
    play.default()
    assert play.has("r1", markers.WON)
    assert not any(one.id == "locked" for one in play.objections("consolidate", RED, CONSOLIDATION))


@pytest.mark.rule("TA-G68", "TA-RES-05")
def test_the_loss_of_a_vehicle_shakes_no_friends() -> None:
    play = Table(
        {"r1": {"brute": 1}},
        {"b1": {"car": 1}, "b2": {"guard": 5}},
        profiles={"car": guard(a=0, vehicle=Armour())},
    )
    play.charge("r1", "b1")
    play.fight()
    play.do("strikes", RED, StrikeDeclaration(R1, B1))
    play.choose("rear")
    play.roll("6")
    play.choose("destroyed")
    assert play.idle
    assert play.count("b1") == (0,)


@pytest.mark.rule("TA-MULTI-01", "TA-MORALE-01")
def test_a_loser_that_has_slain_all_its_enemies_tests_too() -> None:
    play = Table(
        {"r1": {"grot": 1}, "r2": {"elite": 2}},
        {"b1": {"trooper": 3}, "b2": {"brute": 2}},
    )
    play.charge("r1", "b1", "b2")
    play.charge("r2", "b2")
    play.fight()
    play.stand("r1", ("b1", 1, 0))
    play.stand("r2", ("b2", 2, 0))
    play.stand("b1", ("r1", 3, 0))
    play.stand("b2", ("r2", 2, 0))
    play.strike("r2", "b2", "666111", "666", "111")
    play.strike("b1", "r1", "666", "666")
    play.strike("b2", "r2", "111")
    assert play.has("b1", markers.LOST)


# ---------------------------------------------------------------------------------- off the table


@pytest.mark.rule("TA-SETUP-03")
def test_nobody_fires_at_a_unit_off_the_table() -> None:
    play = Table({"r1": {"trooper": 5}}, {"b1": {"guard": 6}}, phase="shooting")
    play.fix(markers.AWAY.set(B1))
    assert "target-away" in play.against("fire", RED, FireReport(R1, (B1,)))


@pytest.mark.rule("TA-FIGHT-01", "TA-CHG-14")
def test_contacts_of_an_earlier_combat_do_not_count_in_the_next() -> None:
    play = Table({"r1": {"elite": 5}}, {"b1": {"guard": 6}})
    play.lock("r1", "b1")
    play.stand("r1", ("b1", 2, 0))
    play.fight()
    play.fought()
    play.fix(markers.BROKE.set(B1), markers.WON.set(R1))
    play.flee("b1", "25")
    play.fix(PhaseBegan(phase="movement", side=BLUE, turn_of=BLUE))
    play.fix(PhaseBegan(phase="movement", side=RED, turn_of=RED), markers.FLEES.cleared(B1))
    play.to("charge", RED)
    play.charge("r1", "b1")
    play.fight()
    strikers = initiative_steps.list_remaining_unit_strikers(play.match, R1)
    assert len({one.figure for one in strikers}) == 5
