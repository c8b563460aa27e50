"""Reuses old answers for repeated questions, so that players need not roll dice again.

If the needed number has changed, dice with known faces are evaluated again. A roll of which only
the successes were entered can only answer the same question again.
"""

from __future__ import annotations

from msgspec.structs import replace

from tracker.application.match.dice_input import make_asked_roll
from tracker.input_parsing.dice_reader import reinterpret_faces
from tracker.input_parsing.dice_reading_results import DiceReading, DiceRefusal
from tracker.procedures.requests import Faces, Roll, Score
from tracker.procedures.runners.live_table_runner import PendingQuestion
from tracker.procedures.runners.request_answer_reading import (
    does_recorded_answer_fit,
    get_roll_form,
    make_question_fields,
)
from tracker.vocabulary import events as ev
from tracker.vocabulary.die_labels import Label

Answer = ev.Rolled | ev.Chosen


def reuse_answer_if_it_fits(pending: PendingQuestion, event: Answer) -> Answer | None:
    """Return an old answer, including its dice, for the given question, or None if it does
    not fit.
    """
    if does_recorded_answer_fit(pending.request, pending.key, event):
        return event if isinstance(event, ev.Chosen) else _adapt_roll_to_question(pending, event)
    if isinstance(event, ev.Chosen) or event.key != pending.key:
        return None
    found = reuse_roll_if_it_fits(pending, event)
    return found if found is not None and found.dice == event.dice else None


def reuse_roll_if_it_fits(pending: PendingQuestion, event: ev.Rolled) -> ev.Rolled | None:
    """Return an old roll for the given question. If fewer dice are needed, only the first dice are
    kept.

    Return None if more dice or different dice are needed, or if the faces are unknown. A total with
    unknown faces can be reused for the same dice.
    """
    request = pending.request
    if not isinstance(request, (Roll, Score, Faces)) or get_roll_form(request) != event.form:
        return None
    asked = request.dice_sizes
    if event.dice[: len(asked)] != asked or not _has_same_labels(request, event):
        return None
    if isinstance(request, Score) and not event.faces:
        if asked != event.dice:
            return None
        total = event.result[0] - event.bonus + request.bonus  # the modifiers may have changed
        return _apply_question_terms(pending, replace(event, result=(total,)))
    if len(event.faces) != len(event.dice):
        return None
    reading = reinterpret_faces(event.faces, make_asked_roll(request))
    if isinstance(reading, DiceRefusal):
        return None
    return _apply_question_terms(pending, _keep_first_dice(event, reading))


def _keep_first_dice(event: ev.Rolled, reading: DiceReading) -> ev.Rolled:
    """Return the first dice of a roll, with the source of each die and its face before a reroll."""
    size, rolled = len(reading.faces), len(event.faces)
    told = replace(event, dice=event.dice[:size], faces=reading.faces, result=reading.result)
    if size == rolled:
        return told
    mine = event.app_at or tuple(range(rolled - event.app, rolled))
    stay = tuple(place for place in mine if place < size)
    again = tuple(place for place in event.again if place < size)
    source = event.source
    if event.app:
        source = "typed" if not stay else "app" if len(stay) == size else "mixed"
    return replace(
        told,
        source=source,
        app=len(stay),
        app_at=() if stay == tuple(range(size - len(stay), size)) else stay,
        again=again,
        first=event.first[:size] if again else (),
    )


def _has_same_labels(request: Roll | Score | Faces, event: ev.Rolled) -> bool:
    if not isinstance(request, Faces):
        return True
    return [*map(name_die_roller, request.labels)] == [*map(name_die_roller, event.labels)]


def name_die_roller(label: Label) -> str:
    return label.row_subject or label.who


def _adapt_roll_to_question(pending: PendingQuestion, event: ev.Rolled) -> ev.Rolled:
    """Return the roll with the subjects of the question.

    A roll with table rulings keeps its old terms. Any other roll gets the terms of the question.
    """
    if event.asked is None:
        return _apply_question_terms(pending, event)
    request = pending.request
    return replace(event, side=request.side, subject=request.subject, target=request.target)


def _apply_question_terms(pending: PendingQuestion, event: ev.Rolled) -> ev.Rolled:
    """Return the roll with the terms of the given question, and without table rulings."""
    asked = make_question_fields(pending.request, pending.key)
    return replace(event, **asked, asked=None, why="")
