"""Units that join and split, and what goes along (DZ-UNIT-05, DZ-MOVE-06)."""

from __future__ import annotations

import pytest

from tests.deathzap2.turns import BLUE, RED, Turns, ids, rules
from tracker.rulesets.deathzap2.data import markers
from tracker.rulesets.deathzap2.phases.melee_phase import must_strike_after_enemy
from tracker.rulesets.deathzap2.phases.unit_join_and_split import UnitJoin, UnitSplit
from tracker.testing.match_in_memory import f, u
from tracker.vocabulary.events import Moved


def friends(*, phase: str = "move", **options: object) -> Turns:
    """r1: five calm troopers; r2: three panicked since turn 1; it is turn 3."""
    play = Turns(options, phase, r1="5 trooper", r2="3 trooper", b1="5 trooper")  # type: ignore[arg-type]
    play.at(3, phase, RED)
    play.panic("r2", 1)
    return play


@pytest.mark.rule("DZ-W15", "DZ-MOVE-06", "DZ-T18", "DZ-G15", "DZ-G60")
@pytest.mark.parametrize(
    ("dice", "since"),
    [
        ("63", 3),  # 6 x 3 = 18 against 3 x 5 = 15: panicked, since this turn
        ("43", None),  # 4 x 3 = 12 against 15: calm
        ("53", None),  # 5 x 3 = 15 against 15: a tie is calm (DZ-G12)
    ],
)
def test_calm_figures_join_panicked_ones(dice: str, since: int | None) -> None:
    play = friends()
    play.join("r1", "r2")
    assert play.rows() == ("3 panicked", "5 calm"), "first the panicked, then the calm"
    assert play.asked.side == RED
    play.roll(dice)
    assert play.size("r2") == 8
    assert play.size("r1") == 0
    assert play.panicked("r2") == since


@pytest.mark.rule("DZ-G12")
@pytest.mark.parametrize(("tie", "since"), [("calm", None), ("panicked", 3)])
def test_what_a_tie_means(tie: str, since: int | None) -> None:
    play = friends(join_tie=tie)
    play.join("r1", "r2")
    play.roll("53")
    assert play.idle
    assert play.panicked("r2") == since


@pytest.mark.rule("DZ-G12")
@pytest.mark.parametrize(("tie", "rolls"), [("calm", False), ("reroll", False), ("panicked", True)])
def test_one_frightened_figure_can_at_most_tie_with_six_calm_ones(tie: str, rolls: bool) -> None:
    play = Turns({"join_tie": tie}, r1="6 trooper", r2="1 trooper", b1="5 trooper")
    play.at(3, "move", RED)
    play.join("r1", "r2")
    assert play.idle is not rolls
    if rolls:
        play.roll("61")  # 6 × 1 against 1 × 6
    assert play.panicked("r2") == (3 if rolls else None)


@pytest.mark.rule("DZ-G12")
def test_a_tie_is_rolled_again_under_a_house_rule() -> None:
    play = friends(join_tie="reroll")
    play.join("r1", "r2")
    play.roll("53")
    assert play.rows() == ("3 panicked", "5 calm")
    play.roll("63")
    assert play.panicked("r2") == 3


@pytest.mark.rule("DZ-G13", "DZ-MOVE-06")
def test_a_panicked_unit_that_moves_into_a_calm_one_rolls_the_same() -> None:
    play = friends()
    assert play.against_join("r2", "r1") == []
    play.join("r2", "r1")
    assert play.rows() == ("3 panicked", "5 calm")
    play.roll("63")
    assert play.panicked("r1") == 3


@pytest.mark.rule("DZ-G13")
def test_only_calm_movers_join_under_a_house_rule() -> None:
    play = friends(join_direction="calm_mover_only")
    assert rules(play.against_join("r2", "r1")) == ["DZ-G13"]
    assert play.against_join("r1", "r2") == []


@pytest.mark.rule("DZ-W17", "DZ-G14", "DZ-MOVE-06")
def test_two_panicked_units_join_without_a_roll_and_the_later_fright_counts() -> None:
    play = Turns(r1="1 trooper", r2="2 trooper", b1="5 trooper")
    play.at(3, "move", RED)
    play.panic("r1", 2)
    play.panic("r2", 3)
    play.join("r1", "r2")
    assert play.idle
    assert play.size("r2") == 3
    assert play.panicked("r2") == 3
    play.at_phase("melee", BLUE)
    play.engage("r2", "b1")
    play.phase_ends()
    assert play.place() == (3, "morale", None)
    assert play.idle, "frightened this turn: no roll"
    assert play.panicked("r2") == 3


