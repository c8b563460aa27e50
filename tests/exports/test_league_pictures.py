"""The race of a season and the grid of its results, by hand.

3/1/0, ties by VP difference. Round 1: Anna – Dario 10:7, Bram – Chloé 1:6. Chloé 3 (+5),
Anna 3 (+3), Dario 0 (−3), Bram 0 (−5). Round 2: Dario – Chloé 9:2, Anna – Bram 5:5.
Anna 4 (+3), Dario 3 (+4), Chloé 3 (−2), Bram 1 (−5).
"""

from __future__ import annotations

import re

import pytest

from exports.html_reports import render_league_html
from exports.league_json import build_league_shape
from exports.league_report import LeagueReportRequest, build_league_report
from exports.markdown_reports import render_league_markdown
from exports.report_section_types import find_no_page
from exports.results_cross_table import ResultsCrossTable, build_results_cross_table
from exports.standings_race_chart import build_standings_race_chart
from tests.exports.csv_texts import write_league_csv
from tests.leagues.club import club, league
from tracker.application.errors import Refused
from tracker.application.leagues.league import League

RESULTS = {
    frozenset(("Anna", "Dario")): ("Anna", "10-7"),
    frozenset(("Bram", "Chloé")): ("Bram", "1-6"),
    frozenset(("Dario", "Chloé")): ("Dario", "9-2"),
    frozenset(("Anna", "Bram")): ("Anna", "5-5"),
}


def enter_all(found: League) -> None:
    """The results of the round at hand, whoever stands first in the pairing."""
    assert found.state.current_round is not None
    for one in found.state.list_fixtures(found.state.current_round):
        names = [found.state.get_player_name(player) for player in one.players]
        first, result = RESULTS[frozenset(names)]
        found.results.enter_result(
            one.id, result if first == names[0] else "-".join(result.split("-")[::-1])
        )


@pytest.fixture
def two_rounds() -> League:
    found = league()
    enter_all(found)
    found.rounds.draft_round()
    found.rounds.publish_round()
    enter_all(found)
    return found


def rows(found: ResultsCrossTable) -> list[tuple[str, ...]]:
    return [(row.name, *(cell.text for cell in row.cells)) for row in found.rows]


def test_the_race_of_two_rounds(two_rounds: League) -> None:
    found = build_standings_race_chart(two_rounds, 1)
    assert found is not None
    assert found.rounds == (1, 2)
    assert [(one.name, one.places, one.points) for one in found.lines] == [
        ("Anna", (2, 1), ("3", "4")),
        ("Dario", (3, 2), ("0", "3")),
        ("Chloé", (1, 3), ("3", "3")),
        ("Bram", (4, 4), ("0", "1")),
    ]
    assert found.alt_text == (
        "Place after each round: Anna 2, 1; Dario 3, 2; Chloé 1, 3; Bram 4, 4"
    )
    # From the left edge of the lines (40) to the right (640 − 220), 20 from place to place.
    assert found.format_polyline_points(found.lines[2]) == "40.0,14 420.0,54"
    assert found.height == 14 + 28 + 3 * 20


def test_the_race_is_drawn_once_there_are_two_rounds_and_as_of_a_round(two_rounds: League) -> None:
    assert build_standings_race_chart(two_rounds, 1, 1) is None
    assert build_league_report(two_rounds, LeagueReportRequest(as_of="1")).race is None
    page = render_league_html(build_league_report(two_rounds))
    assert page.count("<polyline") == 4
    assert 'aria-label="Place after each round: Anna 2, 1;' in page
    text = render_league_markdown(build_league_report(two_rounds))
    assert "| Anna | 2 (3) | 1 (4) |" in text


def test_level_players_have_a_row_each_and_share_a_place() -> None:
    found = club().begin_league(
        "Even", players=("A", "B"), zone="UTC", rounds=3, tie_breaks=["lots"]
    )
    for _ in range(2):
        found.rounds.draft_round()
        found.rounds.publish_round()
        found.results.enter_result("1", "3-3")
    told = build_standings_race_chart(found, 1)
    assert told is not None
    assert [(one.places, one.rows) for one in told.lines] == [((1, 1), (1, 1)), ((1, 1), (2, 2))]


