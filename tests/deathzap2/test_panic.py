"""The end of Shooting and Melee: removals, damage taking effect, panic (DZ-SHOOT-12 and 13)."""

from __future__ import annotations

import pytest

from tests.deathzap2.turns import BLUE, RED, Turns
from tracker.rulesets.deathzap2.data import markers, unit_profiles
from tracker.rulesets.deathzap2.data.rule_tables import does_panic, find_certain_panic_result
from tracker.rulesets.deathzap2.phases.movement import find_move_allowance
from tracker.testing.match_in_memory import f, u
from tracker.vocabulary.events import FiguresRemoved, MarkerSet, Rolled
from tracker.vocabulary.subject_ids import SideId


def shooting(red: str, blue: str = "9 trooper", **options: object) -> Turns:
    """The last half of Shooting in turn 3."""
    play = Turns(options, "shoot", r1=red, b1=blue)  # type: ignore[arg-type]
    return play.at(3, "shoot", BLUE)


@pytest.mark.rule("DZ-W32", "DZ-SHOOT-13", "DZ-T18")
@pytest.mark.parametrize(
    ("start", "killed", "dice", "since"),
    [
        ("10 trooper", 3, "25", 3),  # 2 x 7 = 14 against 5 x 3 = 15
        ("10 trooper", 4, "23", None),  # 2 x 6 = 12 against 3 x 4 = 12: a tie is calm
        ("6 trooper", 1, "16", 3),  # 1 x 5 = 5 against 6 x 1 = 6
        ("6 trooper", 1, "15", None),  # 5 against 5
    ],
)
def test_panic_needs_the_higher_product_for_the_killed(
    start: str, killed: int, dice: str, since: int | None
) -> None:
    play = shooting(start)
    play.fell("r1", killed)
    play.phase_ends()
    left = int(start.split(maxsplit=1)[0]) - killed
    assert play.rows() == (f"r1: {left} left", f"r1: {killed} killed")
    play.roll(dice)
    assert play.panicked("r1") == since


@pytest.mark.rule("DZ-W32", "DZ-SHOOT-13")
def test_six_left_for_each_killed_cannot_panic_and_do_not_roll() -> None:
    # 1 x 6 against 6 x 1 is a tie: the worst dice leave it calm.
    play = shooting("7 trooper")
    play.fell("r1", 1)
    play.phase_ends()
    assert play.idle
    assert play.panicked("r1") is None
    assert not does_panic(6, 1, 1, 6)
    assert find_certain_panic_result(6, 1, tie_panics=False) is False
    assert find_certain_panic_result(5, 1, tie_panics=False) is None


@pytest.mark.rule("DZ-SHOOT-13")
def test_so_many_killed_that_no_dice_can_help() -> None:
    # 2 left, 13 killed: at best 6 x 2 = 12 against 1 x 13 = 13.
    play = shooting("15 trooper")
    play.fell("r1", 13)
    play.phase_ends()
    assert play.idle
    assert play.panicked("r1") == 3
    assert find_certain_panic_result(2, 12, tie_panics=False) is None  # 12 against 12 is possible


@pytest.mark.rule("DZ-SHOOT-12", "DZ-SHOOT-13")
def test_both_sides_lose_figures_together_and_all_dice_are_one_roll() -> None:
    play = Turns(phase="shoot", r1="6 trooper", r2="6 trooper", b1="10 trooper", b2="5 trooper")
    play.at(3, "shoot", RED, BLUE, RED)  # Blue acts first, so this is the last half
    play.fell("r1", 1)
    play.fell("r2", 2)
    play.fell("b1", 4)
    play.do_next()
    assert [play.size(who) for who in ("r1", "r2", "b1", "b2")] == [5, 4, 6, 5]
    assert play.rows() == (
        "b1: 6 left",
        "b1: 4 killed",
        "r1: 5 left",
        "r1: 1 killed",
        "r2: 4 left",
        "r2: 2 killed",
    )
    # Blue 2 x 6 = 12 v 5 x 4 = 20; Red r1 3 x 5 = 15 v 1; r2 1 x 4 = 4 v 3 x 2 = 6.
    play.roll("253113")
    assert [play.panicked(who) for who in ("b1", "r1", "r2")] == [3, None, 3]


@pytest.mark.rule("DZ-G60", "DZ-SHOOT-13")
@pytest.mark.parametrize(("losses", "owner"), [("r1", RED), ("b1", BLUE), ("r1 b1", None)])
def test_owners_roll_for_their_own_units_whoever_acted_last(
    losses: str, owner: SideId | None
) -> None:
    play = Turns(phase="shoot", r1="6 trooper", b1="6 trooper").at(3, "shoot", BLUE)
    for who in losses.split():
        play.fell(who, 2)
    play.do_next()
    assert play.asked.side == owner
    play.roll("61" * len(losses.split()))
    (written,) = [line.event for line in play.lines if isinstance(line.event, Rolled)]
    assert written.side == owner


