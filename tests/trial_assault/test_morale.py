"""Morale checks (TA-MORALE, TA-RES-05, TA-G03 to TA-G09)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.trial_assault.table import B1, BLUE, RED, Table, limit, model
from tracker.procedures.ruleset import OneUnitParams
from tracker.rulesets.trial_assault.data import markers
from tracker.rulesets.trial_assault.phases import morale_checks
from tracker.rulesets.trial_assault.phases.move_and_fire_reports import FireReport
from tracker.testing.match_in_memory import f, u
from tracker.vocabulary.events import FiguresRemoved, Wounded

LORD = {"lord": 1}


def lost(own: int, enemies: int, started: int = 0, **options: Any) -> Table:
    """Blue's trooper unit (Ld 8) has lost a combat against so many raiders."""
    play = Table({"r1": {"raider": enemies}}, {"b1": {"trooper": started or own}}, options=options)
    play.lock("r1", "b1")
    play.fight()
    if started > own:
        play.fix(FiguresRemoved(figures=play.match.figures(B1)[own:]))
    play.fix(markers.LOST.set(B1), markers.WON.set(u("r1")))
    return play


@pytest.mark.rule("TA-MORALE-04", "TA-MORALE-02", "TA-MORALE-03", "TA-MORALE-01")
@pytest.mark.parametrize(("dice", "breaks"), [("44", False), ("45", True), ("11", False)])
def test_two_dice_equal_to_leadership_or_less(dice: str, breaks: bool) -> None:
    play = lost(5, 5)
    play.test("b1")
    assert limit(play) == 8
    play.roll(dice)
    assert play.has("b1", markers.BROKE) is breaks
    assert play.is_locked("b1")
    assert not play.has("b1", markers.LOST)


@pytest.mark.rule("TA-MORALE-05", "TA-T11", "TA-W45")
@pytest.mark.parametrize(
    ("enemies", "own", "less"),
    [(4, 5, 0), (5, 5, 0), (9, 5, 1), (10, 5, 2), (14, 5, 2), (15, 5, 3), (20, 5, 4), (60, 5, 4)],
)
def test_outnumbered(enemies: int, own: int, less: int) -> None:
    play = lost(own, enemies)
    play.test("b1")
    assert limit(play) == 8 - less


@pytest.mark.rule("TA-G04")
@pytest.mark.parametrize(
    ("options", "number"),
    [
        ({}, 8 - 1 - 3),
        ({"half_strength": False}, 8 - 3),
        ({"outnumbered": "flat"}, 8 - 1 - 1),
        ({"outnumbered": "off"}, 8 - 1),
    ],
)
def test_below_half_and_three_to_one(options: dict[str, Any], number: int) -> None:
    play = lost(2, 6, started=5, **options)
    play.test("b1")
    assert limit(play) == number


@pytest.mark.rule("TA-MORALE-05")
def test_exactly_half_is_not_below_half() -> None:
    play = lost(3, 3, started=6)
    play.test("b1")
    assert limit(play) == 8


@pytest.mark.rule("TA-G04")
def test_numbers_counted_by_wounds_or_said_by_hand() -> None:
    """Two beasts of four wounds against four troopers: 8 to 4."""
    for counted, number in (("models", 8), ("wounds", 6)):
        play = Table(
            {"r1": {"beast": 2}}, {"b1": {"trooper": 4}}, options={"outnumber_count": counted}
        )
        play.lock("r1", "b1")
        play.fight()
        play.fix(markers.LOST.set(B1))
        play.test("b1")
        assert limit(play) == number
    # of the eight one is lost: 7 to 4 is not yet 2:1
    play = Table(
        {"r1": {"beast": 2}}, {"b1": {"trooper": 4}}, options={"outnumber_count": "wounds"}
    )
    play.lock("r1", "b1")
    play.fight()
    play.fix(markers.LOST.set(B1), Wounded(subjects=(f("r1", 1),), wounds=1))
    play.test("b1")
    assert limit(play) == 7
    play = lost(5, 15, outnumber_count="by_hand")
    play.test("b1")
    play.choose(1)
    assert limit(play) == 7


@pytest.mark.rule("TA-G03", "TA-MORALE-04")
@pytest.mark.parametrize("always", [True, False])
def test_a_two_always_passes(always: bool) -> None:
    """Ld 5 of grots, outnumbered 4:1, below half: 0; no dice are asked where none could pass."""
    play = Table({"r1": {"raider": 8}}, {"b1": {"grot": 6}}, options={"two_always_passes": always})
    play.lock("r1", "b1")
    play.fight()
    play.fix(FiguresRemoved(figures=play.match.figures(B1)[2:]), markers.LOST.set(B1))
    play.test("b1")
    if always:
        assert limit(play) == 2
        play.roll("11")
    assert play.has("b1", markers.BROKE) is not always


@pytest.mark.rule("TA-G05", "TA-MORALE-03", "TA-MORALE-04")
@pytest.mark.parametrize(("how", "number"), [("with_unit", 9), ("own_test", 7)])
def test_a_character_lends_his_leadership(how: str, number: int) -> None:
    play = Table(
        {"r1": {"raider": 5}},
        {"b1": {"guard": 5}, "b2": LORD},
        options={"character_morale": how},
    )
    play.fix(markers.JOINED.make_link_fact(u("b2"), B1))
    play.lock("r1", "b1", "b2")
    play.fight()
    play.fix(markers.LOST.set(B1, u("b2")))
    play.test("b1")
    assert limit(play) == number
    play.roll("66")
    assert play.has("b1", markers.BROKE)
    assert play.has("b2", markers.BROKE) is (how == "with_unit")
    assert play.has("b2", markers.LOST) is (how == "own_test")


