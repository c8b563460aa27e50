"""Objectives: what losses are worth as they fall, and what is counted at the end."""

from __future__ import annotations

import pytest

from tests.deathzap2.skirmish import Skirmish, profile
from tests.deathzap2.table import Game, Units, scored, soldiers
from tracker.procedures.pieces.objectives_and_awards import Award, OwnObjective
from tracker.procedures.pieces.phase_flow import NextParams
from tracker.procedures.requests import Confirm, Number, Tally
from tracker.rulesets.deathzap2.data import markers
from tracker.rulesets.deathzap2.phases import mission_objectives
from tracker.rulesets.deathzap2.phases.mission_objectives import describe_objectives
from tracker.testing.match_in_memory import BLUE, RED, f, u
from tracker.vocabulary.events import FiguresReturned, ObjectiveSet, PointsScored

# ------------------------------------------------------------------------------------- Assassinate


@pytest.mark.rule("DZ-WIN-04", "DZ-T10")
def test_killing_the_hunted_figure_scores_three_at_the_end_of_the_phase() -> None:
    game = Game(red=soldiers(5), blue=soldiers(5), kinds=("assassinate",))
    game.hunt("b1", 2)
    game.hunt("r1", 1)
    game.lose("b1", 1, 3)
    assert scored(game.phase_ends()) == []  # others fell
    game.lose("b1", 2)
    assert game.score() == (0, 0)
    assert scored(game.phase_ends()) == [(RED, 3, "Assassinate")]
    assert scored(game.phase_ends()) == []  # not scored again


@pytest.mark.rule("DZ-WIN-04")
def test_both_hunted_figures_may_die_in_one_phase() -> None:
    game = Game(red=soldiers(5), blue=soldiers(5), kinds=("assassinate",))
    game.hunt("b1", 2)
    game.hunt("r1", 1)
    game.lose("b1", 2)
    game.lose("r1", 1)
    game.phase_ends()
    assert game.score() == (3, 3)


@pytest.mark.rule("DZ-G56", "DZ-WIN-04")
@pytest.mark.parametrize(
    ("credit", "by", "score"),
    [
        ("any_cause", "r1", 3),
        ("any_cause", "b2", 3),  # Blue's own blast
        ("any_cause", None, 3),
        ("enemy_action_only", "r1", 3),
        ("enemy_action_only", "b2", 0),
        ("enemy_action_only", None, 0),
    ],
)
def test_whose_kill_counts(credit: str, by: str | None, score: int) -> None:
    force = soldiers(5, 5)
    game = Game({"kill_credit": credit}, red=force, blue=force, kinds=("assassinate",))
    game.hunt("b1", 2)
    game.lose("b1", 2, by=u(by) if by else None)
    game.phase_ends()
    assert game.score() == (score, 0)


# ------------------------------------------------------------------------------------ Hard Hitters


@pytest.mark.rule("DZ-W50", "DZ-WIN-05", "DZ-GEN-04")
@pytest.mark.parametrize(
    ("foot", "vehicles", "monsters", "whole", "needed"),
    [(24, 1, 0, 29, 15), (12, 2, 1, 27, 14), (20, 0, 0, 20, 10)],
)
def test_worked_case_hard_hitters_threshold(
    foot: int, vehicles: int, monsters: int, whole: int, needed: int
) -> None:
    big: tuple[Units, ...] = ({"tank": 1},) * vehicles + ({"horror": 1},) * monsters
    game = Game(red=({"soldier": foot}, *big), kinds=("hard-hitters",))
    assert (
        mission_objectives.count_weighted_figures(game.match, game.match.all_figures(RED)) == whole
    )
    fallen = needed
    if big:  # five of what is needed are a vehicle
        game.lose("r2", 1)
        fallen -= 5
    game.lose("r1", *range(1, fallen))
    assert scored(game.phase_ends()) == []
    game.lose("r1", fallen)
    assert scored(game.phase_ends()) == [(BLUE, 3, "Hard Hitters")]