@pytest.mark.rule("DZ-G14")
def test_the_later_fright_counts_whoever_moves() -> None:
    play = Turns(r1="3 trooper", r2="2 trooper", b1="5 trooper").at(4, "move", RED)
    play.panic("r1", 3)
    play.panic("r2", 1)
    play.join("r1", "r2")
    assert play.panicked("r2") == 3


@pytest.mark.rule("DZ-MOVE-06")
def test_calm_units_join_without_a_roll() -> None:
    play = Turns(r1="5 trooper", r2="3 trooper", b1="5 trooper")
    play.join("r1", "r2")
    assert play.idle
    assert (play.size("r1"), play.size("r2"), play.panicked("r2")) == (0, 8, None)
    assert [fact.how for fact in play.facts if isinstance(fact, Moved)] == ["join"]


@pytest.mark.rule("DZ-MOVE-06")
def test_six_calm_figures_for_a_panicked_one_cannot_panic() -> None:
    # 1 x 6 against 6 x 1 is a tie, and a tie is calm: nobody needs to roll.
    play = Turns(r1="6 trooper", r2="1 trooper", b1="5 trooper")
    play.join("r1", "r2")
    assert play.idle
    assert play.panicked("r2") is None
    # With five, 6 against 5 is possible.
    close = Turns(r1="5 trooper", r2="1 trooper", b1="5 trooper")
    close.join("r1", "r2")
    assert close.rows() == ("1 panicked", "5 calm"), "a lone figure counts as one"
    # Where a tie panics, six calm figures are not safe, either.
    strict = Turns({"join_tie": "panicked"}, r1="6 trooper", r2="1 trooper", b1="5 trooper")
    strict.join("r1", "r2")
    assert strict.rows() == ("1 panicked", "6 calm")


@pytest.mark.rule("DZ-G66", "DZ-MOVE-06")
def test_figures_to_remove_do_not_count_in_a_join_roll() -> None:
    play = friends(phase="shoot")
    play.fell("r1", 2)
    play.fell("r2", 1)
    play.join("r1", "r2")
    assert play.rows() == ("2 panicked", "3 calm")
    play.roll("13")
    assert play.size("r2") == 8, "they come off with the others"
    assert play.falls("r2") == 3


@pytest.mark.rule("DZ-G10", "DZ-UNIT-05")
def test_tallies_of_the_phase_add_up_in_a_join() -> None:
    play = Turns(phase="shoot", r1="5 trooper", r2="6 trooper", b1="5 trooper")
    play.fell("r1", 2)
    play.fell("r2", 1)
    play.join("r1", "r2")
    assert markers.KILLED.number(play.match, u("r2")) == 3
    assert play.match.marked(markers.KILLED) == (u("r2"),)


@pytest.mark.rule("DZ-G04", "DZ-UNIT-05")
@pytest.mark.parametrize(("keep", "kept"), [(None, 5), ("r1", 2), ("r2", 5)])
def test_the_owner_keeps_one_of_the_order_dice(keep: str | None, kept: int) -> None:
    play = Turns(r1="5 trooper", r2="6 trooper", b1="5 trooper")
    play.order("r1", 2)
    play.order("r2", 5)
    play.join("r1", "r2", keep)
    assert play.match.mark(u("r2"), markers.ORDER) == kept


@pytest.mark.rule("DZ-G04")
@pytest.mark.parametrize(("keep", "against"), [("r1", []), ("r2", []), ("r3", ["other-order"])])
def test_no_other_order_die_is_kept(keep: str, against: list[str]) -> None:
    play = Turns(r1="5 trooper", r2="6 trooper", r3="6 trooper", b1="5 trooper")
    assert ids(play.objections("join", RED, UnitJoin(u("r1"), u("r2"), u(keep)))) == against


@pytest.mark.rule("DZ-G04")
def test_the_only_order_die_is_kept() -> None:
    play = Turns(r1="5 trooper", r2="6 trooper", b1="5 trooper")
    play.order("r1", 2)
    play.join("r1", "r2")
    assert play.match.mark(u("r2"), markers.ORDER) == 2
    assert play.match.marked(markers.ORDER) == (u("r2"),), "nothing is left on the unit that joined"


