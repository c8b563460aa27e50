"""What an organiser types on the evening: a result, a signature, a swap, and at which table.

``10-7`` is of the marked table, ``2 10-7`` of table 2: a number and a space name the table only
where a whole result follows, so that no score is ever read as a table.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from tracker.vocabulary.typed import is_number

Verb = Literal["result", "sign", "swap", "lock", "look"]
BEGINS = frozenset("0123456789-−cfgw")
"""What begins such a line; all other keys are commands."""

_PAIR = r"[-−]?\d{1,6}\s*[-–:/ ]\s*[-−]?\d{1,6}"
_WORD = r"[cfwld]\S*(?:\s.*)?"
_SWAP = re.compile(r"(\d{1,6})\s*s\s*(\d{1,6})")
_LOCK = re.compile(r"(\d{1,6})\s*l")
_SIGN = re.compile(r"(?:(\d{1,6})\s*)?g\s*([12]?)")
_AT_TABLE = re.compile(rf"(\d{{1,6}})(?:\s+({_PAIR}(?:\s*\S.*)?|{_WORD})|({_WORD}))")


@dataclass(frozen=True)
class EveningLine:
    """A line as read; ``table`` None is the marked one, ``text`` what is said about it."""

    verb: Verb
    table: int | None = None
    text: str = ""


def read(typed: str) -> EveningLine:
    """What a line means; whatever is nothing else is a result."""
    line = typed.strip().lower()
    if is_number(line):
        return EveningLine("look", int(line))
    if found := _SWAP.fullmatch(line):
        return EveningLine("swap", int(found[1]), found[2])
    if found := _LOCK.fullmatch(line):
        return EveningLine("lock", int(found[1]))
    if found := _SIGN.fullmatch(line):
        return EveningLine("sign", _number(found[1]), found[2])
    if found := _AT_TABLE.fullmatch(line):
        return EveningLine("result", int(found[1]), found[2] or found[3])
    return EveningLine("result", None, line)


def _number(text: str | None) -> int | None:
    return int(text) if text else None
