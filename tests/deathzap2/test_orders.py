"""Order dice: who rolls, who gets which, and what they are good for (DZ-ORD)."""

from __future__ import annotations

import pytest

from tests.deathzap2.turns import BLUE, RED, Turns, rules
from tracker.rulesets.deathzap2.data import markers
from tracker.rulesets.deathzap2.phases.impetus_and_order_dice import (
    NOTHING,
    STARTER,
    OrderBenefit,
    OrderDiceRoll,
    OrderDiceSwap,
    get_order_benefit,
)
from tracker.testing.match_in_memory import u
from tracker.vocabulary.events import Json, MarkerSet, Scalar


def die(play: Turns, who: str) -> object:
    return play.match.mark(u(who), markers.ORDER)


def ordering(**options: object) -> Turns:
    """Red: two squads, a lone trooper and a tank; Blue: two squads. Red acts first."""
    chosen = {"orders_table": "starter", **options}
    play = Turns(
        chosen,  # type: ignore[arg-type]
        r1="5 trooper",
        r2="5 trooper",
        r3="1 trooper",
        r4="1 tank",
        b1="5 trooper",
        b2="5 trooper",
    )
    play.new_turn()
    play.automatic()
    play.roll("61")
    play.automatic()
    return play


@pytest.mark.rule("DZ-ORD-01", "DZ-T1")
def test_a_die_for_every_calm_unit_first_of_the_side_that_acts_first() -> None:
    play = ordering()
    assert play.place() == (1, "orders", RED)
    # The lone trooper r3 is panicked and earns none; the tank is a unit like others.
    assert play.rows() == ("r1", "r2", "r4")
    play.roll("562")
    assert [die(play, who) for who in ("r1", "r2", "r3", "r4")] == [5, 6, None, 2]
    play.automatic()
    assert play.place() == (1, "orders", BLUE)
    assert play.rows() == ("b1", "b2")
    play.roll("41")
    play.automatic()
    assert play.place() == (1, "move", RED), "the phase ends by itself"


@pytest.mark.rule("DZ-ORD-01")
def test_units_in_melee_earn_a_die_and_a_side_without_calm_units_rolls_nothing() -> None:
    play = Turns({"orders_table": "starter"}, r1="5 trooper", b1="5 trooper").new_turn()
    play.engage("r1", "b1")
    play.panic("b1", 0)
    play.automatic()
    play.roll("16")  # Blue first, whose only unit is panicked
    play.automatic()
    assert play.place() == (1, "orders", RED)
    assert not play.match.has(BLUE, markers.ORDERED), "its half was passed over"
    assert play.rows() == ("r1",)


@pytest.mark.rule("DZ-G02", "DZ-ORD-02")
@pytest.mark.parametrize(("panicked_too", "rows"), [(False, ("r1",)), (True, ("r1", "r2"))])
def test_panicked_units_earn_a_die_only_under_a_house_rule(
    panicked_too: bool, rows: tuple[str, ...]
) -> None:
    options: dict[str, Scalar] = {"orders_table": "starter", "orders_to_panicked": panicked_too}
    play = Turns(options, phase="orders", r1="5 trooper", r2="5 trooper", b1="5 trooper")
    play.panic("r2", 0)
    against = rules(play.objections("orders", RED, OrderDiceRoll((u("r1"), u("r2")))))
    assert against == ([] if panicked_too else ["DZ-G02"])
    play.automatic()
    assert play.rows() == rows


@pytest.mark.rule("DZ-ORD-02")
def test_the_owner_chooses_who_gets_which_die_and_may_leave_one_over() -> None:
    play = Turns({}, r1="5 trooper", r2="5 trooper", r3="5 trooper", b1="5 trooper")
    play.do("orders", RED, OrderDiceRoll((u("r3"), u("r1"))))
    assert play.rows() == ("r3", "r1", "nobody")
    play.roll("642")
    assert [die(play, who) for who in ("r1", "r2", "r3")] == [4, None, 6]


@pytest.mark.rule("DZ-G02")
def test_two_dice_for_one_unit_are_spoken_against() -> None:
    play = Turns({}, phase="orders", r1="5 trooper", r2="5 trooper", b1="5 trooper")
    assert rules(play.objections("orders", RED, OrderDiceRoll((u("r1"), u("r1"))))) == ["DZ-G02"]
    assert play.objections("orders", RED, OrderDiceRoll((u("r2"), u("r1")))) == []


@pytest.mark.rule("DZ-ORD-02")
def test_dice_change_places_until_the_side_acts_on_them() -> None:
    play = Turns({"orders_table": "starter"}, r1="5 trooper", r2="5 trooper", b1="5 trooper")
    play.order("r1", 2)
    play.order("r2", 5)
    swap = OrderDiceSwap(u("r1"), u("r2"))
    assert play.objections("reassign", RED, swap) == []
    play.do("reassign", RED, swap)
    assert (die(play, "r1"), die(play, "r2")) == (5, 2)
    play.move("r1")
    assert rules(play.objections("reassign", RED, swap)) == ["DZ-ORD-02"]


@pytest.mark.rule("DZ-ORD-02")
def test_a_die_can_go_to_a_unit_that_has_none() -> None:
    play = Turns(r1="5 trooper", r2="5 trooper", b1="5 trooper")
    play.order("r1", 2)
    play.do("reassign", RED, OrderDiceSwap(u("r1"), u("r2")))
    assert (die(play, "r1"), die(play, "r2")) == (None, 2)


