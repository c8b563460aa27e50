"""The line of every action of the base, as the log prints it."""

from __future__ import annotations

import pytest
from msgspec import Struct

from tests.combat_zone.table import BLUE, RED, Zone, who
from tracker.input_parsing.line_syntax_tree import format_line
from tracker.procedures.declared.player_actions import NoParams
from tracker.procedures.pieces.first_side_selection import FirstSideRoll
from tracker.procedures.ruleset import OneUnitParams
from tracker.rulesets.combat_zone.phases.activation import GroupAttachment, Hold
from tracker.rulesets.combat_zone.phases.coherency import CoherencyCheck, LeaderDistances
from tracker.rulesets.combat_zone.phases.compulsory_phase import Malfunction, RoutMoves
from tracker.rulesets.combat_zone.phases.match_end_and_winner import EndMatch
from tracker.rulesets.combat_zone.phases.movement import FacingChange, Move
from tracker.rulesets.combat_zone.phases.posture_and_object_actions import GeneralAction
from tracker.rulesets.combat_zone.phases.reaction_tests import ReactionTests
from tracker.testing.match_in_memory import u
from tracker.vocabulary.subject_ids import SideId

LINES: tuple[tuple[str, SideId | None, Struct, str], ...] = (
    ("deploy", RED, NoParams(), "deploy Red"),
    ("deploy", None, NoParams(), "deploy"),
    ("routs", None, RoutMoves(), "routs"),
    ("routs", RED, RoutMoves((who("r13"),)), "r13 routs"),
    ("routs", RED, RoutMoves((who("r13"),), left=True), "r13 routs left"),
    ("malfunction", RED, Malfunction(who("r13"), over=True), "r13 malfunctions over"),
    ("react", BLUE, ReactionTests((who("b14"),)), "react b14"),
    ("react", BLUE, ReactionTests((who("b14"),), (who("b14"),)), "react b14 touching=b14"),
    ("coherency", None, CoherencyCheck((u("r1"), u("b1"))), "coherent r1 b1"),
    (
        "coherency",
        None,
        CoherencyCheck(
            None,
            (LeaderDistances(who("r13"), 1600, 950), LeaderDistances(who("r14"), None, 1000)),
        ),
        "coherent r13=16/9.5 r14=-/10",
    ),
    ("initiative", None, FirstSideRoll(), "init"),
    ("activate", BLUE, OneUnitParams(u("b1")), "b1 activates"),
    ("pass", RED, NoParams(), "pass Red"),
    ("with", RED, GroupAttachment(u("r2"), u("r1")), "r2 joins r1"),
    ("hold", RED, Hold((who("r14"), who("r15"))), "r14,r15 holds"),
    ("move", RED, Move((who("r11"),), points=2), "r11 moves 2ap"),
    ("move", RED, Move((who("r11"),), length=1250, rough=300), "r11 moves 12.5cm rough=3"),
    ("move", RED, Move((who("r1.10"),), points=1, claimed=True), "r1.10 moves 1ap claimed"),
    ("turn", RED, FacingChange(who("r11")), "r11 turns"),
    ("turn", RED, FacingChange(who("r11"), about=True), "r11 turns about"),
    ("drop", RED, GeneralAction(who("r13")), "r13 drops"),
    ("stand", RED, GeneralAction(who("r13")), "r13 stands"),
    ("door", RED, GeneralAction(who("r14")), "r14 door"),
    ("cross", RED, GeneralAction(who("r14")), "r14 crosses"),
    ("pick", RED, GeneralAction(who("r14"), "sword"), "r14 picks what=sword"),
    ("end", None, EndMatch("time"), "end time"),
    ("end", None, EndMatch("time", draw=True), "end time draw"),
    ("end", None, EndMatch("conceded", BLUE), "end conceded Blue"),
)


@pytest.mark.parametrize(("action", "side", "params", "line"), LINES, ids=[x[3] for x in LINES])
def test_line(action: str, side: SideId | None, params: Struct, line: str) -> None:
    zone = Zone()
    assert format_line(zone.ruleset.actions[action].make_line(zone.match, side, params)) == line
