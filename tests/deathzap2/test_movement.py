"""How far units move, what holds them, contact, and second moves (DZ-MOVE)."""

from __future__ import annotations

import pytest

from tests.deathzap2.turns import BLUE, RED, Turns, ids, rules
from tracker.rulesets.deathzap2.data import markers
from tracker.rulesets.deathzap2.phases.movement import (
    ContactLoss,
    ContactMove,
    find_move_allowance,
    format_inches,
)
from tracker.rulesets.deathzap2.phases.shooting_phase import SecondMove
from tracker.testing.match_in_memory import f, u
from tracker.vocabulary.events import Json, Moved, Scalar

ALL = {
    "r1": "5 trooper",
    "r2": "5 brute",
    "r3": "5 hound",
    "r4": "2 ox",
    "r5": "2 buggy",
    "r6": "1 tank",
    "r7": "1 giant",
    "b1": "5 trooper",
    "b2": "5 trooper",
}
# DZ-T2, in hundredths of an inch, on a 2 by 2 foot board.
PRINTED = {"r1": 400, "r2": 400, "r3": 600, "r4": 600, "r5": 600, "r6": 400, "r7": 400}


def field(
    options: dict[str, Scalar] | None = None,
    tables: dict[str, dict[str, Json]] | None = None,
    phase: str = "move",
) -> Turns:
    return Turns(options, phase, tables, **ALL)


def reach(play: Turns, who: str, obstacles: int = 0) -> int:
    return find_move_allowance(play.match, u(who), obstacles)


@pytest.mark.rule("DZ-T2", "DZ-MOVE-02", "DZ-SETUP-01", "DZ-G17")
def test_every_type_moves_as_printed_and_twice_as_far_on_a_large_board() -> None:
    small, large = field({"board": "small"}), field({"board": "large"})
    assert {who: reach(small, who) for who in PRINTED} == PRINTED
    assert {who: reach(large, who) for who in PRINTED} == {w: 2 * n for w, n in PRINTED.items()}


@pytest.mark.rule("DZ-G07")
def test_heavy_infantry_moves_like_infantry_or_slower_by_house_rule() -> None:
    assert reach(field({"heavy_infantry_move": 4}), "r2") == 400
    assert reach(field({"heavy_infantry_move": 3}), "r2") == 300
    assert reach(field({"heavy_infantry_move": 3, "board": "large"}), "r2") == 600


@pytest.mark.rule("DZ-W14", "DZ-MOVE-03", "DZ-G16")
def test_an_obstacle_costs_the_unit_an_inch_on_any_board() -> None:
    # Infantry over two walls: 4 - 2 = 2 inches. Beasts over one on a large board: 12 - 1 = 11.
    assert reach(field(), "r1", obstacles=2) == 200
    assert reach(field({"board": "large"}), "r3", obstacles=1) == 1100
    assert reach(field(), "r1", obstacles=5) == 0, "never below nothing"


@pytest.mark.rule("DZ-G17")
def test_obstacles_double_only_where_every_distance_does() -> None:
    for doubles, left in (("moves", 1100), ("moves_and_ranges", 1100), ("all_distances", 1000)):
        play = field({"board": "large", "large_board_doubles": doubles})
        assert reach(play, "r3", obstacles=1) == left


@pytest.mark.rule("DZ-W14", "DZ-MOVE-08", "DZ-GEN-04")
def test_halved_speed_comes_after_the_board_and_before_obstacles() -> None:
    large = field({"board": "large"})
    large.mark(f("r7", 1), markers.HALVED, 2)
    assert reach(large, "r7") == 200  # 8 -> 4 -> 2
    assert reach(large, "r7", obstacles=1) == 100
    small = field()
    small.mark(f("r7", 1), markers.HALVED, 3)
    assert reach(small, "r7") == 50  # 4 -> 2 -> 1 -> 0.5


@pytest.mark.rule("DZ-MOVE-08")
def test_an_immobile_vehicle_does_not_move_whatever_its_orders() -> None:
    play = field({"orders_table": "starter"})
    play.mark(f("r6", 1), markers.IMMOBILE)
    play.order("r6", 2)
    assert reach(play, "r6") == 0
    assert rules(play.against_move("r6")) == ["DZ-MOVE-08"]


@pytest.mark.rule("DZ-MOVE-02", "DZ-T17", "DZ-ORD-03")
def test_an_order_adds_its_inches_as_they_stand() -> None:
    for board, reached in (("small", 600), ("large", 1000)):  # 4 + 2, 8 + 2
        play = field({"orders_table": "starter", "board": board})
        play.order("r1", 2)
        assert reach(play, "r1") == reached
    rows: dict[str, dict[str, Json]] = {"orders": {"2": {"move": -1}}}
    slow = field({"orders_table": "custom"}, rows)
    slow.order("r1", 2)
    assert reach(slow, "r1") == 300


