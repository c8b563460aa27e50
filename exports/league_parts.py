"""What reports of leagues are made of: sections with tables, days, text from people made plain."""

from __future__ import annotations

import pendulum
from msgspec import Struct

from tracker.application.text import clean

LONGEST = 10_000


class TextTable(Struct, frozen=True):
    """Rows of words under their heads; the columns in ``numbers`` stand on the right."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: frozenset[int] = frozenset()


class Section(Struct, frozen=True):
    """A heading, words below it, a table, and notes after it; ``table`` None where none is."""

    title: str
    about: str = ""
    table: TextTable | None = None
    notes: tuple[str, ...] = ()


class Day(Struct, frozen=True):
    """What happened on a day; a piece of the story keeps its lines."""

    on: str
    told: tuple[tuple[str, ...], ...]


def plain(text: str) -> str:
    """Text from people on one line, without control characters."""
    return clean(text, LONGEST)


def date(day: str) -> str:
    """``Fri 20 Nov 2026``; nothing stays nothing."""
    if not day:
        return ""
    return pendulum.from_format(day, "YYYY-MM-DD", tz="UTC").format("ddd D MMM YYYY")
