"""Wounds of one attack put on the models in reach: armour groups, saves, who is slain."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from tracker.procedures.requests import Asking, Option, Pick, ask, do, sub, then
from tracker.procedures.view import Match, equal_groups
from tracker.rulesets.trial_assault.combat import allocation, casualties, members
from tracker.rulesets.trial_assault.combat.allocation import Dealt, Pile, Unsaved
from tracker.rulesets.trial_assault.combat.strikes import Wounds
from tracker.rulesets.trial_assault.data import markers
from tracker.vocabulary.names import FigureId, UnitId

Models = tuple[FigureId, ...]
Groups = tuple[tuple[int, Models], ...]
"""Armour groups: the save, and who has it."""


class Exchange(Struct, frozen=True):
    """Who struck whom."""

    unit: UnitId
    target: UnitId


def place(match: Match, unit: UnitId, target: UnitId, wounds: Wounds) -> Asking[None]:
    """TA-SAVE-03: the armour groups in the order in which they take wounds."""
    if not any(wounds.each):
        yield from ()
        return None
    there = groups(match, unit, target)
    order = yield from do(in_order, target, there)
    return then(saved, match, Exchange(unit, target), order, wounds)


def groups(match: Match, unit: UnitId, target: UnitId) -> Groups:
    """TA-G26: by how many were in reach as the step began, the most first; of as many the better
    protected.
    """
    every = equal_groups(
        members.zone(match, unit, target), lambda one: markers.profile(match, one).sv
    )
    return tuple(sorted(every, key=lambda group: (-len(group[1]), group[0] or 7)))


def in_order(match: Match, target: UnitId, there: Groups) -> Asking[Groups]:
    """TA-SAVE-06: of groups as numerous the owner says which is first."""
    tied = [group for group in there if len(group[1]) == len(there[0][1])]
    if len(tied) < 2:
        yield from ()
        return there
    first = yield from ask(
        Pick(
            id="first_hit",
            what="which armour takes the first wound",
            options=tuple(Option(str(sv), save_text(sv)) for sv, _ in tied),
            default=str(tied[0][0]),
            side=match.side_of(target),
            subject=target,
            rule="TA-SAVE-06",
        )
    )
    return tuple(sorted(there, key=lambda group: str(group[0]) != first))


def save_text(sv: int) -> str:
    return f"save {sv}+" if sv else "no save"


def saved(match: Match, blow: Exchange, order: Groups, wounds: Wounds) -> Asking[None]:
    """The saves of all groups, then who is slain."""
    piles = tuple(
        Pile(sv, 0, left) for sv, every in order if (left := casualties.alive(match, every))
    )
    if not piles:
        yield from ()
        return None
    dealt = allocation.deal(wounds, [len(pile.figures) for pile in piles])
    rolls = allocation.tests(piles, dealt, names(piles, dealt))
    roles = {"owner": (match.side_of(blow.target), blow.target, blow.unit)}
    failed = yield from sub(roles, allocation.unsaved, rolls, ((0, 0),) * len(piles))
    return then(slain, match, blow, piles, failed, 0)


def names(piles: Sequence[Pile], dealt: Dealt) -> tuple[str, ...]:
    """What stands beside the saves of a group, where there are several."""
    if len(piles) < 2:
        return ("",) * len(piles)
    return tuple(
        f"{sum(row)} on {len(pile.figures)} with {save_text(pile.sv)}"
        for pile, row in zip(piles, dealt, strict=True)
    )


def slain(
    match: Match, blow: Exchange, piles: tuple[Pile, ...], failed: Unsaved, carried: int
) -> Asking[None]:
    """TA-CAS-03, TA-G24: group after group; what one cannot suffer passes to the next."""
    if not piles:
        yield from ()
        return None
    pile, *rest = piles
    n = sum(failed[0]) + carried
    over = max(n - casualties.can_bear(match, pile.figures), 0)
    yield from do(casualties.suffer, blow.unit, blow.target, pile.figures, n)
    return then(slain, match, blow, tuple(rest), failed[1:], over)
