"""The Morale phase: rallies, flights, lone figures (DZ-MORALE)."""

from __future__ import annotations

import pytest

from tests.deathzap2.turns import BLUE, RED, Turns
from tracker.rulesets.deathzap2.data import markers
from tracker.rulesets.deathzap2.phases import impetus_and_order_dice
from tracker.rulesets.deathzap2.phases.rally_and_flight import FlightObstacles
from tracker.testing.match_in_memory import u
from tracker.vocabulary.events import FiguresRemoved, Moved
from tracker.vocabulary.subject_ids import SideId


def frightened(since: int = 1, red: str = "5 trooper", **options: object) -> Turns:
    """Red's r1 is panicked; the last half of Melee in turn 2."""
    play = Turns(options, "melee", r1=red, r2="5 trooper", b1="5 trooper", b2="5 trooper")  # type: ignore[arg-type]
    play.at(2, "melee", BLUE)
    play.panic("r1", since)
    return play


def fled(play: Turns) -> list[int | None]:
    return [fact.length for fact in play.facts if isinstance(fact, Moved) and fact.how == "fled"]


@pytest.mark.rule("DZ-T16", "DZ-MORALE-02", "DZ-MORALE-03")
@pytest.mark.parametrize(
    ("die", "length", "since"),
    [
        ("1", 200, 1),
        ("2", 400, 1),
        ("3", 600, 1),
        ("4", None, None),
        ("5", None, None),
        ("6", None, None),
    ],
)
def test_four_or_more_rallies_and_less_flees_twice_the_die(
    die: str, length: int | None, since: int | None
) -> None:
    play = frightened()
    play.phase_ends()
    assert play.rows() == ("r1",)
    play.roll(die)
    assert fled(play) == ([] if length is None else [length])
    assert play.panicked("r1") == since


@pytest.mark.rule("DZ-MORALE-03", "DZ-T16", "DZ-G17")
@pytest.mark.parametrize("doubles", ["moves", "moves_and_ranges", "all_distances"])
def test_flight_is_twice_as_long_on_a_large_board(doubles: str) -> None:
    play = frightened(board="large", large_board_doubles=doubles)
    play.phase_ends()
    play.roll("3")
    assert fled(play) == [1200]


@pytest.mark.rule("DZ-W47", "DZ-MORALE-04", "DZ-T16")
def test_a_unit_frightened_this_turn_neither_rolls_nor_moves() -> None:
    play = frightened(since=2)
    play.engage("r1", "b1")
    play.phase_ends()
    assert play.place() == (2, "morale", None)
    assert play.idle
    assert play.panicked("r1") == 2
    assert fled(play) == []
    assert play.foes("r1") == (u("b1"),)


@pytest.mark.rule("DZ-G60", "DZ-MORALE-02")
@pytest.mark.parametrize(("panicked", "owner"), [("r1", RED), ("b1", BLUE), ("r1 b1", None)])
def test_owners_roll_for_their_own_units(panicked: str, owner: SideId | None) -> None:
    play = Turns(phase="melee", r1="5 trooper", b1="5 trooper").at(2, "melee", BLUE)
    for who in panicked.split():
        play.panic(who, 1)
    play.do_next()
    assert play.rows() == tuple(panicked.split())
    assert play.asked.side == owner


@pytest.mark.rule("DZ-MORALE-02", "DZ-G63")
def test_all_dice_are_one_roll_the_first_sides_units_before_the_others() -> None:
    play = frightened().at(2, "melee", RED, BLUE, RED)
    play.panic("b2", 0)
    play.panic("b1", 1)
    play.do_next()
    assert play.rows() == ("b1", "b2", "r1")
    play.roll("416")
    assert [play.panicked(who) for who in ("b1", "b2", "r1")] == [None, 0, None]
    assert fled(play) == [200]


@pytest.mark.rule("DZ-G64", "DZ-MORALE-03")
def test_flight_breaks_melee() -> None:
    play = frightened()
    play.engage("r1", "b1")
    play.engage("b2", "r1")
    play.engage("r2", "b1")
    play.phase_ends()
    play.roll("2")
    assert play.foes("r1") == ()
    assert play.foes("b1") == (u("r2"),), "nobody else leaves the melee"


@pytest.mark.rule("DZ-MORALE-02", "DZ-MORALE-03")
def test_a_unit_that_rallies_stays_in_melee() -> None:
    play = frightened()
    play.engage("r1", "b1")
    play.phase_ends()
    play.roll("4")
    assert play.foes("r1") == (u("b1"),)


# ------------------------------------------------------------------------------- lone figures


@pytest.mark.rule("DZ-MORALE-05", "DZ-T2")
@pytest.mark.parametrize(
    ("who", "since"),
    [
        ("1 trooper", 0),
        ("1 brute", 0),
        ("1 hound", 0),
        ("1 ox", None),
        ("1 buggy", None),
        ("1 tank", None),
        ("1 giant", None),
        ("2 trooper", None),
    ],
)
def test_who_panics_when_alone(who: str, since: int | None) -> None:
    play = Turns(r1=who, b1="5 trooper")
    assert play.panicked("r1") == since


@pytest.mark.rule("DZ-MORALE-05", "DZ-G45")
def test_a_figure_left_alone_is_panicked_at_once_and_never_rallies() -> None:
    play = Turns(r1="2 trooper", b1="5 trooper").at(2, "move", RED)
    play.remove(play.match.figures(u("r1"))[1])
    assert play.panicked("r1") == 2
    play.at(3, "melee", BLUE)
    play.phase_ends()
    assert play.rows() == ("r1, alone",)
    play.roll("6")
    assert play.panicked("r1") == 2


