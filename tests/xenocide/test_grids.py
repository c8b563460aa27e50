"""The tables shown at the table: what stands in them, and which rows a number was read from."""

from __future__ import annotations

import pytest

from tests.xenocide.table import B1, R1, Table, fire
from tracker.procedures.declared.printed_tables import PrintedTable, find_used_cells
from tracker.rulesets.xenocide import RULESET
from tracker.testing.match_in_memory import RED
from tui.widgets.dialogs import WIDTH


def table(**options: int | str) -> Table:
    return Table({"r1": {"pistol": 6}}, {"b1": {"rifle": 5}}, options=options)


def grid(play: Table, phase: str, rule: str) -> PrintedTable:
    return next(one for one in RULESET.grids(play.match, phase) if one.rule == rule)


def shown(play: Table) -> list[tuple[PrintedTable, str]]:
    return [
        (one, phase.id) for phase in RULESET.phases for one in RULESET.grids(play.match, phase.id)
    ]


def test_every_row_has_a_cell_for_every_head_and_fits_the_screen() -> None:
    for one, phase in shown(table()):
        assert {len(row) for row in one.rows} == {len(one.head)}, one.title
        widths = [max(map(len, column)) for column in zip(one.head, *one.rows, strict=True)]
        assert sum(widths) + 2 * len(widths) < WIDTH - 2, (one.title, phase)
        assert one.rule in RULESET.rules()


@pytest.mark.rule("XF-T3")
def test_what_can_be_done_with_each_size() -> None:
    assert grid(table(), "shooting", "XF-T3").rows == (
        ("−2 or less", "1", "yes", "yes", "+1", "+1"),
        ("−1", "2", "yes", "yes", "+1", "0"),
        ("0", "2", "yes", "no", "0", "−1"),
        ("+1", "2", "no", "no", "0", "no"),
        ("+2 or more", "4", "no", "no", "0", "no"),
    )


@pytest.mark.rule("XF-T6", "XF-T19")
def test_numbers_of_print() -> None:
    rows = grid(table(), "shooting", "XF-T6").rows
    assert rows == (("4", "3"), ("5", "4"), ("6", "5"), ("7", "6"), ("8", "7"))
    assert [row[1] for row in grid(table(), "recovery", "XF-T19").rows] == ["1", "2", "+1"]


@pytest.mark.parametrize(("penalty", "said"), [(2, "−2"), (1, "−1")])
def test_house_rules_are_in_the_tables(penalty: int, said: str) -> None:
    play = table(long_range_penalty=penalty, run_fire_penalty=penalty)
    rows = {row[0]: row[1] for row in grid(play, "opportunity", "XF-T8").rows}
    assert (rows["long range"], rows["on the run"]) == (said, said)


@pytest.mark.parametrize(
    ("option", "between"), [("increment_plus_one", ["2", "4", "6"]), ("increment", ["0", "2", "4"])]
)
def test_turning_as_the_house_rule_has_it(option: str, between: list[str]) -> None:
    rows = grid(table(turn_distance=option), "movement", "XF-T14").rows
    assert [row[-1] for row in rows] == [f'{inches}"' for inches in between]


@pytest.mark.rule("XF-T8")
def test_a_number_to_hit_marks_the_row_of_each_of_its_parts() -> None:
    play = table()
    play.suppress("r1", 1)
    fire(play, RED, R1, B1, range=500, cover="light")
    one = grid(play, "shooting", "XF-T8")
    found = [one.rows[row][0] for row in find_used_cells(one, play.asked).rows]
    assert found == ["point blank", "light cover", "suppression"]
    assert find_used_cells(grid(play, "shooting", "XF-T3"), play.asked).rows == ()
