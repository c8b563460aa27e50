"""Somebody drops out: results annulled, no pairing twice, the open table settled."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.leagues.club import club, league, meetings, open_fixtures, points
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_log import list_league_log_lines
from tracker.application.leagues.pairing.round_columns_and_text import format_round_text
from tracker.application.leagues.seasons.season_commands import SeasonPlan
from tracker.application.leagues.seasons.standings_columns_and_text import render_standings_text
from tracker.leagues.results.standings_from_league_state import list_all_results

FIVE = ("Anna", "Bram", "Chloé", "Dario", "Eva")


def five(rounds: int = 5) -> League:
    """Round 1 of a round robin of five: Anna has the bye, Bram – Eva 10:2, Chloé – Dario 8:4."""
    found = club().begin_league(
        "Winter League", players=FIVE, zone="Europe/Vienna", rounds=rounds, pairing="round robin"
    )
    found.rounds.draft_round()
    found.rounds.publish_round()
    for one, score in zip(meetings(found)[:2], ("10-2", "8-4"), strict=True):
        found.results.enter_result(one.id, score)
    return found


def last_line(found: League) -> str:
    return list_league_log_lines(found.history)[-1].text


def test_results_of_who_leaves_early_stand_in_the_rounds_and_in_no_sum() -> None:
    found = five()
    assert points(found) == {"Anna": "3", "Bram": "3", "Chloé": "3", "Dario": "0", "Eva": "0"}
    leaves = found.people.assess_departure("Eva")
    assert (leaves.played, leaves.games, leaves.is_annulment_fair) == (1, 4, True)
    found.people.drop_player("Eva", "moved away", annul_results=True)
    # 3/1/0: Bram's three came from Eva; Anna's bye is one that the other three will not have.
    assert points(found) == {"Anna": "0", "Bram": "0", "Chloé": "3", "Dario": "0", "Eva": "0"}
    assert last_line(found) == (
        "Eva: dropped (moved away); the results of Eva are annulled (moved away)"
    )
    assert "Bram    Eva       10 : 2, Bram won, annulled" in format_round_text(found, 1)
    text = render_standings_text(found)
    assert "Eva has dropped out; the results are annulled and count for nobody" in text
    assert "byes score nothing while results are annulled" in text
    # The game was played: ratings keep it.
    assert len([one for one in list_all_results(found.state) if one.kind == "played"]) == 2


def test_byes_without_points_are_noted_only_where_a_bye_counts() -> None:
    found = club().begin_league(
        "Four", players=FIVE[:4], zone="Europe/Vienna", rounds=3, pairing="round robin"
    )
    for _ in range(2):
        found.rounds.draft_round()
        found.rounds.publish_round()
        for one in open_fixtures(found):
            found.results.enter_result(one.id, "10-2")
        if not found.state.season.annulled:
            found.people.drop_player("Dario", annul_results=True)
    note = "byes score nothing while results are annulled"
    assert note not in render_standings_text(found, as_of="1")
    assert note in render_standings_text(found, as_of="2")
    assert note in render_standings_text(found)


def test_what_is_annulled_can_be_taken_back_and_counts_again() -> None:
    found = five()
    before = points(found)
    found.people.drop_player("Eva")
    found.people.set_results_annulled("Eva", why="agreed")
    assert points(found)["Bram"] == "0"
    found.undo()
    assert points(found) == before
    found.redo()
    found.people.set_results_annulled("Eva", annulled=False, why="asked for")
    assert points(found) == before
    assert last_line(found) == "the results of Eva count again (asked for)"
    found.people.set_results_annulled("Eva")
    found.people.reinstate_or_mark_present("Eva")
    assert points(found) == before
    assert last_line(found) == "Eva: back again; the results of Eva count again"


@pytest.mark.parametrize(
    ("who", "says"),
    [("Bram", "Bram is still in the league. Drop the player"), ("Eva", "are already annulled")],
)
def test_what_cannot_be_annulled_says_why(who: str, says: str) -> None:
    found = five()
    found.people.drop_player("Eva", annul_results=True)
    with pytest.raises(Refused, match=says):
        found.people.set_results_annulled(who)


def test_half_of_the_games_played_stand_unless_somebody_says_otherwise() -> None:
    found = five()
    found.rounds.draft_round()
    found.rounds.publish_round()
    for one in open_fixtures(found):
        found.results.enter_result(one.id, "5-5")
    # FIDE's general regulations: who played half of the games stays in the sums. 2 of 4 is half.
    assert found.people.assess_departure("Eva").is_annulment_fair is False
    found.people.drop_player("Eva", annul_results=True)
    assert points(found)["Bram"] in {"0", "1"}


def test_games_beyond_the_planned_rounds_do_not_count_for_the_half() -> None:
    found = club().begin_league(
        "Four", players=FIVE[:4], zone="Europe/Vienna", rounds=4, pairing="round robin"
    )
    shares = []
    for _ in range(2):
        found.rounds.draft_round()
        found.rounds.publish_round()
        for one in open_fixtures(found):
            found.results.enter_result(one.id, "10-2")
        leaves = found.people.assess_departure("Bram")
        shares.append((leaves.describe_games_played(), leaves.is_annulment_fair))
    # Four rounds have one game each, although four players who meet twice would have six.
    assert shares == [("1 of 4 games played", True), ("2 of 4 games played", False)]


def test_nobody_meets_twice_after_somebody_left() -> None:
    found = five()
    found.people.drop_player("Eva", annul_results=True)
    met = [frozenset(("p3", "p4"))]  # in round 1
    for _ in range(3):
        found.rounds.draft_round()
        assert found.rounds.list_redraft_reasons() == []
        met += [frozenset(one.players) for one in meetings(found) if one.away]
        found.rounds.publish_round()
    assert sorted(map(sorted, met)) == sorted(map(list, combinations(("p1", "p2", "p3", "p4"), 2)))
    assert [
        line.text for line in list_league_log_lines(found.history) if "have no game" in line.text
    ] == [
        "round 4 drafted, round robin: 1 table, 2 results still open; Chloé, Dario have met "
        "everybody and have no game"
    ]
    with pytest.raises(Refused, match="All present players have already met"):
        found.rounds.draft_round()
    # Asked for, they meet again, also when that draft is made once more.
    found.rounds.draft_round(allow_rematches=True)
    found.rounds.draft_round()
    assert len([one for one in meetings(found) if one.away]) == 2


def test_rounds_planned_for_two_circles_let_everybody_meet_twice() -> None:
    found = league(None, "Anna", "Bram")
    found.seasons.save_season_plan(SeasonPlan(rounds=2))
    found.rounds.draft_round()
    found.rounds.publish_round()
    with pytest.raises(Refused, match="All present players have already met"):
        found.rounds.draft_round()


def test_byes_of_a_swiss_pay_all_the_same() -> None:
    found = club().begin_league(
        "Swiss", players=FIVE, zone="Europe/Vienna", rounds=3, pairing="Swiss"
    )
    found.rounds.draft_round(order="sign-up")
    found.rounds.publish_round()
    game, *_, bye = meetings(found)
    found.results.enter_result(game.id, "9-1")
    leaver = found.state.get_player_name(game.away)
    assert found.people.assess_departure(leaver).games == 0
    found.people.drop_player(leaver)
    with pytest.raises(
        Refused, match=r"In a Swiss league, the results of .* cannot be annulled. Drop the player"
    ):
        found.people.set_results_annulled(leaver)
    paid = {found.state.get_player_name(one): "3" for one in (game.home, bye.home)}
    assert points(found) == dict.fromkeys(FIVE, "0") | paid


# ---------------------------------------------------------------------- the table that is open


def test_who_drops_in_mid_round_leaves_a_table_that_is_told_and_can_be_settled() -> None:
    found = league()  # Anna meets Dario at table 1, Bram meets Chloé at table 2
    found.people.drop_player("Dario")
    assert last_line(found) == "Dario: dropped; table 1, Anna v Dario has no result yet"
    found.undo()
    found.people.drop_player("Dario", award_open_game=True)
    assert last_line(found) == (
        "table 1, Anna v Dario: Anna wins, the opponent left; Dario: dropped"
    )
    assert points(found)["Anna"] == "3"
    found.undo()
    assert points(found)["Anna"] == "0"


def test_nothing_is_settled_where_nothing_is_open() -> None:
    found = league()
    found.results.enter_result("1", "10-7")
    with pytest.raises(Refused, match="Dario has no open game in the current round"):
        found.people.drop_player("Dario", award_open_game=True)
    assert found.people.find_player("Dario").left_after is None
