"""Errors for users. Each has a message that says what happened and what to do."""

from __future__ import annotations

import re

from tracker.ledger.ledger_errors import DuplicateCommand, LedgerError, ServerUnreachable

# The ledger's errors that other packages import from here.
__all__ = ["DuplicateCommand", "LedgerError", "ServerUnreachable"]

_LONG = r"(\S{60})\S{200,}"


class Refused(Exception):
    """Raised if a command is impossible, so nothing has been changed. ``message`` is a plain
    sentence.

    ``command`` is a command that solves the problem, such as ``league draft l1``. It is shown only
    on the command line.
    """

    def __init__(self, message: str, command: str = "") -> None:
        self.message = re.sub(_LONG, r"\1…", message)
        self.command = command
        super().__init__(self.message)


class NothingToChange(Refused):
    """Raised if a command would change nothing. This is not a failure."""


class ReasonRequired(Refused):
    """Raised if an action needs a reason because the rules object to it."""


class AnswerRequired(Refused):
    """Raised if an open question must be answered before an action."""


class ConcurrentChange(Refused):
    """Raised if somebody else has written to the game or league. The other person's entries have
    already been loaded.
    """


class RulesHaveChanged(Refused):
    """Raised if the open action cannot continue under the current rules."""


def make_sentence(text: str) -> str:
    """Capitalise the first letter of a text, and add a full stop if it has no end punctuation."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!")) else f"{text}."
