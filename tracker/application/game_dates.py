"""Parses dates of games that people have typed, or that are stored."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from typing import TYPE_CHECKING

from tracker.application.errors import Refused

if TYPE_CHECKING:
    from pendulum import DateTime

YEARS = range(1900, 3000)
_DAY_FORMATS = ("YYYY-M-D", "D.M.YY", "D.M.YYYY", "D-MMM-YY", "D-MMM-YYYY")
"""The accepted date formats in the notation of pendulum. The first matching format is used."""


def _parse_in_accepted_formats(text: str) -> Iterator[DateTime]:
    import pendulum  # imported here because stored dates are read without it

    for day_format in _DAY_FORMATS if text.isascii() else ():
        with suppress(ValueError):
            yield pendulum.from_format(text.title(), day_format)


def parse_typed_day(text: str, now: DateTime, error_message: str = "") -> str:
    """Convert a typed date, or a word such as ``yesterday``, to YYYY-MM-DD.

    Empty text means today. ``now`` is the current time in the date's time zone. Raises ``Refused``,
    with ``error_message`` if it is given, for text that is not a date.
    """
    said = text.strip().lower()
    if said in ("", "today"):
        return now.to_date_string()
    if said == "yesterday":
        return now.subtract(days=1).to_date_string()
    if said == "tomorrow":
        return now.add(days=1).to_date_string()
    day = next(_parse_in_accepted_formats(said), None)
    if day is None:
        raise Refused(
            error_message or f"{text!r} is not a date. Write it like 2026-10-03 or 3.10.2026."
        )
    require_plausible_year(day)
    return day.to_date_string()


def require_plausible_year(day: date) -> None:
    """Raise ``Refused`` if the year of a date is not plausible for a game."""
    if day.year not in YEARS:
        raise Refused(
            f"The date {day.year:04}-{day:%m-%d} is out of range. Choose a year from {YEARS[0]} to"
            f" {YEARS[-1]}."
        )


def parse_stored_date(text: str) -> date:
    """Parse a stored date (YYYY-MM-DD). Raises ``ValueError`` if it is not a date.

    Old ledgers can contain early years without leading zeros, as in ``206-10-03``.
    """
    return date.fromisoformat(text.zfill(10) if "-" in text[:4] else text)
