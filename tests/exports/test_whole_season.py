"""Two seasons of a league in every form it is written out in, all of it worked out by hand.

Five players, 3/1/0; after round 1 the scheme is 5/3/1 (a bye 5, a half bye 3). Season 1:

    round 1  20 Nov  Anna has the bye · 1 Bram 10 : 4 Erik · 2 Chloé 7 : 7 Dario
    round 2  27 Nov  1 Anna 12 : 5 Dario · 2 Bram 3 : 9 Chloé (first typed 9 : 3) · Erik a half bye
    round 3   4 Dec  1 Erik – Chloé, arranged for 9 Dec 19:30 · 2 Anna 6 : 6 Bram · Dario no points

Points, then with the bonus (Anna painted, +2; Dario late, −1):

    Anna   5 + 5 + 3 = 13, 15      VP 12+6 : 5+6 = 18 : 11, +7
    Bram   5 + 1 + 3 =  9          VP 10+3+6 : 4+9+6 = 19 : 19, 0
    Chloé  3 + 5     =  8          VP 7+9 : 7+3 = 16 : 10, +6
    Erik   1 + 3     =  4          VP 4 : 10, −6
    Dario  3 + 1 + 0 =  4,  3      VP 7+5 : 7+12 = 12 : 19, −7

Points per game, requested byes left out: Anna 13/3, Bram 9/3, Chloé 8/2, Dario 4/2, Erik 1/1. The
mean of one's opponents': Anna (2 + 3) / 2 = 5/2, Bram (1 + 4 + 13/3) / 3 = 28/9, Chloé
(2 + 3) / 2 = 5/2, Dario (4 + 13/3) / 2 = 25/6, Erik 3.

Before round 3: Anna 12, Chloé 8, Bram 6, Erik 4, Dario 3; so Bram has gained a place on Chloé.
Season 2, round 1 (8 Jan): Anna has the bye, 5 · Erik 8 : 2 Bram, 5 and 1 · Chloé – Dario is open.
"""

from __future__ import annotations

import csv
import io
import json
import re
from datetime import UTC, date, datetime
from html.parser import HTMLParser
from typing import Any

import icalendar
import pendulum
import pytest

from exports.html_reports import render_league_html
from exports.icalendar_export import render_icalendar
from exports.league_json import render_league_json
from exports.league_report import LeagueReportRequest, build_league_report
from exports.markdown_reports import render_league_markdown
from tests.exports.csv_texts import write_league_csv
from tests.leagues.club import FOUR, Clock, club
from tracker.application.leagues.league import League
from tracker.application.leagues.seasons.season_commands import SeasonPlan
from tracker.application.leagues.seasons.standings_columns_and_text import render_standings_text

HEAD = ("#", "player", "P", "W", "D", "L", "byes", "VP±", "sched", "bonus", "casualties",
        "points", "move")  # fmt: skip
TABLE = [
    ("1", "Anna", "2", "1", "1", "0", "1", "+7", "2.50", "2", "3:4", "15", "="),
    ("2", "Bram", "3", "1", "1", "1", "0", "0", "3.11", "0", "0:0", "9", "▲ 1"),
    ("3", "Chloé", "2", "1", "1", "0", "0", "+6", "2.50", "0", "0:0", "8", "▼ 1"),
    ("4", "Erik", "1", "0", "0", "1", "1", "−6", "3.00", "0", "0:0", "4", "="),
    ("5", "Dario", "2", "0", "1", "1", "1", "−7", "4.17", "−1", "4:3", "3", "="),
]
NOTES = (
    "scheme changed after round 1: as the others",
    "Anna: +2 painting, full army",
    "Dario: −1 lateness, forty minutes",
)
ROUND_HEAD = ("table", "player", "opponent", "result", "played", "signed", "remarks")
ROUND_2 = [
    ("1", "Anna", "Dario", "12 : 5, Anna won · casualties 3 : 4", "Fri 27 Nov 2026 20:40", "", ""),
    ("2", "Bram", "Chloé", "3 : 9, Chloé won", "Fri 27 Nov 2026", "",
     "was 9 : 3, Bram won (the wrong way round)"),
    ("", "Erik", "bye", "a half bye", "", "", ""),
]  # fmt: skip


