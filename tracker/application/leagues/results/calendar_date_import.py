"""Imports the dates of games from a calendar, and writes them in a single entry.

A calendar event is matched to a pairing by its UID if this league exported the calendar. Otherwise,
it is matched by the names of both players in its title. If the game has a result, the day of the
event becomes the date of the game. If not, the game is arranged for that day. Other calendar events
are skipped.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Literal

import pendulum
from msgspec import Struct
from msgspec.structs import replace

from tracker.application.errors import NothingToChange, Refused
from tracker.application.leagues.league_dates_and_times import (
    describe_arrangement,
    resolve_time_zone,
)
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.league_name_lookup import describe_fixture
from tracker.application.leagues.league_writer import LeagueWriter
from tracker.application.leagues.results.implausible_result_warnings import (
    format_early_date_warning_suffix,
    format_result_warning_suffix,
)
from tracker.application.leagues.seasons import closed_season_checks
from tracker.application.text_cleaning import clean_text
from tracker.input_parsing.calendar_events import CalendarEvent, parse_calendar_events
from tracker.leagues import league_events as ev
from tracker.leagues.league_state import Fixture, GameArrangement
from tracker.vocabulary.name_normalisation import make_name_key

MAX_EVENTS = 5000


class CalendarDateRow(Struct, frozen=True):
    """A calendar event with its verdict: the date to enter, or the reason to skip the event."""

    line: int
    verdict: Literal["enters", "stands", "left out"]
    text: str


def parse_calendar(text: str) -> list[CalendarEvent]:
    """Parse the events of a calendar file.

    Raises ``Refused`` if the file is not a calendar, has no events or has too many.
    """
    if "BEGIN:VCALENDAR" not in text.upper():
        raise Refused("This file is not a calendar. Export the calendar as an .ics file.")
    events = parse_calendar_events(text)
    if not events:
        raise Refused("This calendar has no appointments. Choose another file.")
    if len(events) > MAX_EVENTS:
        raise Refused(f"The calendar has {len(events)} appointments; the limit is {MAX_EVENTS}.")
    return events


class CalendarDatesImport:
    """A calendar whose events are matched to the games of a league. ``enter_all_dates`` writes the
    dates.
    """

    def __init__(
        self,
        league: LeagueWriter,
        events: Sequence[CalendarEvent],
        *,
        left_out: Collection[int] = (),
    ) -> None:
        self._league = league
        self._identity = compute_league_identifier(league)
        self._used_fixtures = set[ev.FixtureId]()
        self._used_uids = set[str]()
        self._events: list[ev.AnyLeagueEvent] = []
        self._corrected_results = list[ev.FixtureResult]()
        events_in_zone = sorted(
            map(self._convert_to_league_time_zone, events), key=lambda one: (one.on, one.time)
        )
        rows = {
            event.number: CalendarDateRow(event.number, "left out", clean_text(event.title))
            if event.number in left_out
            else self._enter_date_or_explain_skip(event)
            for event in events_in_zone
        }
        self.rows = [rows[event.number] for event in events]

    def enter_all_dates(self) -> LeagueEntry:
        """Write all dates in one entry. Raises ``Refused`` if none of them is new."""
        if not self._events:
            raise NothingToChange(
                "No date in this calendar is new, so nothing was changed. To see why, add --check."
            )
        return self._league.write_entry(*self._events)

    def _enter_date_or_explain_skip(self, event: CalendarEvent) -> CalendarDateRow:
        title = clean_text(event.title) or "no title"
        try:
            if event.is_cancelled:
                raise Refused("it has been cancelled.")
            if event.zone and event.time:
                raise Refused(f"its time zone {clean_text(event.zone)[:40]!r} is not known.")
            fixture = self._find_fixture_of_event(event)
            if not event.on:
                raise Refused("it has no date.")
            enter = self._arrange_fixture if fixture.ended is None else self._correct_day_played
            change = enter(fixture, event)
        except NothingToChange as error:
            row = CalendarDateRow(event.number, "stands", error.message)
        except Refused as error:
            return CalendarDateRow(event.number, "left out", f"{title}: {error.message}")
        else:
            fixture_title = describe_fixture(self._league.state, fixture)
            row = CalendarDateRow(event.number, "enters", f"{fixture_title}: {change}")
        self._used_fixtures.add(fixture.id)
        self._used_uids.add(event.uid)
        return row

    def _convert_to_league_time_zone(self, event: CalendarEvent) -> CalendarEvent:
        """Convert an event to the league's time zone.

        An event without a time zone is already in this zone.
        """
        if not event.time or not event.zone:
            return event
        with suppress(Refused):
            zone, event = resolve_time_zone(event.zone), replace(event, zone="")
            with suppress(ValueError, OverflowError):  # no such local time exists
                time = f"{event.on} {event.time}"
                moment = pendulum.from_format(time, "YYYY-MM-DD HH:mm", tz=zone)
                local = moment.in_timezone(self._league.calendar.zone)
                return replace(event, on=local.to_date_string(), time=local.format("HH:mm"))
        return event

    def _find_fixture_of_event(self, event: CalendarEvent) -> Fixture:
        state = self._league.state
        fixtures = list(state.list_published_fixtures(state.season.number))
        if event.uid and event.uid in self._used_uids:
            raise Refused("an earlier appointment has the same UID.")
        found = [one for one in fixtures if event.uid == make_calendar_uid(one.id, self._identity)]
        if not found:
            players = self._find_players_in_title(event.title)
            if len(players) != 2:
                raise Refused(f"its title does not name two players of the {state.info.what}.")
            found = [fixture for fixture in fixtures if {*fixture.players} == players]
        unused = next((fixture for fixture in found if fixture.id not in self._used_fixtures), None)
        if unused is None:
            earlier = "an earlier appointment is for the same game."
            raise Refused(earlier if found else "they are not paired in this season.")
        return unused

    def _find_players_in_title(self, title: str) -> set[str]:
        """Return the ids of the players named in a title. Longer names are matched first."""
        rest, found = make_name_key(title), set[str]()
        players = self._league.state.players.values()
        for player in sorted(players, key=lambda one: len(one.name), reverse=True):
            name = rf"(?<!\w){re.escape(make_name_key(player.name))}(?!\w)"
            if re.search(name, rest):
                found.add(player.id)
                rest = re.sub(name, "|", rest)
        return found

    def _arrange_fixture(self, fixture: Fixture, event: CalendarEvent) -> str:
        calendar, place = self._league.calendar, clean_text(event.where)
        on, time = calendar.parse_day(event.on), calendar.parse_time(event.time)
        arranged = ev.FixtureArranged(fixture=fixture.id, on=on, time=time, where=place)
        description = describe_arrangement(arranged, calendar.today)
        round_ = self._league.state.rounds.get((fixture.season, fixture.round))
        known = fixture.arranged or GameArrangement(round_.on if round_ else fixture.on)
        if (arranged.on, arranged.time, arranged.where) == (known.on, known.time, known.where):
            title = describe_fixture(self._league.state, fixture)
            raise NothingToChange(f"{title} is already on {description}.")
        closed_season_checks.require_open_season(self._league.state, fixture.season)
        self._events.append(arranged)
        warning = format_early_date_warning_suffix(self._league.state, fixture, arranged)
        return f"arranged for {description}{warning}"

    def _correct_day_played(self, fixture: Fixture, event: CalendarEvent) -> str:
        """Correct the day on which a game was played, and describe the new day.

        Signatures remain valid.
        """
        assert fixture.ended is not None
        day = self._league.calendar.parse_day(event.on)
        if day > self._league.calendar.today:
            raise Refused(f"{day} is in the future, but the game has already been played.")
        description = f"played on {self._league.calendar.format_day(day)}"
        if fixture.ended.played_on == day:
            title = describe_fixture(self._league.state, fixture)
            raise NothingToChange(f"{title} was already {description}.")
        if not fixture.by_hand and fixture.link is not None:
            raise Refused(f"the day comes from game {fixture.link.match} in this ledger.")
        self._league.require_plausible_season_day(day)
        closed_season_checks.require_open_season(self._league.state, fixture.season)
        ended = replace(fixture.ended, played_on=day)
        correction = ev.ResultCorrected(fixture=fixture.id, ended=ended, why="by a calendar")
        signed = (ev.ResultSigned(fixture=fixture.id, player=one) for one in fixture.signed)
        self._events += [correction, *signed]
        state, corrected = self._league.state, self._corrected_results
        warning = format_result_warning_suffix(state, fixture, ended, corrected)
        self._corrected_results.append(ended)
        return description + warning


def compute_league_identifier(league: LeagueWriter) -> str:
    """Compute an identifier of a league that is unique across ledgers."""
    first = league.history.lines[0]
    opening = f"{league.stream} {first.at} ".encode() + ev.LEAGUE.encode(first.event)
    return hashlib.sha256(opening).hexdigest()[:20]


def make_calendar_uid(fixture: ev.FixtureId, league_identifier: str) -> str:
    """Return the UID of a game in calendars. ``compute_league_identifier`` gives the identifier."""
    return f"{fixture}-{league_identifier}@warledger"
