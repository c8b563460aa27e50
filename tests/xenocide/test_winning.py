"""What is lost and what it is worth; how the game ends and who has won it."""

from __future__ import annotations

import pytest

from tests.xenocide.table import R2, Table
from tracker.procedures.pieces.match_endings import MatchEndParams
from tracker.procedures.pieces.phase_flow import NextParams
from tracker.procedures.requests import Confirm, Pick
from tracker.rulesets.xenocide import RULESET
from tracker.rulesets.xenocide.data import markers
from tracker.rulesets.xenocide.phases.match_end_and_winner import count_victory_points
from tracker.testing.match_in_memory import BLUE, RED, f
from tracker.testing.ruleset_laws import check_all_laws
from tracker.vocabulary.events import FiguresRemoved, MatchEnded, PointsScored, RemovedHow, Scalar
from tracker.vocabulary.subject_ids import FigureId, SideId


def table(phase: str = "recovery", **options: Scalar) -> Table:
    """Riflemen are worth 10, brutes 45, the carrier 150."""
    red, blue = {"r1": {"rifle": 6}, "r2": {"apc": 1}}, {"b1": {"rifle": 6}, "b2": {"brute": 3}}
    return Table(red, blue, phase=phase, options=options)


def gone(play: Table, *figures: FigureId, how: RemovedHow = "killed") -> None:
    play.fix(FiguresRemoved(figures=figures, how=how))


def vp(play: Table) -> tuple[int, int]:
    found = count_victory_points(play.match)
    return found[RED], found[BLUE]


def result(play: Table) -> tuple[str, SideId | None, dict[SideId, int]]:
    ended = play.match.ended
    assert ended is not None
    return ended.how, ended.winner, dict(ended.scores)


@pytest.mark.rule("XF-WIN-02", "XF-WIN-03")
def test_losses_count_by_kind() -> None:
    play = table()
    for number, how in enumerate(("killed", "lost", "scattered", "fled", "captured"), 1):
        gone(play, f("b1", number), how=how)  # type: ignore[arg-type]
    gone(play, f("b2", 1))
    gone(play, f("r2", 1), how="destroyed")
    assert vp(play) == (5 * 10 + 45, 150)
    assert dict(RULESET.status(play.match)) == {
        "Lost, killed": "Red 0 · Blue 2",
        "Lost, destroyed": "Red 1 · Blue 0",
        "Strayed": "Red 0 · Blue 1",
        "Lost in teleport": "Red 0 · Blue 1",
        "Fled": "Red 0 · Blue 1",
        "Captive": "Red 0 · Blue 1",
        "Disabled": "Red 0 · Blue 0",
    }


@pytest.mark.rule("XF-G85")
@pytest.mark.parametrize(("factor", "expected"), [(1, 30), (2, 50)])
def test_captives_may_count_twice(factor: int, expected: int) -> None:
    play = table(captured_vp=factor)
    gone(play, f("b1", 1))
    gone(play, f("b1", 2), f("b1", 3), how="captured")
    assert vp(play)[0] == expected  # 10 + 2 × 10, or 10 + 2 × 20


@pytest.mark.rule("XF-G85")
@pytest.mark.parametrize(("option", "expected"), [(0, 0), ("half", 75), ("full", 150)])
def test_disabled_vehicles_by_house_rule(option: Scalar, expected: int) -> None:
    play = table(disabled_vehicle_vp=option)
    play.fix(markers.DAMAGE.set(R2, value=3))
    assert vp(play)[1] == 0  # damaged only
    play.fix(markers.DAMAGE.set(R2, value=4), markers.DISABLED.set(R2))
    assert vp(play)[1] == expected
    gone(play, f("r2", 1), how="destroyed")
    assert vp(play)[1] == 150


@pytest.mark.rule("XF-WIN-02")
def test_points_by_hand_are_added() -> None:
    play = table()
    play.fix(PointsScored(side=RED, points=25, why="the bridge"))
    gone(play, f("b1", 1))
    assert vp(play) == (35, 0)


@pytest.mark.rule("XF-G86", "XF-G85", "XF-WIN-01")
@pytest.mark.parametrize(
    ("more", "winner"), [((), None), ((f("b1", 2),), RED)], ids=["level", "ahead"]
)
def test_after_the_turns_agreed_most_vp_taken_have_won(
    more: tuple[FigureId, ...], winner: SideId | None
) -> None:
    play = table(turn_limit=1)
    gone(play, f("b1", 1), *more)
    gone(play, f("r1", 1))
    play.do("next", None, NextParams())
    assert result(play) == ("turns", winner, {RED: 10 * (1 + len(more)), BLUE: 10})
    check_all_laws(play)


@pytest.mark.rule("XF-G86")
def test_without_a_limit_the_game_goes_on() -> None:
    play = table()
    play.do("next", None, NextParams())
    assert (play.match.turn, play.match.ended) == (2, None)
    play = table(turn_limit=2)
    play.do("next", None, NextParams())
    assert (play.match.turn, play.match.ended) == (2, None)


