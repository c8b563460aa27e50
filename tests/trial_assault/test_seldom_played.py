"""Reserves, joined characters, fire entered without dice, and corrections that end a combat."""

from __future__ import annotations

import pytest

from tests.saying import say
from tests.trial_assault.evening import charged, sampled_in_movement
from tests.trial_assault.table import B1, B2, B3, BLUE, FORCE, R1, R2, RED, Table, model
from tracker.application.log.game_log_lines import list_log_lines
from tracker.procedures.pieces.first_side_selection import FirstSideRoll
from tracker.procedures.requests import Split
from tracker.procedures.ruleset import OneUnitParams, SeveralUnitsParams
from tracker.rulesets.trial_assault.combat import initiative_steps
from tracker.rulesets.trial_assault.data import markers, state_queries
from tracker.rulesets.trial_assault.data.profile_types import Armour
from tracker.rulesets.trial_assault.forces.roster_reader import ROSTERS
from tracker.rulesets.trial_assault.phases import (
    match_end_and_winner,
    morale_checks,
    pile_in_and_consolidation,
)
from tracker.rulesets.trial_assault.phases.charge_phase import ChargeDeclaration
from tracker.rulesets.trial_assault.phases.fall_back_and_sweeping_advance import FallBackMove
from tracker.rulesets.trial_assault.phases.fight_phase import StrikeDeclaration
from tracker.rulesets.trial_assault.phases.fighter_contact_sheet import WeaponDeclaration
from tracker.rulesets.trial_assault.phases.move_and_fire_reports import FireReport, MovementReport
from tracker.rulesets.trial_assault.phases.pile_in_and_consolidation import (
    ConsolidationMove,
    PileInMove,
)
from tracker.rulesets.trial_assault.phases.setup_phase import CharacterAttachment
from tracker.testing.match_in_memory import u
from tracker.vocabulary.events import FiguresRemoved, UnitFormed

CHIEF = {"chief": model(w=2, leader=True)}


@pytest.mark.rule("TA-SETUP-03")
def test_a_character_waits_and_arrives_with_his_unit() -> None:
    game = sampled_in_movement("fix r1 off-the-table", "arrives r1")
    play = Table({"r1": {"assault": 5}, "r2": {"lord": 1}}, {"b1": {"guard": 4}})
    play.fix(markers.JOINED.make_link_fact(R2, R1))
    play.do("hold", RED, SeveralUnitsParams((R1,)))
    assert play.match.has(R2, markers.AWAY)
    say(game, "fix r1 off-the-table", "fix r3 off-the-table", 'arrives r1 "east"')
    assert not markers.AWAY.list_carriers(game.match, (R1, u("r3")))
    assert game.match.mark(u("r3"), markers.EDGE) == "east"


@pytest.mark.rule("TA-FORCE-05")
def test_characters_join_and_leave_in_the_movement_phase_of_their_side() -> None:
    play = Table({"r1": {"assault": 5}, "r2": {"lord": 1}}, {"b1": {"guard": 4}, "b2": {"lord": 1}})
    assert play.against("join", RED, CharacterAttachment(R2, R1)) == ("out-of-turn",)
    assert play.against("leave", RED, OneUnitParams(R2)) == ("out-of-turn",)
    play.clock(1, "movement", RED)
    assert play.against("join", RED, CharacterAttachment(R2, R1)) == ()
    assert play.against("join", BLUE, CharacterAttachment(B2, B1)) == ("out-of-turn",)


@pytest.mark.rule("TA-FORCE-05")
def test_a_roster_in_which_a_squad_joins_another_breaks_a_rule() -> None:
    text = '[profiles.a]\n[[units]]\nname = "A"\nmodels = {a = 2}\n'
    more = '[[units]]\nname = "B"\nmodels = {a = 2}\njoins = "A"\n'
    (problem,) = ROSTERS.read(f'name = "F"\nruleset = "trial-assault"\n{text}{more}', {}).problems
    assert (problem.text, problem.rule, problem.serious) == (
        "B joins A, but is not an independent character",
        "TA-FORCE-05",
        False,
    )


