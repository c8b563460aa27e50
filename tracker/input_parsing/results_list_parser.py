"""Parses results from a spreadsheet or another program, with one game per row.

Headings identify the columns, as in ``Round,Player 1,Player 2,VP 1,VP 2`` or
``Heim;Gast;Ergebnis``. Without headings, names of players identify the players' columns, and
results identify their column.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import takewhile

from msgspec import Struct

from tracker.input_parsing.multilingual_column_headings import (
    RESULTS,
    is_bye_word,
    simplify_heading,
)
from tracker.input_parsing.name_column_detection import ListColumn, ListColumns
from tracker.input_parsing.player_list_parser import NumberedRow, parse_table_rows
from tracker.vocabulary.name_normalisation import make_name_key
from tracker.vocabulary.spreadsheet_formulas import unescape_formula

_DIGIT = re.compile(r"\d")
_NUMBER = re.compile(r"[-−]?\d+")

_MAX_TOP_ROWS = 6
"""The number of rows at the top that are searched for a heading."""
_HEADINGS = frozenset[str]().union(*RESULTS.values())
_POINTS = frozenset(("home-points", "away-points"))
_EXTRA = re.compile(r"(.+)[ _](home|away)", re.IGNORECASE)
"""The heading of a player's points in an additional column, such as ``casualties home``."""


class ListedResult(Struct, frozen=True):
    """A row of the list: its line number from 1, and the values in its known columns."""

    line: int
    cells: Mapping[str, str]


class ResultsList(Struct, frozen=True):
    """The rows of a list of results. ``places`` maps kinds of content to the numbers of columns.

    ``heading_line`` is the line that was read as the heading, or 0 if there was none. ``titles``
    are the rows above the heading.
    """

    rows: list[ListedResult]
    columns: ListColumns
    places: Mapping[str, int]
    heading_line: int
    titles: Sequence[NumberedRow]
    extra_columns: Sequence[str] = ()
    """The names of additional columns, such as ``casualties``.

    Their cells and places are under ``casualties home`` and ``casualties away``.
    """

    @property
    def has_needed_columns(self) -> bool:
        ends = ({"result"}, {"winner"}, _POINTS)
        known = self.places.keys()
        return {"home", "away"} <= known and any(one <= known for one in ends)

    def get_column_names(self) -> dict[str, str]:
        """Return the names of the known columns: headings, or texts such as ``column 4``."""
        headings = {one.number: one.heading for one in self.columns.columns}
        return {
            what: headings.get(place) or f"column {place}" for what, place in self.places.items()
        }


def parse_results_table(
    text: str,
    player_names: Collection[str],
    chosen_columns: Mapping[str, int],
    is_result: Callable[[str], bool],
) -> ResultsList:
    """Parse a list of results.

    ``player_names`` are the players' names. ``chosen_columns`` maps a kind of content, such as
    ``home``, to the number of the column that people chose for it. ``is_result`` returns whether a
    cell is a valid result. Columns of points are ignored if people chose a result column, or if the
    list has a result column and only one column of points.
    """
    rows = [(line, [*map(unescape_formula, row)]) for line, row in parse_table_rows(text)]
    wide = max((len(row) for _, row in rows), default=0)
    players = set(map(make_name_key, player_names))
    at = _find_heading_row([row for _, row in rows], players, is_result)
    headings = [] if at is None else rows[at][1]
    heads = [simplify_heading(_get_cell(headings, place + 1)) for place in range(wide)]
    places = {
        what: heads.index(head) + 1
        for what, words in RESULTS.items()
        for head in reversed(heads)
        if head in words
    }
    body = rows if at is None else rows[at + 1 :]
    found = {what: place for what, place in places.items() if place not in chosen_columns.values()}
    known = {**found, **chosen_columns}
    extra_columns = _find_extra_columns(headings, [row for _, row in body], known)
    for name, pair in extra_columns.items():
        known |= {f"{name} {side}": place for side, place in pair.items()}
    places = {
        **_find_columns_by_content([row for _, row in body], wide, known, players, is_result),
        **known,
    }
    if "result" in chosen_columns or ("result" in places and not places.keys() >= _POINTS):
        for what in _POINTS - chosen_columns.keys():
            places.pop(what, None)
    columns = ListColumns(
        tuple(
            ListColumn(
                place + 1,
                _get_cell(headings, place + 1),
                _get_cell(body[0][1], place + 1) if body else "",
            )
            for place in range(wide)
        ),
        (),
        sure=True,
        heading=at is not None,
    )
    listed = [
        ListedResult(line, {what: _get_cell(row, place) for what, place in places.items()})
        for line, row in body
    ]
    line, titles = (0, []) if at is None else (rows[at][0], rows[:at])
    return ResultsList(listed, columns, places, line, titles, [*extra_columns])