def wiped_out(victory: str = "vp_lost") -> Table:
    """Red lost its carrier for all of Blue's riflemen and brutes, who were worth 195; 210 here."""
    play = table(victory=victory)
    gone(play, *(f("b1", n) for n in range(1, 7)), *(f("b2", n) for n in range(1, 4)))
    gone(play, f("r2", 1), how="destroyed")
    play.fix(PointsScored(side=BLUE, points=60, why="the bridge"))  # 150 + 60 against 60 + 135
    play.do("next", None, NextParams())
    return play


@pytest.mark.rule("XF-WIN-01", "XF-G85")
@pytest.mark.parametrize(("victory", "winner"), [("vp_lost", BLUE), ("last_side", RED)])
def test_the_last_side_has_won_by_house_rule_only(victory: str, winner: SideId) -> None:
    play = wiped_out(victory=victory)
    assert isinstance(play.asked, Confirm)
    play.default()
    assert result(play) == ("last side", winner, {RED: 195, BLUE: 210})
    check_all_laws(play)


@pytest.mark.rule("XF-WIN-01")
def test_an_end_that_is_declined_is_not_offered_again() -> None:
    play = wiped_out()
    play.choose(value=False)
    assert play.match.ended is None
    play.do("next", None, NextParams())
    assert play.idle
    assert play.match.ended is None


@pytest.mark.rule("XF-G85")
def test_in_a_scenario_the_players_name_the_winner() -> None:
    play = table(victory="scenario", turn_limit=1)
    gone(play, f("b1", 1))
    play.do("next", None, NextParams())
    assert isinstance(play.asked, Pick)
    play.choose(BLUE)
    assert result(play) == ("turns", BLUE, {RED: 10, BLUE: 0})
    check_all_laws(play)


@pytest.mark.rule("XF-G85", "XF-WIN-02")
@pytest.mark.parametrize(("lost", "proposed"), [("b1", RED), ("r1", BLUE)])
def test_the_side_with_more_points_is_proposed_as_the_winner(lost: str, proposed: SideId) -> None:
    """A rifleman is worth 10 VP to the other side."""
    play = table("melee", victory="scenario")
    gone(play, f(lost, 1))
    play.do("end", None, MatchEndParams())
    play.default()
    assert result(play)[:2] == ("agreed", proposed)


@pytest.mark.rule("XF-WIN-01")
def test_the_players_say_when_it_is_over() -> None:
    for params, winner in (
        (MatchEndParams(), RED),
        (MatchEndParams(BLUE), BLUE),
        (MatchEndParams(draw=True), None),
    ):
        play = table("melee")
        gone(play, f("b1", 1))
        play.do("end", None, params)
        assert result(play) == ("agreed", winner, {RED: 10, BLUE: 0})
        ended = next(fact for fact in play.facts if isinstance(fact, MatchEnded))
        assert ended.why == "the players say so"
        assert play.against("end", RED, MatchEndParams()) == ("ended",)


@pytest.mark.rule("XF-WIN-02", "XF-SHOOT-02")
@pytest.mark.parametrize(
    ("params", "winner"), [(MatchEndParams(), RED), (MatchEndParams(BLUE), BLUE)]
)
def test_losses_that_wait_count_when_the_players_end_the_game(
    params: MatchEndParams, winner: SideId
) -> None:
    """Two of B1, who have not fired back, are to fall: 10 VP each."""
    play = table("shooting")
    play.fix(markers.FALLS.set(f("b1", 1), f("b1", 2), value="killed"))
    assert vp(play) == (0, 0)
    play.do("end", None, params)
    assert result(play) == ("agreed", winner, {RED: 20, BLUE: 0})


@pytest.mark.rule("XF-G85")
def test_with_two_sides_left_the_last_side_is_named_at_the_end_of_the_turns() -> None:
    play = table(victory="last_side", turn_limit=1)
    play.do("next", None, NextParams())
    assert isinstance(play.asked, Pick)
    play.default()
    assert result(play)[:2] == ("turns", None)


@pytest.mark.rule("XF-WIN-01")
def test_where_nobody_is_left_the_end_says_so() -> None:
    play = table()
    gone(play, *(figure for side in (RED, BLUE) for figure in play.match.all_figures(side)))
    play.do("next", None, NextParams())
    assert isinstance(play.asked, Confirm)
    assert play.asked.what == "nobody is left: end the game"
    play.default()
    assert result(play)[0] == "nobody"


@pytest.mark.rule("XF-WIN-03", "XF-VEH-14")
def test_disabled_vehicles_are_counted_beside_what_is_lost() -> None:
    play = table()
    play.fix(markers.DAMAGE.set(R2, value=4))
    assert dict(RULESET.status(play.match))["Disabled"] == "Red 1 · Blue 0"
