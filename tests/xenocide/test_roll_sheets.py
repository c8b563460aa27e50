"""The sheets on which many rolls are one, and what is still to be done, in words."""

from __future__ import annotations

import pytest

from tests.xenocide.table import B1, R1, RIFLE, Table, trooper
from tracker.procedures.declared.roll_sheet import RollSheet, RowResult
from tracker.procedures.pieces.first_side_selection import FirstSideRoll
from tracker.procedures.requests import Faces
from tracker.rulesets.xenocide import RULESET
from tracker.rulesets.xenocide.data import markers
from tracker.rulesets.xenocide.phases.broken_unit_tests import BrokenUnitTests
from tracker.rulesets.xenocide.phases.melee_phase import MeleeDeclaration, MeleeTarget
from tracker.rulesets.xenocide.phases.suppression_recovery import SuppressionRecovery
from tracker.testing.match_in_memory import BLUE, RED, u
from tracker.vocabulary.events import PhaseBegan, TurnBegan

R2 = u("r2")


def sheet(play: Table) -> RollSheet:
    request = play.asked
    assert isinstance(request, Faces)
    assert request.kind is not None
    assert request.kind.sheet is not None
    return request.kind.sheet(play.match, request)


def heads(one: RollSheet) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    return one.title, one.columns, one.worked


@pytest.mark.rule("XF-MOVE-01", "XF-G36")
def test_the_lower_die_for_initiative_chooses_and_equal_dice_are_rolled_again() -> None:
    play = Table({"r1": {"rifle": 4}}, {"b1": {"rifle": 4}}, phase="initiative")
    play.do("initiative", None, FirstSideRoll())
    found = sheet(play)
    assert [row.dice for row in found.rows] == [1, 1]
    assert [one.word for one in found.compute_results((2, 7))] == ["chooses", ""]
    assert [one.word for one in found.compute_results((7, 7))] == ["equal: roll again"] * 2


@pytest.mark.rule("XF-BRK-01", "XF-BRK-02")
def test_broken_tests() -> None:
    leader = trooper(RIFLE, morale=8)
    red = {"r1": {"rifle": 4}, "r2": {"rifle": 3, "leader": 1}}
    play = Table(red, {"b1": {"rifle": 4}}, profiles={"leader": leader})
    play.to("initiative")
    play.suppress("r1", 4)
    play.suppress("r2", 4)
    play.do("broken", None, BrokenUnitTests((R1, R2)))
    found = sheet(play)
    assert heads(found) == ("broken tests", ("or less",), ())
    assert [(row.subject, row.known, row.dice) for row in found.rows] == [
        (R1, ("5",), 1),
        (R2, ("8",), 1),
    ]
    assert found.compute_results((6, 8)) == (
        RowResult(word="flees", bad=True),
        RowResult(word="stands"),
    )
    play.roll("68")
    assert [play.has(unit, markers.FLEEING) for unit in ("r1", "r2")] == [True, False]


@pytest.mark.rule("XF-REC-01", "XF-T19")
def test_recovery() -> None:
    play = Table({"r1": {"rifle": 4}}, {"b1": {"rifle": 4}}, phase="recovery")
    play.suppress("r1", 1)
    play.suppress("b1", 3)
    play.do("recover", None, SuppressionRecovery())
    play.choose((("u:b1", 1),))  # out of sight: two dice
    found = sheet(play)
    assert heads(found) == ("recovery", ("markers", "or less"), ("off",))
    assert [(row.subject, row.known, row.dice) for row in found.rows] == [
        (R1, ("1", "4"), 1),
        (B1, ("3", "4"), 2),
    ]
    assert found.compute_results((4, 4, 5)) == (
        RowResult(("−1",), "clear"),
        RowResult(("−1",), "2 left"),
    )
    assert found.compute_results((5, 5, 5)) == (
        RowResult(("−0",), "1 left"),
        RowResult(("−0",), "3 left"),
    )


