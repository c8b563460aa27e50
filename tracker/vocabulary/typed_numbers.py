"""Integers that people type."""

from __future__ import annotations

MOST_DIGITS = 6
"""The maximum number of digits in a count of things on a table."""


def is_whole_number(text: str, most: int = MOST_DIGITS) -> bool:
    """Whether a text is an integer with at most ``most`` digits, from 0 to 9 only.

    ``str.isdigit`` also accepts ², which is a key on French keyboards and which ``int`` refuses.
    """
    return len(text) <= most and text.isascii() and text.isdigit()
