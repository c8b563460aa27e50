"""A table on a screen has as many of its columns as fit."""

from __future__ import annotations

from tracker.application.table_columns import Column
from tui.widgets.width_fitted_table import WidthFittedTable

Row = tuple[str, str]
COLUMNS = (
    Column[Row]("player", lambda row: row[0], words=True),
    Column[Row]("schedule", lambda row: row[1], "sched", spare=1),
    Column[Row]("byes", lambda row: "0", spare=2),
    Column[Row]("points", lambda row: "12"),
)
ANNA = ("Anna", "1.75")
DARIO = ("Dario of the Seven Valleys (dropped)", "2.00")


def drawn(width: int, row: Row) -> list[str]:
    columns = WidthFittedTable(COLUMNS, [row], width, {})
    lines = (columns.draw_heading_row(), columns.draw_row(row, lead="▸"))
    return [line.plain for line in lines]


def test_headings_are_in_full_where_all_fit_and_then_short() -> None:
    # The pointer and a blank, then 6 + 8 + 4 + 6 cells with two blanks between: 32.
    assert drawn(32, ANNA) == [
        "  player  schedule  byes  points",
        "▸ Anna        1.75     0      12",
    ]
    assert drawn(31, ANNA)[0] == "  player  sched  byes  points  "
    assert drawn(29, ANNA)[0] == "  player  sched  byes  points"


def test_columns_that_can_be_spared_go_one_after_the_other() -> None:
    assert drawn(28, ANNA)[0] == "  player  sched  points     "
    assert drawn(22, ANNA)[0] == "  player  points      "


def test_a_name_that_is_cut_keeps_what_stands_in_brackets() -> None:
    # Of 60 cells the other columns take 2 + 3 × 2 + 8 + 4 + 6: the name has 34 and needs 36.
    assert drawn(60, DARIO)[1].startswith("▸ Dario of the Seven Vall… (dropped)  ")
    # The name keeps 14 cells beside all others: 2 + 14 + 2 + 5 + 2 + 4 + 2 + 6 = 37.
    assert drawn(37, DARIO)[1] == "▸ Dar… (dropped)   2.00     0      12"


def test_a_bracket_without_its_other_half_is_cut_like_any_name() -> None:
    # The name keeps 14 cells, as above.
    assert drawn(37, ("Smiling Dario the Magnificent :)", "2.00"))[1].startswith(
        "▸ Smiling Dario…  "
    )
