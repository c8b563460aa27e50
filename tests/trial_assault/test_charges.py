"""Charges, and the log of movement and fire they depend on (TA-CHG, TA-MOVE, TA-SHOOT)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.trial_assault import mob
from tests.trial_assault.table import B1, BLUE, R1, RED, Table, limit, model
from tracker.application.log.game_log_lines import list_log_lines
from tracker.procedures.declared.player_actions import encode_params
from tracker.procedures.requests import Confirm, Faces
from tracker.procedures.runners import live_table_runner as runners
from tracker.rulesets.trial_assault.combat import initiative_steps
from tracker.rulesets.trial_assault.data import markers, state_queries
from tracker.rulesets.trial_assault.phases.charge_phase import ChargeDeclaration, CoverDeclaration
from tracker.rulesets.trial_assault.phases.move_and_fire_reports import FireReport, MovementReport
from tracker.rulesets.trial_assault.phases.pile_in_and_consolidation import ConsolidationMove
from tracker.testing.match_in_memory import u
from tracker.vocabulary.events import ActionTaken, FiguresRemoved

R2, B2 = u("r2"), u("b2")
FORCES = {"r1": {"assault": 5}, "r2": {"assault": 5}}
ENEMIES = {"b1": {"guard": 10}, "b2": {"guard": 10}}


def table(**more: Any) -> Table:
    return Table(FORCES, ENEMIES, **more)


def charge(play: Table, *targets: str, units: tuple[str, ...] = ("r1",), **how: Any) -> None:
    who, whom = tuple(map(u, units)), tuple(map(u, targets))
    play.do("charge", RED, ChargeDeclaration(who, whom, **how))


def against(play: Table, *targets: str, **how: Any) -> tuple[str, ...]:
    return play.against("charge", RED, ChargeDeclaration((R1,), tuple(map(u, targets)), **how))


# ------------------------------------------------------------------------------------- permission


@pytest.mark.rule("TA-CHG-01", "TA-T8")
def test_who_is_locked_or_flees_may_not_charge() -> None:
    play = table()
    assert against(play, "b1") == ()
    play.fix(markers.FLEES.set(R1))
    assert against(play, "b1") == ("flees",)
    play = table()
    play.lock("b2", "r1")
    assert against(play, "b1") == ("locked",)
    play = table(phase="shooting")
    assert against(play, "b1") == ("not-charges",)


@pytest.mark.rule("TA-CHG-04", "TA-T8", "TA-W22", "TA-SHOOT-01", "TA-TURN-04")
def test_who_fired_charges_whom_it_fired_at_first() -> None:
    play = table(phase="shooting")
    play.do("fire", RED, FireReport(R1, (B1,)))
    play.choose(0)
    play.to("charge")
    assert against(play, "b1") == ()
    assert against(play, "b2") == ("fired",)
    assert against(play, "b1", "b2") == ()
    assert against(play, "b2", "b1") == ("fired",)
    play.fix(FiguresRemoved(figures=play.match.figures(B1)))
    assert against(play, "b2") == ("target-gone",)


@pytest.mark.rule("TA-CHG-05", "TA-T8", "TA-G40", "TA-G16", "TA-SHOOT-01")
@pytest.mark.parametrize(("kind", "why"), [("assault", ("stood",)), ("elite", ())])
def test_who_stood_still_to_fire_does_not_charge(kind: str, why: tuple[str, ...]) -> None:
    play = Table({"r1": {kind: 5}}, ENEMIES, phase="shooting")
    play.do("fire", RED, FireReport(R1, (B1,), standing=True))
    play.choose(0)
    play.to("charge")
    assert against(play, "b1") == why


@pytest.mark.rule("TA-CHG-02", "TA-T6", "TA-FORCE-02", "TA-CHAR-06")
@pytest.mark.parametrize(
    ("inches", "far", "why"), [(6, 600, ()), (6, 601, ("too-far",)), (12, 1200, ())]
)
def test_assault_range(inches: int, far: int, why: tuple[str, ...]) -> None:
    play = Table({"r1": {"fast": 3}}, ENEMIES, profiles={"fast": model(assault=inches)})
    assert against(play, "b1", length=far) == why


@pytest.mark.rule("TA-G36")
@pytest.mark.parametrize(("premeasure", "locked"), [(True, True), (False, False)])
def test_a_charge_declared_out_of_range(premeasure: bool, locked: bool) -> None:
    play = table(options={"premeasure": premeasure})
    charge(play, "b1", length=700)
    assert play.is_locked("r1") is locked


@pytest.mark.rule("TA-G06")
@pytest.mark.parametrize(("may", "why"), [(True, ()), (False, ("regrouped",))])
def test_who_regrouped_may_charge(may: bool, why: tuple[str, ...]) -> None:
    play = table(options={"regrouped_may_charge": may})
    play.fix(markers.REGROUPED.set(R1))
    assert against(play, "b1") == why


@pytest.mark.rule("TA-TURN-04")
def test_what_a_unit_did_lapses_with_its_own_next_turn() -> None:
    play = table(phase="shooting")
    play.do("fire", RED, FireReport(R1, (B1,), standing=True))
    play.choose(0)
    play.to("pile")
    play.fight()  # Blue's turn
    assert play.match.clock.side == BLUE
    assert play.has("r1", markers.FIRED)
    assert play.has("r1", markers.STOOD)
    assert play.match.pairs(markers.SHOT_AT) == ((R1, B1),)
    play.to("pile", BLUE)
    play.fight()
    assert play.match.clock.side == RED
    assert not play.has("r1", markers.FIRED)
    assert not play.has("r1", markers.STOOD)
    assert not play.match.pairs(markers.SHOT_AT)


# -------------------------------------------------------------------------------------- the charge


@pytest.mark.rule("TA-CHG-14", "TA-CHG-06", "TA-CHG-13")
def test_contact_locks_whom_it_touches() -> None:
    play = table()
    charge(play, "b1", "b2", missed=(B2,))
    assert state_queries.list_locked_enemies(play.match, R1) == (B1,)
    assert state_queries.list_charge_targets(play.match, R1) == (B1,)
    assert not play.is_locked("b2")
    charge(play, "b2", units=("r2",))
    assert play.is_locked("b2")


@pytest.mark.rule("TA-CHG-08")
@pytest.mark.parametrize("order", [("r1", "r2"), ("r2", "r1")])
def test_the_active_player_says_who_moves_first(order: tuple[str, str]) -> None:
    play = table()
    charge(play, "b1", units=order, rough=True, length=400)
    first, second = order
    assert (play.has(first, markers.TRIED), play.has(second, markers.TRIED)) == (True, False)
    play.roll("44")
    assert (play.is_locked(first), play.is_locked(second)) == (True, False)
    play.roll("44")
    assert state_queries.list_locked_enemies(play.match, B1) == (R1, R2)


@pytest.mark.rule("TA-CHG-15", "TA-G38", "TA-G42")
@pytest.mark.parametrize("how", [{"failed": True}, {"missed": (B1,)}])
def test_a_failed_charge_moves_nobody_and_is_used_up(how: dict[str, Any]) -> None:
    play = table()
    charge(play, "b1", "b2", **how)
    assert not play.is_locked("r1")
    assert state_queries.list_charge_targets(play.match, R1) == ()
    assert against(play, "b2") == ("has-charged",)


@pytest.mark.rule("TA-CHG-12", "TA-T7", "TA-W24")
@pytest.mark.parametrize(
    ("needs", "dice", "reaches"),
    [(500, "25", True), (550, "25", False), (600, "66", True), (700, "66", False)],
)
def test_the_higher_of_two_dice_through_terrain(needs: int, dice: str, reaches: bool) -> None:
    play = table()
    charge(play, "b1", rough=True, length=needs)
    play.roll(dice)
    assert play.is_locked("r1") is reaches
    assert play.is_locked("b1") is reaches


@pytest.mark.rule("TA-CHG-12", "TA-G39")
@pytest.mark.parametrize(
    ("assault", "needs", "told"),
    [(6, 500, "5"), (6, 550, "6"), (12, 900, "5"), (6, None, "")],
)
def test_what_the_dice_through_terrain_have_to_be(
    assault: int, needs: int | None, told: str
) -> None:
    """9 inches at two a pip are 4.5, so a 5."""
    play = Table(
        {"r1": {"fast": 3}},
        ENEMIES,
        profiles={"fast": model(assault=assault)},
        options={"fast_terrain": "double_die"},
    )
    charge(play, "b1", rough=True, length=needs)
    asked = play.asked
    assert isinstance(asked, Faces)
    assert asked.need == "the higher counts" + f"; {told} or more reaches" * bool(told)


@pytest.mark.rule("TA-CHG-12", "TA-CHG-09", "TA-CHG-03")
@pytest.mark.parametrize("reaches", [True, False])
def test_without_a_distance_people_say_if_it_is_enough(reaches: bool) -> None:
    play = table()
    charge(play, "b1", rough=True)
    play.roll("34")
    play.choose(reaches)
    assert play.is_locked("r1") is reaches


@pytest.mark.rule("TA-G39")
@pytest.mark.parametrize(("how", "reaches"), [("die", False), ("double_die", True)])
def test_fast_units_through_terrain(how: str, reaches: bool) -> None:
    play = Table(
        {"r1": {"fast": 3}},
        ENEMIES,
        profiles={"fast": model(assault=12)},
        options={"fast_terrain": how},
    )
    charge(play, "b1", rough=True, length=1000)
    play.roll("52")
    assert play.is_locked("r1") is reaches


@pytest.mark.rule("TA-G39")
def test_each_model_rolls_by_house_rule() -> None:
    """The first reaches with 5; of the others only who rolled as much is in contact."""
    play = Table({"r1": {"assault": 3}}, ENEMIES, options={"terrain_roll": "per_model"})
    charge(play, "b1", rough=True, length=500)
    play.roll("254361")
    assert play.is_locked("r1")
    touching = [
        bool(state_queries.list_touched_enemies(play.match, one)) for one in play.match.figures(R1)
    ]
    assert touching == [True, False, True]


@pytest.mark.rule("TA-CHAR-02", "TA-G41", "TA-CHG-05", "TA-CHG-04")
def test_a_character_charges_with_his_unit() -> None:
    play = Table({"r1": {"assault": 5}, "r2": {"lord": 1}}, ENEMIES)
    play.fix(markers.JOINED.make_link_fact(R2, R1))
    charge(play, "b1", units=("r2",))
    assert state_queries.list_locked_enemies(play.match, R1) == (B1,)
    assert state_queries.list_locked_enemies(play.match, R2) == (B1,)
    play = Table({"r1": {"assault": 5}, "r2": {"lord": 1}}, ENEMIES)
    play.fix(markers.JOINED.make_link_fact(R2, R1), markers.FIRED.set(R2), markers.STOOD.set(R2))
    play.fix(markers.SHOT_AT.make_link_fact(R2, B1))
    assert against(play, "b2") == ("stood", "fired")


# ------------------------------------------------------------------------ whom it meets falls back


def fleeing(**options: Any) -> Table:
    play = table(options=options)
    play.fix(markers.FLEES.set(B1))
    return play


@pytest.mark.rule("TA-CHG-16", "TA-REGROUP-02", "TA-T12")
def test_who_is_charged_while_falling_back_stands() -> None:
    play = fleeing()
    play.fix(FiguresRemoved(figures=play.match.figures(B1)[2:]))
    charge(play, "b1")
    assert limit(play) == 7  # Leadership alone
    play.roll("43")
    assert not play.has("b1", markers.FLEES)
    assert play.is_locked("b1")


@pytest.mark.rule("TA-CHG-16", "TA-G43", "TA-G62")
@pytest.mark.parametrize(
    ("how", "barred"), [("consolidate", ()), ("nothing", ("has-not-won",)), ("full_wipe_out", ())]
)
def test_or_it_scatters(how: str, barred: tuple[str, ...]) -> None:
    play = fleeing(charge_destroyed=how)
    charge(play, "b1")
    play.roll("44")
    if how == "full_wipe_out":
        play.choose((("u:b2", 1),))
        assert play.has("b2", markers.SHAKEN)
        play.fix(markers.SHAKEN.cleared(B2))
    assert play.count("b1") == (0,)
    assert not play.is_locked("r1")
    assert state_queries.list_charge_targets(play.match, R1) == ()
    assert play.against("consolidate", RED, ConsolidationMove(R1)) == barred


@pytest.mark.rule("TA-G43", "TA-CHG-04")
@pytest.mark.parametrize(("fired", "goes_on"), [(False, True), (True, False)])
def test_who_did_not_fire_goes_on_against_the_next(fired: bool, goes_on: bool) -> None:
    play = fleeing()
    if fired:
        play.fix(markers.FIRED.set(R1), markers.SHOT_AT.make_link_fact(R1, B1))
    charge(play, "b1", "b2")
    play.roll("66")
    assert play.is_locked("b2") is goes_on


# ---------------------------------------------------------------------------------------- cover


@pytest.mark.rule("TA-COVER-03", "TA-COVER-04", "TA-G32", "TA-G33", "TA-COVER-02")
def test_who_has_cover() -> None:
    play = Table(FORCES, {"b1": {"hidden": 5}}, profiles={"hidden": model(concealed=True)})
    charge(play, "b1")
    assert play.match.link(markers.COVERED, B1, R1)
    play = table()
    assert play.against("cover", BLUE, CoverDeclaration(B1, (R1,))) == ("no-charge",)
    play.lock("b1", "r2")
    charge(play, "b1")
    assert play.against("cover", BLUE, CoverDeclaration(B1, (R1,))) == ("was-locked",)
    play = Table(FORCES, {"b1": {"hidden": 5}}, profiles={"hidden": model(concealed=True)})
    play.lock("b1", "r2")
    charge(play, "b1")
    assert not play.match.pairs(markers.COVERED)
    play = table()
    charge(play, "b1")
    assert play.against("cover", BLUE, CoverDeclaration(B1, (R1,))) == ()
    play.do("cover", BLUE, CoverDeclaration(B1, (R1,)))
    guard = play.match.figures(B1)[0]
    assert initiative_steps.find_initiative_step(play.match, guard, R1) == 10


# ------------------------------------------------------------------------------------------ the log


@pytest.mark.rule("TA-MOVE-01", "TA-TURN-01")
def test_movement_is_a_log() -> None:
    play = table(phase="movement")
    assert play.against("move", RED, MovementReport((R1,), 9900)) == ()
    play.do("move", RED, MovementReport((R1, R2), 600))
    assert play.has("r1", markers.MOVED)
    assert play.against("move", RED, MovementReport((R1,))) == ("has-moved",)
    assert play.against("move", BLUE, MovementReport((B1,))) == ("not-its-half",)
    play.do("stay", RED, play.ruleset.actions["stay"].params((R2,)))
    assert not play.has("r2", markers.MOVED)
    play.lock("r2", "b2")
    assert play.against("move", RED, MovementReport((R2,))) == ("locked",)


@pytest.mark.rule("TA-G16")
def test_a_unit_that_moved_is_offered_each_shot_once() -> None:
    """Units that have moved cannot stand still to fire: one way to fire at each enemy is left."""
    play = table(phase="shooting")
    play.fix(markers.MOVED.set(R1))
    ways = [params for _, params in play.ruleset.actions["fire"].candidates(play.match)]
    assert [way for way in ways if way.unit == R1] == [FireReport(R1, (B1,)), FireReport(R1, (B2,))]
    assert FireReport(R2, (B1,), standing=True) in ways


@pytest.mark.rule("TA-SHOOT-02", "TA-SHOOT-03", "TA-SHOOT-04", "TA-G60")
def test_fire_and_close_combat() -> None:
    play = table(phase="shooting")
    play.lock("r1", "b1")
    play.stand("r1", ("b1", 3, 2))
    play.stand("b1", ("r1", 4, 3))
    assert play.against("fire", RED, FireReport(R1, (B2,))) == ("engaged",)
    assert play.against("fire", RED, FireReport(R2, (B1,))) == ()
    play.do("fire", RED, FireReport(R2, (B1,)))
    play.choose(2)
    assert play.count("b1") == (8,)
    assert not play.has("b1", markers.SHAKEN)
    play = table(phase="shooting")
    play.lock("r1", "b1")
    play.stand("b1", ("r1", 10, 0))
    assert play.against("fire", RED, FireReport(R2, (B1,))) == ("into-combat",)


def at_free_models() -> Table:
    """Seven of ten guards are in close combat; R2 fires at the three others."""
    play = table(phase="shooting")
    play.lock("r1", "b1")
    play.stand("r1", ("b1", 3, 2))
    play.stand("b1", ("r1", 4, 3))
    play.do("fire", RED, FireReport(R2, (B1,)))
    return play


@pytest.mark.rule("TA-SHOOT-04", "TA-TURN-05")
def test_more_wounds_than_free_models_are_asked_about_and_then_as_the_table_says() -> None:
    play = at_free_models()
    play.choose(4)
    assert isinstance(play.asked, Confirm)
    assert play.asked.what == (
        "4 wounds on B1, whose free models have 3, the others in close combat"
    )
    play.choose(False)
    play.choose(4)
    play.choose(True)
    assert play.count("b1") == (6,)
    assert not state_queries.list_models_out_of_contact(
        play.match, B1
    )  # all three of them, and one more
    plain = at_free_models()
    plain.choose(3)
    assert plain.idle


@pytest.mark.rule("TA-SHOOT-04", "TA-TURN-05")
def test_an_outcome_of_more_than_the_free_models_says_so_in_the_log() -> None:
    """2 of 12 guards are free; three are told to have fallen."""
    fought = ("next", "next", "r1 charges b1", "sheet b1 6+4 r1", "next")
    game = mob.begin(*fought, "fix phase shooting red", "r3 fires b1 !-3")
    assert len(game.match.figures(B1)) == 9
    assert not state_queries.list_models_out_of_contact(game.match, B1)
    assert "3 wounds on B1, whose free models have 2" in list_log_lines(game.history)[-1].text


@pytest.mark.rule("TA-CHG-12", "TA-CHG-15", "TA-CHG-13")
def test_a_charge_that_falls_short_says_whom_it_does_not_reach() -> None:
    """2 and 4: four inches, where five are needed."""
    game = mob.begin("next", "next", "r1 charges b1,b2 5in rough : 24")
    assert game.match.mark(R1, markers.SHORT) == "B1 B2"
    assert not state_queries.is_locked(game.match, R1)
    assert list_log_lines(game.history)[-1].text.endswith("short of B1 B2")
    missed = mob.begin("next", "next", "r1 charges b1,b2 missed=b2")
    assert missed.match.mark(R1, markers.SHORT) == "B2"
    assert list_log_lines(missed.history)[-1].text.endswith("short of B2")
    assert not mob.begin("next", "next", "r1 charges b1").match.has(R1, markers.SHORT)


def test_a_match_that_was_opened_earlier_goes_on_without_the_marker() -> None:
    """The words of a match are those of the day it was opened."""
    play = table()
    state = play.table.state
    earlier = tuple(one for one in state.info.words.markers if one.id != markers.SHORT)
    state.info = replace(state.info, words=replace(state.info.words, markers=earlier))
    old = runners.TableRunner(play.ruleset, state)
    params = encode_params(ChargeDeclaration((R1,), (B1,), failed=True))
    old.process_input(ActionTaken(action="charge", side=RED, params=params), 1000)
    assert old.match.has(R1, markers.TRIED)
    assert not old.match.has(R1, markers.SHORT)


@pytest.mark.rule("TA-SHOOT-06", "TA-G16")
def test_who_moves_or_falls_back_does_not_stand_to_fire() -> None:
    play = table(phase="shooting")
    play.fix(markers.FLEES.set(R1), markers.MOVED.set(R2))
    assert play.against("fire", RED, FireReport(R1, (B1,), standing=True)) == ("falls-back",)
    assert play.against("fire", RED, FireReport(R1, (B1,))) == ()
    assert play.against("fire", RED, FireReport(R2, (B1,), standing=True)) == ("has-moved",)


@pytest.mark.rule("TA-SHOOT-01")
def test_wounds_lost_to_fire_are_told_by_group() -> None:
    play = Table(FORCES, {"b1": {"guard": 4, "brute": 2}}, phase="shooting")
    play.do("fire", RED, FireReport(R1, (B1,)))
    play.choose(5)
    play.choose((("0", 1), ("1", 4)))
    assert play.kinds("b1") == {"guard": 3, "brute": 1}
    assert [play.match.figure(one).wounds for one in play.match.figures(B1)] == [0, 0, 0, 1]
