"""Somebody comes late, or steps in, and meets who has the bye: of a published round, or a draft."""

from __future__ import annotations

import pytest

from tests.leagues.club import club, meetings, points
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_log import list_league_log_lines

Groups = set[frozenset[str]]


def three() -> League:
    """Anna and Ben meet in round 1, Karim has the bye; it is published."""
    found = club().begin_league("Late", players=("Anna", "Ben", "Karim"), zone="UTC")
    found.rounds.draft_round("Swiss", order="sign-up")
    found.rounds.publish_round()
    return found


def groups(found: League) -> Groups:
    round_ = found.state.current_round
    assert round_ is not None
    fixtures = found.state.list_fixtures(round_)
    return {frozenset(map(found.state.get_player_name, one.players)) for one in fixtures}


def said(found: League) -> str:
    return list_league_log_lines(found.history)[-1].text


def test_a_newcomer_joins_and_meets_who_had_the_bye_in_one_line() -> None:
    found = three()
    found.results.enter_result("1", "10-7")
    assert points(found) == {"Anna": "3", "Karim": "3", "Ben": "0"}
    found.rounds.pair_latecomer("Paula", why="the train was late")
    assert groups(found) == {frozenset(("Anna", "Ben")), frozenset(("Karim", "Paula"))}
    line = "Paula enrolled; round 1: Karim and Paula meet, paired by hand (the train was late)"
    assert said(found) == line
    assert points(found) == {"Anna": "3", "Karim": "0", "Ben": "0", "Paula": "0"}
    found.results.enter_result("2", "5-9")  # at the next table
    assert points(found)["Paula"] == "3"
    found.undo()
    found.undo()
    assert points(found) == {"Anna": "3", "Karim": "3", "Ben": "0"}


def test_an_organiser_who_steps_in_is_not_ranked() -> None:
    found = three()
    found.rounds.pair_latecomer("Otto", ranked=False)
    found.results.enter_result("2", "w1")
    assert "Otto" not in points(found)
    assert points(found)["Karim"] == "3"
    assert said(found).startswith("table 2, Karim v Otto")


def test_who_was_away_or_had_dropped_is_taken_in_by_a_part_of_the_name() -> None:
    found = club().begin_league("Late", players=("Anna", "Ben", "Karim", "Paula"), zone="UTC")
    found.people.mark_away("Paula", "train")
    found.rounds.draft_round("Swiss", order="sign-up")
    found.rounds.publish_round()
    found.rounds.pair_latecomer("pau")
    assert groups(found) == {frozenset(("Anna", "Ben")), frozenset(("Karim", "Paula"))}
    assert len(meetings(found)) == 2  # the bye that was asked for has gone
    found.undo()
    found.people.drop_player("Paula")
    found.rounds.pair_latecomer("Paula")
    assert said(found) == "Paula: back again; round 1: Karim and Paula meet, paired by hand"
    assert found.people.find_player("Paula").left_after is None


def test_the_round_at_hand_comes_before_the_draft_of_the_next() -> None:
    found = three()
    found.rounds.draft_round()
    found.rounds.pair_latecomer("Paula")
    assert frozenset(("Karim", "Paula")) in groups(found)
    assert "Paula is present but not paired." in found.rounds.list_redraft_reasons()


def test_in_a_draft_too() -> None:
    found = club().begin_league("Late", players=("Anna", "Ben", "Karim"), zone="UTC")
    found.rounds.draft_round("Swiss", order="sign-up")
    found.rounds.pair_latecomer("Paula")
    names = {frozenset(map(found.state.get_player_name, one.players)) for one in meetings(found)}
    assert names == {frozenset(("Anna", "Ben")), frozenset(("Karim", "Paula"))}
    found.rounds.publish_round()


def test_of_two_byes_one_is_named() -> None:
    found = club().begin_league("Late", players=("Anna", "Ben", "Karim", "Lena"), zone="UTC")
    found.rounds.draft_round("Swiss", order="sign-up")
    found.rounds.give_bye("Karim")
    found.rounds.publish_round()
    found.rounds.pair_latecomer("Paula", against="Lena")
    assert groups(found) == {
        frozenset(("Anna", "Ben")), frozenset(("Karim",)), frozenset(("Lena", "Paula")),
    }  # fmt: skip


def test_of_two_who_are_meant_one_has_to_be_named() -> None:
    found = club().begin_league("Late", players=("Anna", "Ben", "Karim"), zone="UTC")
    found.rounds.draft_round("Swiss", order="sign-up")
    found.rounds.publish_round()
    found.people.enrol_players("Paula Berg", "Paula Holm")
    with pytest.raises(
        Refused, match=r"'paula' could mean more than one player.*: p4 Paula Berg, p5 Paula"
    ):
        found.rounds.pair_latecomer("paula")
    found.rounds.pair_latecomer("p5")
    assert frozenset(("Karim", "Paula Holm")) in groups(found)


