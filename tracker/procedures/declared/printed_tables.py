"""The printed tables of a phase, and the cells that a roll uses.

>>> head = ("cover", "to hit")
>>> rows = (("soft", format_signed(1)), ("hard", format_signed(2)))
>>> PrintedTable("Cover", "SK-FIRE-3", head, rows).rows
(('soft', '+1'), ('hard', '+2'))
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tracker.procedures.requests import Request
from tracker.vocabulary.dice_bands import Modifier
from tracker.vocabulary.renamed_names import keep_old_names


class PrintedTable(Struct, frozen=True):
    """A rulebook table. ``head`` has the column headings (labels first), and ``rows`` the cells.

    A label may have several words for one row, separated by commas: ``infantry, beast``. A number
    comes from this table if one of its modifiers has the table's rule, or a rule in ``also``. If a
    modifier's rule is in ``whole``, all columns of its row are used, because they are equal.
    """

    title: str
    rule: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    whole: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


def fill_cells(table: PrintedTable, **values: object) -> PrintedTable:
    """Replace the names in braces in a table's cells, such as ``{penalty}``, with ``values``.

    Raises ``KeyError`` if a name has no value.
    """
    rows = tuple(tuple(cell.format_map(values) for cell in row) for row in table.rows)
    return replace(table, rows=rows)


def format_signed(number: int) -> str:
    """Format a modifier as in a table cell, such as ``+2``, ``−1`` or ``0``."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def fill_cells_with_numbers(table: PrintedTable, numbers: Mapping[str, Any]) -> PrintedTable:
    """Replace names in cells by numbers: ``{PANIC}``, or with a sign ``{QUALITY[green]:+}``."""
    from string import Formatter

    class NumberFormatter(Formatter):
        def format_field(self, value: Any, format_spec: str) -> str:
            return format_signed(value) if format_spec == "+" else str(value)

    fill = partial(NumberFormatter().vformat, args=(), kwargs=numbers)
    return replace(table, rows=tuple(tuple(map(fill, cells)) for cells in table.rows))


class UsedCells(Struct, frozen=True):
    """The indices of the ``rows`` and the ``column`` that a roll uses. Column 0 means all."""

    rows: tuple[int, ...] = ()
    column: int = 1


NO_CELLS = UsedCells()


def find_used_cells(table: PrintedTable, request: Request[Any] | None) -> UsedCells:
    """Find the cells that the open roll uses.

    The modifiers of the roll's need determine these cells.
    """
    parts: tuple[Modifier, ...] = getattr(request, "modifiers", ()) if request is not None else ()
    labels = [cells[0] for cells in table.rows]
    whole = _find_label_index(labels, [part.name for part in parts if part.rule in table.whole])
    if whole is not None:
        return UsedCells((whole,), 0)
    own = [part.name for part in parts if part.rule in (table.rule, *table.also)]
    if not own:
        return NO_CELLS
    every = [part.name for part in parts]
    if len(table.head) == 2:  # the labels, and one column
        found = {_find_label_index(labels, [name]) for name in every}
        return UsedCells(tuple(sorted(place for place in found if place is not None)))
    row, column = _find_label_index(labels, own), _find_label_index(list(table.head[1:]), every)
    return NO_CELLS if row is None else UsedCells((row,), 1 if column is None else column + 1)


def _find_label_index(labels: list[str], names: list[str]) -> int | None:
    """Return the index of the label with the longest word in ``names``, or None for no match."""
    text = " ".join(names).casefold()
    found = [
        (len(word), -place)
        for place, label in enumerate(labels)
        for word in label.casefold().split(", ")
        if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text)
    ]
    return -max(found)[1] if found else None


keep_old_names(__name__)
