"""Errors for people, each with one sentence that says what happened and what to do."""

from __future__ import annotations

import re

from tracker.ledger.errors import DuplicateCommand, LedgerError, ServerUnreachable

__all__ = [
    "ConcurrentChange",
    "DuplicateCommand",
    "LedgerError",
    "NothingToChange",
    "ReasonRequired",
    "Refused",
    "RulesHaveChanged",
    "ServerUnreachable",
    "make_sentence",
]


_LONG = r"(\S{60})\S{200,}"


class Refused(Exception):
    """An action was refused and changed nothing. ``message`` is one plain sentence.

    ``command`` is the command that helps, such as ``league draft l1``. Only the command line shows
    it.
    """

    def __init__(self, message: str, command: str = "") -> None:
        self.message = re.sub(_LONG, r"\1…", message)
        self.command = command
        super().__init__(self.message)


class NothingToChange(Refused):
    """The change was already made. This is not a failure."""


class ReasonRequired(Refused):
    """The rules object, and the action needs a reason."""


class AnswerRequired(Refused):
    """An open question must be answered first."""


class ConcurrentChange(Refused):
    """Somebody else has written at the same time. Their entries have been loaded."""


class RulesHaveChanged(Refused):
    """The open action cannot continue under the current rules."""


def make_sentence(text: str) -> str:
    """Make the text a sentence: first letter upper case, final full stop."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!")) else f"{text}."
