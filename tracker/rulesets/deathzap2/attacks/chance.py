"""A choice at random (DZ-GEN-03), and products of dice that are compared (DZ-T18)."""

from __future__ import annotations

from typing import Final

from tracker.procedures.declared.rolls import RollKind
from tracker.procedures.requests import Asking, Faces, ask, then_pure
from tracker.vocabulary.labels import Label

DRAW: Final = RollKind("draw", "at random", rule="DZ-GEN-03")


def draw(what: str, options: tuple[str, ...]) -> Asking[int]:
    """The index of one of the options, by a D6: halves, pairs, or its number with re-rolls.

    For more than six options a die with as many sides is asked, which the app can roll.
    """
    n = len(options)
    if n <= 1:
        return 0
    sides = max(n, 6)
    (face,) = yield from ask(
        Faces(
            kind=DRAW,
            what=what,
            dice=(sides,),
            labels=(Label(what=", ".join(_labels(options))),),
            role="anybody",
        )
    )
    each = sides // n
    if face > each * n:
        return then_pure(draw, what, options)
    return (face - 1) // each


def _labels(options: tuple[str, ...]) -> tuple[str, ...]:
    """Which faces mean what: "1-3 rifle", "4-6 destroyer"."""
    each = max(len(options), 6) // len(options)
    return tuple(
        f"{at + 1} {option}" if each == 1 else f"{at * each + 1}-{(at + 1) * each} {option}"
        for at, option in enumerate(options)
    )


DIE = 6


def settled(calm: int, panicked: int, *, tie_panics: bool | None) -> bool | None:
    """Whether the panicked product must be the higher (True), cannot be (False), or it is open.

    ``tie_panics`` is None where equal products are rolled again.
    """
    highest_panic, lowest_calm = panicked * DIE, calm
    if highest_panic < lowest_calm or (highest_panic == lowest_calm and tie_panics is not True):
        return False
    lowest_panic, highest_calm = panicked, calm * DIE
    if lowest_panic > highest_calm or (lowest_panic == highest_calm and tie_panics is not False):
        return True
    return None


def panics(calm: int, panicked: int, calm_die: int, panicked_die: int) -> bool:
    """The panicked product is higher; equal products are calm."""
    return panicked * panicked_die > calm * calm_die
