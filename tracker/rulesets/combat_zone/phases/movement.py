"""Moves and changes of facing (CZ-MOVE, CZ-T3, CZ-T5)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tracker.procedures.declared.action_key_types import KeyVerb
from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.declared.line_form_slots import (
    make_flag_slot,
    make_keyed_length_slot,
    make_length_slot,
)
from tracker.procedures.declared.line_form_slots import make_points_slot as points_told
from tracker.procedures.match_view import Match, group_equal_figures
from tracker.procedures.pieces.acting_units import list_wrong_side_objections
from tracker.procedures.requests import Asking, call_stage, continue_with, run_stage_for_each
from tracker.procedures.ruleset import Action, Interruptible, Objection, Objections
from tracker.rulesets.combat_zone.data import markers, rule_tables, state_queries, unit_profiles
from tracker.rulesets.combat_zone.phases import action_points_and_interrupts, activation_slots
from tracker.rulesets.combat_zone.phases.line_figure_fields import (
    make_figure_field,
    make_figures_field,
)
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.events import Moved
from tracker.vocabulary.subject_ids import FigureId, SideId

PHASE: Final = "actions"


class Move(Interruptible, frozen=True):
    """The command to move figures. Lengths are in hundredths of a cm.

    Each figure spends ``points``. By default, it spends the cost of ``length``, or 1 point if no
    length is given. ``rough`` is the length in difficult terrain.
    """

    figures: tuple[FigureId, ...]
    points: int | None = None
    length: int | None = None
    rough: int = 0


class FacingChange(Interruptible, frozen=True):
    """The command to turn a figure on the spot.

    ``about`` means by more than 90 degrees, or a second time for free (CZ-G23).
    """

    figure: FigureId
    about: bool = False


def find_step_length(match: Match, figure: FigureId, *, in_difficult_terrain: bool = False) -> int:
    """Return how far a figure moves in one step, in hundredths of a cm (CZ-MOVE-01, 02, CZ-G22)."""
    if unit_profiles.get_profile(match, figure).armour != "combat-suit":
        return rule_tables.STEP
    if in_difficult_terrain and match.option("suit_difficult") == "five":
        return rule_tables.STEP
    return rule_tables.SUIT_STEP


def count_movement_steps(length: int, step_length: int) -> int:
    """Return the number of steps needed for a length, rounded up (CZ-G54)."""
    return -(-length // step_length)


def count_move_cost(match: Match, figure: FigureId, length: int, rough_length: int = 0) -> int:
    """Return a move's cost in points. A step in any difficult terrain costs 2 (CZ-MOVE-03).

    The difficult terrain is assumed to be a single stretch that begins at the start of a step.
    """
    walk = find_step_length(match, figure)
    wade = find_step_length(match, figure, in_difficult_terrain=True)
    rough_steps = count_movement_steps(min(rough_length, length), wade)
    steps = count_movement_steps(max(length - rough_steps * wade, 0), walk)
    return steps * rule_tables.STEP_POINTS + rough_steps * rule_tables.ROUGH_STEP_POINTS


def count_move_points_needed(match: Match, figure: FigureId, params: Move) -> int:
    if params.points is not None:
        return params.points
    if params.length is None:
        return rule_tables.STEP_POINTS
    return count_move_cost(match, figure, params.length, params.rough)


def resolve_move(match: Match, _: SideId | None, params: Move) -> None:
    costs = tuple((f, count_move_points_needed(match, f, params)) for f in params.figures)
    if len(costs) == 1:
        action_points_and_interrupts.spend_points_as_acting_figure(match, *costs[0])
    else:
        action_points_and_interrupts.spend_action_points_of_figures(match, costs)
    if not params.claimed:
        move_figures(match, params.figures, params.length)
        return None
    return continue_with(
        run_stage_for_each, match, move_interruptibly, params.figures, params.length
    )


def move_interruptibly(match: Match, figure: FigureId, length: int | None) -> Asking[None]:
    """Move one figure, unless opportunity fire stops it (CZ-OPP-02)."""
    acting = tuple(map(FigureId, match.marked(markers.ACTING)))
    if moves_with_others := figure not in acting:
        match.record(*map(markers.ACTING.cleared, acting), markers.ACTING.set(figure))
    run = action_points_and_interrupts.run_interruptible_stage
    yield from call_stage(run, figure, move_figures, (figure,), length)
    if moves_with_others:
        markers.ACTING.record_cleared(match, figure)
        markers.ACTING.record_on(match, *(f for f in acting if state_queries.is_on_table(match, f)))


def move_figures(match: Match, figures: tuple[FigureId, ...], length: int | None) -> None:
    for unit, own in group_equal_figures(figures, lambda figure: match.figure(figure).unit):
        match.record(Moved(unit=unit, figures=own, length=length, how="moves"))


def list_move_objections(match: Match, side: SideId | None, params: Move) -> Objections:
    for figure in params.figures:
        price = count_move_points_needed(match, figure, params)
        yield from list_wrong_side_objections(
            match, side, figure, "CZ-ACT-03", state_queries.format_figure(match, figure)
        )
        yield from activation_slots.list_acting_objections(match, figure, price)
        yield from list_prone_objections(match, figure)
        if params.points is not None and params.length is not None:
            need = count_move_cost(match, figure, params.length, params.rough)
            if need > params.points:
                text = (
                    f"{state_queries.format_figure(match, figure)} needs "
                    f"{format_count(need, 'point')} to move that far"
                )
                yield Objection("too-far", "CZ-MOVE-01", text)


def list_prone_objections(match: Match, figure: FigureId) -> Objections:
    """Yield an objection if a figure is prone and must get up to move (CZ-ACT-08, CZ-G21)."""
    if match.has(figure, markers.DOWN) and not match.option("crawl"):
        who = state_queries.format_figure(match, figure)
        yield Objection("down", "CZ-ACT-08", f"{who} is down and must get up first")


def list_move_candidates(match: Match) -> Iterable[tuple[SideId | None, Move]]:
    """Yield possible moves: each figure for 1 point or for all its points, or all for 1 each."""
    able = activation_slots.list_figures_able_to_act(match)
    for side, figure in able:
        yield side, Move((figure,), points=1)
        yield (
            side,
            Move(
                (figure,),
                points=action_points_and_interrupts.count_action_points_left(match, figure),
            ),
        )
    if len(able) > 1:
        yield able[0][0], Move(tuple(figure for _, figure in able), points=1)


def turn_figure(match: Match, figure: FigureId) -> None:
    match.record(Moved(unit=match.figure(figure).unit, figures=(figure,), length=0, how="turns"))


def count_turning_cost(params: FacingChange) -> int:
    """Return how many action points a change of facing costs (CZ-MOVE-04)."""
    return rule_tables.ABOUT_TURN_POINTS if params.about else 0


def list_turning_objections(match: Match, side: SideId | None, params: FacingChange) -> Objections:
    who = state_queries.format_figure(match, params.figure)
    yield from list_wrong_side_objections(match, side, params.figure, "CZ-ACT-03", who)
    cost = count_turning_cost(params)
    yield from activation_slots.list_acting_objections(match, params.figure, cost)


ROUGH: Final = make_keyed_length_slot("rough", "cm")
MOVE: Final = Action(
    id="move",
    word="moves",
    params=Move,
    stage=resolve_move,
    phases=(PHASE,),
    objections=list_move_objections,
    candidates=list_move_candidates,
    form=Form(
        "moves",
        make_figures_field(),
        how=(points_told("points", "ap"), make_length_slot("length", "cm"), ROUGH),
        key=KeyVerb("m", text="moves", amount="ap"),
    ),
)
TURN: Final = Action(
    id="turn",
    word="turns",
    params=FacingChange,
    stage=lambda match, _, params: action_points_and_interrupts.perform_interruptible_action(
        match, params.figure, count_turning_cost(params), turn_figure, params.figure
    ),
    phases=(PHASE,),
    objections=list_turning_objections,
    candidates=lambda match: (
        (side, FacingChange(figure, about=True))
        for side, figure in activation_slots.list_figures_able_to_act(match)
    ),
    form=Form("turns", make_figure_field(), how=(make_flag_slot("about"),)),
)

ACTIONS: Final = (MOVE, TURN)
