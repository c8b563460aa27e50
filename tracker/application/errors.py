"""Errors for people, each with one sentence that says what happened and what to do."""

from __future__ import annotations

import re

from tracker.ledger.errors import DuplicateCommand, LedgerError, ServerUnreachable

# The errors of the ledger that users of the application import from here.
__all__ = ["DuplicateCommand", "LedgerError", "ServerUnreachable"]

_LONG = r"(\S{60})\S{200,}"


class Refused(Exception):
    """The error for a refused action, which changed nothing. ``message`` is one plain sentence.

    ``command`` is a helpful command, such as ``league draft l1``, which only the command line
    shows.
    """

    def __init__(self, message: str, command: str = "") -> None:
        self.message = re.sub(_LONG, r"\1…", message)
        self.command = command
        super().__init__(self.message)


class NothingToChange(Refused):
    """The error for a change that was already made, which is not a failure."""


class ReasonRequired(Refused):
    """The error for an action that needs a reason, because the rules object to it."""


class AnswerRequired(Refused):
    """The error for an action while a question is open, which must be answered first."""


class ConcurrentChange(Refused):
    """The error for a write while somebody else has written. The new entries have been loaded."""


class RulesHaveChanged(Refused):
    """The error for an open action that cannot continue under the current rules."""


def make_sentence(text: str) -> str:
    """Capitalise the first letter of a text, and add a full stop if it has no final punctuation."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!")) else f"{text}."
