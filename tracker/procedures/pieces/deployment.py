"""Lists the units that have not been deployed, and makes the action that records deployment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tracker.procedures.declared.actorless_line_forms import WordForm, make_side_argument
from tracker.procedures.declared.marker_and_link_kinds import MarkerKind
from tracker.procedures.declared.player_actions import Action, DueAction, NoParams, Objection
from tracker.procedures.match_view import Match
from tracker.vocabulary.subject_ids import SideId, UnitId

DEPLOYED: Final = MarkerKind("deployed", "deployed", "", "unit", "hidden", parts="both")


def are_forces_mustered(match: Match) -> bool:
    return all(match.force(side) is not None for side in match.sides)


def list_undeployed_units(match: Match, side: SideId | None = None) -> tuple[UnitId, ...]:
    """List the units of a side (by default, of all sides) that have not been deployed."""
    return tuple(unit for unit in match.units(side) if not match.has(unit, DEPLOYED))


def mark_units_deployed(match: Match, side: SideId | None = None) -> None:
    DEPLOYED.record_on(match, *list_undeployed_units(match, side))


def list_undeployed_sides(match: Match) -> Iterator[SideId | None]:
    """Yield the sides that still have units to deploy.

    If there are several, the first is None, which means all of them.
    """
    waiting = [one for one in match.sides if list_undeployed_units(match, one)]
    if len(waiting) > 1:
        yield None
    yield from waiting


def make_deploy_action(phase: str, rule: str, what: str = "units") -> Action[NoParams]:
    """Make the action ``deploy`` (or ``deploy red``), which records that all units have been
    deployed.
    """

    def objections(match: Match, side: SideId | None, _: NoParams) -> Iterator[Objection]:
        if not list_undeployed_units(match, side):
            yield Objection("deployed", rule, f"all {what} are already on the table")

    def candidates(match: Match) -> Iterator[tuple[SideId | None, NoParams]]:
        here = match.phase == phase
        return ((one, NoParams()) for one in list_undeployed_sides(match) if here)

    return Action(
        id="deploy",
        word="sets up",
        ahead="to set up",
        params=NoParams,
        stage=lambda match, side, _: mark_units_deployed(match, side),
        phases=(phase,),
        objections=objections,
        candidates=candidates,
        form=WordForm("deploy", (make_side_argument(),)),
    )


def list_due_deployments(
    match: Match, sides: tuple[SideId, ...], *, compulsory: bool = False
) -> tuple[DueAction, ...]:
    return tuple(
        DueAction("deploy", side, None, f"{match.side_name(side)} has not set up", compulsory)
        for side in sides
        if list_undeployed_units(match, side)
    )
