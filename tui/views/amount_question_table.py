"""A question that asks for amounts, as a table: a row for each unit, with its groups in columns."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from tracker.application.match.amount_choice_notation import list_amount_rows
from tracker.procedures.match_view import Match
from tracker.procedures.requests import Request, Tally
from tracker.vocabulary.subject_ids import Subject
from tui.terminal_text_fitting import count_cells, pad_text
from tui.views.pending_question_view import name_subject


class AmountTableRow(Struct, frozen=True):
    """A unit with its largest amount, and with its groups in each column, such as ``a B1 5``."""

    tag: str
    name: str
    most: int
    cells: tuple[str, ...]


class AmountTable(Struct, frozen=True):
    """A table of amounts. A group is shown with its letter, its name and any proposed number."""

    headings: tuple[str, ...]
    rows: tuple[AmountTableRow, ...]
    example: str

    def format_lines(self, width: int) -> list[str]:
        """Format the rows below their heading. The names of units are included if they fit.

        If all columns together are too wide, each column is a block with its own heading.
        """
        names, tags = [row.name for row in self.rows], [row.tag for row in self.rows]
        columns = [*range(len(self.headings))]
        whole = [self._format_columns(units, columns) for units in (names, tags)]
        blocks = [line for column in columns for line in self._format_columns(tags, [column])]
        fitting = (lines for lines in whole if max(map(count_cells, lines)) <= width)
        return next(fitting, blocks)

    def _format_columns(self, units: list[str], columns: list[int]) -> list[str]:
        rows = [[row.cells[column] for column in columns] for row in self.rows]
        numbers = (str(row.most) for row in self.rows)
        texts = [
            ("", "of", *(self.headings[column] for column in columns)),
            *((unit, n, *cells) for unit, n, cells in zip(units, numbers, rows, strict=True)),
        ]
        widths = [max(map(count_cells, column)) for column in zip(*texts, strict=True)]
        padded = (map(pad_text, line, widths) for line in texts)
        return ["  ".join(line).rstrip() for line in padded]


def build_amount_table(match: Match, request: Request[Any]) -> AmountTable | None:
    """Build the table of a question whose groups name their columns, or return None for others."""
    if not isinstance(request, Tally) or not all(share.column for share in request.shares):
        return None
    proposed = dict(request.default)
    headings = tuple(dict.fromkeys(share.column for share in request.shares))
    groups: dict[Subject, list[list[str]]] = {}
    sizes: dict[Subject, int] = {}
    rows = list_amount_rows(request)
    for row, share in zip(rows, request.shares, strict=True):
        unit = Subject(share.id.partition("=")[0])
        letter = row.handle.removeprefix(match.handle(unit))
        number = f" {proposed[share.id]}" if share.id in proposed else ""
        cells = groups.setdefault(unit, [[] for _ in headings])
        cells[headings.index(share.column)].append(f"{letter} {share.cell}{number}".strip())
        sizes[unit] = max(share.most, sizes.get(unit, 0))
    return AmountTable(
        headings=headings,
        rows=tuple(
            AmountTableRow(
                match.tag(unit),
                name_subject(match, unit, with_letter=True),
                sizes[unit],
                tuple(map(" · ".join, cells)),
            )
            for unit, cells in groups.items()
        ),
        example=f"{rows[0].handle} {min(rows[0].most, 2)}" if rows else "",
    )