def test_what_cannot_be_is_refused_and_nothing_is_written() -> None:
    found = three()
    version = found.version
    for name, against, says in (
        ("Anna", "", "Anna is already paired in round 1."),
        ("Karim", "", "Karim is already paired in round 1."),
        (" ", "", "Type the name of the stand-in: an enrolled or a new player."),
        ("Paula", "Anna", "Anna has no bye in round 1. Players with a bye: Karim."),
    ):
        with pytest.raises(Refused) as refused:
            found.rounds.pair_latecomer(name, against=against)
        assert refused.value.message == says
    assert found.version == version
    found.rounds.pair_latecomer("Paula")
    with pytest.raises(Refused, match=r"Nobody has the bye\. Enrol Quinn first, then pair Quinn"):
        found.rounds.pair_latecomer("Quinn")
    with pytest.raises(Refused, match="Enrol Quinn's friend first") as refused:
        found.rounds.pair_latecomer("Quinn's friend")
    assert refused.value.command == """league enroll l1 'Quinn'"'"'s friend'"""
    found.people.enrol_players("Quinn")
    quinn = found.people.find_player("Quinn").id
    with pytest.raises(Refused, match=r"Nobody has the bye\. Pair two players instead") as refused:
        found.rounds.pair_latecomer("Quinn")
    assert refused.value.command == f"league pair l1 {quinn} OPPONENT"
    found.seasons.close_season()
    with pytest.raises(Refused, match="Season 1 is closed"):
        found.rounds.pair_latecomer("Quinn")


def test_all_players_with_a_bye_are_named() -> None:
    found = club().begin_league("Late", players=tuple("ABCDEF"), zone="UTC")
    found.divisions.set_divisions("X", "Y")
    found.divisions.move_players("X", "A", "B", "C")
    found.divisions.move_players("Y", "D", "E", "F")
    found.rounds.draft_round("Swiss", order="sign-up")
    found.rounds.publish_round()
    with pytest.raises(Refused) as refused:
        found.rounds.pair_latecomer("Paula", against="A")
    assert refused.value.message == "A has no bye in round 1. Players with a bye: C, F."


def test_who_steps_in_is_in_the_division_of_the_opponent() -> None:
    found = club().begin_league("Late", players=("Anna", "Ben", "Karim", "Lena", "Max"), zone="UTC")
    found.divisions.set_divisions("A", "B")
    found.divisions.move_players("A", "Anna", "Ben", "Karim")
    found.divisions.move_players("B", "Lena", "Max")
    found.rounds.draft_round("Swiss", order="sign-up")
    found.rounds.publish_round()
    found.rounds.pair_latecomer("Paula")
    assert said(found).startswith("Paula enrolled; Paula is now in division A; round 1: Karim and")
    assert found.state.get_divisions().get_division(found.people.find_player("Paula").id) == "A"
    found.undo()
    found.rounds.pair_latecomer("Otto", ranked=False)
    assert found.state.get_divisions().get_division(found.people.find_player("Otto").id) == ""


def test_the_round_at_hand_is_changed_while_the_next_one_is_drafted() -> None:
    """Four, two tables; Olga comes while round 2 is drafted: Anna's opponent has the bye then."""
    found = club().begin_league("Late", players=("Anna", "Ben", "Karim", "Lena"), zone="UTC")
    found.rounds.draft_round("Swiss", order="sign-up")
    found.rounds.publish_round()
    assert groups(found) == {frozenset(("Anna", "Ben")), frozenset(("Karim", "Lena"))}
    found.rounds.draft_round()
    found.people.enrol_players("Olga")
    found.rounds.pair_players("Olga", "Anna", round_number=1)
    assert groups(found) == {
        frozenset(("Anna", "Olga")), frozenset(("Ben",)), frozenset(("Karim", "Lena")),
    }  # fmt: skip
    found.rounds.give_bye("Lena", round_number=1)
    assert groups(found) == {
        frozenset(("Anna", "Olga")), frozenset(("Ben", "Karim")), frozenset(("Lena",)),
    }  # fmt: skip
    found.rounds.swap_players("Anna", "Ben", round_number=1)
    assert groups(found) == {
        frozenset(("Ben", "Olga")), frozenset(("Anna", "Karim")), frozenset(("Lena",)),
    }  # fmt: skip
    with pytest.raises(Refused, match="The pairings of round 7 can no longer change"):
        found.rounds.pair_players("Olga", "Anna", round_number=7)


def test_a_draft_says_who_were_paired_in_the_round_at_hand_since() -> None:
    found = club().begin_league("Late", players=("Anna", "Ben", "Karim", "Lena"), zone="UTC")
    found.rounds.draft_round("round robin", order="sign-up")
    found.rounds.publish_round()
    found.rounds.draft_round()
    draft = found.state.draft
    assert draft is not None
    first = found.state.list_fixtures(draft)[0]
    names = [found.state.get_player_name(one) for one in first.players]
    found.rounds.pair_players(*names, round_number=1)
    assert (
        f"{names[0]} and {names[1]} have been paired in round 1 since the draft."
        in found.rounds.list_redraft_reasons()
    )
