"""Lists the options of a choice, and parses typed answers."""

from __future__ import annotations

import re
from typing import Any

from msgspec import Struct

from tracker.application.errors import Refused
from tracker.application.match import amount_choice_notation
from tracker.procedures.requests import Confirm, Interrupt, Number, Pick, Request, Split, Tally
from tracker.procedures.runners.request_answer_reading import get_default_answer
from tracker.vocabulary.count_wording import format_alternatives
from tracker.vocabulary.events import Value
from tracker.vocabulary.subject_ids import Subject, format_handle, is_side
from tracker.vocabulary.typed_numbers import is_whole_number

YES = frozenset(("yes", "y", "ja", "true"))
NO = frozenset(("no", "n", "false"))
NOBODY = "no"
MANY_NUMBERS = 20
"""If a choice has more numbers than this, only the lowest and the highest are options."""


class ChoiceOption(Struct, frozen=True):
    """An option of a choice. ``key`` is the digit, letter or handle to type."""

    key: str
    value: Value
    text: str


def list_choice_options(request: Request[Any]) -> tuple[ChoiceOption, ...]:
    """Return the options of a choice in the displayed order.

    Of a wide range of numbers, only the lowest and the highest are returned.
    """
    match request:
        case Pick(options=options):
            return tuple(ChoiceOption(str(i), o.id, o.text) for i, o in enumerate(options, start=1))
        case Confirm():
            return (ChoiceOption("y", True, "yes"), ChoiceOption("n", False, "no"))
        case Number(low=low, high=high):
            every = range(low, high + 1) if high - low < MANY_NUMBERS else (low, high)
            return tuple(ChoiceOption(str(n), n, str(n)) for n in every)
        case Interrupt():
            return (ChoiceOption(NOBODY, False, "nobody interrupts"),)
        case Split() | Tally():
            rows = amount_choice_notation.list_amount_rows(request)
            return tuple(ChoiceOption(row.handle, row.group, row.text_with_limit) for row in rows)
    return ()


def list_example_answers(request: Request[Any]) -> tuple[str, ...]:
    """Return answers that people could type: an example, and a special answer if there is one."""
    match request:
        case Pick(options=options):
            return (options[0].text,)
        case Confirm():
            return ("yes",)
        case Number(low=low):
            return (str(low),)
        case Split(default=proposed):
            handles = {
                row.group: row.handle for row in amount_choice_notation.list_amount_rows(request)
            }
            return (" ".join(f"{n} {handles[group]}" for group, n in proposed),)
        case Tally():
            first = amount_choice_notation.list_amount_rows(request)[0]
            is_for_side = is_side(Subject(first.group))
            return (f"{first.handle}1" if is_for_side else f"1 {first.handle}", "none")
    return ("no",)


def parse_choice_or_default(request: Request[Any], text: str) -> Value:
    """Parse a typed answer. For empty text, return the default. Raises ``Refused`` if it is
    invalid.
    """
    text = text.strip()
    if not text:
        return get_default_answer(request)
    match request:
        case Pick():
            return _parse_picked_option(request, text)
        case Confirm():
            if (answer := text.lower()) in YES | NO:
                return answer in YES
            raise Refused(f"{request.name}: type `yes` or `no`.")
        case Number(low=low, high=high):
            word = text.removeprefix("in").strip()
            if is_whole_number(word) and low <= int(word) <= high:
                return int(word)
            raise Refused(f"{request.name}: type a number from {low} to {high}.")
        case Split() | Tally():
            return amount_choice_notation.parse_amounts(request, text)
        case Interrupt():
            if text.lower() in NO | {"-", "nobody"}:
                return False
            who = " or ".join(format_handle(one).capitalize() for one in request.by)
            raise Refused(f'{request.name}: type "{NOBODY}", or enter an action for {who}.')
    raise Refused(f"{request.name}: type the results, or `r` to let the app roll the dice.")


def format_choice_as_typed(request: Request[Any], value: Value) -> str:
    """Format the value of a choice as people can type it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(request, (Split, Tally)) and isinstance(value, tuple):
        return amount_choice_notation.format_amounts(request, value)
    texts = {offer.value: offer.text for offer in list_choice_options(request)}
    return str(texts.get(value, value))


def _parse_picked_option(request: Pick, text: str) -> Value:
    word = re.sub(r"^falls(?:\s+|$)", "", text).strip('"').lower()
    for number, option in enumerate(request.options, start=1):
        handles = map(format_handle, (option.id, *option.also))
        if word in map(str.lower, (str(number), option.id, option.text, *handles)):
            return option.id
    close = [o for o in request.options if o.text.lower().startswith(word)]
    if len(close) == 1:
        return close[0].id
    options = [f"{i} {o.text}" for i, o in enumerate(request.options, start=1)]
    raise Refused(f"{request.name}: type {format_alternatives(options)}.")
