"""Parses the lines typed on the evening screen: results, signatures, swaps and locks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from tracker.vocabulary.typed_numbers import is_whole_number
from tui.widgets.help_dialog import KeyRow

LINE_STARTS = frozenset("0123456789-−cfgw")
"""The characters with which a typed line can begin. All other keys are commands."""

_PAIR = r"[-−]?\d{1,6}\s*[-–:/ ]\s*[-−]?\d{1,6}"
_WORD = r"[cfwld]\S*(?:\s.*)?"
_SWAP = re.compile(r"(\d{1,6})\s*s\s*(\d{1,6})")
_LOCK = re.compile(r"(\d{1,6})\s*l")
_SIGN = re.compile(r"(?:(\d{1,6})\s*)?g\s*([12]?)")
SPACED_NUMBERS = re.compile(r"(\d{1,6})\s+(\d{1,6})(|\s.*)")
"""Two numbers without a dash: either a score, or a table and a score without its dash."""
_AT_TABLE = re.compile(rf"(\d{{1,6}})(?:\s+({_PAIR}(?:\s*\S.*)?|{_WORD})|({_WORD}))")

LINE_EXAMPLES = (
    KeyRow("10-7", "the marked table's result, left player first"),
    KeyRow("2 10-7", "the result at table 2"),
    KeyRow("c1  c2", "the left (right) player conceded; 2c1: at table 2"),
    KeyRow(
        "f1  f2",
        "the left (right) player did not come and forfeits; 2l1: at table 2, left after"
        " publication",
    ),
    KeyRow("w1  w0", "the left player won, or a draw, without points; 3w1, 3d: at table 3"),
    KeyRow("3a  3x  3k", "reschedule, delete or link the game of table 3"),
    KeyRow("g", "both players sign; g1, g2: one player signs"),
    KeyRow("3s4", "in the draft: tables 3 and 4 change opponents"),
    KeyRow("3l", "in the draft: lock table 3 for the next draft"),
)
"""Examples of what can be typed, with the meaning of each."""


@dataclass(frozen=True)
class TypedEveningCommand:
    verb: Literal["result", "sign", "swap", "lock", "look"]
    table: int | None = None
    text: str = ""


def parse_evening_line(typed: str) -> TypedEveningCommand:
    """Parse a typed line. A line that matches no other form is read as a result."""
    line = typed.strip().lower()
    if is_whole_number(line):
        return TypedEveningCommand("look", int(line))
    if match := _SWAP.fullmatch(line):
        return TypedEveningCommand("swap", int(match[1]), match[2])
    if match := _LOCK.fullmatch(line):
        return TypedEveningCommand("lock", int(match[1]))
    if match := _SIGN.fullmatch(line):
        return TypedEveningCommand("sign", int(match[1]) if match[1] else None, match[2])
    if match := _AT_TABLE.fullmatch(line):
        return TypedEveningCommand("result", int(match[1]), match[2] or match[3])
    return TypedEveningCommand("result", None, line)