@pytest.mark.rule("TA-SHOOT-01", "TA-CAS-04", "TA-G30")
@pytest.mark.parametrize("squad", [{"raider": 6, "chief": 1}, {"chief": 1, "raider": 6}])
def test_fire_without_dice_slays_models_by_their_own_wounds_and_leaders_last(
    squad: dict[str, int],
) -> None:
    play = Table({"r1": {"trooper": 5}}, {"b1": squad}, profiles=CHIEF, phase="shooting")
    outcome = play.ruleset.actions["fire"].outcome
    assert outcome is not None
    play.fix(*outcome(play.match, RED, FireReport(R1, (B1,)), 7))
    (chief,) = play.match.figures(B1)
    assert play.match.figure(chief).profile == "chief"
    assert play.match.figure(chief).wounds == 1


@pytest.mark.rule("TA-G30", "TA-SHOOT-01")
def test_leaders_are_proposed_last_for_losses_to_fire() -> None:
    squad = {"chief": 1, "raider": 6}
    play = Table({"r1": {"trooper": 5}}, {"b1": squad}, profiles=CHIEF, phase="shooting")
    play.do("fire", RED, FireReport(R1, (B1,)))
    play.choose(3)
    asked = play.asked
    assert isinstance(asked, Split)
    assert asked.default == (("1", 3),)


@pytest.mark.rule("TA-SETUP-03", "TA-G09")
def test_a_last_survivor_off_the_table_does_not_test() -> None:
    option = {"last_survivor": "test_each_own_turn"}
    play = Table({"r1": {"assault": 2}}, {"b1": {"guard": 4}}, options=option)
    play.fix(markers.AWAY.set(R1))
    play.fix(FiguresRemoved(figures=play.match.figures(R1)[1:]))
    play.clock(2, "movement", RED)
    morale_checks.shake_last_survivors(play.match)
    assert not play.match.has(R1, markers.SHAKEN)


@pytest.mark.rule("TA-T13", "TA-MOVE-01")
def test_a_vehicle_that_stayed_after_all_is_hit_without_a_roll() -> None:
    tank = {"tank": model(vehicle=Armour(13, 12, 10))}
    play = Table({"r1": {"tank": 1}}, {"b1": {"guard": 4}}, profiles=tank, phase="movement")
    play.do("move", RED, MovementReport((R1,), 900))
    play.do("stay", RED, SeveralUnitsParams((R1,)))
    assert not play.match.has(R1, markers.FAST)


@pytest.mark.rule("TA-SPEC-09")
def test_only_a_psyker_takes_up_a_force_weapon() -> None:
    adept = {"adept": model(FORCE, a=3)}
    play = Table({"r1": {"adept": 1}}, {"b1": {"beast": 1}}, profiles=adept)
    play.charge("r1", "b1")
    play.fight()
    arms = WeaponDeclaration(R1, "force staff")
    assert play.against("arms", RED, arms) == ("no-weapon",)
    play.do("arms", RED, arms)
    play.strike("r1", "b1", "6661", "611", "3")
    assert play.idle
    assert play.match.figure(play.match.figures(B1)[0]).wounds == 0


@pytest.mark.rule("TA-CONS-02", "TA-G33", "TA-G43")
def test_a_consolidation_among_the_charges_brings_no_fight_and_costs_no_cover() -> None:
    play = Table(
        {"r1": {"assault": 5}, "r2": {"assault": 3}}, {"b1": {"guard": 4}, "b2": {"guard": 6}}
    )
    play.fix(markers.FLEES.set(B1))
    play.charge("r1", "b1")
    play.roll("66")
    play.do("consolidate", RED, ConsolidationMove(R1, (B2,)))
    assert state_queries.list_locked_enemies(play.match, R1) == (B2,)
    play.do("charge", RED, ChargeDeclaration((R2,), (B2,), covered=True))
    play.fight()
    assert play.match.link(markers.COVERED, B2, R2) is not None
    assert play.against("strikes", RED, StrikeDeclaration(R1, B2)) == ("not-in-combat",)
    (combat,) = initiative_steps.list_combats(play.match)
    targets = {one.target for one in initiative_steps.list_remaining_strikers(play.match, combat)}
    assert targets == {B2, R2}


