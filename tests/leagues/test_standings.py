"""Standings: the table of a league evening, movement, bonus, best results, every number opened."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.leagues import evening
from tests.leagues.club import row_of
from tests.leagues.figures import played, player, with_tie_breaks
from tracker.leagues.results.points_breakdown import PlayerBreakdown, compute_points_breakdown
from tracker.leagues.results.results_by_player import StandingsInput
from tracker.leagues.results.scoring_scheme_files import (
    load_built_in_schemes,
    parse_scoring_scheme_file,
)
from tracker.leagues.results.scoring_schemes import ScoringScheme, TieBreak, compute_result_points
from tracker.leagues.results.standings import Standings, StandingsRow, compute_standings
from tracker.leagues.results.standings_explanations import (
    explain_place_beside_neighbour,
    format_criterion_value,
    format_sum_breakdown,
)
from tracker.leagues.results.standings_input_types import (
    BYES,
    EnrolledPlayer,
    ExactNumber,
    LotOrder,
    PlayerId,
    PointAdjustment,
    Result,
    ResultKind,
    make_exact_number,
)

THREE = load_built_in_schemes()["3/1/0"]
# place, name, P, W, D, L, VP±, schedule, points, places gained since round 3
AFTER_ROUND_4 = """
 1  Anna    4   3 0 1   +21  1.88  9   0
 2  Chloé   4   3 0 1   +17  1.50  9   1
 3  Gwen    4   3 0 1   +10  0.94  9   1
 4  Farid   4   3 0 1    +3  1.50  9   2
 5  Ines    4   2 0 2   +23  1.31  6  -3
 6  Hugo    4   2 0 2    +1  1.50  6   2
 7  Bram    4   2 0 2    −6  2.25  6  -2
 8  Erik    4   1 0 3    −7  1.50  3  -1
 9  Priya   4   1 0 3   −25  1.31  3   0
