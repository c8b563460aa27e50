"""Dates of games from a calendar: of which pairing each is, what is left out and why."""

from __future__ import annotations

import pytest

from exports.icalendar_export import render_icalendar
from tests.leagues.club import club, league
from tracker.application.errors import NothingToChange, Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_log import list_league_log_lines
from tracker.application.leagues.pairing.round_columns_and_text import describe_result_corrections
from tracker.application.leagues.results.calendar_date_import import (
    CalendarDatesImport,
    compute_league_identifier,
    make_calendar_uid,
    parse_calendar,
)
from tracker.cli.league_output import build_fixture_row
from tracker.input_parsing.calendar_events import CalendarEvent, parse_calendar_events
from tracker.leagues import league_events as ev


def calendar(*events: str) -> str:
    body = "\n".join(f"BEGIN:VEVENT\n{event}\nEND:VEVENT" for event in events)
    return f"BEGIN:VCALENDAR\n{body}\nEND:VCALENDAR\n"


def told(found: League, text: str, *left_out: int) -> list[tuple[int, str, str]]:
    rows = CalendarDatesImport(found, parse_calendar(text), left_out=left_out).rows
    return [(one.line, one.verdict, one.text) for one in rows]


def enter(found: League, text: str) -> None:
    CalendarDatesImport(found, parse_calendar(text)).enter_all_dates()


def test_appointments_are_read_as_calendars_write_them() -> None:
    """Folded and escaped lines, time zones, alarms inside, cancelled ones, days that are none."""
    text = calendar(
        "UID:a\r\nSUMMARY:Anna\\, v Br\r\n am\\nfinal\r\nDTSTART;TZID=Europe/Vienna:20261204T193000"
        "\r\nLOCATION:Club\\; hall 2\r\nBEGIN:VALARM\r\nSUMMARY:alarm\r\nEND:VALARM",
        'dtstart;VALUE=DATE;X-A="a:b;c":20261205',
        "SUMMARY:off\nSTATUS:CANCELLED\nDTSTART:20261204T193000Z",
        "SUMMARY:when?\nDTSTART:soon",
    )
    assert parse_calendar_events(text) == [
        CalendarEvent(
            1, "a", "Anna, v Bram final", "2026-12-04", "19:30", "Europe/Vienna", "Club; hall 2"
        ),
        CalendarEvent(2, on="2026-12-05"),
        CalendarEvent(3, "", "off", "2026-12-04", "19:30", "UTC", is_cancelled=True),
        CalendarEvent(4, title="when?"),
    ]


def test_an_appointment_that_is_left_out_leaves_the_pairing_to_a_later_one() -> None:
    text = calendar(
        "SUMMARY:Dario – Anna\nDTSTART:soon",
        "SUMMARY:Dario – Anna\nSTATUS:CANCELLED\nDTSTART;VALUE=DATE:20261203",
        "SUMMARY:Dario – Anna\nDTSTART;VALUE=DATE:20261204",
    )
    assert told(league(), text) == [
        (1, "left out", "Dario – Anna: it has no date."),
        (2, "left out", "Dario – Anna: it has been cancelled."),
        (3, "enters", "table 1, Anna v Dario: arranged for Fri 4 Dec"),
    ]


def test_an_empty_calendar_is_refused() -> None:
    with pytest.raises(Refused, match="This calendar has no appointments"):
        parse_calendar(calendar())


EARLY = " – is that right? played before the season began (2026-11-20)"


def test_the_log_says_which_day_a_calendar_changed_and_queries_early_days() -> None:
    """The league was begun on 20 November 2026."""
    found = league()
    found.results.enter_result("f1", "11-4")
    text = calendar(
        "SUMMARY:Dario – Anna\nDTSTART;VALUE=DATE:20261118",
        "SUMMARY:Bram Chloé\nDTSTART;VALUE=DATE:20261119",
    )
    late = " – is that right? before the season began (2026-11-20)"
    assert told(found, text) == [
        (1, "enters", f"table 1, Anna v Dario: played on Wed 18 Nov{EARLY}"),
        (2, "enters", f"table 2, Bram v Chloé: arranged for Thu 19 Nov{late}"),
    ]
    enter(found, text)
    assert list_league_log_lines(found.history)[-1].text == (
        "table 1, Anna v Dario: now played on Wed 18 Nov 2026; before, on Fri 20 Nov 2026 (by a "
        f"calendar){EARLY}; table 2, Bram v Chloé: arranged for Thu 19 Nov 2026{late}"
    )


