"""Before the first turn: figures are placed as the players like (CZ-SETUP-01, CZ-G02)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tracker.procedures.declared.actions import Nothing
from tracker.procedures.declared.words import WordForm, side
from tracker.procedures.pieces.deployment import (
    are_forces_there,
    list_offered,
    list_to_deploy,
    list_undeployed,
    stand,
)
from tracker.procedures.ruleset import Action, Command, Due, Objection
from tracker.procedures.view import Match
from tracker.vocabulary.names import SideId

PHASE: Final = "setup"


def deploy(match: Match, side: SideId | None, _: Nothing) -> None:
    """All that is recorded is that the figures stand; of nobody's side: all of them."""
    stand(match, side)


def list_objections(match: Match, side: SideId | None, _: Nothing) -> Iterable[Objection]:
    if not list_undeployed(match, side):
        yield Objection("deployed", "CZ-G02", "all figures are already on the table")


def list_candidates(match: Match) -> Iterable[tuple[SideId | None, Nothing]]:
    return ((one, Nothing()) for one in list_offered(match) if match.phase == PHASE)


def list_due(match: Match) -> tuple[Due, ...]:
    return list_to_deploy(match, match.sides) if match.phase == PHASE else ()


def choose_automatic(match: Match) -> Command | None:
    """The match begins when all forces are there, the first turn when everybody stands."""
    ready = match.phase == PHASE and not list_due(match) if match.phase else are_forces_there(match)
    return Command("next", None, {}) if ready else None


DEPLOY: Final = Action(
    id="deploy",
    word="sets up",
    ahead="to set up",
    params=Nothing,
    stage=deploy,
    phases=(PHASE,),
    objections=list_objections,
    candidates=list_candidates,
    form=WordForm("deploy", (side(),)),
)
