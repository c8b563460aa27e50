"""The parts of reports: sections with tables, days, and cleaned text from people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct

from tracker.application.table_columns import Column, R_contra
from tracker.application.text_cleaning import clean_text

LONGEST = 10_000


To = Callable[[str], str]
"""Maps a player, force or game (by its id: ``p1``, ``w2``, ``m3``) to its page, or to ""."""


def link_nowhere(_: str) -> str:
    """Return no page, for reports outside a site."""
    return ""


class TextTable(Struct, frozen=True):
    """Rows of text under their headings. Columns in ``numbers`` are aligned right.

    ``links`` are the pages of cells, by row and column from 0.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: frozenset[int] = frozenset()
    links: dict[tuple[int, int], str] = {}


def build_text_table(
    columns: Sequence[Column[R_contra]],
    rows: Iterable[R_contra],
    pages: Mapping[str, Callable[[R_contra], str]] | None = None,
) -> TextTable:
    """Build a table of these columns. ``pages`` returns the pages of cells, by heading."""
    rows, pages = tuple(rows), pages or {}
    return TextTable(
        tuple(clean_to_one_line(one.short_heading) for one in columns),
        tuple(tuple(clean_to_one_line(one.cell(row)) for one in columns) for row in rows),
        frozenset(place for place, one in enumerate(columns) if not one.words),
        {
            (n, place): page
            for place, one in enumerate(columns)
            if one.heading in pages
            for n, row in enumerate(rows)
            if (page := pages[one.heading](row))
        },
    )


class ReportSection(Struct, frozen=True):
    """A heading, text, a table (or None), and notes.

    ``link`` is the page of the heading's subject. ``more`` are further tables with headings, shown
    before the notes.
    """

    title: str
    about: str = ""
    table: TextTable | None = None
    notes: tuple[str, ...] = ()
    link: str = ""
    more: tuple[ReportSection, ...] = ()


class HistoryDay(Struct, frozen=True):
    """The events of a day. A story entry keeps its line breaks."""

    on: str
    told: tuple[tuple[str, ...], ...]


def clean_to_one_line(text: str) -> str:
    """Put text from people on one line, without control characters."""
    return clean_text(text, LONGEST)


def clean_multiline_text(text: str) -> str:
    """Clean text from people: line breaks stay, and control characters are removed."""
    return "\n".join(map(clean_to_one_line, text.splitlines()))