@pytest.mark.rule("DZ-MOVE-07", "DZ-UNIT-05")
def test_a_second_move_may_join_a_friend_and_those_figures_do_not_fire() -> None:
    play = Turns(phase="shoot", r1="5 trooper", r2="6 trooper", b1="5 trooper")
    play.join("r1", "r2")
    figures = play.match.figures(u("r2"))
    assert [play.match.has(figure, markers.SPENT) for figure in figures] == [True] * 5 + [False] * 6
    play.fire("r2", "b1")
    assert play.dice() == ("to hit", 6, "3+"), "the six that were there"
    fired = Turns(phase="shoot", r1="5 trooper", r2="6 trooper", b1="5 trooper")
    fired.mark(u("r1"), markers.FIRED)
    assert ids(fired.against_join("r1", "r2")) == ["has-fired"]


@pytest.mark.rule("DZ-UNIT-01", "DZ-UNIT-04", "DZ-G08")
def test_who_may_join_whom() -> None:
    play = Turns(
        r1="5 trooper",
        r2="3 brute",
        r3="4 hound",
        r4="2 buggy",
        r5="2 ox",
        r6="1 tank",
        b1="5 trooper",
    )
    allowed = {("r1", "r2"), ("r3", "r4"), ("r3", "r5"), ("r4", "r5")}
    for who, into in (
        ("r1", "r2"),
        ("r1", "r3"),
        ("r1", "r6"),
        ("r6", "r1"),
        ("r3", "r4"),
        ("r3", "r5"),
        ("r4", "r5"),
    ):
        expected = [] if (who, into) in allowed else ["DZ-UNIT-01"]
        assert rules(play.against_join(who, into)) == expected, (who, into)


@pytest.mark.rule("DZ-G08")
def test_only_equal_types_join_under_a_house_rule() -> None:
    play = Turns(
        {"grouping": "type_only"},
        r1="5 trooper",
        r2="3 brute",
        r3="4 hound",
        r4="2 buggy",
        b1="1 ox",
    )
    assert rules(play.against_join("r3", "r4")) == ["DZ-UNIT-01"]
    assert play.against_join("r1", "r2") == [], "heavy infantry is infantry (DZ-G07)"


@pytest.mark.rule("DZ-MORALE-05", "DZ-G46")
@pytest.mark.parametrize(("rule", "against"), [("same_type", ["DZ-G46"]), ("any_legal", [])])
def test_a_lone_figure_joins_its_own_type_only(rule: str, against: list[str]) -> None:
    play = Turns(
        {"lone_join": rule},
        r1="1 hound",
        r2="3 buggy",
        r3="4 hound",
        r4="1 trooper",
        r5="3 brute",
        r6="2 hound",
        b1="5 trooper",
    )
    assert rules(play.against_join("r1", "r2")) == against
    assert rules(play.against_join("r2", "r1")) == against, "nor does a unit take it in"
    assert play.against_join("r1", "r3") == []
    assert play.against_join("r4", "r5") == [], "infantry and heavy infantry are one type"
    assert play.against_join("r6", "r2") == [], "two hounds are not alone"


@pytest.mark.rule("DZ-MORALE-05", "DZ-G46")
def test_two_lone_figures_are_a_panicked_unit_that_may_rally() -> None:
    play = Turns(r1="1 trooper", r2="1 trooper", b1="5 trooper").at(2, "move", RED)
    play.join("r1", "r2")
    assert play.idle
    assert play.panicked("r2") == 0
    play.at_phase("melee", BLUE)
    play.phase_ends()
    play.roll("4")
    assert play.panicked("r2") is None


@pytest.mark.rule("DZ-MORALE-05")
def test_a_figure_made_calm_by_a_join_panics_again_when_it_is_alone_again() -> None:
    play = Turns(r1="6 trooper", r2="1 trooper", b1="5 trooper").at(2, "move", RED)
    play.join("r1", "r2")
    assert play.panicked("r2") is None
    play.remove(*play.match.figures(u("r2"))[1:])
    assert play.panicked("r2") == 2


