"""Reads a part of a line and its numbers. A detail that is not consumed is an error.

>>> from tracker.input_parsing.line_syntax_tree import Flag, LineSubjects, TypedAction, TypedMeasure
>>> details = TypedMeasure(600, "in"), Flag("late")
>>> reader = LineReader(match, TypedAction(LineSubjects(("r1",)), "moves", None, details))
>>> reader.take_measure("in"), reader.take_flag("late", "soft"), reader.reject_leftovers()
(600, 'late', None)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final, TypeVar

from tracker.input_parsing.line_syntax_tree import (
    Flag,
    KeyValueSetting,
    LineSubjects,
    Option,
    Part,
    SignedTerm,
    TypedAction,
    TypedDetail,
    TypedMeasure,
    Word,
)
from tracker.procedures.match_view import Match, UnknownName
from tracker.vocabulary.renamed_names import keep_old_names, make_method_alias
from tracker.vocabulary.typed_numbers import is_whole_number

T = TypeVar("T", Flag, TypedMeasure, Option, KeyValueSetting, SignedTerm)

ExplainCannotAct = Callable[[Match, str], str | None]
"""A function that returns a short reason why a subject can no longer act now, or None."""

Values = dict[str, Any]
"""The fields of an action's parameters, by name. ``SIDE`` is the key of the acting side."""

SIDE = "@side"

_IS_STORED: Final = ContextVar("is_stored", default=False)


@contextmanager
def lift_typed_line_limits() -> Iterator[None]:
    """Lift the limits on typed lines to read stored lines, which have been accepted before."""
    token = _IS_STORED.set(True)
    try:
        yield
    finally:
        _IS_STORED.reset(token)


def is_reading_stored_lines() -> bool:
    return _IS_STORED.get()


class LineReader:
    """A ``part`` of a line, with the details (``how``) and ``arguments`` that are not consumed yet.

    ``cannot`` returns a short reason why a subject can no longer act now, or None.
    """

    def __init__(
        self, match: Match, part: Part, cannot: ExplainCannotAct = lambda *_: None
    ) -> None:
        self.match = match
        self.part = part
        self.cannot = cannot
        self.how: list[TypedDetail] = list(part.details) if isinstance(part, TypedAction) else []
        self.arguments: list[str] = [] if isinstance(part, TypedAction) else list(part.arguments)
        self.settings_left_out: list[str] = []

    @property
    def word(self) -> str:
        """The verb. If the part has no actor, its first word, such as ``next``."""
        return self.part.verb if isinstance(self.part, TypedAction) else self.part.word

    @property
    def who(self) -> LineSubjects:
        """The actors as they were typed."""
        return self.part.actors if isinstance(self.part, TypedAction) else LineSubjects()

    @property
    def whom(self) -> LineSubjects | None:
        """The targets as they were typed, or None if there are none."""
        return self.part.targets if isinstance(self.part, TypedAction) else None

    def take_details(self, kind: type[T], names: frozenset[str] | None = None) -> list[T]:
        """Consume and return all remaining details of a ``kind``, in order.

        If ``names`` is given, only details with these names are consumed.
        """
        found = [
            how
            for how in self.how
            if isinstance(how, kind) and (names is None or get_detail_name(how) in names)
        ]
        self.how = [how for how in self.how if how not in found]
        return found

    def take_flag(self, *names: str) -> str:
        """Consume and return one of the flags ``names``, or "" if there is none.

        Raises ``UnknownName`` for two flags.
        """
        found = self.take_details(Flag, frozenset(names))
        if len(found) > 1:
            raise UnknownName(f"type either `{found[0].name}` or `{found[1].name}`, not both")
        return found[0].name if found else ""

    def take_setting(self, key: str) -> str | None:
        """Consume the next setting ``key=value`` and return its value, or None if there is none."""
        found = self._take_next(KeyValueSetting, key)
        self.settings_left_out += [] if found else [key]
        return next((how.value for how in found), None)

    def take_option(self, name: str) -> str | None:
        """Consume the next option called ``name`` and return its argument, or None if there is
        none.
        """
        return next((how.value for how in self._take_next(Option, name)), None)

    def take_measure(self, unit: str) -> int | None:
        """Consume a measure in the ``unit`` (in, cm). Return it in hundredths, or None if there is
        none.

        In games with signed terms, a number without a sign is also a measure. Raises
        ``UnknownName`` for two measures.
        """
        found = self.take_details(TypedMeasure, frozenset((unit,)))
        for how in [
            how for how in self.how if isinstance(how, SignedTerm) and how.text.isdecimal()
        ]:
            self.how.remove(how)
            found.append(TypedMeasure(int(how.text) * 100, unit))
        if len(found) > 1:
            raise UnknownName("type only one distance")
        return found[0].hundredths if found else None

    def take_argument(self) -> str | None:
        """Consume and return the next argument of a word, or None if none is left."""
        return self.arguments.pop(0) if self.arguments else None

    def reject_leftovers(self) -> None:
        """Raise ``UnknownName`` for the first detail or argument that was not consumed."""
        for how in self.how:
            text, keys = _format_detail(how), self.settings_left_out
            is_value = text.isdecimal() and len(keys) == 1
            mend = f"Type {keys[0]}={text}" if is_value else "Remove it"
            raise UnknownName(f"{text} does not belong in this line. {mend}")
        for argument in self.arguments:
            raise UnknownName(f"{argument} is not understood after {self.word}: leave it out")

    finish = make_method_alias("finish", "reject_leftovers")
    all = make_method_alias("all", "take_details")
    flag = make_method_alias("flag", "take_flag")
    next_setting = make_method_alias("next_setting", "take_setting")
    option = make_method_alias("option", "take_option")
    measure = make_method_alias("measure", "take_measure")
    next_argument = make_method_alias("next_argument", "take_argument")

    def _take_next(self, kind: type[T], name: str) -> list[T]:
        for place, how in enumerate(self.how):
            if isinstance(how, kind) and get_detail_name(how) == name:
                del self.how[place]
                return [how]
        return []


