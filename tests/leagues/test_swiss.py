"""Swiss rounds: against brute force on small fields, and the rules one by one."""

import subprocess
import sys
from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.leagues import evening
from tests.leagues.figures import Pairs, every_way, played, player
from tests.profiles import examples
from tracker.leagues.pairing.pairing_explanations import explain_pairing
from tracker.leagues.pairing.round_robin import RoundRobinPairing
from tracker.leagues.pairing.swiss_pairing import DraftedPairing, draft_swiss_round
from tracker.leagues.pairing.table_number_assignment import assign_table_numbers
from tracker.leagues.results.results_by_player import StandingsInput
from tracker.leagues.results.scoring_scheme_files import load_built_in_schemes
from tracker.leagues.results.standings_input_types import (
    EnrolledPlayer,
    PlayerId,
    Result,
    ResultKind,
)

THREE = load_built_in_schemes()["3/1/0"]
KINDS: list[ResultKind] = ["played", "played", "played", "conceded", "forfeit"]


def ids(names: str) -> list[PlayerId]:
    return [PlayerId(name) for name in names]


def count_rematches(made: list[DraftedPairing]) -> int:
    return sum(bool(each.reason.met_in) for each in made)


def pairs(made: list[DraftedPairing]) -> list[str]:
    return [f"{each.home}-{each.away or 'bye'}" for each in made]


class History:
    """What the oracle knows, counted from the results in its own way."""

    def __init__(self, results: Sequence[Result]) -> None:
        self.games = [
            frozenset((each.home, each.away))
            for each in results
            if each.away is not None and each.kind in {"played", "conceded"}
        ]
        self.had_bye = [each.home for each in results if each.kind == "bye"]
        self.points: dict[PlayerId, int] = {}
        for each in results:
            if each.away is None:
                self._pay(each.home, {"bye": 3, "half bye": 1}.get(each.kind, 0))
            elif each.winner is not None:
                self._pay(each.winner, 3)
            elif each.kind == "played":
                self._pay(each.home, 1)
                self._pay(each.away, 1)

    def _pay(self, who: PlayerId, points: int) -> None:
        self.points[who] = self.points.get(who, 0) + points

    def byes(self, way: Pairs) -> int:
        """Earlier byes of those who have one now."""
        return sum(self.had_bye.count(home) for home, away in way if away is None)

    def rematches(self, way: Pairs) -> int:
        return sum(frozenset(pair) in self.games for pair in way)

    def bye_points(self, way: Pairs) -> int:
        return sum(self.points.get(home, 0) for home, away in way if away is None)

    def gaps(self, way: Pairs) -> int:
        points = self.points
        return sum(
            (points.get(home, 0) - points.get(away, 0)) ** 2
            for home, away in way
            if away is not None
        )


@st.composite
def seasons(
    draw: st.DrawFn,
) -> tuple[list[EnrolledPlayer], list[Result], list[PlayerId]]:
    """Up to six rounds of any pairings at all, some players away, and who is here now."""
    names = ids("ABCDEFGH"[: draw(st.integers(2, 8))])
    results = []
    for number in range(1, draw(st.integers(0, 6)) + 1):
        order = draw(st.permutations(names))
        coming = order[: draw(st.integers(0, len(order)))]
        if len(coming) % 2:
            results.append(Result(number, coming[0], None, "bye"))
            coming = coming[1:]
        for home, away in zip(coming[::2], coming[1::2], strict=True):
            kind: ResultKind = draw(st.sampled_from(KINDS))
            winners = [home, away, None] if kind == "played" else [home, away]
            results.append(Result(number, home, away, kind, draw(st.sampled_from(winners))))
    here = draw(st.sets(st.sampled_from(names)))
    return [EnrolledPlayer(name, name) for name in names], results, sorted(here)


@pytest.mark.thorough
@examples(150)
@given(seasons())
def test_against_every_other_way_to_pair(
    season: tuple[list[EnrolledPlayer], list[Result], list[PlayerId]],
) -> None:
    players, results, here = season
    made = draft_swiss_round(StandingsInput(players, results, THREE), here)
    way: Pairs = tuple((each.home, each.away) for each in made)
    seated_once = sorted(each for pair in way for each in pair if each is not None)
    assert seated_once == here
    assert sum(away is None for _, away in way) == len(here) % 2
    history = History(results)
    ways = list(every_way(here))
    fewest_byes = min(map(history.byes, ways))
    assert history.byes(way) == fewest_byes
    ways = [each for each in ways if history.byes(each) == fewest_byes]
    fewest = min(map(history.rematches, ways))
    assert history.rematches(way) == fewest == count_rematches(made)
    ways = [each for each in ways if history.rematches(each) == fewest]
    lowest = min(map(history.bye_points, ways))
    assert history.bye_points(way) == lowest
    # The same bye, and no more games between those who met more than once: the smallest gaps.
    again = {each for each in history.games if history.games.count(each) > 1}
    if not again:
        bye = [pair for pair in way if pair[1] is None]
        ways = [each for each in ways if [pair for pair in each if pair[1] is None] == bye]
        assert history.gaps(way) == min(map(history.gaps, ways))


