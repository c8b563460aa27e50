"""Colours of the log on a terminal, or wherever they are asked for.

``FORCE_COLOR`` asks for them in a pipe, as ``--color`` does; ``NO_COLOR`` turns them off.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence

QUIET, STRONG, PLAIN = "\x1b[2m", "\x1b[1m", "\x1b[0m"
SIDES = ("\x1b[1;31m", "\x1b[1;34m")
"""Red and blue, as on the screens: the first side, the second."""
NUMBER = 5
"""The width of a line's number in the log."""


class ColouredLine(str):
    """A plain line, and the function that colours it once its control characters are gone."""

    __slots__ = ("colour",)
    colour: Callable[[str], str]


def wants_colours() -> bool:
    """Whether stdout is a terminal that shows colours, or the user asks for them anyway."""
    if os.environ.get("NO_COLOR"):
        return False
    if forced := os.environ.get("FORCE_COLOR"):
        return forced != "0"
    old_console = sys.platform == "win32" and "WT_SESSION" not in os.environ
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb" and not old_console


def colour_log_line(line: str, kind: str, handles: Sequence[str]) -> ColouredLine:
    """A line of the log: its number is quiet, and handles have the colour of their side.

    ``handles`` are those of the sides. Undone lines are quiet, the ends of turns bold.
    """
    colours = dict(zip(handles, SIDES, strict=False))
    units = re.compile(rf"\b([{''.join(colours).upper()}])[0-9]+(?:\.[0-9]+)?\b")

    def colour(text: str) -> str:
        if kind == "taken back":
            return f"{QUIET}{text}{PLAIN}"
        number, rest = text[:NUMBER], text[NUMBER:]
        if kind in ("turn", "end"):
            return f"{QUIET}{number}{PLAIN}{STRONG}{rest}{PLAIN}"
        told = units.sub(lambda found: f"{colours[found[1].lower()]}{found[0]}{PLAIN}", rest)
        return f"{QUIET}{number}{PLAIN}{told}"

    coloured = ColouredLine(line)
    coloured.colour = colour
    return coloured
