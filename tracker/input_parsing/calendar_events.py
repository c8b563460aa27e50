r"""Reads the events of a calendar file (iCalendar, RFC 5545).

>>> text = "BEGIN:VEVENT\nSUMMARY:Anna v Bram\nDTSTART:20261003T173000Z\nEND:VEVENT"
>>> [event] = parse_calendar_events(text)
>>> event.title, event.on, event.time, event.zone
('Anna v Bram', '2026-10-03', '17:30', 'UTC')
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

_FOLD = re.compile(r"\r?\n[ \t]")
_LINE = re.compile(r'([A-Z-]+)((?:;[^:;"]*(?:"[^"]*"[^:;"]*)*)*):(.*)', re.IGNORECASE)
_MOMENT = re.compile(r"(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(?:\d{2})?(Z?))?")
_ZONE = re.compile(r';TZID="?([^;"]+)', re.IGNORECASE)
_ESCAPED = re.compile(r"\\(.)")


class CalendarEvent(Struct, frozen=True):
    """A calendar event. ``number`` is its position in the file, counted from 1.

    ``on`` is the date (YYYY-MM-DD), or empty if the file does not give one. ``time`` is the time
    (HH:MM), or empty for an all-day event. ``zone`` is the event's time zone, or empty for the
    reader's own time zone.
    """

    number: int
    uid: str = ""
    title: str = ""
    on: str = ""
    time: str = ""
    zone: str = ""
    where: str = ""
    is_cancelled: bool = False


def parse_calendar_events(text: str) -> list[CalendarEvent]:
    return [_read_event(number, lines) for number, lines in enumerate(_split_events(text), 1)]


def _split_events(text: str) -> Iterator[list[str]]:
    inside: list[str] = []
    lines: list[str] = []
    for line in _FOLD.sub("", text).splitlines():
        name, _, value = line.strip().upper().partition(":")
        if name == "BEGIN":
            inside.append(value)
            lines = [] if value == "VEVENT" else lines
        elif name == "END" and inside:
            if inside.pop() == "VEVENT":
                yield lines
        elif inside and inside[-1] == "VEVENT":
            lines.append(line)


def _read_event(number: int, lines: list[str]) -> CalendarEvent:
    known = {found[1].upper(): found for line in lines if (found := _LINE.fullmatch(line))}
    said = {name: _unescape(found[3]) for name, found in known.items()}
    on = time = zone = ""
    if "DTSTART" in known and (moment := _MOMENT.fullmatch(known["DTSTART"][3].strip())):
        year, month, day, hour, minute, utc = moment.groups()
        on, time = f"{year}-{month}-{day}", f"{hour}:{minute}" if hour else ""
        named = _ZONE.search(known["DTSTART"][2])
        zone = "UTC" if utc else named[1] if named else ""
    title, where = said.get("SUMMARY", ""), said.get("LOCATION", "")
    is_cancelled = said.get("STATUS", "").strip().upper() == "CANCELLED"
    uid = said.get("UID", "").strip()
    return CalendarEvent(number, uid, title, on, time, zone, where, is_cancelled)


def _unescape(value: str) -> str:
    return _ESCAPED.sub(lambda found: " " if found[1] in "nN" else found[1], value)
