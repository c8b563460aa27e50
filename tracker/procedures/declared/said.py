"""A part of a line being read: taken piece by piece, and what nobody took is refused.

>>> from tracker.input_parsing.line_syntax_tree import Flag, LineSubjects, TypedDeed, TypedMeasure
>>> details = TypedMeasure(600, "in"), Flag("late")
>>> said = Said(match, TypedDeed(LineSubjects(("r1",)), "moves", None, details))
>>> said.measure("in"), said.flag("late", "soft"), said.finish()
(600, 'late', None)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from tracker.input_parsing.line_syntax_tree import (
    Flag,
    How,
    KeyValueSetting,
    LineSubjects,
    Option,
    Part,
    SignedTerm,
    TypedDeed,
    TypedMeasure,
)
from tracker.procedures.view import Match, UnknownName

T = TypeVar("T", Flag, TypedMeasure, Option, KeyValueSetting, SignedTerm)

Cannot = Callable[[Match, str], str | None]
"""Why a subject has nothing more to do now, in a few words; None where it has."""

Values = dict[str, Any]
"""Fields of an action's parameters by name; ``SIDE`` is the side that takes it."""

SIDE = "@side"


class Said:
    """What a ``part`` says: ``how`` and ``arguments`` are what nobody has taken yet.

    ``cannot`` says in a few words why somebody has nothing more to do now, or None.
    """

    def __init__(self, match: Match, part: Part, cannot: Cannot = lambda *_: None) -> None:
        self.match = match
        self.part = part
        self.cannot = cannot
        self.how: list[How] = list(part.how) if isinstance(part, TypedDeed) else []
        self.arguments: list[str] = [] if isinstance(part, TypedDeed) else list(part.arguments)

    @property
    def word(self) -> str:
        """The verb, or the word that stands for itself."""
        return self.part.verb if isinstance(self.part, TypedDeed) else self.part.word

    @property
    def who(self) -> LineSubjects:
        """Those who act, as they were typed."""
        return self.part.who if isinstance(self.part, TypedDeed) else LineSubjects()

    @property
    def whom(self) -> LineSubjects | None:
        """Those at whom it is done, as they were typed; None where nobody was named."""
        return self.part.whom if isinstance(self.part, TypedDeed) else None

    def all(self, kind: type[T], names: frozenset[str] | None = None) -> list[T]:
        """Takes every piece of a ``kind`` (and of these ``names``) that is left, in order."""
        found = [
            how
            for how in self.how
            if isinstance(how, kind) and (names is None or get_piece_word(how) in names)
        ]
        self.how = [how for how in self.how if how not in found]
        return found

    def flag(self, *names: str) -> str:
        """The one of ``names`` that was said, or nothing. Raises ``UnknownName`` for two."""
        found = self.all(Flag, frozenset(names))
        if len(found) > 1:
            message = f"type either {found[0].name} or {found[1].name}, not both"
            raise UnknownName(message)
        return found[0].name if found else ""

    def next_setting(self, key: str) -> str | None:
        """The value of ``key=value``, or None; each time the next of those of one key."""
        return next((how.value for how in self._next(KeyValueSetting, key)), None)

    def option(self, name: str) -> str | None:
        """The argument of the option ``name``, or None; each time the next of that name."""
        return next((how.value for how in self._next(Option, name)), None)

    def measure(self, unit: str) -> int | None:
        """The amount in hundredths of this ``unit`` (in, cm), or None. Raises ``UnknownName``."""
        found = self.all(TypedMeasure, frozenset((unit,)))
        if len(found) > 1:
            message = "type only one distance"
            raise UnknownName(message)
        return found[0].hundredths if found else None

    def next_argument(self) -> str | None:
        """The next argument of a word, or None."""
        return self.arguments.pop(0) if self.arguments else None

    def finish(self) -> None:
        """Raises ``UnknownName`` for the first piece nobody took."""
        for how in self.how:
            message = f"{_text(how)} is not understood here"
            raise UnknownName(message)
        for argument in self.arguments:
            message = f"{argument} is not understood after {self.word}"
            raise UnknownName(message)

    def _next(self, kind: type[T], name: str) -> list[T]:
        for place, how in enumerate(self.how):
            if isinstance(how, kind) and get_piece_word(how) == name:
                del self.how[place]
                return [how]
        return []


def get_piece_word(how: How) -> str:
    """The word of a piece: the unit of a measure, the key of a setting."""
    match how:
        case Flag(name=name) | Option(name=name):
            return name
        case KeyValueSetting(key=key):
            return key
        case TypedMeasure(unit=unit):
            return unit
        case _:
            return ""


def _text(how: How) -> str:
    if isinstance(how, TypedMeasure):
        return f"{how.hundredths / 100:g}{how.unit}"
    if isinstance(how, SignedTerm):
        return how.text
    return get_piece_word(how) or f"!{getattr(how, 'text', '')}"
