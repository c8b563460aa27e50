"""The later lines and earlier dice of a correction that is waiting for an answer."""

from __future__ import annotations

from tracker.application.match.correction_replay import (
    find_action_before_correction,
    find_replay_progress,
    is_answer_entry,
)
from tracker.application.match.game import Game
from tracker.procedures.requests import Faces
from tracker.vocabulary import events as ev


def count_lines_to_replay(game: Game) -> int:
    """Count the later lines to be replayed after the open question is answered."""
    plan = find_replay_progress(game.history) if game.pending is not None else None
    left = plan.remaining_entries if plan is not None else ()
    return sum(not entry.is_automatic and not is_answer_entry(entry) for entry in left)


def list_unreplayed_lines(game: Game) -> tuple[int, ...]:
    """List the numbers of later lines that must wait for the answer to a correction's question."""
    plan = find_replay_progress(game.history)
    if plan is None or game.pending is None:
        return ()
    return tuple(entry.number for entry in plan.remaining_entries if not entry.is_automatic)


def find_earlier_dice(game: Game) -> tuple[int | None, ...]:
    """Return the earlier dice for a correction's question, arranged for the new dice.

    None stands for a die that must still be rolled. Without earlier faces the result is empty.
    """
    pending = game.pending
    plan = find_replay_progress(game.history) if pending is not None else None
    if pending is None or plan is None:
        return ()
    action = find_action_before_correction(game.history, plan, pending.action)
    for entry in plan.remaining_entries:
        rolled = entry.input
        same = isinstance(rolled, ev.Rolled) and rolled.key == pending.key
        if isinstance(rolled, ev.Rolled) and same and entry.action == action:
            known = rolled if len(rolled.faces) == len(rolled.dice) else None
            return _reorder_faces(pending.request, known) if known is not None else ()
    return ()


def _reorder_faces(request: object, rolled: ev.Rolled) -> tuple[int | None, ...]:
    """Return the dice in order. Labelled dice are arranged by their labels."""
    from tracker.application.correcting.reused_answers import name_die_roller

    if not isinstance(request, Faces) or not request.labels:
        return rolled.faces
    rows: dict[str, list[int]] = {}
    for label, face in zip(rolled.labels, rolled.faces, strict=False):
        rows.setdefault(name_die_roller(label), []).append(face)
    return tuple(
        theirs.pop(0) if (theirs := rows.get(name_die_roller(label))) else None
        for label in request.labels
    )
