"""TOML from outside: faulty files are rejected with their line."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tracker.vocabulary.toml_reader import (
    MAX_TEXT_LENGTH,
    InvalidToml,
    TableReader,
    TomlReader,
    load_toml,
)


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("a = 1\nb = " + "9" * 5000, 2, "a number has too many digits"),
        ("a = 1\nb = 0x" + "f" * 5000, 2, "a number is too large"),
        ("a = 1\n[c]\nb = -100000000000000000", 3, "a number is too large"),
        ("b = inf", 1, "a number is too large"),
        ("b = nan", 1, "a number is too large"),
        ("\nb = 1e999999", 2, "a number is too large"),
        ("\n\nb = [1, [2, 0." + "1" * 200 + "]]", 3, "a number is too large"),
        ("a = 1\nb = " + "[" * 30 + "]" * 30, 2, "there are too many nested brackets"),
        ("b = " + "[" * 5000 + "]" * 5000, 1, "there are too many nested brackets"),
        ("# " + "x" * MAX_TEXT_LENGTH, 1, "it is longer than 1,000,000 characters"),
        ("a = 1\na = 2", 2, "this key or heading is in the file twice"),
    ],
)
def test_what_no_file_holds(text: str, line: int, why: str) -> None:
    with pytest.raises(InvalidToml) as refused:
        load_toml(text, Fraction)
    assert (refused.value.line, refused.value.why) == (line, why)
    assert [problem.line for problem in TomlReader(text).problems] == [line]


def test_numbers_as_people_write_them() -> None:
    # 2e-3 = 2/1000, -1.5e2 = -150
    numbers = load_toml("\ufeffa = 1.25\nb = 2e-3\nc = -1.5e2\nd = 99999999999999999", Fraction)
    assert numbers == {"a": Fraction(5, 4), "b": Fraction(1, 500), "c": -150, "d": 10**17 - 1}


def test_so_many_problems_are_told_and_no_more() -> None:
    reading = TomlReader("\n".join(f"a{number} = 1" for number in range(3000)))
    TableReader(reading, (), reading.data).report_unknown_keys(())
    assert len(reading.problems) == 200
