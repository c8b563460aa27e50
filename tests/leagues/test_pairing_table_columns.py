"""Pairings in the columns of tables."""

from __future__ import annotations

from msgspec.structs import replace

from tests.leagues.club import club, league
from tracker.application.leagues.league import League
from tracker.application.leagues.pairing.round_columns_and_text import (
    describe_live_game,
    list_pairing_columns,
)
from tracker.application.table_columns import format_table_lines
from tracker.cli.league_output import build_fixture_row, list_pairing_lines
from tracker.leagues.results.standings_input_types import PlayerId


def list_lines(found: League, player: PlayerId | None = None) -> list[str]:
    columns = list_pairing_columns(found.state, "2027-02-01", player)
    fixtures = [
        one for one in found.state.fixtures.values() if player is None or player in one.players
    ]
    return [*format_table_lines(columns, fixtures)]


def test_a_result_is_shown_with_its_day_its_signatures_and_what_it_was() -> None:
    """Anna meets Dario at table 1, Bram meets Chloé at table 2."""
    found = league()
    found.results.enter_result("f1", "10-7", on="2026-01-19")
    found.results.correct_result("f1", "10-8", why="typed wrongly")
    found.results.sign_result("f1", "Dario")
    found.results.arrange_game("f2", "2026-12-02", time="19:30", where="the attic")
    assert list_lines(found) == [
        "table  player  opponent  result                                    played       signed"
        "  remarks",
        "    1  Anna    Dario     10 : 8, Anna won                          19 Jan 2026  Dario "
        "  was 10 : 7, Anna won (typed wrongly)",
        "    2  Bram    Chloé     arranged for 2 Dec 2026 19:30, the attic",
    ]
    assert list_lines(found, PlayerId("p4")) == [
        "round  opponent  result            played       remarks",
        "    1  Anna      10 : 8, Anna won  19 Jan 2026  was 10 : 7, Anna won (typed wrongly)",
    ]
    found.results.sign_result("f1", "Anna")
    assert " both " in list_lines(found)[1]


def test_a_game_arranged_for_another_day_is_not_shown_on_its_first() -> None:
    found = league()
    found.results.arrange_game("f2", "2026-12-02")
    moved = replace(found.state.fixtures["f2"], on="2026-11-20")
    (_, line) = format_table_lines(list_pairing_columns(found.state, "2027-02-01"), [moved])
    assert line.split() == ["2", "Bram", "Chloé", "arranged", "for", "2", "Dec", "2026"]
    (_, line) = format_table_lines(
        list_pairing_columns(found.state, "2027-02-01"), [replace(moved, arranged=None)]
    )
    assert line.split() == ["2", "Bram", "Chloé", "20", "Nov", "2026"]


def test_a_bye_has_no_opponent() -> None:
    found = league(club(), "Anna", "Bram", "Chloé")
    (line,) = (line for line in list_lines(found) if "bye" in line)
    assert line.split() == ["Anna", "bye"]


def test_the_command_says_why_two_meet_until_they_have_a_result() -> None:
    found = league()
    found.results.enter_result("f1", "10-7")
    rows = [build_fixture_row(found, one) for one in found.state.fixtures.values()]
    why = found.state.fixtures["f2"].why
    assert why
    head, first, second = list_pairing_lines(found, rows)
    assert head.split() == ["table", "player", "opponent", "result", "played", "why"]
    assert " ".join(first.split()) == "f1 1 Anna Dario 10 : 7, Anna won Fri 20 Nov"
    assert " ".join(second.split()) == f"f2 2 Bram Chloé {why}"
    assert [*list_pairing_lines(found, [])] == []


def test_a_game_that_goes_on() -> None:
    assert describe_live_game(2, [7, 4]) == "turn 2, 7 : 4"
    assert describe_live_game(0, None) == "set-up"
