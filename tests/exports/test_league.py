"""Leagues and campaigns written out for people: what stands in them, and that it is safe."""

from __future__ import annotations

import csv
import io
import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exports.html_reports import render_league_html
from exports.league_export_formats import LEAGUE_FORMATS, find_league_export_format
from exports.league_report import PARTS, LeagueReportRequest, build_league_report
from exports.markdown_reports import render_league_markdown
from tests.exports.csv_texts import write_league_csv, write_league_events_csv
from tests.leagues.club import Clock, club, league
from tests.leagues.test_core_campaign import campaign as karst
from tests.profiles import examples
from tracker.application.book import Book
from tracker.application.chances.game_luck import compute_luck
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.results.linked_match_outcomes import UnitStats
from tracker.application.match.game import Game
from tracker.leagues.league_events import LEAGUE
from tracker.vocabulary.spreadsheet_formulas import FORMULA_STARTS

HOSTILE = '[/b] =1+1 <b>|`x`* &lt; "q" <script>alert(1)</script>'


@pytest.fixture
def evening() -> League:
    """Round 1 is over, round 2 drawn with Bram away: Anna – Dario 10:7, Bram – Chloé 1:6."""
    found = league()
    found.results.enter_result("1", "10-7", extra={"casualties": (3, 4)})
    found.results.enter_result("2", "6-1")
    found.results.correct_result("2", "1-6", why="the wrong way round")
    found.results.sign_result("1")
    found.points.award_bonus_or_penalty("Dario", "1/2", why="painted")
    found.people.mark_away("Bram", why="ill")
    found.rounds.draft_round()
    found.rounds.publish_round(on="2026-11-27")
    return found


def records(text: str) -> list[dict[str, str]]:
    return [*csv.DictReader(io.StringIO(text))]


# ---------------------------------------------------------------------------------- the report


def test_the_standings_of_the_evening(evening: League) -> None:
    report = build_league_report(evening)
    assert report.standings is not None
    assert report.standings.title == "Standings after round 1"  # round 2 is in a week
    table = report.standings.table
    assert table is not None
    # 3/1/0: Anna and Chloé; Dario 0 + 0.5 painted. The bye of round 2 has its day in a week.
    points = {row[1]: row[table.headings.index("points")] for row in table.rows}
    won = {"Anna": 3.0, "Chloé": 3.0, "Bram": 0.0, "Dario": 0.5}
    assert {name: float(each) for name, each in points.items()} == won
    assert "Dario: +0.5 bonus, painted" in report.standings.notes
    assert dict(zip(table.headings, table.rows[-1], strict=True))["player"] == "Bram"


def test_lots_have_a_column_once_they_are_drawn() -> None:
    found = league()  # ties: VP difference, schedule, lots
    found.results.enter_result("1", "10-7")  # the winners are level, and the losers
    found.results.enter_result("2", "10-7")

    def heads() -> tuple[str, ...]:
        told = build_league_report(found).standings
        assert told is not None
        assert told.table is not None
        assert {len(row) for row in told.table.rows} == {len(told.table.headings)}
        return told.table.headings

    assert "lots" in found.table.compute_standings().tie_breaks
    assert heads()[6:] == ("VP±", "sched", "points")
    assert ">lots</th>" not in render_league_html(build_league_report(found))
    found.points.draw_or_enter_lots(["Dario", "Chloé", "Bram", "Anna"])
    assert heads()[6:] == ("VP±", "sched", "lots", "points")
    assert ">lots</th>" in render_league_html(build_league_report(found))
    assert "| VP± | sched | lots | points |" in render_league_markdown(build_league_report(found))


def test_rounds_with_results_signatures_tables_and_who_was_away(evening: League) -> None:
    first, second = build_league_report(evening).rounds
    assert first.title == "Round 1"
    assert first.about == "Fri 20 Nov 2026 · games end 22:30"
    assert first.table is not None
    assert [row[:6] for row in first.table.rows] == [
        (
            "1",
            "Anna",
            "Dario",
            "10 : 7, Anna won · casualties 3 : 4",
            "Fri 20 Nov 2026",
            "both",
        ),
        ("2", "Bram", "Chloé", "1 : 6, Chloé won", "Fri 20 Nov 2026", ""),
    ]
    assert first.table.rows[1][6] == "was 6 : 1, Bram won (the wrong way round)"
    assert second.notes == ("away: Bram (ill)",)


