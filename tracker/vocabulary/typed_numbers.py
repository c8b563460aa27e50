"""Parses integers that people type."""

from __future__ import annotations

import re

MOST_DIGITS = 6
"""The maximum number of digits in a number of things on a table."""
_WORDS = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
_FIRST_WORD = re.compile(rf"^(?:{'|'.join(_WORDS)})(?=\s)", re.IGNORECASE)


def is_whole_number(text: str, most: int = MOST_DIGITS) -> bool:
    """Whether a text is an integer with at most ``most`` digits, all from 0 to 9.

    ``str.isdigit`` also accepts ², a key on French keyboards that ``int`` rejects.
    """
    return len(text) <= most and text.isascii() and text.isdigit()


def convert_number_word(text: str) -> str:
    """Convert a number word at the beginning of a text to digits: ``10 orcs`` for ``ten orcs``."""
    return _FIRST_WORD.sub(lambda found: str(_WORDS.index(found[0].lower()) + 2), text)