@pytest.mark.rule("TA-SWEEP-03", "TA-PILE-01")
def test_a_unit_that_catches_an_enemy_piles_in_at_once() -> None:
    play = Table({"r1": {"assault": 5}}, {"b1": {"guard": 6}})
    play.lock("b1", "r1")
    play.stand("r1", ("b1", 2, 1))
    play.stand("b1", ("r1", 2, 1))
    play.fight()
    play.fought()
    play.fix(markers.BROKE.set(B1), markers.WON.set(R1))
    play.flee("b1", "11")
    play.sweep("r1", "66")
    touching = [
        len(markers.ENGAGED.list_carriers(play.match, play.match.figures(one))) for one in (R1, B1)
    ]
    assert touching == [5, 2]


@pytest.mark.rule("TA-TURN-05", "TA-RES-03", "TA-RES-05")
def test_a_combat_ends_when_a_correction_leaves_nobody_to_strike() -> None:
    game = charged("r1 charges b1")
    say(game, "b1 fights r1 : 124456 / 2456 / 362", "fix b1 figures -6")
    assert game.match.has(R1, markers.WON)


@pytest.mark.rule("TA-SETUP-03")
def test_nobody_consolidates_into_a_unit_off_the_table() -> None:
    play = Table({"r1": {"assault": 5}}, {"b1": {"guard": 4}})
    play.fix(markers.WON.set(R1), markers.AWAY.set(B1))
    assert play.against("consolidate", RED, ConsolidationMove(R1, (B1,))) == ("target-away",)


@pytest.mark.rule("TA-WIN-02", "TA-FORCE-04", "TA-TURN-05")
def test_models_moved_to_another_unit_by_hand_change_no_points() -> None:
    """R2 without models is not lost. With a model of R1, it is still worth its own points."""
    worth = {"two": model(points=60), "one": model(points=100)}
    play = Table({"r1": {"one": 5}, "r2": {"two": 1}}, {"b1": {"guard": 4}}, profiles=worth)
    moved = (*play.match.figures(R1), *play.match.figures(R2))
    play.fix(UnitFormed(unit=R1, side=RED, name="r1", figures=moved, out_of=(R2,)))
    assert match_end_and_winner.count_victory_points(play.match)[BLUE] == 0
    assert match_end_and_winner.describe_match_status(play.match)[0][1] == "Red 0 · Blue 0"
    back = (play.match.figures(R1)[0],)
    play.fix(UnitFormed(unit=R2, side=RED, name="r2", figures=back, out_of=(R1,)))
    play.fix(FiguresRemoved(figures=back))
    assert match_end_and_winner.count_victory_points(play.match)[BLUE] == 60


@pytest.mark.rule("TA-CHG-04", "TA-G41")
def test_a_character_who_outlives_the_unit_fired_at_may_be_charged() -> None:
    play = Table({"r1": {"trooper": 5}}, {"b1": {"guard": 2}, "b2": {"lord": 1}}, phase="shooting")
    play.fix(markers.JOINED.make_link_fact(B2, B1))
    play.do("fire", RED, FireReport(R1, (B1,)))
    play.choose(2)
    play.clock(1, "charge", RED)
    assert play.against("charge", RED, ChargeDeclaration((R1,), (B2,))) == ()


@pytest.mark.rule("TA-G16", "TA-CHAR-02")
def test_a_character_has_moved_with_his_unit_when_he_fires() -> None:
    play = Table({"r1": {"trooper": 5}, "r2": {"lord": 1}}, {"b1": {"guard": 2}}, phase="shooting")
    play.fix(markers.JOINED.make_link_fact(R2, R1), markers.MOVED.set(R1))
    assert play.against("fire", RED, FireReport(R2, (B1,), standing=True)) == ("has-moved",)


