"""The number needed for a roll, drawn in large digits for spectators."""

from __future__ import annotations

from itertools import zip_longest

from textual.content import Content
from textual.renderables.digits import DIGITS, DIGITS3X3

from tui.terminal_text_fitting import fill_line

OR_LESS = " or less"


def draw_big_number(number_text: str) -> list[str]:
    """Draw a number in three rows of large digits. Return [] if ``number_text`` is not a number.

    A trailing ``or less`` is added in normal size.
    """
    number, less = split_needed_number(number_text)
    if not number or any(c not in DIGITS for c in number):
        return []
    glyphs = [DIGITS3X3[DIGITS.index(c) * 3 : DIGITS.index(c) * 3 + 3] for c in number]
    first, *others, last = ["".join(glyph[row].ljust(3) for glyph in glyphs) for row in range(3)]
    return [first, *others, last + less]


def split_needed_number(needed_number: str) -> tuple[str, str]:
    """Split a needed number such as ``4 or less`` into the number and the suffix."""
    number = needed_number.removesuffix(OR_LESS)
    return number, needed_number.removeprefix(number)


def place_number_beside_text(
    text_lines: list[Content], number_lines: list[Content], width: int
) -> list[Content]:
    """Return rows with the text on the left and the large number on the right."""
    pairs = zip_longest(text_lines, number_lines, fillvalue=Content(""))
    return [fill_line(width, [a], [" ", b, " "] if b.plain else []) for a, b in pairs]