def get_detail_name(detail: TypedDetail) -> str:
    """Return a detail's name, such as the unit of a measure or the key of a setting."""
    match detail:
        case Flag(name=name) | Option(name=name):
            return name
        case KeyValueSetting(key=key):
            return key
        case TypedMeasure(unit=unit):
            return unit
        case _:
            return ""


def _format_detail(how: TypedDetail) -> str:
    if isinstance(how, TypedMeasure):
        return f"{how.hundredths / 100:g}{how.unit}"
    if isinstance(how, SignedTerm):
        return how.text
    return get_detail_name(how) or f"!{getattr(how, 'text', '')}"


def parse_whole_number(text: str | None, what: str, *, low: int = 0, high: int = 999) -> int | None:
    """Parse a typed integer from ``low`` to ``high``. Returns None if ``text`` is None.

    Raises ``UnknownName`` for any other text. ``what`` names the number in error texts.
    """
    if text is None:
        return None
    plain = text.removeprefix("+").replace("−", "-")
    digits = plain.removeprefix("-")
    if digits.isascii() and digits.isdigit() and not is_whole_number(digits):
        raise UnknownName(f"{what}: type a number from {low} to {high}")
    if not is_whole_number(digits):
        raise UnknownName(f"{what}: {text} is not a number")
    value = int(plain)
    if not low <= value <= high:
        raise UnknownName(f"{what}: type a number from {low} to {high}, not {text}")
    return value


def reject_extra_arguments(word: Word, allowed_count: int) -> None:
    for argument in word.arguments[allowed_count:]:
        raise UnknownName(f"{argument} is not understood after {word.word}: leave it out")


def parse_length_in_hundredths(text: str, unit: str) -> int:
    """Convert an amount such as ``4.5in`` to hundredths. Raises ``UnknownName`` for other text."""
    plain = text.removesuffix(unit)
    whole, _, part = plain.partition(".")
    if not is_whole_number(whole, 4):
        raise UnknownName(f"{text} is not a distance; write it as in `4{unit}`")
    if part and not is_whole_number(part, 2):
        raise UnknownName(f"{text} is not a distance; write it as in `4.5{unit}`")
    return int(whole) * 100 + int(part.ljust(2, "0") or "0")


keep_old_names(__name__)
