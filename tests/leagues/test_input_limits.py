"""Numbers, dates and sizes from outside: converted once, and refused in a sentence."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.leagues.club import club, league
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_log import list_league_log_lines
from tracker.application.leagues.seasons.season_commands import SeasonPlan
from tracker.leagues.campaign.carry_over_rules import parse_carry_over_rules
from tracker.leagues.organiser_toml_reader import FileProblems
from tracker.leagues.pairing import swiss_pairing
from tracker.leagues.results.results_by_player import StandingsInput
from tracker.leagues.results.scoring_scheme_files import (
    load_built_in_schemes,
    parse_scoring_scheme_file,
)
from tracker.leagues.results.standings_input_types import EnrolledPlayer, PlayerId, Result
from tracker.ledger.ledger_errors import WriteConflict

SCHEME = 'name = "X"\n[points]\nwin = {}\ndraw = 1\nloss = 0\n'


@pytest.mark.parametrize(
    ("win", "says"),
    [
        ("inf", "This is not TOML: a number is too large"),
        ("nan", "This is not TOML: a number is too large"),
        ("1e999999", "This is not TOML: a number is too large"),
        ('"inf"', "win: “inf” is not a number such as 3"),
        ('"1e9"', "win: “1e9” is not a number such as 3"),
        ('"1/0"', "win: “1/0” is not a number such as 3"),
        ("1000000", "win: points must be below 1000000"),
    ],
)
def test_what_is_no_number_of_points_is_told_with_its_line(win: str, says: str) -> None:
    with pytest.raises(FileProblems, match=f"^Line 3: {says}"):
        parse_scoring_scheme_file(SCHEME.format(win))


def test_a_number_of_five_thousand_digits_is_told_with_its_line() -> None:
    with pytest.raises(FileProblems, match=r"^Line 3: This is not TOML: a number has too many"):
        parse_scoring_scheme_file(SCHEME.format("9" * 5000))


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ("draw_within = 1000000", "Line 1: `draw_within` must be 0 to 999999 victory points"),
        ("best = { results = 1001 }", "Line 1: At most 1000 results can count"),
        ("draw_within = 1.5", "draw_within: a whole number is needed here, not a fraction"),
        ("steps = [{ difference = 1000000, add = 1 }]", "Line 1: The differences in `steps`"),
    ],
)
def test_a_scheme_holds_to_sizes_of_games(more: str, says: str) -> None:
    with pytest.raises(FileProblems, match=says):
        parse_scoring_scheme_file(f"{more}\n{SCHEME.format(3)}")


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ("steps = [{ difference = 1 }]", "Line 1: steps: add is missing."),
        ("matrix = [{ difference = 0, more = 1 }]", "Line 1: matrix: less is missing."),
        ("best = { }", "Line 1: best: results is missing."),
        ("best = 3", "Line 1: best: a table is needed here, not a whole number."),
        ("bonus = [3]", "Line 1: bonus: text is needed here, not a whole number."),
    ],
)
def test_what_is_missing_or_of_another_kind_is_told_with_its_key(more: str, says: str) -> None:
    with pytest.raises(FileProblems, match=f"^{re.escape(says)}$"):
        parse_scoring_scheme_file(f"{more}\n{SCHEME.format(3)}")


def test_where_others_are_always_first_a_league_is_not_begun(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tries = []

    def taken(league: League, *_: object) -> None:
        tries.append(league.stream)
        raise WriteConflict(league.stream, 0, 1)

    book = club()
    monkeypatch.setattr(League, "write_entry", taken)
    with pytest.raises(
        Refused, match="Somebody else is starting a league in this ledger at the same"
    ):
        book.begin_league("Winter")
    assert tries[:2] == ["l1", "l2"]
    assert book.list_leagues() == []


def test_ranks_are_of_experience_that_can_be_had() -> None:
    with pytest.raises(FileProblems, match="Line 1: Experience must be below 1000000"):
        parse_carry_over_rules('ranks = [{ experience = 9999999, word = "x" }]\n')


@pytest.mark.parametrize(
    ("say", "says"),
    [
        (
            lambda it: it.points.award_bonus_or_penalty("Anna", "1e999999", why="x"),
            "is not a number of points.",
        ),
        (
            lambda it: it.points.award_bonus_or_penalty("Anna", "nan", why="x"),
            "is not a number of points.",
        ),
        (
            lambda it: it.points.award_bonus_or_penalty("Anna", "9" * 5000, why="x"),
            "is not a number of points.",
        ),
        (
            lambda it: it.points.award_bonus_or_penalty("Anna", "1/0", why="x"),
            "is not a number of points.",
        ),
        (
            lambda it: it.points.award_bonus_or_penalty("Anna", "1", why="x", on="2020-01-01"),
            "more than a year",
        ),
        (lambda it: it.results.enter_result("1", "999999-1"), "999999-1 is too high for a score"),
        (
            lambda it: it.results.enter_result("1", "9-1", on="2020-11-20"),
            "more than a year before season",
        ),
        (
            lambda it: it.results.enter_result("1", "9-1", on="0001-01-01"),
            "Choose a year from 1900 to 2999",
        ),
        (lambda it: it.results.arrange_game("1", "9999-12-31"), "Choose a year from 1900 to 2999"),
        (lambda it: it.results.arrange_game("1", "10000-01-01"), "is not a date"),
        (lambda it: it.results.arrange_game("1", "١٩٩٩-01-01"), "is not a date"),
        (lambda it: it.results.arrange_game("1", "9" * 5000), "is not a date"),
        (lambda it: it.seasons.save_season_plan(SeasonPlan(rounds=10**30)), "0 to 1000 rounds"),
        (
            lambda it: it.seasons.save_season_plan(SeasonPlan(best=-1, why="x")),
            "how many of the best results count: 1 to 1000",
        ),
        (
            lambda it: it.seasons.save_season_plan(SeasonPlan(best=10**9, why="x")),
            "how many of the best results count: 1 to 1000",
        ),
        (lambda it: it.table.compute_standings("9" * 5000), "is not a date"),
    ],
)
def test_it_is_refused_in_a_sentence_and_nothing_is_written(
    say: Callable[[League], object], says: str
) -> None:
    found = league()
    version = found.version
    with pytest.raises(Refused, match=says):
        say(found)
    assert found.version == version


def test_an_old_date_of_a_result_stays_where_something_else_is_set_right() -> None:
    found = league()
    found.results.enter_result(
        "1", "9-1", on="2026-01-10"
    )  # ten months before the league was begun
    found.results.correct_result("1", "1-9", why="the wrong way round")
    with pytest.raises(Refused, match="more than a year before season 1 began"):
        found.results.correct_result("1", "9-1", on="2016-01-10")


def test_a_league_of_an_older_season_begins_on_its_first_day() -> None:
    found = club().begin_league("Old", players=("Anna", "Bram"), began_on="3.10.2016")
    found.rounds.draft_round()
    found.rounds.publish_round()
    found.results.enter_result("1", "9-1", on="2016-11-20")
    with pytest.raises(Refused, match=r"before season 1 began \(2016-10-03\)") as refused:
        found.results.correct_result("1", "9-1", on="2014-11-20")
    assert refused.value.command == "league new TITLE --began 2014-11-20"


def test_a_campaign_has_games_of_long_ago() -> None:
    found = club().begin_league("Karst", what="campaign", players=("Anna", "Bram"))
    found.forces.record_past_game("Anna", "Bram", "9-1", on="1998-05-01")
    assert found.results.find_fixture("f1").ended is not None


# ----------------------------------------------------------------------------------- many players


def field(count: int) -> tuple[list[EnrolledPlayer], list[Result]]:
    """A round behind them: neighbours met, and the first of two won."""
    players = [EnrolledPlayer(PlayerId(f"p{n}"), f"Player {n}") for n in range(1, count + 1)]
    ids = [each.id for each in players]
    games = [Result(1, one, two, winner=one) for one, two in zip(ids[::2], ids[1::2], strict=False)]
    return players, games


@pytest.mark.parametrize("count", [30, 31])
def test_of_many_players_only_near_ones_are_looked_at_and_nobody_meets_again(
    count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    players, games = field(count)
    here = [each.id for each in players]
    whole = swiss_pairing.draft_swiss_round(
        StandingsInput(players, games, load_built_in_schemes()["3/1/0"]), here
    )
    monkeypatch.setattr(swiss_pairing, "ALL_PAIRS_LIMIT", 8)
    monkeypatch.setattr(swiss_pairing, "NEAR_PLACES", 4)
    near = swiss_pairing.draft_swiss_round(
        StandingsInput(players, games, load_built_in_schemes()["3/1/0"]), here
    )
    assert near == whole
    assert not any(each.reason.met_in for each in near)


def test_where_all_who_stand_near_have_met_it_looks_further(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ten who are level; 1 to 5 have met each other, and so have 6 to 10."""
    players, _ = field(10)
    ids = [each.id for each in players]
    games = [
        Result(1, one, two)
        for half in (ids[:5], ids[5:])
        for place, one in enumerate(half)
        for two in half[place + 1 :]
    ]
    monkeypatch.setattr(swiss_pairing, "ALL_PAIRS_LIMIT", 4)
    monkeypatch.setattr(swiss_pairing, "NEAR_PLACES", 2)
    found = swiss_pairing.draft_swiss_round(
        StandingsInput(players, games, load_built_in_schemes()["3/1/0"]), ids
    )
    assert not any(each.reason.met_in for each in found)


