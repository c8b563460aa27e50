"""The timeline of a campaign as a picture, by hand."""

from __future__ import annotations

import pytest

from exports.campaign_timeline_chart import build_campaign_timeline_chart
from exports.html_reports import render_league_html
from exports.league_report import build_league_report
from tests.leagues.club import club, league
from tracker.application.leagues.league import League


@pytest.fixture
def campaign() -> League:
    """Three games in ten days, the last two on one day, and two pieces of the story."""
    found = club().begin_league(
        "Karst", what="campaign", players=("Anna", "Bram", "Chloé"), zone="UTC"
    )
    found.forces.record_past_game("Anna", "Bram", "10-7", title="The bridge", on="2026-09-01")
    found.forces.record_past_game("Bram", "Anna", "4-4", on="2026-09-11")
    found.forces.record_past_game("Bram", "Anna", "5-2", on="2026-09-11")
    found.points.add_note("It rained.\nNobody came.", on="2026-09-06")
    found.points.add_note("Long ago.", on="2026-01-06")
    return found


def test_games_stand_at_their_days(campaign: League) -> None:
    found = build_campaign_timeline_chart(campaign)
    assert found is not None
    # From 14 to 640 − 170 = 470; the last two are of one day: 12 apart, the first gives way.
    assert [game.x for game in found.games] == [14.0, 458.0, 470.0]
    assert [game.outcomes for game in found.games] == [
        ("won", "lost"),
        ("drawn", "drawn"),
        ("won", "lost"),
    ]
    assert [game.rows for game in found.games] == [(0, 1), (1, 0), (1, 0)]
    assert found.games[0].description == "Tue 1 Sep 2026, The bridge: Anna – Bram, 10 : 7, Anna won"


def test_who_played_how_they_fared_and_what_was_told(campaign: League) -> None:
    found = build_campaign_timeline_chart(campaign)
    assert found is not None
    assert [(one.name, one.record) for one in found.players] == [
        ("Anna", "1 won, 1 drawn, 1 lost"),
        ("Bram", "1 won, 1 drawn, 1 lost"),
    ]
    # Halfway between 14 and 470; what was told before the first game is left out.
    assert found.story == ((242.0, "Sun 6 Sep 2026: It rained."),)
    assert found.days == ((14.0, "Tue 1 Sep 2026"), (470.0, "Fri 11 Sep 2026"))
    assert found.alt_text.startswith("3 games, Tue 1 Sep 2026 to Fri 11 Sep 2026: Anna 1 won")


def test_it_stands_on_the_page_of_a_campaign_only(campaign: League) -> None:
    page = render_league_html(build_league_report(campaign))
    assert page.count("<h2>How it went</h2>") == 1
    assert page.count('class="meets"') == 3
    assert "<title>Sun 6 Sep 2026: It rained.</title>" in page
    assert build_campaign_timeline_chart(league()) is None


def test_one_game_is_no_timeline_and_a_day_of_many_has_room() -> None:
    found = club().begin_league("Day", what="campaign", players=("A", "B"), zone="UTC")
    found.forces.record_past_game("A", "B", "1-0", on="2026-09-01")
    assert build_campaign_timeline_chart(found) is None
    for _ in range(59):
        found.forces.record_past_game("A", "B", "1-0", on="2026-09-01")
    told = build_campaign_timeline_chart(found)
    assert told is not None
    places = [game.x for game in told.games]
    assert places == sorted(places)
    assert len(set(places)) == 60
    assert (places[0], places[-1]) == (14.0, 470.0)