@pytest.mark.rule("DZ-MOVE-02")
def test_a_length_beyond_the_allowance_is_spoken_against() -> None:
    play = field()
    assert play.against_move("r1", length=400) == []
    (said,) = play.against_move("r1", length=401)
    assert (said.rule, said.text) == ("DZ-MOVE-02", 'R1 moves at most 4"')
    (said,) = play.against_move("r1", length=301, obstacles=1)
    assert said.text == 'R1 moves at most 3"'
    assert format_inches(250) == '2.5"'


@pytest.mark.rule("DZ-MOVE-03")
def test_an_obstacle_needs_its_inch() -> None:
    play = field()
    play.mark(f("r7", 1), markers.HALVED, 3)  # half an inch left
    assert rules(play.against_move("r7", obstacles=1)) == ["DZ-MOVE-03"]
    assert play.against_move("r1", obstacles=4) == []
    assert rules(play.against_move("r1", obstacles=5)) == ["DZ-MOVE-03"]


@pytest.mark.rule("DZ-TURN-02", "DZ-MOVE-01", "DZ-MOVE-07")
@pytest.mark.parametrize("phase", ["impetus", "orders", "move", "shoot", "melee", "morale"])
def test_units_move_in_movement_and_again_when_others_fire(phase: str) -> None:
    play = field().at_phase(phase)
    against = [] if phase in ("move", "shoot") else ["not-movement"]
    assert ids(play.against_move("r1")) == against
    contact = ContactMove(u("r1"), (u("b1"),))
    assert ids(play.objections("contact", RED, contact)) == against


@pytest.mark.rule("DZ-MOVE-01")
def test_all_of_one_side_moves_before_the_other_and_nobody_twice() -> None:
    play = field()
    assert ids(play.against_move("b1")) == ["not-its-half"]
    play.move("r1", "r2", length=300)
    moved = [fact for fact in play.facts if isinstance(fact, Moved)]
    assert [(fact.unit, fact.length) for fact in moved] == [(u("r1"), 300), (u("r2"), 300)]
    assert ids(play.against_move("r1")) == ["has-moved"]
    assert play.against_move("r3") == []
    play.go()
    assert play.place() == (1, "move", BLUE)
    assert play.against_move("b1") == []


@pytest.mark.rule("DZ-MOVE-04")
def test_a_unit_in_melee_stays_where_it_is() -> None:
    play = field()
    play.engage("r1", "b1")
    assert rules(play.against_move("r1")) == ["DZ-MOVE-04"]
    play.at_phase("shoot", RED)
    against = play.objections("second", RED, SecondMove((u("r1"),)))
    assert rules(against) == ["DZ-MOVE-04"]


@pytest.mark.rule("DZ-MOVE-05", "DZ-G19")
def test_contact_engages_whole_units_and_several_of_them() -> None:
    play = field()
    play.panic("b2", 0)
    params = ContactMove(u("r1"), (u("b1"), u("b2")))
    assert play.objections("contact", RED, params) == [], "panicked units may be contacted"
    play.contact("r1", "b1", "b2")
    assert play.foes("r1") == (u("b1"), u("b2"))
    assert play.foes("b1") == (u("r1"),)
    assert play.match.link(markers.ENGAGED, u("r1"), u("b1")) is not None, "who came stands first"
    play.contact("r3", "b1")
    assert play.foes("b1") == (u("r1"), u("r3"))


@pytest.mark.rule("DZ-MOVE-05", "DZ-G40")
def test_a_melee_that_goes_on_is_not_begun_again() -> None:
    play = field()
    play.contact("r1", "b1")
    play.at(2, "move", RED)
    play.contact("r1", "b1")
    play.contact("b1", "r1")
    assert play.match.pairs(markers.ENGAGED) == ((u("r1"), u("b1")),)
    link = play.match.link(markers.ENGAGED, u("r1"), u("b1"))
    assert link is not None
    assert link.since == 1, "nobody made contact this turn"


@pytest.mark.rule("DZ-MOVE-05")
def test_contact_with_a_friend_or_out_of_melee_is_spoken_against() -> None:
    play = field()
    assert rules(play.objections("contact", RED, ContactMove(u("r1"), (u("r2"),)))) == [
        "DZ-MOVE-05"
    ]
    play.contact("r1", "b1")
    again = play.objections("contact", RED, ContactMove(u("r1"), (u("b2"),)))
    assert rules(again) == ["DZ-MOVE-04"]


