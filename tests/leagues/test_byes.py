"""Byes of half and of no points, asked for and given by hand; who comes late into a round."""

from __future__ import annotations

import pytest

from tests.leagues.club import FOUR, club, league, meetings, points
from tests.leagues.test_core_rounds import draft_of
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_log import list_league_log_lines
from tracker.application.leagues.pairing.round_columns_and_text import format_round_text
from tracker.leagues.organiser_toml_reader import FileProblems
from tracker.leagues.results.scoring_scheme_files import parse_scoring_scheme_file
from tracker.leagues.results.standings_input_types import PlayerId


def pairs(found: League) -> set[frozenset[str]]:
    """Who meets whom in the round at hand; a name alone has a bye."""
    assert found.state.current_round is not None
    return {
        frozenset(map(found.state.get_player_name, one.players))
        for one in found.state.list_fixtures(found.state.current_round)
    }


def three(scheme: str = "2/1/0") -> League:
    """A and B meet, C is away for a half bye: 2/1/0 pays a half bye 1."""
    found = club().begin_league("Three", players=("A", "B", "C"), scheme=scheme, zone="UTC")
    found.people.mark_away("C", "asked", "half bye")
    found.rounds.draft_round()
    return found


def test_a_bye_that_was_asked_for_pays_what_the_scheme_says_and_tie_breaks_know_it() -> None:
    found = three()
    assert found.rounds.list_redraft_reasons() == []
    found.rounds.publish_round()
    found.results.enter_result("1", "10-7")
    found.people.mark_away("A")
    found.rounds.draft_round()
    found.rounds.publish_round()
    game = next(one for one in found.state.fixtures.values() if one.round == 2 and one.away)
    found.results.enter_result(game.id, "w1" if game.home == "p3" else "w2")
    # A: won 2, away 0 = 2. C: a half bye 1, won 2 = 3. B: two losses, 0.
    assert points(found) == {"C": "3", "A": "2", "B": "0"}
    table = found.table.compute_standings()
    assert {row.name: row.byes for row in table.rows} == {"A": 1, "B": 0, "C": 1}
    # Buchholz (FIDE 2023). A trailing bye that an opponent asked for counts as a draw:
    # B met A (2 + 1 for the bye at the end) and C (3): 6.
    # A met B (0), and has an own round not played: own points 2; together 2.
    # C met B (0), and has an own round not played: own points 3; together 3.
    buchholz = {row.name: row.get_tie_break_value("Buchholz") for row in table.rows}
    assert {name: value and value.short for name, value in buchholz.items()} == {
        "A": "2",
        "B": "6",
        "C": "3",
    }
    # Sonneborn-Berger: A won against B, 0, and nothing for the bye; C 0 + half of own 3; B none.
    berger = {row.name: row.get_tie_break_value("Sonneborn-Berger") for row in table.rows}
    assert {name: value and value.short for name, value in berger.items()} == {
        "A": "0",
        "B": "0",
        "C": "1.5",
    }


def test_the_round_says_who_is_away_and_for_what() -> None:
    found = three()
    found.rounds.publish_round()
    assert "away: C (asked, a half bye)" in format_round_text(found)
    assert "C   bye" not in format_round_text(found)
    assert "C: away in round 1, a half bye (asked)" in [
        one.text for one in list_league_log_lines(found.history)
    ]


def test_a_draft_says_when_other_byes_were_asked_for() -> None:
    found = three()
    found.people.mark_away("C", "asked")
    assert found.rounds.list_redraft_reasons() == [
        "C is away with a bye without points, but the draft does not show the bye."
    ]
    found.people.reinstate_or_mark_present("C")
    assert found.rounds.list_redraft_reasons() == ["C is present but not paired."]
    found.rounds.draft_round()
    assert found.rounds.list_redraft_reasons() == []


def test_half_a_bye_is_no_pairing_bye() -> None:
    """C was away for a half bye; of three, the bye of round 2 is a first one, whoever has it."""
    found = three()
    found.rounds.publish_round()
    found.rounds.draft_round("round robin")
    draft = found.state.draft
    assert draft is not None
    assert {one.why for one in found.state.list_fixtures(draft) if one.away is None} == {
        "the first bye"
    }


