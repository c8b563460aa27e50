"""The sheets on which many rolls are one: their rows, and what the dice of each come to."""

from __future__ import annotations

import pytest

from tests.deathzap2.turns import BLUE, RED, Turns, ids
from tracker.procedures.declared.roll_sheet import RollSheet, Row, RowResult
from tracker.procedures.pieces.roll_offs import make_single_die_pools
from tracker.procedures.requests import Faces
from tracker.rulesets.deathzap2.phases import setup_phase
from tracker.rulesets.deathzap2.phases.impetus_and_order_dice import OrderDiceRoll, OrderDiceSwap
from tracker.rulesets.deathzap2.phases.unit_join_and_split import UnitSplit
from tracker.testing.match_in_memory import f, u
from tracker.vocabulary.events import Scalar


def sheet(play: Turns) -> RollSheet:
    request = play.asked
    assert isinstance(request, Faces)
    assert request.kind is not None
    assert request.kind.sheet is not None
    return request.kind.sheet(play.match, request)


@pytest.mark.rule("DZ-T16", "DZ-MORALE-04", "DZ-G43")
def test_morale() -> None:
    """r1 rallies on 4+ or runs twice its die; r2 is alone; r3 panicked only in this turn."""
    play = Turns({}, "melee", r1="5 trooper", r2="1 trooper", r3="5 trooper", b1="5 trooper")
    play.at(2, "melee", BLUE)
    play.panic("r1", 1)
    play.panic("r3", 2)
    play.phase_ends()
    found = sheet(play)
    assert (found.title, found.columns, found.worked) == ("morale", ("panicked",), ())
    assert found.rows == (
        Row(u("r1"), ("turn 1",), 1),
        Row(u("r2"), ("turn 0",), 1),
        Row(u("r3"), ("turn 2",), 0, "panicked this turn: stays"),
    )
    assert found.compute_results((3, 3)) == (
        RowResult(word='flees 6"', bad=True),
        RowResult(word='flees 6"', bad=True),
        RowResult(),
    )
    assert found.compute_results((4, 4)) == (
        RowResult(word="rallies"),
        RowResult(word="stays panicked"),
        RowResult(),
    )
    assert found.compute_results((1, None)) == (
        RowResult(word='flees 2"', bad=True),
        RowResult(),
        RowResult(),
    )


@pytest.mark.rule("DZ-T16", "DZ-G43")
@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"board": "large"}, ('flees 12"', "stays panicked")),
        ({"lone_flight": "always_double_roll"}, ('flees 6"', 'flees 8"')),
    ],
)
def test_morale_under_house_rules(options: dict[str, Scalar], words: tuple[str, str]) -> None:
    """A 3 of a unit and a 4 of a lone figure."""
    play = Turns(options, "melee", r1="5 trooper", r2="1 trooper", b1="5 trooper")
    play.at(2, "melee", BLUE)
    play.panic("r1", 1)
    play.phase_ends()
    assert tuple(come.word for come in sheet(play).compute_results((3, 4))) == words


@pytest.mark.rule("DZ-G43")
def test_who_never_flees_alone_has_a_row_without_dice() -> None:
    play = Turns({"lone_flight": "never"}, "melee", r1="5 trooper", r2="1 trooper", b1="5 trooper")
    play.at(2, "melee", BLUE)
    play.panic("r1", 1)
    play.phase_ends()
    assert sheet(play).rows[1] == Row(u("r2"), ("turn 0",), 0, "on its own: stays")


