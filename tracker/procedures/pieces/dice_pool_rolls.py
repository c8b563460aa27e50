"""Pools of equal dice: rolls, rerolled ones, and piles in a canonical order."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from functools import lru_cache

from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.requests import Asking, Roll, ask
from tracker.vocabulary.dice import Counts
from tracker.vocabulary.needs import Need

AGAIN = ", ones again"


def roll_pool(
    kind: RollKind,
    dice: int,
    needed: Need,
    *,
    role: str,
    rule: str = "",
    made_of: str = "",
    again: str = "",
) -> Asking[int]:
    """Roll a pool for so many or more and return its successes.

    If ones are special, they are rerolled once by the rule ``again``.
    """
    # The innermost loop of the odds, so it does not use ask.
    counts: Counts = yield _roll(kind, "", dice, needed, role, rule, made_of)
    if not needed.special:
        return counts[-1]
    once = Need(needed.number, parts=needed.parts)
    more = yield from ask(_roll(kind, AGAIN, counts[0], once, role, again))
    return counts[-1] + more[-1]


@lru_cache(maxsize=4096)
def _roll(
    kind: RollKind, more: str, dice: int, needed: Need, role: str, rule: str, made_of: str = ""
) -> Roll:
    """The request for a pool; its last band is the successes."""
    return Roll(
        kind=kind,
        what=f"{kind.words}{more}",
        count=dice,
        needs=needed,
        role=role,
        rule=rule,
        made_of=made_of,
    )


def sort_equal_piles(
    counts: tuple[int, ...], piles: Sequence[Hashable], waiting: Collection[int]
) -> tuple[int, ...]:
    """The contents of piles, with equal piles in a fixed order, so that the odds of equal ends
    merge.

    Piles that are ``waiting`` for more stay in place.
    """
    alike: dict[Hashable, list[int]] = {}
    for at, pile in enumerate(piles):
        if at not in waiting:
            alike.setdefault(pile, []).append(at)
    found = list(counts)
    for places in alike.values():
        for at, n in zip(places, sorted(counts[place] for place in places), strict=True):
            found[at] = n
    return tuple(found)
