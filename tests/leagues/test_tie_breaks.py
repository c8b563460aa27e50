"""Tie-breaks come to the published figures exactly."""

from fractions import Fraction

import pytest

from tests.leagues.figures import (
    BUCHHOLZ,
    CHESS,
    SONNEBORN_BERGER,
    held_results,
    held_rows,
    played,
    player,
    with_tie_breaks,
)
from tracker.leagues.results.results_by_player import ResultsByPlayer, StandingsInput
from tracker.leagues.results.scoring_scheme_files import (
    load_built_in_schemes,
    parse_scoring_scheme_file,
)
from tracker.leagues.results.scoring_schemes import TieBreak
from tracker.leagues.results.standings import compute_standings
from tracker.leagues.results.standings_input_types import LotOrder, PlayerId, Result, ResultKind
from tracker.leagues.results.tie_break_calculator import TieBreakCalculator

HELD_PLAYERS = [player(name) for name in held_rows()]


def held() -> TieBreakCalculator:
    return TieBreakCalculator(ResultsByPlayer(HELD_PLAYERS, held_results(), CHESS))


def test_held_points() -> None:
    tables = held()
    assert {
        name: tables.field.convert_units_to_points(tables.field.points[PlayerId(name)]).fraction
        for name in held_rows()
    } == {name: points for name, (points, _) in held_rows().items()}


@pytest.mark.parametrize(
    ("tie_break", "published"),
    [("Buchholz", BUCHHOLZ), ("Sonneborn-Berger", SONNEBORN_BERGER)],
)
def test_held(tie_break: TieBreak, published: str) -> None:
    tables = held()
    worked = [
        tables.compute_tie_break_value(tie_break, PlayerId(str(number))).fraction
        for number in range(1, 17)
    ]
    assert worked == [Fraction(figure) for figure in published.split()]


@pytest.mark.parametrize(
    ("name", "cut"),
    [
        # 3.5+1.5+4+2+3.5+... : player 1 met 9 (1.5), 13 (1.5), 2 (4), 15 (2), 4 (3.5) = 12.5; − 1.5
        ("1", "11"),
        # 4: 12 (3), H (3.5), 13 (1.5), 3 (3.5), 1 (3.5) = 15; the half bye goes, not the 1.5
        ("4", "11.5"),
        # 6: 14 (2), 3 (3.5), U (3), 10 (1), 8 (2.5) = 12; a pairing bye is not voluntary: − 1
        ("6", "11"),
        # 9: 1 (3.5), 10 (1), H, −, U (1.5 each) = 9; one of the voluntary 1.5 goes, not the 1
        ("9", "7.5"),
        # 14: 6 (3), 8 (2.5), − (2), Z (2), 13 (1.5) = 11; a voluntary 2 goes, not the 1.5
        ("14", "9"),
    ],
)
def test_a_cut_takes_voluntary_unplayed_rounds_first(name: str, cut: str) -> None:
    assert held().compute_tie_break_value("Buchholz cut 1", PlayerId(name)).fraction == Fraction(
        cut
    )


SIX_FOR_A_WIN = parse_scoring_scheme_file("""
name = "6/3/0"
[points]
win = 6
draw = 3
loss = 0
""")


def test_strength_of_schedule_of_three_players() -> None:
    results = [
        played(1, "D", "J", (3, 3)),
        Result(1, PlayerId("L"), None, "bye"),
        played(2, "L", "J", (6, 0)),
        Result(2, PlayerId("D"), None, "bye"),
    ]
    tables = TieBreakCalculator(
        ResultsByPlayer([player(name) for name in "LDJ"], results, SIX_FOR_A_WIN)
    )
    worked = {
        name: (
            tables.field.points[PlayerId(name)],
            tables.compute_tie_break_value("schedule", PlayerId(name)).fraction,
            tables.compute_tie_break_value("extended schedule", PlayerId(name)).fraction,
        )
        for name in "LDJ"
    }
    half, quarter = Fraction("1.5"), Fraction("5.25")
    assert worked == {"L": (12, half, quarter), "D": (9, half, quarter), "J": (3, quarter, half)}


THREE = load_built_in_schemes()["3/1/0"]


def order(results: list[Result], *tie_breaks: TieBreak, lots: tuple[LotOrder, ...] = ()) -> str:
    names = sorted({each for result in results for each in result.players})
    scheme = with_tie_breaks(THREE, *tie_breaks)
    table = compute_standings(
        StandingsInput([player(name) for name in names], results, scheme, lots=lots)
    )
    return " ".join(f"{row.place}{row.name}" for row in table.rows)


def test_head_to_head_decides_among_those_who_all_met() -> None:
    # A, B and C won twice of three; among them A beat B, B beat C, A beat C: 6, 3 and 0.
    results = [
        played(1, "A", "B", (2, 1)),
        played(2, "B", "C", (2, 1)),
        played(3, "A", "C", (2, 1)),
        played(4, "D", "A", (2, 1)),
        played(4, "B", "E", (2, 1)),
        played(4, "C", "E", (2, 1)),
        played(5, "C", "D", (2, 1)),
    ]
    assert order(results, "head to head") == "1A 2B 3C 4D 5E"
    assert order(results) == "1A 1B 1C 4D 5E"


def test_head_to_head_says_nothing_when_two_have_not_met() -> None:
    results = [
        played(1, "B", "A", (2, 1)),
        played(2, "A", "D", (2, 1)),
        played(1, "C", "D", (2, 1)),
    ]
    assert order(results, "head to head") == "1A 1B 1C 4D"


def test_vp_scored_and_fewest_losses() -> None:
    # A: a win and a loss, 9 VP; B: three draws, 6 VP; C and D took the rest.
    results = [
        played(1, "A", "C", (8, 2)),
        played(2, "D", "A", (7, 1)),
        played(1, "B", "D", (2, 2)),
        played(2, "B", "C", (2, 2)),
        played(3, "B", "C", (2, 2)),
    ]
    # points: A 3, B 3, C 2, D 4
    assert order(results, "VP scored") == "1D 2A 3B 4C"
    assert order(results, "fewest losses") == "1D 2B 3A 4C"


def test_lots_hold_for_those_who_were_in_them() -> None:
    results = [played(1, "A", "B", (1, 1)), played(1, "C", "D", (1, 1))]
    every = LotOrder((PlayerId("C"), PlayerId("A"), PlayerId("D"), PlayerId("B")), round=1)
    two = LotOrder((PlayerId("A"), PlayerId("B")), round=1)
    assert order(results, "lots") == "1A 1B 1C 1D"
    assert order(results, "lots", lots=(every,)) == "1C 2A 3D 4B"
    assert order(results, "lots", lots=(two,)) == "1A 1B 1C 1D"


@pytest.mark.parametrize("kind", ["half bye", "zero bye"])
def test_a_requested_bye_before_a_game_stays_what_it_paid(kind: ResultKind) -> None:
    # B stays away in round 1 and plays round 2: only byes after the last game become draws.
    results = [Result(1, PlayerId("B"), None, kind), played(2, "A", "B", (1, 0))]
    tables = TieBreakCalculator(ResultsByPlayer([player("A"), player("B")], results, CHESS))
    paid = Fraction(1, 2) if kind == "half bye" else Fraction(0)
    assert tables.compute_tie_break_value("Buchholz", PlayerId("A")).fraction == paid
