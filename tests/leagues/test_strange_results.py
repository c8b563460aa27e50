"""Results that may be slips: they are taken, and the line says what is strange about them."""

from __future__ import annotations

import pytest

from tests.leagues.club import club, league
from tracker.application.leagues.league import League
from tracker.application.leagues.league_log import list_league_log_lines


def said(found: League) -> str:
    return list_league_log_lines(found.history)[-1].text


def season(*results: str) -> League:
    """Six players; three games of round 1 have these results, round 2 is published."""
    found = league(None, "Anna", "Bram", "Chloé", "Dario", "Erik", "Farid")
    for table, result in enumerate(results, start=1):
        found.results.enter_result(str(table), result)
    found.rounds.draft_round()
    found.rounds.publish_round()
    return found


@pytest.mark.parametrize(
    ("result", "strange"),
    [("60-1", False), ("61-0", True), ("0-61", True), ("999-1", True), ("-61-0", True)],
)
def test_five_times_the_highest_score_before_is_asked_about(result: str, strange: bool) -> None:
    """The highest of 10-7, 3-12 and 5-5 is 12: 60 is five times as much."""
    found = season("10-7", "3-12", "5-5")
    found.results.enter_result("1", result)
    assert (" – is that right? the highest earlier score was 12" in said(found)) is strange
    assert found.results.find_fixture("1").ended is not None


def test_small_scores_and_the_first_ones_are_never_strange() -> None:
    """Of 1-0, 0-0 and 1-1 the highest is 1: up to 20 nothing is said; nor of two scores alone."""
    found = season("1-0", "0-0", "1-1")
    found.results.enter_result("1", "20-0")
    assert "is that right" not in said(found)
    found.results.enter_result("2", "21-0")
    assert "is that right" not in said(found)  # 20 is known by now
    few = season("10-7", "3-12")
    few.results.enter_result("1", "900-0")
    assert "is that right" not in said(few)


def test_twenty_one_after_ones_is_strange_and_set_right_it_is_not() -> None:
    found = season("1-0", "0-0", "1-1")
    found.results.enter_result("1", "21-0")
    assert "the highest earlier score was 1" in said(found)
    found.results.correct_result("1", "2-0", why="misread")
    assert said(found).endswith("(misread)")
    found.results.correct_result("1", "200-0")
    assert said(found).endswith(" – is that right? the highest earlier score was 1")


def test_a_day_before_the_season_began_is_asked_about() -> None:
    """The league was begun on 20 November 2026."""
    found = season("10-7")
    found.results.enter_result("2", "5-4", on="2026-11-19")
    assert said(found).endswith(" – is that right? played before the season began (2026-11-20)")
    found.results.enter_result("3", "5-4", on="2026-11-20")
    assert "is that right" not in said(found)
    found.results.enter_result("1", "5-4", on="2026-11-18")  # so it is written down afterwards
    assert "is that right" not in said(found)


def test_a_campaign_tells_games_of_long_ago_without_asking() -> None:
    found = club().begin_league("Karst", what="campaign", players=("Anna", "Bram"))
    found.forces.record_past_game("Anna", "Bram", "9-1", on="1998-05-01")
    assert "is that right" not in said(found)


def test_an_exact_title_is_meant_though_another_begins_with_it() -> None:
    book = club()
    book.begin_league("Winter")
    book.begin_league("Winter League")
    assert book.open_league("winter").stream == "l1"
    assert book.open_league("Winter L").stream == "l2"


def test_the_first_score_below_zero_is_queried() -> None:
    """A minus typed by mistake, such as for 13-7; some games have scores below zero."""
    found = league()
    found.results.enter_result("1", "10-7")
    found.results.correct_result("1", "-3-7")
    assert said(found).endswith(
        "−3 : 7, Dario won; it was 10 : 7, Anna won – is that right? no earlier score was below 0"
    )
    found.results.enter_result("2", "7--2")
    assert "is that right" not in said(found)
