"""Laws of whole seasons as an organiser keeps them: pairings, and the points that are paid."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.leagues.club import club, row
from tests.leagues.test_core_writing import SCORES
from tests.profiles import examples
from tracker.application.leagues.league import League
from tracker.leagues.league_state import Round
from tracker.leagues.results.scoring_schemes import compute_result_points
from tracker.leagues.results.standings_from_league_state import (
    compute_league_standings,
    list_counting_results,
)
from tracker.leagues.results.standings_input_types import PlayerId

NAMES = ("Anna", "Bram", "Chloé", "Dario", "Erik", "Farid", "Gwen", "Hugo")
Pair = frozenset[PlayerId]


def met_before(found: League, round_: Round) -> set[Pair]:
    """Who has met in an earlier round. To a Swiss a forfeit is no meeting; in the circle it was
    their turn, and it does not come again.
    """
    circle = round_.method == "round robin"
    return {
        frozenset(one.players)
        for one in found.state.fixtures.values()
        if one.away is not None
        and 0 < one.round < round_.number
        and (circle or one.ended is None or one.ended.kind in ("played", "conceded"))
    }


def ways(players: Sequence[PlayerId]) -> Iterable[list[tuple[PlayerId, ...]]]:
    """Every way to pair them, one having a bye where the number is odd; slow and obvious."""
    if len(players) % 2:
        for bye in players:
            rest = [one for one in players if one != bye]
            yield from ([(bye,), *way] for way in ways(rest))
        return
    if not players:
        yield []
        return
    first, *others = players
    for other in others:
        rest = [one for one in others if one != other]
        yield from ([(first, other), *way] for way in ways(rest))


def obeys_the_laws(found: League, round_: Round) -> None:
    fixtures = [one for one in found.state.list_fixtures(round_) if not one.is_requested_bye]
    drawn = [player for one in fixtures for player in one.players]
    here = [
        one.id for one in found.state.players.values() if not one.get_absence_reason(round_.number)
    ]
    assert sorted(drawn) == sorted(here), "everybody who is here once, nobody else"
    byes = Counter(
        one.home
        for one in found.state.fixtures.values()
        if one.away is None and not one.is_requested_bye and 0 < one.round < round_.number
    )
    had = met_before(found, round_)
    again = [one for one in fixtures if one.away and frozenset(one.players) in had]
    resting = [one.home for one in fixtures if one.away is None]
    assert len(resting) == len(here) % 2
    fewest = min((byes[one] for one in here), default=0)
    free = [
        way
        for way in ways(here)
        if not any(len(pair) == 2 and frozenset(pair) in had for pair in way)
    ]
    second_byes = [byes[pair[0]] > fewest for way in free for pair in way if len(pair) == 1]
    if free and not (second_byes and all(second_byes)):
        assert not again, "nobody meets again while there is another way"
        assert all(byes[one] == fewest for one in resting), "no second bye before all had one"


@examples(30)
@given(seed=st.integers(0, 2**32), players=st.integers(2, 8), method=st.sampled_from(["Swiss", ""]))
def test_every_round_of_a_season_obeys_the_laws_of_pairing(
    seed: int, players: int, method: str
) -> None:
    rng = random.Random(seed)
    found = club().begin_league("Laws", players=NAMES[:players], rounds=rng.randrange(8))
    for _ in range(rng.randrange(2, 7)):
        if len(found.people.list_present_players()) > 2 and rng.random() < 0.3:
            found.people.mark_away(rng.choice(found.people.list_present_players()).id)
        found.rounds.draft_round(method, allow_rematches=True)
        draft = found.state.draft
        assert draft is not None
        obeys_the_laws(found, draft)
        found.rounds.publish_round()
        for one in found.state.list_fixtures(draft):
            if one.away is not None and rng.random() < 0.85:
                found.results.enter_result(one.id, rng.choice(SCORES))


@pytest.mark.thorough
@examples(30)
@given(
    seed=st.integers(0, 2**32),
    scheme=st.sampled_from(["3/1/0", "5/3/1", "2/1/0", "15/10/5", "20-0"]),
)
def test_the_standings_pay_what_the_scheme_pays_and_no_more(seed: int, scheme: str) -> None:
    rng = random.Random(seed)
    found = club().begin_league("Pay", players=NAMES[: rng.randrange(3, 8)], scheme=scheme)
    given_out = 0
    for _ in range(4):
        found.rounds.draft_round(allow_rematches=True)
        found.rounds.publish_round()
        round_ = found.state.current_round
        assert round_ is not None
        for one in found.state.list_fixtures(round_):
            if one.away is not None and rng.random() < 0.85:
                found.results.enter_result(one.id, rng.choice(SCORES))
                if rng.random() < 0.2:
                    found.results.correct_result(one.id, "77-1", why="misread")
                if rng.random() < 0.2:
                    found.undo()
        if rng.random() < 0.5:
            points = rng.choice((1, -1))
            found.points.award_bonus_or_penalty(
                rng.choice([*found.state.players]), str(points), why="painted"
            )
            given_out += points
    results = list_counting_results(found.state)
    paid = sum(
        points.fraction
        for one in results
        for points in compute_result_points(found.state.info.scheme, one)
    )
    table = row(found).standings
    assert sum(each.counted.fraction for each in table.rows) == paid
    assert sum(each.points.fraction for each in table.rows) == paid + given_out
    # The row in the lists is what the events say, read again from nothing.
    again = League(found.store, found.stream, clock=found.clock)
    assert compute_league_standings(again.state) == table
