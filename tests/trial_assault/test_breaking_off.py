"""Falling back, sweeping advances, consolidation, pile in (TA-FALL, TA-SWEEP, TA-CONS, TA-PILE)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.trial_assault.table import B1, BLUE, R1, RED, Table, limit, model
from tracker.procedures.ruleset import OneUnitParams
from tracker.procedures.runners.request_answer_reading import get_default_answer
from tracker.rulesets.trial_assault.data import markers, state_queries
from tracker.rulesets.trial_assault.data.profile_types import Armour
from tracker.rulesets.trial_assault.phases.pile_in_and_consolidation import (
    ConsolidationMove,
    PileInMove,
)
from tracker.rulesets.trial_assault.phases.regrouping import RegroupTest
from tracker.testing.match_in_memory import u
from tracker.vocabulary.events import FiguresRemoved

R2, B2, B3 = u("r2"), u("b2"), u("b3")


def beaten(*, options: dict[str, Any] | None = None, **profiles: Any) -> Table:
    """Blue's b1 has lost to Red's r1 and breaks."""
    play = Table(
        {"r1": {"winner": 5}},
        {"b1": {"loser": 6}},
        options=options,
        profiles={"winner": model(), "loser": model(), **profiles},
    )
    play.break_off("b1", "r1")
    return play


# -------------------------------------------------------------------------------------- the sweep


@pytest.mark.rule("TA-SWEEP-02", "TA-SWEEP-03", "TA-SWEEP-04", "TA-W17", "TA-G48", "TA-FALL-01")
@pytest.mark.parametrize(("sweep", "caught"), [("34", False), ("44", True)])
def test_a_sweep_has_to_beat_the_dice(sweep: str, caught: bool) -> None:
    play = beaten()
    play.flee("b1", "25")
    assert play.is_locked("b1")
    play.sweep("r1", sweep)
    assert play.is_locked("b1") is caught
    assert play.has("b1", markers.FLEES) is not caught
    assert play.moved("b1") == (None if caught else 700)
    assert play.count("b1") == (6,)
    assert not play.has("b1", markers.BROKE)
    assert ("has-piled" in play.against("pile", RED, PileInMove((R1,)))) is caught
    assert ("has-piled" in play.against("pile", BLUE, PileInMove((B1,)))) is caught


@pytest.mark.rule("TA-SWEEP-01", "TA-SWEEP-04")
def test_a_winner_need_not_sweep() -> None:
    play = beaten()
    play.flee("b1", "11")
    play.sweep("r1")
    assert play.has("b1", markers.FLEES)
    assert not play.is_locked("r1")


@pytest.mark.rule("TA-SWEEP-01", "TA-FORCE-02")
@pytest.mark.parametrize("must", [False, True])
def test_who_has_to_sweep_does_so_though_all_are_caught(must: bool) -> None:
    play = Table(
        {"r1": {"hunter": 5}, "r2": {"winner": 5}},
        {"b1": {"loser": 6}},
        profiles={"winner": model(), "loser": model(), "hunter": model(must_sweep=must)},
    )
    play.lock("r2", "b1")
    play.break_off("b1", "r1")
    play.fix(markers.WON.set(R2))
    play.flee("b1", "11")
    play.sweep("r2", "66")
    play.do("sweep", RED, OneUnitParams(R1))
    assert get_default_answer(play.asked) is must


@pytest.mark.rule("TA-SWEEP-01", "TA-T7", "TA-FORCE-02")
def test_who_may_not_sweep_is_not_asked() -> None:
    play = beaten(winner=model(sweep=0))
    play.flee("b1", "21")
    assert play.has("b1", markers.FLEES)
    assert play.moved("b1") == 300


@pytest.mark.rule("TA-T7", "TA-W49", "TA-FALL-03", "TA-G46", "TA-FORCE-02")
@pytest.mark.parametrize(("compare", "caught"), [("dice", False), ("halved", True)])
def test_three_dice_of_the_fast_are_halved_by_terrain(compare: str, caught: bool) -> None:
    """4, 4, 3 is 11 inches, halved 5.5; a sweep of 8 beats the half only."""
    play = beaten(loser=model(fall_back=3), options={"sweep_compare": compare})
    play.flee("b1", "443", rough=True)
    play.sweep("r1", "44")
    assert play.has("b1", markers.FLEES) is not caught
    assert play.moved("b1") == (None if caught else 550)


@pytest.mark.rule("TA-T7")
def test_fast_units_sweep_with_three_dice() -> None:
    play = beaten(winner=model(sweep=3))
    play.flee("b1", "66")
    play.sweep("r1", "661")
    assert play.is_locked("b1")


@pytest.mark.rule("TA-G49", "TA-FALL-03", "TA-W49")
@pytest.mark.parametrize(("halving", "far"), [("exact", 450), ("up", 500), ("down", 400)])
def test_halves(halving: str, far: int) -> None:
    play = beaten(options={"halving": halving}, winner=model(sweep=0))
    play.flee("b1", "54", rough=True)
    assert play.moved("b1") == far


@pytest.mark.rule("TA-G46")
def test_blind_the_winner_rolls_first() -> None:
    play = beaten(options={"sweep_choice": "blind"})
    assert [one.action for one in play.ruleset.due(play.match)] == ["sweep"]
    play.sweep("r1", "44")
    assert play.is_locked("b1")
    play.flee("b1", "43")
    assert play.is_locked("b1")
    play = beaten()
    assert [one.action for one in play.ruleset.due(play.match)] == ["flee"]


@pytest.mark.rule("TA-FALL-05", "TA-W50")
def test_who_is_trapped_is_destroyed() -> None:
    play = beaten()
    play.flee("b1", "54", trapped=True)
    play.sweep("r1")
    assert play.count("b1") == (0,)
    assert play.match.figure(play.match.all_figures(BLUE)[0]).gone == "destroyed"


@pytest.mark.rule("TA-FALL-07", "TA-G07")
def test_who_reaches_the_edge_is_out_of_the_match() -> None:
    play = beaten()
    play.flee("b1", "54", off=True)
    play.sweep("r1")
    assert play.match.figure(play.match.all_figures(BLUE)[0]).gone == "fled"


@pytest.mark.rule("TA-FALL-06")
def test_own_rules_say_how_far() -> None:
    play = beaten(loser=model(own_fall_back=True), winner=model(sweep=0))
    play.flee("b1", length=650)
    assert play.moved("b1") == 650


@pytest.mark.rule("TA-MULTI-03")
def test_an_enemy_that_stays_holds_the_winner() -> None:
    play = Table({"r1": {"trooper": 5}}, {"b1": {"trooper": 5}, "b2": {"trooper": 5}})
    play.lock("r1", "b1", "b2")
    play.fight()
    play.fix(markers.BROKE.set(B1), markers.WON.set(R1))
    play.flee("b1", "11")
    assert play.has("b1", markers.FLEES)
    assert play.is_locked("r1")
    assert "locked" in play.against("consolidate", RED, ConsolidationMove(R1))


@pytest.mark.rule("TA-MULTI-04", "TA-W47")
def test_one_sweep_against_three() -> None:
    play = Table(
        {"r1": {"trooper": 5}},
        {"b1": {"trooper": 5}, "b2": {"trooper": 5}, "b3": {"trooper": 5}},
    )
    play.lock("r1", "b1", "b2", "b3")
    play.fight()
    play.fix(markers.BROKE.set(B1, B2, B3), markers.WON.set(R1))
    for unit, faces in (("b1", "43"), ("b2", "54"), ("b3", "65")):
        play.flee(unit, faces)
    play.sweep("r1", "54")
    assert [play.has(one, markers.FLEES) for one in ("b1", "b2", "b3")] == [False, True, True]
    assert state_queries.list_locked_enemies(play.match, R1) == (B1,)
    assert "locked" in play.against("consolidate", RED, ConsolidationMove(R1))


@pytest.mark.rule("TA-G47")
def test_of_two_winners_one_is_enough_to_hold_all() -> None:
    play = Table({"r1": {"trooper": 5}, "r2": {"trooper": 5}}, {"b1": {"trooper": 5}})
    play.break_off("b1", "r1", "r2")
    play.flee("b1", "34")
    play.sweep("r1", "11")
    assert play.is_locked("b1")
    play.sweep("r2", "62")
    assert {*state_queries.list_locked_enemies(play.match, B1)} == {R1, R2}


@pytest.mark.rule("TA-G51", "TA-FORCE-02")
def test_a_character_flees_and_sweeps_with_his_unit() -> None:
    play = Table(
        {"r1": {"trooper": 5}, "r2": {"lord": 1}},
        {"b1": {"trooper": 5}, "b2": {"lord": 1}},
    )
    play.fix(markers.JOINED.make_link_fact(R2, R1), markers.JOINED.make_link_fact(B2, B1))
    play.lock("r1", "b1", "b2")
    play.lock("r2", "b1", "b2")
    play.fight()
    play.fought()
    play.fix(markers.BROKE.set(B1, B2), markers.WON.set(R1, R2))
    assert [one.subject for one in play.ruleset.due(play.match)] == [B1]
    play.flee("b1", "34")
    assert [one.subject for one in play.ruleset.due(play.match)] == [R1]
    play.sweep("r1", "33")
    assert play.has("b1", markers.FLEES)
    assert play.has("b2", markers.FLEES)
    assert not play.is_locked("r2")


# ------------------------------------------------------------------------- consolidation, pile in


def escaped(**options: Any) -> Table:
    play = beaten(options=options)
    play.flee("b1", "12")
    play.sweep("r1", "11")
    return play


CONSOLIDATES = ["may consolidate"]


@pytest.mark.rule("TA-CONS-01", "TA-T6")
def test_a_winner_may_consolidate_three_inches() -> None:
    play = escaped()
    assert play.against("consolidate", RED, ConsolidationMove(R1, length=300)) == ()
    assert play.against("consolidate", RED, ConsolidationMove(R1, length=301)) == ("too-far",)
    assert [item.why.partition(" ")[2] for item in play.ruleset.due(play.match)] == CONSOLIDATES
    play.do("consolidate", RED, ConsolidationMove(R1))
    assert not play.ruleset.due(play.match)
    assert play.against("consolidate", RED, ConsolidationMove(R1)) == ("has-moved",)
    assert not play.is_locked("r1")


@pytest.mark.rule("TA-CONS-03")
@pytest.mark.parametrize(("open_topped", "why"), [(True, ()), (False, ("closed",))])
def test_it_boards_what_is_open_topped(open_topped: bool, why: tuple[str, ...]) -> None:
    car = model(a=0, vehicle=Armour(open_topped=open_topped))
    play = Table(
        {"r1": {"trooper": 5}, "r2": {"car": 1}}, {"b1": {"guard": 5}}, profiles={"car": car}
    )
    play.fix(markers.WON.set(R1))
    params = ConsolidationMove(R1, aboard=u("r2"))
    assert play.against("consolidate", RED, params) == why
    play.do("consolidate", RED, params)
    assert play.has("r1", markers.AWAY)


@pytest.mark.rule("TA-CONS-02", "TA-W16", "TA-G45")
def test_it_may_touch_those_who_fell_back() -> None:
    play = escaped()
    play.do("consolidate", RED, ConsolidationMove(R1, (B1,)))
    assert play.is_locked("b1")
    assert not play.has("b1", markers.FLEES)
    assert state_queries.list_charge_targets(play.match, R1) == ()


@pytest.mark.rule("TA-G45")
@pytest.mark.parametrize(("dice", "left"), [("44", 6), ("54", 0)])
def test_by_house_rule_they_test_to_regroup(dice: str, left: int) -> None:
    play = escaped(recontact="regroup_test")
    play.do("consolidate", RED, ConsolidationMove(R1, (B1,)))
    play.roll(dice)
    assert play.count("b1") == (left,)
    assert play.is_locked("r1") is (left > 0)


@pytest.mark.rule("TA-RES-05", "TA-CONS-01")
def test_friends_test_before_anybody_consolidates() -> None:
    play = escaped()
    play.fix(markers.SHAKEN.set(B1))
    assert play.against("consolidate", RED, ConsolidationMove(R1)) == ("test-first",)


@pytest.mark.rule("TA-RES-05")
def test_friends_who_were_shaken_fall_back_before_anybody_consolidates() -> None:
    """R1 has wiped out B2; B1 beside them failed its test, and its dice are not rolled yet."""
    play = Table({"r1": {"trooper": 5}}, {"b1": {"trooper": 5}, "b2": {"trooper": 5}})
    play.fight()
    play.fix(FiguresRemoved(figures=play.match.figures(u("b2"))), markers.WON.set(R1))
    play.fix(markers.BROKE.set(B1))
    assert play.against("consolidate", RED, ConsolidationMove(R1)) == ("fall-back-first",)
    assert not list(play.ruleset.actions["consolidate"].candidates(play.match))
    play.flee("b1", "34")
    assert play.against("consolidate", RED, ConsolidationMove(R1)) == ()


@pytest.mark.rule("TA-PILE-01", "TA-CONS-02")
def test_a_victor_who_consolidates_into_a_new_enemy_piles_in_with_it() -> None:
    """B2 had consolidated, too, before R1 came."""
    play = Table(
        {"r1": {"trooper": 5}}, {"b1": {"trooper": 5}, "b2": {"trooper": 5}}, phase="fight"
    )
    play.fix(markers.WON.set(R1, u("b2")))
    play.do("consolidate", BLUE, ConsolidationMove(u("b2")))
    play.do("consolidate", RED, ConsolidationMove(R1, (u("b2"),)))
    play.to("pile")
    assert [one.subject for one in play.ruleset.due(play.match)] == [R1, u("b2")]
    assert play.against("pile", RED, PileInMove((R1,))) == ()


@pytest.mark.rule("TA-G18")
def test_who_was_caught_does_not_pile_in_again_where_others_come() -> None:
    play = Table(
        {"r1": {"trooper": 5}, "r2": {"trooper": 5}}, {"b1": {"trooper": 5}}, phase="fight"
    )
    play.lock("r1", "b1")
    play.fix(markers.CAUGHT.set(B1), markers.PILED.set(B1, R1), markers.WON.set(u("r2")))
    play.do("consolidate", RED, ConsolidationMove(u("r2"), (B1,)))
    play.to("pile")
    assert [one.subject for one in play.ruleset.due(play.match)] == [u("r2")]


@pytest.mark.rule("TA-PILE-01", "TA-PILE-03", "TA-G66", "TA-MULTI-05")
def test_all_who_are_locked_pile_in_the_side_on_turn_first() -> None:
    play = Table({"r1": {"trooper": 3}}, {"b1": {"trooper": 3}, "b2": {"trooper": 3}})
    play.lock("r1", "b1", "b2")
    play.stand("b1", ("r1", 1, 1))
    play.to("pile", BLUE)
    assert [one.subject for one in play.ruleset.due(play.match)] == [B1, B2, R1]
    play.do("pile", BLUE, PileInMove((B1, B2)))
    assert all(
        state_queries.list_touched_enemies(play.match, one) == (R1,)
        for one in play.match.figures(B1)
    )
    play.do("pile", RED, PileInMove((R1,), apart=(B2,)))
    assert state_queries.list_locked_enemies(play.match, R1) == (B1,)
    assert not play.is_locked("b2")
    assert play.ruleset.due(play.match) == ()


@pytest.mark.rule("TA-G18")
@pytest.mark.parametrize(("timing", "before"), [("phase_end", ()), ("before_break_off", ("r2",))])
def test_pile_in_before_breaking_off_by_house_rule(timing: str, before: tuple[str, ...]) -> None:
    play = Table(
        {"r1": {"trooper": 5}, "r2": {"trooper": 5}},
        {"b1": {"trooper": 5}, "b2": {"trooper": 5}},
        options={"pile_in_timing": timing},
    )
    play.lock("r2", "b2")
    play.break_off("b1", "r1")
    params = play.ruleset.actions["flee"].params(B1)
    waits = "pile-in-first" in play.against("flee", BLUE, params)
    assert waits is bool(before)
    early = play.against("pile", RED, PileInMove((R2,)))
    assert early == (() if before else ("not-pile-in",))


# -------------------------------------------------------------------------------------- regrouping


def fleeing(left: int = 5, **options: Any) -> Table:
    """Blue's ten, so many of them left, fall back as their Movement begins."""
    play = Table({"r1": {"raider": 5}}, {"b1": {"trooper": 10}}, phase="movement", options=options)
    play.fix(FiguresRemoved(figures=play.match.figures(B1)[left:]), markers.FLEES.set(B1))
    play.to("movement", BLUE)
    return play


