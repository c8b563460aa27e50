"""Dates as people read them: with their year where that is not the year it is."""

from __future__ import annotations

import pendulum

from tests.leagues.club import Clock, club, league
from tracker.application.leagues.league_dates_and_times import LeagueCalendar, format_day
from tracker.application.leagues.league_log import describe_league_entry
from tracker.application.leagues.pairing.round_columns_and_text import format_round_text


def test_the_year_is_shown_where_it_is_another_one() -> None:
    # 2026-11-19 is a Thursday.
    assert format_day("2026-11-19", "2026-01-01") == "Thu 19 Nov"
    assert format_day("2025-11-20", "2026-11-20") == "20 Nov 2025"
    assert format_day("2027-01-08", "2026-12-31") == "8 Jan 2027"
    assert format_day("2026-11-19") == "Thu 19 Nov 2026"


def test_which_year_it_is_is_said_by_the_zone_of_the_league() -> None:
    # Half past eleven at night in London is the next year in Vienna.
    late = Clock(pendulum.datetime(2026, 12, 31, 23, 30, tz="Europe/London"))
    assert LeagueCalendar("Europe/London", late).format_day("2026-12-31") == "Thu 31 Dec"
    assert LeagueCalendar("Europe/Vienna", late).format_day("2026-12-31") == "31 Dec 2026"


def test_a_round_that_goes_over_the_new_year_says_so() -> None:
    found = league(club(clock=Clock(pendulum.datetime(2026, 12, 18, 20, 0, tz="Europe/Vienna"))))
    entry = found.results.arrange_game("1", "2027-01-08", time="19:30")
    assert "round 1 · Fri 18 Dec · games end" in format_round_text(found)
    assert "arranged for 8 Jan 2027 19:30" in format_round_text(found)
    # The log is read for ever, and says everything.
    assert describe_league_entry(found.history, entry).endswith("arranged for Fri 8 Jan 2027 19:30")
