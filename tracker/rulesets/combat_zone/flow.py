"""The phases of a turn and what moves them on (CZ-TURN, CZ-T1)."""

from __future__ import annotations

from tracker.procedures.flow import Flow, Step, go_on
from tracker.procedures.requests import Asking
from tracker.procedures.ruleset import Command, Due, Phase
from tracker.procedures.view import Match
from tracker.rulesets.combat_zone import markers

BEFORE = (Phase("setup", "set-up", opening=True),)
TURN = (
    Phase("compulsory", "compulsory"),
    Phase("reaction", "reaction tests"),
    Phase("initiative", "initiative"),
    Phase("actions", "actions", order="alternate"),
)


def empty(match: Match, step: Step) -> bool:
    """Phases in which nobody has anything to do pass by themselves."""
    return step.phase == "compulsory" and not match.marked(markers.ROUT)


def finish(match: Match) -> Asking[bool]:
    yield from ()
    return match.ended is not None


def due(_: Match) -> tuple[Due, ...]:
    return ()


def automatic(_: Match) -> Command | None:
    return None


FLOW = Flow(before=BEFORE, turn=TURN, empty=empty, finish=finish)
NEXT = go_on(FLOW, due)
