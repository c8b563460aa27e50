"""Converts the open question to a form for phones, and submitted forms to answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from tracker.application.errors import Refused
from tracker.application.match import amount_choice_notation
from tracker.application.match.choice_parser import list_choice_options
from tracker.application.match.dice_input import is_dice_request, make_asked_roll
from tracker.input_parsing.asked_dice_roll import AskedRoll
from tracker.procedures.requests import Confirm, Interrupt, Number, Pick, Request, Split, Tally
from tracker.procedures.runners.request_answer_reading import get_default_answer
from tracker.vocabulary.dice_bands import pluralise_face_word
from tui.views.pending_question_view import PendingQuestionView

COUNT, GROUP, BY_APP = "count.", "of.", "by_app"
"""Field prefixes for counts and for group amounts, and the field that lets the app roll."""


class GroupAmountField(Struct, frozen=True):
    """A group that needs a number, up to ``maximum``. ``proposed`` is the initial value."""

    handle: str
    text: str
    maximum: int
    proposed: int


class AnswerForm(Struct, frozen=True):
    """The fields and buttons with which a question can be answered.

    ``count_labels`` are the labels of the counts that can be entered instead of dice. ``offers``
    holds the buttons' keys and labels. Each of the ``groups`` needs a number. If ``picks_one`` is
    true, one group is chosen instead.
    """

    faces: tuple[int, ...] = ()
    dice_count: int = 0
    count_labels: tuple[str, ...] = ()
    offers: tuple[tuple[str, str], ...] = ()
    groups: tuple[GroupAmountField, ...] = ()
    picks_one: bool = False
    range: tuple[int, int] | None = None


def build_answer_form(request: Request[Any], question: PendingQuestionView) -> AnswerForm:
    match request:
        case Pick() | Confirm() | Interrupt():
            options = list_choice_options(request)
            return AnswerForm(offers=tuple((option.key, option.text) for option in options))
        case Number(low=low, high=high):
            return AnswerForm(range=(low, high))
        case Split() | Tally():
            picks_one = isinstance(request, Split) and request.total == 1
            return AnswerForm(groups=tuple(_list_groups(request)), picks_one=picks_one)
    if not is_dice_request(request):
        return AnswerForm()
    roll, sizes = make_asked_roll(request), request.dice_sizes
    dice_matter = roll.form == "pool" and not any(band.success for band in roll.bands)
    is_countable = not dice_matter and not question.notation.startswith("every")
    count_labels = tuple(_list_count_labels(roll)) if is_countable else ()
    faces = tuple(range(1, max(sizes) + 1))
    return AnswerForm(faces=faces, dice_count=len(sizes), count_labels=count_labels)


def _list_groups(request: Split | Tally) -> Iterator[GroupAmountField]:
    proposed = get_default_answer(request)
    amounts = dict(proposed) if isinstance(proposed, tuple) else {}
    for row in amount_choice_notation.list_amount_rows(request):
        yield GroupAmountField(
            row.handle, row.displayed_handle_and_text, row.most, amounts.get(row.group, 0)
        )


def _list_count_labels(roll: AskedRoll) -> Iterator[str]:
    """Yield the labels of counts that can replace the faces: ``succeed``, ``of which rending``."""
    successes = roll.list_special_band_indices(success=True)
    failures = roll.list_special_band_indices(success=False)
    match roll.shortest_entry_kind:
        case "sum":
            yield "total"
        case "successes" if roll.dice_count > 1:
            yield "succeed"
        case "kinds" if roll.dice_count > 1 and max(len(successes), len(failures)) < 2:
            yield "succeed"
            yield from (
                f"of which {pluralise_face_word(roll.bands[index].name)}" for index in successes
            )
            yield from (f"of the rest {roll.bands[index].name}" for index in failures)


def format_submitted_answer(request: Request[Any], form_fields: Mapping[str, str]) -> str:
    """Return submitted fields as a typed answer, or "" if they are empty ("0" for amounts)."""
    if is_dice_request(request):
        text = form_fields.get("text", "").strip()
        numbers = [value.strip() for name, value in form_fields.items() if name.startswith(COUNT)]
        if text and any(numbers):
            raise Refused(
                "You filled in both the dice and the counts. Clear one of them, then send again."
            )
        if BY_APP in form_fields:
            if text or any(numbers):
                raise Refused("You have already entered dice. Clear them, then let the app roll.")
            return "r"
        if not any(numbers):
            return text
        return "=" + ",".join(number or "0" for number in numbers)
    if isinstance(request, (Split, Tally)) and not form_fields.get("text", "").strip():
        handles = {row.handle for row in amount_choice_notation.list_amount_rows(request)}
        amounts = {name.removeprefix(GROUP): value.strip() for name, value in form_fields.items()}
        filled = ((name, amount) for name, amount in amounts.items() if amount not in ("", "0"))
        parts = (f"{amount} {name}" for name, amount in filled if name in handles)
        return ", ".join(parts) or "0"
    return form_fields.get("text", "").strip()
