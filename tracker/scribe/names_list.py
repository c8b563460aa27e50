"""A list of people as it is pasted: a line each, the name first, whatever stands beside it after.

``1. Anna Berger; Iron Guard; Vienna``, ``- Bram (Red Dusk)``, a table copied out of a spreadsheet
with or without its heading. Nothing of a line is lost: what is no name stands beside it.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

SEPARATORS = ("\t", ";", "|", ",")
"""What parts the columns of a whole list, looked for in this order."""
HEADINGS = frozenset(
    ("name", "names", "player", "players", "who", "full name", "player name", "nickname")
)
_MARK = re.compile(r"\s*(?:[-*•·–—☐☑✓]|\[[ xX]?\]|\d{1,4}\s?[.):])\s+(?=\S)")
_BESIDE = re.compile(r"\s+[-–—/|]\s+|\s*[:;\t]\s+|\s*[(\[]")
_BRACKETS = str.maketrans("", "", "()[]")


class ListedName(Struct, frozen=True):
    """A line of the list: its number from 1, the name, what stands beside it."""

    line: int
    name: str
    beside: str = ""


def names_in(text: str, *, whole: bool = False) -> list[ListedName]:
    """Everybody on a list; ``whole``: every line is a name and nothing else.

    Blank lines, a heading and a column of numbers are nobody.
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if whole:
        return [_listed(number, [_bare(line)]) for number, line in lines]
    separator = _separator([line for _, line in lines])
    rows = [(number, _cells(line, separator)) for number, line in lines]
    column, heading = _column([cells for _, cells in rows])
    rows = rows[1 if heading else 0 :]
    beside = column > 0 or not heading
    if beside and _counted([cells[0] for _, cells in rows]) and all(len(c) > 1 for _, c in rows):
        rows = [(number, cells[1:]) for number, cells in rows]
        column = max(0, column - 1)
    return [
        _listed(number, [*cells[column : column + 1], *cells[:column], *cells[column + 1 :]])
        for number, cells in rows
    ]


def _listed(number: int, cells: Sequence[str]) -> ListedName:
    name, *more = [" ".join(cell.split()) for cell in cells] or [""]
    if not name:
        name, *more = [cell for cell in more if cell] or [""]
    return ListedName(number, name, ", ".join(cell for cell in more if cell))


def _separator(lines: Sequence[str]) -> str:
    """What parts the columns: a sign that at least half of the lines have, or nothing."""
    for sign in SEPARATORS:
        if lines and 2 * sum(sign in line for line in lines) >= len(lines):
            return sign
    return ""


def _cells(line: str, separator: str) -> list[str]:
    if separator:
        try:
            cells = next(csv.reader([line], delimiter=separator, skipinitialspace=True), [])
        except csv.Error:  # a quote that is never closed
            cells = line.split(separator)
        return [_bare(cells[0]), *cells[1:]] if cells else [""]
    bare = _bare(line)
    found = _BESIDE.search(bare)
    if found is None or not bare[: found.start()].strip():
        return [bare]
    return [bare[: found.start()], bare[found.end() :].translate(_BRACKETS)]


def _bare(line: str) -> str:
    """A line without the mark or number before it."""
    return _MARK.sub("", line, count=1) if _MARK.match(line) else line


def _column(rows: Sequence[Sequence[str]]) -> tuple[int, bool]:
    """Which column the names are in, and whether the first row is a heading."""
    if not rows:
        return 0, False
    for place, cell in enumerate(rows[0]):
        if cell.strip().casefold() in HEADINGS:
            return place, True
    return 0, False


def _counted(cells: Sequence[str]) -> bool:
    """Whether these are the numbers of the lines: each one more than the one before."""
    told = [cell.strip(" .") for cell in cells]
    if not all(each.isascii() and each.isdigit() and len(each) < 6 for each in told):
        return False
    return all(int(b) == int(a) + 1 for a, b in pairwise(told))