@pytest.mark.rule("DZ-SHOOT-12", "DZ-TURN-02")
def test_figures_stay_until_the_last_half_is_over() -> None:
    play = shooting("6 trooper").at(3, "shoot", RED)
    play.fell("b1", 4)
    play.do_next()
    assert play.place() == (3, "shoot", BLUE)
    assert play.size("b1") == 9
    play.do_next()
    assert play.size("b1") == 5


@pytest.mark.rule("DZ-SHOOT-12")
def test_removals_say_how_and_by_whom() -> None:
    play = Turns(phase="shoot", r1="6 trooper", r2="1 tank", b1="5 trooper")
    play.at(3, "shoot", BLUE)
    for figure, by in ((f("r1", 5), "u:b1"), (f("r1", 6), "u:r2"), (f("r2", 1), "u:b1")):
        play.fix(MarkerSet(subjects=(figure,), marker=markers.TO_REMOVE, value="fire", by=by))
    play.do_next()
    removed = [fact for fact in play.facts if isinstance(fact, FiguresRemoved)]
    assert [(fact.figures, fact.how, fact.by) for fact in removed] == [
        ((f("r1", 5),), "killed", "u:b1"),
        ((f("r1", 6),), "killed", "u:r2"),
        ((f("r2", 1),), "destroyed", "u:b1"),
    ]
    assert play.falls("r1") == 0
    assert play.match.marked(markers.TO_REMOVE) == ()


@pytest.mark.rule("DZ-SHOOT-12", "DZ-SHOOT-13", "DZ-MOVE-05")
def test_a_unit_wiped_out_does_not_roll_and_fights_nobody() -> None:
    play = Turns(phase="shoot", r1="3 trooper", r2="6 trooper", b1="5 trooper").at(3, "shoot", BLUE)
    play.engage("r1", "b1")
    play.fell("r1", 3)
    play.do_next()
    assert play.foes("b1") == ()
    assert play.place()[1] != "melee", "nobody is left in melee, so the phase is passed over"


@pytest.mark.rule("DZ-G36", "DZ-SHOOT-13", "DZ-MORALE-05")
@pytest.mark.parametrize("recheck", [False, True])
@pytest.mark.parametrize("who", ["trooper", "brute", "hound"])
def test_one_figure_left_is_panicked_without_a_roll(who: str, recheck: bool) -> None:
    play = shooting(f"3 {who}", recheck_panicked=recheck)
    play.fell("r1", 2)
    play.phase_ends()
    assert play.idle
    assert play.panicked("r1") == 3


@pytest.mark.rule("DZ-MORALE-05", "DZ-T2", "DZ-SHOOT-13")
@pytest.mark.parametrize("who", ["buggy", "ox"])
def test_one_light_vehicle_or_big_beast_left_rolls_like_others(who: str) -> None:
    play = shooting(f"3 {who}")
    play.fell("r1", 2)
    play.phase_ends()
    assert play.rows() == ("r1: 1 left", "r1: 2 killed")
    play.roll("61")  # 6 x 1 against 1 x 2
    assert play.panicked("r1") is None


@pytest.mark.rule("DZ-G45")
def test_lone_figures_check_like_others_where_they_panic_only_in_morale() -> None:
    play = shooting("3 trooper", lone_panic_from="morale_phase")
    play.fell("r1", 2)
    play.phase_ends()
    assert play.rows() == ("r1: 1 left", "r1: 2 killed")
    play.roll("61")
    assert (play.place()[1], play.panicked("r1")) == ("morale", 3), "and then Morale begins"


@pytest.mark.rule("DZ-G35", "DZ-SHOOT-13")
def test_panicked_units_do_not_check_again() -> None:
    play = shooting("6 trooper")
    play.panic("r1", 1)
    play.fell("r1", 2)
    play.phase_ends()
    assert play.panicked("r1") == 1
    assert play.asked.what == "morale", "it was panicked before this turn and may rally"


@pytest.mark.rule("DZ-G35")
@pytest.mark.parametrize(("dice", "since"), [("16", 3), ("61", 1)])
def test_panicked_units_check_again_under_a_house_rule(dice: str, since: int) -> None:
    # 4 left, 2 killed: 1 x 4 against 6 x 2 is a new fright; 6 x 4 against 1 x 2 is none.
    play = shooting("6 trooper", recheck_panicked=True)
    play.panic("r1", 1)
    play.fell("r1", 2)
    play.phase_ends()
    play.roll(dice)
    assert play.panicked("r1") == since