def test_a_game_arranged_for_later_says_so(evening: League) -> None:
    table = str(evening.state.list_fixtures(evening.state.rounds[1, 2])[0].table)
    evening.results.arrange_game(table, "2026-12-04", time="19:30", where="the club")
    second = build_league_report(evening).rounds[1]
    assert second.table is not None
    assert second.table.rows[0][3:5] == ("arranged for Fri 4 Dec 2026 19:30, the club", "")


def test_as_of_a_round_and_a_day(evening: League) -> None:
    report = build_league_report(evening, LeagueReportRequest(as_of="1"))
    assert report.standings is not None
    assert report.standings.title == "Standings after round 1"
    assert [one.title for one in report.rounds] == ["Round 1"]
    report = build_league_report(evening, LeagueReportRequest(as_of="2026-11-19"))
    assert report.standings is not None
    assert report.standings.title == "Standings on Thu 19 Nov 2026"
    table = report.standings.table
    assert table is not None
    assert {row[table.headings.index("points")] for row in table.rows} == {"0"}


def test_another_season_has_its_own_rounds(evening: League) -> None:
    evening.seasons.close_season()
    evening.seasons.begin_season("Spring", round_count=2)
    report = build_league_report(evening)
    assert (report.rounds, report.about) == ((), "league · season 2 (Spring) · 4 players")
    assert len(build_league_report(evening, LeagueReportRequest(season=1)).rounds) == 2
    with pytest.raises(Refused, match=r"There is no season 3. Seasons so far: 2"):
        build_league_report(evening, LeagueReportRequest(season=3))


def test_only_what_was_asked(evening: League) -> None:
    report = build_league_report(evening, LeagueReportRequest(["rounds"]))
    assert (report.standings, report.history, len(report.rounds)) == (None, (), 2)
    with pytest.raises(
        Refused, match=r"no part 'dice'. Choose one of: standings, bracket, outlook"
    ):
        LeagueReportRequest(["dice"])


@pytest.fixture
def campaign() -> League:
    found = club().begin_league("Karst", what="campaign", players=("Anna", "Bram"))
    found.forces.record_past_game("Anna", "Bram", "10-7", title="The bridge", on="2026-09-04")
    found.points.add_note("It rained.\nNobody\x1b[31m came.", on="2026-09-01")
    return found


def test_the_history_of_a_campaign_by_its_days(campaign: League) -> None:
    report = build_league_report(campaign)
    assert [(day.date, day.entries) for day in report.history] == [
        ("Tue 1 Sep 2026", (("It rained.", "Nobody [31m came."),)),
        ("Fri 4 Sep 2026", (("The bridge: Anna v Bram, 10 : 7, Anna won (result only)",),)),
    ]
    text = render_league_markdown(report)
    assert "**Tue 1 Sep 2026**\n\n- It rained.\n  Nobody \\[31m came.\n" in text


def test_service_records_say_what_units_did_and_what_was_decided_by_hand() -> None:
    found = karst()
    found.forces.record_past_game(
        "Kestrel", "Ash", "7-4", unit_stats={"Alpha": UnitStats(2, 3), "Claw": UnitStats(3, 10)}
    )
    found.forces.change_unit_by_hand("Bravo", experience_change=2, why="held the bridge")
    kestrel, ash = build_league_report(found).forces
    assert kestrel.title == "Kestrel"
    assert kestrel.about == "played by Anna · 1 game: 1 won, 0 drawn, 0 lost"
    assert kestrel.table is not None
    assert ash.table is not None
    told = [dict(zip(kestrel.table.headings, row, strict=True)) for row in kestrel.table.rows]
    # Alpha: 1 game + 2 won + 2 kills of 3 = 9, three of eight gone for good. Bravo: 1 + 2 + 2.
    assert (told[0]["figures"], told[0]["kills"], told[0]["lost"]) == ("5 of 8", "2", "3")
    assert [(each["exp"], each["W-D-L"]) for each in told] == [
        ("9", "1-0-0"),
        ("5", "1-0-0"),
    ]
    assert ash.table.rows[0][-1] == "destroyed"
    assert kestrel.notes == ("Bravo, by hand: +2 experience, held the bridge",)
    rows = records(write_league_csv(found, LeagueReportRequest(["forces"])))
    assert [(row["name"], row["kills"], row["nerve"]) for row in rows] == [
        ("Alpha", "2", ""),
        ("Bravo", "0", ""),
        ("Claw", "3", ""),
    ]