@pytest.mark.rule("DZ-G03")
def test_the_first_side_has_given_out_its_dice_when_the_second_rolls() -> None:
    swap = OrderDiceSwap(u("r1"), u("r2"))
    for sequence, waits, against in (
        ("a_then_b", False, ["DZ-G03"]),
        ("all_roll_then_assign", True, []),
    ):
        play = ordering(orders_sequence=sequence)
        play.roll("562")
        play.automatic()
        play.roll("41")
        play.automatic()
        assert play.place() == ((1, "orders", BLUE) if waits else (1, "move", RED))
        assert rules(play.objections("reassign", RED, swap)) == against


@pytest.mark.rule("DZ-G01", "DZ-T17")
@pytest.mark.parametrize("table", ["blank", "skip_phase"])
def test_without_a_table_of_benefits_the_phase_passes_by_itself(table: str) -> None:
    play = ordering(orders_table=table)
    assert play.place() == (1, "move", RED)
    play.do("orders", RED, OrderDiceRoll())
    assert play.rows() == ("r1", "r2", "r4"), "dice can be written down all the same"
    play.roll("262")
    assert die(play, "r1") == 2
    assert get_order_benefit(play.match, u("r1")) == NOTHING


@pytest.mark.rule("DZ-ORD-01", "DZ-G01")
def test_dice_of_a_blank_table_are_rolled_when_the_phase_has_passed() -> None:
    play = ordering(orders_table="blank")
    for side in (RED, BLUE):
        assert play.objections("orders", side, OrderDiceRoll()) == []
    play.do("orders", RED, OrderDiceRoll())
    play.roll("262")
    assert rules(play.objections("orders", RED, OrderDiceRoll())) == ["DZ-ORD-01"], "once a turn"


@pytest.mark.rule("DZ-G01")
def test_orders_of_a_table_that_plays_without_them_are_spoken_against() -> None:
    for table, against in (("blank", []), ("skip_phase", ["DZ-G01"])):
        play = Turns({"orders_table": table}, phase="orders", r1="5 trooper", b1="5 trooper")
        assert rules(play.objections("orders", RED, OrderDiceRoll())) == against
        play.at_phase("shoot", RED)
        late = play.objections("orders", RED, OrderDiceRoll())
        assert [one.id for one in late][-1] == "not-orders"


@pytest.mark.rule("DZ-T17", "DZ-G01")
def test_the_starter_rows_are_these() -> None:
    rows = {
        1: OrderBenefit(text="nothing"),
        2: OrderBenefit(text='+2" move', move=2),
        3: OrderBenefit(text="+1 to hit when shooting", hit_shooting=1),
        4: OrderBenefit(text="+1 to saves", save=1),
        5: OrderBenefit(text="+1 to hit in melee", hit_melee=1),
        6: OrderBenefit(text="no panic checks this turn", steady=True),
    }
    assert rows == STARTER


@pytest.mark.rule("DZ-ORD-03", "DZ-T17", "DZ-G01")
def test_the_benefit_belongs_to_the_number_on_the_die() -> None:
    play = Turns({"orders_table": "starter"}, r1="5 trooper", b1="5 trooper")
    assert get_order_benefit(play.match, u("r1")) == NOTHING
    for number, row in STARTER.items():
        play.order("r1", number)
        assert get_order_benefit(play.match, u("r1")) == row
    custom: dict[str, dict[str, Json]] = {"orders": {"3": {"text": "double time", "move": 4}}}
    own = Turns({"orders_table": "custom"}, tables=custom, r1="5 trooper", b1="5 trooper")
    own.order("r1", 3)
    assert get_order_benefit(own.match, u("r1")) == OrderBenefit(text="double time", move=4)
    own.order("r1", 4)
    assert get_order_benefit(own.match, u("r1")) == NOTHING, "a row the table left out"


@pytest.mark.rule("DZ-ORD-03", "DZ-G04", "DZ-TURN-02")
def test_an_order_lasts_until_the_turn_ends_even_if_the_unit_panics() -> None:
    options = {"orders_table": "starter"}
    play = Turns(options, phase="shoot", r1="5 trooper", b1="5 trooper", b2="5 trooper")
    play.order("b1", 3)
    play.fix(MarkerSet(subjects=(u("b1"),), marker=markers.PANICKED, value=1))
    play.at_phase("melee", BLUE)
    assert get_order_benefit(play.match, u("b1")) == STARTER[3]
    play.go()
    assert play.place()[0] == 2
    assert die(play, "b1") is None


@pytest.mark.rule("DZ-ORD-03", "DZ-TURN-02")
def test_a_die_that_was_rolled_lasts_through_every_phase_of_its_turn() -> None:
    play = ordering()
    play.roll("562")
    for phase in ("move", "shoot", "melee", "morale"):
        play.at_phase(phase)
        assert get_order_benefit(play.match, u("r1")) == STARTER[5], phase
    play.new_turn(2)
    assert die(play, "r1") is None


@pytest.mark.rule("DZ-ORD-01")
def test_rolling_orders_twice_or_out_of_order_is_spoken_against() -> None:
    play = ordering()
    play.roll("562")
    assert rules(play.objections("orders", RED, OrderDiceRoll())) == ["DZ-ORD-01"]
    fresh = Turns({"orders_table": "starter"}, phase="orders", r1="5 trooper", b1="5 trooper")
    assert rules(fresh.objections("orders", BLUE, OrderDiceRoll())) == ["DZ-ORD-01"]
    assert fresh.objections("orders", RED, OrderDiceRoll()) == []
