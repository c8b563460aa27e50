"""Parses typed integers, number words, and units with a number of figures."""

from __future__ import annotations

import re

from tracker.vocabulary.count_wording import NUMBER_WORDS

MAX_DIGITS = 6
"""The default maximum number of digits in a typed number."""
WORDS = NUMBER_WORDS[2:]
"""The words for numbers, starting with the word for 2."""
_FIRST_WORD = rf"(?i)((?-i:an?)|{'|'.join(WORDS)})\s+(?=\S)"


def is_whole_number(text: str, max_digits: int = MAX_DIGITS) -> bool:
    """Return whether a text consists of at most ``max_digits`` digits from 0 to 9.

    ``str.isdigit`` also accepts ² (a key on French keyboards), which ``int`` rejects.
    """
    return len(text) <= max_digits and text.isascii() and text.isdigit()


def convert_leading_number_word(text: str, *, keep_names: bool = False) -> str:
    """Convert a number word at the beginning of a text to digits: ``10 orcs`` for ``ten orcs``.

    A lower-case ``a`` or ``an`` stands for 1. If ``keep_names`` is true, two capitalised words
    (``Seven Samurai``) are a name, which is not changed.
    """
    found = re.match(_FIRST_WORD, text)
    if found is None or (keep_names and text[0].isupper() and text[found.end()].isupper()):
        return text
    word = found[1].lower()
    return f"{WORDS.index(word) + 2 if word in WORDS else 1} {text[found.end() :]}"


NO_COUNT = r"(?!\d+(?:st|nd|rd|th|mm|cm|pdr|lb)\b)"
"""Matches positions where a count may begin. Words such as ``2nd`` or ``88mm`` are not counts."""
_COUNTED = rf"(?i){NO_COUNT}\d+\s*(?P<times>x\s+|×\s*)?(?P<noun>\D.*)"


def split_typed_unit(line: str) -> tuple[str, str]:
    """Split a typed unit into its name (or "") and its figures.

    A count before the colon is the number of figures, unless the text after the colon has a number
    too. A count with an x, as in army lists, is always the number of figures.

    >>> split_typed_unit("Horde: 10 orcs"), split_typed_unit("10 T-34: fast")
    (('Horde', '10 orcs'), ('T-34 (fast)', '10 T-34'))
    >>> split_typed_unit("9x Trooper: 9x Lasgun")
    ('Trooper (9x Lasgun)', '9x Trooper')
    """
    name, _, figures = (part.strip() for part in line.partition(":"))
    if not name or ":" not in line:
        return "", line.strip()
    counted = re.fullmatch(_COUNTED, name)
    has_numbers = re.search(r"\d", convert_leading_number_word(figures))
    if counted and figures and (counted["times"] or not has_numbers):
        noun = counted["noun"]
        return f"{noun[:1].upper()}{noun[1:]} ({figures})", name
    return name, figures