def test_luck_rests_on_the_games_kept_here(six_turns: Game) -> None:
    book = Book(six_turns.journal.store, clock=Clock())
    found = book.begin_league("Luck", players=("Anna", "Bram"))
    found.rounds.draft_round()
    found.rounds.publish_round()
    assert build_league_report(found).luck is None
    found.matches.link_match_and_enter_result("1", six_turns.stream)
    luck = build_league_report(found).luck
    assert luck is not None
    assert luck.about.startswith("Based on 1 of 1 game recorded here")
    assert luck.table is not None
    # One game: its players' dice are those of its two sides, as the game itself counts them.
    players = [row for row in luck.table.rows if not row[1] and row[2] == "all"]
    sides = [row.tally for row in compute_luck(six_turns.history).sides]
    assert sorted((int(row[3]), int(row[4])) for row in players) == sorted(
        (one.dice, one.made) for one in sides
    )
    assert len(players) == 2


# ------------------------------------------------------------------------------------- csv


def test_csv_of_standings_has_numbers_a_spreadsheet_reads(evening: League) -> None:
    found = {row["name"]: row for row in records(write_league_csv(evening, LeagueReportRequest()))}
    assert found["Dario"]["bonus"] == "0.5"
    assert found["Dario"]["vp_for"] == "7"
    assert found["Dario"]["VP difference"] == "-3"
    assert (found["Dario"]["casualties for"], found["Dario"]["casualties against"]) == ("4", "3")


def test_csv_of_rounds_has_a_row_a_pairing(evening: League) -> None:
    found = records(write_league_csv(evening, LeagueReportRequest(["rounds"])))
    assert len(found) == len(evening.state.fixtures)
    first = next(row for row in found if row["round"] == "1" and row["table"] == "1")
    wanted = {
        "home": "Anna",
        "away": "Dario",
        "winner": "Anna",
        "home_vp": "10",
        "away_vp": "7",
        "played_on": "2026-11-20",
        "signed": "Anna, Dario",
        "round_on": "2026-11-20",
    }
    assert {name: first[name] for name in wanted} == wanted


def test_csv_of_a_campaign_is_its_history_and_its_events_are_those_of_the_book(
    campaign: League,
) -> None:
    assert [row["on"] for row in records(write_league_csv(campaign, LeagueReportRequest()))] == [
        "2026-09-01",
        "2026-09-04",
    ]
    campaign.undo()
    rows = records(write_league_events_csv(campaign, LeagueReportRequest()))
    lines = campaign.history.lines
    assert len(rows) == len(lines)
    for row, line in zip(rows, lines, strict=True):
        event = LEAGUE.decode(row["kind"], int(row["schema"]), row["body"].encode())
        assert event == line.event
    assert [row["kind"] for row in rows if row["counts"] == "0"] == ["StoryTold", "Rewound"]


# --------------------------------------------------------------------------------- hostile


class Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.links: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.links += [
            value or "" for name, value in attrs if name in ("src", "href") or name[:2] == "on"
        ]

    def handle_data(self, data: str) -> None:
        self.text += data


