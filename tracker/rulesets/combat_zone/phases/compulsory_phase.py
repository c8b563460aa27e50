"""Phase 1, in which figures make rout moves and machines malfunction (CZ-COMP)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec import Struct

from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.declared.actorless_line_forms import WordForm, make_fixed_questions
from tracker.procedures.declared.line_form_slots import make_flag_slot, make_text_slot
from tracker.procedures.match_view import Match
from tracker.procedures.requests import continue_with
from tracker.procedures.ruleset import Action, Command, DueAction, Objection, Objections
from tracker.rulesets.combat_zone.attacks import panic_and_rout
from tracker.rulesets.combat_zone.attacks.panic_and_rout import move_routing_figures
from tracker.rulesets.combat_zone.data import markers, state_queries, unit_profiles
from tracker.rulesets.combat_zone.phases.line_figure_fields import (
    make_figure_field,
    make_figures_field,
)
from tracker.vocabulary.subject_ids import FigureId, SideId

PHASE: Final = "compulsory"


class RoutMoves(Struct, frozen=True):
    """The command to make rout moves, by default those of all figures that must make one.

    If figures are named, ``left`` says whether they left the table, and the players are not asked.
    """

    figures: tuple[FigureId, ...] = ()
    left: bool = False


class Malfunction(Struct, frozen=True):
    """The command to record what a malfunctioning machine does. ``over`` ends the malfunction."""

    figure: FigureId
    what: str = ""
    over: bool = False


def list_figures_due_rout_move(match: Match) -> tuple[FigureId, ...]:
    """List the figures whose rout move is due (CZ-COMP-02)."""
    return state_queries.list_figures_with_due_marker(match, markers.ROUT, markers.RAN)


def list_machines_due_malfunction(match: Match) -> tuple[FigureId, ...]:
    """List the machines whose malfunction is due (CZ-COMP-05)."""
    return state_queries.list_figures_with_due_marker(
        match, markers.MALFUNCTION, markers.MALFUNCTIONED
    )


def resolve_rout_moves(match: Match, _: SideId | None, params: RoutMoves) -> None:
    """Make the rout moves. Figures that are still engaged are removed instead (CZ-COMP-04 a)."""
    figures = params.figures or list_figures_due_rout_move(match)
    match.record(markers.RAN.set(*figures))
    caught = tuple(figure for figure in figures if state_queries.is_engaged(match, figure))
    if caught:
        panic_and_rout.remove_engaged_routing_figures(match, caught)
    free = tuple(figure for figure in figures if figure not in caught)
    if not free:
        return None
    return continue_with(move_routing_figures, match, free, params.left if params.figures else None)


def list_rout_move_objections(match: Match, _: SideId | None, params: RoutMoves) -> Objections:
    if not (params.figures or list_figures_due_rout_move(match)):
        yield Objection("nobody-routs", "CZ-COMP-02", "no figure has to make a rout move")
    for figure in params.figures:
        who = state_queries.format_figure(match, figure)
        if not match.has(figure, markers.ROUT):
            yield Objection("not-routing", "CZ-COMP-02", f"{who} is not routing")
        elif match.has(figure, markers.RAN):
            yield Objection("has-run", "CZ-COMP-02", f"{who} has already made its rout move")
    if match.phase != PHASE:
        text = "rout moves are made only at the start of a turn"
        yield Objection("not-compulsory", "CZ-COMP-01", text)


def list_rout_move_candidates(match: Match) -> Iterable[tuple[SideId | None, RoutMoves]]:
    if match.phase == PHASE:
        for f in list_figures_due_rout_move(match):
            yield from ((match.side_of(f), RoutMoves((f,), left)) for left in (False, True))


def record_malfunction(match: Match, _: SideId | None, params: Malfunction) -> None:
    """Record a malfunction, whose effects the players enter as adjustments (CZ-G42)."""
    who = (params.figure,)
    if params.over:
        match.record(markers.MALFUNCTION.cleared(*who))
        return
    what = params.what or str(match.mark(params.figure, markers.MALFUNCTION) or "malfunction")
    match.record(markers.MALFUNCTION.set(*who, value=what))
    if match.phase == PHASE:
        match.record(markers.MALFUNCTIONED.set(*who))


def list_malfunction_objections(match: Match, _: SideId | None, params: Malfunction) -> Objections:
    if not unit_profiles.is_machine(match, params.figure):
        who = state_queries.format_figure(match, params.figure)
        yield Objection("no-machine", "CZ-COMP-05", f"{who} is not a machine")


def list_malfunction_candidates(match: Match) -> Iterable[tuple[SideId | None, Malfunction]]:
    if match.phase == PHASE:
        yield from (
            (match.side_of(f), Malfunction(f)) for f in list_machines_due_malfunction(match)
        )


def list_due_compulsory_actions(match: Match) -> tuple[DueAction, ...]:
    found = []
    for f in list_figures_due_rout_move(match):
        why = f"{state_queries.format_figure(match, f)} must make its rout move"
        found.append(DueAction("routs", match.side_of(f), f, why, True))
    for f in list_machines_due_malfunction(match):
        why = f"{state_queries.format_figure(match, f)}: {match.mark(f, markers.MALFUNCTION)}"
        found.append(DueAction("malfunction", match.side_of(f), f, why, True))
    return tuple(found)


def choose_automatic_compulsory_command(match: Match) -> Command | None:
    """Return the command for rout moves or for the next phase, or None if a malfunction is due."""
    if list_figures_due_rout_move(match):
        return ROUTS.make_command(None, RoutMoves())
    return None if list_machines_due_malfunction(match) else Command("next", None, {})


def format_left_table_answer(match: Match, values: Mapping[str, Any]) -> str:
    """Format the answer that names the figures that left the table.

    Return "" if the action does not name all figures that made rout moves.
    """
    who = values["figures"]
    if set(who) != set(match.marked(markers.RAN)):
        return ""
    return " ".join(map(match.handle, who)) if values.get("left") else "0"


ROUTS: Final = Action(
    id="routs",
    word="rout moves",
    params=RoutMoves,
    stage=resolve_rout_moves,
    phases=(PHASE,),
    objections=list_rout_move_objections,
    candidates=list_rout_move_candidates,
    form=Form(
        "routs",
        make_figures_field(),
        how=(make_flag_slot("left"),),
        asks=make_fixed_questions("run"),
        answer=format_left_table_answer,
    ),
    bare=WordForm("routs", asks=make_fixed_questions("run")),
)
MALFUNCTION: Final = Action(
    id="malfunction",
    word="malfunctions",
    params=Malfunction,
    stage=record_malfunction,
    objections=list_malfunction_objections,
    candidates=list_malfunction_candidates,
    form=Form(
        "malfunctions",
        make_figure_field(),
        how=(make_text_slot("what", "does"), make_flag_slot("over")),
    ),
)
ACTIONS: Final = (ROUTS, MALFUNCTION)
