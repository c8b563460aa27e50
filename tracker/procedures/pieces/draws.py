"""A choice at random among things that are named, by a die."""

from __future__ import annotations

from tracker.procedures.declared.rolls import RollKind
from tracker.procedures.requests import Asking, Faces, ask, then_pure
from tracker.vocabulary.labels import Label


def draw(kind: RollKind, what: str, options: tuple[str, ...], die: int = 6) -> Asking[int]:
    """The index of one of the options, by a die: halves, pairs, or its number with re-rolls.

    For more options than it has sides one with as many is asked, which the app can roll.
    """
    n = len(options)
    if n <= 1:
        return 0
    sides = max(n, die)
    (face,) = yield from ask(
        Faces(
            kind=kind,
            what=what,
            dice=(sides,),
            labels=(Label(what=", ".join(_labels(options, sides))),),
            role="anybody",
        )
    )
    each = sides // n
    if face > each * n:
        return then_pure(draw, kind, what, options, die)
    return (face - 1) // each


def _labels(options: tuple[str, ...], sides: int) -> tuple[str, ...]:
    """Which faces mean what: "1-3 rifle", "4-6 destroyer"."""
    each = sides // len(options)
    return tuple(
        f"{at + 1} {option}" if each == 1 else f"{at * each + 1}-{(at + 1) * each} {option}"
        for at, option in enumerate(options)
    )
