"""Wounds placed on a target unit, and their saves (TA-SAVE, TA-T9, TA-G24 to G28).

Models in reach form armour groups, the most numerous first. Within a group those with an
invulnerable save form a pile, which takes at most one wound a lap for each model.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from tracker.procedures.declared.rolls import RollKind
from tracker.procedures.requests import Asking, check, then_pure
from tracker.rulesets.trial_assault.combat.attack_pools import BARE, CAPPED, SLAYING, WoundCounts
from tracker.rulesets.trial_assault.data import rule_tables
from tracker.vocabulary.dice import Modifier
from tracker.vocabulary.names import FigureId
from tracker.vocabulary.needs import Need

SAVE: Final = RollKind("save", "save", "saved", "saved", "TA-SAVE-01")
CAP: Final = rule_tables.SPECIALS["heavy"].best_save


class SavingGroup(Struct, frozen=True):
    """Models in reach with equal saves; 0 means no save."""

    sv: int
    inv: int
    figures: tuple[FigureId, ...]


Dealt = tuple[tuple[int, ...], ...]
"""For each group, the wounds of each kind placed on it."""


def allocate_wounds(wounds: WoundCounts, sizes: Sequence[int]) -> Dealt:
    """TA-SAVE-03 to 05, TA-SAVE-07: special kinds first, one for each model, group after group, and
    round again if there are more wounds than models.
    """
    found = [[0, 0, 0, 0] for _ in sizes]
    slots = _slots(sizes)
    for sort, n in enumerate(wounds.by_kind):
        for _ in range(n):
            found[next(slots)][sort] += 1
    return tuple(tuple(row) for row in found)


def split_first_wounds(wounds: WoundCounts, n: int) -> tuple[WoundCounts, WoundCounts]:
    now = []
    for more in wounds.by_kind:
        now.append(min(more, n))
        n -= now[-1]
    return WoundCounts(*now), WoundCounts(
        *(a - b for a, b in zip(wounds.by_kind, now, strict=True))
    )


def _slots(sizes: Sequence[int]) -> Iterator[int]:
    while any(sizes):
        for at, size in enumerate(sizes):
            yield from (at for _ in range(size))


class PendingSaves(Struct, frozen=True):
    """Wounds of a pile with the same number to save (7: none); ``sort`` is their kind."""

    pile: int
    sort: int
    wounds: int
    number: int
    whose: str = ""


def list_saves_to_roll(
    piles: Sequence[SavingGroup], dealt: Dealt, names: Sequence[str]
) -> tuple[PendingSaves, ...]:
    """The saves to roll; those of a pile with the same number together."""
    found: list[PendingSaves] = []
    for at, (pile, kinds) in enumerate(zip(piles, dealt, strict=True)):
        together: dict[tuple[bool, int], int] = {}
        for sort, n in enumerate(kinds):
            if n:
                key = sort == SLAYING, find_save_number(pile, sort)
                together[key] = together.get(key, 0) + n
        found += (
            PendingSaves(at, SLAYING if slays else BARE, n, number, names[at])
            for (slays, number), n in together.items()
        )
    return tuple(found)


def find_save_number(pile: SavingGroup, sort: int) -> int:
    """TA-SAVE-01, TA-SAVE-02, TA-SPEC-07, TA-G57: the better of the armour save, if it applies, and
    the invulnerable save.
    """
    armour = pile.sv or rule_tables.NO_SAVE
    if sort in (SLAYING, BARE):
        armour = rule_tables.NO_SAVE
    elif sort == CAPPED:
        armour = max(armour, CAP)
    return min(armour, pile.inv or rule_tables.NO_SAVE)


Unsaved = tuple[tuple[int, int], ...]
"""For each pile the unsaved wounds of a force weapon, and all others."""


def roll_failed_saves(left: tuple[PendingSaves, ...], so_far: Unsaved) -> Asking[Unsaved]:
    """Save after save."""
    if not left:
        return so_far
    first, *rest = left
    saved = 0
    if first.number < rule_tables.NO_SAVE:
        part = Modifier("save", first.number, "TA-SAVE-01")
        need = Need(first.number, parts=(part,), hit="saved", miss="failed")
        saved = yield from check(SAVE, first.wounds, need, role="owner", made_of=first.whose)
    slain, others = so_far[first.pile]
    failed = first.wounds - saved
    row = (slain + failed, others) if first.sort == SLAYING else (slain, others + failed)
    so_far = (*so_far[: first.pile], row, *so_far[first.pile + 1 :])
    return then_pure(roll_failed_saves, tuple(rest), so_far)