@pytest.mark.rule("DZ-T18", "DZ-SHOOT-13", "DZ-G36", "DZ-G61")
def test_panic_checks() -> None:
    """r1 has 3 left of 5; r2 lost 1 of 8: even a 6 for it is below the 7 of a 1 for the rest; r3
    was panicked before; r4 is steadied by its order.
    """
    play = Turns(
        {"orders_table": "starter"},
        "shoot",
        r1="5 trooper",
        r2="8 trooper",
        r3="5 trooper",
        r4="5 trooper",
        r5="3 trooper",
        b1="5 trooper",
    )
    play.at(2, "shoot", BLUE)
    play.panic("r3", 1)
    play.order("r4", 6)
    for who, lost in (("r1", 2), ("r2", 1), ("r3", 2), ("r4", 2), ("r5", 2)):
        play.fell(who, lost)
    play.phase_ends()
    found = sheet(play)
    assert (found.title, found.columns) == ("panic checks", ("left", "killed"))
    assert found.worked == ("die × left", "die × killed")
    assert found.rows == (
        Row(u("r1"), ("3", "2"), 2),
        Row(u("r2"), ("7", "1"), 0, "calm whatever is rolled"),
        Row(u("r3"), ("3", "2"), 0, "already panicked: no roll"),
        Row(u("r4"), ("3", "2"), 0, "its order: no panic check"),
        Row(u("r5"), ("1", "2"), 0, "one figure left: panics without a roll"),
    )
    # 1 × 3 = 3 against 2 × 2 = 4: panic; 2 × 3 = 6 against 3 × 2 = 6: calm.
    assert found.compute_results((1, 2))[0] == RowResult(
        ("1 × 3 = 3", "2 × 2 = 4"), "PANIC", bad=True
    )
    assert found.compute_results((2, 3))[0] == RowResult(("2 × 3 = 6", "3 × 2 = 6"), "calm")


@pytest.mark.rule("DZ-ORD-02", "DZ-G02", "DZ-T17")
def test_orders_and_a_die_too_many() -> None:
    play = Turns(
        {"orders_table": "starter"}, "orders", r1="5 trooper", r2="5 trooper", r3="5 trooper",
        b1="5 trooper",
    )  # fmt: skip
    play.panic("r3", 0)
    play.do("orders", RED, OrderDiceRoll((u("r2"),)))
    found = sheet(play)
    assert found.title == "orders"
    assert found.rows == (
        Row(u("r2"), dice=1, name="r2"),
        Row(None, dice=1, name="nobody"),
        Row(u("r3"), why="panicked: no die"),
    )
    assert [come.word for come in found.compute_results((2, 5))] == [
        '+2" move',
        "lost: one die too many",
        "",
    ]


# --------------------------------------------------------------- objections nobody comes to often


def test_orders_swaps_and_splits_are_of_the_own_side() -> None:
    play = Turns({"orders_table": "starter"}, "orders", r1="5 trooper", r2="5 trooper",
                 b1="5 trooper", b2="5 trooper")  # fmt: skip
    assert ids(play.objections("orders", RED, OrderDiceRoll((u("b1"),)))) == ["not-own"]
    for one, other in (("r1", "b1"), ("b1", "b2")):
        against = play.objections("reassign", RED, OrderDiceSwap(u(one), u(other)))
        assert "not-own" in ids(against)
    assert "not-own" not in ids(play.objections("reassign", RED, OrderDiceSwap(u("r1"), u("r2"))))
    part = (f("b1", 5),)
    assert ids(play.objections("split", RED, UnitSplit(u("b1"), part))) == ["not-own"]
    assert ids(play.objections("split", BLUE, UnitSplit(u("b1"), part))) == []
    touching = UnitSplit(u("b1"), part, contacts=(u("r1"),))
    assert ids(play.objections("split", BLUE, touching)) == ["not-engaged"]
    play.engage("b1", "r1")
    assert ids(play.objections("split", BLUE, touching)) == []


@pytest.mark.rule("DZ-SETUP-04", "DZ-G05")
def test_a_tied_roll_for_deployment_says_that_it_is_rolled_again() -> None:
    found = setup_phase.ROLL_OFF.kind.sheet
    play = Turns({}, "setup", r1="5 trooper", b1="5 trooper")
    request = Faces(
        kind=setup_phase.ROLL_OFF.kind,
        dice=(6, 6),
        labels=tuple(label for pool in make_single_die_pools(play.match) for label in pool.labels),
    )
    assert found is not None
    come = found(play.match, request).compute_results
    assert [one.word for one in come((3, 3))] == ["equal: roll again"] * 2
    assert [one.word for one in come((3, 5))] == ["", "sets up first"]
