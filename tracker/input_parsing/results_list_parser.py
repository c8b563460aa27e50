"""Parses results from a spreadsheet or another program, with one game per row.

Headings identify the columns, as in ``Round,Player 1,Player 2,VP 1,VP 2`` or
``Heim;Gast;Ergebnis``. Without headings, the players' columns are identified by their names, and
the result's column by its form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence

from msgspec import Struct

from tracker.input_parsing.multilingual_column_headings import RESULTS, simplify_heading
from tracker.input_parsing.name_column_detection import ListColumn, ListColumns
from tracker.input_parsing.player_list_parser import read_table_rows
from tracker.vocabulary.name_normalisation import make_name_key

_SCORE = re.compile(r"\s*[-−]?\d{1,6}\s*[-–:]\s*[-−]?\d{1,6}\s*")

_POINTS = frozenset(("home-points", "away-points"))


class ListedResult(Struct, frozen=True):
    """A row of the list: its line number from 1, and the values in its known columns."""

    line: int
    cells: Mapping[str, str]


class ResultsList(Struct, frozen=True):
    """The rows of a list of results. ``places`` are the numbers of its known columns, by content.

    ``heading_line`` is the line that was taken as the heading, or 0 if there was none.
    """

    rows: list[ListedResult]
    columns: ListColumns
    places: Mapping[str, int]
    heading_line: int

    @property
    def has_needed_columns(self) -> bool:
        """Whether the columns of both players and of the result are known."""
        ends = ({"result"}, {"winner"}, _POINTS)
        known = self.places.keys()
        return {"home", "away"} <= known and any(one <= known for one in ends)

    def name_columns(self) -> dict[str, str]:
        """Return how the list names its known columns: by headings, or as e.g. ``column 4``."""
        headings = {one.number: one.heading for one in self.columns.columns}
        return {
            what: headings.get(place) or f"column {place}" for what, place in self.places.items()
        }


def read_results(
    text: str,
    names: Collection[str],
    chosen_columns: Mapping[str, int],
    is_result: Callable[[str], bool],
) -> ResultsList:
    """Parse a list of results.

    ``names`` are the players' names, and ``chosen_columns`` the specified columns.

    A specified result column replaces columns of points that were found, and so does any result
    column a single one. ``is_result`` tells whether a cell is a valid result.
    """
    rows = read_table_rows(text)
    cells = [row for _, row in rows] or [[]]
    wide = max(map(len, cells))
    heads = [simplify_heading(cells[0][at]) if at < len(cells[0]) else "" for at in range(wide)]
    places = {
        what: heads.index(head) + 1
        for what, words in RESULTS.items()
        for head in reversed(heads)
        if head in words
    }
    players = set(map(make_name_key, names))
    heading = bool(places) or _has_unknown_headings(cells, players, is_result)
    body = rows[1:] if heading else rows
    known = {**places, **chosen_columns}
    places = {**_find_by_cells([row for _, row in body], wide, known, players), **known}
    if "result" in chosen_columns or ("result" in places and not places.keys() >= _POINTS):
        for what in _POINTS - chosen_columns.keys():
            places.pop(what, None)
    columns = ListColumns(
        tuple(
            ListColumn(
                at + 1,
                _get_cell(cells[0], at + 1) if heading else "",
                _get_cell(body[0][1], at + 1) if body else "",
            )
            for at in range(wide)
        ),
        (),
        sure=True,
        heading=heading,
    )
    listed = [
        ListedResult(line, {what: _get_cell(row, place) for what, place in places.items()})
        for line, row in body
    ]
    return ResultsList(listed, columns, places, rows[0][0] if heading else 0)


def _has_unknown_headings(
    cells: Sequence[Sequence[str]], players: set[str], is_result: Callable[[str], bool]
) -> bool:
    """Whether the first row is a heading in unknown words, above a row with a player."""
    first, second = cells[0], cells[1] if len(cells) > 1 else []
    if any(is_result(cell) or any(char.isdigit() for char in cell) for cell in first):
        return False
    named = [any(make_name_key(cell) in players for cell in row) for row in (first, second)]
    return named == [False, True]


def _find_by_cells(
    body: Sequence[Sequence[str]], wide: int, known: Mapping[str, int], players: set[str]
) -> dict[str, int]:
    """Find the columns of players and results that have no known heading, by their content."""
    free = [at for at in range(1, wide + 1) if at not in known.values()]
    found = dict[str, int]()
    for at in free:
        told = [cell for row in body if (cell := _get_cell(row, at))]
        names = sum(make_name_key(cell) in players for cell in told)
        missing = next((one for one in ("home", "away") if one not in {*known, *found}), "")
        if missing and 2 * names > len(told):
            found[missing] = at
    scores = [
        at
        for at in free
        if any(_get_cell(row, at) for row in body)
        and all(not _get_cell(row, at) or _SCORE.fullmatch(_get_cell(row, at)) for row in body)
    ]
    if "result" not in known and not known.keys() >= _POINTS and len(scores) == 1:
        found["result"] = scores[0]
    return found


def _get_cell(row: Sequence[str], place: int) -> str:
    return " ".join(row[place - 1].split()) if place <= len(row) else ""
