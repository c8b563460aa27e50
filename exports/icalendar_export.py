"""The games of a league or campaign as a calendar (iCalendar, RFC 5545).

A game with a date and a time becomes an appointment in UTC, so that every calendar shows it in its
own time zone. It ends after three hours, as its description says. A game with only a date is an
all-day entry that does not mark people as busy. A game without a date is omitted. A game's UID
never changes, and its SEQUENCE rises with the league's events. Importing the file again therefore
updates the appointments in a calendar.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pendulum
from msgspec.structs import replace

from exports.report_section_types import clean_to_one_line
from tracker.application.errors import Refused
from tracker.application.game_dates import parse_stored_date
from tracker.application.leagues.league import League
from tracker.application.leagues.pairing.round_columns_and_text import describe_game_result
from tracker.application.leagues.results.calendar_date_import import (
    compute_league_identifier,
    make_calendar_uid,
)
from tracker.leagues.league_state import Fixture, GameArrangement
from tracker.leagues.results.standings_input_types import PlayerId

MAX_LINE_BYTES = 75
"""The maximum length of a line in bytes, without its line break."""
TIMESTAMP_FORMAT = "YYYYMMDD[T]HHmmss[Z]"
ASSUMED_HOURS = 3
"""The assumed duration of an arranged game in hours, because nobody enters when it ends."""


def render_icalendar(league: League, player: str = "") -> str:
    """Render the calendar as text whose lines end with CR LF.

    It contains all games, or those of one ``player``, given by id or name. A game's appointment is
    identical in both calendars, so people can import both. Raises ``Refused`` for an unknown
    player.
    """
    player_id = league.people.find_player(player).id if player else None
    return "".join(
        f"{piece}\r\n"
        for line in _list_calendar_lines(league, player_id)
        for piece in fold_calendar_line(line)
    )


def fold_calendar_line(line: str) -> Iterator[str]:
    """Split a line into pieces of at most 75 bytes. Every later piece begins with a space."""
    piece, bytes_left = "", MAX_LINE_BYTES
    for character in line:
        size = len(character.encode())
        if size > bytes_left:
            yield piece
            piece, bytes_left = " ", MAX_LINE_BYTES - 1
        piece += character
        bytes_left -= size
    yield piece


def escape_calendar_text(text: str) -> str:
    """Escape backslashes, commas, semicolons and line breaks in a text value."""
    escaped = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return escaped.replace("\n", "\\n")


def _list_calendar_lines(league: League, player_id: PlayerId | None) -> Iterator[str]:
    name = (
        f"{league.title}: {league.state.get_player_name(player_id)}" if player_id else league.title
    )
    title = escape_calendar_text(clean_to_one_line(name))
    yield "BEGIN:VCALENDAR"
    yield "VERSION:2.0"
    yield "PRODID:-//Warledger//Warledger//EN"
    yield "CALSCALE:GREGORIAN"
    yield "METHOD:PUBLISH"
    yield f"NAME:{title}"
    yield f"X-WR-CALNAME:{title}"
    yield f"X-WR-TIMEZONE:{league.state.info.zone}"
    identity = compute_league_identifier(league)
    for fixture in league.state.fixtures.values():
        when = (
            find_calendar_date_and_time(league, fixture)
            if player_id is None or player_id in fixture.players
            else None
        )
        if when is not None:
            yield from _list_event_lines(league, fixture, when, identity)
    yield "END:VCALENDAR"


def find_calendar_date_and_time(league: League, fixture: Fixture) -> GameArrangement | None:
    """Return when a game was played or is arranged to be played, or else its round's date.

    Return None for byes, drafts and games without any date.
    """
    state, ended = league.state, fixture.ended
    if fixture.away is None or not state.is_published(fixture):
        return None
    if ended is not None and ended.played_on:
        return GameArrangement(ended.played_on)
    if fixture.arranged is not None and fixture.arranged.on:
        return replace(fixture.arranged, time=_read_stored_time(league, fixture.arranged.time))
    date = state.rounds[fixture.season, fixture.round].on if fixture.round else fixture.on
    return GameArrangement(date) if date else None


def _read_stored_time(league: League, time: str) -> str:
    """Return a stored time as HH:MM, or "" if an earlier version stored it in another form."""
    try:
        return league.calendar.parse_time(time)
    except Refused:
        return ""


def _list_event_lines(
    league: League, fixture: Fixture, when: GameArrangement, identity: str
) -> Iterator[str]:
    stamp = pendulum.from_timestamp(league.history.lines[-1].at // 1_000_000, tz="UTC")
    yield "BEGIN:VEVENT"
    yield f"UID:{make_calendar_uid(fixture.id, identity)}"
    yield f"DTSTAMP:{stamp.format(TIMESTAMP_FORMAT)}"
    yield f"SEQUENCE:{league.version}"
    yield from _list_time_lines(when, league.state.info.zone)
    yield f"SUMMARY:{escape_calendar_text(_summarise_game(league, fixture))}"
    yield f"DESCRIPTION:{escape_calendar_text(_describe_game(league, fixture, when))}"
    if when.where:
        yield f"LOCATION:{escape_calendar_text(clean_to_one_line(when.where))}"
    yield "STATUS:CONFIRMED"
    yield "END:VEVENT"


def _list_time_lines(when: GameArrangement, zone: str) -> Iterator[str]:
    if when.time:
        local = pendulum.from_format(f"{when.on} {when.time}", "YYYY-MM-DD HH:mm", tz=zone)
        for name, moment in (("DTSTART", local), ("DTEND", local.add(hours=ASSUMED_HOURS))):
            yield f"{name}:{moment.in_timezone('UTC').format(TIMESTAMP_FORMAT)}"
        return
    day = parse_stored_date(when.on)
    for name, date in (("DTSTART", day), ("DTEND", day + timedelta(days=1))):
        yield f"{name};VALUE=DATE:{date.isoformat().replace('-', '')}"
    yield "TRANSP:TRANSPARENT"


def _summarise_game(league: League, fixture: Fixture) -> str:
    state = league.state
    names = (
        f"{clean_to_one_line(state.get_player_name(fixture.home))} – "
        f"{clean_to_one_line(state.get_player_name(fixture.away))}"
    )
    result = describe_game_result(state, fixture)
    return f"{names}: {result}" if result else names


def _describe_game(league: League, fixture: Fixture, when: GameArrangement) -> str:
    state, parts = league.state, [clean_to_one_line(league.title)]
    if fixture.round:
        ends = state.rounds[fixture.season, fixture.round].ends
        parts.append(f"round {fixture.round}")
        if fixture.table:
            parts.append(f"table {fixture.table}")
        if ends and not fixture.ended and not fixture.arranged:
            parts.append(f"games end {ends}")
    if when.time:
        parts.append(f"end not known, {ASSUMED_HOURS} hours assumed")
    if fixture.title:
        parts.append(clean_to_one_line(fixture.title))
    if fixture.ended and fixture.ended.time:
        parts.append(f"ended {fixture.ended.time}")
    return "\n".join(parts)
