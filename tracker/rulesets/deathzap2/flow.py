"""The phases of a turn and what moves them on (DZ-TURN, DZ-T1)."""

from __future__ import annotations

from tracker.procedures.flow import Flow, Step, go_on
from tracker.procedures.requests import Asking
from tracker.procedures.ruleset import Command, Due, Phase
from tracker.procedures.view import Match

BEFORE = (Phase("setup", "set-up"),)
TURN = (
    Phase("impetus", "impetus"),
    Phase("orders", "orders", order="sides"),
    Phase("move", "move", order="sides"),
    Phase("shoot", "shoot", order="sides"),
    Phase("melee", "melee", order="sides"),
    Phase("morale", "morale"),
)


def empty(match: Match, step: Step) -> bool:
    """Steps in which nothing can happen pass by themselves (DZ-TURN-02)."""
    del match, step
    return False


def finish(match: Match) -> Asking[bool]:
    """Whether the match is over."""
    yield from ()
    return match.ended is not None


def due(match: Match) -> tuple[Due, ...]:
    """What is still to be done in this step."""
    del match
    return ()


def automatic(match: Match) -> Command | None:
    """What the book does by itself next, if anything."""
    del match
    return None


FLOW = Flow(before=BEFORE, turn=TURN, empty=empty, finish=finish)
NEXT = go_on(FLOW, due)
