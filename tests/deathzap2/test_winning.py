"""How matches end: panic, six turns, nobody left, given up; and who has won."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.deathzap2.skirmish import Skirmish, profile
from tests.deathzap2.table import Game, Units, ended, scored, soldiers
from tracker.procedures.requests import Confirm
from tracker.rulesets.deathzap2.data import markers
from tracker.rulesets.deathzap2.phases.match_end_and_winner import EndMatch
from tracker.rulesets.deathzap2.phases.mission_objectives import describe_objectives
from tracker.testing.match_in_memory import BLUE, RED, f, u
from tracker.vocabulary.events import Json, MarkerCleared, MarkerSet, MatchEnded, Scalar
from tracker.vocabulary.subject_ids import SideId

Force = tuple[Units, ...]


def basic(
    options: Mapping[str, Scalar] | None = None,
    *,
    red: Force = ({"soldier": 3},),
    blue: Force = ({"soldier": 3},),
    turn: int = 1,
) -> Game:
    return Game({"game": "basic", **(options or {})}, red=red, blue=blue, turn=turn)


# -------------------------------------------------------------------------------------- basic game


@pytest.mark.rule("DZ-W49", "DZ-WIN-01", "DZ-G47", "DZ-SETUP-02", "DZ-MORALE-01")
def test_worked_case_basic_win_after_shooting() -> None:
    game = basic(red=soldiers(4, 3), blue=soldiers(5, 3, 2), turn=3)
    game.panic("r2")
    game.lose("b3", 1, 2)
    game.panic("b1", since=3)
    game.phase_ends()
    assert game.idle  # one Blue unit is calm
    game.panic("b2", since=3)
    game.phase_ends()
    assert isinstance(game.asked, Confirm)
    assert game.asked.default is True
    game.default()
    assert game.end() == ("panic", RED)


@pytest.mark.rule("DZ-WIN-01", "DZ-G47")
def test_both_collapse_and_one_has_figures_left() -> None:
    game = basic(red=soldiers(5), blue=soldiers(4))
    game.lose("r1", 4, 5)
    game.lose("b1", 1, 2, 3, 4)
    game.panic("r1")
    game.phase_ends()
    assert game.asked.what == "only panic is left of Red and nobody is left of Blue: end the game"
    game.default()
    assert game.end() == ("panic", RED)


@pytest.mark.rule("DZ-WIN-01", "DZ-G47")
@pytest.mark.parametrize(
    ("red_gone", "blue_gone", "winner"),
    [(False, False, None), (True, True, None), (True, False, BLUE), (False, True, RED)],
)
def test_when_both_are_beaten_survivors_beat_nobody_and_all_else_is_a_draw(
    red_gone: bool, blue_gone: bool, winner: SideId | None
) -> None:
    game = basic(red=soldiers(2), blue=soldiers(2))
    for unit, gone in (("r1", red_gone), ("b1", blue_gone)):
        if gone:
            game.lose(unit, 1, 2)
        else:
            game.panic(unit)
    game.phase_ends()
    game.default()
    assert game.end() == ("panic", winner)


@pytest.mark.rule("DZ-WIN-01")
@pytest.mark.parametrize("big", ["tank", "horror"])
def test_a_side_with_a_vehicle_or_monster_has_not_lost(big: str) -> None:
    game = basic(blue=({"soldier": 3}, {big: 1}))
    game.panic("b1")
    game.phase_ends()
    assert game.idle
    assert game.match.ended is None


@pytest.mark.rule("DZ-G47")
@pytest.mark.parametrize(("check", "asked"), [("each_phase", True), ("end_of_turn", False)])
def test_when_a_basic_win_is_looked_for(check: str, asked: bool) -> None:
    game = basic({"basic_win_check": check})
    game.panic("b1")
    game.phase_ends()
    assert game.idle is not asked
    if not asked:
        game.phase_ends(turn_over=True)
        game.default()
    else:
        game.default()
    assert game.end() == ("panic", RED)


@pytest.mark.rule("DZ-WIN-01")
def test_the_table_may_play_on_and_is_not_asked_again_for_the_same_win() -> None:
    game = basic(red=soldiers(3), blue=soldiers(3))
    game.panic("b1")
    game.phase_ends()
    assert not ended(game.choose(False))
    game.phase_ends()
    assert game.idle
    game.panic("r1")  # now both: another end, asked again
    game.phase_ends()
    assert not game.idle


@pytest.mark.rule("DZ-WIN-01")
def test_a_win_that_was_played_past_is_offered_again_when_it_comes_again() -> None:
    game = basic(red=soldiers(3), blue=soldiers(3))
    game.panic("b1")
    game.phase_ends()
    game.choose(False)
    game.fix(MarkerCleared(subjects=(u("b1"),), marker=markers.PANICKED))  # it rallies
    game.phase_ends()
    game.panic("b1", since=2)
    game.phase_ends()
    game.default()
    assert game.end() == ("panic", RED)


@pytest.mark.rule("DZ-G47", "DZ-TURN-01")
def test_nobody_beaten_in_six_turns_is_a_draw() -> None:
    game = basic(red=soldiers(3), blue=soldiers(3))
    game.lose("b1", 1)
    game.clock(5, "morale")
    game.phase_ends(turn_over=True)
    assert game.match.ended is None
    game.last_phase_ends()
    assert game.end() == ("turns", None)


@pytest.mark.rule("DZ-G47")
@pytest.mark.parametrize(
    ("red_lost", "blue_lost", "winner"),
    # A soldier is 15 points, a veteran 40.
    [
        (((1, 1),), (), BLUE),
        (((1, 1), (1, 2)), ((2, 1),), RED),  # 30 against 40
        (((2, 1),), ((2, 1),), None),
        ((), (), None),
    ],
)
def test_fewest_points_lost_wins_a_timeout_where_the_table_says_so(
    red_lost: tuple[tuple[int, int], ...],
    blue_lost: tuple[tuple[int, int], ...],
    winner: SideId | None,
) -> None:
    force: Force = ({"soldier": 4}, {"veteran": 3})
    game = basic({"basic_timeout": "fewest_points_lost"}, red=force, blue=force)
    for letter, lost in (("r", red_lost), ("b", blue_lost)):
        for unit, number in lost:
            game.lose(f"{letter}{unit}", number)
    game.last_phase_ends()
    assert game.end() == ("turns", winner)


@pytest.mark.rule("DZ-WIN-01", "DZ-SETUP-02")
def test_panic_does_not_end_an_advanced_game() -> None:
    game = Game()
    game.panic("b1")
    game.phase_ends(turn_over=True)
    assert game.idle
    assert game.match.ended is None


def test_nothing_is_looked_for_during_set_up() -> None:
    game = basic(blue=soldiers(1))  # panicked from the start
    game.clock(0, "setup")
    game.phase_ends()
    assert game.idle


TROOPS: dict[str, dict[str, Json]] = {
    "red": profile("regular infantry light", "upgraded rifle"),
    "blue": profile("basic infantry light", "basic rifle"),
}


@pytest.mark.rule("DZ-W59", "DZ-WIN-01", "DZ-G47")
def test_worked_case_both_sides_collapse_together_die_by_die() -> None:
    game = Skirmish(TROOPS, {"r1": {"red": 5}, "b1": {"blue": 4}}, {"game": "basic"})
    game.fire("r1", "b1")
    game.rolls("34566", "34562", "1234")  # 5 hits, 4 through, none saved
    game.automatic()
    game.fire("b1", "r1")
    game.rolls("4564", "4561", "125")  # 4 hits, 3 through, one saved
    game.automatic()
    game.roll("14")  # three left × 1 against two killed × 4: panic
    assert game.match.has(u("r1"), markers.PANICKED)
    assert game.asked.what == "only panic is left of Red and nobody is left of Blue: end the game"
    game.default()
    assert game.match.ended is not None
    assert (game.match.ended.how, game.match.ended.winner) == ("panic", RED)


# ----------------------------------------------------------------------------------- advanced game


@pytest.mark.rule("DZ-W60", "DZ-WIN-02", "DZ-WIN-05", "DZ-WIN-08", "DZ-WIN-10")
def test_worked_case_hard_hitters_and_extermination() -> None:
    red: Force = ({"soldier": 24}, {"tank": 1})
    blue: Force = ({"soldier": 12}, {"horror": 1}, {"tank": 1}, {"tank": 1})
    game = Game(red=red, blue=blue, kinds=("hard-hitters", "extermination"))
    game.lose("r1", *range(1, 5))  # turn 1: Red 4
    assert scored(game.phase_ends(turn_over=True)) == []
    game.clock(2, "shoot")
    game.lose("r1", *range(5, 10))  # turn 2: Red 9; Blue 3 and a vehicle, weight 8
    game.lose("b1", 1, 2, 3)
    game.lose("b3", 1)
    assert scored(game.phase_ends(turn_over=True)) == []
    game.clock(3, "shoot")
    game.lose("r1", *range(10, 16))  # turn 3: Red 15 of 29; Blue 9 of 27
    game.lose("b1", 4)
    assert scored(game.phase_ends()) == [(BLUE, 3, "Hard Hitters")]
    game.clock(4, "shoot")
    game.lose("b1", *range(5, 10))  # Blue 14 of 27: too late
    assert scored(game.phase_ends()) == []
    game.last_phase_ends()
    assert game.score() == (2, 6)
    assert game.end() == ("turns", BLUE)
    assert game.match.ended is not None
    assert game.match.ended.scores == ((RED, 2), (BLUE, 6))


@pytest.mark.rule("DZ-W54", "DZ-G48", "DZ-WIN-10")
def test_worked_case_draw() -> None:
    game = Game(red=soldiers(4), blue=soldiers(4), kinds=("hold",))
    game.last_phase_ends()
    game.choose(4)
    game.choose(4)
    assert game.score() == (4, 4)
    assert game.end() == ("turns", None)


@pytest.mark.rule("DZ-WIN-10")
def test_points_already_scored_are_not_scored_again_at_the_end() -> None:
    game = Game(red=soldiers(4), blue=soldiers(4), kinds=("assassinate", "hard-hitters"))
    game.hunt("b1", 1)
    game.lose("b1", 1, 2)
    game.phase_ends()
    assert game.score() == (6, 0)
    game.last_phase_ends()
    assert game.score() == (6, 0)
    assert game.end() == ("turns", RED)


@pytest.mark.rule("DZ-TURN-01", "DZ-WIN-02")
@pytest.mark.parametrize(
    ("turn", "turn_over", "over"), [(5, True, False), (6, False, False), (6, True, True)]
)
def test_the_sixth_turn_is_the_last(turn: int, turn_over: bool, over: bool) -> None:
    game = Game(turn=turn)
    assert ended(game.phase_ends(turn_over=turn_over)) is over


@pytest.mark.rule("DZ-G48", "DZ-WIN-02")
def test_a_side_wiped_out_offers_an_end_with_points_as_things_stand() -> None:
    game = Game(red=soldiers(3), blue=soldiers(5), kinds=("extermination",), turn=2)
    game.lose("b1", 1, 2, 3, 4, 5)
    game.phase_ends()
    assert game.asked.what == "nobody is left of Blue: end the game"
    game.default()
    assert game.score() == (1, 0)
    assert game.end() == ("wiped out", RED)


@pytest.mark.rule("DZ-G48")
def test_the_early_end_is_offered_once_or_never() -> None:
    once = Game(blue=soldiers(2), turn=2)
    once.lose("b1", 1, 2)
    once.phase_ends()
    once.choose(False)
    once.phase_ends()
    assert once.idle
    assert once.match.ended is None
    never = Game({"advanced_early_end": "never"}, blue=soldiers(2), turn=2)
    never.lose("b1", 1, 2)
    never.phase_ends()
    assert never.idle
    assert never.match.ended is None


# ------------------------------------------------------------------------------- ends by agreement


def test_out_of_time_scores_as_things_stand() -> None:
    game = Game(red=soldiers(3), blue=soldiers(6), kinds=("extermination",), turn=4)
    game.lose("b1", 1, 2, 3, 4, 5)
    assert [o.rule for o in game.objections("end", None, EndMatch())] == ["DZ-TURN-01"]
    game.do("end", None, EndMatch())
    assert game.end() == ("time", RED)
    short = basic({"basic_timeout": "fewest_points_lost"})
    short.lose("r1", 1)
    short.do("end", None, EndMatch())
    assert short.end() == ("time", BLUE)


@pytest.mark.rule("DZ-SHOOT-12", "DZ-WIN-08")
def test_the_fallen_of_an_unfinished_phase_are_removed_before_points_are_counted() -> None:
    """A point for five figures."""
    game = Game(red=soldiers(3), blue=soldiers(6), kinds=("extermination",), turn=4)
    before = game.match.points(RED)
    fallen = tuple(f("b1", number) for number in (1, 2, 3, 4, 5))
    game.fix(MarkerSet(subjects=fallen, marker=markers.TO_REMOVE, value="fire"))
    game.do("end", None, EndMatch())
    assert len(game.match.figures(u("b1"))) == 1
    assert game.match.points(RED) - before == 1


def test_giving_up_loses_whatever_the_points_are() -> None:
    game = Game(red=soldiers(4), blue=soldiers(4), kinds=("hard-hitters",))
    game.lose("b1", 1, 2)
    game.phase_ends()
    assert game.objections("end", RED, EndMatch("conceded")) == []
    facts = game.do("end", RED, EndMatch("conceded"))
    assert game.end() == ("conceded", BLUE)
    assert [x.scores for x in facts if isinstance(x, MatchEnded)] == [((RED, 3), (BLUE, 0))]


def test_after_the_end_the_objective_claims_no_points_that_were_not_scored() -> None:
    game = Game(red=soldiers(3), blue=soldiers(6), kinds=("extermination",), turn=4)
    game.lose("b1", 1, 2, 3, 4, 5)
    assert "Red 5 kills: 1 VP, next at 10" in dict(describe_objectives(game.match))["extermination"]
    game.do("end", BLUE, EndMatch("conceded"))
    assert game.score() == (0, 0)
    told = dict(describe_objectives(game.match))["extermination"]
    assert told == "Red 5 kills · Blue 0 kills"


def test_a_match_that_is_over_stays_over() -> None:
    game = Game(turn=6)
    game.last_phase_ends()
    assert game.end() == ("turns", None)
    assert not ended(game.last_phase_ends())
