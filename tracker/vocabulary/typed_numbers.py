"""Typed integers."""

from __future__ import annotations

MOST_DIGITS = 6
"""The maximum digits of a number that counts something on a table."""


def is_whole_number(text: str, most: int = MOST_DIGITS) -> bool:
    """Whether a text is an integer of at most so many digits, 0 to 9 and no others.

    ``str.isdigit`` is not enough: it accepts ², a key of its own on French keyboards, but ``int``
    does not.
    """
    return len(text) <= most and text.isascii() and text.isdigit()
