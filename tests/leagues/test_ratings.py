"""Glicko-2 against Glickman's own example, and what counts as a game."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.leagues.figures import played
from tracker.leagues.glicko_ratings import (
    RatedGame,
    Rating,
    compute_rating_after_period,
    group_results_by_round,
    rate_players,
)
from tracker.leagues.results.standings_input_types import PlayerId, Result, ResultKind

A, B = PlayerId("A"), PlayerId("B")


def test_glickmans_example() -> None:
    found = compute_rating_after_period(
        Rating(1500, 200, 0.06),
        [
            RatedGame(Rating(1400, 30), 1),
            RatedGame(Rating(1550, 100), 0),
            RatedGame(Rating(1700, 300), 0),
        ],
    )
    assert found.rating == pytest.approx(1464.0507, abs=0.00005)
    assert found.deviation == pytest.approx(151.5165, abs=0.00005)
    assert found.volatility == pytest.approx(0.059996, abs=0.0000005)
    assert found.games == 3


def test_the_new_volatility_widens_the_deviation_before_games_narrow_it() -> None:
    # Five losses to somebody 800 below: the volatility moves. Step 7 with Glickman's g and E:
    # 1/φ'² = 1/(φ² + σ'²) + 5 g² E (1 − E), all in units of 173.7178.
    before, weaker = Rating(1900, 50, 0.2), Rating(1100, 50)
    found = compute_rating_after_period(before, [RatedGame(weaker, 0)] * 5)
    assert found.volatility > 0.21
    deviation = 50 / 173.7178
    g = 1 / math.sqrt(1 + 3 * deviation**2 / math.pi**2)
    expected = 1 / (1 + math.exp(-g * 800 / 173.7178))
    widened = deviation**2 + found.volatility**2
    narrowed = 1 / widened + 5 * g**2 * expected * (1 - expected)
    assert found.deviation == pytest.approx(173.7178 / math.sqrt(narrowed), rel=1e-9)


def test_an_idle_period_makes_a_rating_less_sure() -> None:
    # √(200² + (173.7178 × 0.06)²) = √(40000 + 108.640...) = 200.27141
    found = compute_rating_after_period(Rating(1500, 200, 0.06, 12), [])
    assert found.deviation == pytest.approx(200.27141, abs=0.00001)
    assert (found.rating, found.volatility, found.games) == (1500, 0.06, 12)
    assert compute_rating_after_period(Rating(1500, 349.99, 0.06), []).deviation == 350


def test_two_newcomers_part_evenly() -> None:
    found = rate_players([[played(1, "A", "B", (9, 1))]])
    assert found[A].rating - 1500 == pytest.approx(1500 - found[B].rating)
    assert found[A].rating > 1500
    assert found[A].deviation == pytest.approx(found[B].deviation)
    drawn = rate_players([[played(1, "A", "B", (5, 5))]])
    assert drawn[A].rating == pytest.approx(1500)


@pytest.mark.parametrize("kind", ["forfeit", "late withdrawal", "double loss"])
def test_what_was_not_played_does_not_count(kind: ResultKind) -> None:
    winner = None if kind == "double loss" else A
    bye = Result(1, PlayerId("C"), None, "bye")
    assert rate_players([[Result(1, A, B, kind, winner), bye]]) == {}


def test_a_conceded_game_counts() -> None:
    conceded = rate_players([[Result(1, A, B, "conceded", A)]])
    assert conceded == rate_players([[played(1, "A", "B", (1, 0))]])


def test_idle_players_are_less_sure_after_later_rounds() -> None:
    first = [played(1, "A", "B", (9, 1))]
    later = [played(2, "B", "C", (9, 1))]
    alone, both = rate_players([first]), rate_players([first, later])
    assert both[A].deviation > alone[A].deviation
    assert both[A].rating == alone[A].rating
    assert rate_players([first, []])[A].deviation == both[A].deviation


def test_provisional_until_ten_games() -> None:
    rounds = [[played(number, "A", "B", (number % 3, 1))] for number in range(1, 11)]
    assert rate_players(rounds[:9])[A].is_provisional
    assert not rate_players(rounds)[A].is_provisional
    assert rate_players(rounds)[A].games == 10


def test_games_of_a_period_count_as_played_at_once() -> None:
    games = [played(1, "A", "B", (9, 1)), played(1, "B", "C", (9, 1)), played(1, "C", "A", (9, 1))]
    found = rate_players([games])
    assert found == rate_players([games[::-1]])
    assert {round(each.rating, 6) for each in found.values()} == {1500}


def test_periods() -> None:
    one, two, three = (played(number, "A", "B", (1, 0)) for number in (2, 1, 2))
    assert group_results_by_round([one, two, three]) == [[two], [one, three]]


@given(
    st.floats(600, 2600),
    st.floats(10, 350),
    st.floats(0.01, 0.2),
    st.lists(
        st.tuples(st.floats(600, 2600), st.floats(10, 350), st.sampled_from([0, 0.5, 1])),
        min_size=1,
        max_size=12,
    ),
)
def test_any_period_ends_in_a_sane_rating(
    rating: float,
    deviation: float,
    volatility: float,
    games: list[tuple[float, float, float]],
) -> None:
    before = Rating(rating, deviation, volatility)
    found = compute_rating_after_period(
        before, [RatedGame(Rating(*each[:2]), each[2]) for each in games]
    )
    # A game tells something: less unsure than after as long a time without one.
    assert 0 < found.deviation < (deviation**2 + (173.7178 * found.volatility) ** 2) ** 0.5
    assert 0 < found.volatility < 1
    best, worst = (sum(each[2] == score for each in games) == len(games) for score in (1, 0))
    assert not best or found.rating >= rating
    assert not worst or found.rating <= rating
