"""Comparing products of dice (DZ-T18)."""

from __future__ import annotations

from typing import Final

from tracker.procedures.declared.rolls import RollKind

DRAW: Final = RollKind("draw", "at random", rule="DZ-GEN-03")
DIE: Final = 6


def predict_panic(calm: int, panicked: int, *, tie_panics: bool | None) -> bool | None:
    """Whether the panicked product must be the higher (True), cannot be (False), or either is
    possible (None).

    ``tie_panics`` is None if equal products are rolled again.
    """
    highest_panic, lowest_calm = panicked * DIE, calm
    if highest_panic < lowest_calm or (highest_panic == lowest_calm and tie_panics is not True):
        return False
    lowest_panic, highest_calm = panicked, calm * DIE
    if lowest_panic > highest_calm or (lowest_panic == highest_calm and tie_panics is not False):
        return True
    return None


def does_panic(calm: int, panicked: int, calm_die: int, panicked_die: int) -> bool:
    """The panicked product is higher; equal products are calm."""
    return panicked * panicked_die > calm * calm_die
