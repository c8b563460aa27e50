"""Columns are declared once: here as lines of a command."""

from __future__ import annotations

from tracker.application.table_columns import Column, format_table_lines

COLUMNS = (
    Column[tuple[str, int]]("player", lambda row: row[0], words=True),
    Column[tuple[str, int]]("points scored", lambda row: str(row[1]), "points"),
)


def test_words_stand_on_the_left_and_numbers_on_the_right_under_short_headings() -> None:
    assert [*format_table_lines(COLUMNS, [("Bo", 7), ("Anna-Lena", 1200345)])] == [
        "player      points",
        "Bo               7",
        "Anna-Lena  1200345",
    ]


def test_without_rows_the_headings_stand_alone() -> None:
    assert [*format_table_lines(COLUMNS, [])] == ["player  points"]