@pytest.mark.rule("DZ-WIN-05")
def test_a_damaged_vehicle_counts_nothing_until_it_is_lost() -> None:
    game = Game(red=({"soldier": 5}, {"tank": 1}), kinds=("hard-hitters",))
    game.lose("r1", 1, 2, 3, 4)  # 4 of 10
    assert scored(game.phase_ends()) == []
    game.lose("r2", 1)  # 9 of 10
    assert scored(game.phase_ends()) == [(BLUE, 3, "Hard Hitters")]


@pytest.mark.rule("DZ-WIN-05")
def test_only_the_first_side_scores() -> None:
    game = Game(red=soldiers(4), blue=soldiers(4), kinds=("hard-hitters",))
    game.lose("b1", 1, 2)
    game.phase_ends()
    game.lose("r1", 1, 2)
    game.phase_ends()
    assert game.score() == (3, 0)


@pytest.mark.rule("DZ-G51", "DZ-WIN-05")
@pytest.mark.parametrize(("tie", "score"), [("both", (3, 3)), ("neither", (0, 0))])
def test_half_of_both_in_the_same_removals(tie: str, score: tuple[int, int]) -> None:
    force = soldiers(4)
    game = Game({"hard_hitters_tie": tie}, red=force, blue=force, kinds=("hard-hitters",))
    game.lose("b1", 1, 2)
    game.lose("r1", 1, 2)
    game.phase_ends()
    assert game.score() == score
    told = "scored: both at once" if tie == "both" else "no points: both at once"
    assert describe_objectives(game.match) == (("hard-hitters", f"Red {told} · Blue {told}"),)
    game.lose("b1", 3)
    game.phase_ends()
    assert game.score() == score


@pytest.mark.rule("DZ-G56", "DZ-WIN-05")
@pytest.mark.parametrize(("credit", "score"), [("any_cause", 3), ("enemy_action_only", 0)])
def test_own_blasts_count_towards_half_or_not(credit: str, score: int) -> None:
    game = Game({"kill_credit": credit}, blue=soldiers(4, 1), kinds=("hard-hitters",))
    game.lose("b1", 1, by=u("r1"))
    game.lose("b1", 2, 3, by=u("b2"))
    game.phase_ends()
    assert game.score() == (score, 0)


@pytest.mark.rule("DZ-G49", "DZ-WIN-05")
def test_with_a_pair_each_only_the_side_that_plays_for_it_scores() -> None:
    game = Game({"objectives": "per_player"}, red=soldiers(4), blue=soldiers(4))
    game.play_for("hard-hitters", BLUE)
    game.lose("b1", 1, 2)
    game.phase_ends()
    game.lose("r1", 1, 2)
    game.phase_ends()
    assert game.score() == (0, 3)


@pytest.mark.rule("DZ-WIN-05")
def test_a_force_without_figures_has_no_half_to_lose() -> None:
    game = Game({"advanced_early_end": "never"}, blue=(), kinds=("hard-hitters",))
    assert scored(game.phase_ends()) == []


def test_a_figure_put_back_is_no_loss() -> None:
    game = Game(red=soldiers(4), blue=soldiers(4), kinds=("hard-hitters",))
    game.lose("b1", 1, 2)
    game.fix(FiguresReturned(figures=(f("b1", 2),)))
    assert scored(game.phase_ends()) == []


# ----------------------------------------------------------------------------------- Extermination


