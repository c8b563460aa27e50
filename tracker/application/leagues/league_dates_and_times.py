"""Parses and formats dates and times in a league's own time zone."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress

import pendulum
from pendulum.tz.data.windows import windows_timezones
from pendulum.tz.exceptions import InvalidTimezone

from tracker.application.errors import Refused
from tracker.application.game_dates import parse_typed_day
from tracker.leagues.league_events import FixtureArranged
from tracker.leagues.league_state import GameArrangement

MICROSECONDS = 1_000_000


def resolve_time_zone(name: str) -> str:
    """Return the IANA name of a time zone. For "", return this computer's time zone.

    Windows names, such as ``Eastern Standard Time``, are converted. Raises ``Refused`` for an
    unknown name.
    """
    if not name:
        return pendulum.now().timezone_name or "UTC"
    for zone in filter(None, (name, windows_timezones.get(name))):
        with suppress(InvalidTimezone, ValueError, OSError):
            return pendulum.Timezone(zone).name
    raise Refused(f"{name!r} is not a time zone. Type a name such as `Europe/Vienna`.")


def format_day(day: str, today: str = "") -> str:
    """Format a date for people: ``Thu 19 Nov`` in the current year, otherwise ``20 Nov 2025``.

    If ``today`` is empty, the weekday and the year are always included. Dates are YYYY-MM-DD or "".
    """
    if not day:
        return ""
    this_year = day[:4] == today[:4]
    form = "ddd D MMM YYYY" if not today else "ddd D MMM" if this_year else "D MMM YYYY"
    return pendulum.from_format(day, "YYYY-MM-DD", tz="UTC").format(form)


def convert_to_local_day(microseconds: int, zone: str) -> str:
    """Convert microseconds since 1970 (UTC) to a date (YYYY-MM-DD) in a time zone."""
    return pendulum.from_timestamp(microseconds / MICROSECONDS, tz=zone).to_date_string()


class LeagueCalendar:
    """A calendar in the time zone of a league. ``clock`` returns microseconds since 1970 (UTC)."""

    def __init__(self, zone: str, clock: Callable[[], int]) -> None:
        self.zone = zone
        self._clock = clock

    @property
    def now(self) -> pendulum.DateTime:
        return self.convert_to_local_time(self._clock())

    @property
    def today(self) -> str:
        return self.now.to_date_string()

    def convert_to_local_time(self, microseconds: int) -> pendulum.DateTime:
        """Convert microseconds since 1970 (UTC) to a time in the league's time zone."""
        return pendulum.from_timestamp(microseconds / MICROSECONDS, tz=self.zone)

    def parse_day(self, text: str, error_message: str = "") -> str:
        """Parse a typed date, or a word such as ``today``, to YYYY-MM-DD.

        Raises ``Refused`` if it cannot be read.
        """
        return parse_typed_day(text, self.now, error_message)

    def format_day(self, day: str) -> str:
        """Format a date for people: ``Thu 19 Nov`` in the current year, or else ``20 Nov 2025``."""
        return format_day(day, self.today)

    def describe_days_ago(self, day: str) -> str:
        """Describe how long ago a date was: ``today``, ``yesterday`` or ``3 weeks ago``."""
        today = self.now.start_of("day")
        date = pendulum.from_format(day, "YYYY-MM-DD", tz=self.zone)
        days = (today - date).in_days()
        if days < 2:
            return ("today", "yesterday")[max(days, 0)]
        return date.diff_for_humans(today).replace("before", "ago")

    def parse_day_not_in_future(self, text: str) -> str:
        """Parse the date on which a game was played. Raises ``Refused`` for future dates."""
        day = self.parse_day(text)
        if day > self.today:
            raise Refused(
                f"{day} is in the future, but a result must be from today or earlier. To plan a"
                " future game, arrange it for that day."
            )
        return day

    def parse_time(self, text: str) -> str:
        """Parse a time of day such as 20:40 or 20:40:15 to HH:MM, or return "" for empty text.

        Raises ``Refused`` if it cannot be read.
        """
        found = re.fullmatch(r"(\d{1,2})[:.h](\d{2})(?::[0-5]\d)?", text.strip(), re.ASCII)
        if not text.strip():
            return ""
        if found is None or int(found[1]) > 23 or int(found[2]) > 59:
            raise Refused(f"{text!r} is not a time. Write it like 20:40.")
        return f"{int(found[1]):02d}:{found[2]}"


WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MIN_WEEKDAY_LETTERS = 3


def describe_arrangement(when: GameArrangement | FixtureArranged, today: str = "") -> str:
    """Describe the date, time and place of a game, as in ``Fri 27 Nov 19:30, the attic``.

    If ``today`` (YYYY-MM-DD) is empty, the year is always included.
    """
    day = " ".join(part for part in (format_day(when.on, today), when.time) if part)
    return f"{day}, {when.where}" if when.where else day


def parse_arrangement(text: str, calendar: LeagueCalendar) -> GameArrangement:
    """Parse the date, time and place of a game, as in ``fri 19:30 the attic``.

    A weekday means the next such day after today. Raises ``Refused`` for a date that is past or
    cannot be read.
    """
    words = text.split()
    if not words:
        return GameArrangement()
    first, *rest = words
    day = first.casefold()
    weekday = next((n for n, name in enumerate(WEEKDAYS) if name.startswith(day)), None)
    if weekday is None or len(day) < MIN_WEEKDAY_LETTERS:
        is_numeric = re.fullmatch(r"\d+([-.])\d+\1\d+", day, re.ASCII) is not None
        no_day = f"{text.strip()!r} does not begin with a day"
        what = f"{first!r} is not a date" if is_numeric else no_day
        on = calendar.parse_day(
            day, f"{what}. Write it like fri 19:30, tomorrow or {calendar.today}."
        )
    else:
        today = calendar.now
        on = today.add(days=(weekday - today.weekday() - 1) % 7 + 1).to_date_string()
    time = ""
    if rest and rest[0][:1].isdigit():
        time = calendar.parse_time(rest.pop(0))
    if on < calendar.today:
        raise Refused(f"{on} is in the past. Choose today or a later day.")
    return GameArrangement(on, time, " ".join(rest))
