"""What is sent with a form: read, done in the game, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from urllib.parse import parse_qs

from msgspec import Struct

from tracker.application.errors import LedgerError, Refused
from tracker.application.match.game import Game
from tracker.application.text_cleaning import strip_control_characters
from tracker.server.access_tokens import Role
from tracker.server.answer_form import COUNT
from tracker.server.phone_answers import (
    NeedsConfirmation,
    QuestionAlreadyAnswered,
    undo_own_last_entry,
)

DONE, CONFLICT, REFUSED, FAILED = 200, 409, 422, 503
MOST_FIELDS = 200  # of a form

Deed = Callable[[Game, Role, dict[str, str]], str | None]


class SubmissionResult(Struct, frozen=True):
    """What came of what was sent: ``told`` is read by who sent it.

    ``at`` is the form that was sent. Where nothing was entered, ``typed`` is what was typed there
    and ``filled`` all its fields; ``way`` is how it may be sent all the same, in ``words``, with
    this ``consent``.
    """

    status: int = DONE
    told: str = ""
    at: str = ""
    typed: str = ""
    filled: Mapping[str, str] = {}
    way: str = ""
    words: str = ""
    consent: str = ""

    @property
    def counted(self) -> bool:
        """Whether it was filled in how many, instead of the dice."""
        return any(value for name, value in self.filled.items() if name.startswith(COUNT))


def handle_submission(
    at: str, does: Deed, game: Game, role: Role, filled: dict[str, str]
) -> SubmissionResult:
    """Do what was sent, and say what came of it."""
    typed = filled.get("text", "")
    try:
        return SubmissionResult(told=does(game, role, filled) or "", at=at)
    except QuestionAlreadyAnswered as refused:
        return SubmissionResult(CONFLICT, refused.message, at)
    except NeedsConfirmation as refused:
        way, words, consent = refused.way, refused.words, refused.consent
        return SubmissionResult(
            REFUSED, refused.message, at, refused.text, way=way, words=words, consent=consent
        )
    except Refused as refused:
        return SubmissionResult(REFUSED, refused.message, at, typed, filled)
    except LedgerError as error:
        return SubmissionResult(FAILED, error.message, at, typed, filled)


def handle_take_back(game: Game, role: Role, filled: dict[str, str]) -> None:
    """Take back; nothing is filled in for it."""
    del filled
    undo_own_last_entry(game, role)


def parse_form(body: bytes) -> dict[str, str]:
    """The fields of a form; the last of each name. Raises ``InvalidForm``."""
    try:
        fields = parse_qs(body.decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError as error:
        raise InvalidForm from error
    return {name: strip_control_characters(values[-1]) for name, values in fields.items()}


class InvalidForm(Exception):
    """What was sent is no form of ours."""