def test_games_of_a_campaign_are_dated_too() -> None:
    found = club().begin_league("Karst", what="campaign", players=("Anna", "Bram"))
    found.forces.record_past_game("Anna", "Bram", "10-7", on="2026-11-20")
    text = calendar(
        "SUMMARY:Anna v Bram\nDTSTART;VALUE=DATE:20261119",
        "SUMMARY:Dentist\nDTSTART:20261204T183000Z",
    )
    enter(found, text)
    ended = found.state.fixtures["f1"].ended
    assert ended is not None
    assert ended.played_on == "2026-11-19"
    assert told(found, text)[1][2] == (
        "Dentist: its title does not name two players of the campaign."
    )


def test_games_without_a_result_are_arranged_and_others_are_dated() -> None:
    """Anna meets Dario, Bram meets Chloé on 20 November; 18:30 in UTC is 19:30 in Vienna."""
    found = league()
    found.results.enter_result("f1", "11-4")
    found.results.sign_result("f1")
    text = calendar(
        "SUMMARY:Wargames: CHLOÉ against Bram\nDTSTART:20261204T183000Z\nLOCATION:the attic",
        "SUMMARY:Dario – Anna\nDTSTART;VALUE=DATE:20261119",
        "SUMMARY:Dentist\nDTSTART:20261204T183000Z",
        "SUMMARY:Anna and Bram\nDTSTART:20261204T183000Z",
        "SUMMARY:Bram Chloé again\nDTSTART:20261205T183000Z",
    )
    assert told(found, text) == [
        (1, "enters", "table 2, Bram v Chloé: arranged for Fri 4 Dec 19:30, the attic"),
        (2, "enters", f"table 1, Anna v Dario: played on Thu 19 Nov{EARLY}"),
        (3, "left out", "Dentist: its title does not name two players of the league."),
        (4, "left out", "Anna and Bram: they are not paired in this season."),
        (5, "left out", "Bram Chloé again: an earlier appointment is for the same game."),
    ]
    before = len(found.history.list_all_entries())
    enter(found, text)
    assert len(found.history.list_all_entries()) == before + 1
    one, other = found.state.fixtures["f1"], found.state.fixtures["f2"]
    assert one.ended is not None
    assert (one.ended.vp, one.ended.played_on, len(one.signed)) == ((11, 4), "2026-11-19", 2)
    assert other.arranged is not None
    assert (other.arranged.on, other.arranged.time, other.arranged.where) == (
        "2026-12-04",
        "19:30",
        "the attic",
    )
    with pytest.raises(NothingToChange, match=r"No date in this calendar is new.*--check"):
        enter(found, text)
    found.undo()
    undone = found.state.fixtures["f1"].ended
    assert undone is not None
    assert undone.played_on == "2026-11-20"


def test_a_changed_date_is_no_correction_of_the_result() -> None:
    found = league()
    found.results.enter_result("f1", "11-4")
    enter(found, calendar("SUMMARY:Dario – Anna\nDTSTART;VALUE=DATE:20261119"))
    fixture = found.state.fixtures["f1"]
    assert build_fixture_row(found, fixture).corrections == 0
    assert describe_result_corrections(found.state, fixture) == [
        "was dated Fri 20 Nov 2026 (by a calendar)"
    ]
    found.results.correct_result("f1", "4-11", why="misread")
    fixture = found.state.fixtures["f1"]
    assert build_fixture_row(found, fixture).corrections == 1
    assert describe_result_corrections(found.state, fixture)[1] == "was 11 : 4, Anna won (misread)"


def test_a_calendar_exported_here_changes_nothing_and_a_moved_appointment_is_known() -> None:
    found = league()
    found.results.enter_result("f1", "11-4")
    text = render_icalendar(found)
    assert [row[:2] for row in told(found, text)] == [(1, "stands"), (2, "stands")]
    moved = text.replace("Bram – Chloé", "our game").replace("DATE:20261120", "DATE:20261119", 1)
    assert told(found, moved)[0][1:] == (
        "enters",
        f"table 1, Anna v Dario: played on Thu 19 Nov{EARLY}",
    )
    assert told(found, moved)[1][1] == "stands"
    assert told(found, moved, 1)[0][1:] == ("left out", "Anna – Dario: 11 : 4, Anna won")


def test_what_cannot_be_dated_is_left_out_with_the_reason() -> None:
    found = league()
    found.results.enter_result("f1", "11-4")
    text = calendar(
        "SUMMARY:Anna Dario\nDTSTART:20301204T183000Z", "SUMMARY:Bram Chloé\nDTSTART:20261304"
    )
    assert [row[1:] for row in told(found, text)] == [
        ("left out",
         "Anna Dario: 2030-12-04 is in the future, but the game has already been played."),
        ("left out",
         "Bram Chloé: '2026-13-04' is not a date. Write it like 2026-10-03 or 3.10.2026."),
    ]  # fmt: skip
    no_day = calendar("SUMMARY:Bram Chloé\nDTSTART:soon")
    assert told(found, no_day) == [(1, "left out", "Bram Chloé: it has no date.")]
    with pytest.raises(Refused, match=r"^This file is not a calendar\. Export the calendar"):
        parse_calendar("name,date\nAnna,2026-10-03\n")


