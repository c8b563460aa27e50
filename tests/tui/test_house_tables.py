"""A table that people bring is written where it is chosen: in a new game, and in a campaign."""

from __future__ import annotations

import pytest

from tests.tui.kit import Stage, act, book, both_sizes
from tests.tui.test_campaign import karst
from tracker.rulesets.deathzap2.phases.impetus_and_order_dice import OWN


@pytest.mark.rule("DZ-G01")
@pytest.mark.parametrize(
    ("typed", "row"),
    [
        ("", {}),
        ("steady aim, hit shooting 1", {"text": "steady aim", "hit_shooting": 1}),
        ("+2 move", {"text": "+2 move", "move": 2}),
        ("move -1, reroll hits, steady",
         {"text": "move -1, reroll hits, steady", "move": -1, "reroll_hits": True, "steady": True}),
        ("on the double", {"text": "on the double"}),
        ("save", {"text": "save", "save": "save"}),  # of how many? what plays it says so
    ],
)  # fmt: skip
def test_a_row_is_read_as_people_write_it(typed: str, row: dict[str, object]) -> None:
    assert OWN.parse_row(typed) == row


@pytest.mark.thorough
@pytest.mark.rule("DZ-G01")
@both_sizes
def test_the_table_of_orders_is_written_where_it_is_chosen(size: tuple[int, int]) -> None:
    kept = book()

    async def story(stage: Stage) -> None:
        await stage.press("n⏎3 ")
        assert "What does an order die of 6 give?" in stage.text
        await stage.named("down", "down", "down")
        await stage.press("aim, hit shooting one⏎")
        assert "is no" not in stage.text
        await stage.settle()

    act(story, kept, size=size, game=None)
    rows = kept.open_game("m1").match.table("orders")
    assert rows == {"3": {"text": "aim, hit shooting one"}}


def test_every_row_shows_the_digit_that_goes_to_it() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("n⏎3 ")
        rows = [row.strip("│▸ ") for row in stage.text.splitlines()]
        labels = [f"What does an order die of {number} give?" for number in range(1, 7)]
        shown = [row[:1] for label in labels for row in rows if label in row]
        assert shown == list("456789")
        assert any(row.startswith("0 ") for row in rows)
        await stage.press("5")
        marked = next(row for row in stage.text.splitlines() if row.startswith("│▸"))
        assert labels[1] in marked

    act(story, book(), game=None)


@pytest.mark.rule("DZ-G01")
def test_what_no_row_can_say_is_refused_and_stays() -> None:
    kept = book()

    async def story(stage: Stage) -> None:
        await stage.press("n⏎3 ")
        await stage.named("down")
        await stage.press("save⏎")
        assert "Order 1: save must be a whole number" in " ".join(stage.text.split())
        await stage.press(" 1⏎")

    act(story, kept, game=None)
    assert kept.open_game("m1").match.table("orders") == {"1": {"text": "save 1", "save": 1}}


def test_the_next_game_of_a_campaign_brings_its_table() -> None:
    kept = karst()

    async def story(stage: Stage) -> None:
        await stage.press("1n")
        await stage.named(*["down"] * 6, "right", "down")
        await stage.press("save 1⏎")
        await stage.settle()

    act(story, kept, game=None)
    assert kept.open_game("m2").match.table("orders") == {"1": {"text": "save 1", "save": 1}}
