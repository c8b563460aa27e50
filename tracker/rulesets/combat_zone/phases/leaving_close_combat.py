"""Voluntary flight from close combat (CZ-MELEE-13, CZ-G39)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tracker.procedures.declared.forms import Form
from tracker.procedures.declared.keys import KeyVerb
from tracker.procedures.declared.slots import length
from tracker.procedures.declared.slots import points as points_told
from tracker.procedures.pieces.engagement import parting
from tracker.procedures.requests import Asking, do, then
from tracker.procedures.ruleset import Action, Interruptible, Objection
from tracker.procedures.view import Match
from tracker.rulesets.combat_zone.attacks.close_combat_dice import HANDS, HandWeaponChoice
from tracker.rulesets.combat_zone.data import markers
from tracker.rulesets.combat_zone.phases import (
    action_points,
    activation_slots,
    close_combat,
    movement,
)
from tracker.rulesets.combat_zone.phases.figure_lookup import make_figure_field
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.events import Moved
from tracker.vocabulary.names import FigureId, SideId


class Flee(Interruptible, frozen=True, omit_defaults=True):
    """A figure leaves all its opponents for the price of the movement."""

    figure: FigureId
    points: int = 1
    length: int | None = None
    hands: HandWeaponChoice = HandWeaponChoice()


def resolve_flight(match: Match, _: SideId | None, params: Flee) -> Asking[None]:
    yield from ()
    action_points.spend_points(match, params.figure, params.points)
    return then(action_points.run_interruptible_stage, match, params.figure, leave_combat, params)


def leave_combat(match: Match, params: Flee) -> Asking[None]:
    """Its enemies get nothing, or one more round each under a house rule."""
    yield from ()
    figure = params.figure
    parting = match.option("break_off") == "parting_round"
    left = markers.list_opponents(match, figure) if parting else ()
    return then(fight_parting_rounds, match, params, left)


def fight_parting_rounds(match: Match, params: Flee, left: tuple[FigureId, ...]) -> Asking[None]:
    """A figure that falls or routs on the way out does not escape."""
    figure = params.figure
    if not markers.is_on_table(match, figure) or markers.is_routing(match, figure):
        return None
    if left:
        enemy, *rest = left
        if markers.is_on_table(match, enemy) and not markers.is_routing(match, enemy):
            yield from do(close_combat.fight_round, figure, enemy, None, params.hands)
        return then(fight_parting_rounds, match, params, tuple(rest))
    unit = markers.get_unit(match, figure)
    match.record(
        *parting(match, markers.ENGAGED, figure),
        Moved(unit=unit, figures=(figure,), length=params.length, how="runs away"),
    )
    return None


def list_objections(match: Match, _: SideId | None, params: Flee) -> Iterator[Objection]:
    figure, name = params.figure, markers.name_figure(match, params.figure)
    yield from activation_slots.list_acting_objections(match, figure, params.points, fighting=True)
    if not markers.is_engaged(match, figure):
        yield Objection("not-engaged", "CZ-MELEE-13", f"{name} is not in close combat")
    if match.option("break_off") == "only_rout":
        yield Objection(
            "no-leaving", "CZ-G39", "the house rules let figures leave close combat only by routing"
        )
    if params.points < max(movement.count_move_cost(match, figure, params.length or 0), 1):
        text = f"{name} cannot move that far with {format_count(params.points, 'point')}"
        yield Objection("too-far", "CZ-MOVE-01", text)


def list_candidates(match: Match) -> Iterator[tuple[SideId | None, Flee]]:
    if match.option("break_off") == "only_rout":
        return
    for side, figure in activation_slots.list_able_figures(match):
        if markers.is_engaged(match, figure) and action_points.count_points_left(match, figure):
            yield side, Flee(figure)


FLEE: Final = Action(
    id="flee",
    word="runs away",
    params=Flee,
    stage=resolve_flight,
    phases=("actions",),
    objections=list_objections,
    candidates=list_candidates,
    form=Form(
        "flees",
        make_figure_field(),
        how=(points_told("points", "ap"), length("length", "cm"), HANDS),
        key=KeyVerb("b", text="runs away", amount="ap"),
    ),
)
