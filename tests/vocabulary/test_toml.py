"""On which line everything in a hand-written TOML text stands."""

from __future__ import annotations

import pytest

from tracker.vocabulary.toml_reader import (
    TableReader,
    TomlReader,
    clean_name,
    map_toml_keys_to_lines,
)

TEXT = '''title = "a # [b] {c"   # [not.a.table]
story = """
[neither.is.this]
key = 1
"""
list = [
    "one",   # ] no end
    "two",
    { three = 3 },
]
after = 1

[a.b]
"quoted key" = 1
dotted . key = 2

[[many]]
x = 1
[[many.inner]]
y = 1
[[many.inner]]
y = 2
[[many]]
x = 2
[[many.inner]]
y = 3
'''


def test_lines_of_headers_keys_and_list_elements() -> None:
    assert map_toml_keys_to_lines(TEXT) == {
        ("title",): 1,
        ("story",): 2,
        ("list",): 6,
        ("list", 0): 7,
        ("list", 1): 8,
        ("list", 2): 9,
        ("after",): 11,
        ("a", "b"): 13,
        ("a", "b", "quoted key"): 14,
        ("a", "b", "dotted", "key"): 15,
        ("many", 0): 17,
        ("many", 0, "x"): 18,
        ("many", 0, "inner", 0): 19,
        ("many", 0, "inner", 0, "y"): 20,
        ("many", 0, "inner", 1): 21,
        ("many", 0, "inner", 1, "y"): 22,
        ("many", 1): 23,
        ("many", 1, "x"): 24,
        ("many", 1, "inner", 0): 25,
        ("many", 1, "inner", 0, "y"): 26,
    }


def test_names_keep_letters_and_emoji_and_lose_what_nobody_sees() -> None:
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    assert clean_name(f"  Ægir\t{family}\n第三 ") == f"Ægir {family} 第三"
    assert clean_name("a\u202eb\x1b[0m\x00") == "ab[0m"
    assert clean_name("\u200b\x07") == ""
    assert len(clean_name("y" * 500)) == 60


def test_a_list_of_tables_stands_where_the_first_of_them_does() -> None:
    reading = TomlReader('name = "x"\n\n[[unit]]\nname = "A"\n\n[[unit]]\nname = "B"\n')
    assert [reading.find_line(path) for path in ((("unit",), ("unit", 1), ("units",)))] == [3, 6, 0]
    TableReader(reading, (), reading.data).report_unknown_keys(("name", "squads"))
    assert [(problem.line, problem.text) for problem in reading.problems] == [
        (3, "'unit' is unknown")
    ]


def test_the_old_methods_of_a_text_warn_and_read_the_table() -> None:
    reading = TomlReader("[[hands]]\ncoins = 30\n")
    [(path, hand)] = reading.read_tables(("hands",), reading.data["hands"], "hands")
    with pytest.warns(DeprecationWarning, match="is now called TableReader.read_number_or_default"):
        assert reading.number_or(1, path, hand, "coins", 1, 20, what="the coins") == 0
    with pytest.warns(DeprecationWarning, match="is now called TableReader.read_name"):
        assert reading.read_name(path, hand, "a hand", "Hand") == "Hand"
    assert [(problem.line, problem.text) for problem in reading.problems] == [
        (2, "the coins must be a whole number from 1 to 20"),
        (1, "a hand has no name"),
    ]
