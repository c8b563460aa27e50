"""Makes figures panic or rout, and moves or removes routing figures (CZ-MORALE-10, CZ-COMP)."""

from __future__ import annotations

from typing import Literal

from tracker.procedures.match_view import Match
from tracker.procedures.requests import Asking, Share, Tally, ask, continue_with
from tracker.rulesets.combat_zone.data import markers, rule_tables, state_queries, unit_profiles
from tracker.vocabulary.events import FiguresRemoved, Moved
from tracker.vocabulary.subject_ids import FigureId, Subject

Reaction = Literal["panic", "rout"]


def apply_reaction(
    match: Match, figure: FigureId, reaction: Reaction, by: Subject | None = None
) -> None:
    """Make a wounded figure panic or rout, unless it is already routing (CZ-MORALE-10, CZ-G30).

    Machines react only under a house rule. Another house rule turns a second panic into a rout.
    """
    can_react = not unit_profiles.is_machine(match, figure) or match.option("machine_reactions")
    if not (can_react and state_queries.is_on_table(match, figure)) or match.has(
        figure, markers.ROUT
    ):
        return None
    panicking = match.has(figure, markers.PANIC)
    if reaction == "rout" or (panicking and match.option("double_panic") == "rout"):
        return continue_with(apply_rout, match, figure, by)
    if not panicking:
        mark_panicking(match, figure, by)
    return None


def mark_panicking(match: Match, figure: FigureId, by: Subject | None = None) -> None:
    """Mark a figure as panicking, by house rule from the next turn only (CZ-G08)."""
    later = match.phase == "actions" and match.option("mid_turn_panic") == "next_turn"
    later &= not match.has(figure, markers.RECOVERED)  # which already limits its points this turn
    _clear_panic_and_recovery(match, figure)
    match.record(markers.PANIC.set(figure, value=match.turn + later, by=by))


def apply_rout(match: Match, figure: FigureId, by: Subject | None = None) -> None:
    """Mark a figure as routing. By house rule, remove or move it at once (CZ-G11, CZ-G12)."""
    _clear_panic_and_recovery(match, figure)
    match.record(markers.ROUT.set(figure, by=by))
    if state_queries.is_engaged(match, figure):
        if match.option("rout_engaged") == "immediate":
            remove_engaged_routing_figures(match, (figure,), by)
    elif match.option("rout_move") == "immediate":
        return continue_with(move_routing_figures, match, (figure,))
    return None


def remove_engaged_routing_figures(
    match: Match, figures: tuple[FigureId, ...], by: Subject | None = None
) -> None:
    """Remove routing figures in close combat as casualties, without a roll (CZ-COMP-04)."""
    match.record(FiguresRemoved(figures=figures, how="killed", by=by))


def _clear_panic_and_recovery(match: Match, figure: FigureId) -> None:
    for marker in (markers.PANIC, markers.RECOVERED):
        marker.record_cleared(match, figure)


def move_routing_figures(
    match: Match, figures: tuple[FigureId, ...], left_table: bool | None = None
) -> Asking[None]:
    """Move routing figures 20 cm. Prone figures get up (CZ-COMP-02, 03, CZ-ACT-08, CZ-G35).

    ``left_table`` says whether the figures left the table. If it is None, the players are asked.
    """
    for figure in figures:
        unit = match.figure(figure).unit
        match.record(Moved(unit=unit, figures=(figure,), length=rule_tables.ROUT_MOVE, how="routs"))
    markers.DOWN.record_cleared(match, *figures)
    gone = figures if left_table else ()
    if left_table is None:
        shares = tuple(Share(f, state_queries.format_figure(match, f), 1) for f in figures)
        what, rule = "left the table", "CZ-COMP-03"
        answer = yield from ask(Tally(id="run", what=what, shares=shares, spatial=True, rule=rule))
        gone = tuple(FigureId(figure) for figure, _ in answer)
    if gone:
        match.record(FiguresRemoved(figures=gone, how="fled"))
