"""Colours the log on a terminal and, on request, in a pipe. ``FORCE_COLOR`` and ``--color`` turn
colours on in a pipe, and ``NO_COLOR`` turns them off.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence

DIM, BOLD, RESET = "\x1b[2m", "\x1b[1m", "\x1b[0m"
SIDES = ("\x1b[1;31m", "\x1b[1;34m")
"""The colours of the first and second sides: red and blue, as on the screens."""
NUMBER_WIDTH = 5
"""The width of the line number in the log, in characters."""


class ColouredLine(str):
    """A plain line, with the function that colours it once control characters are removed."""

    __slots__ = ("colour",)
    colour: Callable[[str], str]


def should_colour_output() -> bool:
    """Whether stdout is a terminal that supports colours, or ``FORCE_COLOR`` requests them."""
    if os.environ.get("NO_COLOR"):
        return False
    if forced := os.environ.get("FORCE_COLOR"):
        return forced != "0"
    old_console = sys.platform == "win32" and "WT_SESSION" not in os.environ
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb" and not old_console


def colour_log_line(line: str, kind: str, side_handles: Sequence[str]) -> ColouredLine:
    """Colour a log line: its number is dim, and each handle has the colour of its side.

    ``side_handles`` are the sides' own handles, such as ``r``. Undone lines are dim, and the ends
    of turns are bold.
    """
    colours = dict(zip(side_handles, SIDES, strict=False))
    units = re.compile(rf"\b([{''.join(colours).upper()}])[0-9]+(?:\.[0-9]+)?\b")

    def colour(text: str) -> str:
        if kind == "taken back":
            return f"{DIM}{text}{RESET}"
        number, rest = text[:NUMBER_WIDTH], text[NUMBER_WIDTH:]
        if kind in ("turn", "end"):
            return f"{DIM}{number}{RESET}{BOLD}{rest}{RESET}"
        told = units.sub(lambda found: f"{colours[found[1].lower()]}{found[0]}{RESET}", rest)
        return f"{DIM}{number}{RESET}{told}"

    coloured = ColouredLine(line)
    coloured.colour = colour
    return coloured
