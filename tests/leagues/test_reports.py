"""What players report: one says how it ended, the other confirms it or says otherwise."""

from __future__ import annotations

import pytest

from tests.leagues.club import club
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_log import describe_league_entry
from tracker.application.leagues.results.results_reported_by_players import (
    ReportOutdated,
    describe_disputed_reports,
    describe_unconfirmed_report,
    make_result_fingerprint,
)
from tracker.leagues.league_state import Fixture
from tracker.leagues.results.standings_input_types import PlayerId


def first(found: League) -> Fixture:
    """Anna against Dario."""
    return found.state.fixtures["f1"]


def who(found: League, name: str) -> PlayerId:
    return next(one.id for one in found.state.players.values() if one.name == name)


def tell(found: League, name: str, result: str, seen: str | None = None) -> str:
    now = make_result_fingerprint(first(found)) if seen is None else seen
    entry = found.reports.report_result(who(found, name), "f1", result, now)
    return describe_league_entry(found.history, entry)


def waits(found: League) -> str:
    return describe_unconfirmed_report(found.state, first(found))


@pytest.fixture
def found() -> League:
    book = club()
    made = book.begin_league("Club", players=("Anna", "Bram"), zone="Europe/Vienna", rounds=3)
    made.rounds.draft_round()
    made.rounds.publish_round()
    return made


def test_one_reports_and_the_other_confirms(found: League) -> None:
    home, away = (found.state.get_player_name(one) for one in first(found).players)
    assert (
        tell(found, home, "10-7") == f"table 1, {home} v {away}: {home} reports 10 : 7, {home} won"
    )
    assert waits(found) == f"{home} reported it, {away} has not confirmed"
    ended = first(found).ended
    assert ended is not None
    assert ended.vp == (10, 7)
    found.reports.confirm_result(who(found, away), "f1", make_result_fingerprint(first(found)))
    assert waits(found) == ""
    assert set(first(found).signed) == set(first(found).players)
    with pytest.raises(Refused, match="Ask the organiser"):
        tell(found, home, "10-8")


def test_it_is_in_the_ledger_and_is_taken_back_as_one_line(found: League) -> None:
    home, away = (found.state.get_player_name(one) for one in first(found).players)
    before = found.state.fork_state()
    tell(found, home, "10-7")
    stands = found.state.fork_state()
    found.reload()
    assert found.state == stands
    found.undo()
    assert found.state == before
    assert waits(found) == ""
    found.redo()
    assert waits(found) == f"{home} reported it, {away} has not confirmed"


def test_the_same_said_by_both_at_once_is_confirmed(found: League) -> None:
    home, away = (found.state.get_player_name(one) for one in first(found).players)
    seen = make_result_fingerprint(first(found))
    tell(found, home, "10-7", seen)
    tell(found, away, "10-7", seen)
    assert len(first(found).signed) == 2
    assert not first(found).corrections


def test_of_two_at_once_the_first_counts_and_the_second_reads_it(found: League) -> None:
    home, away = (found.state.get_player_name(one) for one in first(found).players)
    seen = make_result_fingerprint(first(found))
    tell(found, home, "10-7", seen)
    with pytest.raises(
        ReportOutdated, match=f"{home} has reported in the meantime: 10 : 7, {home} won"
    ):
        tell(found, away, "7-10", seen)
    with pytest.raises(ReportOutdated):
        found.reports.confirm_result(who(found, away), "f1", seen)
    assert first(found).signed == (who(found, home),)


def test_a_second_report_from_an_old_page_meets_ones_own_first_one(found: League) -> None:
    home, _ = (found.state.get_player_name(one) for one in first(found).players)
    seen = make_result_fingerprint(first(found))
    tell(found, home, "w1 9-9", seen)
    with pytest.raises(ReportOutdated) as refused:
        tell(found, home, "9-9", seen)
    assert refused.value.message == (
        f"Your own report has changed since you opened this page: 9 : 9, {home} won. Check it,"
        " then report again."
    )


def test_the_other_says_otherwise_and_both_are_kept(found: League) -> None:
    home, away = (found.state.get_player_name(one) for one in first(found).players)
    tell(found, home, "10-7")
    line = tell(found, away, "7-10")
    assert line.endswith(
        f"{away} says 7 : 10, {away} won; the result entered is 10 : 7, {home} won"
    )
    ended = first(found).ended
    assert ended is not None
    assert ended.vp == (10, 7)
    assert waits(found) == f"{home} reported it, {away} says 7 : 10, {away} won"
    with pytest.raises(Refused, match="The organiser sees both reports"):
        tell(found, away, "7-10")