@pytest.mark.rule("DZ-WIN-08", "DZ-T11", "DZ-G54", "DZ-GEN-04")
@pytest.mark.parametrize(
    ("foot", "buggies", "tanks", "points"),
    [
        (4, 0, 0, 0),
        (5, 0, 0, 1),
        (9, 0, 0, 1),  # remainders are lost
        (3, 2, 0, 1),  # light vehicles are ordinary casualties
        (4, 0, 1, 1),  # a vehicle scores by itself and is no casualty
        (10, 0, 2, 4),
    ],
)
def test_extermination(foot: int, buggies: int, tanks: int, points: int) -> None:
    blue: tuple[Units, ...] = ({"soldier": 12}, {"buggy": 3}, {"tank": 1}, {"horror": 1})
    game = Game(red=soldiers(2), blue=blue, kinds=("extermination",))
    game.lose("b1", *range(1, foot + 1))
    if buggies:
        game.lose("b2", *range(1, buggies + 1))
    for number in range(tanks):
        game.lose(f"b{3 + number}", 1)
    assert scored(game.phase_ends()) == []  # a tally, scored at the end
    game.last_phase_ends()
    assert game.score() == (points, 0)


@pytest.mark.rule("DZ-G54")
def test_casualties_are_pooled_over_the_whole_game() -> None:
    game = Game(red=soldiers(2), blue=soldiers(5, 5), kinds=("extermination",))
    game.lose("b1", 1, 2, 3)
    game.phase_ends()
    game.clock(2, "melee")
    game.lose("b2", 1, 2)
    game.last_phase_ends()
    assert game.score() == (1, 0)


@pytest.mark.rule("DZ-G56", "DZ-WIN-08")
@pytest.mark.parametrize(("credit", "score"), [("any_cause", 1), ("enemy_action_only", 0)])
def test_own_blasts_count_for_extermination_or_not(credit: str, score: int) -> None:
    game = Game({"kill_credit": credit}, blue=soldiers(6, 1), kinds=("extermination",))
    game.lose("b1", 1, 2, 3, 4, by=u("r1"))
    game.lose("b1", 5, by=u("b2"))
    game.last_phase_ends()
    assert game.score() == (score, 0)


# --------------------------------------------------------------------------- Push, Hold and Intel


@pytest.mark.rule("DZ-WIN-06", "DZ-T10")
def test_push_is_three_points_for_a_side_with_a_calm_unit_over_there() -> None:
    game = Game(red=soldiers(3, 3), blue=soldiers(3), kinds=("push",))
    game.last_phase_ends()
    assert isinstance(game.asked, Confirm)
    assert game.asked.side == RED
    game.choose(True)
    assert game.asked.side == BLUE
    game.choose(False)
    assert game.score() == (3, 0)
    assert game.end() == ("turns", RED)


@pytest.mark.rule("DZ-WIN-06", "DZ-MORALE-01")
def test_a_side_with_panicked_units_only_cannot_push() -> None:
    game = Game(red=soldiers(3), blue=soldiers(3, 3), kinds=("push",))
    game.panic("b1", "b2")
    game.last_phase_ends()
    assert game.asked.side == RED
    game.choose(True)
    assert game.end() == ("turns", RED)  # Blue is not asked


@pytest.mark.rule("DZ-G52")
def test_what_push_needs_is_said_in_the_question() -> None:
    asked = {}
    for needs in ("one_figure", "whole_unit"):
        game = Game({"push_needs": needs}, kinds=("push",))
        game.last_phase_ends()
        assert isinstance(game.asked, Confirm)
        asked[needs] = (game.asked.what, game.asked.question)
    assert asked == {
        "one_figure": (
            "Red has a figure of a calm unit in the enemy's zone",
            "Does Red have a figure of a calm unit in the enemy's zone?",
        ),
        "whole_unit": (
            "Red has all of a calm unit in the enemy's zone",
            "Does Red have all of a calm unit in the enemy's zone?",
        ),
    }


@pytest.mark.rule("DZ-WIN-07", "DZ-T11", "DZ-G53")
def test_hold_is_a_point_for_each_quarter_also_for_panicked_figures() -> None:
    game = Game(red=soldiers(5), blue=soldiers(2), kinds=("hold",))
    game.panic("r1")
    game.last_phase_ends()
    assert isinstance(game.asked, Number)
    assert (game.asked.side, game.asked.low, game.asked.high) == (RED, 0, 4)
    game.choose(4)
    assert (game.asked.side, game.asked.high) == (BLUE, 2)  # two figures hold two quarters at most
    game.choose(2)
    assert game.score() == (4, 2)  # the same quarter may count for both