def test_a_bye_is_set_right_by_its_kind_in_any_round() -> None:
    found = three()
    found.rounds.publish_round()
    bye = next(one for one in found.state.fixtures.values() if one.away is None)
    with pytest.raises(
        Refused,
        match=r"already has another result: a half bye. If that result is wrong, correct it",
    ):
        found.results.enter_result(bye.id, "full")
    found.results.correct_result(bye.id, "none", why="never said a word")
    assert points(found)["C"] == "0"
    found.results.correct_result(bye.id, "full")
    assert points(found)["C"] == "2"  # 2/1/0 pays a bye as a win


def test_away_is_for_half_a_bye_or_none() -> None:
    found = three()
    with pytest.raises(Refused, match="Give a full bye in the round itself"):
        found.people.mark_away("C", bye="bye")


def test_a_bye_by_hand_leaves_the_other_to_whoever_has_one() -> None:
    found = club().begin_league("Five", players=(*FOUR, "Erik"), rounds=4, zone="UTC")
    found.rounds.draft_round()
    ((left, _),) = [pair for pair in draft_of(found) if pair[1] is None]
    one, other = next(pair for pair in draft_of(found) if pair[1] is not None)
    assert other is not None
    found.rounds.give_bye(one, "half bye", why="has to leave early")
    assert frozenset((other, left)) in {frozenset(pair) for pair in draft_of(found)}
    found.rounds.publish_round()
    assert frozenset((one,)) in pairs(found)
    # 3/1/0: a half bye is a draw, and nobody else has a point yet.
    assert {name: each for name, each in points(found).items() if each != "0"} == {one: "1"}
    with pytest.raises(Refused, match="already has a half bye in round 1"):
        found.rounds.give_bye(one, "half bye")


# ------------------------------------------------------------------------------- who comes late


def karim() -> League:
    """Three players; round 1 is published, Karim has the bye."""
    found = club().begin_league("Late", players=("Anna", "Ben", "Karim"), zone="UTC")
    found.points.draw_or_enter_lots(("Anna", "Ben", "Karim"))
    found.rounds.draft_round("Swiss")
    found.rounds.publish_round()
    assert pairs(found) == {frozenset(("Anna", "Ben")), frozenset(("Karim",))}
    return found


def test_a_published_round_takes_somebody_in() -> None:
    found = karim()
    found.results.enter_result("1", "10-7")
    assert points(found)["Karim"] == "3"
    found.people.enrol_players("Paula")
    found.rounds.pair_players("Karim", "Paula")
    assert pairs(found) == {frozenset(("Anna", "Ben")), frozenset(("Karim", "Paula"))}
    assert (
        list_league_log_lines(found.history)[-1].text
        == "round 1: Karim and Paula meet, paired by hand"
    )
    assert points(found)["Karim"] == "0"  # the bye has gone, nothing is played
    found.results.enter_result("2", "8-3")  # at the next free table
    assert points(found) == {"Anna": "3", "Karim": "3", "Ben": "0", "Paula": "0"}
    found.undo()
    found.undo()
    assert points(found)["Karim"] == "3"


def test_the_second_who_comes_late_has_the_bye_and_the_third_meets_him() -> None:
    found = karim()
    found.people.enrol_players("Paula", "Quinn", "Rosa")
    found.rounds.pair_players("Karim", "Paula")
    found.rounds.give_bye("Quinn")
    assert frozenset(("Quinn",)) in pairs(found)
    found.rounds.pair_players("Rosa", "Quinn")
    assert pairs(found) == {
        frozenset(("Anna", "Ben")),
        frozenset(("Karim", "Paula")),
        frozenset(("Quinn", "Rosa")),
    }
    tables = sorted(one.table for one in found.state.fixtures.values())
    assert tables == [1, 2, 3]


def test_who_comes_late_may_meet_somebody_who_was_paired() -> None:
    """Ben is left over by it: he meets Karim, who had the bye."""
    found = karim()
    found.people.enrol_players("Paula")
    found.rounds.pair_players("Anna", "Paula")
    assert pairs(found) == {frozenset(("Anna", "Paula")), frozenset(("Ben", "Karim"))}
    found.undo()
    found.results.enter_result("1", "10-7")
    with pytest.raises(Refused, match="has begun, so its pairing can no longer change"):
        found.rounds.pair_players("Anna", "Paula")


def test_who_was_away_and_came_after_all_is_taken_in() -> None:
    found = three()
    found.people.enrol_players("D")
    found.rounds.draft_round()
    found.rounds.publish_round()
    (left,) = next(pair for pair in pairs(found) - {frozenset(("C",))} if len(pair) == 1)
    found.rounds.pair_players("C", left)
    assert pairs(found) == {frozenset({"A", "B", "D"} - {left}), frozenset(("C", left))}
    assert "away" not in format_round_text(found)