@examples(60)
@given(seasons())
def test_a_draft_does_not_depend_on_the_order_of_who_came(
    season: tuple[list[EnrolledPlayer], list[Result], list[PlayerId]],
) -> None:
    players, results, here = season
    assert draft_swiss_round(StandingsInput(players, results, THREE), here) == draft_swiss_round(
        StandingsInput(players, results[::-1], THREE), list(reversed(here))
    )


def test_the_draft_of_the_evening() -> None:
    """While table 1 of round 4 is open; Priya is away, and Dario dropped."""
    open_game = RoundRobinPairing(PlayerId("Anna"), PlayerId("Farid"))
    results = [each for each in evening.results() if (each.round, each.home) != (4, "Anna")]
    here = [each.id for each in evening.PLAYERS if each.id not in {"Priya", "Dario"}]
    made = draft_swiss_round(
        StandingsInput(evening.PLAYERS, results, THREE, lots=evening.LOTS),
        here,
        unfinished_pairings=[open_game],
    )
    names = {each.id: each.name for each in evening.PLAYERS}
    # Anna, Chloé and Gwen 9; Ines, Hugo, Farid and Bram 6; Erik 3. Anna and Chloé have met, so
    # one of them plays a 6, three 6 are left for one another and Erik: two gaps of one win.
    told = sorted(explain_pairing(each, names) for each in made)
    assert told == [*["not yet met"] * 2, *["one win apart, not yet met"] * 2]
    assert count_rematches(made) == 0
    played_or_open = [{each.home, each.away} for each in evening.results()]
    assert not [each for each in made if {each.home, each.away} in played_or_open]


def test_an_open_game_counts_as_met() -> None:
    players = [player(name) for name in "ABCD"]
    assert pairs(draft_swiss_round(StandingsInput(players, [], THREE), ids("ABCD"))) == [
        "A-B",
        "C-D",
    ]
    pending = [RoundRobinPairing(PlayerId("B"), PlayerId("A"))]
    assert pairs(
        draft_swiss_round(
            StandingsInput(players, [], THREE), ids("ABCD"), unfinished_pairings=pending
        )
    ) == [
        "A-C",
        "B-D",
    ]


def test_the_lowest_without_a_bye_has_it() -> None:
    players = [player(name) for name in "ABCDE"]
    results = [
        played(1, "A", "B", (9, 1)),
        played(1, "C", "D", (9, 1)),
        Result(1, PlayerId("E"), None, "bye"),
    ]
    # A, C and E have 3, B and D 0. D is the last, and A–C, B–E leave no rematch.
    made = draft_swiss_round(StandingsInput(players, results, THREE), ids("ABCDE"))
    assert pairs(made)[-1] == "D-bye"
    assert explain_pairing(made[-1], {}) == "the lowest-placed player without a bye"


def test_nobody_has_a_second_bye_before_others_have_one() -> None:
    # A and B have 6 from games with Z, who is not here; C is last with 3, but those are of a bye.
    players = [player(name) for name in "ABCZ"]
    results = [played(number, name, "Z", (9, 1)) for number in (1, 2) for name in "AB"]
    results += [Result(1, PlayerId("C"), None, "bye")]
    made = draft_swiss_round(StandingsInput(players, results, THREE), ids("ABC"))
    assert pairs(made) == ["A-C", "B-bye"]
    again = [*results, Result(2, PlayerId("A"), None, "bye"), Result(2, PlayerId("B"), None, "bye")]
    second = draft_swiss_round(StandingsInput(players, again, THREE), ids("ABC"))
    assert pairs(second) == ["A-B", "C-bye"]
    assert explain_pairing(second[1], {}) == "has had one bye, and nobody has had fewer"


def test_two_small_gaps_are_better_than_none_and_a_large_one() -> None:
    # A 9, B 9, C 6, D 6, E 3, F 0. With C–D, B–D, A–E and D–E met, gaps add up to 9 points at
    # least: three of 3 (squares 27), or 0 for A–B, 3 for C–E and 6 for D–F (squares 45).
    players = [player(name) for name in "ABCDEF"]
    wins = {"A": 3, "B": 3, "C": 2, "D": 2, "E": 1, "F": 0}
    results = [
        Result(number, PlayerId(name), None, "bye")
        for name, count in wins.items()
        for number in range(1, count + 1)
    ]
    met = [
        RoundRobinPairing(PlayerId(one), PlayerId(other)) for one, other in ("CD", "BD", "AE", "DE")
    ]
    made = draft_swiss_round(
        StandingsInput(players, results, THREE), ids("ABCDEF"), unfinished_pairings=met
    )
    assert pairs(made) == ["A-D", "B-C", "E-F"]