@pytest.mark.rule("TA-REGROUP-01", "TA-G06", "TA-W65")
@pytest.mark.parametrize(("dice", "stops"), [("44", True), ("54", False)])
def test_regrouping(dice: str, stops: bool) -> None:
    play = fleeing()
    play.do("regroup", BLUE, RegroupTest(B1))
    assert limit(play) == 8
    play.roll(dice)
    assert play.has("b1", markers.FLEES) is not stops
    assert play.has("b1", markers.REGROUPED) is stops
    assert play.has("b1", markers.MOVED) is stops
    due = [one.action for one in play.ruleset.due(play.match)]
    assert due == ([] if stops else ["flee"])
    if not stops:
        assert "has-failed" in play.against("regroup", BLUE, RegroupTest(B1))
        play.flee("b1", "34")
        assert play.moved("b1") == 700
        assert play.ruleset.due(play.match) == ()


@pytest.mark.rule("TA-FALL-01")
def test_who_falls_back_out_of_a_close_combat_moves_all_the_same() -> None:
    play = fleeing()
    play.lock("r1", "b1")
    play.flee("b1", "34")
    assert play.moved("b1") == 700
    assert not play.is_locked("b1")
    assert play.has("b1", markers.FLEES)
    assert play.ruleset.due(play.match) == ()


@pytest.mark.rule("TA-REGROUP-01", "TA-W52", "TA-T6")
@pytest.mark.parametrize(
    ("left", "how", "against"),
    [
        (5, {}, ()),
        (4, {}, ("below-half",)),
        (5, {"near": True}, ("enemy-near",)),
        (5, {"scattered": True}, ("scattered",)),
    ],
)
def test_who_may_regroup(left: int, how: dict[str, bool], against: tuple[str, ...]) -> None:
    assert fleeing(left).against("regroup", BLUE, RegroupTest(B1, **how)) == against


@pytest.mark.rule("TA-G06")
@pytest.mark.parametrize(("bonus", "number"), [(False, 8), (True, 9)])
def test_one_more_with_no_enemy_in_sight_by_house_rule(bonus: bool, number: int) -> None:
    play = fleeing(regroup_in_sight_bonus=bonus)
    play.do("regroup", BLUE, RegroupTest(B1, unseen=True))
    assert limit(play) == number
