"""Handles input from phones: answers to the displayed question, typed lines, and undo."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

from tracker.application.errors import ConcurrentChange, ReasonRequired, Refused, make_sentence
from tracker.application.lines.line_and_script_play import (
    TriedLine,
    is_answer_line,
    play_line,
    save_tried_line,
    try_line_in_sandbox,
)
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.actor_availability import find_answering_side
from tracker.application.match.choice_parser import list_choice_offers
from tracker.application.match.dice_input import BadDice, is_dice_request, split_players_dice
from tracker.application.match.game import Game
from tracker.server.access_tokens import Role
from tracker.server.answer_form import format_answer
from tracker.server.game_view import (
    ORDER,
    can_answer,
    describe_own_last_entry,
    list_secret_orders,
    make_question_id,
)
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.subject_ids import format_handle
from tui.views.typed_dice_preview import describe_wrong_dice_count

LONGEST = 300
"""The maximum length of an answer or a line, in characters."""
ANYWAY, REASON, RULING = "anyway", "reason", "ruling"
"""The form fields that confirm a discouraged line, give its reason, or confirm unusual dice."""
CONSENT = 16  # characters
FormFields = Mapping[str, str]


class QuestionAlreadyAnswered(Refused):
    """The error for an answer that arrives after somebody else's answer."""


class NeedsConfirmation(Refused):
    """An input that must be confirmed by sending the field ``way``, whose button says ``words``.

    ``consent`` is the value of that field. It is valid only for this ``text`` with this objection.
    """

    def __init__(self, message: str, text: str, way: str, words: str) -> None:
        super().__init__(message)
        self.text = text
        self.way = way
        self.words = words
        self.consent = make_consent_digest(text, message)


def make_consent_digest(text: str, objection: str) -> str:
    """Compute the value that confirms a text in spite of an objection. It is specific to both."""
    return sha256(f"{text}\n{objection}".encode()).hexdigest()[:CONSENT]


def answer_question(game: Game, role: Role, filled: FormFields) -> None:
    """Answer the question that a phone displayed. Only the first answer counts.

    Raises ``QuestionAlreadyAnswered`` with the entry made instead, ``Refused`` for bad input.
    """
    _may_say(role, filled)
    if game.pending is None or filled.get("question") != make_question_id(game):
        raise QuestionAlreadyAnswered(_what_happened(game))
    if not can_answer(game, role, game.pending.request):
        whose = find_answering_side(game.match, game.pending.request)
        name = next((one.name for one in game.state.info.sides if one.id == whose), "somebody else")
        raise Refused(f"{name} has to answer this.")
    try:
        _enter(game, role, filled)
    except ConcurrentChange:
        game.reload()
        raise QuestionAlreadyAnswered(_what_happened(game)) from None


def _enter(game: Game, role: Role, filled: FormFields) -> None:
    pending = game.require_pending()
    request = pending.request
    pressed = {one.key: one for one in list_choice_offers(request)}.get(filled.get("pick", ""))
    text = format_answer(request, filled)
    if "proposed" in filled:
        game.choose_default()
    elif pressed is not None:
        game.answer_choice(pressed.value)
    elif not is_dice_request(request):
        game.answer_with_text(text)
    elif text == "r":
        game.roll_asked_dice()
    elif not text:
        raise Refused("Type the dice that were rolled, or let the app roll them.")
    else:
        own, *others = split_players_dice(pending, text)
        _say_dice(game, text, own, filled)
        for theirs in others:
            if game.pending is not None and can_answer(game, role, game.pending.request):
                game.answer_with_text(theirs)


def _say_dice(game: Game, text: str, own: str, filled: FormFields) -> None:
    """Enter dice. A wrong number of dice must be confirmed first."""
    try:
        game.answer_with_text(own)
    except BadDice as bad:
        if "size" not in bad.refusal.remedies:
            raise
        rolled = format_count(bad.refusal.typed, "die", "dice")
        ruling = f"The table rolled {rolled} (table ruling)"
        unsure = NeedsConfirmation(describe_wrong_dice_count(bad.refusal), text, RULING, ruling)
        if filled.get(RULING) != unsure.consent:
            raise unsure from None
        game.answer_with_text(own, other_number=True)


