"""Rolls pools of identical dice with rerolls, and sorts the counts of identical piles."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from functools import lru_cache

from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.requests import Asking, Roll, ask
from tracker.vocabulary.dice_bands import Counts
from tracker.vocabulary.roll_needs import Need

AGAIN = ", ones again"


def roll_pool_and_reroll_ones_if_special(
    kind: RollKind,
    dice: int,
    needed: Need,
    *,
    role: str,
    rule: str = "",
    made_of: str = "",
    reroll_rule: str = "",
) -> Asking[int]:
    """Roll a pool of dice against a needed number and return the number of successes.

    If ones are special, they are rerolled once under the rule ``reroll_rule``.
    """
    # This is the innermost loop of the odds, so it yields the request without ``ask``.
    counts: Counts = yield _make_pool_request(kind, "", dice, needed, role, rule, made_of)
    if not needed.special:
        return counts[-1]
    once = Need(needed.number, parts=needed.parts)
    more = yield from ask(_make_pool_request(kind, AGAIN, counts[0], once, role, reroll_rule))
    return counts[-1] + more[-1]


@lru_cache(maxsize=4096)
def _make_pool_request(
    kind: RollKind, more: str, dice: int, needed: Need, role: str, rule: str, made_of: str = ""
) -> Roll:
    """Make the request for a pool. The last band of the pool counts the successes."""
    return Roll(
        kind=kind,
        what=f"{kind.words}{more}",
        count=dice,
        needs=needed,
        role=role,
        rule=rule,
        made_of=made_of,
    )


def sort_counts_of_equal_piles(
    counts: tuple[int, ...], piles: Sequence[Hashable], kept_places: Collection[int]
) -> tuple[int, ...]:
    """Sort the counts of identical piles. More results are then equal, so the odds can merge them.

    Counts at ``kept_places`` are not moved.
    """
    alike: dict[Hashable, list[int]] = {}
    for at, pile in enumerate(piles):
        if at not in kept_places:
            alike.setdefault(pile, []).append(at)
    found = list(counts)
    for places in alike.values():
        for at, n in zip(places, sorted(counts[place] for place in places), strict=True):
            found[at] = n
    return tuple(found)
