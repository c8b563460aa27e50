"""The row a league leaves in the lists, field by field, as it is from evening to evening."""

from __future__ import annotations

from tests.leagues.club import club, league, meetings, row
from tests.leagues.test_core_campaign import campaign
from tracker.application.leagues.league_summaries import read_league_row
from tracker.application.leagues.results.linked_match_outcomes import UnitStats
from tracker.leagues import league_events as ev
from tracker.ledger.stream_summary import make_placeholder_summary
from tracker.vocabulary.events import Rewound

FIVE = ("Anna", "Bram", "Chloé", "Dario", "Erik")


def test_a_league_of_which_nothing_is_played_yet() -> None:
    found = club().begin_league("Spring", players=FIVE, zone="Europe/Vienna")
    now = row(found)
    assert (now.what, now.season, now.season_name, now.zone) == ("league", 1, "", "Europe/Vienna")
    assert (now.round, now.planned, now.drafted) == (0, 0, 0)
    assert (now.results, now.fixtures, now.games, now.unsigned, now.players) == (0, 0, 0, 0, 5)
    assert (now.on, now.ends, now.last_played, now.closed) == ("", "", "", False)
    assert (now.matches, now.forces) == ({}, ())
    assert [one.points.short for one in now.standings.rows] == ["0"] * 5


def test_who_has_a_bye_plays_nobody() -> None:
    """Five players: two games and a bye. One is played and signed by one of the two."""
    found = club().begin_league("Spring", players=FIVE, zone="Europe/Vienna", rounds=5)
    found.rounds.draft_round()
    assert (row(found).drafted, row(found).round) == (1, 0)
    found.rounds.publish_round(on="2026-11-20", ends="22:30")
    now = row(found)
    assert (now.drafted, now.round, now.planned) == (0, 1, 5)
    assert (now.results, now.fixtures, now.games, now.unsigned) == (0, 2, 0, 0)
    assert now.on == "2026-11-20"
    assert "22:30" in now.ends
    game = next(one for one in meetings(found) if one.away)
    found.results.enter_result(game.id, "10-7", on="2026-11-20")
    found.results.sign_result(game.id, found.state.get_player_name(game.home))
    now = row(found)
    assert (now.results, now.fixtures, now.games, now.unsigned) == (1, 2, 1, 1)
    assert now.last_played == "2026-11-20"
    found.results.sign_result(game.id)
    assert row(found).unsigned == 0


def test_those_of_a_round_and_those_of_the_next() -> None:
    """Dario was here in round 1 and is away in round 2; Chloé comes from round 2 on."""
    found = league(club(), "Anna", "Bram", "Dario", "Erik")
    found.people.enrol_players("Chloé")
    found.people.mark_away("Dario")
    names = [one.name for one in found.people.list_present_players(1)]
    assert names == ["Anna", "Bram", "Dario", "Erik"]
    assert [one.name for one in found.people.list_present_players()] == [
        "Anna",
        "Bram",
        "Erik",
        "Chloé",
    ]
    assert [(one.name, why) for one, why in found.people.list_absent_players(1)] == [
        ("Chloé", "not yet here")
    ]
    assert [(one.name, why) for one, why in found.people.list_absent_players()] == [
        ("Dario", "away")
    ]
    assert found.people.list_present_players(2) == found.people.list_present_players()


def test_lines_taken_back_and_those_that_took_them_back() -> None:
    found = league()
    found.results.enter_result("f1", "10-7")
    found.undo()
    told = [(type(one.input_event), one.counts) for one in found.history.list_all_entries()]
    assert told[-2:] == [(ev.ResultEntered, False), (Rewound, True)]
    assert all(counts for _, counts in told[:-2])


def test_figures_with_names_that_recover_are_named() -> None:
    """On 4+, Brakk (5) is back and Ox (3) is not; a third without a name is back (6)."""
    found = campaign("recover")
    fallen = UnitStats(0, 3, fallen=("Brakk", "Ox"))
    found.forces.record_past_game("Anna", "Bram", "7-4", unit_stats={"Alpha": fallen})
    found.forces.enter_or_roll_recovery_dice("Alpha", (5, 3, 6))
    change = found.history.list_entries_on_path()[-1].input_event
    assert isinstance(change, ev.UnitChanged)
    assert change.why == "2 of 3 back on 4+: Brakk"
    assert (change.figures, change.names) == (-1, ("Ox",))
    other = campaign("recover")
    other.forces.record_past_game("Anna", "Bram", "7-4", unit_stats={"Alpha": UnitStats(0, 1)})
    other.forces.enter_or_roll_recovery_dice("Alpha", (6,))
    change = other.history.list_entries_on_path()[-1].input_event
    assert isinstance(change, ev.UnitChanged)
    assert change.why == "1 of 1 back on 4+"


def test_a_league_whose_row_is_damaged_stops_no_list() -> None:
    row = read_league_row(make_placeholder_summary("l1", "league", 3))
    assert (row.players, row.matches, row.standings.rows) == (0, {}, ())
