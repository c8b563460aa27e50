"""Points without luck, by hand and as laws."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exports.html_reports import render_league_html
from exports.league_report import build_league_report, format_signed_number
from exports.markdown_reports import render_league_markdown
from tests.campaigns import games
from tests.leagues.club import club
from tests.leagues.test_core_matches import end, linked
from tracker.application.book import Book
from tracker.application.campaigns.service_records import estimate_season_luck_effect
from tracker.leagues.results.luck_adjusted_points import (
    MIN_GAMES,
    NetLuckGame,
    estimate_luck_effect,
)
from tracker.leagues.results.standings_input_types import PlayerId
from tracker.ledger.memory_store import MemoryStore

A, B, C = (PlayerId(one) for one in "abc")


def won_by(home: PlayerId, away: PlayerId, net: float) -> NetLuckGame:
    return NetLuckGame(home, away, net, (3.0, 0.0))


def test_six_games_by_hand() -> None:
    # Net luck 1, 1, 1, −1, 2, 0; the home player wins all but the fourth: ahead 3, 3, 3, −3, 3, 3.
    played = [won_by(A, B, 1), won_by(A, C, 1), won_by(B, C, 1), won_by(B, A, 2), won_by(C, A, 0)]
    played.insert(3, NetLuckGame(B, A, -1, (0.0, 3.0)))
    found = estimate_luck_effect(played)
    assert found is not None
    # Σ net × ahead = 3 + 3 + 3 + 3 + 6 + 0 = 18, Σ net² = 1 + 1 + 1 + 1 + 4 = 8.
    assert found.slope == pytest.approx(18 / 8)
    # Each by the others: of net 1 or −1 (18 − 3) / (8 − 1) = 15/7, of net 2 (18 − 6) / (8 − 4) = 3.
    # a: −15/14 −15/14, fourth: away with net −1: −15/14; fifth: away: + 3 × 2 / 2 = 3.
    assert found.corrected[A] == pytest.approx(3 - 45 / 14)
    # b: +15/14 (first), −15/14 (third), +15/14 (fourth at home, net −1), −3 (fifth).
    assert found.corrected[B] == pytest.approx(15 / 14 - 3)
    assert found.corrected[C] == pytest.approx(15 / 14 + 15 / 14)
    assert found.games == {A: 5, B: 4, C: 3}
    # Left: 3 − 2.25 thrice, −3 + 2.25, 3 − 4.5, 3: 4 × 0.5625 + 2.25 + 9 = 13.5; / 5 / 8.
    assert found.error == pytest.approx(math.sqrt(13.5 / 5 / 8))


def test_of_too_few_games_nothing_is_said() -> None:
    assert estimate_luck_effect([won_by(A, B, 1.0)] * (MIN_GAMES - 1)) is None
    assert estimate_luck_effect([won_by(A, B, 0.0)] * MIN_GAMES) is None
    assert estimate_luck_effect([won_by(A, B, 1.0), *[won_by(A, B, 0.0)] * MIN_GAMES]) is None


played_games = st.lists(
    st.builds(
        NetLuckGame,
        st.sampled_from((A, B)),
        st.just(C),
        st.floats(-3, 3).filter(lambda net: abs(net) > 0.01),
        st.sampled_from(((3.0, 0.0), (1.0, 1.0), (0.0, 3.0), (15.0, 5.0))),
    ),
    min_size=MIN_GAMES,
    max_size=20,
)


@pytest.mark.thorough
@given(played_games)
def test_nothing_is_gained_or_lost_together_and_sides_do_not_matter(
    played: list[NetLuckGame],
) -> None:
    found = estimate_luck_effect(played)
    assert found is not None
    assert sum(found.corrected.values()) == pytest.approx(0, abs=1e-6)
    turned = estimate_luck_effect(
        [NetLuckGame(one.away, one.home, -one.net, one.points[::-1]) for one in played]
    )
    assert turned is not None
    assert turned.slope == pytest.approx(found.slope)
    for player, change in found.corrected.items():
        assert turned.corrected[player] == pytest.approx(change, abs=1e-9)


def test_luck_that_decides_half_of_what_happens_is_found() -> None:
    # 3 points go to who has more of skill (none here), net luck and other chance, as much as luck.
    drawn = random.Random(3)
    played = []
    for _ in range(4000):
        net, other = drawn.gauss(0, 1), drawn.gauss(0, 1)
        points = (3.0, 0.0) if net + other > 0 else (0.0, 3.0)
        played.append(NetLuckGame(A, B, net, points))
    found = estimate_luck_effect(played)
    assert found is not None
    # ahead = 3 sign(net + other); E[net × sign] = √(2/π) / √2 = 0.5642: slope 1.6926.
    assert abs(found.slope - 3 / math.sqrt(math.pi)) < 3 * found.error


def test_a_number_that_rounds_to_zero_has_no_sign() -> None:
    assert [format_signed_number(one) for one in (1.24, -0.36, -0.0, 0.04)] == [
        "+1.2",
        "−0.4",
        "0.0",
        "0.0",
    ]


def test_a_league_without_dice_tells_nothing() -> None:
    book = club()
    found, playing = linked(book)
    end(playing, 7, 4)
    found.reload()
    assert estimate_season_luck_effect(found, 1) is None
    assert build_league_report(found).luck_points is None


@pytest.mark.thorough
def test_one_game_six_times_is_explained_by_its_luck_alone() -> None:
    book = Book(MemoryStore())
    found = book.begin_league("Six", players=("Anna", "Farid"), zone="UTC", rounds=MIN_GAMES)
    for _ in range(MIN_GAMES):
        found.rounds.draft_round()
        found.rounds.publish_round()
        playing = games.begin(book)
        found.matches.link_match_and_enter_result("1", playing.stream)
        games.played(playing)
        found.reload()
    told = build_league_report(found).luck_points
    assert told is not None
    assert told.table is not None
    # Anna wins six times with the same dice: 18 to 0, and every game is explained by the others.
    assert told.table.rows == (
        ("Anna", "18", "6", "+9.0", "9.0"),
        ("Farid", "0", "6", "−9.0", "9.0"),
    )
    assert "Based on 6 games recorded here" in told.about
    assert "## Points without the luck of the dice" in render_league_markdown(
        build_league_report(found)
    )
    assert "<h2>Points without the luck of the dice</h2>" in render_league_html(
        build_league_report(found)
    )