@pytest.mark.rule("DZ-G10")
def test_fixed_squads_join_panicked_friends_only_and_do_not_split() -> None:
    options = {"units": "fixed_squads"}
    play = Turns(options, r1="5 trooper", r2="3 trooper", r3="3 trooper", b1="5 trooper")
    play.panic("r2", 0)
    assert rules(play.against_join("r1", "r3")) == ["DZ-G10"]
    assert play.against_join("r1", "r2") == []
    part = UnitSplit(u("r1"), (f("r1", 5),))
    assert rules(play.objections("split", RED, part)) == ["DZ-G10"]
    free = Turns(r1="5 trooper", r3="3 trooper", b1="5 trooper")
    assert free.against_join("r1", "r3") == []
    assert free.objections("split", RED, part) == []


@pytest.mark.rule("DZ-UNIT-05")
def test_a_unit_in_melee_takes_its_fight_along_and_does_not_move_to_friends() -> None:
    play = Turns(r1="5 trooper", r2="3 trooper", b1="5 trooper")
    play.engage("r1", "b1")
    assert rules(play.against_join("r1", "r2")) == ["DZ-MOVE-04"]
    assert play.against_join("r2", "r1") == []
    play.join("r1", "r2")  # the table has it otherwise
    assert play.foes("r2") == (u("b1"),)
    assert play.foes("b1") == (u("r2"),)


@pytest.mark.rule("DZ-UNIT-05")
def test_units_of_the_enemy_or_the_unit_itself_are_not_joined() -> None:
    play = Turns(r1="5 trooper", b1="5 trooper")
    assert rules(play.against_join("r1", "b1")) == ["DZ-UNIT-05"]
    assert rules(play.against_join("r1", "r1")) == ["DZ-UNIT-05"]


# ----------------------------------------------------------------------------------- splitting


def part(play: Turns, count: int, **how: object) -> str:
    """The last figures of r1 leave it; returns the handle of the new unit."""
    figures = play.match.figures(u("r1"))[-count:]
    play.do("split", RED, UnitSplit(u("r1"), figures, **how))  # type: ignore[arg-type]
    (new,) = [unit for unit in play.match.units(RED) if unit not in {u("r1"), u("r2")}]
    return new[2:]


@pytest.mark.rule("DZ-UNIT-02", "DZ-UNIT-05", "DZ-G09")
def test_figures_cut_off_are_a_unit_of_their_own() -> None:
    play = Turns(r1="7 trooper", r2="2 trooper", b1="5 trooper")
    new = part(play, 3)
    assert new == "r3"
    assert (play.size("r1"), play.size(new)) == (4, 3)
    assert play.match.unit(u(new)).name == "r1 2"
    assert play.panicked(new) is None


@pytest.mark.rule("DZ-UNIT-05", "DZ-MORALE-05")
def test_a_figure_split_off_alone_is_panicked_at_once() -> None:
    play = Turns(r1="7 trooper", r2="2 trooper", b1="5 trooper").at(3, "move", RED)
    assert play.panicked(part(play, 1)) == 3
    assert play.panicked("r1") is None


@pytest.mark.rule("DZ-UNIT-05")
def test_parts_of_a_panicked_unit_were_frightened_at_the_same_time() -> None:
    play = Turns(r1="7 trooper", r2="2 trooper", b1="5 trooper").at(3, "move", RED)
    play.panic("r1", 2)
    assert play.panicked(part(play, 3)) == 2
    assert play.panicked("r1") == 2


@pytest.mark.rule("DZ-G04", "DZ-G10", "DZ-UNIT-05")
@pytest.mark.parametrize(
    ("leave", "goes", "order_with", "tally_with"),
    [
        (2, False, "r1", "r1"),
        (5, False, "r3", "r3"),
        (4, False, "r1", "r1"),
        (4, True, "r3", "r1"),  # equal parts: the owner decides about the order
    ],
)
def test_order_and_tally_stay_with_the_larger_part(
    leave: int, goes: bool, order_with: str, tally_with: str
) -> None:
    play = Turns(phase="shoot", r1="8 trooper", r2="2 trooper", b1="5 trooper")
    play.order("r1", 4)
    play.mark(u("r1"), markers.KILLED, 2)
    part(play, leave, order_goes=goes)
    has = {who: play.match.mark(u(who), markers.ORDER) for who in ("r1", "r3")}
    assert has == {"r1": None, "r3": None, order_with: 4}
    killed = {who: markers.KILLED.number(play.match, u(who)) for who in ("r1", "r3")}
    assert killed == {"r1": 0, "r3": 0, tally_with: 2}


