"""Parses typed integers and number words."""

from __future__ import annotations

import re

MAX_DIGITS = 6
"""The default limit on the number of digits in a typed number."""
WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
"""The words for the numbers from 2."""
_FIRST_WORD = rf"(?i)((?-i:an?)|{'|'.join(WORDS)})\s+(?=\S)"


def is_whole_number(text: str, max_digits: int = MAX_DIGITS) -> bool:
    """Whether a text consists of at most ``max_digits`` digits from 0 to 9.

    ``str.isdigit`` also accepts ², a key on French keyboards that ``int`` rejects.
    """
    return len(text) <= max_digits and text.isascii() and text.isdigit()


def convert_number_word(text: str, *, keep_names: bool = False) -> str:
    """Convert a number word at the beginning of a text to digits: ``10 orcs`` for ``ten orcs``.

    A lower-case ``a`` or ``an`` stands for 1. If ``keep_names`` is true, two capitalised words
    (``Seven Samurai``) are a name, which is not changed.
    """
    found = re.match(_FIRST_WORD, text)
    if found is None or (keep_names and text[0].isupper() and text[found.end()].isupper()):
        return text
    word = found[1].lower()
    return f"{WORDS.index(word) + 2 if word in WORDS else 1} {text[found.end() :]}"
