"""The types that make up every report: sections, tables and days, with cleaned text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct

from tracker.application.table_columns import Column, R_contra
from tracker.application.text_cleaning import clean_text

MAX_TEXT_LENGTH = 10_000

FindPageAddress = Callable[[str], str]
"""A function that returns the page address of a player, force or game, or "" for none."""


def find_no_page(_: str) -> str:
    """Return "", because a report outside a site has no pages to link to."""
    return ""


class TextTable(Struct, frozen=True):
    """A table of text with headings. The columns in ``numeric_columns`` are right-aligned.

    ``links`` maps cells to pages. A cell is given by its row and column, both counted from 0.
    """

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric_columns: frozenset[int] = frozenset()
    links: dict[tuple[int, int], str] = {}


def build_text_table(
    columns: Sequence[Column[R_contra]],
    rows: Iterable[R_contra],
    page_finders: Mapping[str, Callable[[R_contra], str]] | None = None,
) -> TextTable:
    """Build a table. ``page_finders`` maps a heading to a function that finds a row's page."""
    rows, page_finders = tuple(rows), page_finders or {}
    return TextTable(
        tuple(clean_to_one_line(column.short_heading) for column in columns),
        tuple(tuple(clean_to_one_line(column.cell(row)) for column in columns) for row in rows),
        frozenset(index for index, column in enumerate(columns) if not column.words),
        {
            (n, index): page
            for index, column in enumerate(columns)
            if column.heading in page_finders
            for n, row in enumerate(rows)
            if (page := page_finders[column.heading](row))
        },
    )


class ReportSection(Struct, frozen=True):
    """A report section with a heading, text, a table (or None) and notes.

    ``link`` is the page of the heading's subject. ``subsections`` holds more tables with
    headings, shown before the notes.
    """

    title: str
    about: str = ""
    table: TextTable | None = None
    notes: tuple[str, ...] = ()
    link: str = ""
    subsections: tuple[ReportSection, ...] = ()


class HistoryDay(Struct, frozen=True):
    """The events of a day. A story entry keeps its line breaks."""

    date: str
    entries: tuple[tuple[str, ...], ...]


def clean_to_one_line(text: str) -> str:
    """Convert text from users to a single line without control characters."""
    return clean_text(text, MAX_TEXT_LENGTH)


def clean_multiline_text(text: str) -> str:
    """Remove control characters from users' text, but keep its line breaks."""
    return "\n".join(map(clean_to_one_line, text.splitlines()))