@pytest.mark.rule("TA-SETUP-01", "TA-TURN-01")
def test_the_first_turn_is_not_decided_again_in_a_running_game() -> None:
    """Red's half would be the second one, and the turn would end without Blue's half."""
    play = Table({"r1": {"trooper": 5}}, {"b1": {"guard": 2}}, phase="movement")
    assert play.against("first", RED, FirstSideRoll(agreed=BLUE)) == ("has-begun",)


@pytest.mark.rule("TA-G05", "TA-RES-05")
def test_a_character_who_tests_alone_is_shaken_alone() -> None:
    """Both B2 and its character are near the victors, and each of them tests."""
    blue = {"b1": {"guard": 1}, "b2": {"guard": 4}, "b3": {"lord": 1}}
    for option, shaken in (("own_test", (B2, B3)), ("with_unit", (B2,))):
        play = Table({"r1": {"assault": 5}}, blue, options={"character_morale": option})
        play.fix(markers.JOINED.make_link_fact(B3, B2))
        asked = tuple(
            unit
            for unit in play.match.units(BLUE)
            if unit != B1 and morale_checks.can_be_shaken(play.match, unit, RED)
        )
        assert asked == shaken


@pytest.mark.rule("TA-SETUP-03", "TA-FORCE-05")
def test_a_character_who_joins_a_unit_in_reserve_waits_with_it() -> None:
    play = Table({"r1": {"assault": 5}, "r2": {"lord": 1}}, {"b1": {"guard": 4}})
    play.do("hold", RED, SeveralUnitsParams((R1,)))
    play.do("join", RED, CharacterAttachment(R2, R1))
    assert play.match.has(R2, markers.AWAY)


@pytest.mark.rule("TA-G18", "TA-CONS-01")
def test_units_pile_in_before_the_losers_of_their_own_combat_break_off() -> None:
    """By house rule, R1 piles in before B1 leaves, and consolidates afterwards."""
    play = Table(
        {"r1": {"assault": 5}, "r2": {"assault": 3}},
        {"b1": {"guard": 4}, "b2": {"guard": 6}},
        options={"pile_in_timing": "before_break_off"},
    )
    play.lock("b2", "r2")
    play.lock("b1", "r1")
    play.fight()
    play.fix(markers.BROKE.set(B1), markers.WON.set(R1))
    first = pile_in_and_consolidation.list_due_pile_ins(play.match)
    assert [one.subject for one in first] == [R1]
    (against,) = play.objections("flee", BLUE, FallBackMove(B1))
    assert against.text == "R1 must pile in before any unit breaks off"
    play.do("pile", RED, PileInMove((R1,)))
    assert play.against("flee", BLUE, FallBackMove(B1)) == ()
    play.flee("b1", "11")
    play.sweep("r1")
    assert "has-moved" not in play.against("consolidate", RED, ConsolidationMove(R1))


@pytest.mark.rule("TA-G36", "TA-CHG-02")
@pytest.mark.parametrize(("premeasure", "against"), [(True, ("too-far",)), (False, ())])
def test_who_may_not_measure_may_declare_a_charge_that_falls_short(
    premeasure: bool, against: tuple[str, ...]
) -> None:
    options = {"premeasure": premeasure}
    play = Table({"r1": {"assault": 5}}, {"b1": {"guard": 4}}, options=options)
    assert play.against("charge", RED, ChargeDeclaration((R1,), (B1,), length=700)) == against


@pytest.mark.rule("TA-SETUP-01", "TA-TURN-01", "TA-TURN-05")
def test_a_correction_of_who_is_first_holds_for_all_turns() -> None:
    """Blue begins turn 2, too. Its half of turn 1 is lost unless it comes now."""
    game = sampled_in_movement()
    say(game, "fix first blue")
    assert "not done: Blue's part of turn 1" in list_log_lines(game.history)[-1].text
    say(game, "fix phase movement", "next", "next", "next")
    assert (game.match.turn, game.match.clock.side) == (1, RED)
    say(game, "next", "next", "next")
    assert (game.match.turn, game.match.clock.side) == (2, BLUE)
