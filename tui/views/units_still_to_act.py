"""The units still to act, and the reasons why other units cannot."""

from __future__ import annotations

from tracker.application.match.game import Game
from tracker.procedures.ruleset import DueAction
from tracker.vocabulary.subject_ids import SideId, Subject


def list_due_actions(game: Game, side: SideId | None) -> list[DueAction]:
    """List the due actions. If this side has any, list only those."""
    due = game.ruleset.due(game.match)
    return [item for item in due if side is None or item.side in (None, side)] or list(due)


def explain_idle_subjects(game: Game, side: SideId | None) -> dict[Subject, str]:
    """Map each subject of this side that has nothing to do in this step to the reason."""
    match, keys = game.match, game.ruleset.keys
    due = {item.subject for item in game.ruleset.due(match)}
    units = match.units(side)
    figures = [figure for unit in units for figure in match.figures(unit)]
    reasons: dict[Subject, str] = {}
    for subject in (*units, *(figures if keys.figures is not None else ())):
        reason = None if subject in due else keys.cannot(match, subject)
        if reason:
            reasons[subject] = reason
    return reasons