@pytest.mark.rule("DZ-G43", "DZ-T16", "DZ-MORALE-05")
@pytest.mark.parametrize(
    ("rule", "die", "length"),
    [
        ("on_1_to_3", "3", [600]),
        ("on_1_to_3", "4", []),
        ("always_double_roll", "3", [600]),
        ("always_double_roll", "5", [1000]),
    ],
)
def test_how_a_lone_figure_flees(rule: str, die: str, length: list[int]) -> None:
    play = frightened(red="1 trooper", lone_flight=rule)
    play.phase_ends()
    play.roll(die)
    assert fled(play) == length
    assert play.panicked("r1") == 1


@pytest.mark.rule("DZ-G43")
def test_units_of_several_rally_as_ever_where_lone_figures_always_flee() -> None:
    play = frightened(lone_flight="always_double_roll")
    play.phase_ends()
    play.roll("5")
    assert fled(play) == []
    assert play.panicked("r1") is None


@pytest.mark.rule("DZ-G43")
def test_lone_figures_that_never_flee_do_not_roll() -> None:
    play = frightened(red="1 trooper", lone_flight="never")
    play.phase_ends()
    assert play.place() == (2, "morale", None)
    assert play.idle
    assert play.panicked("r1") == 1


@pytest.mark.rule("DZ-G45")
def test_lone_figures_may_panic_only_when_morale_begins() -> None:
    play = Turns(
        {"lone_panic_from": "morale_phase"}, r1="1 trooper", r2="5 trooper", b1="5 trooper"
    )
    assert play.panicked("r1") is None
    play.at(2, "shoot", BLUE)
    play.phase_ends()
    assert play.place() == (2, "morale", None)
    assert play.idle, "panicked this turn: no roll"
    assert play.panicked("r1") == 2


# ------------------------------------------------------------------------------------- flight


@pytest.mark.rule("DZ-G44", "DZ-MORALE-03")
def test_flight_stops_at_the_own_edge() -> None:
    play = frightened(flee_off_board="stop")
    play.phase_ends()
    play.roll("3")
    assert play.idle
    assert play.size("r1") == 5


@pytest.mark.rule("DZ-G44")
@pytest.mark.parametrize(("gone", "left"), [((("u:r1", 1),), 0), ((), 5)])
def test_flight_over_the_own_edge_under_a_house_rule(
    gone: tuple[tuple[str, int], ...], left: int
) -> None:
    play = frightened(flee_off_board="removed")
    play.phase_ends()
    play.roll("3")
    assert play.asked.rule == "DZ-G44"
    play.choose(gone)
    assert play.size("r1") == left
    removed = [fact.how for fact in play.facts if isinstance(fact, FiguresRemoved)]
    assert removed == ([] if left else ["fled"])


@pytest.mark.rule("DZ-G16", "DZ-G44")
def test_obstacles_shorten_a_flight() -> None:
    play = frightened()
    play.phase_ends()
    assert play.objections("flight", RED, FlightObstacles(u("r1"), 1)) != []
    play.roll("2")
    assert play.objections("flight", RED, FlightObstacles(u("r1"), 1)) == []
    play.do("flight", RED, FlightObstacles(u("r1"), 1))
    assert fled(play) == [300]
    play.do("flight", RED, FlightObstacles(u("r1"), 5))
    assert fled(play) == [0]


@pytest.mark.rule("DZ-MORALE-03", "DZ-G13")
def test_a_unit_may_join_friends_at_the_end_of_its_flight() -> None:
    play = frightened()
    play.phase_ends()
    play.roll("1")
    play.automatic()
    assert play.place() == (2, "morale", None), "the turn waits for the join"
    assert [due.action for due in play.ruleset.due(play.match)] == ["join"]
    assert play.against_join("r1", "r2") == []
    play.join("r1", "r2")
    assert play.rows() == ("5 panicked", "5 calm")
    play.roll("16")
    assert play.panicked("r2") is None
    play.automatic()
    assert play.place()[0] == 3, "nobody is left to join"


@pytest.mark.rule("DZ-MORALE-03", "DZ-TURN-02")
def test_the_turn_ends_by_itself_where_nobody_can_be_joined() -> None:
    play = Turns(phase="melee", r1="5 trooper", r2="1 tank", b1="5 trooper").at(2, "melee", BLUE)
    play.panic("r1", 1)
    play.phase_ends()
    play.roll("1")
    play.automatic()
    assert play.place()[0] == 3


@pytest.mark.rule("DZ-MORALE-01", "DZ-MORALE-02")
def test_a_panicked_unit_acts_and_is_marked_with_its_turn() -> None:
    play = frightened()
    assert play.match.mark(u("r1"), markers.PANICKED) == 1
    play.at(2, "move", RED)
    assert play.against_move("r1") == []
    assert impetus_and_order_dice.list_units_earning_order_dice(play.match, RED) == (u("r2"),), (
        "but earns no order die"
    )
    play.at(2, "shoot", RED)
    assert "r1" in {due.subject[2:] for due in play.ruleset.due(play.match) if due.subject}
    play.engage("r1", "b1")
    play.at(2, "melee", RED)
    assert "u:r1" in {due.subject for due in play.ruleset.due(play.match)}
