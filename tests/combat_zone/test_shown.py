"""The line of every action of the base, as the log prints it."""

from __future__ import annotations

import pytest
from msgspec import Struct

from tests.combat_zone.table import BLUE, RED, Zone, who
from tracker.input_parsing.line import show
from tracker.procedures.declared.actions import Nothing
from tracker.procedures.pieces.turn_order import Begins
from tracker.rulesets.combat_zone.phases.activation import Activate, GroupAttachment, Hold
from tracker.rulesets.combat_zone.phases.coherency import CoherencyCheck, FigureMeasurement
from tracker.rulesets.combat_zone.phases.compulsory import Malfunction, Routs
from tracker.rulesets.combat_zone.phases.general_actions import Does
from tracker.rulesets.combat_zone.phases.movement import Move, Turn
from tracker.rulesets.combat_zone.phases.reaction_tests import React
from tracker.rulesets.combat_zone.phases.winning import EndMatch
from tracker.testing.play import u
from tracker.vocabulary.names import SideId

LINES: tuple[tuple[str, SideId | None, Struct, str], ...] = (
    ("deploy", RED, Nothing(), "deploy Red"),
    ("deploy", None, Nothing(), "deploy"),
    ("routs", None, Routs(), "routs"),
    ("routs", RED, Routs((who("r13"),)), "r13 routs"),
    ("routs", RED, Routs((who("r13"),), left=True), "r13 routs left"),
    ("malfunction", RED, Malfunction(who("r13"), over=True), "r13 malfunctions over"),
    ("react", BLUE, React((who("b14"),)), "react b14"),
    ("react", BLUE, React((who("b14"),), (who("b14"),)), "react b14 touching=b14"),
    ("coherency", None, CoherencyCheck((u("r1"), u("b1"))), "coherent r1 b1"),
    (
        "coherency",
        None,
        CoherencyCheck(
            None,
            (FigureMeasurement(who("r13"), 1600, 950), FigureMeasurement(who("r14"), None, 1000)),
        ),
        "coherent r13=16/9.5 r14=-/10",
    ),
    ("initiative", None, Begins(), "init"),
    ("activate", BLUE, Activate(u("b1")), "b1 activates"),
    ("pass", RED, Nothing(), "pass Red"),
    ("with", RED, GroupAttachment(u("r2"), u("r1")), "r2 joins r1"),
    ("hold", RED, Hold((who("r14"), who("r15"))), "r14,r15 holds"),
    ("move", RED, Move((who("r11"),), points=2), "r11 moves 2ap"),
    ("move", RED, Move((who("r11"),), length=1250, rough=300), "r11 moves 12.5cm rough=3"),
    ("move", RED, Move((who("r1.10"),), points=1, claimed=True), "r1.10 moves 1ap claimed"),
    ("turn", RED, Turn(who("r11")), "r11 turns"),
    ("turn", RED, Turn(who("r11"), about=True), "r11 turns about"),
    ("drop", RED, Does(who("r13")), "r13 drops"),
    ("stand", RED, Does(who("r13")), "r13 stands"),
    ("door", RED, Does(who("r14")), "r14 door"),
    ("cross", RED, Does(who("r14")), "r14 crosses"),
    ("pick", RED, Does(who("r14"), "sword"), "r14 picks what=sword"),
    ("end", None, EndMatch("time"), "end time"),
    ("end", None, EndMatch("time", draw=True), "end time draw"),
    ("end", None, EndMatch("conceded", BLUE), "end conceded Blue"),
)


@pytest.mark.parametrize(("action", "side", "params", "line"), LINES, ids=[x[3] for x in LINES])
def test_line(action: str, side: SideId | None, params: Struct, line: str) -> None:
    zone = Zone()
    assert show(zone.ruleset.actions[action].show(zone.match, side, params)) == line
