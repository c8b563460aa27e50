"""Parses a pasted or exported list of people. Each line has a name and may have details.

Examples are ``1. Anna Berger; Iron Guard; Vienna``, ``- Bram (Red Dusk)``, and the output of forms
and spreadsheets, with or without a heading. All text but the name becomes details, except for email
addresses, phone numbers and submission times, which are discarded.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from tracker.input_parsing.multilingual_column_headings import (
    is_name_heading,
    may_be_list_title,
    simplify_heading,
)
from tracker.input_parsing.name_column_detection import EMAIL, ListColumns, find_name_columns
from tracker.vocabulary.spreadsheet_formulas import unescape_formula

SEPARATORS = ("\t", ";", "|", ",")
"""The column separators of a list, in the order in which they are tried."""
MAX_TITLES = 4
"""The maximum number of lines that are searched for the heading of a single-column list."""
_SAID = re.compile(r"sep=(.)\s*", re.IGNORECASE)
"""The first line of some spreadsheet exports, which declares the separator."""
_MARK = re.compile(r"\s*(?:[#№]\s?\d{1,4}[.):]?|\d{1,4}\s?[.):]|[-*•·–—☐☑✓#]|\[[ xX]?\])\s+(?=\S)")
_NAME_AND_MORE = re.compile(
    r"""(?:("(?:[^"]|"")+"(?=\s*(?:[\t;|,]|$)))|(.+?))"""
    r"""(\s+[-–—/]\s+|\s*:\s+|\s*[(\[]|\s*[\t;|,]|$)(.*)"""
)
"""A line of a list without columns: a quoted or unquoted name, the separator, and the rest."""
_BRACKETS = str.maketrans("", "", "()[]")


class ListedName(Struct, frozen=True):
    """A line of the list: its number from 1, the name, and the details."""

    line: int
    name: str
    beside: str = ""


class PeopleList(Struct, frozen=True):
    """A list of people, its columns if there are several, and the ``titles`` above the people."""

    names: list[ListedName]
    columns: ListColumns | None = None
    titles: tuple[ListedName, ...] = ()


NumberedRow = tuple[int, list[str]]


