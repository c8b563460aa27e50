"""Saves as pure arithmetic, for figures and for vehicles (XF-DMG-01, XF-DMG-03, XF-VEH-12)."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from tracker.procedures.declared.rolls import RollKind
from tracker.procedures.requests import Asking, Roll, ask, check, then_pure
from tracker.rulesets.xenocide.data.tables import DIE
from tracker.rulesets.xenocide.data.vehicles import damage
from tracker.vocabulary.dice import Band
from tracker.vocabulary.needs import Need

SAVE: Final = RollKind("save", "save", "saved", "saved", "XF-DMG-01")
VEHICLE_SAVE: Final = RollKind("vehicle_save", "save of the vehicle", "saved", "saved", "XF-VEH-12")


class Pile(Struct, frozen=True):
    """Hits on like figures: each takes ``saves`` dice that save on ``number`` or less, and costs
    at most ``cap`` wounds.
    """

    kind: int
    hits: int
    number: int
    saves: int = 1
    cap: int = 1
    whose: str = ""

    @property
    def together(self) -> bool:
        """Whether no cap can matter, so that the dice of all hits are one roll."""
        return self.saves <= self.cap


def unsaved(
    left: tuple[Pile, ...], ten_fails: bool, failed: tuple[int, ...]
) -> Asking[tuple[int, ...]]:
    """The wounds of each kind of figures, pile after pile."""
    if not left:
        yield from ()
        return failed
    first, *rest = left
    number = min(first.number, DIE - 1) if ten_fails else first.number
    if number <= 0:
        return then_pure(
            unsaved,
            tuple(rest),
            ten_fails,
            _more(failed, first, min(first.saves, first.cap) * first.hits),
        )
    if number >= DIE:
        return then_pure(unsaved, tuple(rest), ten_fails, failed)
    hits = first.hits if first.together else 1
    dice = hits * first.saves
    need = Need(number, less=True, die=DIE)
    saved = yield from check(SAVE, dice, need, role="owner", made_of=first.whose)
    wounds = min(dice - saved, first.cap * hits)
    if first.hits > hits:
        left = (
            Pile(first.kind, first.hits - hits, first.number, first.saves, first.cap, first.whose),
            *rest,
        )
    else:
        left = tuple(rest)
    return then_pure(unsaved, left, ten_fails, _more(failed, first, wounds))


def _more(failed: tuple[int, ...], pile: Pile, wounds: int) -> tuple[int, ...]:
    at = pile.kind
    return (*failed[:at], failed[at] + wounds, *failed[at + 1 :])


def vehicle_need(number: int) -> Need:
    """XF-VEH-12, XF-G71: saved on ``number`` or less; else a marker for each point above it."""
    markers = tuple(
        Band(f"{damage(face, number)} damage", face, face, told=True)
        for face in range(max(number, 0) + 1, DIE + 1)
    )
    return Need(number, less=True, die=DIE, special=markers, hit="saved", miss="damage")


def vehicle_unsaved(left: tuple[tuple[int, int], ...], more: int) -> Asking[int]:
    """The damage of saves on numbers, so many dice each: points by which they were missed."""
    if not left:
        yield from ()
        return more
    (number, dice), *rest = left
    if number < DIE:
        roll = Roll(kind=VEHICLE_SAVE, count=dice, needs=vehicle_need(number), role="owner")
        counts = yield from ask(roll)
        for band, n in zip(roll.bands, counts, strict=True):
            more += 0 if band.success else n * damage(band.low, number)
    return then_pure(vehicle_unsaved, tuple(rest), more)
