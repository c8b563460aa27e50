"""Keys typed ahead of the screen reach the screen they were meant for."""

from __future__ import annotations

import pytest

from tests.tui.kit import TO_SHOOT, Stage, act, at_table, book
from tests.xenocide.evening import begin as begin_xenocide
from tracker.vocabulary.events import Noted, Rolled


def test_from_home_to_the_first_dice_in_one_breath() -> None:
    async def story(stage: Stage) -> None:
        await stage.burst("n⏎⏎24⏎53⏎")

    kept = book()
    act(story, kept, game=None)
    assert [summary.stream for summary in kept.list_games()] == ["m1"]
    rolls = [
        e.input
        for e in kept.open_game("m1").history.list_entries_on_path()
        if isinstance(e.input, Rolled)
    ]
    assert [roll.faces for roll in rolls] == [(2, 4), (5, 3)]


@pytest.mark.thorough
def test_a_note_and_the_dice_after_it() -> None:
    async def story(stage: Stage) -> None:
        await stage.burst("12s⏎'seen by all⏎4516234612⏎")

    game = at_table(story, TO_SHOOT)
    inputs = [entry.input for entry in game.history.list_entries_on_path()]
    assert [each.text for each in inputs if isinstance(each, Noted)] == ["seen by all"]
    assert next(e for e in reversed(inputs) if isinstance(e, Rolled)).faces == (
        *(4, 5, 1, 6, 2, 3, 4, 6, 1, 2),
    )


@pytest.mark.thorough
def test_looking_back_and_on_again() -> None:
    async def story(stage: Stage) -> None:
        await stage.burst("t12⎋w⎋12s⏎")
        assert "TO HIT" in stage.text

    at_table(story, TO_SHOOT)


@pytest.mark.parametrize("keys", ["4726⏎", "=5⏎", "4r⏎"])
def test_dice_typed_ahead_at_a_choice_of_letters_do_not_take_what_is_proposed(keys: str) -> None:
    """The winner of the initiative chooses: Enter behind the dice was meant for another roll."""
    kept = book("xenocide")
    waits = begin_xenocide(
        "orders red : r1 run", "orders blue : b1 run", "next", "init : 47", kept=kept
    )
    assert waits.pending is not None
    asked = waits.pending.request

    async def story(stage: Stage) -> None:
        await stage.burst(keys)
        assert stage.table.game.pending is not None
        assert stage.table.game.pending.request == asked
        assert f"`{keys[:-1]}` are not keys here, so Enter was ignored." in stage.text
        await stage.press("⏎")
        assert stage.table.game.pending is None

    act(story, kept, game="m1")


def test_an_enter_that_is_ignored_offers_nothing_to_enter_before_a_die_is_typed() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("12s⏎")
        await stage.burst("abc⏎")
        assert "`abc` are not keys here, so Enter was ignored." in stage.text
        assert "enter what is shown" not in stage.text

    at_table(story, TO_SHOOT)


def test_a_key_that_only_looks_lets_the_enter_behind_it_through() -> None:
    """Somebody who looked at the tables in between has gone on."""
    kept = book("xenocide")
    waits = begin_xenocide(
        "orders red : r1 run", "orders blue : b1 run", "next", "init : 47", kept=kept
    )
    assert waits.pending is not None

    async def story(stage: Stage) -> None:
        await stage.press("4w")
        await stage.named("escape")
        await stage.press("⏎")
        assert stage.table.game.pending is None

    act(story, kept, game="m1")


def test_a_key_that_means_something_lets_the_enter_behind_it_through() -> None:
    async def story(stage: Stage) -> None:
        await stage.burst("Z12s⏎")
        assert "TO HIT" in stage.text

    at_table(story, TO_SHOOT)


def test_a_key_that_the_new_screen_does_not_know_is_not_typed_into_the_dialog_after_it() -> None:
    async def story(stage: Stage) -> None:
        await stage.burst("b.league")
        assert "ledger.jsonague" in stage.text
        assert "ledger.jsonague." not in stage.text

    act(story, book(), game=None)