def test_a_time_in_a_zone_that_nobody_knows_is_left_out() -> None:
    event = "SUMMARY:Bram Chloé\nDTSTART;TZID=Club time:20261204"
    assert told(league(), calendar(f"{event}T193000")) == [
        (1, "left out", "Bram Chloé: its time zone 'Club time' is not known.")
    ]
    # A day without a time is the same in every zone.
    whole_day = told(league(), calendar(event))
    assert whole_day == [(1, "enters", "table 2, Bram v Chloé: arranged for Fri 4 Dec")]


def test_a_zone_may_have_its_name_of_windows() -> None:
    """Half past one in New York is half past seven in Vienna, where the league is played."""
    text = calendar("SUMMARY:Bram Chloé\nDTSTART;TZID=Eastern Standard Time:20261204T133000")
    assert told(league(), text)[0][2] == "table 2, Bram v Chloé: arranged for Fri 4 Dec 19:30"


@pytest.mark.parametrize("time", ["999900", "240000", "196000"])
@pytest.mark.parametrize("end", ["", "Z"])
def test_a_time_that_no_clock_shows_is_left_out(time: str, end: str) -> None:
    text = calendar(f"SUMMARY:Bram Chloé\nDTSTART:20261204T{time}{end}")
    shown = f"{time[:2]}:{time[2:4]}"
    assert told(league(), text) == [
        (1, "left out", f"Bram Chloé: '{shown}' is not a time. Write it like 20:40.")
    ]


def test_a_stored_time_that_no_clock_shows_is_written_as_a_day() -> None:
    found = league()
    found.write_entry(
        ev.FixtureArranged(fixture="f2", on="2026-12-04", time="99:99", where="attic")
    )
    written = render_icalendar(found)
    assert "DTSTART;VALUE=DATE:20261204\r\n" in written
    assert "LOCATION:attic\r\n" in written
    assert "hours assumed" not in written


@pytest.mark.parametrize("zone", ["Europe", "x" * 5000, "../zone", "a\x00b"])
def test_a_zone_that_is_a_folder_or_no_file_name_is_taken_as_unknown(zone: str) -> None:
    text = calendar(f"SUMMARY:Bram Chloé\nDTSTART;TZID={zone}:20261204T193000")
    [(_, verdict, why)] = told(league(), text)
    assert (verdict, why[:26]) == ("left out", "Bram Chloé: its time zone ")
    assert why.isprintable()


def test_a_moment_before_the_first_year_is_left_out() -> None:
    text = calendar("SUMMARY:Bram Chloé\nDTSTART;TZID=Asia/Tokyo:00010101T000000")
    assert told(league(), text)[0][1] == "left out"


def test_the_same_appointment_twice_is_entered_once() -> None:
    """By the UID of a game here, and by another UID with a second leg to be had."""
    found = league()
    uid = make_calendar_uid("f2", compute_league_identifier(found))
    twice = "UID:{}\nSUMMARY:Bram Chloé\nDTSTART;VALUE=DATE:2026120{}"
    assert told(found, calendar(twice.format(uid, 5), twice.format(uid, 4))) == [
        (1, "left out", "Bram Chloé: an earlier appointment has the same UID."),
        (2, "enters", "table 2, Bram v Chloé: arranged for Fri 4 Dec"),
    ]
    first = found.state.fixtures["f2"]
    pairing = ev.Pairing("f9", first.home, first.away, why="again")
    found.write_entry(
        ev.RoundDrafted(round=2, pairings=(pairing,), method="by hand"),
        ev.RoundPublished(round=2, on="2026-11-27"),
    )
    rows = told(found, calendar(twice.format("mine", 4), twice.format("mine", 5)))
    assert [one[1] for one in rows] == ["enters", "left out"]
    rows = told(found, calendar(twice.format("mine", 4), twice.format("yours", 5)))
    assert [one[1] for one in rows] == ["enters", "enters"]


def test_a_long_place_is_cut_like_one_that_is_typed() -> None:
    found = league()
    enter(found, calendar(f"SUMMARY:Bram Chloé\nDTSTART:20261204\nLOCATION:{'y' * 900}"))
    arranged = found.state.fixtures["f2"].arranged
    assert arranged is not None
    assert len(arranged.where) == 200