def _find_extra_columns(
    headings: Sequence[str], body: Sequence[Sequence[str]], known: Mapping[str, int]
) -> dict[str, dict[str, int]]:
    """Find additional columns of numbers for each player, with headings as in ``casualties home``.

    Returns the places of the columns for the home and the away player, by name.
    """
    found = dict[str, dict[str, int]]()
    for place in range(1, len(headings) + 1):
        heading = _EXTRA.fullmatch(_get_cell(headings, place))
        has_numbers = any(_NUMBER.fullmatch(_get_cell(row, place)) for row in body)
        if heading and has_numbers and place not in known.values():
            found.setdefault(heading[1], {}).setdefault(heading[2].lower(), place)
    return {name: pair for name, pair in found.items() if len(pair) == 2}


def _find_heading_row(
    rows: Sequence[Sequence[str]], players: set[str], is_result: Callable[[str], bool]
) -> int | None:
    """Return the index of the heading among the first rows, or None.

    The heading is the row with the most known headings. If no row has any, it is a row of unknown
    words directly above the first row with a player. The rows above it must then have only one
    cell, and contain no player and no result.
    """
    named = [any(make_name_key(cell) in players for cell in row) for row in rows]
    known = [sum(simplify_heading(cell) in _HEADINGS for cell in row) for row in rows]
    tops = list(
        takewhile(
            lambda at: known[at] > 1 or not (named[at] or any(map(is_result, rows[at]))),
            range(min(len(rows), _MAX_TOP_ROWS)),
        )
    )
    if any(known[at] for at in tops):
        return max(tops, key=known.__getitem__)
    if not tops or named[len(tops) : len(tops) + 1] != [True]:
        return None
    *above, last = tops
    has_digits = any(char.isdigit() for cell in rows[last] for char in cell)
    has_titles = all(len([*filter(str.strip, rows[at])]) == 1 for at in above)
    return last if has_titles and not has_digits else None


def _find_columns_by_content(
    body: Sequence[Sequence[str]],
    wide: int,
    known: Mapping[str, int],
    players: set[str],
    is_result: Callable[[str], bool],
) -> dict[str, int]:
    """Find columns without a known heading by their content. Only one column can have results."""
    cells = {
        at: told
        for at in range(1, wide + 1)
        if at not in known.values() and (told := [c for row in body if (c := _get_cell(row, at))])
    }
    found = dict[str, int]()
    for at, told in cells.items():
        names = sum(make_name_key(cell) in players or is_bye_word(cell) for cell in told)
        missing = next((one for one in ("home", "away") if one not in {*known, *found}), "")
        if missing and 2 * names > len(told):
            found[missing] = at
    results = [
        at
        for at, told in cells.items()
        if all(map(is_result, told)) and any(map(_DIGIT.search, told))
    ]
    if "result" not in known and not known.keys() >= _POINTS and len(results) == 1:
        found["result"] = results[0]
    return found


def _get_cell(row: Sequence[str], place: int) -> str:
    return " ".join(row[place - 1].split()) if place <= len(row) else ""
