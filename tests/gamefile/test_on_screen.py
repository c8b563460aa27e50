"""Any game on the screen: few keys to the first die, forces that are typed, lines with signs."""

from __future__ import annotations

import random

from tests.tui.kit import Clock, Stage, act
from tracker.application.book import Book
from tracker.ledger.memory_store import MemoryStore
from tracker.vocabulary.names import make_unit_id


def test_from_the_first_screen_to_the_first_die() -> None:
    """Six keys; then a force is typed for each side of another game."""
    kept = Book(MemoryStore(), clock=Clock(), dice=random.Random(7))

    async def story(stage: Stage) -> None:
        await stage.press("n")
        assert "5 Any game" in stage.text
        await stage.press("5⏎⏎⏎⏎")
        assert "TO HIT   8 dice   need 4+" in stage.text
        await stage.press("66554411⏎")
        assert "casualties" in stage.text
        await stage.press(":r2 -2 +burning⏎")
        assert "R2 −2 (6 left), R2 also" in stage.text

    act(story, kept, game=None)
    match = kept.open_game("m1").match
    assert len(match.figures(make_unit_id("b1"))) == 4
    assert match.mark(make_unit_id("r2"), "words") == "burning"


def test_forces_are_typed() -> None:
    kept = Book(MemoryStore(), clock=Clock(), dice=random.Random(7))

    async def story(stage: Stage) -> None:
        await stage.press("n5f")
        assert "8 riflemen, 1 tank · or a roster file" in stage.text
        await stage.press("8 riflemen, 1 tank⏎f10 orcs⏎")
        assert "Riflemen, Tank v Orcs" in stage.text
        await stage.press("⏎⏎")  # nobody is named for either side
        assert "10/10" in stage.text

    act(story, kept, game=None)
    match = kept.open_game("m1").match
    assert [len(match.figures(unit)) for unit in match.units()] == [8, 1, 10]


def test_a_line_goes_on_behind_the_keys() -> None:
    """What keys say is a line, which dice are typed behind; once it can be played, a line that is
    typed takes its place.
    """
    kept = Book(MemoryStore(), clock=Clock(), dice=random.Random(7))

    async def story(stage: Stage) -> None:
        await stage.press("n5⏎⏎⏎12⏎")
        assert "Add what dice need to hit / to wound / save: 12d6 4+ / 3+ / -5+" in stage.text
        await stage.press(":")
        assert "add what dice need to hit / to wound / save: 12d6 4+ / 3+ / -5+" in stage.text
        await stage.press("10d6 3+ -5+⏎")
        assert "TO HIT   10 dice   need 3+" in stage.text
        await stage.press("=0⏎")
        assert "1 First squad attacks 2 Fourth squad, 10d6 3+ -5+ (as in turn 1)" in stage.text
        await stage.press("12:vp red 2⏎")

    act(story, kept, game=None)
    match = kept.open_game("m1").match
    assert match.points(match.sides[0]) == 2


def test_keys_that_make_no_line_go_on_in_words() -> None:
    """What was typed is not lost: the words of the keys, with what they could not say behind."""
    kept = Book(MemoryStore(), clock=Clock(), dice=random.Random(7))

    async def story(stage: Stage) -> None:
        await stage.press("n5⏎⏎⏎1m6")
        assert "Press : to finish the line in" in stage.text
        await stage.press(":in⏎")
        assert 'R1 First squad moves 6"' in stage.text
        assert "1m6" not in stage.text
        await stage.press("124")
        assert "4 is not a key here. Press : to finish the line in words." in stage.text
        await stage.press(":+⏎")
        assert "TO HIT   8 dice   need 4+" in stage.text
        assert "0 of 8 dice" in stage.text

    act(story, kept, game=None)


def test_a_force_is_built_of_lines() -> None:
    kept = Book(MemoryStore(), clock=Clock(), dice=random.Random(7))

    async def story(stage: Stage) -> None:
        await stage.press("n5m1")
        assert "as you would write it: 8 riflemen." in stage.text
        await stage.press("aWolves: 10 warriors⏎")
        assert "10 warriors" in stage.text

    act(story, kept, game=None)