@pytest.mark.rule("DZ-WIN-07")
def test_a_side_without_figures_holds_nothing() -> None:
    game = Game({"advanced_early_end": "never"}, blue=soldiers(2), kinds=("hold",))
    game.lose("b1", 1, 2)
    game.last_phase_ends()
    game.choose(1)
    assert game.score() == (1, 0)


@pytest.mark.rule("DZ-W52", "DZ-WIN-09", "DZ-T11")
def test_worked_case_intel() -> None:
    game = Game(red=soldiers(5), blue=soldiers(5), kinds=("intel",))
    game.last_phase_ends()
    assert isinstance(game.asked, Tally)
    assert game.asked.what == 'figures within 3" of counter 1'
    game.choose(((RED, 3), (BLUE, 2)))
    game.choose(((RED, 2), (BLUE, 2)))
    game.choose(())
    game.choose(((BLUE, 1),))
    assert game.score() == (1, 1)


@pytest.mark.rule("DZ-WIN-09")
def test_counters_are_asked_of_both_where_they_lie_and_told_in_one_sum() -> None:
    game = Game(red=soldiers(5), blue=soldiers(5))
    game.play_for("intel", counters=("by the well", "6 across, 16 up", "ford", "mill"))
    game.last_phase_ends()
    asked = []
    for near in (((RED, 2),), ((RED, 1),), ((BLUE, 3), (RED, 1)), ((RED, 1),)):
        asked.append((game.asked.what, game.asked.side))
        game.choose(near)
    assert asked[:2] == [
        ('figures within 3" of counter 1 (by the well)', None),
        ('figures within 3" of counter 2 (6 across, 16 up)', None),
    ]
    assert scored(game.facts) == [(RED, 3, "Intel"), (BLUE, 1, "Intel")]


@pytest.mark.rule("DZ-G17", "DZ-WIN-09")
def test_the_reach_of_a_counter_doubles_only_with_every_distance() -> None:
    reach = {}
    for doubles in ("moves", "all_distances"):
        game = Game({"board": "large", "large_board_doubles": doubles}, kinds=("intel",))
        game.last_phase_ends()
        reach[doubles] = game.asked.what
    assert reach["moves"] == 'figures within 3" of counter 1'
    assert reach["all_distances"] == 'figures within 6" of counter 1'


@pytest.mark.rule("DZ-G49", "DZ-WIN-09")
def test_counters_are_worth_nothing_to_a_side_that_does_not_play_for_them() -> None:
    game = Game({"objectives": "per_player"})
    game.play_for("intel", BLUE)
    game.last_phase_ends()
    for near in (((RED, 2),), ((BLUE, 2),), ((RED, 2), (BLUE, 1)), ()):
        game.choose(near)
    assert game.score() == (0, 1)


# ------------------------------------------------------------------------------- own and by hand


@pytest.mark.rule("DZ-WIN-03")
def test_own_objectives_are_awarded_by_hand_during_the_game_and_at_its_end() -> None:
    game = Game({"objectives_how": "own"})
    game.do("objective", None, OwnObjective("Hold the well", 2))
    assert game.objections("award", RED, Award(2, "Hold the well")) == []
    game.do("award", RED, Award(2, "Hold the well"))
    assert game.score() == (2, 0)
    game.last_phase_ends()
    assert game.asked.what == "points still to add for Red: Hold the well"
    game.default()
    game.choose(5)
    assert game.score() == (2, 5)
    assert game.end() == ("turns", BLUE)


