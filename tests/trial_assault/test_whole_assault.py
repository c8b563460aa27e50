"""Whole assaults, from the charge to who falls back (the sequences of the register)."""

from __future__ import annotations

import pytest

from tests.trial_assault.table import B1, BLUE, R1, RED, Table, limit, needed
from tracker.rulesets.trial_assault.data import markers, state_queries
from tracker.rulesets.trial_assault.phases.charge_phase import CoverDeclaration
from tracker.rulesets.trial_assault.phases.pile_in_and_consolidation import ConsolidationMove
from tracker.vocabulary.events import FiguresRemoved

EACH = "123456"


def mob_charges() -> Table:
    """TA-W61 up to its result: three troopers and six raiders are left."""
    play = Table({"r1": {"raider": 8}}, {"b1": {"trooper": 6}})
    play.charge("r1", "b1")
    play.fight()
    play.strike("b1", "r1")
    assert needed(play) == (6, 4)
    play.roll("124456")
    assert needed(play) == (4, 4)
    play.roll("2456")
    assert needed(play) == (3, 6)
    play.roll("362")
    assert play.count("r1", "b1") == (6, 6)
    play.strike("r1", "b1")
    assert needed(play) == (24, 4)
    play.roll(EACH * 4)
    assert needed(play) == (12, 5)
    play.roll("112233445566")
    assert needed(play) == (4, 4)
    play.roll("3326")
    assert play.count("r1", "b1") == (6, 3)
    assert play.score("r1") == (3, 2)
    play.test("b1")
    assert limit(play) == 6  # Ld 8, half of six left, 2:1
    play.roll("34")
    play.flee("b1", "25")
    play.sweep("r1", "44")
    return play


@pytest.mark.rule("TA-W61", "TA-TURN-02", "TA-RES-01")
def test_a_mob_charges_a_squad_in_the_open() -> None:
    play = mob_charges()
    assert not play.has("b1", markers.FLEES)
    assert state_queries.list_locked_enemies(play.match, R1) == (B1,)
    assert play.moved("b1") is None


@pytest.mark.rule("TA-W69", "TA-G11", "TA-G48", "TA-TURN-01")
def test_caught_and_beaten_again_in_the_turn_of_the_other_side() -> None:
    play = mob_charges()
    while (play.match.clock.side, play.match.phase) != (BLUE, "fight"):
        play.fight()
    play.strike("b1", "r1")
    assert needed(play) == (3, 4)
    play.rolls("516", "42", "5")
    assert play.count("r1") == (5,)
    play.strike("r1", "b1")
    assert needed(play) == (15, 4)  # two attacks and a second weapon, no charge
    play.roll("123456123456146")
    assert needed(play) == (8, 5)
    play.roll("12556341")
    assert needed(play) == (3, 4)
    play.roll("412")
    assert play.count("r1", "b1") == (5, 1)
    assert play.score("r1") == (2, 1)
    play.test("b1")
    assert limit(play) == 3  # Ld 8, 1 of 6, 5 against 1
    play.roll("13")
    play.flee("b1", "64")
    play.sweep("r1", "55")
    assert play.has("b1", markers.FLEES)
    assert play.moved("b1") == 1000


@pytest.mark.rule("TA-W62", "TA-COVER-01", "TA-COVER-06")
def test_frag_grenades_against_guards_in_cover() -> None:
    play = Table({"r1": {"assault": 4, "sergeant": 1}}, {"b1": {"guard": 10}})
    play.charge("r1", "b1")
    play.do("cover", BLUE, CoverDeclaration(B1, (R1,)))
    play.stand("r1", ("b1", 5, 0))
    play.stand("b1", ("r1", 7, 3))
    play.fight()
    play.strike("b1", "r1")
    assert needed(play) == (10, 4)
    play.rolls("1234456623", "25361", "25")
    play.default()
    play.strike("r1", "b1")
    assert needed(play) == (12, 3)
    play.rolls("112233445566", "12345623", "51264")
    play.default()  # who supports falls first
    assert play.count("b1") == (7,)
    play.strike("r1", "b1")
    assert needed(play) == (4, 3)
    play.roll("2364")
    assert needed(play) == (3, 2)
    play.roll("125")
    assert play.count("r1", "b1") == (4, 5)
    assert play.score("r1") == (5, 1)
    play.test("b1")
    assert limit(play) == 7
    play.roll("44")
    play.flee("b1", "63")
    play.sweep("r1", "35")
    assert play.moved("b1") == 900
    assert play.against("consolidate", RED, ConsolidationMove(R1)) == ()


