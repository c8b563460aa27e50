"""Imports the dates of games from a calendar, in a single entry.

A calendar event is matched to a pairing by its UID, if the calendar was exported by this league, or
by both players' names in its title. A game with a result was played on the event's day, and a game
without a result is arranged for that day. Other calendar events are skipped.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Sequence
from typing import Literal

import pendulum
from msgspec import Struct
from msgspec.structs import replace

from tracker.application.errors import NothingToChange, Refused
from tracker.application.leagues.league_calendar import describe_arrangement, resolve_time_zone
from tracker.application.leagues.league_event_descriptions import (
    describe_arrangement_warning,
    describe_result_warnings,
)
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.league_name_lookup import describe_fixture
from tracker.application.leagues.league_writer import LeagueWriter
from tracker.application.leagues.seasons import season_closing
from tracker.application.text_cleaning import clean_text
from tracker.input_parsing.calendar_events import CalendarEvent, read_calendar_events
from tracker.leagues import league_events as ev
from tracker.leagues.league_events import LEAGUE, AnyLeagueEvent
from tracker.leagues.league_state import Fixture
from tracker.vocabulary.name_normalisation import make_name_key

Verdict = Literal["enters", "stands", "left out"]
MOST = 5000


class DateRow(Struct, frozen=True):
    """A calendar event with its verdict: the date to be entered, or why it is skipped."""

    line: int
    verdict: Verdict
    text: str


def parse_calendar(text: str) -> list[CalendarEvent]:
    """Parse a calendar file's events. Raises ``Refused`` for any other file."""
    if "BEGIN:VCALENDAR" not in text.upper():
        raise Refused("This is not a calendar. Give the .ics file that a calendar exports.")
    found = read_calendar_events(text)
    if len(found) > MOST:
        raise Refused(f"The calendar has {len(found)} appointments; the limit is {MOST}.")
    return found


