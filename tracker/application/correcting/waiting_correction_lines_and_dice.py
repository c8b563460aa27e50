"""The later lines and the earlier dice of a correction that is waiting for an answer."""

from __future__ import annotations

from tracker.application.match.correction_replay import (
    find_replay_progress,
    find_replayed_action,
    is_answer_entry,
)
from tracker.application.match.game import Game
from tracker.application.match.match_entries import MatchEntry
from tracker.procedures.requests import Faces
from tracker.vocabulary import events as ev


def count_lines_to_replay(game: Game) -> int:
    """Count the later lines that will be replayed when the open question is answered."""
    return sum(not is_answer_entry(entry) for entry in _list_waiting_entries(game))


def list_unreplayed_lines(game: Game) -> tuple[int, ...]:
    """List the numbers of the later lines that are waiting for the answer to a correction's
    question.
    """
    return tuple(entry.number for entry in _list_waiting_entries(game))


def _list_waiting_entries(game: Game) -> list[MatchEntry]:
    plan = find_replay_progress(game.history) if game.pending is not None else None
    left = plan.remaining_entries if plan is not None else ()
    return [entry for entry in left if not entry.is_automatic]


def find_earlier_roll_for_question(game: Game) -> ev.Rolled | None:
    """Return the old roll for the question that a correction asks again, or None if there
    is none.
    """
    pending, plan = game.pending, find_replay_progress(game.history)
    if pending is None or plan is None:
        return None
    action = find_replayed_action(game.history, plan, pending.action)
    inputs = (entry.input for entry in plan.remaining_entries if entry.action == action)
    rolls = (event for event in inputs if isinstance(event, ev.Rolled))
    return next((roll for roll in rolls if roll.key == pending.key), None)


def find_earlier_dice_for_question(game: Game) -> tuple[int | None, ...]:
    """Return the old faces for the question of a correction, in the order of the new dice.

    None stands for a die that must still be rolled. Return () if the old faces are unknown.
    """
    rolled = find_earlier_roll_for_question(game)
    if game.pending is None or rolled is None or len(rolled.faces) != len(rolled.dice):
        return ()
    return _reorder_faces(game.pending.request, rolled)


def _reorder_faces(request: object, rolled: ev.Rolled) -> tuple[int | None, ...]:
    """Return the faces in the order of the question's dice. Dice with labels are matched by their
    labels.
    """
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
