"""What people type for a game to come: ``fri 19:30 the attic``, ``tomorrow``; how it reads."""

from __future__ import annotations

from msgspec import Struct

from tracker.application.errors import Refused
from tracker.application.leagues.dates import Days, format_day
from tracker.leagues.league_events import FixtureArranged
from tracker.leagues.league_rows import Arranged

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
SHORTEST = 3  # letters of a weekday


def describe_arrangement(when: Arranged | FixtureArranged, today: str = "") -> str:
    """``Fri 27 Nov 19:30, the attic``; without a today (YYYY-MM-DD) always with the year."""
    day = " ".join(part for part in (format_day(when.on, today), when.time) if part)
    return f"{day}, {when.where}" if when.where else day


class Agreed(Struct, frozen=True):
    """The day as YYYY-MM-DD (empty: none any more), the time of day and the place, if said."""

    on: str = ""
    time: str = ""
    where: str = ""


def parse_arrangement(text: str, days: Days) -> Agreed:
    """Day, then time, then place. A weekday is the next one to come. Raises ``Refused``."""
    words = text.split()
    if not words:
        return Agreed()
    first, *rest = words
    day = first.casefold()
    number = _weekday(day)
    if number is None:
        on = days.day(day)
    else:
        today = days.now
        on = today.add(days=(number - today.weekday() - 1) % 7 + 1).to_date_string()
    time = ""
    if rest and rest[0][:1].isdigit():
        time = days.time(rest.pop(0))
    if on < days.today:
        raise Refused(f"{on} is over; a game is arranged for today or a day to come.")
    return Agreed(on, time, " ".join(rest))


def _weekday(typed: str) -> int | None:
    """0 for Monday, None for what is no weekday."""
    if len(typed) < SHORTEST:
        return None
    return next((n for n, name in enumerate(WEEKDAYS) if name.startswith(typed)), None)