@pytest.mark.rule("DZ-G61", "DZ-SHOOT-13", "DZ-UNIT-04")
@pytest.mark.parametrize("who", ["tank", "giant"])
def test_vehicles_and_monsters_never_check(who: str) -> None:
    play = shooting(f"1 {who}")
    play.mark(u("r1"), markers.KILLED, 1)
    play.mark(f("r1", 1), markers.WILL_HALVE, 1)
    play.phase_ends()
    assert play.idle
    assert play.panicked("r1") is None


@pytest.mark.rule("DZ-T17", "DZ-G01")
@pytest.mark.parametrize(("order", "asked"), [(6, False), (5, True)])
def test_a_steadying_order_saves_the_panic_check(order: int, asked: bool) -> None:
    play = shooting("6 trooper", orders_table="starter")
    play.order("r1", order)
    play.fell("r1", 3)
    play.phase_ends()
    assert play.idle is not asked
    assert play.panicked("r1") is None


@pytest.mark.rule("DZ-W34", "DZ-MELEE-06", "DZ-TURN-02")
def test_only_the_losses_of_the_phase_count() -> None:
    # Ten figures lose 2 in Shooting (check 8 against 2), then 3 in Melee (5 against 3, not 5).
    play = shooting("10 trooper")
    play.fire("b1", "r1")
    play.rolls("331111111", "55", "11")  # 3+, 5+, 5+: two hit, two through, none saved
    play.engage("r1", "b1")
    play.phase_ends()
    assert play.rows() == ("r1: 8 left", "r1: 2 killed")
    play.roll("61")
    assert play.place() == (3, "melee", RED)
    play.do_next()
    play.fight("b1", "r1")
    play.rolls("444111111", "555", "111")  # 4+, 5+, 5+
    play.do_next()
    assert play.rows() == ("r1: 5 left", "r1: 3 killed")
    play.roll("13")  # 1 x 5 against 3 x 3 = 9
    assert play.panicked("r1") == 3
    assert play.foes("r1") == (u("b1"),), "a unit that panics stays in contact"


@pytest.mark.rule("DZ-G10", "DZ-SHOOT-13")
def test_losses_of_units_that_joined_in_the_phase_count_together() -> None:
    play = Turns(phase="shoot", r1="5 trooper", r2="6 trooper", b1="5 trooper").at(3, "shoot", RED)
    play.fell("r1", 2)
    play.fell("r2", 1)
    play.join("r1", "r2")
    play.do_next()
    play.do_next()
    assert play.rows() == ("r2: 8 left", "r2: 3 killed")


# ------------------------------------------------------------------------ damage takes effect


@pytest.mark.rule("DZ-SHOOT-12", "DZ-G28", "DZ-DMG-02", "DZ-GEN-04")
def test_deferred_damage_takes_effect_when_the_phase_ends() -> None:
    play = shooting("1 tank")
    tank = f("r1", 1)
    play.mark(tank, markers.WILL_HALVE, 2)
    play.mark(tank, markers.WILL_LOSE, "g1")
    assert find_move_allowance(play.match, u("r1")) == 400
    assert len(unit_profiles.list_working_guns(play.match, tank)) == 1
    play.phase_ends()
    assert find_move_allowance(play.match, u("r1")) == 100  # 4 -> 2 -> 1
    assert unit_profiles.list_working_guns(play.match, tank) == ()
    assert not any(
        play.match.has(tank, marker) for marker in (markers.WILL_HALVE, markers.WILL_LOSE)
    )
    again = shooting("1 tank")
    again.mark(tank, markers.HALVED, 1)
    again.mark(tank, markers.WILL_HALVE, 1)
    again.phase_ends()
    assert again.match.mark(tank, markers.HALVED) == 2


@pytest.mark.rule("DZ-G29")
@pytest.mark.parametrize(("rule", "reach"), [("stack", 100), ("once", 200)])
def test_halvings_stack_or_not(rule: str, reach: int) -> None:
    play = shooting("1 tank", repeat_half=rule)
    play.mark(f("r1", 1), markers.HALVED, 1)
    play.mark(f("r1", 1), markers.WILL_HALVE, 1)
    play.phase_ends()
    assert find_move_allowance(play.match, u("r1")) == reach


@pytest.mark.rule("DZ-G28", "DZ-DMG-04")
def test_a_vehicle_that_was_stopped_stands_still_from_the_end_of_the_phase() -> None:
    play = shooting("1 tank")
    play.mark(f("r1", 1), markers.WILL_STOP)
    assert find_move_allowance(play.match, u("r1")) == 400
    play.phase_ends()
    assert find_move_allowance(play.match, u("r1")) == 0
