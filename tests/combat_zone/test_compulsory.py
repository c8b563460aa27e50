"""Rout moves, leaving the table, routing while engaged, and malfunctions (CZ-COMP)."""

from __future__ import annotations

import pytest

from tests.combat_zone.giving import given
from tests.combat_zone.table import RED, Zone, ids, moves, who
from tracker.procedures.requests import Tally
from tracker.rulesets.combat_zone.data import markers, state_queries
from tracker.rulesets.combat_zone.phases.compulsory_phase import Malfunction, RoutMoves
from tracker.testing.ruleset_laws import assert_odds_agree, check_all_laws
from tracker.vocabulary.events import PhaseBegan, Scalar, TurnBegan

CM = 100


def turn_begins(zone: Zone, turn: int = 2) -> None:
    """The turn begins, and the book does what it does by itself."""
    zone.fix(TurnBegan(turn=turn), PhaseBegan(phase="compulsory"))
    zone.automatic()


@pytest.mark.rule("CZ-W12", "CZ-COMP-02", "CZ-COMP-03", "CZ-T10")
def test_over_the_edge() -> None:
    zone = Zone()
    zone.rout("r13")
    turn_begins(zone)
    assert isinstance(zone.asked, Tally)
    zone.choose((("f:r1.3", 1),))
    # it left the table: no casualty, no test, and its group has four figures
    assert zone.reaction("r13") == "fled"
    zone.automatic()
    assert zone.at == (2, "initiative")
    assert len(zone.match.figures(zone.match.units(RED)[0])) == 4
    check_all_laws(zone)


@pytest.mark.rule("CZ-COMP-01", "CZ-COMP-02", "CZ-G34", "CZ-MORALE-08")
def test_all_rout_moves_with_one_enter() -> None:
    zone = Zone()
    zone.rout("r13", "b14")
    zone.set(markers.DOWN, "r13")
    turn_begins(zone)
    run = [x.event for x in zone.lines if type(x.event).__name__ == "Moved"]
    assert [(m.figures, m.length) for m in run] == [  # type: ignore[union-attr]
        ((who("r13"),), 20 * CM),
        ((who("b14"),), 20 * CM),
    ]
    zone.default()
    assert zone.reaction("r13") == "rout"
    assert not zone.has("r13", markers.DOWN)  # it runs on its feet, for nothing
    assert zone.match.mark(who("r13"), markers.SPENT) is None
    zone.automatic()
    assert zone.at == (2, "reaction")  # tests only when all have run
    assert ids(zone.objections("routs", RED, RoutMoves((who("r13"),)))) == [
        "has-run",
        "not-compulsory",
    ]


@pytest.mark.rule("CZ-G35", "CZ-COMP-02", "CZ-FORCE-06")
def test_always_20_cm_whatever_it_wears() -> None:
    zone = Zone(red={"r1": {"suit": 2}})
    zone.rout("r11")
    zone.clock(2, "compulsory")
    facts = zone.do("routs", RED, RoutMoves((who("r11"),)))
    assert [move.length for move in moves(facts)] == [20 * CM]


@pytest.mark.rule("CZ-COMP-03")
def test_who_left_told_beforehand() -> None:
    zone = Zone()
    zone.rout("r13", "r14")
    zone.clock(2, "compulsory")
    zone.do("routs", RED, RoutMoves((who("r13"),), left=True))
    zone.do("routs", RED, RoutMoves((who("r14"),)))
    assert (zone.reaction("r13"), zone.reaction("r14")) == ("fled", "rout")


@pytest.mark.rule("CZ-COMP-04")
def test_still_engaged_when_it_should_run() -> None:
    zone = Zone()
    zone.rout("r13")
    zone.engage("b13", "r13")
    turn_begins(zone)
    assert zone.reaction("r13") == "killed"
    assert not state_queries.is_engaged(zone.match, who("b13"))
    check_all_laws(zone)


@pytest.mark.rule("CZ-W65", "CZ-COMP-02", "CZ-MORALE-05", "CZ-MORALE-06", "CZ-TURN-03", "CZ-G12")
def test_rout_escape_recovery() -> None:
    zone = Zone()
    zone.engage("b13", "r13")
    zone.active("b1")
    given(zone, "r13", "rout")
    assert zone.reaction("r13") == "rout"  # no roll, no move, not removed by that alone
    zone.lose("b13")
    assert not state_queries.is_engaged(zone.match, who("r13"))
    turn_begins(zone)
    zone.default()  # 20 cm, still on the table
    zone.automatic()
    zone.roll("55")  # 10 - 1 routing = 9
    assert zone.reaction("r13") == "recovered"
    assert zone.allowance("r13") == 3
    turn_begins(zone, 3)
    assert zone.reaction("r13") == "steady"
    check_all_laws(zone)


@pytest.mark.rule("CZ-G11", "CZ-COMP-04")
@pytest.mark.parametrize(("rule", "fate"), [("when_due", "rout"), ("immediate", "killed")])
def test_when_a_figure_that_routs_in_combat_is_lost(rule: Scalar, fate: str) -> None:
    zone = Zone({"rout_engaged": rule})
    zone.engage("b13", "r13")
    zone.active("b1")
    given(zone, "r13", "rout")
    assert zone.reaction("r13") == fate


@pytest.mark.rule("CZ-G12")
def test_an_immediate_rout_move() -> None:
    zone = Zone({"rout_move": "immediate"})
    zone.active("b1")
    given(zone, "r13", "rout")
    assert isinstance(zone.asked, Tally)
    zone.default()
    assert "routs" in [getattr(line.event, "how", "") for line in zone.lines]


@pytest.mark.rule("CZ-COMP-05", "CZ-COMP-01", "CZ-DMG-06")
def test_a_machine_that_malfunctions_is_waited_for() -> None:
    zone = Zone(red={"r1": {"robot": 1}, "r2": {"leader": 1, "trooper": 2}})
    robot = who("r11")
    zone.clock(1, "actions")
    zone.do("malfunction", RED, Malfunction(robot, "turns in circles"))
    assert ids(zone.objections("malfunction", RED, Malfunction(who("r21")))) == ["no-machine"]
    turn_begins(zone)
    assert zone.at == (2, "compulsory")
    (due,) = zone.ruleset.due(zone.match)
    assert (due.action, due.compulsory) == ("malfunction", True)
    assert "turns in circles" in due.why
    zone.do("malfunction", RED, Malfunction(robot))
    assert zone.match.mark(robot, markers.MALFUNCTION) == "turns in circles"
    assert zone.ruleset.due(zone.match) == ()
    zone.do("malfunction", RED, Malfunction(robot, over=True))
    turn_begins(zone, 3)
    assert zone.at == (3, "initiative")


@pytest.mark.rule("CZ-COMP-02")
def test_what_stands_against_a_rout_move() -> None:
    zone = Zone()
    zone.clock(2, "compulsory")
    assert ids(zone.objections("routs", None, RoutMoves())) == ["nobody-routs"]
    assert ids(zone.objections("routs", RED, RoutMoves((who("r13"),)))) == ["not-routing"]


@pytest.mark.rule("CZ-COMP-03")
def test_odds_assume_that_nobody_leaves() -> None:
    zone = Zone()
    zone.rout("r13", "r14")
    zone.clock(2, "compulsory")
    assert assert_odds_agree(zone, "routs", None, RoutMoves()) == 1
