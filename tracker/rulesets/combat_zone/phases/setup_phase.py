"""Before the first turn: players deploy their figures freely (CZ-SETUP-01, CZ-G02)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tracker.procedures.declared.player_actions import NoParams
from tracker.procedures.declared.words import WordForm, make_side_argument
from tracker.procedures.pieces.deployment import (
    are_forces_mustered,
    list_deployable_sides,
    list_due_deployments,
    list_undeployed_units,
    mark_deployed,
)
from tracker.procedures.ruleset import Action, Command, Due, Objection
from tracker.procedures.view import Match
from tracker.vocabulary.names import SideId

PHASE: Final = "setup"


def deploy_force(match: Match, side: SideId | None, _: NoParams) -> None:
    """Only the fact of deployment is recorded; without a side, for all of them."""
    mark_deployed(match, side)


def list_objections(match: Match, side: SideId | None, _: NoParams) -> Iterable[Objection]:
    if not list_undeployed_units(match, side):
        yield Objection("deployed", "CZ-G02", "all figures are already on the table")


def list_candidates(match: Match) -> Iterable[tuple[SideId | None, NoParams]]:
    return ((one, NoParams()) for one in list_deployable_sides(match) if match.phase == PHASE)


def list_due_actions(match: Match) -> tuple[Due, ...]:
    return list_due_deployments(match, match.sides) if match.phase == PHASE else ()


def choose_automatic_command(match: Match) -> Command | None:
    """The match begins when all forces are there, the first turn when all are deployed."""
    ready = (
        match.phase == PHASE and not list_due_actions(match)
        if match.phase
        else are_forces_mustered(match)
    )
    return Command("next", None, {}) if ready else None


DEPLOY: Final = Action(
    id="deploy",
    word="sets up",
    ahead="to set up",
    params=NoParams,
    stage=deploy_force,
    phases=(PHASE,),
    objections=list_objections,
    candidates=list_candidates,
    form=WordForm("deploy", (make_side_argument(),)),
)
