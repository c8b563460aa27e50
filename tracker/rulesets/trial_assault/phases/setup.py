"""Before the first turn: the forces stand on the table (TA-SETUP)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tracker.procedures.declared.actions import Nothing
from tracker.procedures.declared.words import WordForm, side
from tracker.procedures.pieces.deploying import stand, to_deploy
from tracker.procedures.ruleset import Action, Due
from tracker.procedures.view import Match
from tracker.vocabulary.names import SideId

PHASE: Final = "setup"


def deploy(match: Match, one: SideId | None, _: Nothing) -> None:
    stand(match, one)


def deploys(match: Match) -> Iterable[tuple[SideId | None, Nothing]]:
    return ((item.side, Nothing()) for item in due(match))


def due(match: Match) -> tuple[Due, ...]:
    return to_deploy(match, match.sides) if match.phase == PHASE else ()


ACTIONS: Final = (
    Action(
        id="deploy",
        word="sets up",
        params=Nothing,
        stage=deploy,
        phases=(PHASE,),
        candidates=deploys,
        form=WordForm("deploy", (side(),)),
    ),
)
