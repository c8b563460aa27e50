"""A round that is cancelled: nothing of it stays but its line in the log."""

from __future__ import annotations

from tests.leagues.club import club, league, meetings
from tracker.application.leagues.league_log import list_league_log_lines


def test_a_cancelled_round_leaves_no_pairing_and_is_drafted_again() -> None:
    book = club()
    found = league(book, "Anna", "Bram", "Chloé", "Dario", "Erik")
    assert found.state.round_number == 1  # with a bye, which has its result with the round
    found.rounds.draft_round()
    found.rounds.cancel_round()
    assert [(one.number, one.published) for one in found.state.rounds.values()] == [(1, True)]
    found.rounds.cancel_round(why="no heating")
    assert (found.state.rounds, found.state.fixtures) == ({}, {})
    assert all(row.points.short == "0" for row in found.table.compute_standings().rows)
    texts = [line.text for line in list_league_log_lines(found.history)][-2:]
    assert texts == ["round 2 cancelled", "round 1 cancelled (no heating)"]
    found.rounds.draft_round()
    assert [(one.number, one.published) for one in found.state.rounds.values()] == [(1, False)]
    again = book.open_league(found.stream)  # and the book says the same
    assert again.state == found.state
    found.undo()
    found.undo()
    assert found.state.round_number == 1


def test_who_joined_during_a_cancelled_round_plays_when_it_is_drafted_again() -> None:
    found = league(None, "Anna", "Bram", "Chloé")
    found.rounds.pair_latecomer("Dario")
    found.people.enrol_players("Erik", "Fynn")
    found.rounds.cancel_round()
    players = found.state.players.values()
    assert [one.get_absence_reason(1) for one in players] == [""] * 6
    found.rounds.draft_round()
    assert {one for each in meetings(found) for one in each.players} == {*found.state.players}
    assert found.rounds.list_redraft_reasons() == []
    found.rounds.publish_round()
    found.people.enrol_players("Gwen")
    found.rounds.draft_round()  # Gwen joins in round 2, whether its draft is cancelled or not
    found.rounds.cancel_round()
    assert found.people.find_player("Gwen").get_absence_reason(1) == "not yet here"
    assert found.people.find_player("Gwen").get_absence_reason(2) == ""


def test_a_result_against_its_points_keeps_its_reason_in_the_log() -> None:
    found = league()
    found.results.enter_result("1", "w1 1-9", why="the mission was hers")
    found.results.enter_result("2", "w1 7-7")  # level points leave the winner open
    assert [line.text for line in list_league_log_lines(found.history)][-2:] == [
        "table 1, Anna v Dario: 1 : 9, Anna won (the mission was hers)",
        "table 2, Bram v Chloé: 7 : 7, Bram won",
    ]
