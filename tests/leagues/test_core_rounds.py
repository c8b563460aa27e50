"""Check-in, drafts, the organiser's hand, publishing, seasons."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.leagues.club import FOUR, club, league, open_fixtures, points, row
from tracker.application.errors import NothingToChange, Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_log import list_league_log_lines
from tracker.application.leagues.pairing.round_columns_and_text import format_round_text
from tracker.application.leagues.people.player_list_columns import describe_player_remarks
from tracker.application.leagues.seasons.season_commands import SeasonPlan
from tracker.application.leagues.seasons.standings_columns_and_text import (
    list_adjustment_and_season_notes,
)
from tracker.leagues.league_events import Presence


def draft_of(found: League) -> list[tuple[str, str | None]]:
    draft = found.state.draft
    assert draft is not None
    return [
        (found.state.get_player_name(one.home), one.away and found.state.get_player_name(one.away))
        for one in found.state.list_fixtures(draft)
        if not one.is_requested_bye
    ]


def in_draft(found: League) -> list[str]:
    return sorted(name for pair in draft_of(found) for name in pair if name)


def test_the_circle_of_four_is_the_berger_table() -> None:
    """4: 1-4 2-3 / 4-3 1-2 / 2-4 3-1."""
    found = league()
    rounds = []
    for _ in range(3):
        current = found.state.current_round
        assert current is not None
        rounds.append({(one.home, one.away) for one in found.state.list_fixtures(current)})
        if len(rounds) < 3:
            found.rounds.draft_round()
            found.rounds.publish_round()
    assert rounds == [
        {("p1", "p4"), ("p2", "p3")},
        {("p4", "p3"), ("p1", "p2")},
        {("p2", "p4"), ("p3", "p1")},
    ]


def test_only_those_who_are_here_are_drafted() -> None:
    found = league(None, "Anna", "Bram", "Chloé", "Dario", "Erik", "Farid", "Gwen")
    found.people.mark_away("Bram", "asked")
    found.people.drop_player("Dario", after_round=True)
    found.people.drop_player("Erik")
    assert [found.people.find_player("Dario").get_absence_reason(number) for number in (1, 2)] == [
        "",
        "dropped",
    ]
    found.rounds.draft_round("Swiss")
    assert in_draft(found) == ["Anna", "Chloé", "Farid", "Gwen"]
    found.rounds.publish_round()
    text = format_round_text(found)
    assert "away: Bram (asked)" in text
    assert "dropped: Dario, Erik" in text
    # Away is for one round; who dropped stays away until he is back.
    found.people.reinstate_or_mark_present("Dario")
    found.rounds.draft_round("Swiss")
    assert in_draft(found) == ["Anna", "Bram", "Chloé", "Dario", "Farid", "Gwen"]


def test_dropping_changes_no_result() -> None:
    found = league()
    found.results.enter_result("1", "10-7")
    before = points(found)
    found.people.drop_player("Anna")
    assert points(found) == before
    dropped = {each.name: each.dropped for each in row(found).standings.rows}
    assert dropped == {"Anna": True, "Bram": False, "Chloé": False, "Dario": False}
    assert found.results.find_fixture("2").ended is None


def test_a_ringer_plays_only_where_somebody_is_left_over_and_is_not_ranked() -> None:
    found = club().begin_league("R", players=("Anna", "Bram", "Chloé"))
    found.people.enrol_players("Otto", ranked=False)
    found.rounds.draft_round("Swiss")
    assert in_draft(found) == ["Anna", "Bram", "Chloé", "Otto"]
    found.people.mark_away("Chloé")
    found.rounds.draft_round("Swiss")
    assert in_draft(found) == ["Anna", "Bram"]
    found.people.reinstate_or_mark_present("Chloé")
    found.rounds.draft_round("Swiss")
    found.rounds.publish_round()
    games = [one for one in found.state.fixtures.values() if "p4" in one.players]
    found.results.enter_result(games[0].id, "w2" if games[0].home == "p4" else "w1")
    assert "Otto" not in points(found)
    assert sorted(points(found).values()) == ["0", "0", "3"]  # his opponent's game counts


def test_a_player_is_enrolled_once_and_joins_from_the_next_round() -> None:
    found = league()
    with pytest.raises(Refused, match="anna is already enrolled"):
        found.people.enrol_players("Erik", "anna")
    assert "Erik" not in points(found)
    found.people.enrol_players("Erik")
    assert found.people.find_player("Erik").get_absence_reason(1) == "not yet here"
    found.rounds.draft_round("Swiss")
    assert "Erik" in in_draft(found)


def test_two_players_change_places_and_back() -> None:
    found = league(None, "Anna", "Bram", "Chloé", "Dario", "Erik", "Farid")
    found.rounds.draft_round()
    before = draft_of(found)
    (one, _), (other, _) = before[0], before[1]
    found.rounds.swap_players(one, other)
    swapped = draft_of(found)
    assert swapped[0][0] == other
    assert swapped[1][0] == one
    assert in_draft(found) == sorted(["Anna", "Bram", "Chloé", "Dario", "Erik", "Farid"])
    found.undo()
    assert draft_of(found) == before
    found.rounds.swap_opponents_between_tables(1, 2)
    assert draft_of(found)[0] == (before[0][0], before[1][0])
    assert draft_of(found)[1] == (before[0][1], before[1][1])


def test_two_players_meet_and_those_they_left_meet() -> None:
    found = league()
    found.rounds.draft_round()
    (one, two), (three, four) = draft_of(found)
    assert two is not None
    assert four is not None
    found.rounds.pair_players(one, four)
    pairs = {frozenset(pair) for pair in draft_of(found)}
    assert pairs == {frozenset((one, four)), frozenset((two, three))}
    with pytest.raises(Refused, match="are already paired"):
        found.rounds.pair_players(four, one)


def test_a_locked_pairing_stays_when_the_round_is_drafted_again() -> None:
    found = league(None, "Anna", "Bram", "Chloé", "Dario", "Erik", "Farid")
    found.rounds.draft_round("Swiss")
    found.rounds.pair_players("Anna", "Bram")
    found.rounds.set_pairing_lock("Anna")
    found.people.drop_player("Erik")
    found.rounds.draft_round("Swiss")
    pairs = {frozenset(pair) for pair in draft_of(found)}
    assert frozenset(("Anna", "Bram")) in pairs
    assert in_draft(found) == ["Anna", "Bram", "Chloé", "Dario", "Farid"]


def test_no_table_twice_where_that_can_be() -> None:
    found = league(None, "Anna", "Bram", "Chloé", "Dario", "Erik", "Farid")
    seen: dict[str, list[int]] = {}
    for number in range(3):
        current = found.state.current_round
        assert current is not None
        for one in found.state.list_fixtures(current):
            for player in one.players:
                seen.setdefault(player, []).append(one.table)
        if number < 2:
            found.rounds.draft_round()
            found.rounds.publish_round()
    # After two rounds nobody has sat at a table twice: three tables, two rounds.
    assert all(len(set(tables[:2])) == 2 for tables in seen.values())


def test_tables_by_hand() -> None:
    found = league()
    found.rounds.draft_round()
    first, second = draft_of(found)[0]
    assert second is not None
    found.rounds.renumber_tables({first: 9})
    draft = found.state.draft
    assert draft is not None
    tables = {
        one.table
        for one in found.state.list_fixtures(draft)
        if first in map(found.state.get_player_name, one.players)
    }
    assert tables == {9}
    with pytest.raises(Refused, match="each number can be used once"):
        found.rounds.renumber_tables({first: 0})
    with pytest.raises(Refused, match=f"{first} and {second} play each other. Give them the same"):
        found.rounds.renumber_tables({first: 1, second: 2})


def test_a_draft_says_why_it_should_be_made_again() -> None:
    found = league()
    found.rounds.draft_round()
    assert found.rounds.list_redraft_reasons() == []
    assert [one.table for one in open_fixtures(found)] == [1, 2]
    found.results.enter_result("1", "10-7")
    found.people.mark_away("Bram")
    assert sorted(found.rounds.list_redraft_reasons()) == [
        "Bram is paired but not present.",
        "Table 1, Anna v Dario has ended since the draft.",
    ]
    with pytest.raises(Refused, match="Bram is paired but not present"):
        found.rounds.publish_round()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            lambda it: it.results.correct_result("1", "7-10", why="misread"),
            ["Table 1, A v B has been corrected"],
        ),
        (lambda it: it.results.withdraw_result("2"), ["Table 2, C v D has lost its result"]),
        (lambda it: it.points.draw_or_enter_lots(), ["Lots have been drawn"]),
        (
            lambda it: it.seasons.save_season_plan(SeasonPlan(scheme="5/3/1", why="as the others")),
            ["The scheme changed"],
        ),
        (
            lambda it: it.points.award_bonus_or_penalty("A", "1", why="painted"),
            [],
        ),  # bonus pairs nobody
        (lambda it: it.forces.record_past_game("A", "C", "1-0"), []),  # nor does a friendly
    ],
)
def test_a_draft_by_points_says_what_it_no_longer_rests_on(
    change: Callable[[League], object], says: list[str]
) -> None:
    found = club().begin_league("S", players=("A", "B", "C", "D"), pairing="Swiss")
    found.rounds.draft_round()
    found.rounds.publish_round()
    found.results.enter_result("1", "10-7")
    found.results.enter_result("2", "10-7")
    found.rounds.draft_round()
    assert found.rounds.list_redraft_reasons() == []
    change(found)
    assert found.rounds.list_redraft_reasons() == [f"{each} since the draft." for each in says]
    found.rounds.draft_round()
    assert [each for each in found.rounds.list_redraft_reasons() if "no result" not in each] == []
    found.rounds.draft_round("round robin")  # rests on no points
    found.results.correct_result("1", "9-7", why="again")
    assert found.rounds.list_redraft_reasons() == []


def test_a_published_pairing_that_is_played_stays() -> None:
    found = league()
    found.results.enter_result("1", "10-7")
    with pytest.raises(Refused, match="has begun, so its pairing can no longer change"):
        found.rounds.swap_players("Anna", "Bram")
    found.results.withdraw_result("1")
    found.rounds.swap_players("Anna", "Bram", why="brothers")
    current = found.state.current_round
    assert current is not None
    pairs = {(one.home, one.away) for one in found.state.list_fixtures(current)}
    assert pairs == {("p2", "p4"), ("p1", "p3")}


def test_too_few_players_an_unknown_way_and_no_draft_are_refused() -> None:
    found = club().begin_league("One", players=("Anna",))
    with pytest.raises(Refused, match="Fewer than two players"):
        found.rounds.draft_round()
    with pytest.raises(Refused, match="No round has been drafted"):
        found.rounds.publish_round()
    found.people.enrol_players("Bram")
    with pytest.raises(Refused, match="no pairing system called 'knockout'"):
        found.rounds.draft_round("knockout")


def test_a_season_is_closed_and_the_next_begins_at_nought() -> None:
    found = league()
    found.results.enter_result("1", "10-7")
    with pytest.raises(Refused, match="Season 1 is not closed"):
        found.seasons.begin_season("Spring")
    found.people.drop_player("Bram")
    found.seasons.close_season()
    assert row(found).closed
    with pytest.raises(Refused, match=r"Season 1 is closed. Begin the next season"):
        found.rounds.draft_round()
    found.seasons.begin_season("Spring", round_count=5)
    assert set(points(found).values()) == {"0"}
    assert (row(found).season, row(found).round, row(found).planned) == (2, 0, 5)
    found.rounds.draft_round("Swiss")
    assert in_draft(found) == ["Anna", "Chloé", "Dario"]  # Bram is still dropped
    # The first season's table can still be read.
    first = found.table.compute_standings(season=1)
    assert first.rows[0].name == "Anna"
    assert first.rows[0].points.short == "3"


def test_how_rounds_are_paired_is_kept_from_the_beginning() -> None:
    """Four players and three rounds suit a round robin; Swiss was agreed."""
    book = club()
    with pytest.raises(Refused, match="no pairing system called 'knockout'"):
        book.begin_league("One", players=FOUR, pairing="knockout")
    assert book.list_leagues() == []
    found = book.begin_league("One", players=FOUR, rounds=3, pairing="swiss")
    assert found.state.season.pairing == "Swiss"
    found.rounds.draft_round()
    assert found.state.draft is not None
    assert found.state.draft.method == "Swiss"
    found.rounds.draft_round("round robin")  # this round only
    found.rounds.publish_round()
    found.rounds.draft_round()
    assert found.state.draft is not None
    assert found.state.draft.method == "Swiss"
    found.seasons.close_season()
    with pytest.raises(Refused, match=r"Season 1 is closed. Begin the next season"):
        found.rounds.publish_round()
    found.seasons.save_season_plan(SeasonPlan(step="next", pairing="round robin"))
    assert (found.state.season.planned, found.state.season.pairing) == (3, "round robin")
    found.undo()
    assert (found.state.season.number, found.state.season.closed) == (1, True)


@pytest.mark.parametrize("presence", ["late", "ringer", "away", "present"])
def test_the_same_presence_twice_is_one_entry(presence: Presence) -> None:
    found = league()
    found.people.set_presence("Dario", presence)
    version = found.version
    status = "a ringer" if presence == "ringer" else presence
    with pytest.raises(NothingToChange, match=f"Dario is already marked as {status}"):
        found.people.set_presence("Dario", presence)
    assert found.version == version
    found.people.set_presence("Dario", presence, why="the train")
    assert found.people.find_player("Dario").why == "the train"


def test_who_is_no_longer_a_ringer_is_ranked_and_drafted_again() -> None:
    found = club().begin_league("R", players=("Anna", "Bram"))
    found.people.enrol_players("Otto", ranked=False)
    found.people.set_presence("Anna", "ringer")
    found.people.reinstate_or_mark_present("Anna")
    assert [line.text for line in list_league_log_lines(found.history)][-1] == (
        "Anna: here; Anna is ranked"
    )
    assert found.people.find_player("Anna").ranked
    found.rounds.draft_round("Swiss")
    assert in_draft(found) == ["Anna", "Bram"]
    found.people.reinstate_or_mark_present("Otto")  # as he is: he was enrolled as a ringer
    assert not found.people.find_player("Otto").ranked


@pytest.mark.parametrize("presence", ["late", "ringer"])
def test_who_dropped_and_comes_late_or_as_a_ringer_is_back_with_that(presence: Presence) -> None:
    found = league()
    found.people.drop_player("Dario")
    with pytest.raises(Refused, match="Dario has dropped"):
        found.people.mark_away("Dario")
    found.people.set_presence("Dario", presence)
    assert "Dario" in [one.name for one in found.people.list_present_players()]
    assert found.people.find_player("Dario").ranked == (presence == "late")
    found.undo()
    assert "Dario" not in [one.name for one in found.people.list_present_players()]


def test_the_table_of_a_season_has_those_who_were_in_it() -> None:
    found = league()
    found.results.enter_result("f1", "10-7")
    found.results.enter_result("f2", "3-3")
    found.people.drop_player("Dario")
    found.seasons.close_season()
    found.seasons.begin_season("Spring")
    found.people.enrol_players("Zoe")
    before, now = ([(one.name, one.dropped) for one in table.rows] for table in (
        found.table.compute_standings(season=1), found.table.compute_standings()
    ))  # fmt: skip
    assert before == [("Anna", False), ("Bram", False), ("Chloé", False), ("Dario", True)]
    assert now == [("Anna", False), ("Bram", False), ("Chloé", False), ("Zoe", False)]
    with pytest.raises(Refused, match="Zoe is not in season 1"):
        found.table.explain_player_points("Zoe", season=1)
    with pytest.raises(Refused, match="no round 2: none has been published yet"):
        found.table.compute_standings("2")
    found.people.reinstate_or_mark_present("Dario")
    assert [row.name for row in found.table.compute_standings().rows][3:] == ["Dario", "Zoe"]
    assert [row.name for row in found.table.compute_standings(season=1).rows][3:] == ["Dario"]


def test_a_season_that_is_over_pays_for_ever_what_it_paid() -> None:
    found = league()
    found.results.enter_result("1", "10-7")
    found.seasons.close_season()
    now, then = found.seasons.compute_current_and_planned_standings(SeasonPlan(scheme="5/3/1"))
    assert [row.points.short for row in now.rows] == [row.points.short for row in then.rows]
    found.seasons.save_season_plan(
        SeasonPlan(scheme="5/3/1")
    )  # no reason: no round of the next season is played
    found.seasons.begin_season("Spring")
    assert found.table.compute_standings(season=1).rows[0].points.short == "3"
    assert list_adjustment_and_season_notes(found, found.table.compute_standings()) == []
    found.rounds.draft_round()
    found.rounds.publish_round()
    found.results.enter_result("1", "10-7")
    assert found.table.compute_standings().rows[0].points.short == "5"
    assert League(found.store, found.stream, clock=found.clock).state == found.state


def test_a_misspelt_title_is_corrected_and_undone() -> None:
    found = league()
    was = found.title
    found.seasons.save_season_plan(SeasonPlan(title=" Thursday  League ", why="a slip"))
    assert found.title == "Thursday League"
    texts = [line.text for line in list_league_log_lines(found.history)]
    assert texts[-1] == f"{was} is now called Thursday League (a slip)"
    with pytest.raises(NothingToChange):
        found.seasons.save_season_plan(SeasonPlan(title="Thursday League"))
    with pytest.raises(Refused, match="Type the league's new title"):
        found.seasons.save_season_plan(SeasonPlan(title=" "))
    assert League(found.store, found.stream, clock=found.clock).state == found.state
    found.undo()
    assert found.title == was


def test_a_campaign_is_not_called_a_league() -> None:
    found = club().begin_league("Karst", what="campaign", players=FOUR)
    with pytest.raises(NothingToChange, match="The campaign already has these settings"):
        found.seasons.save_season_plan(SeasonPlan(title="Karst"))
    with pytest.raises(Refused, match="Type the campaign's new title"):
        found.seasons.save_season_plan(SeasonPlan(title=" "))
    with pytest.raises(NothingToChange, match="The campaign is already at that line"):
        found.return_to_line(found.history.last_line_number)


def test_a_plan_is_tried_without_anything_being_written() -> None:
    found = league()
    found.results.enter_result("1", "10-7")
    version, before = found.version, found.state.fork_state()
    now, then = found.seasons.compute_current_and_planned_standings(SeasonPlan(scheme="5/3/1"))
    assert [row.points.short for row in (*now.rows[:2], *then.rows[:2])] == ["3", "0", "5", "1"]
    assert (found.version, found.state) == (version, before)
    for plan, sentence in (
        (SeasonPlan(), "The league already has these settings. Nothing"),
        (SeasonPlan(scheme="5/3/1"), "Give a reason for a change in mid-season"),
        (SeasonPlan(scheme="9/9"), "There is no scoring scheme called '9/9'"),
        (SeasonPlan(tie_breaks=("lots", "luck"), why="x"), "There is no tie-break 'luck'"),
        (SeasonPlan(rounds=-1), "0 to 1000 rounds"),
    ):
        with pytest.raises(Refused, match=sentence):
            found.seasons.save_season_plan(plan)
    assert found.version == version


def test_a_locked_bye_falls_away_once_nobody_is_left_over() -> None:
    found = club().begin_league("Five", players=(*FOUR, "Erik"), rounds=4)
    found.rounds.draft_round()

    def byes() -> list[str]:
        assert found.state.draft is not None
        drafted = found.state.list_fixtures(found.state.draft)
        return [found.state.get_player_name(one.home) for one in drafted if one.away is None]

    (left,) = byes()
    found.rounds.set_pairing_lock(left)
    found.rounds.draft_round("Swiss")
    assert byes() == [left]
    found.people.enrol_players("Farid")
    found.rounds.draft_round()
    assert byes() == []


def test_a_draft_is_made_again_once_for_a_result_unless_it_was_changed_by_hand() -> None:
    found = league()
    assert found.rounds.redraft_if_awaited_result_is_entered() is None  # there is no draft
    found.rounds.draft_round("Swiss")
    assert found.rounds.redraft_if_awaited_result_is_entered() is None  # no result has come in
    found.results.enter_result("1", "10-7")
    assert found.rounds.redraft_if_awaited_result_is_entered() is not None
    assert (
        found.rounds.redraft_if_awaited_result_is_entered() is None
    )  # the new draft has the result
    found.rounds.swap_players("Anna", "Chloé")
    found.results.enter_result("2", "10-7")
    assert found.rounds.redraft_if_awaited_result_is_entered() is None


def test_the_reason_for_an_absence_is_shown_while_it_lasts() -> None:
    found = league()
    found.people.mark_away("Bram", why="ill")
    bram = found.people.find_player("Bram")
    assert describe_player_remarks(found.state, bram, 2) == "ill"
    assert describe_player_remarks(found.state, bram, 3) == ""
