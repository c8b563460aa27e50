"""What people are told when something cannot be done: one sentence that says what to do."""

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


_LONG = re.compile(r"(\S{60})\S{200,}")


class Refused(Exception):
    """Nothing was changed; ``message`` is one plain sentence for people.

    Of a word longer than any name only the beginning is said.
    """

    def __init__(self, message: str) -> None:
        self.message = _LONG.sub(r"\1…", message)
        super().__init__(self.message)


class NothingToChange(Refused):
    """It stands as was said already: there is nothing to do, which is no failure."""


class ReasonRequired(Refused):
    """It is objected to, and is done only with a reason."""


class AnswerRequired(Refused):
    """Something waits that has to be answered before anything else."""


class ConcurrentChange(Refused):
    """Somebody else wrote in this game meanwhile; it has been read again."""


class RulesHaveChanged(Refused):
    """The open action no longer runs with today's rules."""


def make_sentence(text: str) -> str:
    """The text as a sentence: a capital first, a full stop last."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!")) else f"{text}."