def test_who_has_dropped_is_not_taken_in_and_nobody_meets_himself() -> None:
    found = karim()
    found.people.enrol_players("Paula")
    found.people.drop_player("Paula")
    with pytest.raises(Refused, match=r"Paula has dropped out. Let the player return first"):
        found.rounds.pair_players("Karim", "Paula")
    with pytest.raises(Refused, match=r"twice. Name two different players"):
        found.rounds.pair_players("Karim", "Karim")
    with pytest.raises(
        Refused, match=r"Paula is not paired in round 1. Draft the round again, or pair"
    ):
        found.rounds.swap_players("Paula", "Anna")


def test_a_draft_made_again_for_somebody_who_came_late_keeps_the_drawn_order() -> None:
    """Nine by lots, neighbours meet and the last has the bye; the tenth meets him."""
    names = [f"Player {letter}" for letter in "ABCDEFGHI"]
    found = club().begin_league("Lots", players=names, pairing="Swiss", zone="UTC")
    found.points.draw_or_enter_lots()
    found.rounds.draft_round()
    before = {frozenset(filter(None, pair)) for pair in draft_of(found)}
    (left,) = next(pair for pair in before if len(pair) == 1)
    found.people.enrol_players("Paula")
    found.rounds.draft_round()
    after = {frozenset(filter(None, pair)) for pair in draft_of(found)}
    assert after == before - {frozenset((left,))} | {frozenset((left, "Paula"))}
    assert list_league_log_lines(found.history)[-1].text.endswith(
        f"5 tables, 4 as before (changed: {left} v Paula)"
    )


def test_a_draft_made_again_says_how_much_of_it_is_new() -> None:
    """By the circle: four meet as before, and the fifth has the bye."""
    found = league()
    found.rounds.draft_round()
    found.people.enrol_players("Erik")
    was = {frozenset(pair) for pair in draft_of(found)}
    found.rounds.draft_round()
    assert was < {frozenset(pair) for pair in draft_of(found)}
    said = "2 tables, all as before (changed: Erik has the bye), 2 results still open"
    assert list_league_log_lines(found.history)[-1].text.endswith(said)
    assert PlayerId("p5") in {one for f in found.state.fixtures.values() for one in f.players}


def test_the_victory_points_of_a_bye_can_be_said() -> None:
    found = league(None, "Anna", "Bram", "Chloé")
    bye, game = meetings(found)[1], meetings(found)[0]
    found.results.enter_result(game.id, "7-3")
    who = found.state.get_player_name(bye.home)
    found.results.correct_result(bye.id, "10-4", why="as the pack says")
    row = next(one for one in found.table.compute_standings().rows if one.name == who)
    assert (row.vp_for, row.vp_against, row.byes) == (10, 4, 1)
    value = row.get_tie_break_value("VP difference")
    assert value is not None
    assert value.short == "6"
    assert "10 : 4, bye" in list_league_log_lines(found.history)[-1].text
    found.results.correct_result(bye.id, "half", why="half of it")
    ended = found.results.find_fixture(bye.id).ended
    assert ended is not None
    assert (ended.kind, ended.vp) == ("half bye", (10, 4))


def test_a_scheme_says_the_victory_points_of_every_bye() -> None:
    text = (
        'name = "Pack"\nbye_vp = [12, 0]\ntie_breaks = ["VP difference"]\n'
        "[points]\nwin = 3\ndraw = 1\nloss = 0\n"
    )
    found = club().begin_league(
        "Pack", players=("Anna", "Bram", "Chloé"), zone="Europe/Vienna", scheme=text
    )
    found.rounds.draft_round()
    found.rounds.publish_round()
    bye = next(one for one in meetings(found) if one.away is None)
    row = next(one for one in found.table.compute_standings().rows if one.player == bye.home)
    assert (row.vp_for, row.vp_against, row.points.short) == (12, 0, "3")
    found.results.correct_result(bye.id, "20-1")
    row = next(one for one in found.table.compute_standings().rows if one.player == bye.home)
    assert (row.vp_for, row.vp_against) == (20, 1)
    with pytest.raises(FileProblems, match="Victory points of a bye must be below"):
        parse_scoring_scheme_file(text.replace("12", "9999999999"))
