"""Leagues and campaigns in the columns of their lists."""

from __future__ import annotations

from tests.leagues.club import club, league
from tracker.application.leagues.league_summaries import list_league_columns
from tracker.application.leagues.people.player_list_columns import list_player_columns
from tracker.application.table_columns import format_table_lines


def test_a_league_says_how_far_it_is_and_who_leads() -> None:
    book = club()
    book.begin_league("Spring", players=("Anna",))
    found = league(book)
    found.results.enter_result("f1", "10-7")
    rows = sorted(book.list_leagues("league"), key=lambda one: one.title)
    assert [*format_table_lines(list_league_columns("league"), rows)] == [
        "league         stands                            first",
        "Spring         1 player",
        "Winter League  round 1 of 3 · 1 of 2 results in  Anna (3 points)",
    ]
    found.seasons.close_season()
    (row,) = (one for one in book.list_leagues("league") if one.title == "Winter League")
    assert list_league_columns("league")[1].cell(row) == "season closed"


def test_a_campaign_says_how_many_games_it_had_and_when_the_last_was() -> None:
    book = club()
    found = book.begin_league("Karst", what="campaign", players=("Anna", "Bram"), zone="UTC")
    columns = list_league_columns("campaign")
    assert [*format_table_lines(columns, book.list_leagues("campaign"))] == [
        "campaign  games  last played",
        "Karst         0",
    ]
    found.forces.record_past_game("Anna", "Bram", "7-4", on="2026-01-10")
    assert [*format_table_lines(columns, book.list_leagues("campaign"))][1:] == [
        "Karst         1  Sat 10 Jan 2026",
    ]


def test_players_say_how_they_attend_the_next_round_and_why() -> None:
    found = league()
    found.people.enrol_players("Erik", ranked=False)
    found.people.mark_away("Bram", "train", "half bye")
    found.people.drop_player("Chloé", "moved", after_round=True)
    found.people.mark_away("Erik")
    players = [*found.state.players.values()]
    assert [*format_table_lines(list_player_columns(found.state, 2), players)] == [
        "    player  attendance             remarks",
        "p1  Anna",
        "p2  Bram    away, a half bye       train",
        "p3  Chloé   dropped after round 1  moved",
        "p4  Dario",
        "p5  Erik    away, not ranked",
    ]
