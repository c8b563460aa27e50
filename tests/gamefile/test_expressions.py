"""Expressions of a game file: what they come to, and what is refused with its place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.gamefile.expressions import (
    MAX_VALUE,
    ExpressionError,
    LookupTable,
    NameReference,
    Value,
    describe_expression_by_names,
    evaluate_as_integer,
    evaluate_expression,
    list_names_and_table_lookups,
    parse_expression,
    split_into_signed_terms,
)

KNOWN: dict[str, Value] = {"skill": 4, "cover": 1, "target.save": 5, "armour": "heavy"}
TABLES = {
    "wound": LookupTable(((6, 5, 4),), first=-1),
    "to_hit": LookupTable(((4, 5), (3, 4)), across=True),
}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("skill + cover", 5),
        ("max(2, 7 - skill)", 3),
        ("2 * (3 + 4) - -1", 15),
        ("10 - 3 - 2", 5),
        ("7 / 2", 3),
        ("half(7)", 4),
        ("7 / 0", 0),
        ("skill > 3 and not cover == 0", 1),
        ("skill > 4 or target.save >= 5", 1),
        ("armour == 'heavy'", 1),
        ("armour != 'heavy'", 0),
        ("if(cover, 8, 9)", 8),
        ("wound[0]", 5),
        ("wound[-9]", 6),
        ("wound[99]", 4),
        ("to_hit[2, 1]", 3),
        ("to_hit[9, 9]", 4),
        ("abs(3 - skill) + min(9, 8, 7)", 8),
        ("1000 * 1000 * 1000", MAX_VALUE),
    ],
)
def test_what_an_expression_comes_to(text: str, value: int) -> None:
    assert evaluate_expression(parse_expression(text), KNOWN.__getitem__, TABLES) == value


@pytest.mark.parametrize(
    ("text", "why", "at"),
    [
        ("skill +", "a number or a name is missing at the end", 7),
        ("(skill", "')' is missing at the end", 6),
        (
            "skill cover",
            "'cover' is not allowed here: an operator such as + or * is missing before it",
            6,
        ),
        ("skill $ 2", "'$' is not allowed in an expression", 6),
        ("power(2)", "'power' is not a function; known: abs, half, if, max, min", 0),
        ("if(1, 2)", "if takes 3 values, not 2", 0),
        ("half(1, 2)", "half takes 1 value, not 2", 0),
        ("50%", "for half the figures write half(figures)", 0),
        ("25 %", "for 25% of the figures write figures * 25 / 100", 0),
        ("lost > 25%", "for 25% of the figures write figures * 25 / 100", 7),
        ("25% of the started", "write started * 25 / 100", 0),
        ("1 + target.figures * 10%", "write target.figures * 10 / 100", 4),
        ("figures % 2", "write figures - figures / 2 * 2 for figures % 2", 0),
        ("8 if night else far", "write if(night, 8, far)", 0),
        ("if night then 8 else far", "write if(night, 8, far)", 0),
        ("night ? 8 : far", "write if(night, 8, far)", 0),
        ("if pins > 2", "write pins > 2 without if", 0),
        ("2 x figures", "write * for x", 0),
        ("2 × figures", "write * for ×", 2),
        ("figures ** 2", "** is not allowed: multiply with *", 8),
        ("figures ^ 2", "^ is not allowed: multiply with *", 8),
        ("night && far", "write and for &&", 6),
        ("night || far", "write or for ||", 6),
        ("night & far", "write and for &", 6),
        ("bearers x 2", "write * for x", 6),
        ("down is 0", "write == for is", 5),
        ("down is not 0", "write != for is not", 5),
        (
            "1.5",
            "only whole numbers are allowed: for figures * 1.5 write figures * 3 / 2",
            0,
        ),
        ("figures <> 2", "write != for <>", 8),
        ("!night", "write not for !", 0),
        ("1 < fallen < 3", "write 1 < fallen and fallen < 3", 0),
        ("9999999", "a number can be at most 1,000,000", 0),
        ("(" * 30 + "1" + ")" * 30, "there are too many nested brackets", 20),
        ("-" * 30 + "1", "there are too many nested brackets", 19),
        ("1+" * 150 + "1", "an expression can have at most 200 characters", 0),
        ("__import__('os')", "'_' is not allowed in an expression", 0),
    ],
)
def test_what_is_no_expression_is_told_with_its_place(text: str, why: str, at: int) -> None:
    with pytest.raises(ExpressionError) as found:
        parse_expression(text)
    assert (found.value.why, found.value.at) == (why, at)


def test_the_parts_of_a_sum_are_its_terms() -> None:
    found = [
        (describe_expression_by_names(term), by)
        for term, by in split_into_signed_terms(parse_expression("skill - (cover - target.save)"))
    ]
    assert found == [("skill", 1), ("cover", -1), ("save", 1)]


@given(st.text(alphabet="skilcover019+-*/()<>=,.[]'! andormf", max_size=60))
def test_whatever_is_read_comes_to_a_value(text: str) -> None:
    """Nothing but ``ExpressionError`` comes out of any text, and a value out of what is read."""
    try:
        found = parse_expression(text)
    except ExpressionError:
        return
    used = {
        one.name: 3 for one in list_names_and_table_lookups(found) if isinstance(one, NameReference)
    }
    tables = {
        one.what: TABLES["wound"]
        for one in list_names_and_table_lookups(found)
        if not isinstance(one, NameReference)
    }
    assert abs(evaluate_as_integer(found, used.__getitem__, tables)) <= MAX_VALUE