@pytest.mark.rule("TA-W42", "TA-RES-01", "TA-RES-02")
@pytest.mark.parametrize(("save", "score"), [("2", (1, 1)), ("3", (1, 0))])
def test_equal_scores_are_a_draw(save: str, score: tuple[int, int]) -> None:
    """Two troopers a side, all at step 4: Red inflicts one wound, Blue one or none."""
    play = Table({"r1": {"trooper": 2}}, {"b1": {"trooper": 2}})
    play.lock("r1", "b1")
    play.fight()
    play.strike("r1", "b1")
    play.rolls("16", "4", "2")
    play.strike("b1", "r1")
    play.rolls("16", "4", save)
    assert play.score("r1") == score
    assert play.has("b1", markers.LOST) is (score == (1, 0))
    assert not play.has("r1", markers.LOST)
    assert play.is_locked("r1")


@pytest.mark.rule("TA-RES-03")
def test_a_side_wiped_out_has_lost_whatever_it_inflicted() -> None:
    play = Table({"r1": {"trooper": 3}}, {"b1": {"trooper": 1}})
    play.lock("r1", "b1")
    play.fight()
    combat = markers.COMBATS.find_combat(play.match, R1)
    assert combat is not None
    play.fix(markers.SCORED.make_link_fact(BLUE, combat, 5))
    play.strike("r1", "b1")
    play.rolls("114", "4", "1")
    play.strike("b1", "r1")
    play.rolls("1")
    assert play.count("b1") == (0,)
    assert play.has("r1", markers.WON)
    assert not play.has("r1", markers.LOST)
    assert play.against("consolidate", RED, ConsolidationMove(R1)) == ()


@pytest.mark.rule("TA-RES-04", "TA-W44", "TA-FIGHT-05")
def test_the_last_two_kill_each_other() -> None:
    play = Table({"r1": {"trooper": 1}}, {"b1": {"trooper": 1}, "b2": {"guard": 5}})
    play.lock("r1", "b1")
    play.fight()
    play.strike("r1", "b1")
    play.rolls("4", "4", "1")
    play.strike("b1", "r1")
    play.rolls("4", "4", "1")
    assert play.count("r1", "b1") == (0, 0)
    assert play.idle  # no friend is asked for
    assert not play.has("b2", markers.SHAKEN)


@pytest.mark.rule("TA-MULTI-01", "TA-TURN-03")
def test_wounds_of_a_side_are_added_up_and_all_its_units_test() -> None:
    """Red's two units inflict one each, Blue's first unit one, its second none."""
    play = Table(
        {"r1": {"trooper": 2}, "r2": {"trooper": 2}},
        {"b1": {"trooper": 3}, "b2": {"guard": 3}},
    )
    play.lock("r1", "b1")
    play.lock("r2", "b2")
    play.lock("b2", "r1")
    play.stand("r1", ("b1", 2, 0))
    play.stand("r2", ("b2", 2, 0))
    play.stand("b1", ("r1", 3, 0))
    play.stand("b2", ("r2", 3, 0))
    play.fight()
    play.strike("r1", "b1", "16", "4", "1")
    play.strike("r2", "b2", "16", "3", "1")
    play.strike("b1", "r1", "116", "4", "1")
    assert play.score("r2") == (2, 1)
    play.strike("b2", "r2", "111"[: play.count("b2")[0]])
    assert play.has("b1", markers.LOST)
    assert play.has("b2", markers.LOST)


@pytest.mark.rule("TA-W67", "TA-ATT-04", "TA-SPEC-02", "TA-SPEC-07", "TA-SWEEP-01", "TA-SAVE-07")
def test_the_armoured_charge_a_barricade() -> None:
    play = Table({"r1": {"elite-fist": 5}}, {"b1": {"raider": 12}})
    play.fix(FiguresRemoved(figures=play.match.figures(B1)[10:]), markers.FIRED.set(R1))
    play.fix(markers.SHOT_AT.make_link_fact(R1, B1))
    play.charge("r1", "b1")
    play.do("cover", BLUE, CoverDeclaration(B1, (R1,)))
    play.stand("r1", ("b1", 5, 0))
    play.stand("b1", ("r1", 6, 4))
    play.fight()
    play.strike("b1", "r1")
    assert needed(play) == (18, 4)
    play.roll(EACH * 3)
    assert needed(play) == (9, 5)
    play.roll("123456521")
    assert needed(play) == (4, 4)
    play.roll("2456")
    assert needed(play) == (3, 5)
    play.roll("615")
    assert needed(play) == (3, 4)
    play.roll("346")
    assert needed(play) == (2, 2)
    play.roll("12")
    assert play.count("r1") == (3,)
    play.strike("r1", "b1")
    assert needed(play) == (9, 4)  # two attacks and the charge each
    play.roll("123445664")
    assert needed(play) == (6, 2)
    play.roll("123456")
    play.default()
    assert play.count("b1") == (5,)
    assert play.score("r1") == (5, 2)
    play.test("b1")
    assert limit(play) == 6  # Ld 7, 5 of 12; three enemies do not outnumber five
    play.roll("43")
    play.flee("b1", "21")
    assert play.moved("b1") == 300  # who may not sweep is not asked
    play.do("consolidate", RED, ConsolidationMove(R1, (B1,)))
    assert play.is_locked("b1")
    assert state_queries.list_charge_targets(play.match, R1) == (B1,)
