"""The tables shown at the table against the register's print, and the rows a number comes from."""

from __future__ import annotations

import pytest

from tests.trial_assault.table import Table
from tracker.procedures.declared.printed_tables import PrintedTable, find_used_cells
from tracker.rulesets.trial_assault import RULESET
from tui.widgets.dialogs import WIDTH

PHASES = tuple(phase.id for phase in RULESET.phases)


def table(**options: str | bool) -> Table:
    return Table({"r1": {"trooper": 5}}, {"b1": {"guard": 5}}, options=options)


def grid(play: Table, phase: str, rule: str) -> PrintedTable:
    return next(one for one in RULESET.grids(play.match, phase) if one.rule == rule)


def cells(one: PrintedTable) -> list[str]:
    """The rows without their labels, as the register writes them."""
    return ["".join(row[1:]).replace("+", "").replace("–", "N") for row in one.rows]


def test_every_row_has_a_cell_for_every_head_and_fits_the_screen() -> None:
    play, rules = table(), set()
    for phase in PHASES:
        for one in RULESET.grids(play.match, phase):
            rules.add(one.rule)
            assert {len(row) for row in one.rows} == {len(one.head)}, one.title
            widths = [max(map(len, column)) for column in zip(one.head, *one.rows, strict=True)]
            assert sum(widths) + 2 * len(widths) < WIDTH - 2, one.title
    assert rules == {f"TA-T{n}" for n in range(1, 14)}


@pytest.mark.rule("TA-T1", "TA-G01")
def test_all_hundred_numbers_to_hit() -> None:
    assert cells(grid(table(), "fight", "TA-T1")) == [
        "4455555555",
        "3444555555",
        "3344445555",
        "3334444455",
        "3333444444",
        "3333344444",
        "3333334444",
        "3333333444",
        "3333333344",
        "3333333334",
    ]


@pytest.mark.rule("TA-T2", "TA-G02", "TA-W19")
def test_all_hundred_numbers_to_wound() -> None:
    assert cells(grid(table(), "fight", "TA-T2")) == [
        "4566NNNNNN",
        "34566NNNNN",
        "234566NNNN",
        "2234566NNN",
        "22234566NN",
        "222234566N",
        "2222234566",
        "2222223456",
        "2222222345",
        "2222222234",
    ]


@pytest.mark.rule("TA-T5", "TA-T10")
def test_steps_with_and_without_grenades() -> None:
    play = table()
    assert [row[1] for row in grid(play, "fight", "TA-T5").rows] == ["1", "10", "10", "Initiative"]
    assert [row[1:] for row in grid(play, "charge", "TA-T10").rows] == [
        ("10", "Initiative"),
        ("10", "10"),
        ("Initiative", "Initiative"),
    ]


@pytest.mark.rule("TA-T11", "TA-G04")
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, ["−1", "−1", "−2", "−3", "−4 at most"]),
        ({"half_strength": False}, ["−1", "−2", "−3", "−4 at most"]),
        ({"outnumbered": "flat"}, ["−1", "−1"]),
        ({"outnumbered": "off"}, ["−1"]),
    ],
)
def test_house_rules_are_in_the_modifiers(options: dict[str, str | bool], said: list[str]) -> None:
    rows = grid(table(**options), "fight", "TA-T11").rows
    assert [row[1] for row in rows] == said


@pytest.mark.rule("TA-T7", "TA-T9")
def test_house_rules_of_terrain_and_majorities() -> None:
    play = table(fast_terrain="double_die", majority_basis="zone")
    assert grid(play, "charge", "TA-T7").rows[1][1] == "twice that"
    assert grid(play, "fight", "TA-T9").rows[1] == (
        "Toughness",
        "most in reach",
        "the owner chooses",
    )


def test_a_roll_lights_up_its_own_cell() -> None:
    """WS4 strikes WS3: the fourth row, third column; then S4 at T3."""
    play = Table({"r1": {"trooper": 5}}, {"b1": {"guard": 5}})
    play.lock("r1", "b1")
    play.fight()
    play.strike("r1", "b1")
    hit = find_used_cells(grid(play, "fight", "TA-T1"), play.asked)
    assert (hit.rows, hit.column) == ((3,), 3)
    play.roll("66666")
    wound = find_used_cells(grid(play, "fight", "TA-T2"), play.asked)
    assert (wound.rows, wound.column) == ((3,), 3)
