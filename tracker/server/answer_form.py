"""Converts the open question to a form for phones, and submitted forms to answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from tracker.application.errors import Refused
from tracker.application.match import group_amount_choices
from tracker.application.match.choice_parser import list_choice_offers
from tracker.application.match.dice_input import is_dice_request, make_asked_roll
from tracker.input_parsing.asked_dice_roll import (
    AskedRoll,
    find_shortest_entry,
    list_special_bands_by_success,
)
from tracker.procedures.requests import Confirm, Interrupt, Number, Pick, Request, Split, Tally
from tracker.procedures.runners.request_answers import get_default_answer, list_dice_sizes
from tui.views.pending_question_view import Question

COUNT, GROUP, BY_APP = "count.", "of.", "by_app"
"""Form fields: the prefixes for a roll's counts and for groups' numbers, and the app's roll."""


class ChoiceGroup(Struct, frozen=True):
    """A group that needs a number, up to ``most``. ``proposed`` is the initial value."""

    handle: str
    text: str
    most: int
    proposed: int


class AnswerForm(Struct, frozen=True):
    """The fields and buttons with which a question can be answered.

    ``faces`` are the faces of a die, and ``dice`` is the number of dice. ``counts`` are the labels
    of numbers that can replace the dice. ``offers`` are the buttons' keys and texts. Each of the
    ``groups`` needs a number, or if ``one`` is true, one group is chosen. ``range`` limits a
    number.
    """

    faces: tuple[int, ...] = ()
    dice: int = 0
    counts: tuple[str, ...] = ()
    offers: tuple[tuple[str, str], ...] = ()
    groups: tuple[ChoiceGroup, ...] = ()
    one: bool = False
    range: tuple[int, int] | None = None


def build_answer_form(request: Request[Any], question: Question) -> AnswerForm:
    """Build the form for answering a question."""
    match request:
        case Pick() | Confirm() | Interrupt():
            return AnswerForm(
                offers=tuple((each.key, each.text) for each in list_choice_offers(request))
            )
        case Number(low=low, high=high):
            return AnswerForm(range=(low, high))
        case Split() | Tally():
            one = isinstance(request, Split) and request.total == 1
            return AnswerForm(groups=tuple(_groups(request)), one=one)
    if not is_dice_request(request):
        return AnswerForm()
    asked, sizes = make_asked_roll(request), list_dice_sizes(request)
    told_apart = asked.form == "pool" and not any(band.success for band in asked.bands)
    counts = () if told_apart or question.forms.startswith("every") else tuple(_counts(asked))
    return AnswerForm(faces=tuple(range(1, max(sizes) + 1)), dice=len(sizes), counts=counts)


def _groups(request: Split | Tally) -> Iterator[ChoiceGroup]:
    proposed = get_default_answer(request)
    known = dict(proposed) if isinstance(proposed, tuple) else {}
    for row in group_amount_choices.list_choice_rows(request):
        yield ChoiceGroup(row.handle, row.handle_and_text, row.most, known.get(row.group, 0))


def _counts(asked: AskedRoll) -> Iterator[str]:
    """Yield the labels of counts that can replace the faces: ``succeed``, ``of which rending``."""
    won, lost = (
        list_special_bands_by_success(asked, success=True),
        list_special_bands_by_success(asked, success=False),
    )
    match find_shortest_entry(asked):
        case "sum":
            yield "total"
        case "successes" if asked.dice_count > 1:
            yield "succeed"
        case "kinds" if asked.dice_count > 1 and max(len(won), len(lost)) < 2:
            yield "succeed"
            yield from (f"of which {asked.bands[at].name}" for at in won)
            yield from (f"of the rest {asked.bands[at].name}" for at in lost)


def format_answer(request: Request[Any], filled: Mapping[str, str]) -> str:
    """Convert submitted fields to an answer, or "". Raises ``Refused`` for contradictory fields."""
    if is_dice_request(request):
        text = filled.get("text", "").strip()
        numbers = [value.strip() for name, value in filled.items() if name.startswith(COUNT)]
        if text and any(numbers):
            raise Refused(
                "You filled in both the dice and the counts. Clear one of them, then send again."
            )
        if BY_APP in filled:
            if text or any(numbers):
                raise Refused("You have already filled in dice. Clear them, then let the app roll.")
            return "r"
        if not any(numbers):
            return text
        return "=" + ",".join(number or "0" for number in numbers)
    if isinstance(request, (Split, Tally)) and not filled.get("text", "").strip():
        known = {row.handle for row in group_amount_choices.list_choice_rows(request)}
        said = {name.removeprefix(GROUP): value.strip() for name, value in filled.items()}
        each = (f"{n} {name}" for name, n in said.items() if name in known and n not in ("", "0"))
        return ", ".join(each) or "0"
    return filled.get("text", "").strip()
