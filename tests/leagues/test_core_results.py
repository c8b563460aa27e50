"""Results entered, set right, withdrawn, signed and arranged; what is refused changes nothing."""

from __future__ import annotations

import pendulum
import pytest

from tests.leagues.club import Clock, club, league, meetings, points, row
from tracker.application.errors import NothingToChange, Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_log import list_league_log_lines
from tracker.application.leagues.results.results_reported_by_players import make_result_fingerprint
from tracker.leagues.league_events import FixtureId, FixtureResult
from tracker.leagues.league_state import GameArrangement
from tracker.leagues.results.standings_input_types import PlayerId
from tui.views.league_evening_table import build_evening_table
from tui.views.standings_view import read_or_compute_standings

ANNA, BRAM, CHLOE, DARIO = (PlayerId(f"p{n}") for n in range(1, 5))


def ended(found: League, table: str) -> FixtureResult:
    result = found.results.find_fixture(table).ended
    assert result is not None
    return result


@pytest.mark.parametrize(
    ("typed", "kind", "winner", "vp"),
    [
        ("10-7", "played", ANNA, (10, 7)),
        ("5 : 11", "played", DARIO, (5, 11)),
        ("7-7", "played", None, (7, 7)),
        ("-3-2", "played", DARIO, (-3, 2)),
        ("w2", "played", DARIO, None),
        ("d", "played", None, None),
        ("c1", "conceded", DARIO, None),
        ("12-3 c2", "conceded", ANNA, (12, 3)),
        ("f2", "forfeit", ANNA, None),
        ("f2 0-20", "forfeit", ANNA, (0, 20)),
        ("c1 3-12", "conceded", DARIO, (3, 12)),
        ("l1", "late withdrawal", DARIO, None),
        ("dl", "double loss", None, None),
    ],
)
def test_a_result_as_it_is_typed(
    typed: str, kind: str, winner: PlayerId | None, vp: tuple[int, int] | None
) -> None:
    found = league()
    found.results.enter_result("1", typed)
    result = ended(found, "1")
    assert (result.kind, result.winner, result.vp) == (kind, winner, vp)


@pytest.mark.parametrize("typed", ["", "ten-seven", "c3", "10-", "q1"])
def test_what_is_no_result_is_refused_and_changes_nothing(typed: str) -> None:
    found = league()
    with pytest.raises(Refused, match="10-7"):
        found.results.enter_result("1", typed)
    assert found.results.find_fixture("1").ended is None
    assert found.history.last_line_number == 4  # opened, enrolled, drafted, published


def test_no_result_yet_is_no_draw() -> None:
    found = league()
    found.results.enter_result("2", "4-9")
    # 3/1/0: one game of two is in; nobody at table 1 has a point for a draw.
    assert points(found) == {"Chloé": "3", "Anna": "0", "Dario": "0", "Bram": "0"}
    assert (row(found).results, row(found).fixtures) == (1, 2)
    assert {each.played for each in row(found).standings.rows if each.name != "Bram"} == {0, 1}


def test_a_second_different_result_is_refused_and_offered_as_correction() -> None:
    found = league()
    found.results.enter_result("1", "10-7")
    with pytest.raises(
        Refused,
        match=r"already has another result: 10 : 7, Anna won. If that result is wrong, correct"
        r" it.$",
    ) as refused:
        found.results.enter_result("1", "7-10")
    assert refused.value.command == "league correct l1 f1 7-10"
    with pytest.raises(Refused, match="already has this result"):
        found.results.enter_result("1", "10-7")
    assert points(found)["Anna"] == "3"


def test_details_of_a_second_equal_result_are_refused_and_offered_as_correction() -> None:
    found = league()
    found.results.enter_result("1", "10-7", on="2026-11-18", extra={"losses": (1, 2)})
    with pytest.raises(
        Refused,
        match=r"already has this result: 10 : 7, Anna won. To change its date, time and"
        r" casualties, correct the result.$",
    ) as refused:
        found.results.enter_result(
            "1",
            "10-7",
            on="2026-11-17",
            time="21:15",
            extra={"losses": (1, 2), "casualties": (5, 3)},
        )
    assert refused.value.command == (
        "league correct l1 f1 10-7 --on 2026-11-17 --time 21:15 --extra casualties=5-3"
    )
    with pytest.raises(NothingToChange, match=r"already has this result: 10 : 7, Anna won.$"):
        found.results.enter_result("1", "10-7", on="2026-11-18", extra={"losses": (1, 2)})


