"""Write the colours of a screen as letters, for golden files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.segment import Segment

if TYPE_CHECKING:
    from tests.tui.kit import Stage

ROLES = {
    "side-1": "1",
    "side-2": "2",
    "accent": "a",
    "primary": "p",
    "secondary": "s",
    "success": "g",
    "warning": "w",
    "error": "e",
    "quiet": "q",
}
"""The letter for each theme colour with a meaning. A capital letter means bold."""


def coloured(stage: Stage) -> Iterator[str]:
    """Yield the rows of the top screen, with letters of ``ROLES`` for coloured characters."""
    variables = stage.app.theme_variables
    letters = {str(variables[role]).lower(): letter for role, letter in ROLES.items()}

    def letter(segment: Segment) -> str:
        style = segment.style
        colour = style.color.get_truecolor().hex.lower() if style and style.color else ""
        found = letters.get(colour, " ")
        if style and style.bold:
            found = "B" if found == " " else found.upper()
        return "".join(" " if sign == " " else found for sign in segment.text)

    for strip in stage.strips():
        yield "".join(map(letter, strip)).rstrip()
