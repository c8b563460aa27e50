"""Whole numbers as people type them."""

from __future__ import annotations

MOST_DIGITS = 6
"""A number of more digits than this counts nothing that is on a table."""


def is_whole_number(text: str, most: int = MOST_DIGITS) -> bool:
    """Whether a text is a whole number of at most so many digits, 0 to 9 and no others.

    ``str.isdigit`` is not enough: ² is a digit to it, a key of its own on French keyboards, and no
    number to ``int``.
    """
    return len(text) <= most and text.isascii() and text.isdigit()
