"""Set-up: objectives, counters, the deployment roll, deployment, hunted figures (DZ-SETUP).

Only dice and real choices are asked; the book takes each step by itself when its turn has come.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from tracker.procedures.declared import words
from tracker.procedures.declared.rolls import RollKind
from tracker.procedures.requests import Asking, Faces, ask, then
from tracker.procedures.ruleset import Action, Command, Due
from tracker.procedures.view import Match
from tracker.rulesets.deathzap2.phases import deployment, hunted, objectives
from tracker.vocabulary.labels import Label
from tracker.vocabulary.names import SideId

PHASE: Final = "setup"
# Whole inches of a board, across and up (DZ-SETUP-01, DZ-G55).
BOARD: Final = {"small": (24, 24), "large": (72, 48)}


class Nothing(Struct, frozen=True):
    """Parameters of an action that has none."""


# ------------------------------------------------------------------------------------ objectives


def roll_objectives(match: Match, _: SideId | None, __: Nothing) -> None:
    """DZ-WIN-03: one objective from each table, for both sides or for each (DZ-G49)."""
    each = match.option("objectives") == "per_player"
    return then(objective_dice, match, match.sides if each else (None,))


OBJECTIVE_DICE: Final = RollKind("objective_dice", "objectives", rule="DZ-WIN-03")
COUNTERS: Final = RollKind("counters", "places of the four counters", rule="DZ-WIN-09")


def objective_dice(match: Match, owners: tuple[SideId | None, ...]) -> Asking[None]:
    if not owners:
        return then(counters, match)
    side, *rest = owners
    whose = "" if side is None else f" of {match.side_name(side)}"
    first, second = yield from ask(
        Faces(
            kind=OBJECTIVE_DICE,
            what=f"objectives{whose}",
            dice=(6, 6),
            labels=(Label("first objective"), Label("second objective")),
            side=side,
        )
    )
    objectives.set_objective(match, objectives.FIRST_TABLE[first - 1], side)
    objectives.set_objective(match, objectives.SECOND_TABLE[second - 1], side)
    return then(objective_dice, match, tuple(rest))


def counters(match: Match) -> Asking[None]:
    """DZ-G55: each counter lies whole inches across and up, as dice of the board's size say."""
    if (
        not objectives.holders(match, objectives.INTEL)
        or match.option("intel_placement") == "players"
    ):
        return
    places = yield from ask(
        Faces(
            kind=COUNTERS,
            dice=BOARD[str(match.option("board"))] * objectives.COUNTERS,
            labels=tuple(
                Label(f"counter {number} {way}")
                for number in range(1, objectives.COUNTERS + 1)
                for way in ("across", "up")
            ),
        )
    )
    pairs = zip(places[::2], places[1::2], strict=True)
    objectives.set_counters(match, tuple(f'{across}" across, {up}" up' for across, up in pairs))


def roll_deployment(match: Match, _: SideId | None, __: Nothing) -> None:
    return then(deployment.deployment_dice, match)


def name_targets(match: Match, _: SideId | None, __: Nothing) -> None:
    """DZ-WIN-04: each hunted side names one of its figures, openly."""
    return then(hunted.targets, match, hunted.to_name(match))


# ------------------------------------------------------------------------- what comes next here


def due(match: Match) -> tuple[Due, ...]:
    """DZ-SETUP-03: what is left of set-up, in its order; the first of it is next."""
    if match.phase != PHASE:
        return ()
    found = []
    if match.option("game") == "advanced" and not objectives.in_play(match):
        if match.option("objectives_how") == "rolled":
            found.append(Due("objectives", None, None, "objectives are not rolled yet", True))
        else:
            found.append(Due("objective", None, None, "no objective is written down yet", True))
    order = deployment.deployment_order(match)
    if not order:
        found.append(Due("deployment", None, None, "nobody has rolled for deployment", True))
    for side in order:
        if not deployment.is_deployed(match, side):
            why = f"{match.side_name(side)} has not set up"
            found.append(Due("deploy", side, None, why, True))
    if hunted.to_name(match):
        found.append(Due("targets", None, None, "hunted figures are not named", True))
    return tuple(found)


def automatic(match: Match) -> Command | None:
    """The step of set-up that comes next, unless it needs somebody to write something down."""
    left = due(match)
    if not left or left[0].action not in STEPS:
        return None
    return Command(left[0].action, left[0].side, {})


def complete(match: Match) -> bool:
    """Whether set-up is over and turn 1 may begin."""
    return match.phase == PHASE and not due(match)


def _when_due(action: str, match: Match) -> Iterable[tuple[SideId | None, Nothing]]:
    return ((item.side, Nothing()) for item in due(match)[:1] if item.action == action)


def next_to_deploy(match: Match, _: object) -> SideId | None:
    """The side whose turn it is to set up."""
    return next((item.side for item in due(match) if item.action == "deploy"), match.sides[0])


OBJECTIVES: Final = Action(
    id="objectives",
    word="roll objectives",
    params=Nothing,
    stage=roll_objectives,
    phases=(PHASE,),
    candidates=lambda match: _when_due("objectives", match),
    forms=(words.WordForm("objectives", asks=words.asking("objectives")),),
)
DEPLOYMENT: Final = Action(
    id="deployment",
    word="roll for deployment",
    params=Nothing,
    stage=roll_deployment,
    phases=(PHASE,),
    candidates=lambda match: _when_due("deployment", match),
    forms=(words.WordForm("deployment", asks=words.asking("deployment")),),
)
DEPLOY: Final = Action(
    id="deploy",
    word="sets up",
    params=deployment.Deploy,
    stage=deployment.deploy,
    phases=(PHASE,),
    objections=deployment.objections,
    candidates=lambda match: (
        (item.side, deployment.Deploy()) for item in due(match)[:1] if item.action == "deploy"
    ),
    forms=(
        words.WordForm("deploy", (words.side(), words.length("depth", "in")), of=next_to_deploy),
    ),
)
TARGETS: Final = Action(
    id="targets",
    word="name hunted figures",
    params=Nothing,
    stage=name_targets,
    phases=(PHASE,),
    candidates=lambda match: _when_due("targets", match),
    forms=(words.WordForm("targets", asks=words.asking("targets", "figure of")),),
)
STEPS: Final = frozenset(("objectives", "deployment", "deploy", "targets"))
ACTIONS: Final = (OBJECTIVES, DEPLOYMENT, DEPLOY, TARGETS)
