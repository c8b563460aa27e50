"""Schemes: what each kind of result pays, and what is wrong with a file that is no scheme."""

from itertools import pairwise
from typing import cast

import msgspec
import pytest
from msgspec.structs import replace

from tracker.leagues.organiser_toml_reader import FileProblems
from tracker.leagues.results.scoring_scheme_files import (
    load_built_in_schemes,
    parse_scoring_scheme_file,
)
from tracker.leagues.results.scoring_schemes import MatrixRow, ScoringScheme, compute_result_points
from tracker.leagues.results.standings_input_types import ExactNumber, PlayerId, Result, ResultKind

A, B = PlayerId("A"), PlayerId("B")


def paid(name: str, vp: tuple[int, int]) -> tuple[int, ...]:
    scheme = load_built_in_schemes()[name]
    result = Result(1, A, B, "played", scheme.find_winner_by_victory_points(A, B, vp), vp)
    return tuple(each.over for each in compute_result_points(scheme, result))


def test_the_schemes_that_ship() -> None:
    assert list(load_built_in_schemes()) == ["3/1/0", "5/3/1", "2/1/0", "15/10/5", "20-0"]
    for scheme in load_built_in_schemes().values():
        assert scheme.examples
        assert scheme.tie_breaks[-1] == "lots"


# VP difference from and to, and what the winner of the 15/10/5 gets beyond 15.
STEPS = [(1, 99, 0), (100, 399, 1), (400, 799, 2), (800, 1199, 3), (1200, 1599, 4), (1600, 9999, 5)]


@pytest.mark.parametrize(("least", "most", "step"), STEPS)
def test_steps_of_the_fifteen_ten_five(least: int, most: int, step: int) -> None:
    for difference in (least, most):
        assert paid("15/10/5", (difference, 0)) == (15 + step, 5 - step)
        assert paid("15/10/5", (50, 50 + difference)) == (5 - step, 15 + step)
    assert paid("15/10/5", (700, 700)) == (10, 10)


MATRIX = """
0–5 10-10, 6–10 11-9, 11–15 12-8, 16–20 13-7, 21–25 14-6, 26–30 15-5, 31–35 16-4, 36–40 17-3,
41–45 18-2, 46–50 19-1, 51–999 20-0
"""


@pytest.mark.parametrize("line", MATRIX.split(","))
def test_the_twenty_nought_matrix(line: str) -> None:
    differences, points = line.split()
    more, less = map(int, points.split("-"))
    for difference in map(int, differences.split("–")):
        assert paid("20-0", (difference, 0)) == (more, less)
        assert paid("20-0", (7, 7 + difference)) == (less, more)


def test_up_to_five_vp_is_a_draw_on_the_matrix() -> None:
    assert load_built_in_schemes()["20-0"].find_winner_by_victory_points(A, B, (5, 0)) is None
    assert load_built_in_schemes()["20-0"].find_winner_by_victory_points(A, B, (6, 0)) == A
    assert load_built_in_schemes()["3/1/0"].find_winner_by_victory_points(A, B, (0, 1)) == B


KINDS: list[tuple[ResultKind, PlayerId | None, tuple[int, ...]]] = [
    ("played", A, (5, 1)),
    ("played", None, (3, 3)),
    ("conceded", B, (1, 5)),
    ("forfeit", A, (5, 0)),
    ("late withdrawal", B, (0, 5)),
    ("double loss", None, (0, 0)),
    ("bye", None, (5,)),
    ("half bye", None, (3,)),
    ("zero bye", None, (0,)),
]


@pytest.mark.parametrize(("kind", "winner", "points"), KINDS)
def test_kinds_of_result(
    kind: ResultKind, winner: PlayerId | None, points: tuple[int, ...]
) -> None:
    result = Result(1, A, B if len(points) == 2 else None, kind, winner)
    assert compute_result_points(load_built_in_schemes()["5/3/1"], result) == tuple(
        map(ExactNumber, points)
    )


def test_a_winner_with_fewer_vp_gets_no_step() -> None:
    result = Result(1, A, B, "played", A, (100, 900))
    assert [
        each.over for each in compute_result_points(load_built_in_schemes()["15/10/5"], result)
    ] == [15, 5]


