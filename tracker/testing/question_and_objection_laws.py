"""Checks that questions and objections have words, and name a rule that has a text.

The checks raise ``AssertionError``. In a ruleset without rule texts, questions and objections need
neither words nor rules.
"""

from __future__ import annotations

from typing import Any

from tracker.procedures.declared.player_actions import GAME_OVER
from tracker.procedures.requests import (
    CHOICES,
    Dice,
    Faces,
    Interrupt,
    Pick,
    Request,
    Roll,
    Score,
    Split,
    Tally,
)
from tracker.procedures.ruleset import Objection, Ruleset
from tracker.procedures.runners.request_answer_reading import (
    InvalidAnswer,
    get_default_answer,
    read_choice_answer,
)
from tracker.vocabulary.events import (
    Fact,
    FiguresRemoved,
    FiguresReturned,
    MarkerCleared,
    MarkerSet,
    Wounded,
)

REMOVED = FiguresRemoved | FiguresReturned
OF_SOME = MarkerSet | MarkerCleared | Wounded | REMOVED
"""Facts about any number of figures, units or other subjects."""
DUE = "due-"
"""The prefix of the ids of objections by due actions. These objections need not name a rule."""


def check_request_is_complete(rules: Ruleset, request: Request[Any]) -> None:
    """Check that a question has an id and a default answer, and that a roll is declared.

    If the ruleset has rule texts, a question also needs words, a rule, and words for each answer. A
    roll must name its owner.
    """
    assert request.id or isinstance(request, Interrupt), f"{request.what!r} has no id"
    kind = request.kind if isinstance(request, Dice) else None
    declared = kind is None or kind in rules.rolls
    assert declared, f"the roll {request.id!r} is not declared: add it to rolls="
    if isinstance(request, Roll):
        assert request.count >= 0, (
            f"the roll {request.id!r} asks for {request.count} dice: ask for 0"
        )
    if isinstance(request, CHOICES):
        _check_default(request)
    if not rules.rules():
        return
    assert _has_clean_spacing(request.what), (
        f"the question {request.id!r} has no valid text: {request.what!r}"
    )
    assert request.rule in rules.rules(), (
        f"{request.what!r} names {request.rule!r}, which is not a rule"
    )
    assert request.subject or not isinstance(request, Roll | Score), (
        f"{request.what!r} has no subject"
    )
    answers: list[str] = []
    if isinstance(request, Roll):
        answers = [band.name for band in request.bands]
    elif isinstance(request, Faces):
        answers = [label.text for label in request.labels]
    elif isinstance(request, Pick):
        answers = [option.text for option in request.options]
    elif isinstance(request, Split | Tally):
        answers = [share.text for share in request.shares]
    assert all(map(_has_clean_spacing, answers)), (
        f"an answer to {request.what!r} has no words: {answers}"
    )


def _check_default(request: Request[Any]) -> None:
    default = get_default_answer(request)
    try:
        read_choice_answer(request, default)
    except InvalidAnswer as error:
        raise AssertionError(f"the default of {request.id!r} is {default!r}: {error}") from error


def check_interrupt_is_allowed(rules: Ruleset, doing: str, request: Request[Any]) -> None:
    """Check that the interrupted and the interrupting action both allow the interrupt."""
    if not isinstance(request, Interrupt):
        return
    lets = f"{doing!r} asks Interrupt"
    assert rules.actions[doing].is_interruptible, (
        f"{lets}: its parameters must derive from Interruptible"
    )
    for name in request.actions:
        assert name in rules.actions, f"{lets} for {name!r}, which is not an action"
        assert rules.actions[name].breaks_in, f"{lets} for {name!r}, which lacks breaks_in=True"


def check_fact_has_subjects(fact: Fact) -> None:
    if isinstance(fact, OF_SOME):
        named = fact.figures if isinstance(fact, REMOVED) else fact.subjects
        assert named, f"the fact names nobody: {fact}"


def check_objection_is_complete(rules: Ruleset, objection: Objection) -> None:
    """Check that an objection, unless it is ``GAME_OVER``, has an id, a sentence and a rule."""
    if not rules.rules() or objection == GAME_OVER:
        return
    assert objection.id, f"{objection.text!r} has no id"
    assert _has_clean_spacing(objection.text), (
        f"the objection {objection.id!r} has no valid text: {objection.text!r}"
    )
    ruled = objection.id.startswith(DUE) or objection.rule in rules.rules()
    assert ruled, f"{objection.text!r} names {objection.rule!r}, which is not a rule"


def _has_clean_spacing(text: str) -> bool:
    """Return whether a text is not empty and has only single spaces between its words."""
    return bool(text) and text == " ".join(text.split())
