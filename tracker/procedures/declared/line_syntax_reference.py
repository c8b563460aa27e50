"""A reference for the line syntax, which shows each action as players type it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from tracker.procedures.declared.action_line_forms import SubjectField
from tracker.procedures.declared.actorless_line_forms import LineForm, WordForm
from tracker.procedures.declared.player_actions import CLAIMED, Action
from tracker.procedures.ruleset import Ruleset

ANSWERS = "answers"
"""The heading for the words that name an open question."""


class LineSyntax(Struct, frozen=True):
    """The syntax of an action: ``who shoots > whom [hard]``. ``also`` lists the verb's synonyms."""

    action: str
    typed: str
    also: tuple[str, ...]


class PhaseSyntax(Struct, frozen=True):
    """The line syntax of a phase, under the phase's word (such as ``shooting``)."""

    phase: str
    lines: tuple[LineSyntax, ...]


def list_line_syntax(ruleset: Ruleset) -> tuple[PhaseSyntax, ...]:
    """List the line syntax of each phase, then of actions without a phase, then of
    named answers.
    """
    found = []
    for phase in ruleset.phases:
        there = [each for each in ruleset.actions.values() if phase.id in each.phases]
        if there:
            found.append(PhaseSyntax(phase.noun or phase.word, tuple(_list_action_syntax(there))))
    always = [each for each in ruleset.actions.values() if not each.phases]
    found.append(PhaseSyntax("any phase", tuple(_list_action_syntax(always))))
    answers = [LineSyntax(one.word, one.answers, ()) for one in ruleset.phrases if one.answers]
    return (*found, *([PhaseSyntax(ANSWERS, tuple(answers))] if answers else ()))


def list_phase_syntax(ruleset: Ruleset, phase: str) -> tuple[LineSyntax, ...]:
    """List the line syntax of a phase (by id), followed by the syntax valid in every phase."""
    fits = [each for each in ruleset.actions.values() if not each.phases or phase in each.phases]
    return tuple(_list_action_syntax(sorted(fits, key=lambda each: not each.phases)))


def _list_action_syntax(actions: list[Action[Any]]) -> Iterator[LineSyntax]:
    for action in actions:
        for form in action.forms:
            verb = form.word if isinstance(form, WordForm) else form.verb
            others = (word for word in form.spellings if word and word != verb)
            claimed = f" [{CLAIMED}]" if action.is_interruptible else ""
            yield LineSyntax(action.id, describe_form_syntax(form) + claimed, tuple(others))


def describe_form_syntax(form: LineForm) -> str:
    if isinstance(form, WordForm):
        least = form.least if form.lacks else 0
        arguments = [
            one.such_as if place < least else f"[{one.such_as}]"
            for place, one in enumerate(form.arguments)
        ]
        return " ".join((form.word, *arguments))
    divided = form.divided
    whom = form.whom or (divided.whom if divided is not None else None)
    slots = (*(divided.how if divided is not None else ()), *form.how)
    at = f"> {_format_subject_syntax('whom', whom)}" if whom is not None else ""
    if whom is not None and not whom.lacks:
        at = f"[{at}]"
    how = (f"[{one.such_as or '|'.join(one.fields)}]" for one in slots)
    verb = form.verb if form.said else f"[{form.verb}]" if form.verb else ""
    return " ".join(filter(None, (_format_subject_syntax("who", form.who), verb, at, *how)))


def _format_subject_syntax(word: str, named: SubjectField) -> str:
    return word if named.one else f"{word},{word}"