10  Dario   4   0 0 4   −37  1.31  0   0
"""


def results_until(round_number: int) -> list[Result]:
    return [each for each in evening.results() if each.round <= round_number]


def evening_table(after: int = 4) -> Standings:
    lots = [each for each in evening.LOTS if each.round <= after]
    return compute_standings(
        StandingsInput(evening.PLAYERS, results_until(after), THREE, lots=lots)
    )


def chloes() -> PlayerBreakdown:
    chloe = PlayerId("Chloé")
    return compute_points_breakdown(
        chloe, StandingsInput(evening.PLAYERS, evening.results(), THREE, lots=evening.LOTS)
    )


def shown(row: StandingsRow) -> str:
    ties = " ".join(
        format_criterion_value(tie.tie_break, tie.value)
        for tie in row.ties
        if tie.value and tie.tie_break != "lots"
    )
    record = f"{row.played} {row.won} {row.drawn} {row.lost}"
    return f"{row.place} {row.name} {record} {ties} {row.points.short} {row.moved}"


def test_the_table_of_the_evening() -> None:
    expected = [" ".join(line.split()) for line in AFTER_ROUND_4.strip().splitlines()]
    assert [shown(row) for row in evening_table().rows] == expected


def test_the_table_as_of_an_earlier_round() -> None:
    table = evening_table(after=3)
    assert [row.name for row in table.rows] == [
        *("Anna", "Ines", "Chloé", "Gwen", "Bram", "Farid", "Erik", "Hugo", "Priya", "Dario")
    ]
    assert table.after == 3
    assert [row.moved for row in evening_table(after=1).rows] == [None] * 10


def test_without_lots_the_level_share_a_place() -> None:
    table = compute_standings(StandingsInput(evening.PLAYERS, results_until(3), THREE))
    assert table.level == (("Priya", "Dario"),)
    assert [(row.name, row.place) for row in table.rows][-2:] == [("Priya", 9), ("Dario", 9)]
    assert evening_table(after=3).level == ()


def test_every_number_of_chloe_opened() -> None:
    names = {player: str(player) for player in map(PlayerId, evening.NAMES)}
    found = chloes()
    assert format_sum_breakdown(found.points, names) == "points 3+3+0+3 = 9"
    assert [format_sum_breakdown(tie, names) for tie in found.ties] == [
        "VP± 2+14−4+5 = +17",
        "schedule: (Ines 6/4 + Erik 3/4 + Anna 9/4 + Bram 6/4) / 4 = 1.50",
    ]
    assert found.below is not None
    assert explain_place_beside_neighbour(found.below, names) == "above Gwen by VP±, +17 to +10"
    assert found.above is not None
    assert explain_place_beside_neighbour(found.above, names) == "below Anna by VP±, +17 to +21"
    assert sorted(found.not_met) == ["Farid", "Gwen", "Hugo", "Priya"]
    assert [(line.round, line.opponent, line.vp, line.score) for line in found.lines] == [
        (1, "Ines", (12, 10), "won"),
        (2, "Erik", (14, 0), "won"),
        (3, "Anna", (11, 15), "lost"),
        (4, "Bram", (6, 1), "won"),
    ]


def test_lots_are_opened_too() -> None:
    priya = PlayerId("Priya")
    found = compute_points_breakdown(
        priya, StandingsInput(evening.PLAYERS, results_until(3), THREE, lots=evening.LOTS)
    )
    names = {player: str(player) for player in map(PlayerId, evening.NAMES)}
    assert found.below is not None
    assert explain_place_beside_neighbour(found.below, names) == "above Dario by lots, 1 to 2"
    level = compute_points_breakdown(
        priya, StandingsInput(evening.PLAYERS, results_until(3), THREE)
    )
    assert level.below is not None
    assert explain_place_beside_neighbour(level.below, names) == "level with Dario: draw lots"


EVERY: list[TieBreak] = [
    "head to head",
    "VP difference",
    "schedule",
    "extended schedule",
    "Buchholz",
    "Buchholz cut 1",
    "Sonneborn-Berger",
    "VP scored",
    "fewest losses",
]


@pytest.mark.parametrize("name", evening.NAMES)
def test_opened_parts_come_to_the_numbers_of_the_row(name: str) -> None:
    me = PlayerId(name)
    arguments: Any = (evening.PLAYERS, evening.results(), with_tie_breaks(THREE, *EVERY))
    row = row_of(compute_standings(StandingsInput(*arguments)), me)
    found = compute_points_breakdown(me, StandingsInput(*arguments))
    for total in (found.points, *found.ties):
        counted = [part for part in total.parts if part.counts]
        added = sum(
            part.number.fraction / part.per * part.share.fraction for part in counted
        ) / Fraction(total.divided_by)
        assert added == total.value.fraction, total.name
    assert {tie.name: tie.value for tie in found.ties} == {
        tie.tie_break: tie.value for tie in row.ties if tie.value is not None
    }


def test_bonus_is_added_at_the_end_and_is_no_strength() -> None:
    results = [played(1, "A", "B", (5, 3)), played(1, "C", "D", (4, 3))]
    painting = PointAdjustment(PlayerId("C"), ExactNumber(5, 2), "painting", "three new units", 1)
    late = PointAdjustment(PlayerId("A"), ExactNumber(-1), "lateness", "half an hour", 1)
    names = [player(name) for name in "ABCD"]
    scheme = with_tie_breaks(THREE, "schedule")
    table = compute_standings(StandingsInput(names, results, scheme, [painting, late]))
    assert [(row.name, row.points.short) for row in table.rows] == [
        *(("C", "5.5"), ("A", "2"), ("B", "0"), ("D", "0"))
    ]
    first = table.rows[0]
    assert (first.counted.short, first.bonus.short) == ("3", "2.5")
    assert first.bonus_columns == {"painting": ExactNumber(5, 2)}
    # B's and D's only opponents have 3 points a game, whatever they painted.
    assert row_of(table, PlayerId("D")).get_tie_break_value("schedule") == ExactNumber(3)
    assert compute_points_breakdown(
        PlayerId("C"), StandingsInput(names, results, THREE, [painting])
    ).bonus == (painting,)


@pytest.mark.parametrize(
    ("best", "points", "dropped"),
    [
        ("results = 2", "20", [3]),  # 15 + 5, and not the 0
        # 60 % of 15 and 30 % of 5 and 10 % of 0 are 9 + 1.5
        ("results = 3\nweights = [60, 30, 10]", "10.5", []),
    ],
)
def test_best_results(best: str, points: str, dropped: list[int]) -> None:
    scheme = parse_scoring_scheme_file(
        f'name = "best"\n[points]\nwin = 15\ndraw = 10\nloss = 5\n[best]\n{best}'
    )
    a = PlayerId("A")
    results = [
        played(1, "A", "B", (9, 1)),
        played(2, "B", "A", (9, 1)),
        Result(3, a, PlayerId("B"), "forfeit", PlayerId("B")),
    ]
    names = [player("A"), player("B")]
    assert (
        row_of(compute_standings(StandingsInput(names, results, scheme)), a).points.short == points
    )
    parts = compute_points_breakdown(a, StandingsInput(names, results, scheme)).points.parts
    assert [part.round for part in parts if not part.counts] == dropped


def test_a_ringer_is_not_ranked_and_his_opponents_game_counts() -> None:
    ringer = EnrolledPlayer(PlayerId("R"), "Ringer", ranked=False)
    results = [played(1, "A", "R", (3, 1)), played(1, "B", "C", (2, 1))]
    table = compute_standings(
        StandingsInput([player("A"), player("B"), player("C"), ringer], results, THREE)
    )
    assert [(row.name, row.points.short) for row in table.rows] == [
        *(("A", "3"), ("B", "3"), ("C", "0"))
    ]


def test_no_result_is_no_draw() -> None:
    table = compute_standings(StandingsInput([player("A"), player("B")], [], THREE))
    assert [(row.played, row.drawn, row.points.short, row.place) for row in table.rows] == [
        (0, 0, "0", 1),
        (0, 0, "0", 1),
    ]
    assert compute_standings(StandingsInput([], [], THREE)).rows == ()


def test_kinds_of_result_in_the_record() -> None:
    a, b = PlayerId("A"), PlayerId("B")
    kinds: list[tuple[ResultKind, PlayerId | None]] = [
        ("conceded", a),
        ("forfeit", b),
        ("late withdrawal", a),
        ("double loss", None),
    ]
    results = [Result(number, a, b, kind, winner) for number, (kind, winner) in enumerate(kinds, 1)]
    results += [Result(5, a, None, "bye"), Result(5, b, None, "half bye")]
    scheme = with_tie_breaks(THREE, "schedule")
    table = compute_standings(StandingsInput([player("A"), player("B")], results, scheme))
    rows = {
        row.name: (row.won, row.drawn, row.lost, row.byes, row.points.short) for row in table.rows
    }
    # A: 3 + 0 + 3 + 0 + bye 3; B: 0 + 3 + 0 + 0 + half bye 1
    assert rows == {"A": (2, 0, 2, 1, "9"), "B": (1, 0, 3, 1, "4")}
    # A met B once, at the conceded game: B has 3 points of 4 rounds, the half bye apart.
    assert row_of(table, a).get_tie_break_value("schedule") == ExactNumber(3, 4)


def test_extra_columns_are_added_up() -> None:
    a, b = PlayerId("A"), PlayerId("B")
    first = Result(1, a, b, "played", a, (3, 1), {"casualties": (2, 7)})
    second = Result(2, b, a, "played", None, (1, 1), {"casualties": (4, 1)})
    table = compute_standings(StandingsInput([player("A"), player("B")], [first, second], THREE))
    assert row_of(table, a).extra == {"casualties": (3, 11)}
    assert row_of(table, b).extra == {"casualties": (11, 3)}


def test_standings_are_plain_json() -> None:
    table = evening_table()
    assert msgspec.json.decode(msgspec.json.encode(table), type=Standings) == table
    assert msgspec.json.decode(msgspec.json.encode(chloes()), type=PlayerBreakdown) == chloes()


@pytest.mark.parametrize(
    ("number", "two_places", "short"),
    [
        (ExactNumber(15, 16), "0.94", "0.94"),
        (ExactNumber(1, 8), "0.13", "0.13"),
        (ExactNumber(-1, 8), "−0.13", "−0.13"),
        (ExactNumber(-1, 1000), "0.00", "0"),
        (ExactNumber(10), "10.00", "10"),
        (ExactNumber(5, 2), "2.50", "2.5"),
        (ExactNumber(-37), "−37.00", "−37"),
        (make_exact_number(6, 4), "1.50", "1.5"),
    ],
)
def test_numbers_as_text(number: ExactNumber, two_places: str, short: str) -> None:
    assert (number.two_decimals, number.short) == (two_places, short)


PLAYERS = [PlayerId(f"p{number}") for number in range(6)]
RESULT_KINDS: list[ResultKind] = [
    "played",
    "conceded",
    "forfeit",
    "late withdrawal",
    "double loss",
    *BYES,
]


@st.composite
def any_result(draw: st.DrawFn) -> Result:
    home, away = draw(st.permutations(PLAYERS))[:2]
    kind = draw(st.sampled_from(sorted(RESULT_KINDS)))
    number = draw(st.integers(1, 7))
    if kind in BYES:
        return Result(number, home, None, kind)
    vp = draw(st.none() | st.tuples(st.integers(0, 2000), st.integers(0, 2000)))
    if kind == "double loss":
        return Result(number, home, away, kind)
    winners = [home, away, None] if kind == "played" else [home, away]
    return Result(number, home, away, kind, draw(st.sampled_from(winners)), vp)


@given(st.lists(any_result(), max_size=25), st.sampled_from(sorted(load_built_in_schemes())))
def test_all_points_together_are_what_the_scheme_pays(results: list[Result], name: str) -> None:
    scheme: ScoringScheme = load_built_in_schemes()[name]
    table = compute_standings(
        StandingsInput(
            [EnrolledPlayer(each, each) for each in PLAYERS],
            results,
            with_tie_breaks(scheme, *EVERY),
        )
    )
    paid = sum(
        (amount.fraction for each in results for amount in compute_result_points(scheme, each)),
        Fraction(0),
    )
    assert sum((row.points.fraction for row in table.rows), Fraction(0)) == paid
    # Nobody is lost, and places rise with every row that something separates.
    assert sorted(row.player for row in table.rows) == sorted(PLAYERS)
    for place, row in enumerate(table.rows, 1):
        assert row.place == place or row.separated is None
        assert row.played == row.won + row.drawn + row.lost


@given(st.lists(any_result(), max_size=25))
def test_the_order_follows_points_and_then_each_tie_break(results: list[Result]) -> None:
    ties: list[TieBreak] = ["VP difference", "Buchholz", "fewest losses"]
    table = compute_standings(
        StandingsInput(
            [EnrolledPlayer(each, each) for each in PLAYERS], results, with_tie_breaks(THREE, *ties)
        )
    )

    def key(row: StandingsRow) -> list[Fraction]:
        values = [tie.value.fraction for tie in row.ties if tie.value is not None]
        return [-row.points.fraction, -values[0], -values[1], values[2]]

    keys = [key(row) for row in table.rows]
    assert keys == sorted(keys)
    assert [row.place for row in table.rows] == [keys.index(each) + 1 for each in keys]


def test_lots_of_another_round_do_not_move_the_past() -> None:
    results = [played(1, "A", "B", (1, 1)), played(2, "A", "B", (1, 1))]
    lots = [LotOrder((PlayerId("B"), PlayerId("A")), round=2)]
    names = [player("A"), player("B")]
    table = compute_standings(StandingsInput(names, results, THREE, lots=lots))
    assert [(row.name, row.place, row.moved) for row in table.rows] == [("B", 1, 0), ("A", 2, -1)]


def test_bonus_of_a_round_without_results_counts_already() -> None:
    painting = PointAdjustment(PlayerId("A"), ExactNumber(2), "painting", "all of it", 1)
    table = compute_standings(StandingsInput([player("A"), player("B")], [], THREE, [painting]))
    assert [(row.name, row.points) for row in table.rows] == [
        ("A", ExactNumber(2)),
        ("B", ExactNumber(0)),
    ]


def test_bonus_moves_from_its_own_round_on() -> None:
    results = [played(1, "A", "B", (2, 1)), played(2, "A", "B", (1, 1))]
    bonus = [PointAdjustment(PlayerId("B"), ExactNumber(9), "painting", "a whole army", 2)]
    table = compute_standings(StandingsInput([player("A"), player("B")], results, THREE, bonus))
    assert [(row.name, row.moved) for row in table.rows] == [("B", 1), ("A", -1)]