def test_a_correction_keeps_both_and_the_day_it_was_played() -> None:
    found = league()
    found.results.enter_result(
        "1", "10-7", on="2026-11-18", time="21.05", extra={"casualties": (3, 4)}
    )
    found.results.sign_result("1", "Anna")
    found.results.correct_result("1", "7-10", why="typed the wrong way round")
    fixture = found.results.find_fixture("1")
    assert fixture.ended == FixtureResult(
        winner=DARIO,
        vp=(7, 10),
        extra={"casualties": (3, 4)},
        played_on="2026-11-18",
        time="21:05",
    )
    (was,) = fixture.corrections
    assert (was.was.vp, was.why) == ((10, 7), "typed the wrong way round")
    assert fixture.signed == ()  # nobody has signed what it says now
    assert points(found) == {"Dario": "3", "Anna": "0", "Bram": "0", "Chloé": "0"}


def test_a_correction_of_one_column_keeps_the_others() -> None:
    found = league()
    extra = {"casualties": (3, 4), "objectives": (2, 1)}
    found.results.enter_result("1", "10-7", extra=extra)
    found.results.correct_result("1", "10-7", extra={"casualties": (5, 4)})
    ended = found.results.find_fixture("1").ended
    assert ended is not None
    assert ended.extra == {"casualties": (5, 4), "objectives": (2, 1)}


def test_a_correction_of_nothing_and_to_the_same_are_refused() -> None:
    found = league()
    with pytest.raises(Refused, match="no result to correct yet"):
        found.results.correct_result("1", "1-2")
    found.results.enter_result("1", "10-7")
    with pytest.raises(Refused, match="already has this result"):
        found.results.correct_result("1", "10-7")


def test_a_withdrawn_result_is_none() -> None:
    found = league()
    found.results.enter_result("1", "7-7")
    found.results.withdraw_result("1", why="never played")
    assert found.results.find_fixture("1").ended is None
    assert set(points(found).values()) == {"0"}
    with pytest.raises(Refused, match="no result"):
        found.results.withdraw_result("1")


def test_results_of_a_round_that_is_not_published_are_refused() -> None:
    found = club().begin_league("Draft", players=("Anna", "Bram"))
    with pytest.raises(Refused, match="No round has been published yet"):
        found.results.enter_result("1", "1-0")
    found.rounds.draft_round()
    for call in ("1", "2", "9", "f1"):  # tables of the draft, one that is not there, an id
        with pytest.raises(Refused, match="Round 1 has not been published yet") as refused:
            found.results.enter_result(call, "1-0")
        assert refused.value.command == "league publish l1"
    with pytest.raises(Refused, match="Round 1 has not been published yet"):
        found.results.enter_result("f1", "1-0")
    with pytest.raises(Refused, match="Round 1 has not been published yet"):
        found.matches.link_match_and_enter_result("1", "m1")


def test_unknown_players_and_pairings_are_named_with_those_there_are() -> None:
    found = league()
    with pytest.raises(
        Refused, match=r"No player is called 'Zoe'. Choose one of: p1 Anna, p2 Bram"
    ):
        found.people.drop_player("Zoe")
    with pytest.raises(Refused, match="There is no pairing '7' in this round; the tables are 1, 2"):
        found.results.enter_result("7", "1-0")


def test_a_day_still_to_come_is_refused_for_results_and_fine_for_arrangements() -> None:
    found = league()
    with pytest.raises(Refused, match="2026-11-21 is in the future"):
        found.results.enter_result("1", "10-7", on="2026-11-21")
    found.results.arrange_game("1", "2026-11-27", time="19:30", where="at Gwen's")
    agreed = found.results.find_fixture("1").arranged
    assert agreed is not None
    assert (agreed.on, agreed.time, agreed.where) == ("2026-11-27", "19:30", "at Gwen's")