def enter_line(game: Game, role: Role, filled: FormFields) -> str:
    """Play a typed line and return its messages. Only the scribe can do this.

    Raises ``Refused``, or ``NeedsConfirmation`` if the rules advise against the line.
    """
    if role.kind != "scribe":
        raise Refused("Only the scribe can enter commands. Ask them to enter it.")
    _may_say(role, filled)
    text = filled.get("text", "").strip()
    tried = _advise(game, text, filled)
    if tried is None:
        done = play_line(game, text, because=_reason(game, text, filled))
    else:
        done = save_tried_line(game, tried)
    if done.error is not None:
        raise done.error
    return " ".join(map(make_sentence, done.told))


def _advise(game: Game, text: str, filled: FormFields) -> TriedLine | None:
    """Try a line in a sandbox, and return it if the rules can give advice on it.

    Raises ``NeedsConfirmation`` for advice against the line, unless it was confirmed.
    """
    if game.state.info.mode != "warn" or is_answer_line(game, text):
        return None
    tried = try_line_in_sandbox(game, text)
    if tried is not None and tried.objection_texts:
        against = make_sentence("; ".join(tried.objection_texts))
        unsure = NeedsConfirmation(against, text, ANYWAY, "Do it anyway")
        if filled.get(ANYWAY) != unsure.consent:
            raise unsure
    return tried


def _reason(game: Game, text: str, filled: FormFields) -> str:
    """Return the reason that a strict game requires for this line, or "" if it requires none.

    Raises ``NeedsConfirmation`` if the reason is missing.
    """
    if game.state.info.mode != "strict":
        return ""
    against = play_line(game.make_sandbox(), text).error
    if not isinstance(against, ReasonRequired):
        return ""
    unsure = NeedsConfirmation(against.message, text, REASON, "Enter it with this reason")
    reason = filled.get(REASON, "").strip()
    if not reason or filled.get(ANYWAY) != unsure.consent:
        raise unsure
    return reason


def place_secret_orders(game: Game, role: Role, filled: FormFields) -> None:
    """Place all of a side's orders face down at once. Raises ``Refused``."""
    _may_say(role, filled)
    open_orders = list_secret_orders(game, role)
    if role.side is None or game.ruleset.secret_orders is None or not open_orders:
        raise Refused("You cannot give orders now. Your orders were not saved.")
    said = {}
    for one in open_orders:
        said[one.unit] = filled.get(f"{ORDER}{format_handle(one.unit)}", "")
        if said[one.unit] not in dict(one.offers):
            raise Refused(f"Choose one of the orders offered for {game.match.tag(one.unit)}.")
    done = play_line(game, game.ruleset.secret_orders.line(role.side, said))
    if done.error is not None:
        raise done.error


def undo_own_last_entry(game: Game, role: Role) -> None:
    """Undo the role's last entry, if nothing was entered since. Raises ``Refused``."""
    if not role.may_enter_dice:
        raise Refused("Spectators cannot undo.")
    if not describe_own_last_entry(game, role):
        raise Refused("Something else has been entered since. Ask the scribe to undo it.")
    game.undo()


def _may_say(role: Role, filled: FormFields) -> None:
    if not role.may_enter_dice:
        raise Refused("Spectators cannot answer questions.")
    if any(len(text) > LONGEST for text in filled.values()):
        raise Refused(f"That is too long (at most {LONGEST} characters).")


def _what_happened(game: Game) -> str:
    """Describe the entry that was made before the answer arrived."""
    lines = list_log_lines(game.make_public_copy().history)
    last = f" Line {lines[-1].number}: {lines[-1].text}." if lines else ""
    return f"This question has already been answered.{last} Your answer was not entered."
