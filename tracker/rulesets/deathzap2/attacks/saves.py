"""Through and saves: the dice after the hits are dealt, as pure arithmetic.

All dice go through shields before any save is rolled (DZ-SHOOT-05).
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from tracker.procedures.declared.rolls import RollKind
from tracker.procedures.requests import Asking, then_pure
from tracker.rulesets.deathzap2.attacks.needs import throw
from tracker.rulesets.deathzap2.data.profiles import Grade
from tracker.vocabulary.needs import Need

Through = tuple[tuple[int, Need, int, str], ...]
"""Rolls still to make: (which pile, what they need, how many dice, what hits they are)."""


THROUGH: Final = RollKind("through", "through", "through", "through", "DZ-SHOOT-08")
SAVE: Final = RollKind("save", "save", "saved", "saved", "DZ-SHOOT-09")


class Saves(Struct, frozen=True):
    """Saves rolled together: whose, what they need, and how many failures count.

    ``whose``: the kind of figures in words, where the target has several.
    """

    kind: int
    cap: int
    need: Need
    whose: str = ""
    dice: int = 0


class Unsaved(Struct, frozen=True):
    """What came of it: failed saves by kind, and Destroyer hits by grade, one entry a hit."""

    failed: tuple[int, ...]
    blasts: tuple[Grade, ...] = ()


def through(
    left: Through,
    holes: tuple[int, ...],
    saves: tuple[Saves, ...],
    blasts: tuple[Grade, ...],
    kinds: int,
) -> Asking[Unsaved]:
    """DZ-SHOOT-08: one die for each hit, against the shields of the figures hit."""
    if not left:
        rolls = tuple(
            Saves(roll.kind, roll.cap, roll.need, roll.whose, dice)
            for roll, dice in zip(saves, holes, strict=True)
            if dice
        )
        return then_pure(save, rolls, (0,) * kinds, blasts)
    (at, need, dice, hits), *rest = left
    n = yield from throw(THROUGH, dice, need, role="attacker", made_of=hits)
    holes = (*holes[:at], holes[at] + n, *holes[at + 1 :])
    if len(holes) > 1:
        holes = _in_order(holes, saves, {pile for pile, *_ in rest})
    return then_pure(through, tuple(rest), holes, saves, blasts, kinds)


def _in_order(
    holes: tuple[int, ...], saves: tuple[Saves, ...], waiting: set[int]
) -> tuple[int, ...]:
    """Finished piles that save alike in one order, so that the odds of equal ends merge."""
    alike: dict[Saves, list[int]] = {}
    for at, roll in enumerate(saves):
        if at not in waiting:
            alike.setdefault(roll, []).append(at)
    found = list(holes)
    for piles in alike.values():
        for at, n in zip(piles, sorted(holes[pile] for pile in piles), strict=True):
            found[at] = n
    return tuple(found)


def save(
    left: tuple[Saves, ...], failed: tuple[int, ...], blasts: tuple[Grade, ...]
) -> Asking[Unsaved]:
    """DZ-SHOOT-09: one die for each that came through, by the owner of the target."""
    if not left:
        return Unsaved(failed, blasts)
    first, *rest = left
    dice = first.dice
    on = f"{dice} through on {first.whose}" if first.whose else ""
    saved = yield from throw(SAVE, dice, first.need, role="defender", made_of=on)
    at = first.kind
    worse = failed[at] + min(dice - saved, first.cap)
    failed = (*failed[:at], worse, *failed[at + 1 :])
    return then_pure(save, tuple(rest), failed, blasts) if rest else Unsaved(failed, blasts)
