"""The dates of games: the years that can be entered, and dates as they are stored."""

from __future__ import annotations

from datetime import date

from tracker.application.errors import Refused

YEARS = range(1900, 3000)


def require_plausible_year(day: date) -> None:
    """Raise ``Refused`` if no game can have been played in the year of a date."""
    if day.year not in YEARS:
        raise Refused(
            f"The date {day.year:04}-{day:%m-%d} is out of range. Choose a year from {YEARS[0]} to"
            f" {YEARS[-1]}."
        )


def parse_stored_date(text: str) -> date:
    """Parse a stored date (YYYY-MM-DD). Raises ``ValueError``.

    Older ledgers can contain early years without leading zeros, as in ``206-10-03``.
    """
    return date.fromisoformat(text.zfill(10) if "-" in text[:4] else text)
