"""A question for amounts as a table, with one row for each unit and its groups in columns."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from tracker.application.match.group_amount_choices import list_amount_rows
from tracker.procedures.match_view import Match
from tracker.procedures.requests import Request, Tally
from tracker.vocabulary.subject_ids import Subject, format_handle
from tui.terminal_text_fitting import count_cells, pad_text
from tui.views.pending_question_view import name_subject


class AmountTableRow(Struct, frozen=True):
    """A unit with its largest amount, and for each column its groups, such as ``a B1 5``."""

    tag: str
    name: str
    most: int
    cells: tuple[str, ...]


class AmountTable(Struct, frozen=True):
    """A table of amounts. A group has its letter, its name and the proposed number, if any."""

    headings: tuple[str, ...]
    rows: tuple[AmountTableRow, ...]
    example: str

    def format_lines(self, width: int) -> list[str]:
        """Format the heading and the rows. Units have their names if these fit."""
        named = self._format_columns([row.name for row in self.rows])
        if max(map(count_cells, named)) <= width:
            return named
        return self._format_columns([row.tag for row in self.rows])

    def _format_columns(self, units: list[str]) -> list[str]:
        rows = zip(units, self.rows, strict=True)
        texts = [
            ("", "of", *self.headings),
            *((unit, str(row.most), *row.cells) for unit, row in rows),
        ]
        widths = [max(map(count_cells, column)) for column in zip(*texts, strict=True)]
        return [
            "  ".join(
                pad_text(text, size) for text, size in zip(line, widths, strict=True)
            ).rstrip()
            for line in texts
        ]


def build_amount_table(match: Match, request: Request[Any]) -> AmountTable | None:
    """Build the table of a question whose groups name their columns, or return None."""
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
                format_handle(unit).upper(),
                name_subject(match, unit, with_letter=True),
                sizes[unit],
                tuple(map(" · ".join, cells)),
            )
            for unit, cells in groups.items()
        ),
        example=f"{rows[0].handle} {min(rows[0].most, 2)}" if rows else "",
    )