@pytest.mark.rule("DZ-WIN-03")
def test_an_objective_of_one_side_is_not_awarded_to_the_other() -> None:
    game = Game({"objectives_how": "own"})
    game.do("objective", RED, OwnObjective("Burn the mill", 3))
    award = Award(3, "Burn the mill")
    assert game.objections("award", RED, award) == []
    (against,) = game.objections("award", BLUE, award)
    assert (against.id, against.text) == (
        "not-own",
        "Burn the mill is an objective of the other side only",
    )


@pytest.mark.rule("DZ-WIN-03", "DZ-WIN-10")
def test_points_given_for_a_printed_objective_are_told() -> None:
    game = Game(kinds=("push",))
    against = game.objections("award", RED, Award(3, "Push"))
    assert [(one.id, one.rule) for one in against] == [("not-own", "DZ-WIN-03")]
    basic = Game({"game": "basic"})
    assert [o.rule for o in basic.objections("award", RED, Award(1, "x"))] == ["DZ-SETUP-02"]


def test_points_may_be_set_right_by_hand() -> None:
    game = Game(kinds=("assassinate",))
    game.fix(PointsScored(side=BLUE, points=2, why="agreed"))
    assert game.score() == (0, 2)


# ---------------------------------------------------------------------------------------- standing


def test_the_table_sees_how_far_each_side_is() -> None:
    kinds = ("assassinate", "hard-hitters", "extermination", "hold")
    game = Game(red=soldiers(6, 3), blue=({"soldier": 6}, {"tank": 1}), kinds=kinds)
    game.hunt("b1", 3)
    game.hunt("r2", 1)
    game.lose("r2", 1)
    game.lose("b1", 1, 2)
    game.lose("b2", 1)
    game.phase_ends()
    assert dict(describe_objectives(game.match)) == {
        "assassinate": "Red hunts b1: soldier · Blue has scored",
        "hard-hitters": "Red was first · Blue has taken 1 of 5",  # 7 of 11; 1 of 9
        "extermination": "Red 2 kills and 1 big: 1 VP, next at 5 · Blue 1 kill: 0 VP, next at 5",
        "hold": "counted at the end",
    }


def test_a_hunted_figure_that_fell_to_its_own_side_is_hunted_no_more() -> None:
    game = Game({"kill_credit": "enemy_action_only"}, kinds=("assassinate",))
    game.hunt("b1", 1)
    game.lose("b1", 1, by=u("b1"))
    game.phase_ends()
    told = dict(describe_objectives(game.match))
    assert told == {"assassinate": "Red has no figure to hunt · Blue has no figure to hunt"}
    assert game.score() == (0, 0)


def test_a_basic_game_shows_who_is_calm() -> None:
    game = Game({"game": "basic"}, red=soldiers(3, 3), blue=soldiers(3))
    game.panic("r2")
    assert describe_objectives(game.match) == (("Calm units", "Red 1 of 2 · Blue 1 of 1"),)
    assert game.match.has(u("r2"), markers.PANICKED)


@pytest.mark.rule("DZ-WIN-05", "DZ-G40")
@pytest.mark.parametrize(
    ("melee_order", "score"),
    [("a_then_b", (3, 3)), ("charger_first_casualties_at_once", (3, 0))],
)
def test_where_casualties_fall_at_once_the_first_blow_is_first_to_half(
    melee_order: str, score: tuple[int, int]
) -> None:
    fighters = {"one": profile("regular infantry light")}
    units = {"r1": {"one": 2}, "b1": {"one": 2}}
    game = Skirmish(fighters, units, {"melee_order": melee_order}, phase="melee")
    game.fix(ObjectiveSet(objective="hard-hitters", label="x", data={"kind": "hard-hitters"}))
    game.engage("r1", "b1")
    game.fight("r1", "b1")
    game.rolls("61", "6", "1")  # one hit, through, not saved: half of Blue
    if melee_order == "a_then_b":
        game.do("next", RED, NextParams())
    game.fight("b1", "r1")
    game.rolls("61" if melee_order == "a_then_b" else "6", "6", "1")  # half of Red
    game.automatic()
    assert (game.match.points(RED), game.match.points(BLUE)) == score
