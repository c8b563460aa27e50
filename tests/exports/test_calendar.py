"""The calendar of games, read by an independent parser."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import icalendar
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exports.icalendar_export import (
    MAX_LINE_BYTES,
    escape_calendar_text,
    fold_calendar_line,
    render_icalendar,
)
from tests.exports.test_league import names, of_hostile_names
from tests.leagues.club import club, league
from tests.profiles import examples
from tracker.application.errors import Refused
from tracker.application.leagues.league import League


def games(found: League) -> dict[str, Any]:
    """The events of its calendar by who plays."""
    calendar: Any = icalendar.Calendar.from_ical(render_icalendar(found))
    assert (calendar["VERSION"], calendar["METHOD"]) == ("2.0", "PUBLISH")
    assert calendar["CALSCALE"] == "GREGORIAN"
    events = calendar.walk("VEVENT")
    assert all(one.errors == [] for one in [calendar, *events])
    return {str(one["SUMMARY"]).partition(":")[0]: one for one in events}


def test_a_game_of_a_round_is_all_day_and_keeps_nobody_busy() -> None:
    found = games(league())
    assert set(found) == {"Anna – Dario", "Bram – Chloé"}
    event = found["Anna – Dario"]
    assert (event["DTSTART"].dt, event["DTEND"].dt) == (date(2026, 11, 20), date(2026, 11, 21))
    assert event["TRANSP"] == "TRANSPARENT"
    assert str(event["DESCRIPTION"]) == "Winter League\nround 1\ntable 1\ngames end 22:30"


@pytest.mark.parametrize(
    ("on", "utc_hour"),
    # Vienna is two hours ahead of UTC until 25 October 2026 and from 28 March 2027, else one.
    [("2026-12-04", 18), ("2027-03-27", 18), ("2027-03-28", 17), ("2027-06-01", 17)],
)
def test_an_arranged_game_is_at_its_moment_whatever_the_season(on: str, utc_hour: int) -> None:
    kept = league()
    kept.results.arrange_game("1", on, time="19:30", where="the club; back room, left")
    event = games(kept)["Anna – Dario"]
    start = event["DTSTART"].dt
    assert start == datetime.fromisoformat(on).replace(hour=utc_hour, minute=30, tzinfo=UTC)
    assert event["DTEND"].dt - start == timedelta(hours=3)
    assert "end not known, 3 hours assumed" in str(event["DESCRIPTION"])
    assert str(event["LOCATION"]) == "the club; back room, left"
    assert "TRANSP" not in event


def test_arranged_for_a_day_without_a_time_is_all_day() -> None:
    kept = league()
    kept.results.arrange_game("1", "2026-12-31")
    assert games(kept)["Anna – Dario"]["DTEND"].dt == date(2027, 1, 1)


def test_a_game_that_was_played_stands_on_its_own_day_with_its_result() -> None:
    kept = league()
    kept.results.arrange_game("1", "2026-12-04", time="19:30")
    kept.results.enter_result("1", "10-7", on="2026-11-18")
    event = games(kept)["Anna – Dario"]
    assert event["DTSTART"].dt == date(2026, 11, 18)
    assert str(event["SUMMARY"]) == "Anna – Dario: 10 : 7, Anna won"


def test_uids_stay_and_the_sequence_rises() -> None:
    kept = league()
    before = games(kept)["Anna – Dario"]
    assert render_icalendar(kept) == render_icalendar(kept)
    kept.results.arrange_game("1", "2026-12-04")
    after = games(kept)["Anna – Dario"]
    assert before["UID"] == after["UID"]
    assert int(after["SEQUENCE"]) > int(before["SEQUENCE"])
    assert after["DTSTAMP"].dt > before["DTSTAMP"].dt
    uids = [str(one["UID"]) for one in games(kept).values()]
    assert len(set(uids)) == len(uids)


def test_leagues_of_two_books_never_share_a_uid() -> None:
    one, other = league(), club().begin_league("Winter League", players=("Anna", "Dario"))
    other.rounds.draft_round()
    other.rounds.publish_round()
    mine, theirs = ({str(each["UID"]) for each in games(found).values()} for found in (one, other))
    assert mine.isdisjoint(theirs)


def test_byes_drafts_and_games_without_a_day_are_left_out() -> None:
    kept = league(None, "Anna", "Bram", "Chloé")
    kept.rounds.draft_round()
    assert len(games(kept)) == 1
    campaign = club().begin_league("Karst", what="campaign", players=("Anna", "Bram"))
    campaign.forces.add_game_outside_rounds("Anna", "Bram")
    assert games(campaign) == {}
    campaign.forces.add_game_outside_rounds("Anna", "Bram", on="2026-12-24", title="The bridge")
    assert games(campaign)["Anna – Bram"]["DTSTART"].dt == date(2026, 12, 24)


def test_the_calendar_of_one_player_has_his_games_and_no_others() -> None:
    kept = league()
    kept.results.enter_result("1", "10-7")
    kept.rounds.draft_round()
    kept.rounds.publish_round(on="2026-12-04")
    every = icalendar.Calendar.from_ical(render_icalendar(kept)).walk("VEVENT")
    calendar: Any = icalendar.Calendar.from_ical(render_icalendar(kept, "bram"))
    his = calendar.walk("VEVENT")
    # Four players and two rounds: four games, two of them his.
    assert (len(every), len(his)) == (4, 2)
    assert all("Bram" in str(one["SUMMARY"]) for one in his)
    assert {str(one["UID"]) for one in his} < {str(one["UID"]) for one in every}
    assert str(calendar["NAME"]) == "Winter League: Bram"
    with pytest.raises(Refused, match="No player is called 'Zoe'"):
        render_icalendar(kept, "Zoe")


@given(st.text(max_size=400))
def test_folding_keeps_every_character_within_75_octets(text: str) -> None:
    pieces = [*fold_calendar_line(text)]
    assert all(len(piece.encode("utf-8", "surrogatepass")) <= MAX_LINE_BYTES for piece in pieces)
    assert pieces[0] + "".join(piece[1:] for piece in pieces[1:]) == text
    assert all(piece[0] == " " for piece in pieces[1:])


def test_what_has_a_meaning_in_a_value_is_held() -> None:
    assert escape_calendar_text("a\\b;c,d\ne") == "a\\\\b\\;c\\,d\\ne"


@pytest.mark.thorough
@examples(60)
@given(names, names)
def test_hostile_names_come_back_as_they_were(first: str, second: str) -> None:
    kept = of_hostile_names(first, second)
    kept.results.withdraw_result("1")
    kept.results.arrange_game("1", "2026-12-04", time="19:30", where=f"x{second}")
    text = render_icalendar(kept)
    lines = text.split("\r\n")
    assert lines.pop() == ""
    assert not [line for line in lines if "\n" in line or "\r" in line]
    assert max(len(line.encode()) for line in lines) <= MAX_LINE_BYTES
    (event,) = icalendar.Calendar.from_ical(text).walk("VEVENT")
    home, away = (one.name for one in kept.state.players.values())
    assert str(event["SUMMARY"]).startswith(f"{home} – {away}")