def test_the_bye_moves_up_before_two_meet_again() -> None:
    # C has nothing and is last, but A and B, a point each, have met: B has the bye.
    players = [player(name) for name in "ABC"]
    made = draft_swiss_round(
        StandingsInput(players, [played(1, "A", "B", (5, 5))], THREE), ids("ABC")
    )
    assert pairs(made) == ["A-C", "B-bye"]
    names = {each.id: each.name for each in players}
    assert explain_pairing(made[1], names) == (
        "the lowest-placed player without a bye, except C: otherwise two players would meet again"
    )


def test_a_rematch_that_cannot_be_avoided_says_so() -> None:
    players = [player("A"), player("B")]
    results = [played(1, "A", "B", (9, 1)), played(2, "A", "B", (9, 1))]
    made = draft_swiss_round(StandingsInput(players, results, THREE), ids("AB"))
    assert count_rematches(made) == 1
    assert explain_pairing(made[0], {}) == (
        "two wins apart, met in rounds 1 and 2: no new opponent was left"
    )


def test_a_forfeit_is_no_meeting() -> None:
    forfeit = Result(1, PlayerId("A"), PlayerId("B"), "forfeit", PlayerId("A"))
    made = draft_swiss_round(
        StandingsInput([player("A"), player("B")], [forfeit], THREE), ids("AB")
    )
    assert count_rematches(made) == 0


def test_a_ringer_sits_out_before_anybody_has_a_bye() -> None:
    players = [player("A"), player("B"), EnrolledPlayer(PlayerId("R"), "R", ranked=False)]
    results = [played(1, "R", "A", (9, 1)), Result(1, PlayerId("B"), None, "bye")]
    made = draft_swiss_round(StandingsInput(players, results, THREE), ids("ABR"))
    assert pairs(made) == ["B-A", "R-bye"]
    assert explain_pairing(made[1], {}) == "the ringer sits out"


def test_points_apart_that_are_no_whole_wins() -> None:
    players = [player("A"), player("B")]
    results = [Result(1, PlayerId("A"), None, "half bye")]
    made = draft_swiss_round(StandingsInput(players, results, THREE), ids("AB"))
    assert explain_pairing(made[0], {}) == "1 point apart, not yet met"


def test_nobody_here() -> None:
    assert draft_swiss_round(StandingsInput([player("A")], [], THREE), []) == []
    assert pairs(draft_swiss_round(StandingsInput([player("A")], [], THREE), ids("A"))) == ["A-bye"]


def games(text: str) -> list[tuple[PlayerId, PlayerId]]:
    return [(PlayerId(each[0]), PlayerId(each[1])) for each in text.split()]


def test_tables_are_not_repeated_while_another_is_free() -> None:
    before = {PlayerId("A"): [1], PlayerId("B"): [2], PlayerId("C"): [3]}
    # AB may have only 3; CD 1 or 2, EF the other; the order of the games comes next.
    assert assign_table_numbers(games("AB CD EF"), before) == [3, 1, 2]
    assert assign_table_numbers(games("AB CD EF"), {}) == [1, 2, 3]


def test_fixed_tables_do_not_change() -> None:
    assert assign_table_numbers(games("AB CD EF"), {}, fixed_tables={2: 1}) == [2, 3, 1]


@given(
    st.dictionaries(
        st.sampled_from(ids("ABCDEFGH")), st.lists(st.integers(1, 4), max_size=3), max_size=8
    )
)
def test_tables_have_the_fewest_returns_there_can_be(before: dict[PlayerId, list[int]]) -> None:
    four = games("AB CD EF GH")

    def returns(tables: Sequence[int]) -> int:
        return sum(
            before.get(who, []).count(table)
            for game, table in zip(four, tables, strict=True)
            for who in game
        )

    found = assign_table_numbers(four, before)
    assert sorted(found) == [1, 2, 3, 4]
    assert returns(found) == min(returns(each) for each in permutations([1, 2, 3, 4]))


def test_the_matching_is_loaded_when_a_round_is_drafted_and_not_before() -> None:
    code = (
        "import sys\n"
        "from tracker.leagues.pairing import swiss_pairing, table_number_assignment\n"
        "from tracker.leagues.results import standings_explanations\n"
        "assert 'networkx' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
