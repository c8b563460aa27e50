"""Round robins are the Berger tables, and everybody meets everybody."""

from itertools import combinations

import pytest

from tracker.leagues.results import PlayerId
from tracker.leagues.round_robin import Method, round_robin, suggested_method

BERGER = {
    4: "1-4 2-3 / 4-3 1-2 / 2-4 3-1",
    6: "1-6 2-5 3-4 / 6-4 5-3 1-2 / 2-6 3-1 4-5 / 6-5 1-4 2-3 / 3-6 4-2 5-1",
}


def numbered(count: int) -> list[PlayerId]:
    return [PlayerId(str(number)) for number in range(1, count + 1)]


@pytest.mark.parametrize("count", BERGER)
def test_berger_tables(count: int) -> None:
    rounds = round_robin(numbered(count))
    written = " / ".join(
        " ".join(f"{meeting.home}-{meeting.away}" for meeting in each) for each in rounds
    )
    assert written == BERGER[count]


@pytest.mark.parametrize("count", range(2, 14))
def test_everybody_meets_everybody_once_and_nobody_twice_in_a_round(count: int) -> None:
    players = numbered(count)
    rounds = round_robin(players)
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


def test_twice_changes_places() -> None:
    rounds = round_robin(numbered(5), twice=True)
    games = [(each.home, each.away) for one in rounds for each in one if each.away is not None]
    assert len(rounds) == 10
    assert len(set(games)) == len(games) == 20
    byes = [each.home for one in rounds for each in one if each.away is None]
    assert sorted(byes) == sorted(numbered(5) * 2)


@pytest.mark.parametrize("count", [0, 1])
def test_too_few_to_meet(count: int) -> None:
    assert [meeting for each in round_robin(numbered(count)) for meeting in each] == [] or (
        count == 1
    )


@pytest.mark.parametrize(
    ("players", "rounds", "method"),
    [(10, 5, "round robin"), (10, 4, "Swiss"), (11, 5, "Swiss"), (32, 5, "Swiss")],
)
def test_round_robin_is_suggested_for_small_fields(
    players: int, rounds: int, method: Method
) -> None:
    assert suggested_method(players, rounds) == method
