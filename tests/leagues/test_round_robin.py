"""Round robins are the Berger tables, and everybody meets everybody."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.leagues.figures import every_way
from tracker.leagues.pairing.round_robin import (
    Method,
    RoundRobinPairing,
    build_round_robin,
    compute_meetings_per_pair,
    pair_round_robin_round,
    suggest_pairing_method,
)
from tracker.leagues.results.standings_input_types import PlayerId

BERGER = {
    4: "1-4 2-3 / 4-3 1-2 / 2-4 3-1",
    6: "1-6 2-5 3-4 / 6-4 5-3 1-2 / 2-6 3-1 4-5 / 6-5 1-4 2-3 / 3-6 4-2 5-1",
}


def numbered(count: int) -> list[PlayerId]:
    return [PlayerId(str(number)) for number in range(1, count + 1)]


@pytest.mark.parametrize("count", BERGER)
def test_berger_tables(count: int) -> None:
    rounds = build_round_robin(numbered(count))
    written = " / ".join(
        " ".join(f"{meeting.home}-{meeting.away}" for meeting in each) for each in rounds
    )
    assert written == BERGER[count]


@pytest.mark.parametrize("count", range(2, 14))
def test_everybody_meets_everybody_once_and_nobody_twice_in_a_round(count: int) -> None:
    players = numbered(count)
    rounds = build_round_robin(players)
    met = [
        frozenset((meeting.home, meeting.away))
        for each in rounds
        for meeting in each
        if meeting.away is not None
    ]
    assert sorted(map(sorted, met)) == sorted(map(sorted, combinations(players, 2)))
    for each in rounds:
        seated = [player for meeting in each for player in (meeting.home, meeting.away) if player]
        assert sorted(seated) == sorted(players)
    byes = [meeting.home for each in rounds for meeting in each if meeting.away is None]
    assert sorted(byes) == (sorted(players) if count % 2 else [])


def test_too_few_to_meet() -> None:
    assert build_round_robin([]) == ()
    assert build_round_robin(numbered(1)) == ((RoundRobinPairing(PlayerId("1"), None),),)
    assert pair_round_robin_round([], {}, {}) == ()


@pytest.mark.parametrize("count", range(2, 11))
def test_the_next_round_goes_through_the_circle(count: int) -> None:
    players = numbered(count)
    met: Counter[frozenset[PlayerId]] = Counter()
    byes: Counter[PlayerId] = Counter()
    for number in range(2 * count):
        made = pair_round_robin_round(players, met, byes)
        whole = build_round_robin(players)
        if number < len(whole):
            assert made == whole[number]
        for each in made:
            if each.away is None:
                byes[each.home] += 1
            else:
                met[frozenset((each.home, each.away))] += 1
        # Nobody meets a third time before everybody has met twice, nor has byes ahead of others.
        assert max(met.values()) <= number // len(whole) + 1
        assert max(byes.values(), default=0) <= number // len(whole) + 1


@given(st.data())
def test_nobody_meets_again_while_there_is_another_way(data: st.DataObject) -> None:
    """Players come and stay away as they like; compared with every way to pair those here."""
    everybody = numbered(data.draw(st.integers(2, 7)))
    met: Counter[frozenset[PlayerId]] = Counter()
    byes: Counter[PlayerId] = Counter()
    for _ in range(data.draw(st.integers(1, 6))):
        here = sorted(data.draw(st.sets(st.sampled_from(everybody), min_size=1)))
        made = pair_round_robin_round(here, met, byes)
        pairs = [(each.home, each.away) for each in made]
        assert sorted(each for pair in pairs for each in pair if each) == here

        def worth(way: Iterable[tuple[PlayerId, PlayerId | None]]) -> tuple[int, int]:
            again = [met[frozenset((one, other))] ** 2 for one, other in way if other]
            return sum(byes[one] for one, other in way if other is None), sum(again)

        assert worth(pairs) == min(map(worth, every_way(here)))
        for one, other in pairs:
            if other is None:
                byes[one] += 1
            else:
                met[frozenset((one, other))] += 1


def test_nobody_meets_more_often_than_planned() -> None:
    """1 and 2 met, 3 and 4 met, 1 and 3 met, 2 and 4 met, 1 and 4 met: only 2 and 3 have not."""
    met = {frozenset(map(PlayerId, pair)): 1 for pair in ("12", "34", "13", "24", "14")}
    found = pair_round_robin_round(numbered(4), met, {}, meetings_per_pair=1)
    assert [{each.home, each.away} for each in found] == [{"2", "3"}]
    assert len(pair_round_robin_round(numbered(4), met, {}, meetings_per_pair=2)) == 2
    assert (
        pair_round_robin_round(
            numbered(4), met | {frozenset(map(PlayerId, "23")): 1}, {}, meetings_per_pair=1
        )
        == ()
    )


@pytest.mark.parametrize(
    ("rounds", "players", "times"),
    [(0, 4, 1), (3, 4, 1), (4, 4, 2), (6, 4, 2), (5, 5, 1), (10, 5, 2), (3, 1, 3)],
)
def test_how_often_each_meets_each(rounds: int, players: int, times: int) -> None:
    assert compute_meetings_per_pair(rounds, players) == times


@pytest.mark.parametrize(
    ("players", "rounds", "method"),
    [(10, 5, "round robin"), (10, 4, "Swiss"), (11, 5, "Swiss"), (32, 5, "Swiss")],
)
def test_round_robin_is_suggested_for_small_fields(
    players: int, rounds: int, method: Method
) -> None:
    assert suggest_pairing_method(players, rounds) == method
