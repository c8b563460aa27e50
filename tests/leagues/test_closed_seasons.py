"""A season that is closed: its standings stand, and what changes them all the same says why."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.leagues.club import club, game, league, open_fixtures
from tests.leagues.test_core_matches import end
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_log import list_league_log_lines
from tracker.application.leagues.seasons.season_commands import SeasonPlan
from tracker.application.leagues.seasons.standings_columns_and_text import render_standings_text
from tracker.leagues.league_events import SeasonClosed


@pytest.fixture
def closed() -> League:
    """Anna – Dario 10:7 (3 points and none), Bram – Chloé never played; the season is closed."""
    found = league()
    found.results.enter_result("1", "10-7")
    found.seasons.close_season()
    return found


def table(found: League) -> dict[str, str]:
    return {row.name: row.points.short for row in found.table.compute_standings(season=1).rows}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            lambda it: it.results.enter_result("2", "6-1"),
            "Season 1 is closed. Begin the next season.",
        ),
        (
            lambda it: it.results.correct_result("1", "7-10"),
            "closed. Give a reason to change its standings anyway.",
        ),
        (
            lambda it: it.results.withdraw_result("1"),
            "closed. Give a reason to change its standings anyway.",
        ),
        (
            lambda it: it.points.award_bonus_or_penalty("Anna", "2", why="painted"),
            "Season 1 is closed. Begin",
        ),
        (lambda it: it.rounds.renumber_tables({"Anna": 2}), "Season 1 is closed. Begin"),
        (lambda it: it.rounds.give_bye("Bram"), "Season 1 is closed. Begin"),
        (lambda it: it.points.draw_or_enter_lots(), "Season 1 is closed. Begin"),
        (lambda it: it.forces.record_past_game("Anna", "Bram", "9-1"), "Season 1 is closed. Begin"),
        (
            lambda it: it.matches.link_match_and_enter_result(
                "2", game(club(it.store), "Bram", "Chloé").stream
            ),
            "Season 1 is closed. Begin",
        ),
    ],
)
def test_nothing_changes_it_without_a_word(
    closed: League, change: Callable[[League], object], says: str
) -> None:
    before = closed.version, table(closed)
    with pytest.raises(Refused, match=says):
        change(closed)
    assert (closed.version, table(closed)) == before


def test_a_correction_with_a_reason_changes_it_and_every_table_says_so(closed: League) -> None:
    closed.seasons.begin_season("Spring")
    closed.results.correct_result("f1", "7-10", why="the sheet was misread")
    # 3/1/0: Dario has the three points that were Anna's.
    assert table(closed) == {"Dario": "3", "Anna": "0", "Bram": "0", "Chloé": "0"}
    said = (
        "table 1 of round 1, Anna v Dario: corrected after the season was closed: the sheet was"
        " misread"
    )
    assert said in render_standings_text(closed, season=1)
    assert said not in render_standings_text(closed)
    day = closed.state.fixtures["f1"].ended.played_on  # type: ignore[union-attr]
    assert said in render_standings_text(closed, day, season=1)
    assert said not in render_standings_text(closed, "2020-01-01", season=1)
    assert list_league_log_lines(closed.history)[-1].text.endswith(
        "(the sheet was misread), season 1 was closed"
    )


def test_a_game_kept_here_that_ends_later_leaves_it_alone_until_it_is_open_again() -> None:
    book = club()
    found = league(book)
    playing = game(book)
    found.matches.link_match_and_enter_result("1", playing.stream)
    found.seasons.close_season()
    end(playing, 7, 4)
    found.reload()
    assert set(table(found).values()) == {"0"}
    found.undo()  # the closing
    assert table(found)["Anna"] == "3"


def test_who_is_ranked_no_more_stood_there(closed: League) -> None:
    closed.seasons.begin_season()
    closed.people.change_player_name_or_ranking("Anna", ranked=False)
    assert table(closed)["Anna"] == "3"
    assert "Anna" not in [row.name for row in closed.table.compute_standings().rows]


def test_what_is_changed_between_two_seasons_is_of_the_next_from_its_beginning(
    closed: League,
) -> None:
    closed.seasons.save_season_plan(SeasonPlan(best=2, why="voted"))
    change = closed.state.changes[-1]
    assert (change.why, change.season, change.round) == ("voted", 2, 0)


def test_a_season_closed_before_cuts_went_by_the_opponent_keeps_its_numbers() -> None:
    """Anna beat Dario and lost to Bram: the old cut left out the lost game's nought."""
    found = league()
    found.seasons.save_season_plan(SeasonPlan(tie_breaks=("SB-1",), why="agreed"))
    found.results.enter_result("1", "10-7")
    found.results.enter_result("2", "6-1")
    found.rounds.draft_round()  # Dario meets Chloé, Anna meets Bram
    found.rounds.publish_round()
    for each in open_fixtures(found):
        found.results.enter_result(
            each.id, "9-2" if found.state.get_player_name(each.home) != "Anna" else "2-9"
        )
    # Points: Bram 6, Anna and Dario 3, Chloé 0. Anna: 3 from Dario, 0 from Bram.
    found.seasons.close_season()
    assert ties(found) == {"Bram": "3", "Anna": "0", "Dario": "0", "Chloé": "0"}
    found.undo()
    found.write_entry(SeasonClosed(season=1, on="2026-11-20"))  # as an earlier program wrote it
    assert ties(found) == {"Bram": "3", "Anna": "3", "Dario": "0", "Chloé": "0"}


def ties(found: League) -> dict[str, str]:
    rows = found.table.compute_standings(season=1).rows
    return {row.name: row.ties[0].value.short for row in rows if row.ties[0].value is not None}