def test_without_vp_the_plain_points_are_paid() -> None:
    result = Result(1, A, B, "played", B)
    assert [
        each.over for each in compute_result_points(load_built_in_schemes()["20-0"], result)
    ] == [5, 15]
    assert [
        each.over for each in compute_result_points(load_built_in_schemes()["15/10/5"], result)
    ] == [5, 15]


def test_what_a_short_file_leaves_out() -> None:
    scheme = parse_scoring_scheme_file('name = "x"\n[points]\nwin = 1\ndraw = 0.5\nloss = "1/4"')
    assert (scheme.win, scheme.draw, scheme.loss) == (
        ExactNumber(1),
        ExactNumber(1, 2),
        ExactNumber(1, 4),
    )
    assert (scheme.bye, scheme.half_bye, scheme.zero_bye) == (
        ExactNumber(1),
        ExactNumber(1, 2),
        ExactNumber(0),
    )
    assert scheme.forfeit == scheme.late_withdrawal == (ExactNumber(1), ExactNumber(0))
    assert (scheme.conceded, scheme.double_loss) == (None, ExactNumber(0))


@pytest.mark.parametrize("name", ["3/1/0", "15/10/5", "20-0"])
def test_a_scheme_goes_through_json_unchanged(name: str) -> None:
    scheme = load_built_in_schemes()[name]
    assert msgspec.json.decode(msgspec.json.encode(scheme), type=ScoringScheme) == scheme


WRONG = """\
nme = "x"
tie_breaks = ["schedul", "lots",
  "lots"]
draw_within = "five"
steps = [
  { difference = 0, add = 0 },
  # { difference = 3, add = 7 },
  { difference = 5, ad = 1 },
]
[points]
win = "three"
draw = 1.5
forfeit = [3]
[best]
results = 3
weights = [50, 40]
[[example]]
kind = "played"
pays = [1, 2]
[[example]]
kind = "beaten"
pays = [1, 2]
"""
PROBLEMS = [
    (0, 'A scheme needs a name, such as `name = "3/1/0"`.'),
    (1, "“nme” is unknown: did you mean “name”?"),
    (2, "There is no tie-break “schedul”: did you mean “schedule”?"),
    (3, "The tie-break “lots” is listed twice."),
    (4, "draw_within: a whole number is needed here, not text."),
    (8, "steps: “ad” is unknown."),
    (10, "`[points]` needs `loss`, the points for a loss."),
    (11, 'win: “three” is not a number such as 3, 0.5 or "1/2".'),
    (13, "forfeit: 2 numbers are needed here, not 1."),
    (16, "The number of weights (2) differs from the number of results that count (3)."),
    (21, "kind: there is no “beaten”."),
]


def problems(text: str) -> list[tuple[int, str]]:
    with pytest.raises(FileProblems) as refused:
        parse_scoring_scheme_file(text)
    return [(each.line, each.text) for each in refused.value.problems]


@pytest.mark.parametrize("key", ["forfeit", "late_withdrawal", "conceded"])
def test_a_forfeit_pays_fractions_too(key: str) -> None:
    """Whole points everywhere else: 2½ and ⅓ are still paid to the last bit."""
    scheme = parse_scoring_scheme_file(
        f'name = "X"\n[points]\nwin = 3\ndraw = 1\nloss = 0\n{key} = [2.5, "1/3"]\n'
    )
    kind = cast(ResultKind, key.replace("_", " "))
    assert compute_result_points(scheme, Result(1, A, B, kind, winner=B)) == (
        ExactNumber(1, 3),
        ExactNumber(5, 2),
    )


def test_every_problem_of_a_file_with_its_line() -> None:
    assert problems(WRONG) == PROBLEMS
    with pytest.raises(FileProblems, match=r"(?m)^Line 13: forfeit: 2 numbers are needed"):
        parse_scoring_scheme_file(WRONG)


START = 'name = "x"\n[points]\nwin = 3\ndraw = 1\nloss = 0\n'