def test_a_dispute_about_level_points_names_the_winners(found: League) -> None:
    home, away = (found.state.get_player_name(one) for one in first(found).players)
    tell(found, home, "w1 9-9")
    tell(found, away, "8-9")
    text = describe_disputed_reports(found.state, first(found))
    assert text == f"table 1: {home} says 9 : 9, {home} won, {away} says 8 : 9"


def test_a_dispute_about_a_draw_with_different_points_says_that_it_is_drawn() -> None:
    margin = 'name = "M"\ndraw_within = 5\n[points]\nwin = 3\ndraw = 1\nloss = 0\n'
    found = club().begin_league("Club", players=("Anna", "Bram"), scheme=margin, rounds=3)
    found.rounds.draft_round()
    found.rounds.publish_round()
    home, away = (found.state.get_player_name(one) for one in first(found).players)
    tell(found, home, "10-9")
    tell(found, away, "20-9")
    text = describe_disputed_reports(found.state, first(found))
    assert text == f"table 1: {home} says 10 : 9, drawn, {away} says 20 : 9"


def test_who_reported_gives_in(found: League) -> None:
    home, away = (found.state.get_player_name(one) for one in first(found).players)
    tell(found, home, "10-7")
    tell(found, away, "7-10")
    line = tell(found, home, "7-10")
    assert line.endswith(f"{home} now reports 7 : 10, {away} won; it was 10 : 7, {home} won")
    assert set(first(found).signed) == set(first(found).players)
    assert waits(found) == ""


def test_a_slip_of_ones_own_is_set_right_until_the_other_confirms(found: League) -> None:
    home, away = (found.state.get_player_name(one) for one in first(found).players)
    tell(found, home, "10-7")
    with pytest.raises(Refused, match="already reported this"):
        tell(found, home, "10-7")
    tell(found, home, "10-8")
    assert waits(found) == f"{home} reported it, {away} has not confirmed"
    assert [one.why for one in first(found).corrections] == ["reported again"]


def test_a_column_that_is_not_reported_again_stays(found: League) -> None:
    home = first(found).home
    for extra in ({"casualties": (3, 4), "objectives": (2, 1)}, {"casualties": (5, 4)}):
        seen = make_result_fingerprint(first(found))
        found.reports.report_result(home, "f1", "10-7", seen, extra)
    ended = first(found).ended
    assert ended is not None
    assert ended.extra == {"casualties": (5, 4), "objectives": (2, 1)}


def test_the_organiser_settles_it(found: League) -> None:
    home, away = (found.state.get_player_name(one) for one in first(found).players)
    tell(found, home, "10-7")
    tell(found, away, "7-10")
    found.results.correct_result("f1", "7-10", why="both looked again")
    assert first(found).disputed_results == ()
    assert first(found).signed == ()
    found.reports.confirm_result(who(found, away), "f1", make_result_fingerprint(first(found)))
    assert waits(found) == f"{away} reported it, {home} has not confirmed"


def test_only_the_players_of_a_game_report_it() -> None:
    book = club()
    made = book.begin_league("Club", players=("A", "B", "C", "D", "E"), rounds=5)
    made.rounds.draft_round()
    one, other = (meets for meets in made.state.fixtures.values() if meets.away)
    bye = next(meets for meets in made.state.fixtures.values() if not meets.away)
    with pytest.raises(Refused, match="not been published yet"):
        made.reports.report_result(one.home, one.id, "10-7", make_result_fingerprint(one))
    made.rounds.publish_round()
    for stranger, fixture in ((other.home, one), (bye.home, one), (bye.home, bye)):
        with pytest.raises(Refused, match="not your game"):
            made.reports.report_result(
                stranger, fixture.id, "10-7", make_result_fingerprint(fixture)
            )
        with pytest.raises(Refused, match="not your game"):
            made.reports.confirm_result(stranger, fixture.id, make_result_fingerprint(fixture))
    with pytest.raises(Refused, match="not your game"):
        made.reports.report_result(one.home, "f99", "10-7", "0-0-0")


def test_somebody_else_writes_between_and_the_report_is_entered_all_the_same(found: League) -> None:
    book = club(found.store)
    other = book.open_league(found.stream)
    home = found.state.get_player_name(first(found).home)
    other.points.add_note("the pizza is here")
    tell(found, home, "10-7")
    assert first(found).ended is not None