def parse_people_list(
    text: str, *, lines_are_names: bool = False, name_columns: Sequence[int] = ()
) -> PeopleList:
    """Parse a list of people. If ``lines_are_names`` is true, a whole line is a name.

    ``name_columns`` are the numbers (from 1) of the columns that contain names. By default, these
    columns are found automatically. Blank lines, a heading and a column of line numbers are
    skipped.
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if lines_are_names:
        return PeopleList(
            [
                _parse_name_and_details(number, [_strip_bullet_or_number(line)])
                for number, line in lines
            ]
        )
    lines, separator = _detect_separator_and_drop_its_line(lines)
    rows = [(number, _split_cells(line, separator)) for number, line in lines]
    if not rows or not separator or max(len(cells) for _, cells in rows) < 2:
        above, of_titles = _count_lines_above_names(rows)
        people = [_parse_name_and_details(number, cells) for number, cells in rows[above:]]
        return PeopleList(people, None, _make_listed_titles(rows[:of_titles]))
    found = find_name_columns([cells for _, cells in rows])
    titles = _make_listed_titles([rows[place] for place in found.titles])
    if found.heading:
        last, _ = rows[found.above - 1]
        quoted = _read_quoted_rows(text, separator) or rows
        rows = [row for row in quoted if row[0] > last]
        if 1 not in found.names and _are_line_numbers([cells[0] for _, cells in rows]):
            rows = [(number, ["", *cells[1:]]) for number, cells in rows]
    else:
        rows = rows[found.above :]
        if _are_line_numbers([cells[0] for _, cells in rows]) and all(len(c) > 1 for _, c in rows):
            rows = [(number, ["", *cells[1:]]) for number, cells in rows]
            found = find_name_columns([cells for _, cells in rows])
    names = [number - 1 for number in name_columns or found.names]
    return PeopleList([_make_listed_name(row, names, found) for row in rows], found, titles)


def _count_lines_above_names(rows: Sequence[NumberedRow]) -> tuple[int, int]:
    """Count the lines above the names of a single-column list, and the titles among these lines.

    There may be titles above the heading. If there are titles but no heading, a blank line follows
    the titles.
    """
    heads = [simplify_heading(cells[0]) for _, cells in rows]
    apart = 0
    for place, (line, cells) in enumerate(rows[:MAX_TITLES]):
        if is_name_heading(heads[place]) and heads[place] not in heads[place + 1 :]:
            return place + 1, place
        if not may_be_list_title(": ".join(cells)):
            break
        if rows[place + 1 :] and rows[place + 1][0] > line + 1:
            apart = place + 1
    return apart, apart


def _make_listed_titles(rows: Sequence[NumberedRow]) -> tuple[ListedName, ...]:
    told = ((number, [cell for cell in cells if cell.strip()]) for number, cells in rows)
    return tuple(_parse_name_and_details(number, cells) for number, cells in told if cells)


def parse_table_rows(text: str) -> list[NumberedRow]:
    """Read a table's rows, each with its line number from 1. Blank lines are skipped."""
    lines, separator = _detect_separator_and_drop_its_line(
        [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    )
    if not separator:
        return [(number, [line]) for number, line in lines]
    plain = [(number, line.split(separator)) for number, line in lines]
    return _read_quoted_rows(text, separator) or plain


def _detect_separator_and_drop_its_line(
    lines: list[tuple[int, str]],
) -> tuple[list[tuple[int, str]], str]:
    said = _SAID.fullmatch(lines[0][1]) if lines else None
    if said:
        return lines[1:], said[1]
    counts = {sign: sum(sign in line for _, line in lines) for sign in SEPARATORS}
    frequent = (sign for sign in SEPARATORS if lines and 2 * counts[sign] >= len(lines))
    return lines, next(frequent, "")


def _make_listed_name(row: NumberedRow, names: Sequence[int], columns: ListColumns) -> ListedName:
    number, cells = row
    name = " ".join(
        _strip_bullet_or_number(cells[place]).strip() for place in names if place < len(cells)
    )
    kept = [
        cell
        for place, cell in enumerate(cells)
        if place not in names and place + 1 not in columns.private
    ]
    is_any_cell_name = not columns.heading and len(cells) == 1
    return _parse_name_and_details(number, [name, *kept], is_any_cell_name=is_any_cell_name)


def _read_quoted_rows(text: str, separator: str) -> list[NumberedRow]:
    """Read a table whose cells may contain line breaks, or return [] if its quotes are invalid."""
    reader = csv.reader(text.splitlines(keepends=True), delimiter=separator, strict=True)
    rows, line = list[NumberedRow](), 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells) and not _SAID.fullmatch(separator.join(cells)):
                rows.append((line, cells))
            line = reader.line_num + 1
    except csv.Error:
        return []
    return rows


def _parse_name_and_details(
    number: int, cells: Sequence[str], *, is_any_cell_name: bool = True
) -> ListedName:
    """Parse a line.

    The name is in the first cell. If this is empty, the name is in the next cell with text.
    """
    plain = map(unescape_formula, cells)
    name, *more = [" ".join(EMAIL.sub(" ", cell).split()) for cell in plain] or [""]
    if not name and is_any_cell_name:
        name, *more = [cell for cell in more if cell] or [""]
    return ListedName(number, name, ", ".join(cell for cell in more if cell))


def _split_cells(line: str, separator: str) -> list[str]:
    if separator:
        try:
            cells = next(csv.reader([line], delimiter=separator, skipinitialspace=True), [])
        except csv.Error:  # a quote that is never closed
            cells = line.split(separator)
        return [_strip_bullet_or_number(cells[0]), *cells[1:]] if cells else [""]
    bare = _strip_bullet_or_number(line).strip()
    found = _NAME_AND_MORE.fullmatch(bare)
    if found is None:
        return [bare]
    quoted, name, sign, more = found.groups()
    if quoted or sign[-1:] in SEPARATORS:
        return _split_cells(bare, sign[-1:] or ",")
    return [name, more.translate(_BRACKETS)]


def _strip_bullet_or_number(line: str) -> str:
    return _MARK.sub("", line, count=1) if _MARK.match(line) else line


def _are_line_numbers(cells: Sequence[str]) -> bool:
    told = [said for cell in cells if (said := cell.strip(" ."))]
    if not all(each.isascii() and each.isdigit() and len(each) < 6 for each in told):
        return False
    return all(int(b) == int(a) + 1 for a, b in pairwise(told))
