"""A report as it is read: the Markdown that ``exports`` writes, as lines of a screen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from textual.content import Content

from tui.screen_text import Piece, count_cells, draw_rule, join, pad_text, wrap

LEAST = 3
GAP = 2
BULLET = "• "
_ESCAPED = re.compile(r"\\(.)")
_CELLS = re.compile(r"(?<!\\)\|")
_HEADING = re.compile(r"(#+) (.*)")
_STRONG = re.compile(r"\*\*(.*?)(?<!\\)\*\*(.*)")
_ASIDE = re.compile(r"_(.*)(?<!\\)_")
_NUMBER = re.compile(r"[+\-−]?[\d.,/:]+( %)?|–|")


def rendered(text: str, width: int) -> list[Content]:
    """Headings, paragraphs, lists and tables in lines of at most so many cells."""
    found: list[Content] = []
    for is_table, rows in groupby(text.splitlines(), lambda row: row.startswith("|")):
        if is_table:
            found += _table([_cells(row) for row in rows], width)
            continue
        for row in rows:
            if row or (found and found[-1].plain):
                found += _paragraph(row, width)
    return found


def _paragraph(row: str, width: int) -> list[Content]:
    """A heading, a point of a list, or words."""
    if heading := _HEADING.fullmatch(row):
        title = _plain(heading[2])
        if len(heading[1]) == 2:
            return [draw_rule(width, [(title, "$primary bold")])]
        return _styled(title, width, "bold" if len(heading[1]) == 1 else "$primary bold")
    if row.startswith("- "):
        first, *more = wrap(_plain(row[2:]), width - len(BULLET)) or [""]
        return [join([BULLET, first]), *(join(["  ", each]) for each in more)]
    if row.startswith("  "):
        return [join(["  ", each]) for each in wrap(_plain(row), width - 2)]
    if strong := _STRONG.fullmatch(row):
        return [*_styled(_plain(strong[1]), width, "bold"), *_styled(_plain(strong[2]), width, "")]
    if aside := _ASIDE.fullmatch(row):
        return _styled(_plain(aside[1]), width, "$quiet")
    return _styled(_plain(row), width, "") or [Content("")]


def _styled(text: str, width: int, style: str) -> list[Content]:
    return [join([(each, style)]) for each in wrap(text, width)]


def _plain(text: str) -> str:
    return _ESCAPED.sub(r"\1", text)


def _cells(row: str) -> list[str]:
    return [_plain(each.strip()) for each in _CELLS.split(row.strip())[1:-1]]


def _table(rows: Sequence[Sequence[str]], width: int) -> Iterator[Content]:
    """Columns as wide as they need to be; where there is no room the widest ones are wrapped
    between words. Only where that is not enough columns move together, and at last words break.
    """
    head, marks, *body = rows
    columns = list(zip(head, *body, strict=True))
    wide = [max(map(count_cells, column)) for column in columns]
    words = [max(map(count_cells, " ".join(column).split()), default=0) for column in columns]
    gap = GAP if sum(words) + GAP * (len(words) - 1) <= width else 1
    room = width - gap * (len(wide) - 1)
    for least in (words, [LEAST] * len(wide)):
        while sum(wide) > room and (spare := [n for n, w in enumerate(wide) if w > least[n]]):
            wide[max(spare, key=wide.__getitem__)] -= 1
    right = [
        mark.endswith(":") or all(_NUMBER.fullmatch(each) for each in column[1:])
        for mark, column in zip(marks, columns, strict=True)
    ]
    for style, row in [("$quiet", head), *(("", row) for row in body)]:
        yield from _row(row, wide, right, style, " " * gap)


def _row(
    row: Sequence[str], wide: Sequence[int], right: Iterable[bool], style: str, between: str
) -> Iterator[Content]:
    told = [wrap(each, room) for each, room in zip(row, wide, strict=True)]
    for place in range(max(1, *map(len, told))):
        pieces: list[Piece] = []
        for texts, room, to_right in zip(told, wide, right, strict=True):
            text = texts[place] if place < len(texts) else ""
            filled = " " * (room - count_cells(text)) + text if to_right else pad_text(text, room)
            pieces.append((filled, style))
        yield join(pieces, between)