@pytest.mark.rule("TA-MORALE-06", "TA-G68")
def test_who_never_tests_does_not() -> None:
    play = Table({"r1": {"calm": 5}}, {}, profiles={"calm": model(fearless=True)})
    assert not morale_checks.is_subject_to_morale(play.match, u("r1"))
    assert play.against("test", RED, OneUnitParams(u("r1"))) == (
        "no-test",
        "never-tests",
    )


# ------------------------------------------------------------------------------------------ by fire


@pytest.mark.rule("TA-MORALE-07", "TA-W57", "TA-T12")
@pytest.mark.parametrize(
    ("models", "lost", "tests"), [(8, 2, True), (9, 2, False), (9, 3, True), (4, 1, True)]
)
def test_a_quarter_lost_to_fire(models: int, lost: int, tests: bool) -> None:
    play = shooting(models)
    play.do("fire", RED, FireReport(u("r1"), (B1,)))
    play.choose(lost)
    assert play.count("b1") == (models - lost,)
    assert play.has("b1", markers.SHAKEN) is tests
    if tests:
        play.test("b1")
        assert limit(play) == 8  # never outnumbered, half or more left


def shooting(models: int, **options: Any) -> Table:
    play = Table(
        {"r1": {"raider": 5}}, {"b1": {"trooper": models}}, phase="movement", options=options
    )
    play.fight()
    assert play.match.phase == "shooting"
    return play


@pytest.mark.rule("TA-MORALE-07", "TA-G08")
def test_fire_tests_nobody_by_house_rule_nor_who_is_locked_or_flees() -> None:
    play = shooting(8, shooting_morale=False)
    play.do("fire", RED, FireReport(u("r1"), (B1,)))
    play.choose(4)
    assert not play.has("b1", markers.SHAKEN)
    play = shooting(8)
    play.fix(markers.FLEES.set(B1))
    play.do("fire", RED, FireReport(u("r1"), (B1,)))
    play.choose(4)
    assert not play.has("b1", markers.SHAKEN)


@pytest.mark.rule("TA-MORALE-07", "TA-T12")
def test_below_half_after_fire_takes_one_and_a_failure_falls_back_at_once() -> None:
    play = shooting(8)
    play.do("fire", RED, FireReport(u("r1"), (B1,)))
    play.choose(5)
    play.test("b1")
    assert limit(play) == 7
    play.roll("53")
    play.flee("b1", "34")
    assert play.has("b1", markers.FLEES)
    assert play.moved("b1") == 700


@pytest.mark.rule("TA-G09")
@pytest.mark.parametrize(("how", "tests"), [("off", False), ("test_each_own_turn", True)])
def test_the_last_of_a_unit_tests_by_house_rule(how: str, tests: bool) -> None:
    play = Table(
        {"r1": {"raider": 2}, "r2": LORD},
        {"b1": {"trooper": 2}},
        phase="pile",
        options={"last_survivor": how},
    )
    play.fix(FiguresRemoved(figures=play.match.figures(B1)[1:]))
    play.fix(FiguresRemoved(figures=play.match.figures(u("r1"))[1:]))
    play.fight()
    assert (play.match.phase, play.match.clock.side) == ("movement", BLUE)
    assert play.has("b1", markers.SHAKEN) is tests
    assert not play.has("r1", markers.SHAKEN)


# ---------------------------------------------------------------------------------- friends shaken


@pytest.mark.rule("TA-RES-05", "TA-W60", "TA-W64", "TA-T12")
def test_friends_of_a_unit_wiped_out() -> None:
    """R is clear and near, S is below half, T is locked elsewhere, U falls back."""
    play = Table(
        {"r1": {"trooper": 5}, "r2": {"trooper": 1}},
        {
            "b1": {"guard": 1},
            "b2": {"trooper": 10},
            "b3": {"guard": 10},
            "b4": {"guard": 5},
            "b5": {"guard": 5},
        },
    )
    play.fix(FiguresRemoved(figures=play.match.figures(u("b3"))[4:]))
    play.fix(markers.FLEES.set(u("b5")))
    play.lock("r2", "b4")
    play.charge("r1", "b1")
    play.fight()
    play.strike("r1", "b1", "111166666666666"[:10], "666666", "111111")
    asked = {one.id for one in play.asked.shares}  # type: ignore[attr-defined]
    assert asked == {"u:b2", "u:b3"}
    play.choose((("u:b2", 1), ("u:b3", 1)))
    play.test("b2")
    assert limit(play) == 8
    play.roll("44")
    play.test("b3")
    assert limit(play) == 6
    play.roll("34")
    play.flee("b3", "14")
    assert play.has("b3", markers.FLEES)
    assert not play.has("b2", markers.FLEES)
    assert play.moved("b3") == 500


@pytest.mark.rule("TA-G50")
@pytest.mark.parametrize(("how", "again"), [("each", True), ("once_per_unit_and_phase", False)])
def test_two_wipe_outs_in_a_phase(how: str, again: bool) -> None:
    play = Table({"r1": {"trooper": 5}}, {"b1": {"guard": 5}}, options={"wipe_out_tests": how})
    play.fix(markers.WAS_SHAKEN.set(B1))
    assert morale_checks.can_be_shaken(play.match, B1, RED) is again