@pytest.mark.rule("DZ-MOVE-05")
def test_contact_is_lost_when_the_players_say_so() -> None:
    play = field()
    play.contact("r1", "b1", "b2")
    play.do("part", RED, ContactLoss(u("r1"), (u("b2"),)))
    assert play.foes("r1") == (u("b1"),)
    assert rules(play.objections("part", RED, ContactLoss(u("r1"), (u("b2"),)))) == ["DZ-MOVE-05"]
    play.do("part", BLUE, ContactLoss(u("b1")))
    assert play.foes("r1") == ()


@pytest.mark.rule("DZ-MOVE-05")
def test_a_pair_ends_when_one_of_the_units_is_gone() -> None:
    play = field()
    play.contact("r1", "b1", "b2")
    play.remove(*play.match.figures(u("b1")))
    assert play.foes("r1") == (u("b2"),)


@pytest.mark.rule("DZ-G11")
def test_panicked_units_move_as_freely_as_the_table_plays() -> None:
    expected = {
        "free": ([], []),
        "not_towards_enemy": ([], ["DZ-G11"]),
        "none": (["DZ-G11"], ["DZ-G11"]),
    }
    for value, (anywhere, forward) in expected.items():
        play = field({"panicked_move": value})
        play.panic("r1", 0)
        assert rules(play.against_move("r1")) == anywhere
        assert rules(play.against_move("r1", towards_enemy=True)) == forward
        assert rules(play.objections("contact", RED, ContactMove(u("r1"), (u("b1"),)))) == forward
        assert play.against_move("r3", towards_enemy=True) == [], "calm units go where they like"


# ------------------------------------------------------------------------------- second moves


@pytest.mark.rule("DZ-MOVE-07")
def test_a_second_move_takes_the_place_of_fire_with_the_full_allowance() -> None:
    play = field(phase="shoot")
    assert play.objections("second", RED, SecondMove((u("r1"),), length=400)) == []
    too_far = play.objections("second", RED, SecondMove((u("r1"),), length=400, obstacles=1))
    assert rules(too_far) == ["DZ-MOVE-02"]
    play.second("r1", "r2")
    assert play.match.has(u("r1"), markers.SECOND_MOVE)
    assert play.match.has(u("r2"), markers.SECOND_MOVE)
    assert ids(play.objections("second", RED, SecondMove((u("r1"),)))) == ["moved-twice"]


@pytest.mark.rule("DZ-MOVE-07")
def test_who_has_fired_does_not_move_again() -> None:
    play = field(phase="shoot")
    play.mark(u("r1"), markers.FIRED)
    assert ids(play.objections("second", RED, SecondMove((u("r1"),)))) == ["has-fired"]
    assert ids(play.objections("contact", RED, ContactMove(u("r1"), (u("b1"),)))) == ["has-fired"]


@pytest.mark.rule("DZ-MOVE-07")
def test_figures_to_remove_move_along() -> None:
    play = field(phase="shoot")
    play.fell("r1", 2)
    assert play.objections("second", RED, SecondMove((u("r1"),))) == []
    play.second("r1")
    assert play.size("r1") == 5


@pytest.mark.rule("DZ-G65", "DZ-G11")
@pytest.mark.parametrize(("value", "against"), [("free", []), ("none", ["DZ-G11"])])
def test_panicked_units_move_again_as_freely_as_they_move(value: str, against: list[str]) -> None:
    play = field({"panicked_move": value}, phase="shoot")
    play.panic("r1", 0)
    assert rules(play.objections("second", RED, SecondMove((u("r1"),)))) == against


@pytest.mark.rule("DZ-G20", "DZ-MOVE-07")
@pytest.mark.parametrize(("allowed", "against"), [(True, []), (False, ["DZ-G20"])])
def test_a_second_move_may_end_in_contact(allowed: bool, against: list[str]) -> None:
    play = field({"second_move_contact": allowed}, phase="shoot")
    assert (
        rules(play.objections("second", RED, SecondMove((u("r1"),), contacts=(u("b1"),))))
        == against
    )
    assert rules(play.objections("contact", RED, ContactMove(u("r1"), (u("b1"),)))) == against
    play.second("r1", contacts=("b1",))
    assert play.foes("r1") == (u("b1"),), "at once"
    play.contact("r3", "b1")
    assert play.match.has(u("r3"), markers.SECOND_MOVE), "contact in this phase is a second move"


@pytest.mark.rule("DZ-MOVE-07", "DZ-TURN-02")
def test_second_moves_are_forgotten_when_the_turn_ends() -> None:
    play = field(phase="shoot")
    play.second("r1")
    play.contact("r3", "b1")
    play.at_phase("morale")
    assert play.match.marked(markers.SECOND_MOVE) == (u("r1"), u("r3"))
    play.new_turn(2)
    assert play.match.marked(markers.SECOND_MOVE) == ()
