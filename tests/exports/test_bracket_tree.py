"""The bracket drawn and as CSV: who meets whom, who went on, where each game stands."""

from __future__ import annotations

from exports.html_reports import render_league_html
from exports.league_report import LeagueReportRequest, build_league_report
from tests.exports.csv_texts import write_league_csv
from tests.leagues.test_bracket import play, winter
from tracker.application.leagues.league import League


def played() -> League:
    """Four play on: Anna 1, Bram 2, Chloé 3, Dario 4. Anna beats Dario, Bram and Chloé draw."""
    found = winter()
    found.top_cut.make_top_cut(4, has_third_place_game=True)
    play(found)
    round_ = found.state.current_round
    assert round_ is not None
    for each in found.state.list_fixtures(round_):
        names = [found.state.get_player_name(one) for one in each.players]
        won = {"Anna": "10", "Dario": "2"}
        found.results.enter_result(each.id, "-".join(won.get(name, "5") for name in names))
    return found


def test_csv_has_a_row_a_game() -> None:
    found = played()
    drawn = next(game for game in found.top_cut.get_bracket().games if game.open)
    found.top_cut.decide_drawn_bracket_game(drawn.fixture, "Bram", why="a die")
    lines = write_league_csv(found, LeagueReportRequest(["bracket"])).splitlines()
    assert lines[0] == "round,fixture,home_seed,home,away_seed,away,bye,goes_on,result"
    cells = [line.split(",") for line in lines[1:]]
    assert [one[0] for one in cells] == ["semi-finals", "semi-finals", "third place", "final"]
    assert [one[2:8] for one in cells] == [
        ["1", "Anna", "4", "Dario", "0", "Anna"],
        ["2", "Bram", "3", "Chloé", "0", "Bram"],
        ["4", "Dario", "3", "Chloé", "0", ""],
        ["1", "Anna", "2", "Bram", "0", ""],
    ]


def test_the_tree_puts_a_game_between_the_two_it_follows_from() -> None:
    """Games of the first round are 52 apart and 38 tall from 26: 26 and 78; the final 52."""
    tree = build_league_report(played(), LeagueReportRequest()).tree
    assert tree is not None
    assert [(one.home, one.away, one.winner) for one in tree.games] == [
        ("1 Anna", "4 Dario", 1),
        ("2 Bram", "3 Chloé", 0),
        ("1 Anna", "…", 0),
        ("4 Dario", "…", 0),
    ]
    first, second, final, third = tree.games
    assert (first.y, second.y, final.y) == (26, 78, 52)
    assert first.x == second.x == 1
    assert final.x == third.x == 1 + tree.game_width + 18
    assert third.y >= second.y + 38
    assert tree.height >= third.y + 38
    assert [name for _, name in tree.headings] == ["semi-finals", "final", "third place"]
    assert first.connector.startswith(f"{1 + tree.game_width},45.0 ")
    assert first.connector.endswith(",71.0")  # the middle of the final: 52 + 19


def test_the_page_has_the_tree_and_says_it_in_words() -> None:
    page = render_league_html(build_league_report(played(), LeagueReportRequest()))
    assert '<figure class="chart tree">' in page
    assert "semi-finals: 1 Anna v 4 Dario" in page
    assert page.count("<rect ") == 4
    assert '<text class="name won"' in page


def test_no_bracket_no_tree_and_no_rows() -> None:
    found = winter()
    assert len(write_league_csv(found, LeagueReportRequest(["bracket"])).splitlines()) == 1
    assert build_league_report(found, LeagueReportRequest()).tree is None
    assert 'class="chart tree"' not in render_league_html(
        build_league_report(found, LeagueReportRequest())
    )
