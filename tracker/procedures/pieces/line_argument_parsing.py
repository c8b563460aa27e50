"""Parses numbers and lengths in a line, and rejects extra arguments."""

from __future__ import annotations

from tracker.input_parsing.line_syntax_tree import Word
from tracker.procedures.match_view import UnknownName
from tracker.vocabulary.typed_numbers import is_whole_number


def parse_whole_number(text: str | None, what: str, *, low: int = 0, high: int = 999) -> int | None:
    """Parse a typed integer. Returns None if the text is missing. Raises ``UnknownName``."""
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
        raise UnknownName(f"{argument} is not understood after {word.word}")


def parse_length_in_hundredths(text: str, unit: str) -> int:
    """Parse an amount such as ``4.5in`` into hundredths. Raises ``UnknownName``."""
    plain = text.removesuffix(unit)
    whole, _, part = plain.partition(".")
    if not is_whole_number(whole, 4):
        raise UnknownName(f"{text} is not a distance; write it like 4{unit}")
    if part and not is_whole_number(part, 2):
        raise UnknownName(f"{text} is not a distance; write it like 4.5{unit}")
    return int(whole) * 100 + int(part.ljust(2, "0") or "0")