OURS = {
    "html", "head", "meta", "title", "style", "body", "header", "footer", "main", "section", "h1",
    "h2", "h3", "p", "ul", "li", "table", "thead", "tbody", "tr", "th", "td", "div", "br",
    "abbr",
}  # fmt: skip
names = st.one_of(
    st.text(max_size=30),
    st.text(alphabet="=+-@|<>&[]`*_#\\\"'/\n\r\t;,:\u202e\u2028b1", min_size=1, max_size=12),
    st.sampled_from([HOSTILE, "=cmd|' 3 2", "1. x", "# head", "\x1b[31mred", "--x"]),
)


def of_hostile_names(first: str, second: str) -> League:
    """A league whose players, reasons and story are these."""
    try:
        found = club().begin_league(f"x{second}", players=(first, second))
    except Refused:  # nothing is left of a name, or both are called the same
        found = club().begin_league(f"x{second}", players=(f"1{first}", f"2{second}"))
    found.rounds.draft_round()
    found.rounds.publish_round(on="2026-11-20")
    found.results.enter_result("1", "10-7", extra={second.strip() or "x": (1, 2)})
    found.results.correct_result("1", "7-10", why=first)
    found.points.award_bonus_or_penalty("p1", "1", why=f"x{second}", column=first)
    found.points.add_note(f"{first}\n{second}.")
    return found


@examples(60)
@given(names, names)
def test_no_text_from_people_is_anything_but_text(first: str, second: str) -> None:
    found = of_hostile_names(first, second)
    report = build_league_report(found)
    page = Page()
    page.feed(render_league_html(report))
    assert page.tags <= OURS
    assert page.links == []
    for one in found.state.players.values():
        assert one.name in page.text
    markdown = render_league_markdown(report)
    assert not re.search(r"(?<!\\)(?:\\\\)*<", markdown)
    assert "\x1b" not in markdown
    assert len([line for line in markdown.splitlines() if re.match(r"#+ ", line)]) == 6
    for part in PARTS:
        for row in csv.reader(io.StringIO(write_league_csv(found, LeagueReportRequest([part])))):
            assert not [
                cell for cell in row if cell.startswith(FORMULA_STARTS) and not _number(cell)
            ]


def _number(cell: str) -> bool:
    return re.fullmatch(r"-\d+(\.\d+)?", cell) is not None


def test_every_form_ends_a_line_and_an_unknown_one_names_those_there_are(evening: League) -> None:
    assert len({form.suffix for form in LEAGUE_FORMATS.values()}) == len(LEAGUE_FORMATS)
    for form in LEAGUE_FORMATS.values():
        assert form.render_league(evening, LeagueReportRequest()).endswith("\n")
    with pytest.raises(Refused, match="md, html, csv, events, ics, json, record, schema"):
        find_league_export_format("pdf", LeagueReportRequest())
    with pytest.raises(Refused, match="Remove --season and --as-of"):
        find_league_export_format("json", LeagueReportRequest(season=1))
    with pytest.raises(Refused, match="ics cannot be limited to parts"):
        find_league_export_format("ics", LeagueReportRequest(("rounds",)))
    with pytest.raises(Refused, match="csv can contain only one part"):
        find_league_export_format("csv", LeagueReportRequest(("rounds", "history")))


def test_a_long_league_is_folded_but_for_its_last_round_and_a_short_one_is_not() -> None:
    """Fourteen rounds: more than anybody reads on one page; twelve are told whole."""
    kept = club().begin_league("Long", players=("Anna", "Bram"), zone="UTC")
    for number in range(1, 15):
        if number == 13:
            assert "<details>" not in render_league_html(build_league_report(kept))
        kept.rounds.draft_round(allow_rematches=True)
        kept.rounds.publish_round()
        kept.results.enter_result("1", f"{number}-0")
    page = render_league_html(build_league_report(kept))
    folded = re.findall(r"<details>\s*<summary><h2>(.+?)</h2></summary>", page)
    assert folded == [f"Round {number}" for number in range(1, 14)]
    assert page.count("<details>") == page.count("</details>") == 13
    assert re.search(r'<section class="round">\s*<h2>Round 14</h2>', page)
    assert all(f"{number} : 0" in page for number in range(1, 15))  # nothing is left out
