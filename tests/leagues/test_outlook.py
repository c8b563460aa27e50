"""Who can still win: chances by hand, by every way a season can end, and by playing it on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.leagues.club import club, league
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.seasons.scoring_scheme_lookup import resolve_scoring_scheme
from tracker.application.leagues.seasons.season_outlook_descriptions import (
    describe_certain_outcome,
    describe_needed_results,
    explain_chances,
    format_chance_or_certainty,
)
from tracker.leagues.glicko_ratings import Rating
from tracker.leagues.outlook import season_simulation
from tracker.leagues.outlook.remaining_games import RemainingGames, UnpairedRound
from tracker.leagues.outlook.season_outlook import (
    ORDER,
    TURNED,
    Ended,
    PlayerOutlook,
    SeasonOutlook,
    compute_season_outlook,
    find_min_and_max_round_points,
    find_title_conditions,
)
from tracker.leagues.outlook.season_simulation import GameChances, ProjectedPoints
from tracker.leagues.results.results_by_player import StandingsInput
from tracker.leagues.results.scoring_schemes import (
    BestResults,
    ScoringScheme,
    build_result_points_table,
)
from tracker.leagues.results.standings import compute_standings
from tracker.leagues.results.standings_input_types import (
    EnrolledPlayer,
    ExactNumber,
    PlayerId,
    PointAdjustment,
    Result,
)

A, B, C, D = (PlayerId(one) for one in "abcd")
FOUR = (A, B, C, D)
PAID: dict[Ended, int] = {"win": 3, "draw": 1, "loss": 0}


def beat(number: int, home: PlayerId, away: PlayerId) -> Result:
    return Result(round=number, home=home, away=away, winner=home)


TWO_ROUNDS = (beat(1, A, D), beat(1, B, C), beat(2, A, B), beat(2, D, C))
"""3/1/0: a has 6, b and d have 3, c has nothing."""
LAST_ROUND = RemainingGames(games=((A, C), (B, D)), byes=(), last_round=3)


@pytest.fixture
def scheme() -> ScoringScheme:
    return resolve_scoring_scheme("3/1/0")


def ahead_of(
    scheme: ScoringScheme,
    results: Sequence[Result],
    ahead: RemainingGames,
    *,
    top: int = 2,
    ratings: Mapping[PlayerId, Rating] | None = None,
    given_: Sequence[PointAdjustment] = (),
) -> SeasonOutlook:
    players = [EnrolledPlayer(one, one) for one in FOUR]
    table = compute_standings(StandingsInput(players, results, scheme, given_))
    places = {row.player: row.place for row in table.rows}
    return compute_season_outlook(
        StandingsInput(players, results, scheme, given_),
        places,
        ratings or {},
        ahead,
        top_place_count=top,
        draw_random=Random(7).random,
    )


def of(found: SeasonOutlook, player: PlayerId) -> PlayerOutlook:
    return next(one for one in found.prospects if one.player == player)


# ------------------------------------------------------------------------ one round left, by hand


def test_the_chances_of_a_last_round_by_hand(scheme: ScoringScheme) -> None:
    # Nobody is rated: even games. Draws: none of 4, and 1 of 10 beforehand: 1/14; 13/28 to win.
    found = ahead_of(scheme, TWO_ROUNDS, LAST_ROUND)
    assert found.seasons == 0
    assert found.draws == pytest.approx(1 / 14)
    # a with a win or draw (15/28) is alone. With a loss (13/28) a has 6: alone if b and d draw
    # (1/14), else level with the winner, half each: 13/28 × (1/14 + 13/14 × 1/2) = 13/28 × 15/28.
    assert of(found, A).first == pytest.approx(15 / 28 + 13 / 28 * 15 / 28)
    # b: a loses, b wins, half of it; d the same.
    assert of(found, B).first == pytest.approx(13 / 28 * 13 / 28 / 2)
    assert of(found, D).first == pytest.approx(of(found, B).first)
    # c ends with 3 at most and b or d with at least 4 points: never first, which a's 6 say.
    assert of(found, C).first == 0
    assert of(found, C).first_is == "gone"
    # c is second only level: a loses to c (3), b and d draw (4 each): never among two.
    assert of(found, C).top == pytest.approx(0)
    # On average a has 6 + 3 × 13/28 + 1/14.
    assert of(found, A).likely == pytest.approx(6 + 39 / 28 + 1 / 14)


def test_the_same_played_by_chance_is_within_its_error(
    scheme: ScoringScheme, monkeypatch: pytest.MonkeyPatch
) -> None:
    exactly = ahead_of(scheme, TWO_ROUNDS, LAST_ROUND)
    monkeypatch.setattr(season_simulation, "MAX_ENDS", 0)
    by_chance = ahead_of(scheme, TWO_ROUNDS, LAST_ROUND)
    assert by_chance.seasons == 10_000
    for one in FOUR:
        chance, error = of(by_chance, one).first, of(by_chance, one).first_error
        assert abs(chance - of(exactly, one).first) <= 2 * error + 1e-9
    # two standard errors of a chance of 15/28 in 10,000 seasons are about 2 × 0.5 / 100
    assert 0.005 < of(by_chance, A).first_error < 0.01
    assert by_chance == ahead_of(scheme, TWO_ROUNDS, LAST_ROUND)  # the same seed


def test_what_it_takes_in_a_last_round_by_hand(scheme: ScoringScheme) -> None:
    found = ahead_of(scheme, TWO_ROUNDS, LAST_ROUND)
    # a: 7 with a draw is beyond the 6 of b and d; with a loss 6, if neither of them wins.
    least, most = of(found, A).wins
    assert (least.own, [(one.player, one.at_best) for one in least.rivals]) == (
        "loss",
        [(B, "draw"), (D, "draw")],
    )
    assert (most.own, most.rivals) == ("draw", ())
    # b reaches 6 and is level at best.
    assert of(found, B).wins == ()


@pytest.mark.parametrize(
    ("points", "first", "top", "passed"),
    [
        (0, "open", "open", False),  # 6 to 9, others 6 at most: level perhaps, not passed
        (1, "sure", "sure", False),
        (-1, "open", "open", True),
    ],
)
def test_certainty_by_arithmetic(
    scheme: ScoringScheme, points: int, first: str, top: str, passed: bool
) -> None:
    bonus = [PointAdjustment(A, ExactNumber(points), "bonus")] if points else []
    found = of(ahead_of(scheme, TWO_ROUNDS, LAST_ROUND, top=1, given_=bonus), A)
    assert (found.first_is, found.top_is, found.passed) == (first, top, passed)


def test_the_last_cannot_come_among_the_first_two_when_two_are_out_of_reach(
    scheme: ScoringScheme,
) -> None:
    results = (*TWO_ROUNDS, beat(3, B, D))  # a 6, b 6, d 3, c 0 and a game of c and d to come
    ahead = RemainingGames(games=((C, D),), byes=())
    found = ahead_of(scheme, results, ahead)
    # d can draw level with a and b at 6, and then the three share three places
    assert [of(found, one).top_is for one in FOUR] == ["open", "open", "gone", "open"]
    more = [PointAdjustment(who, ExactNumber(1), "bonus") for who in (A, B)]
    found = ahead_of(scheme, results, ahead, given_=more)
    assert [of(found, one).top_is for one in FOUR] == ["sure", "sure", "gone", "gone"]


def test_nothing_is_left(scheme: ScoringScheme) -> None:
    found = ahead_of(scheme, TWO_ROUNDS, RemainingGames((), ()))
    assert found.remaining.is_empty
    assert [of(found, one).first for one in FOUR] == [1, 0, 0, 0]
    assert of(found, A).first_is == "sure"


# ----------------------------------------------------------------------------------- ratings


def test_the_better_rated_wins_as_glickman_has_it(scheme: ScoringScheme) -> None:
    # 1500 ± 200 against 1400 ± 30: φ² = (200² + 30²) / 173.7178² = 1.3553; g = 1 / √(1 + 3 × 1.3553
    # / π²) = 0.8415; E = 1 / (1 + 10^(−0.8415 × 100 / 400)) = 0.6188
    known = {A: Rating(1500, 200), B: Rating(1400, 30)}
    chances = GameChances(scheme, build_result_points_table(scheme), known, ())
    assert chances.compute_expected_score(A, B) == pytest.approx(0.6188, abs=2e-4)
    assert chances.compute_expected_score(B, A) == pytest.approx(
        1 - chances.compute_expected_score(A, B)
    )
    outcomes = {(one.home, one.away): one.chance for one in chances.list_outcomes(A, B)}
    assert outcomes[1, 1] == pytest.approx(0.1)
    assert outcomes[3, 0] == pytest.approx(0.6188 - 0.05, abs=2e-4)


def test_won_games_pay_what_won_games_of_the_league_paid() -> None:
    twenty = resolve_scoring_scheme("20-0")
    results = (
        Result(round=1, home=A, away=B, winner=A, vp=(30, 0)),  # 16-4
        Result(round=1, home=C, away=D, winner=D, vp=(0, 60)),  # 20-0
    )
    outcomes = GameChances(twenty, build_result_points_table(twenty), {}, results).list_outcomes(
        A, B
    )
    assert {(one.home, one.away) for one in outcomes} == {
        *((15, 5), (20, 0), (10, 10), (5, 15), (0, 20)),
    }


# --------------------------------------------------------------------- laws, whatever the league


@st.composite
def seasons(draw: st.DrawFn) -> tuple[tuple[Result, ...], RemainingGames]:
    """Some of six games are played, some are to come, of some nobody knows who meets whom."""
    pairs = [(A, B), (C, D), (A, C), (B, D), (A, D), (B, C)]
    results, games = [], []
    for number, (home, away) in enumerate(pairs):
        how = draw(st.sampled_from(("home", "away", "draw", "open", "never")))
        if how == "open":
            games.append((home, away))
        elif how != "never":
            winner = {"home": home, "away": away}.get(how)
            results.append(Result(round=number // 2 + 1, home=home, away=away, winner=winner))
    undrawn = (UnpairedRound(4, FOUR[: draw(st.integers(2, 4))]),) * draw(st.integers(0, 1))
    return tuple(results), RemainingGames(tuple(games), (), undrawn, last_round=4)


@pytest.mark.thorough
@given(
    seasons(),
    st.sampled_from((None, BestResults(1), BestResults(2, (60, 40)))),
    st.floats(1200, 1900),
)
@settings(deadline=None, max_examples=25)
def test_chances_add_up_and_agree_with_arithmetic(
    season: tuple[tuple[Result, ...], RemainingGames], best: BestResults | None, rating: float
) -> None:
    scheme = replace(resolve_scoring_scheme("3/1/0"), best=best)
    results, ahead = season
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(season_simulation, "MAX_SEASONS", 300)
        patched.setattr(season_simulation, "MIN_SEASONS", 300)
        found = ahead_of(scheme, results, ahead, ratings={A: Rating(rating, 60)})
        totals = ProjectedPoints(
            StandingsInput([EnrolledPlayer(one, one) for one in FOUR], results, scheme, ())
        )
        chances = GameChances(scheme, totals.paying, {A: Rating(rating, 60)}, results)
        whole = season_simulation.simulate_or_enumerate_season_ends(
            totals, FOUR, ahead, chances, Random(7).random
        )
    assert sum(one.first for one in found.prospects) == pytest.approx(1)
    for place in range(4):  # somebody holds every place, and everybody one
        assert sum(each[place] for each in whole.places.values()) == pytest.approx(1)
    for each in whole.places.values():
        assert sum(each) == pytest.approx(1)
    for one in found.prospects:
        assert one.min_points.fraction - 1e-9 <= one.likely <= one.max_points.fraction + 1e-9
        if one.first_is != "open":
            assert one.first == pytest.approx(1 if one.first_is == "sure" else 0)
        if one.top_is != "open":
            assert one.top == pytest.approx(1 if one.top_is == "sure" else 0)


@given(
    st.lists(st.sampled_from(("home", "away", "draw")), min_size=4, max_size=4),
    st.lists(st.integers(-2, 2), min_size=4, max_size=4),
    st.integers(1, 2),
)
@settings(deadline=None)
def test_what_it_takes_is_what_every_end_of_the_last_round_says(
    hows: list[str], bonus: list[int], left: int
) -> None:
    scheme = resolve_scoring_scheme("3/1/0")
    pairs = [(A, D), (B, C), (A, B), (D, C)]
    results = [
        Result(round=1, home=h, away=a, winner={"home": h, "away": a}.get(how))
        for (h, a), how in zip(pairs, hows, strict=True)
    ]
    more = [
        PointAdjustment(who, ExactNumber(each), "bonus")
        for who, each in zip(FOUR, bonus, strict=True)
    ]
    ahead = replace(LAST_ROUND, games=LAST_ROUND.games[:left])
    totals = ProjectedPoints(
        StandingsInput([EnrolledPlayer(one, one) for one in FOUR], results, scheme, more)
    )
    for player in FOUR:
        told = find_title_conditions(totals, FOUR, ahead, player)
        for ended in product(ORDER, repeat=left):
            own: dict[PlayerId, Ended] = {}
            for (home, away), how in zip(ahead.games, ended, strict=True):
                own |= {home: how, away: TURNED[how]}
            total = {
                who: totals.compute_total_in_units(who, [PAID[own[who]]] if who in own else [])
                for who in FOUR
            }
            alone = all(total[player] > total[who] for who in FOUR if who != player)
            holds = any(
                (one.own is None or ORDER.index(own[player]) >= ORDER.index(one.own))
                and all(
                    ORDER.index(own[rival.player]) <= ORDER.index(rival.at_best)
                    for rival in one.rivals
                )
                for one in told
            )
            assert holds == alone, (player, own, told)


def test_the_extremes_of_a_round_are_those_of_any_result(scheme: ScoringScheme) -> None:
    assert find_min_and_max_round_points(build_result_points_table(scheme)) == (0, 3)
    assert find_min_and_max_round_points(
        build_result_points_table(resolve_scoring_scheme("20-0"))
    ) == (
        0,
        20,
    )


# ---------------------------------------------------------------------------- an evening's league


def played(found: League, *results: str) -> None:
    for one, result in zip(
        found.state.list_fixtures(found.state.rounds[1, 1]), results, strict=True
    ):
        found.results.enter_result(one.id, result)


def test_a_round_robin_knows_all_its_games_beforehand() -> None:
    found = league()  # four players, three rounds
    assert found.table.forecast_season().remaining.game_count == 6
    assert not found.table.forecast_season().remaining.unpaired_rounds
    played(found, "10-7", "1-6")
    assert found.table.forecast_season().remaining.game_count == 4
    found.rounds.draft_round()
    assert found.table.forecast_season().remaining.game_count == 4  # a draft is no more and no less
    found.people.mark_away("Bram")
    found.rounds.draft_round()
    # round 2 without Bram: one game and a bye; round 3 as many as two tables hold
    assert found.table.forecast_season().remaining.game_count == 3


@pytest.mark.parametrize("published", [False, True])
@pytest.mark.parametrize("lots", ["Bram Chloé Anna", "Chloé Anna Bram", "Anna Chloé Bram"])
def test_an_order_by_lot_is_that_of_the_rounds_ahead(lots: str, published: bool) -> None:
    """Two rounds of three players: who meets in the second follows from the order of the first."""
    found = club().begin_league("Lots", players=["Anna", "Bram", "Chloé"], zone="UTC", rounds=2)
    ahead = found.table.forecast_season().remaining
    assert not ahead.games
    assert [len(one.players) for one in ahead.unpaired_rounds] == [3, 3]
    found.points.draw_or_enter_lots(lots.split())
    found.rounds.draft_round("round robin", order="lots")
    if published:
        found.rounds.publish_round()
    told = {frozenset(pair) for pair in found.table.forecast_season().remaining.games}
    if not published:
        found.rounds.publish_round()
    first = found.state.current_round
    assert first is not None
    (game,) = [one for one in found.state.list_fixtures(first) if one.away]
    found.results.enter_result(game.id, "7-3")
    found.rounds.draft_round()
    draft = found.state.draft
    assert draft is not None
    (following,) = [one for one in found.state.list_fixtures(draft) if one.away]
    assert told == {frozenset(game.players), frozenset(following.players)}


def test_a_swiss_league_meets_from_the_top_down() -> None:
    found = club().begin_league(
        "Open", players=["Anna", "Bram", "Chloé"], zone="UTC", rounds=3, pairing="Swiss"
    )
    ahead = found.table.forecast_season().remaining
    assert [len(one.players) for one in ahead.unpaired_rounds] == [3, 3, 3]
    # three rounds of three players: one game and one bye each
    assert sum(one.likely for one in found.table.forecast_season().prospects) == pytest.approx(
        3 * (3 + 3 * 0.9 + 2 * 0.1), abs=0.05
    )


def test_a_league_without_a_plan_has_only_its_open_games() -> None:
    found = club().begin_league("Open end", players=["Anna", "Bram"], zone="UTC")
    assert found.table.forecast_season().remaining.is_empty
    found.rounds.draft_round()
    found.rounds.publish_round()
    assert found.table.forecast_season().remaining.game_count == 1
    assert [one.first for one in found.table.forecast_season().prospects] == [0.5, 0.5]


def test_in_words() -> None:
    found = league()
    played(found, "10-7", "1-6")
    told = found.table.forecast_season()
    assert format_chance_or_certainty(0.413, 0.0098, "open") == "41 % ± 1"
    assert format_chance_or_certainty(0.999, 0.001, "open") == "over 99 %"
    assert format_chance_or_certainty(0.001, 0.001, "open") == "under 1 %"
    assert format_chance_or_certainty(1, 0, "sure") == "sure"
    assert format_chance_or_certainty(0, 0, "gone") == "out"
    assert describe_certain_outcome(told, told.prospects[0]) == ""
    assert describe_needed_results(found.state, told.prospects[0]) == ""
    assert "are based on 2 games" in next(iter(explain_chances(told)))


def test_what_cannot_be_told_says_why() -> None:
    with pytest.raises(Refused, match="Only leagues have an outlook"):
        club().begin_league("Karst", what="campaign", zone="UTC").table.forecast_season()
    with pytest.raises(Refused, match="No player is ranked"):
        club().begin_league("Nobody", zone="UTC").table.forecast_season()
    with pytest.raises(
        Refused, match="Choose a number of places from 1 to 4, the number of ranked players"
    ):
        league().table.forecast_season(5)
    with pytest.raises(Refused, match=r"^Only one player is ranked, so choose 1 place\.$"):
        club().begin_league("One", zone="UTC", players=["Anna"]).table.forecast_season(2)
