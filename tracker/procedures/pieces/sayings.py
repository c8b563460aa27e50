"""Reading a part of a line: what each ruleset's lines need to take a deed apart."""

from __future__ import annotations

from typing import TypeVar

from tracker.procedures.view import UnknownName
from tracker.scribe.syntax import Deed, Flag, How, Measure, Option, Setting, Word
from tracker.vocabulary.typed import is_number

T = TypeVar("T", Flag, Measure, Option, Setting)


class Hows:
    """What a deed says of how, taken piece by piece; ``finish`` refuses what nobody took."""

    def __init__(self, deed: Deed) -> None:
        self.deed = deed
        self.left: list[How] = list(deed.how)

    def all(self, kind: type[T]) -> list[T]:
        """Every piece of a kind that is left, in order."""
        found = [how for how in self.left if isinstance(how, kind)]
        self.left = [how for how in self.left if not isinstance(how, kind)]
        return found

    def flag(self, *names: str) -> str:
        """The one of these flags that was said, or nothing."""
        found = [how for how in self.left if isinstance(how, Flag) and how.name in names]
        if len(found) > 1:
            message = f"{found[0].name} or {found[1].name}? Say one of them"
            raise UnknownName(message)
        for how in found:
            self.left.remove(how)
        return found[0].name if found else ""

    def option(self, name: str) -> str | None:
        """The argument of an option, or None."""
        for how in self.left:
            if isinstance(how, Option) and how.name == name:
                self.left.remove(how)
                return how.value
        return None

    def setting(self, key: str) -> str | None:
        """The value of ``key=value``, or None."""
        for how in self.left:
            if isinstance(how, Setting) and how.key == key:
                self.left.remove(how)
                return how.value
        return None

    def measure(self) -> int | None:
        """An amount in hundredths of its unit, or None."""
        found = self.all(Measure)
        if len(found) > 1:
            message = "only one distance can be meant"
            raise UnknownName(message)
        return found[0].hundredths if found else None

    def finish(self) -> None:
        """Raises ``UnknownName`` for the first piece nobody took."""
        for how in self.left:
            message = f"{_text(how)} says nothing here"
            raise UnknownName(message)


def number(text: str | None, what: str, *, low: int = 0, high: int = 999) -> int | None:
    """A whole number that was said, or None where nothing was. Raises ``UnknownName``."""
    if text is None:
        return None
    plain = text.removeprefix("+")
    digits = plain.removeprefix("-")
    if not is_number(digits):
        message = f"{what}: {text} is no number"
        raise UnknownName(message)
    value = int(plain)
    if not low <= value <= high:
        message = f"{what}: a number from {low} to {high} is meant, not {text}"
        raise UnknownName(message)
    return value


def no_more(word: Word, used: int) -> None:
    """Raises ``UnknownName`` for arguments beyond those that mean something."""
    for argument in word.arguments[used:]:
        message = f"{argument} says nothing after {word.word}"
        raise UnknownName(message)


def _text(how: How) -> str:
    match how:
        case Flag(name=name) | Option(name=name):
            return name
        case Setting(key=key):
            return key
        case Measure(hundredths=hundredths, unit=unit):
            return f"{hundredths / 100:g}{unit}"
        case _:
            return f"!{how.text}"


def amount(text: str, unit: str) -> int:
    """Hundredths in an amount such as ``4.5in``. Raises ``UnknownName``."""
    plain = text.removesuffix(unit)
    whole, _, part = plain.partition(".")
    if not is_number(whole, 4):
        message = f"{text} is no distance; write it as 4{unit}"
        raise UnknownName(message)
    if part and not is_number(part, 2):
        message = f"{text} is no distance; write it as 4.5{unit}"
        raise UnknownName(message)
    return int(whole) * 100 + int(part.ljust(2, "0") or "0")
