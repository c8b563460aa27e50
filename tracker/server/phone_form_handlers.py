"""Applies forms from phones: answers to the displayed question, typed lines, and undo."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from urllib.parse import parse_qs

from msgspec import Struct

from tracker.application.errors import (
    ConcurrentChange,
    LedgerError,
    ReasonRequired,
    Refused,
    make_sentence,
)
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.acting_sides_and_absent_actors import find_answering_side
from tracker.application.match.amount_choice_notation import ImpossibleAmounts
from tracker.application.match.choice_parser import list_choice_options
from tracker.application.match.dice_input import BadDice, is_dice_request, split_dice_by_player
from tracker.application.match.game import Game
from tracker.application.text_cleaning import strip_control_characters
from tracker.application.typed_lines.line_and_script_play import (
    TriedLine,
    is_answer_line,
    play_line,
    save_or_replay_tried_line,
    try_line_in_sandbox,
)
from tracker.server.access_tokens import Role
from tracker.server.answer_form import COUNT, format_submitted_answer
from tracker.server.game_view import (
    ORDER_PREFIX,
    can_answer,
    describe_undoable_entry,
    list_open_secret_orders,
    make_question_id,
)
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.subject_ids import format_handle
from tui.views.typed_dice_preview import describe_wrong_dice_count

MAX_TEXT_LENGTH = 300
"""The maximum length of an answer or a line, in characters."""
ANYWAY, REASON, RULING = "anyway", "reason", "ruling"
"""The form fields that confirm a discouraged line, give its reason, or confirm unusual dice."""
CONSENT_LENGTH = 16  # characters
FormFields = Mapping[str, str]


class QuestionAlreadyAnswered(Refused):
    """The error for an answer that arrives after another person's answer."""


class NeedsConfirmation(Refused):
    """The error for input that a button must confirm by sending ``consent`` as ``confirm_field``.

    Consent is valid only for this ``text`` with this objection.
    """

    def __init__(self, message: str, text: str, confirm_field: str, confirm_label: str) -> None:
        super().__init__(message)
        self.text = text
        self.confirm_field = confirm_field
        self.confirm_label = confirm_label
        self.consent = sha256(f"{text}\n{message}".encode()).hexdigest()[:CONSENT_LENGTH]


def answer_question(game: Game, role: Role, form_fields: FormFields) -> None:
    """Answer the question that a phone displayed. Only the first answer counts.

    Raises ``QuestionAlreadyAnswered`` with the last entry, or ``Refused`` for bad input.
    """
    _require_entry_right_and_short_text(role, form_fields)
    if game.pending is None or form_fields.get("question") != make_question_id(game):
        raise QuestionAlreadyAnswered(_explain_late_answer(game))
    if not can_answer(game, role, game.pending.request):
        side = find_answering_side(game.match, game.pending.request)
        names = (info.name for info in game.state.info.sides if info.id == side)
        name = next(names, "somebody else")
        raise Refused(f"{name} has to answer this question.")
    try:
        _enter_answer(game, role, form_fields)
    except ConcurrentChange:
        game.reload()
        raise QuestionAlreadyAnswered(_explain_late_answer(game)) from None


def _enter_answer(game: Game, role: Role, filled: FormFields) -> None:
    pending = game.require_pending_question()
    request = pending.request
    offers = {choice.key: choice for choice in list_choice_options(request)}
    offer = offers.get(filled.get("pick", ""))
    text = format_submitted_answer(request, filled)
    if "proposed" in filled:
        game.answer_with_default_choice()
    elif offer is not None:
        game.answer_choice(offer.value)
    elif not is_dice_request(request):
        _enter_amounts_or_text(game, text, filled)
    elif text == "r":
        game.answer_with_app_roll()
    elif not text:
        raise Refused("Type the results of the dice, or let the app roll them.")
    else:
        own, *others = split_dice_by_player(pending, text)
        _enter_dice(game, text, own, filled)
        for other in others:
            if game.pending is not None and can_answer(game, role, game.pending.request):
                game.answer_with_text(other)


def _enter_amounts_or_text(game: Game, text: str, filled: FormFields) -> None:
    try:
        game.answer_with_text(text)
    except ImpossibleAmounts as error:
        raise error if filled.get("text") else Refused(error.reason) from None


def _enter_dice(game: Game, text: str, own: str, filled: FormFields) -> None:
    """Enter dice. A wrong number of dice must be confirmed first."""
    try:
        game.answer_with_text(own)
    except BadDice as error:
        if "size" not in error.refusal.remedies:
            raise
        rolled = format_count(error.refusal.typed, "die", "dice")
        ruling = f"We rolled {rolled} (table ruling)"
        message = describe_wrong_dice_count(error.refusal)
        confirmation = NeedsConfirmation(message, text, RULING, ruling)
        if filled.get(RULING) != confirmation.consent:
            raise confirmation from None
        game.answer_with_text(own, allow_other_count=True)


