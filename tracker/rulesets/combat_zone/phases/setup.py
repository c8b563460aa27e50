"""Before the first turn: figures are placed as the players like (CZ-SETUP-01, CZ-G02)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tracker.procedures.declared.actions import Nothing
from tracker.procedures.declared.words import WordForm, side
from tracker.procedures.ruleset import Action, Command, Due, Objection
from tracker.procedures.view import Match
from tracker.rulesets.combat_zone.data import markers
from tracker.vocabulary.names import SideId, UnitId

PHASE: Final = "setup"


def undeployed(match: Match, side: SideId | None = None) -> tuple[UnitId, ...]:
    return tuple(unit for unit in match.units(side) if not match.has(unit, markers.DEPLOYED))


def deploy(match: Match, side: SideId | None, _: Nothing) -> None:
    """All that is recorded is that the figures stand; of nobody's side: all of them."""
    units = undeployed(match, side)
    if units:
        match.record(markers.DEPLOYED.set(*units))


def leave(match: Match) -> None:
    """The players go on: then everybody stands."""
    deploy(match, None, Nothing())


def objections(match: Match, side: SideId | None, _: Nothing) -> Iterable[Objection]:
    if not undeployed(match, side):
        yield Objection("deployed", "CZ-G02", "everybody is on the table")


def candidates(match: Match) -> Iterable[tuple[SideId | None, Nothing]]:
    return ((item.side, Nothing()) for item in due(match))


def due(match: Match) -> tuple[Due, ...]:
    if match.phase != PHASE:
        return ()
    return tuple(
        Due("deploy", side, side, f"{match.side_name(side)} has not set up")
        for side in match.sides
        if undeployed(match, side)
    )


def automatic(match: Match) -> Command | None:
    """The match begins when all forces are there, the first turn when everybody stands."""
    if not match.phase:
        ready = all(match.force(side) is not None for side in match.sides)
    else:
        ready = match.phase == PHASE and not due(match)
    return Command("next", None, {}) if ready else None


DEPLOY: Final = Action(
    id="deploy",
    word="sets up",
    params=Nothing,
    stage=deploy,
    phases=(PHASE,),
    objections=objections,
    candidates=candidates,
    form=WordForm("deploy", (side(),)),
)
