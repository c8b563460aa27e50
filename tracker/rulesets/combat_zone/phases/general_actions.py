"""Doors, items, obstacles, dropping down and getting up (CZ-ACT-04 to CZ-ACT-08, CZ-T5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from msgspec import Struct

from tracker.procedures.declared.action_keys import KeyVerb
from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.declared.line_form_slots import make_text_slot
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.acting_units import list_wrong_side_objections
from tracker.procedures.ruleset import Action, Interruptible, Objection
from tracker.rulesets.combat_zone.data import markers, rule_tables
from tracker.rulesets.combat_zone.phases import action_points, activation_slots, movement
from tracker.rulesets.combat_zone.phases.figure_lookup import make_figure_field
from tracker.vocabulary.events import GearChanged, Moved
from tracker.vocabulary.subject_ids import FigureId, SideId

PHASE: Final = "actions"


class GeneralAction(Interruptible, frozen=True):
    """A figure's action on an object. ``what`` names the door, the item or the obstacle."""

    figure: FigureId
    what: str = ""


class GeneralActionKind(Struct, frozen=True):
    """A general action's cost, its effect, and the figures that cannot take it."""

    id: str
    word: str
    verb: str
    key: KeyVerb | None
    rule: str
    find_cost: Callable[[Match], int]
    effect: Callable[[Match, FigureId, str], None]
    list_objections: Callable[[Match, FigureId], Iterable[Objection]] = lambda *_: ()


def do_nothing(_: Match, __: FigureId, ___: str) -> None:
    """Change nothing. A door or an obstacle costs points and has no other effect."""


def pick_up_item(match: Match, figure: FigureId, what: str) -> None:
    """Pick up an item. A weapon is added to the figure's weapons by its name (CZ-ACT-05)."""
    item = "-".join(what.casefold().split()) or "item"
    match.record(GearChanged(figure=figure, gained=(item,), why="picked up"))


def cross_obstacle(match: Match, figure: FigureId, _: str) -> None:
    unit = markers.get_unit_of_figure(match, figure)
    match.record(Moved(unit=unit, figures=(figure,), how="crosses an obstacle"))


def _object_to_up(match: Match, figure: FigureId) -> Iterable[Objection]:
    if not match.has(figure, markers.DOWN):
        yield Objection("up", "CZ-ACT-08", f"{markers.format_figure(match, figure)} is not down")


def _object_to_down(match: Match, figure: FigureId) -> Iterable[Objection]:
    if match.has(figure, markers.DOWN):
        text = f"{markers.format_figure(match, figure)} is down already"
        yield Objection("down", "CZ-ACT-07", text)


DEEDS: Final = (
    GeneralActionKind(
        "door",
        "opens or closes a door",
        "door",
        KeyVerb("p", text="opens or closes a door"),
        "CZ-ACT-04",
        lambda _: rule_tables.DOOR_POINTS,
        do_nothing,
    ),
    GeneralActionKind(
        "pick",
        "picks up",
        "picks",
        None,
        "CZ-ACT-05",
        lambda _: rule_tables.ITEM_POINTS,
        pick_up_item,
    ),
    GeneralActionKind(
        "cross",
        "crosses an obstacle",
        "crosses",
        KeyVerb("j", text="crosses an obstacle"),
        "CZ-ACT-06",
        lambda _: rule_tables.OBSTACLE_POINTS,
        cross_obstacle,
        movement.list_prone_objections,
    ),
    GeneralActionKind(
        "drop",
        "drops down",
        "drops",
        KeyVerb("l", text="lies down"),
        "CZ-ACT-07",
        lambda _: rule_tables.DROP_POINTS,
        lambda match, figure, _: match.record(markers.DOWN.set(figure)),
        _object_to_down,
    ),
    GeneralActionKind(
        "stand",
        "gets up",
        "stands",
        KeyVerb("g", text="gets up"),
        "CZ-ACT-08",
        lambda match: int(match.option("stand_up_cost")),
        lambda match, figure, _: match.record(markers.DOWN.cleared(figure)),
        _object_to_up,
    ),
)


def _stage(deed: GeneralActionKind, match: Match, _: SideId | None, params: GeneralAction) -> None:
    who, points = params.figure, deed.find_cost(match)
    return action_points.perform_action(match, who, points, deed.effect, who, params.what)


def _objections(
    deed: GeneralActionKind, match: Match, side: SideId | None, params: GeneralAction
) -> Iterable[Objection]:
    who = markers.format_figure(match, params.figure)
    yield from list_wrong_side_objections(match, side, params.figure, deed.rule, who)
    yield from activation_slots.list_acting_objections(match, params.figure, deed.find_cost(match))
    yield from deed.list_objections(match, params.figure)


def _candidates(
    deed: GeneralActionKind, match: Match
) -> Iterable[tuple[SideId | None, GeneralAction]]:
    for side, figure in activation_slots.list_figures_able_to_act(match):
        if not tuple(deed.list_objections(match, figure)):
            yield side, GeneralAction(figure)


def _action(deed: GeneralActionKind) -> Action[GeneralAction]:
    return Action(
        id=deed.id,
        word=deed.word,
        params=GeneralAction,
        stage=partial(_stage, deed),
        phases=(PHASE,),
        objections=partial(_objections, deed),
        candidates=partial(_candidates, deed),
        form=Form(deed.verb, make_figure_field(), how=(make_text_slot("what"),), key=deed.key),
        tells=("what",),
    )


ACTIONS: Final = tuple(_action(deed) for deed in DEEDS)