@pytest.mark.rule("XF-RES-01", "XF-RES-02", "XF-RES-03", "XF-RES-04")
def test_who_loses_a_melee() -> None:
    play = Table({"r1": {"rifle": 4}}, {"b1": {"rifle": 2}}, phase="melee")
    play.engage("r1", "b1")
    play.suppress("b1", 1)
    play.do("fight", RED, MeleeDeclaration(R1))
    play.rolls("9999", "99")
    found = sheet(play)
    assert isinstance(play.asked, Faces)
    assert play.asked.need == "the higher loses"
    assert heads(found) == ("who loses the melee", ("adds", "holds to"), ("total",))
    assert [(row.subject, row.known, row.dice) for row in found.rows] == [
        (R1, ("+0", "5"), 1),
        (B1, ("+2", "5"), 1),  # its marker, and 2 wounds against 4
    ]
    assert found.compute_results((4,)) == (
        RowResult(("4",)),
        RowResult(()),
    )  # who loses shows with the last die
    assert found.compute_results((4, 3)) == (
        RowResult(("4",), "stays"),
        RowResult(("5",), "loses", bad=True),
    )
    assert found.compute_results((5, 3)) == (RowResult(("5",), "stays"), RowResult(("5",), "stays"))
    retreat = RowResult(("6",), "must retreat", bad=True)
    assert found.compute_results((5, 4)) == (RowResult(("5",), "stays"), retreat)


def why(play: Table) -> list[tuple[str, str, bool]]:
    return [(one.action, one.why, one.compulsory) for one in RULESET.due(play.match)]


@pytest.mark.rule("XF-GEN-05")
def test_what_is_still_to_be_done() -> None:
    red = {"r1": {"rifle": 2}, "r3": {"apc": 1}}
    play = Table(red, {"b1": {"rifle": 2}}, phase="orders")
    assert why(play) == [
        ("orders", "Red has not placed its counters", False),
        ("orders", "Blue has not placed its counters", False),
    ]
    play.fix(TurnBegan(turn=2), PhaseBegan(phase="initiative"))
    assert why(play) == [("initiative", "initiative has not been rolled", True)]
    play.suppress("b1", 4)
    assert why(play) == [("broken", "b1 is broken", True)]
    play.to("shooting")
    assert [text for _, text, _ in why(play)] == ["r1 has not fired", "b1 has not fired"]
    play.to("movement", RED, BLUE)
    found = [("move", "r1 has not moved", False), ("drive", "r3 has not moved", False)]
    assert why(play) == found
    play.to("melee")
    play.engage("r1", "b1")
    assert why(play) == [("fight", "r1 has not fought", True)]
    play.fix(markers.FOUGHT.set(R1, B1), markers.RETREATS.set(B1))
    edge = "b1 must retreat to the nearest edge that brings it no nearer to an enemy"
    assert why(play) == [("retreat", edge, True)]
    play.fix(
        markers.RETREATS.cleared(B1),
        markers.ENGAGED.make_unlink_fact(R1, B1),
        markers.STANDS.set(B1),
    )
    assert why(play) == [("follow", "r1 may follow up", False)]


@pytest.mark.rule("XF-G60", "XF-G62")
@pytest.mark.parametrize(
    ("rule", "way"),
    [
        ("as_passed", "to cover, no nearer to an enemy"),
        ("test", "to the edge or to cover, as its test says"),
    ],
)
def test_which_way_a_retreat_goes(rule: str, way: str) -> None:
    options = {"retreat_direction": rule, "follow_up_required": "forced"}
    play = Table({"r1": {"rifle": 2}}, {"b1": {"rifle": 2}}, phase="melee", options=options)
    play.fix(markers.FOUGHT.set(R1), markers.FOUGHT.set(B1), markers.RETREATS.set(B1))
    assert why(play) == [("retreat", f"b1 must retreat {way}", True)]
    play.fix(markers.RETREATS.cleared(B1), markers.STANDS.set(B1))
    assert why(play) == [("follow", "r1 may follow up", True)]


@pytest.mark.rule("XF-REC-01")
def test_more_dice_than_markers_leave_none() -> None:
    """Two dice for one marker: both succeed, and one comes off."""
    play = Table({"r1": {"rifle": 4}}, {"b1": {"rifle": 4}}, phase="recovery")
    play.suppress("r1", 1)
    play.do("recover", None, SuppressionRecovery((R1,), unseen=(R1,)))
    assert sheet(play).compute_results((4, 4)) == (RowResult(("−1",), "clear"),)


@pytest.mark.rule("XF-RES-04", "XF-G83")
def test_who_is_aboard_holds_to_no_number() -> None:
    play = Table({"r1": {"rifle": 4}}, {"b1": {"rifle": 2}, "b2": {"raider": 1}}, phase="melee")
    play.fix(markers.ABOARD.make_link_fact(B1, u("b2")))
    play.engage("r1", "b2")
    play.do("fight", RED, MeleeDeclaration(R1, (MeleeTarget(B1),)))
    while not isinstance(play.asked, Faces):
        play.roll("9" * play.asked.count)  # type: ignore[attr-defined]
    known = {row.subject: row.known for row in sheet(play).rows}
    assert known[B1] == ("+1", "aboard")  # two wounds against four