def test_a_finished_game_cannot_be_arranged() -> None:
    found = league()
    found.results.enter_result("1", "10-7")
    with pytest.raises(Refused, match=r"^Table 1, Anna v Dario, already has a result\.$"):
        found.results.arrange_game("1", "2026-11-27")


def test_the_same_arrangement_again_writes_no_line() -> None:
    found = league()
    found.results.arrange_game("1", "2026-12-24", time="19:30")
    lines = len(found.history.list_all_entries())
    with pytest.raises(NothingToChange, match="Anna v Dario is already arranged for this time"):
        found.results.arrange_game("1", "2026-12-24", time="19:30")
    assert len(found.history.list_all_entries()) == lines
    found.results.arrange_game("1", "2026-12-24")
    assert len(found.history.list_all_entries()) == lines + 1


def test_a_time_without_a_day_does_not_cancel_an_arrangement() -> None:
    found = league()
    with pytest.raises(
        NothingToChange, match=r"^Table 1, Anna v Dario: the game has not been arranged\."
    ):
        found.results.arrange_game("1", "")
    with pytest.raises(Refused, match=r"^A time or place needs a day: add --on 2026-11-20\. To"):
        found.results.arrange_game("1", "", where="Attic")
    found.results.arrange_game("1", "2026-12-24", time="19:30", where="Attic")
    with pytest.raises(Refused, match=r"^A time or place needs a day: add --on 2026-12-24\. To"):
        found.results.arrange_game("1", "", time="20:00")
    assert found.state.fixtures[FixtureId("f1")].arranged == GameArrangement(
        "2026-12-24", "19:30", "Attic"
    )
    found.results.arrange_game("1", "")
    assert list_league_log_lines(found.history)[-1].text.endswith("arrangement cancelled")


def test_today_is_the_day_of_the_leagues_own_time_zone() -> None:
    """23:30 UTC on the 20th is half past midnight on the 21st in Vienna, and 18:30 in New York."""
    moment = pendulum.datetime(2026, 11, 20, 23, 30, tz="UTC")
    for zone, day in (("Europe/Vienna", "2026-11-21"), ("America/New_York", "2026-11-20")):
        found = club(clock=Clock(moment)).begin_league("Z", players=("A", "B"), zone=zone)
        found.rounds.draft_round()
        found.rounds.publish_round()
        found.results.enter_result("1", "1-0")
        assert ended(found, "1").played_on == day
        assert found.results.find_fixture("1").season == 1


@pytest.mark.parametrize("on", ["yesterday", "2026-11-19", "19.11.2026", "19.11.26"])
def test_a_game_played_before_has_its_own_day(on: str) -> None:
    found = league()
    found.results.enter_result("1", "10-7", on=on)
    assert ended(found, "1").played_on == "2026-11-19"


@pytest.mark.parametrize("on", ["2026-02-30", "30.2.2026", "11/19/2026", "soon"])
def test_what_is_no_date_is_refused(on: str) -> None:
    with pytest.raises(
        Refused, match=r"is not a date\. Write it like 2026-10-03 or 3\.10\.2026\.$"
    ):
        league().results.enter_result("1", "10-7", on=on)


def test_both_players_sign_and_nobody_else() -> None:
    found = league()
    with pytest.raises(Refused, match="no result to sign yet"):
        found.results.sign_result("1")
    found.results.enter_result("1", "10-7")
    assert row(found).unsigned == 1
    with pytest.raises(Refused, match="Bram does not play in table 1"):
        found.results.sign_result("1", "Bram")
    found.results.sign_result("1", "Anna")
    assert row(found).unsigned == 1
    found.results.sign_result("1")
    assert found.results.find_fixture("1").signed == (ANNA, DARIO)
    assert row(found).unsigned == 0
    with pytest.raises(Refused, match="already signed"):
        found.results.sign_result("1")


