"""Actions with doors, items and obstacles, lying down and getting up (CZ-ACT-04 to 08, CZ-T5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from tracker.procedures.declared.action_key_types import KeyVerb
from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.declared.line_form_slots import make_text_slot
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.acting_units import list_wrong_side_objections
from tracker.procedures.ruleset import Action, Interruptible, Objection, Objections
from tracker.rulesets.combat_zone.data import markers, rule_tables, state_queries
from tracker.rulesets.combat_zone.phases import action_points_and_interrupts, activation_slots
from tracker.rulesets.combat_zone.phases.line_figure_fields import make_figure_field
from tracker.rulesets.combat_zone.phases.movement import PHASE, list_prone_objections
from tracker.vocabulary.events import GearChanged, Moved
from tracker.vocabulary.subject_ids import FigureId, SideId


class GeneralAction(Interruptible, frozen=True):
    """The command for a general action. ``what`` names the door, item or obstacle, if any."""

    figure: FigureId
    what: str = ""


def pick_up_item(match: Match, figure: FigureId, item_name: str) -> None:
    """Pick up an item. If it has the name of a weapon, the figure can use it (CZ-ACT-05)."""
    item = "-".join(item_name.casefold().split()) or "item"
    match.record(GearChanged(figure=figure, gained=(item,), why="picked up"))


def cross_obstacle(match: Match, figure: FigureId, _: str) -> None:
    who, how = (figure,), "crosses an obstacle"
    match.record(Moved(unit=match.figure(figure).unit, figures=who, how=how))


def _list_not_prone_objections(match: Match, figure: FigureId) -> Objections:
    if not match.has(figure, markers.DOWN):
        yield Objection(
            "up", "CZ-ACT-08", f"{state_queries.format_figure(match, figure)} is not down"
        )


def _list_already_prone_objections(match: Match, figure: FigureId) -> Objections:
    if match.has(figure, markers.DOWN):
        text = f"{state_queries.format_figure(match, figure)} is already down"
        yield Objection("down", "CZ-ACT-07", text)


def _make_general_action(
    id_: str,
    word: str,
    verb: str,
    rule: str,
    cost: int | str,
    effect: Callable[[Match, FigureId, str], None] = lambda *_: None,
    hindrances: Callable[[Match, FigureId], Iterable[Objection]] = lambda *_: (),
    key: KeyVerb | None = None,
) -> Action[GeneralAction]:
    """Make a general action that one figure performs.

    ``cost`` is a number of points, or the name of the house rule that sets it.
    """

    def count_points(match: Match) -> int:
        return cost if isinstance(cost, int) else int(match.option(cost))

    def stage(match: Match, _: SideId | None, params: GeneralAction) -> None:
        who = params.figure
        return action_points_and_interrupts.perform_interruptible_action(
            match, who, count_points(match), effect, who, params.what
        )

    def objections(match: Match, side: SideId | None, params: GeneralAction) -> Objections:
        who = state_queries.format_figure(match, params.figure)
        yield from list_wrong_side_objections(match, side, params.figure, rule, who)
        yield from activation_slots.list_acting_objections(
            match, params.figure, count_points(match)
        )
        yield from hindrances(match, params.figure)

    def candidates(match: Match) -> Iterable[tuple[SideId | None, GeneralAction]]:
        for side, figure in activation_slots.list_figures_able_to_act(match):
            if not tuple(hindrances(match, figure)):
                yield side, GeneralAction(figure)

    return Action(
        id=id_,
        word=word,
        params=GeneralAction,
        stage=stage,
        phases=(PHASE,),
        objections=objections,
        candidates=candidates,
        form=Form(verb, make_figure_field(), how=(make_text_slot("what"),), key=key),
        tells=("what",),
    )


ACTIONS: Final = (
    _make_general_action(
        "door",
        "opens or closes a door",
        "door",
        "CZ-ACT-04",
        rule_tables.DOOR_POINTS,
        key=KeyVerb("p", text="opens or closes a door"),
    ),
    _make_general_action(
        "pick", "picks up", "picks", "CZ-ACT-05", rule_tables.ITEM_POINTS, pick_up_item
    ),
    _make_general_action(
        "cross",
        "crosses an obstacle",
        "crosses",
        "CZ-ACT-06",
        rule_tables.OBSTACLE_POINTS,
        cross_obstacle,
        list_prone_objections,
        KeyVerb("j", text="crosses an obstacle"),
    ),
    _make_general_action(
        "drop",
        "drops down",
        "drops",
        "CZ-ACT-07",
        rule_tables.DROP_POINTS,
        lambda match, figure, _: match.record(markers.DOWN.set(figure)),
        _list_already_prone_objections,
        KeyVerb("l", text="lies down"),
    ),
    _make_general_action(
        "stand",
        "gets up",
        "stands",
        "CZ-ACT-08",
        "stand_up_cost",
        lambda match, figure, _: match.record(markers.DOWN.cleared(figure)),
        _list_not_prone_objections,
        KeyVerb("g", text="gets up"),
    ),
)