@pytest.fixture(scope="module")
def seasons() -> League:
    clock = Clock()

    def day(on: str) -> None:
        clock.at = pendulum.from_format(f"{on} 20:00", "YYYY-MM-DD HH:mm", tz="Europe/Vienna")

    found = club(clock=clock).begin_league(
        "Winter", players=(*FOUR, "Erik"), zone="Europe/Vienna", pairing="round robin"
    )
    found.rounds.draft_round()
    found.rounds.publish_round()
    found.results.enter_result("1", "10-4")
    found.results.enter_result("2", "7-7")
    found.results.sign_result("1")
    found.points.award_bonus_or_penalty("Anna", "2", column="painting", why="full army")
    found.points.award_bonus_or_penalty("Dario", "-1", column="lateness", why="forty minutes")
    found.seasons.save_season_plan(SeasonPlan(scheme="5/3/1", why="as the others"))
    found.people.mark_away("Erik", "work", "half bye")
    day("2026-11-27")
    found.rounds.draft_round()
    found.rounds.publish_round()
    found.results.enter_result("1", "12-5", time="20:40", extra={"casualties": (3, 4)})
    found.results.enter_result("2", "9-3")
    found.results.correct_result("2", "3-9", why="the wrong way round")
    found.people.mark_away("Dario")
    day("2026-12-04")
    found.rounds.draft_round()
    found.rounds.publish_round(ends="22:00")
    found.results.enter_result("2", "6-6")
    found.results.arrange_game("1", "2026-12-09", time="19:30", where="the attic")
    day("2027-01-08")
    found.seasons.save_season_plan(SeasonPlan(step="next", name="Spring"))
    found.rounds.draft_round()
    found.rounds.publish_round(ends="22:30")
    found.results.enter_result("1", "2-8")
    return found