def test_a_bye_has_its_result_with_the_round() -> None:
    found = league(None, "Anna", "Bram", "Chloé")
    bye = next(one for one in found.state.fixtures.values() if one.away is None)
    assert bye.ended is not None
    assert bye.ended.kind == "bye"
    assert points(found)[found.state.get_player_name(bye.home)] == "3"
    with pytest.raises(Refused, match=r"'w1' is not a bye. Type full, half or none"):
        found.results.enter_result(bye.id, "w1")


def test_a_bye_pays_on_its_day() -> None:
    """Three rounds published ahead, a week apart: on the first evening one bye has been had."""
    clock = Clock()
    found = club(clock=clock).begin_league("Three", players=("Anna", "Bram", "Chloé"), zone="UTC")
    for day in ("2026-11-20", "2026-11-27", "2026-12-04"):
        found.rounds.draft_round()
        found.rounds.publish_round(on=day)
    # Three players, three rounds: each has one bye, which is worth three points.
    assert sorted(points(found).values()) == ["0", "0", "3"]
    now, asked = found.table.compute_standings(), found.table.compute_standings("2026-11-20")
    assert [(row.name, row.points, row.byes) for row in now.rows] == [
        (row.name, row.points, row.byes) for row in asked.rows
    ]
    assert now.after == 1
    assert [row.points.short for row in found.table.compute_standings("2026-11-27").rows] == [
        "3",
        "3",
        "0",
    ]
    clock.at = clock.at.add(days=7)
    assert [row.points.short for row in found.table.compute_standings().rows] == ["3", "3", "0"]
    assert [row.points.short for row in read_or_compute_standings(found).rows] == ["3", "3", "0"]
    found.seasons.close_season()
    clock.at = clock.at.add(days=30)  # the bye of 4 December was never had: the season was over
    assert [row.points.short for row in found.table.compute_standings(season=1).rows] == [
        "3",
        "3",
        "0",
    ]


def test_points_and_winner_that_do_not_go_together_are_refused_where_points_decide() -> None:
    found = club().begin_league("20-0", players=("Anna", "Bram"), scheme="20-0")
    found.rounds.draft_round()
    found.rounds.publish_round()
    with pytest.raises(Refused, match=r"38 : 20 is won by Anna. Type only the points, or only"):
        found.results.enter_result("1", "d 38-20")
    with pytest.raises(Refused, match="5 : 3 is drawn"):
        found.results.enter_result("1", "w1 5-3")
    found.results.enter_result("1", "w1")  # 20-0 without points: the plain ones
    assert points(found)["Anna"] != points(found)["Bram"]


@pytest.mark.parametrize(
    ("points_given", "column", "says"),
    [
        ("1", "lateness", "lateness is a penalty in this scheme. Write -1."),
        ("-1/2", "painting", "painting is a bonus in this scheme. Write 1/2."),
    ],
)
def test_columns_the_scheme_declares_go_one_way(points_given: str, column: str, says: str) -> None:
    found = league()
    with pytest.raises(Refused) as refused:
        found.points.award_bonus_or_penalty("Anna", points_given, column=column, why="as agreed")
    assert refused.value.message == says
    found.points.award_bonus_or_penalty(
        "Anna", says.rsplit(maxsplit=1)[-1].rstrip("."), column=column, why="as agreed"
    )
    assert [one.column for one in found.state.awarded_points] == [column]


def test_a_result_that_a_player_told_is_set_right_with_his_further_columns() -> None:
    found = league()  # Anna meets Dario at table 1
    game = meetings(found)[0]
    for who, said, pair in ((ANNA, "5-5", (2, 2)), (DARIO, "5-6", (2, 9))):
        seen = make_result_fingerprint(found.state.fixtures[game.id])
        found.reports.report_result(who, game.id, said, seen, {"casualties": pair})
    note = next(iter(build_evening_table(found).rows)).note
    assert note == "Dario says 5 : 6, Dario won, casualties 2 : 9"
    found.results.correct_result("1", "5-6")
    ended = found.state.fixtures[game.id].ended
    assert ended is not None
    assert ended.extra == {"casualties": (2, 9)}
    assert "Dario won, casualties 2 : 9; it was 5 : 5, drawn, casualties 2 : 2" in (
        list_league_log_lines(found.history)[-1].text
    )