def play_scribe_line(game: Game, role: Role, form_fields: FormFields) -> str:
    """Play a typed line and return its messages. Only the scribe can do this.

    Raises ``Refused`` if the line cannot be played. Raises ``NeedsConfirmation`` if the rules
    advise against the line, or if it ends a phase with tasks left.
    """
    if role.kind != "scribe":
        raise Refused("Only the scribe can enter lines. Ask the scribe to enter this line.")
    _require_entry_right_and_short_text(role, form_fields)
    text = form_fields.get("text", "").strip()
    reason = _require_reason_in_strict_game(game, text, form_fields)
    tried = None if reason else _try_line_after_consent(game, text, form_fields)
    if tried is None:
        played = play_line(game, text, override_reason=reason)
    else:
        played = save_or_replay_tried_line(game, tried)
    if played.error is not None:
        raise played.error
    return " ".join(map(make_sentence, played.messages))


def _try_line_after_consent(game: Game, text: str, filled: FormFields) -> TriedLine | None:
    """Try a line in a sandbox and return it, or None if the rules give no advice on it.

    Raises ``NeedsConfirmation`` for advice against the line, unless it was confirmed.
    """
    if is_answer_line(game, text):
        return None
    tried = try_line_in_sandbox(game, text)
    if tried is not None and tried.warnings:
        objection = make_sentence("; ".join(tried.warnings))
        confirmation = NeedsConfirmation(objection, text, ANYWAY, "Do it anyway")
        if filled.get(ANYWAY) != confirmation.consent:
            raise confirmation
    return tried


def _require_reason_in_strict_game(game: Game, text: str, filled: FormFields) -> str:
    """Return the reason for breaking a rule, or "" if none is needed.

    Raises ``NeedsConfirmation`` if the reason is missing.
    """
    if game.state.info.mode != "strict":
        return ""
    error = play_line(game.make_sandbox(), text).error
    if not isinstance(error, ReasonRequired):
        return ""
    confirmation = NeedsConfirmation(error.message, text, REASON, "Enter the line with this reason")
    reason = filled.get(REASON, "").strip()
    if not reason or filled.get(ANYWAY) != confirmation.consent:
        raise confirmation
    return reason


def place_secret_orders(game: Game, role: Role, form_fields: FormFields) -> None:
    """Place all of a side's orders face down at once."""
    _require_entry_right_and_short_text(role, form_fields)
    open_orders = list_open_secret_orders(game, role)
    if role.side is None or game.ruleset.secret_orders is None or not open_orders:
        raise Refused("You cannot give orders now. Your orders were not saved.")
    chosen = {}
    for order in open_orders:
        chosen[order.unit] = form_fields.get(f"{ORDER_PREFIX}{format_handle(order.unit)}", "")
        if chosen[order.unit] not in dict(order.choices):
            raise Refused(f"Choose one of the orders offered for {game.match.tag(order.unit)}.")
    played = play_line(game, game.ruleset.secret_orders.format_line(role.side, chosen))
    if played.error is not None:
        raise played.error


def undo_own_last_entry(game: Game, role: Role, _: FormFields) -> None:
    """Undo the role's last entry. Raises ``Refused`` if something has been entered since."""
    if not role.may_enter_dice:
        raise Refused("Spectators cannot undo entries.")
    if not describe_undoable_entry(game, role):
        raise Refused(
            "Something else has been entered in the meantime. Ask the scribe to undo your entry."
        )
    game.undo()


def _require_entry_right_and_short_text(role: Role, filled: FormFields) -> None:
    if not role.may_enter_dice:
        raise Refused("Spectators cannot answer questions.")
    if any(len(text) > MAX_TEXT_LENGTH for text in filled.values()):
        raise Refused(f"The text is too long. Shorten it to {MAX_TEXT_LENGTH} characters.")


def _explain_late_answer(game: Game) -> str:
    """Explain that somebody else answered first, and quote the log's last line."""
    lines = list_log_lines(game.get_public_game().history)
    last = f" Line {lines[-1].number}: {lines[-1].text}." if lines else ""
    return f"This question has already been answered.{last} Your answer was not entered."


DONE, CONFLICT, REFUSED, FAILED = 200, 409, 422, 503
MAX_FIELDS = 200  # the maximum for one form

HandleForm = Callable[[Game, Role, dict[str, str]], str | None]


class SubmissionResult(Struct, frozen=True):
    """The result of a submitted form, with a ``message`` for the sender.

    If the submission failed, ``typed`` is its text and ``filled`` contains its fields. If it needs
    confirmation, ``confirm_field`` is the field that confirms it, with the value ``consent``.
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
        """Whether any number field of the failed form was filled in."""
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
    """Parse a form's fields, keeping each name's last value. Raises ``InvalidForm`` on failure."""
    try:
        fields = parse_qs(body.decode(), keep_blank_values=True, max_num_fields=MAX_FIELDS)
    except ValueError as error:
        raise InvalidForm from error
    return {name: values[-1] for name, values in fields.items()}


class InvalidForm(Exception):
    """The error for a request body that is not one of the server's forms."""