class DatesImport:
    """A calendar matched to a league's games. ``enter_all_dates`` writes the dates."""

    def __init__(
        self,
        league: LeagueWriter,
        events: Sequence[CalendarEvent],
        *,
        left_out: Collection[int] = (),
    ) -> None:
        self._league = league
        self._identity = make_calendar_identity(league)
        self._used = set[ev.FixtureId]()
        self._uids = set[str]()
        self._events: list[AnyLeagueEvent] = []
        self._dated = list[ev.FixtureResult]()
        local = sorted(map(self._localise, events), key=lambda one: (one.on, one.time))
        rows = {
            one.number: DateRow(one.number, "left out", clean_text(one.title))
            if one.number in left_out
            else self._take(one)
            for one in local
        }
        self.rows = [rows[one.number] for one in events]

    def enter_all_dates(self) -> LeagueEntry:
        """Write all dates in one entry."""
        if not self._events:
            raise NothingToChange(
                "No date in this calendar is new, so nothing was changed. To see why, add --check."
            )
        return self._league.write_entry(*self._events)

    def _take(self, one: CalendarEvent) -> DateRow:
        title = clean_text(one.title) or "no title"
        try:
            fixture = self._find_fixture(one)
            self._used.add(fixture.id)
            self._uids.add(one.uid)
            said = (
                self._arrange(fixture, one) if fixture.ended is None else self._date(fixture, one)
            )
        except NothingToChange as error:
            return DateRow(one.number, "stands", error.message)
        except Refused as error:
            return DateRow(one.number, "left out", f"{title}: {error.message}")
        called = describe_fixture(self._league.state, fixture)
        return DateRow(one.number, "enters", f"{called}: {said}")

    def _localise(self, one: CalendarEvent) -> CalendarEvent:
        """Convert a calendar event to the league's time zone, which is also the default."""
        if not one.time or not one.zone:
            return one
        try:
            moment = pendulum.from_format(
                f"{one.on} {one.time}", "YYYY-MM-DD HH:mm", tz=resolve_time_zone(one.zone)
            )
            there = moment.in_timezone(self._league.calendar.zone)
        except (Refused, ValueError, OverflowError):
            return one
        return replace(one, on=there.to_date_string(), time=there.format("HH:mm"))

    # ------------------------------------------------------------------------------- pairings

    def _find_fixture(self, one: CalendarEvent) -> Fixture:
        """Return the pairing that a calendar event belongs to. Raises ``Refused``."""
        state = self._league.state
        fixtures = list(state.list_published_fixtures(state.season.number))
        if one.uid and one.uid in self._uids:
            raise Refused("an earlier appointment has the same UID.")
        found = [each for each in fixtures if one.uid == make_calendar_uid(each.id, self._identity)]
        if not found:
            named = self._find_players(one.title)
            if len(named) != 2:
                raise Refused("its title does not name two players of the league.")
            found = [each for each in fixtures if {*each.players} == named]
        free = next((each for each in found if each.id not in self._used), None)
        if free is None:
            why = "an earlier appointment is their game" if found else "they are not paired"
            raise Refused(f"{why} in this season.")
        return free

    def _find_players(self, title: str) -> set[str]:
        """Return the players named in a title. Longer names are matched first."""
        rest, found = make_name_key(title), set[str]()
        players = self._league.state.players.values()
        for player in sorted(players, key=lambda one: len(one.name), reverse=True):
            name = rf"(?<!\w){re.escape(make_name_key(player.name))}(?!\w)"
            if re.search(name, rest):
                found.add(player.id)
                rest = re.sub(name, "|", rest)
        return found

    # ---------------------------------------------------------------------------------- dates

    def _arrange(self, fixture: Fixture, one: CalendarEvent) -> str:
        """Set the date of a game without a result to the day of the calendar event."""
        made = ev.FixtureArranged(
            fixture=fixture.id,
            on=self._day(one),
            time=self._league.calendar.parse_time(one.time),
            where=clean_text(one.where),
        )
        said = describe_arrangement(made, self._league.calendar.today)
        if (made.on, made.time, made.where) == self._get_known_date(fixture):
            called = describe_fixture(self._league.state, fixture)
            raise NothingToChange(f"{called} is already on {said}.")
        season_closing.require_open_season(self._league.state, fixture.season)
        self._events.append(made)
        doubt = describe_arrangement_warning(self._league.state, fixture, made)
        return f"arranged for {said}{doubt}"

    def _get_known_date(self, fixture: Fixture) -> tuple[str, str, str]:
        """Return the arranged day, time and place, or else the round's day."""
        was, rounds = fixture.arranged, self._league.state.rounds
        if was is not None and was.on:
            return was.on, was.time, was.where
        return (rounds[fixture.season, fixture.round].on if fixture.round else fixture.on), "", ""

    def _date(self, fixture: Fixture, one: CalendarEvent) -> str:
        """Correct the day on which a game was played. Signatures are kept."""
        assert fixture.ended is not None
        day = self._league.calendar.parse_played_day(self._day(one))
        said = f"played on {self._league.calendar.format_day(day)}"
        if fixture.ended.played_on == day:
            called = describe_fixture(self._league.state, fixture)
            raise NothingToChange(f"{called} was already {said}.")
        if not fixture.by_hand and fixture.link is not None:
            raise Refused(f"the day comes from game {fixture.link.match} in this ledger.")
        self._league.check_season_day(day)
        season_closing.require_open_season(self._league.state, fixture.season)
        ended = replace(fixture.ended, played_on=day)
        why = f"{said}, by a calendar"
        self._events += [
            ev.ResultCorrected(fixture=fixture.id, ended=ended, why=why),
            *(ev.ResultSigned(fixture=fixture.id, player=one) for one in fixture.signed),
        ]
        doubt = describe_result_warnings(self._league.state, fixture, ended, self._dated)
        self._dated.append(ended)
        return said + doubt

    def _day(self, one: CalendarEvent) -> str:
        if not one.on:
            raise Refused("it has no day.")
        return self._league.calendar.parse_day(one.on)


def make_calendar_identity(league: LeagueWriter) -> str:
    """Compute the league's identifier, which is unique across ledgers."""
    first = league.history.lines[0]
    opening = f"{league.stream} {first.at} ".encode() + LEAGUE.encode(first.event)
    return hashlib.sha256(opening).hexdigest()[:20]


def make_calendar_uid(fixture: ev.FixtureId, identity: str) -> str:
    """Build a game's UID for calendars. ``identity`` is its league's identifier."""
    return f"{fixture}-{identity}@warledger"
