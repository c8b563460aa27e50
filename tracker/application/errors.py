"""Messages for people when something cannot be done: one sentence that says what to do."""

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
    """Nothing was changed; ``message`` is one plain sentence, with overlong words cut.

    ``command`` is what helps on the command line, which alone shows it: ``league draft l1``.
    """

    def __init__(self, message: str, command: str = "") -> None:
        self.message = re.sub(_LONG, r"\1…", message)
        self.command = command
        super().__init__(self.message)


class NothingToChange(Refused):
    """The change was made already: there is nothing to do, which is no failure."""


class ReasonRequired(Refused):
    """There is an objection; the action needs a reason."""


class AnswerRequired(Refused):
    """A question must be answered first."""


class ConcurrentChange(Refused):
    """Somebody else wrote in this game; it has been read again."""


class RulesHaveChanged(Refused):
    """The open action cannot continue under the current rules."""


def make_sentence(text: str) -> str:
    """Make the text a sentence: first letter upper case, final full stop."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!")) else f"{text}."
