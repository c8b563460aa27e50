"""What a line says before it is played: its parts with their meanings, one action each."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tracker.application.errors import Refused
from tracker.procedures.ruleset import Command, Meaning, Ruleset
from tracker.procedures.view import Match
from tracker.scribe.line import show
from tracker.scribe.syntax import Answer, Deed, Line, Outcome, Part, Typed, Word


@dataclass(frozen=True)
class Saying:
    """A meaning with the answers that came with it; ``parts`` is how many parts said it."""

    meaning: Meaning
    answers: tuple[Answer, ...] = ()
    outcome: str = ""
    parts: int = 1


def sayings(ruleset: Ruleset, match: Match, parts: tuple[Part, ...]) -> list[Saying]:
    """What the parts mean, those that are one action together.

    Raises ``Refused`` and ``UnknownName``.
    """
    found: list[Saying] = []
    for part in parts:
        saying = _saying(ruleset, match, part)
        merged = _merged(ruleset, found[-1], saying) if found else None
        if merged is None:
            found.append(saying)
        else:
            found[-1] = merged
    return found


def text_of(answer: Answer) -> str:
    """An answer as it was typed."""
    if isinstance(answer, Typed):
        return answer.text
    return show(Line((Word("_", (), (answer,)),))).removeprefix("_ : ")


def _saying(ruleset: Ruleset, match: Match, part: Part) -> Saying:
    if ruleset.interpret is None:
        raise Refused(f"{ruleset.title} has no lines yet.")
    outcome = ""
    if isinstance(part, Deed):
        told = [how.text for how in part.how if isinstance(how, Outcome)]
        if len(told) > 1 or (told and part.answers):
            raise Refused("Tell either the dice or one outcome, not both.")
        outcome = told[0] if told else ""
        part = replace(part, how=tuple(h for h in part.how if not isinstance(h, Outcome)))
    meaning = ruleset.interpret(match, part)
    if outcome and not isinstance(meaning, Command):
        raise Refused(f"!{outcome}: only an action that rolls dice has an outcome.")
    return Saying(meaning, part.answers, outcome)


def _merged(ruleset: Ruleset, before: Saying, after: Saying) -> Saying | None:
    if not isinstance(before.meaning, Command) or not isinstance(after.meaning, Command):
        return None
    command = ruleset.merge(before.meaning, after.meaning)
    if command is None:
        return None
    if before.outcome or after.outcome:
        raise Refused("An outcome is told for one target at a time; take the parts one by one.")
    if after.answers and not before.answers:
        raise Refused("The dice of the first part come first: both are one action.")
    return Saying(command, (*before.answers, *after.answers), parts=before.parts + after.parts)