@pytest.mark.rule("DZ-UNIT-05")
def test_both_parts_have_done_what_the_whole_had() -> None:
    play = Turns(r1="8 trooper", r2="2 trooper", b1="5 trooper")
    play.move("r1")
    new = part(play, 4)
    assert play.match.has(u(new), markers.MOVED)
    play.at_phase("shoot", RED)
    assert not play.match.has(u(new), markers.MOVED), "for as long as the whole had"


@pytest.mark.rule("DZ-UNIT-05", "DZ-MOVE-05")
def test_the_part_is_in_melee_where_the_players_say_so() -> None:
    play = Turns(r1="8 trooper", r2="2 trooper", b1="5 trooper")
    play.engage("r1", "b1")
    new = part(play, 4, contacts=(u("b1"),))
    assert play.foes("b1") == (u("r1"), u(new))
    apart = Turns(r1="8 trooper", r2="2 trooper", b1="5 trooper")
    apart.engage("r1", "b1")
    assert apart.foes(part(apart, 4)) == ()


@pytest.mark.rule("DZ-MOVE-04", "DZ-UNIT-05")
def test_nobody_leaves_a_unit_in_melee_that_stays_where_it_is() -> None:
    """Figures that a move leaves behind, or that removals cut off, become a unit of their own."""
    play = Turns(r1="8 trooper", b1="5 trooper")
    play.engage("r1", "b1")
    figures = play.match.figures(u("r1"))[:3]
    leave, stay = UnitSplit(u("r1"), figures), UnitSplit(u("r1"), figures, contacts=(u("b1"),))
    assert rules(play.objections("split", RED, leave)) == ["DZ-MOVE-04"]
    assert play.objections("split", RED, stay) == []
    play.move("r1")
    assert play.objections("split", RED, leave) == []
    play.at_phase("shoot", RED)
    assert rules(play.objections("split", RED, leave)) == ["DZ-MOVE-04"]
    play.at_phase("melee", RED)
    assert play.objections("split", RED, leave) == []


@pytest.mark.rule("DZ-UNIT-05")
def test_a_split_needs_some_to_leave_and_some_to_stay() -> None:
    play = Turns(r1="3 trooper", b1="5 trooper")
    for count in (0, 3):
        figures = play.match.figures(u("r1"))[:count]
        assert rules(play.objections("split", RED, UnitSplit(u("r1"), figures))) == ["DZ-UNIT-05"]
    assert play.objections("split", RED, UnitSplit(u("r1"), (f("r1", 1),))) == []


@pytest.mark.rule("DZ-UNIT-05", "DZ-TURN-02")
@pytest.mark.parametrize(
    ("phase", "against"),
    [("move", []), ("shoot", []), ("melee", ["not-movement"]), ("morale", ["not-fled"])],
)
def test_units_join_as_they_move_or_flee(phase: str, against: list[str]) -> None:
    play = friends().at_phase(phase)
    assert ids(play.against_join("r1", "r2")) == against
    if phase == "morale":
        play.mark(u("r2"), markers.FLED, 200)
        assert play.against_join("r2", "r1") == []


@pytest.mark.rule("DZ-G40", "DZ-UNIT-05")
@pytest.mark.parametrize(
    ("made_by", "turn", "waits"),
    [
        ("b1", 2, (True, False)),  # Blue made contact this turn: its blows come first
        ("r1", 2, (False, True)),
        ("b1", 1, (False, True)),  # nobody did this turn: Red has the impetus
    ],
)
def test_a_part_that_stays_in_melee_made_no_contact_of_its_own(
    made_by: str, turn: int, waits: tuple[bool, bool]
) -> None:
    options = {"melee_order": "charger_first_casualties_at_once"}
    play = Turns(options, r1="7 trooper", r2="2 trooper", b1="5 trooper")
    play.at(turn, "melee", None, RED, BLUE)
    play.engage(made_by, "b1" if made_by == "r1" else "r1")
    play.at(2, "melee", None, RED, BLUE)
    new = u(part(play, 3, contacts=(u("b1"),)))
    assert play.foes("b1") == (u("r1"), new)
    assert (
        must_strike_after_enemy(play.match, new, u("b1")),
        must_strike_after_enemy(play.match, u("b1"), new),
    ) == waits
