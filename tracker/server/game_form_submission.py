"""Parses submitted forms, applies them to a game, and builds the responses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from urllib.parse import parse_qs

from msgspec import Struct

from tracker.application.errors import LedgerError, Refused
from tracker.application.match.game import Game
from tracker.application.text_cleaning import strip_control_characters
from tracker.server.access_tokens import Role
from tracker.server.answer_form import COUNT
from tracker.server.phone_answers import NeedsConfirmation, QuestionAlreadyAnswered

DONE, CONFLICT, REFUSED, FAILED = 200, 409, 422, 503
MAX_FIELDS = 200  # in a form

HandleForm = Callable[[Game, Role, dict[str, str]], str | None]


class SubmissionResult(Struct, frozen=True):
    """The result of a submitted form. ``message`` is shown to the sender.

    ``form`` is the form's name. If the submission failed, ``typed`` is its text and ``filled``
    contains its fields. If it needs confirmation, ``confirm_field`` is the field that confirms it,
    ``confirm_label`` the button's text, and ``consent`` the field's value.
    """

    status: int = DONE
    message: str = ""
    form: str = ""
    typed: str = ""
    filled: Mapping[str, str] = {}
    confirm_field: str = ""
    confirm_label: str = ""
    consent: str = ""

    @property
    def has_counts(self) -> bool:
        return any(value for name, value in self.filled.items() if name.startswith(COUNT))


def apply_submitted_form(
    form_name: str, handle_form: HandleForm, game: Game, role: Role, form_fields: dict[str, str]
) -> SubmissionResult:
    """Apply a submitted form to the game. Errors are returned as part of the result."""
    form_fields = {name: strip_control_characters(text) for name, text in form_fields.items()}
    typed = form_fields.get("text", "")
    try:
        return SubmissionResult(message=handle_form(game, role, form_fields) or "", form=form_name)
    except QuestionAlreadyAnswered as refused:
        return SubmissionResult(CONFLICT, refused.message, form_name)
    except NeedsConfirmation as refused:
        return SubmissionResult(
            REFUSED,
            refused.message,
            form_name,
            refused.text,
            confirm_field=refused.confirm_field,
            confirm_label=refused.confirm_label,
            consent=refused.consent,
        )
    except Refused as refused:
        return SubmissionResult(REFUSED, refused.message, form_name, typed, form_fields)
    except LedgerError as error:
        return SubmissionResult(FAILED, error.message, form_name, typed, form_fields)


def parse_form(body: bytes) -> dict[str, str]:
    """Parse a form's fields, with the last value of each name. Raises ``InvalidForm``."""
    try:
        fields = parse_qs(body.decode(), keep_blank_values=True, max_num_fields=MAX_FIELDS)
    except ValueError as error:
        raise InvalidForm from error
    return {name: values[-1] for name, values in fields.items()}


class InvalidForm(Exception):
    """The error for a request body that is not one of the server's forms."""
