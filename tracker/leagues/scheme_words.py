"""What is wrong with a scheme's file, in words for somebody who wrote it by hand."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

from tracker.leagues.scheme_lines import Path


def steps(where: str) -> Path:
    """Msgspec's ``[2].add`` as the parts of a path."""
    parts = re.findall(r"\[(\d+)\]|\.(\w+)", where)
    return tuple(int(index) if index else name for index, name in parts)


_WORDS = {
    "Expected `(.+)`, got `(.+)`": r"{0} is needed here, not {1}",
    "Object contains unknown field `(.+)`": r"“{0}” is not known here",
    "Object missing required field `(.+)`": r"{0} is missing",
    r"Expected `array` of length (\d+), got (\d+)": r"{0} numbers are needed here, not {1}",
    "Invalid enum value '(.+)'": r"there is no “{0}”",
}
_TYPES = {"`": "", "str": "text", "int": "a whole number", "array": "a list", "object": "a table"}


def plain(said: str) -> str:
    """What msgspec says, in words for somebody who wrote a file."""
    for pattern, words in _WORDS.items():
        if found := re.match(pattern, said):
            return words.format(*(_TYPES.get(group, group) for group in found.groups()))
    return said


def meant(name: str, known: Iterable[str]) -> str:
    """The end of a sentence about an unknown name: the nearest, or all there are."""
    known = tuple(known)
    near = get_close_matches(name, known, n=1)
    return f": did you mean “{near[0]}”?" if near else f"; there are: {', '.join(known)}."