class Cells(HTMLParser):
    """The rows of every table of a page, and its list items."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self.items: list[str] = []
        self.into: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th", "li"):
            self.into = self.items if tag == "li" else self.tables[-1][-1]
            self.into.append("")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th", "li"):
            self.into = None

    def handle_data(self, data: str) -> None:
        if self.into is not None:
            self.into[-1] += data


def test_the_report_of_a_season_that_is_over(seasons: League) -> None:
    report = build_league_report(seasons, LeagueReportRequest(season=1))
    assert report.about == "league · season 1 · 5 players"
    assert report.standings is not None
    assert report.standings.title == "Standings after round 3"
    assert report.standings.about == "5/3/1 · ties: head to head, VP±, schedule, lots"
    assert report.standings.table is not None
    assert report.standings.table.headings == HEAD
    assert [*report.standings.table.rows] == TABLE
    assert report.standings.notes == NOTES
    assert [one.title for one in report.rounds] == ["Round 1", "Round 2", "Round 3"]
    first, second, third = (one.table for one in report.rounds)
    assert first is not None
    assert second is not None
    assert third is not None
    assert second.headings == ROUND_HEAD
    assert [*second.rows] == ROUND_2
    assert report.rounds[1].about == "Fri 27 Nov 2026"
    assert report.rounds[1].notes == ("away: Erik (work, a half bye)",)
    assert report.rounds[2].about == "Fri 4 Dec 2026 · games end 22:00"
    assert report.rounds[2].notes == ("away: Dario",)
    assert first.rows[0] == ("1", "Bram", "Erik", "10 : 4, Bram won", "Fri 20 Nov 2026", "both", "")
    assert first.rows[-1] == ("", "Anna", "bye", "", "", "", "")
    agreed = "arranged for Wed 9 Dec 2026 19:30, the attic"
    assert third.rows[0] == ("1", "Erik", "Chloé", agreed, "", "", "")
    assert third.rows[2] == ("", "Dario", "bye", "a bye without points", "", "", "")


def test_what_was_changed_before_the_first_round_is_no_change() -> None:
    found = club().begin_league("Early", players=FOUR)
    found.seasons.save_season_plan(SeasonPlan(scheme="5/3/1"))
    found.rounds.draft_round()
    found.rounds.publish_round()
    found.results.enter_result("1", "1-0")
    report = build_league_report(found)
    assert report.standings is not None
    assert not [note for note in report.standings.notes if "changed" in note]
    assert "changed" not in render_standings_text(found)


def test_up_to_a_round_the_report_knows_no_later_change(seasons: League) -> None:
    """After round 1 as 5/3/1 pays it: Anna 5+2, Bram 5, Chloé 3, Dario 3−1, Erik 1."""
    report = build_league_report(seasons, LeagueReportRequest(season=1, as_of="1"))
    assert report.standings is not None
    assert report.standings.table is not None
    points = [(row[1], row[-1]) for row in report.standings.table.rows]
    assert points == [("Anna", "7"), ("Bram", "5"), ("Chloé", "3"), ("Dario", "2"), ("Erik", "1")]
    assert [one.title for one in report.rounds] == ["Round 1"]
    # On 27 November: round 2 is played too, and round 3 is not.
    day = build_league_report(seasons, LeagueReportRequest(season=1, as_of="2026-11-27"))
    assert day.standings is not None
    assert day.standings.table is not None
    assert day.standings.title == "Standings on Fri 27 Nov 2026"
    points = [(row[1], row[-2]) for row in day.standings.table.rows]
    assert points == [("Anna", "12"), ("Chloé", "8"), ("Bram", "6"), ("Erik", "4"), ("Dario", "3")]


def test_html_has_every_cell(seasons: League) -> None:
    page = Cells()
    page.feed(render_league_html(build_league_report(seasons, LeagueReportRequest(season=1))))
    standings, _met, _, second, _ = page.tables
    assert standings == [[*HEAD], *map(list, TABLE)]
    assert second == [[*ROUND_HEAD], *map(list, ROUND_2)]
    assert page.items[: len(NOTES)] == [*NOTES]


def test_markdown_has_every_cell(seasons: League) -> None:
    text = render_league_markdown(build_league_report(seasons, LeagueReportRequest(season=1)))
    rows = [
        tuple(re.sub(r"\\(.)", r"\1", cell.strip()) for cell in line.strip("|").split("|"))
        for line in text.splitlines()
        if line.startswith("| ")
    ]
    assert rows[: 1 + len(TABLE)] == [HEAD, *TABLE]
    assert ROUND_2[1] in rows
    assert [line for line in text.splitlines() if line.startswith("## ")] == [
        "## Standings after round 3",
        "## Results between players",
        "## Round 1",
        "## Round 2",
        "## Round 3",
        "## What happened",
        "## In the players' words",
    ]
    assert all(f"- {note}" in re.sub(r"\\(.)", r"\1", text).splitlines() for note in NOTES)


def test_plain_text_has_the_notes_too(seasons: League) -> None:
    lines = render_standings_text(seasons, season=1).splitlines()
    assert lines[0] == "Winter · standings of season 1 after round 3"
    assert lines[-3:] == [
        "scheme changed after round 1: as the others",
        "Anna: +2 painting, full army",
        "Dario: −1 lateness, forty minutes",
    ]
    assert not [line for line in render_standings_text(seasons).splitlines() if "painting" in line]


# ------------------------------------------------------------------------------------------- csv


def rows(text: str) -> list[list[str]]:
    return [*csv.reader(io.StringIO(text))]


def test_csv_of_the_standings(seasons: League) -> None:
    head, *found = rows(write_league_csv(seasons, LeagueReportRequest(["standings"], season=1)))
    assert ",".join(head) == (
        "place,player,name,dropped,played,won,drawn,lost,byes,vp_for,vp_against,counted,bonus,"
        "points,moved,head to head,VP difference,schedule,lots,casualties for,casualties against"
    )
    # 28/9 = 3.1111, 25/6 = 4.1667, to four places.
    assert [",".join(row) for row in found] == [
        "1,p1,Anna,0,2,1,1,0,1,18,11,13,2,15,0,,7,2.5,,3,4",
        "2,p2,Bram,0,3,1,1,1,0,19,19,9,0,9,1,,0,3.1111,,0,0",
        "3,p3,Chloé,0,2,1,1,0,0,16,10,8,0,8,-1,,6,2.5,,0,0",
        "4,p5,Erik,0,1,0,0,1,1,4,10,4,0,4,0,,-6,3,,0,0",
        "5,p4,Dario,0,2,0,1,1,1,12,19,4,-1,3,0,,-7,4.1667,,4,3",
    ]


def test_csv_of_the_rounds_is_of_one_season(seasons: League) -> None:
    head, *found = rows(write_league_csv(seasons, LeagueReportRequest(["rounds"], season=1)))
    assert ",".join(head) == (
        "season,round,published,round_on,fixture,table,home,away,kind,winner,home_vp,away_vp,"
        "result,played_on,time,arranged_on,arranged_time,where,signed,match,remarks,"
        "casualties home,casualties away"
    )
    assert ["|".join(row) for row in found] == [
        "1|1|1|2026-11-20|f1||Anna||bye|||||2026-11-20|||||||||",
        "1|1|1|2026-11-20|f2|1|Bram|Erik|played|Bram|10|4|10 : 4, Bram won|2026-11-20|||||"
        "Bram, Erik||||",
        "1|1|1|2026-11-20|f3|2|Chloé|Dario|played||7|7|7 : 7, drawn|2026-11-20|||||||||",
        "1|2|1|2026-11-27|f6||Erik||half bye||||a half bye|2026-11-27|||||||||",
        "1|2|1|2026-11-27|f4|1|Anna|Dario|played|Anna|12|5|"
        "12 : 5, Anna won · casualties 3 : 4|2026-11-27|20:40|||||||3|4",
        "1|2|1|2026-11-27|f5|2|Bram|Chloé|played|Chloé|3|9|3 : 9, Chloé won|2026-11-27|||||||"
        "was 9 : 3, Bram won (the wrong way round)||",
        "1|3|1|2026-12-04|f9||Dario||zero bye||||a bye without points|2026-12-04|||||||||",
        "1|3|1|2026-12-04|f7|1|Erik|Chloé||||||||2026-12-09|19:30|the attic|||||",
        "1|3|1|2026-12-04|f8|2|Anna|Bram|played||6|6|6 : 6, drawn|2026-12-04|||||||||",
    ]
    _, *spring = rows(write_league_csv(seasons, LeagueReportRequest(["rounds"])))
    assert ["|".join(row[:13]) for row in spring] == [
        "2|1|1|2027-01-08|f10||Anna||bye||||",
        "2|1|1|2027-01-08|f11|1|Bram|Erik|played|Erik|2|8|2 : 8, Erik won",
        "2|1|1|2027-01-08|f12|2|Chloé|Dario|||||",
    ]


# ------------------------------------------------------------------------------------------ json


def test_json_has_both_seasons_exactly(seasons: League) -> None:
    whole: dict[str, Any] = json.loads(render_league_json(seasons))
    winter, spring = whole["seasons"]
    assert (winter["closed_on"], spring["closed_on"], spring["name"]) == (
        "2027-01-08",
        None,
        "Spring",
    )
    assert winter["standings"]["after"] == 3
    told = [
        (row["name"], row["counted"], row["bonus"], row["points"], row["moved"], row["byes"])
        for row in winter["standings"]["rows"]
    ]
    assert told == [
        ("Anna", 13, 2, 15, 0, 1),
        ("Bram", 9, 0, 9, 1, 0),
        ("Chloé", 8, 0, 8, -1, 0),
        ("Erik", 4, 0, 4, 0, 1),
        ("Dario", 4, -1, 3, 0, 1),
    ]
    ties = {row["name"]: row["ties"] for row in winter["standings"]["rows"]}
    assert ties["Bram"] == {
        "head to head": None,
        "VP difference": 0,
        "schedule": 28 / 9,
        "lots": None,
    }
    assert ties["Dario"]["schedule"] == 25 / 6
    # Lines: opened, enrolled, drafted, published, two results, signed, two bonuses, the scheme.
    assert winter["changes"] == [{"line": 10, "what": "scheme", "why": "as the others", "round": 1}]
    assert spring["changes"] == []
    given = [(one["player"], one["points"], one["column"], one["round"], one["line"])
             for one in winter["bonus"]]  # fmt: skip
    assert given == [("p1", 2, "painting", 1, 8), ("p4", -1, "lateness", 1, 9)]
    assert spring["bonus"] == []
    # Season 2: Erik 5 (VP +6) and Anna 5 (a bye), Bram 1 for a loss, and two who are level.
    assert [(row["name"], row["points"]) for row in spring["standings"]["rows"]] == [
        ("Erik", 5),
        ("Anna", 5),
        ("Bram", 1),
        ("Chloé", 0),
        ("Dario", 0),
    ]
    assert spring["standings"]["level"] == [["p3", "p4"]]
    byes = {
        one["fixture"]: one["result"]["kind"] for one in whole["fixtures"] if one["away"] is None
    }
    assert byes == {"f1": "bye", "f6": "half bye", "f9": "zero bye", "f10": "bye"}
    (open_game,) = [one for one in whole["fixtures"] if one["arranged"]]
    assert open_game["arranged"] == {"on": "2026-12-09", "time": "19:30", "where": "the attic"}
    (turned,) = [one for one in whole["fixtures"] if one["corrections"]]
    assert turned["corrections"][0]["line"] == 16
    assert turned["corrections"][0]["was"]["vp"] == [9, 3]
    missing = [[(one["player"], one["how"], one["why"]) for one in each["absent"]]
               for each in winter["rounds"]]  # fmt: skip
    assert missing == [[], [("p5", "away", "work")], [("p4", "away", "")]]


# -------------------------------------------------------------------------------------- calendar


def events(text: str) -> dict[str, Any]:
    calendar: Any = icalendar.Calendar.from_ical(text)
    return {str(one["UID"]).partition("-")[0]: one for one in calendar.walk("VEVENT")}


def test_the_calendar_has_every_game_on_its_day(seasons: League) -> None:
    found = events(render_icalendar(seasons))
    assert sorted(found) == ["f11", "f12", "f2", "f3", "f4", "f5", "f7", "f8"]  # no bye
    days = {name: one["DTSTART"].dt for name, one in found.items()}
    assert days == {
        "f2": date(2026, 11, 20),
        "f3": date(2026, 11, 20),
        "f4": date(2026, 11, 27),
        "f5": date(2026, 11, 27),
        "f7": datetime(2026, 12, 9, 18, 30, tzinfo=UTC),  # 19:30 in Vienna, in winter
        "f8": date(2026, 12, 4),
        "f11": date(2027, 1, 8),
        "f12": date(2027, 1, 8),
    }
    assert all(one["DTEND"].dt == date(2026, 11, 28) for one in (found["f4"], found["f5"]))
    assert str(found["f7"]["LOCATION"]) == "the attic"
    assert str(found["f7"]["SUMMARY"]) == "Erik – Chloé"
    assert (
        str(found["f7"]["DESCRIPTION"])
        == "Winter\nround 3\ntable 1\nend not known, 3 hours assumed"
    )
    assert str(found["f4"]["SUMMARY"]) == "Anna – Dario: 12 : 5, Anna won · casualties 3 : 4"
    assert str(found["f4"]["DESCRIPTION"]) == "Winter\nround 2\ntable 1\nended 20:40"
    assert str(found["f12"]["DESCRIPTION"]) == "Winter\nround 1\ntable 2\ngames end 22:30"
    assert str(found["f8"]["DESCRIPTION"]) == "Winter\nround 3\ntable 2"
    assert "TRANSP" not in found["f7"]
    assert found["f2"]["TRANSP"] == "TRANSPARENT"
    # Bram met Erik in both seasons, Chloé and Anna: four games.
    assert sorted(events(render_icalendar(seasons, "Bram"))) == ["f11", "f2", "f5", "f8"]


def test_the_report_of_the_season_at_hand_has_nothing_of_the_one_before(seasons: League) -> None:
    report = build_league_report(seasons, LeagueReportRequest())
    assert report.about == "league · season 2 (Spring) · 5 players"
    assert [one.title for one in report.rounds] == ["Round 1"]
    assert report.standings is not None
    assert report.standings.notes == ("level: Chloé, Dario; lots can be drawn",)
    assert report.standings.table is not None
    assert "bonus" not in report.standings.table.headings