def test_a_win_that_the_players_declared_shows_no_points() -> None:
    found = club().begin_league("Agreed", players=("A", "B"), zone="UTC", rounds=1)
    found.rounds.draft_round()
    found.rounds.publish_round()
    found.results.enter_result("1", "0-0 w1")
    table = build_results_cross_table(found, 1, find_no_page)
    assert table is not None
    assert sorted(text for row in rows(table) for text in row[1:] if text) == ["L", "W"]
    first, *_ = found.table.explain_player_points("A")
    assert first == "r1 B won"


def test_everybody_against_everybody(two_rounds: League) -> None:
    found = build_results_cross_table(two_rounds, 1, find_no_page)
    assert found is not None
    assert [short for short, _ in found.headings] == ["1", "2", "3", "4"]
    assert rows(found) == [
        ("Anna", "", "W 10:7", "", "D 5:5"),
        ("Dario", "L 7:10", "", "W 9:2", ""),
        ("Chloé", "", "L 2:9", "", "W 6:1"),
        ("Bram", "D 5:5", "", "L 1:6", ""),
    ]
    assert [cell.outcome for cell in found.rows[0].cells] == ["self", "won", "", "drawn"]
    assert found.rows[0].cells[1].description == "round 1, Dario: 10 : 7, Anna won"


def test_the_cross_table_is_the_same_in_every_form(two_rounds: League) -> None:
    """Anna has won once and drawn once: 3 + 1 = 4 points; Dario and Chloé won once, 3."""
    asked = LeagueReportRequest(["cross-table"])
    assert write_league_csv(two_rounds, asked).splitlines() == [
        "place,player,points,Anna,Dario,Chloé,Bram",
        "1,Anna,4,,W 10:7,,D 5:5",
        "2,Dario,3,L 7:10,,W 9:2,",
        "3,Chloé,3,,L 2:9,,W 6:1",
        "4,Bram,1,D 5:5,,L 1:6,",
    ]
    report = build_league_report(two_rounds, asked)
    assert "| 1 | Anna | 4 |  | W 10:7 |  | D 5:5 |" in render_league_markdown(report)
    page = render_league_html(report)
    assert page.count('<td class="n" data-of="points">') == 4
    assert "Round 1" not in page
    told = build_league_shape(two_rounds).cross_table
    assert told is not None
    assert told.heads == ["Anna", "Dario", "Chloé", "Bram"]
    assert (told.rows[0].place, told.rows[0].player, told.rows[0].points) == (1, "p1", 4)
    assert told.rows[1].cells == ["L 7:10", "", "W 9:2", ""]
    first = LeagueReportRequest(["cross-table"], None, "1")
    assert write_league_csv(two_rounds, first).splitlines()[1] == "1,Chloé,3,,,,W 6:1"
    with pytest.raises(Refused, match="needs a round number"):
        LeagueReportRequest(["cross-table"], None, "2026-11-20")


def test_no_cross_table_before_there_are_results() -> None:
    asked = LeagueReportRequest(["cross-table"])
    assert write_league_csv(league(), asked) == "place,player,points\n"
    assert build_league_shape(league()).cross_table is None


def test_an_open_game_and_as_of_a_round(two_rounds: League) -> None:
    two_rounds.rounds.draft_round()
    two_rounds.rounds.publish_round()
    found = build_results_cross_table(two_rounds, 1, find_no_page)
    assert found is not None
    assert rows(found)[0] == ("Anna", "", "W 10:7", "·", "D 5:5")
    assert found.rows[0].cells[2].description == "round 3, Chloé: no result yet"
    first = build_results_cross_table(two_rounds, 1, find_no_page, 1)
    assert first is not None
    assert rows(first)[0] == ("Chloé", "", "", "", "W 6:1")


def test_a_swiss_league_tells_who_met_whom_round_by_round() -> None:
    found = club().begin_league(
        "Open", players=("Anna", "Bram", "Chloé"), zone="UTC", rounds=2, pairing="Swiss"
    )
    found.rounds.draft_round()
    found.rounds.publish_round()
    (game,) = [one for one in found.state.fixtures.values() if one.away is not None]
    found.results.enter_result(game.id, "4-2")
    told = build_results_cross_table(found, 1, find_no_page)
    assert told is not None
    assert told.headings == (("R1", "round 1"),)
    # Winner and bye have 3; the winner's +2 puts him first, the loser (−2) is third.
    assert [cells for _, *cells in rows(told)] == [["W 3"], ["bye"], ["L 1"]]


def test_a_page_links_nothing_where_it_stands_alone(two_rounds: League) -> None:
    assert not re.search(r"<a\b", render_league_html(build_league_report(two_rounds)))