def test_a_round_robin_of_hundreds_is_refused() -> None:
    found = club().begin_league("R", players=[f"P{n}" for n in range(201)])
    with pytest.raises(Refused, match=r"at most 200 players. Choose Swiss for more"):
        found.rounds.draft_round("round robin")


@pytest.mark.thorough
def test_two_thousand_players_are_drafted() -> None:
    found = club().begin_league("Big", players=[f"P{n}" for n in range(2001)], pairing="Swiss")
    found.rounds.draft_round()
    assert found.state.draft is not None
    drawn = [one for each in found.state.list_fixtures(found.state.draft) for one in each.players]
    assert len(set(drawn)) == len(drawn) == 2001


# ------------------------------------------------------------------------------------ said plainly


def test_a_draft_says_that_it_is_beyond_the_plan_and_who_meets_again() -> None:
    found = club().begin_league("Two", players=("Anna", "Bram"), rounds=1)
    found.rounds.draft_round()
    assert list_league_log_lines(found.history)[-1].text == "round 1 drafted, round robin: 1 table"
    found.rounds.publish_round()
    found.results.enter_result("1", "1-0")
    found.rounds.draft_round(allow_rematches=True)
    said = "round 2 drafted, round robin: 1 table, 1 of them a rematch, beyond the 1 planned round"
    assert list_league_log_lines(found.history)[-1].text == said