@pytest.mark.parametrize(
    ("example", "line", "said"),
    [
        (
            "vp = [1, 1]\npays = [1.5, 1]",
            6,
            "1 : 1 VP pays 1 and 1 by its points, 1.5 and 1 in the example",
        ),
        ('winner = "away"\npays = [3, 0]', 6, "won by away pays 0 and 3 by its points, 3 and 0"),
        ('kind = "bye"\npays = [2]', 6, "bye pays 3 by its points, 2 in the example"),
    ],
)
def test_a_scheme_that_contradicts_its_example_is_refused(
    example: str, line: int, said: str
) -> None:
    [(found, sentence)] = problems(f"{START}[[example]]\n{example}\n")
    assert found == line
    assert sentence.startswith("The scheme contradicts its own example: ")
    assert said in sentence


@pytest.mark.parametrize(
    ("more", "line", "sentence"),
    [
        (
            '[[example]]\nkind = "bye"\npays = [3, 0]',
            6,
            "In an example of “bye”, `pays` needs one number.",
        ),
        (
            "[[example]]\nvp = [3, 0]\npays = [3]",
            6,
            "In an example of “played”, `pays` needs two numbers, home and away.",
        ),
        (
            '[[example]]\npays = [3, 0]\nwinner = "Anna"',
            8,
            "winner: there is no “Anna”.",
        ),
        (
            '[[example]]\npays = [3, 0]\nkind = "forfeit"\nvp = [3, 0]',
            6,
            'An example of “forfeit” needs `winner = "home"` or `winner = "away"`.',
        ),
        ("[best]\nresults = 0", 7, "At least one result must count."),
        (
            "[best]\nresults = 2\nweights = [60, 30]",
            8,
            "The weights add up to 90 per cent, not 100.",
        ),
    ],
)
def test_one_problem(more: str, line: int, sentence: str) -> None:
    assert problems(START + more) == [(line, sentence)]


@pytest.mark.parametrize(
    ("first", "line", "sentence"),
    [
        (
            "steps = [{ difference = 5, add = 1 }, { difference = 5, add = 2 }]",
            1,
            "The differences in `steps` must increase with each line.",
        ),
        (
            "matrix = [\n{ difference = 3, more = 1, less = 0 },\n]",
            2,
            "A `matrix` must begin at difference 0.",
        ),
        (
            "steps = [{ difference = 5, add = 1 }]\n"
            "matrix = [{ difference = 0, more = 1, less = 1 }]",
            2,
            "A scheme can have `steps` or a `matrix`, but not both.",
        ),
        ("draw_within = -1", 1, "`draw_within` must be 0 to 999999 victory points."),
    ],
)
def test_one_problem_above_the_points(first: str, line: int, sentence: str) -> None:
    assert problems(f"{first}\n{START}") == [(line, sentence)]


def test_what_is_no_toml_names_the_line() -> None:
    [(line, sentence)] = problems('name = "x"\n[points\nwin = 3')
    assert line == 2
    assert sentence.startswith("This is not TOML: ")


def test_points_that_are_no_table() -> None:
    assert (2, "points: a table is needed here, not a whole number.") in problems(
        'name = "x"\npoints = 3\n'
    )


def test_no_two_steps_of_the_shipped_tables_pay_the_same() -> None:
    matrix = load_built_in_schemes()["20-0"].matrix
    assert all(upper.more.over == lower.more.over + 1 for lower, upper in pairwise(matrix))
    assert {row.more.over + row.less.over for row in matrix} == {20}


def test_equal_victory_points_are_a_draw_on_any_matrix() -> None:
    """Also where its first step pays the player with one more than the other."""
    first = MatrixRow(0, ExactNumber(11), ExactNumber(9))
    scheme = replace(load_built_in_schemes()["20-0"], matrix=(first,), draw_within=0)
    level = Result(1, A, B, "played", None, (7, 7))
    assert [each.over for each in compute_result_points(scheme, level)] == [10, 10]
    one_more = Result(1, A, B, "played", A, (8, 7))
    assert [each.over for each in compute_result_points(scheme, one_more)] == [11, 9]
