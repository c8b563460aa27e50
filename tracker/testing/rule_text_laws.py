"""Whether rules say what they ask and what they object, each by a rule that has a text.

Raises ``AssertionError`` with what is left unsaid; rules that came without texts may be silent.
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
from tracker.procedures.runners.request_answers import InvalidAnswer, get_default, read_choice
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
"""Facts of as many figures, units or others as they name."""
DUE = "due-"
"""What is still to be done names no rule: it follows from all that is done in a phase."""


def check_request(rules: Ruleset, request: Request[Any]) -> None:
    """A question has a name to be stored by, and an answer that Enter gives; a roll is declared.

    Where rules have texts, it has words, a rule, and words for each of its answers, too; a roll
    says whose it is.
    """
    assert request.id or isinstance(request, Interrupt), f"{request.what!r} has no id"
    kind = request.kind if isinstance(request, Dice) else None
    declared = kind is None or kind in rules.rolls
    assert declared, f"the roll {request.id!r} is not declared: add it to rolls="
    if isinstance(request, CHOICES):
        _check_default(request)
    if not rules.rules():
        return
    assert _is_whole(request.what), f"the question {request.id!r} asks {request.what!r}"
    assert request.rule in rules.rules(), f"{request.what!r} is of the rule {request.rule!r}"
    assert request.subject or not isinstance(request, Roll | Score), f"{request.what!r} is nobody's"
    answers: list[str] = []
    if isinstance(request, Roll):
        answers = [band.name for band in request.bands]
    elif isinstance(request, Faces):
        answers = [label.text for label in request.labels]
    elif isinstance(request, Pick):
        answers = [option.text for option in request.options]
    elif isinstance(request, Split | Tally):
        answers = [share.text for share in request.shares]
    assert all(map(_is_whole, answers)), f"an answer to {request.what!r} lacks words: {answers}"


def _check_default(request: Request[Any]) -> None:
    """What Enter takes is one of the answers."""
    default = get_default(request)
    try:
        read_choice(request, default)
    except InvalidAnswer as error:
        raise AssertionError(f"the default of {request.id!r} is {default!r}: {error}") from error


def check_interrupt(rules: Ruleset, doing: str, request: Request[Any]) -> None:
    """Who comes in between an action is let in by both: by its parameters, and by his own."""
    if not isinstance(request, Interrupt):
        return
    lets = f"{doing!r} asks Interrupt"
    assert rules.actions[doing].is_interruptible, (
        f"{lets}: its parameters derive from Interruptible"
    )
    for name in request.actions:
        assert name in rules.actions, f"{lets} for {name!r}, which is no action"
        assert rules.actions[name].breaks_in, f"{lets} for {name!r}, which lacks breaks_in=True"


def check_fact(fact: Fact) -> None:
    """What is written down is of somebody."""
    if isinstance(fact, OF_SOME):
        named = fact.figures if isinstance(fact, REMOVED) else fact.subjects
        assert named, f"it is of nobody: {fact}"


def check_objection(rules: Ruleset, one: Objection) -> None:
    """An objection has a name and a sentence, and is of a rule, but that the game is over."""
    if not rules.rules() or one == GAME_OVER:
        return
    assert one.id, f"{one.text!r} has no id"
    assert _is_whole(one.text), f"the objection {one.id!r} says {one.text!r}"
    ruled = one.id.startswith(DUE) or one.rule in rules.rules()
    assert ruled, f"{one.text!r} is of the rule {one.rule!r}"


def _is_whole(text: str) -> bool:
    """Words with nothing left out before, behind or between them."""
    return bool(text) and text == " ".join(text.split())
