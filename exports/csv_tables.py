"""CSV tables, in which no cell can become a formula in a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any, TypeVar

from msgspec import Struct

from tracker.leagues.results.standings_input_types import ExactNumber
from tracker.vocabulary.spreadsheet_formulas import escape_formula

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
Cell = str | int | float | Decimal

R = TypeVar("R")


class CsvTable(Struct, frozen=True):
    """A CSV table: column headings and rows."""

    headings: Sequence[str]
    rows: Iterable[Sequence[Cell]] = ()


def build_csv_table(columns: Mapping[str, Callable[[R], object]], rows: Iterable[R]) -> CsvTable:
    """Build a table from rows. ``columns`` maps each heading to a function that reads its value."""
    cells = ([convert_to_csv_cell(value(row)) for value in columns.values()] for row in rows)
    return CsvTable(tuple(columns), cells)


def make_csv_cells_from_attributes(
    columns: Sequence[str], source: object, /, **overrides: object
) -> tuple[Cell, ...]:
    """Make a cell for each column from ``overrides`` or from the attributes of ``source``.

    True becomes 1, and None becomes "". An exact number becomes an integer if possible, and is
    otherwise rounded to four decimal places.
    """
    return tuple(
        convert_to_csv_cell(overrides[name] if name in overrides else getattr(source, name))
        for name in columns
    )


def convert_to_csv_cell(value: Any) -> Cell:
    """Convert a value to a number or text for a spreadsheet cell. None becomes empty text."""
    if isinstance(value, ExactNumber):
        exact = value.fraction
        return exact.numerator if exact.denominator == 1 else round(float(exact), 4)
    return "" if value is None else int(value) if isinstance(value, bool) else value


def format_utc_timestamp(microseconds: int) -> str:
    """Format a timestamp in UTC, as in ``2024-05-11T17:30:00.000000Z``."""
    return f"{EPOCH + timedelta(microseconds=microseconds):%Y-%m-%dT%H:%M:%S.%fZ}"


def render_csv(table: CsvTable, *, excel: bool = False) -> str:
    """Render the table as CSV, in which no cell can become a formula.

    ``excel`` is for Excel in countries with a decimal comma. It adds a byte order mark (BOM),
    separates cells with semicolons, and writes numbers with commas.
    """
    text = io.StringIO()
    text.write("\ufeff" if excel else "")
    writer = csv.writer(text, delimiter=";" if excel else ",", lineterminator="\n")
    for row in (table.headings, *table.rows):
        safe = [_escape_formula_and_control_characters(cell) for cell in row]
        if excel:
            safe = [
                str(cell).replace(".", ",") if isinstance(cell, float | Decimal) else cell
                for cell in safe
            ]
        writer.writerow(safe)
    return text.getvalue()


_CONTROL_CHARACTERS = {code: " " for code in (*range(32), *range(127, 160)) if code not in (9, 10)}


def _escape_formula_and_control_characters(cell: Cell) -> Cell:
    """Escape formulas, and replace lone carriage returns, which would end a row.

    Other control characters become spaces, because people often view tables in a terminal.
    """
    if not isinstance(cell, str):
        return cell
    text = escape_formula(cell).replace("\r\n", "\n").replace("\r", "\n")
    return text.translate(_CONTROL_CHARACTERS)
