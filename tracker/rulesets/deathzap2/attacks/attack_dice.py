"""Rolls the dice for an attack, and divides the hits among the kinds of figures.

All dice of one step are rolled before the next step begins (DZ-SHOOT-05). No function here reads
the match, so the odds of identical volleys are computed only once.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.pieces import casualties
from tracker.procedures.pieces.dice_pool_rolls import roll_pool_and_reroll_ones_if_special
from tracker.procedures.requests import (
    Asking,
    Number,
    Split,
    ask,
    continue_with_pure,
    report_result,
)
from tracker.rulesets.deathzap2.attacks.needed_numbers_and_saves import (
    AGAIN,
    SAVE,
    THROUGH,
    FailedSaves,
    PenetrationRolls,
    SaveRolls,
    TargetDefence,
    roll_penetration_and_saves,
)
from tracker.rulesets.deathzap2.data.profile_types import Grade
from tracker.vocabulary.roll_needs import Need

TO_HIT: Final = RollKind("volley", "to hit", "hit", "hits")
DEAL: Final = Split(
    id="deal", what="hits on", total=0, shares=(), role="defender", rule="DZ-SHOOT-07"
)
STACK: Final = Number(
    id="stack", what="figures that share the hits", low=1, high=1, role="defender", rule="DZ-G25"
)
STEPS: Final = (TO_HIT, THROUGH, SAVE)


class AttackDicePool(Struct, frozen=True):
    """Dice with one need to hit and one grade of weapon. ``made_of`` names the weapons."""

    dice: int
    need: Need
    grade: Grade
    blast: bool = False
    rule: str = "DZ-SHOOT-05"
    made_of: str = ""


class HitDivisionRules(Struct, frozen=True):
    """The house rules for dividing hits among the figures of a unit.

    If ``spread`` is true, each figure gets one hit before any figure gets two (DZ-G25). If
    ``wasted`` is true, further hits on a figure that falls are lost.
    """

    spread: bool = False
    wasted: bool = False


class HitBatch(Struct, frozen=True):
    """Hits on one kind of figure, saved together. At most ``cap`` failed saves have an effect."""

    kind: int
    cap: int
    hits: tuple[tuple[Grade, int], ...]


Hits = tuple[tuple[Grade, int], ...]
Defences = tuple[TargetDefence, ...]


def roll_hits_and_saves(
    pools: tuple[AttackDicePool, ...],
    defences: Defences,
    rules: HitDivisionRules,
    hits: Hits = (),
    blasts: tuple[Grade, ...] = (),
) -> Asking[FailedSaves]:
    """Roll each pool to hit, then divide the hits and roll the saves (DZ-SHOOT-05)."""
    first, *rest = pools
    need, rule, guns = first.need, first.rule, first.made_of
    n = yield from roll_pool_and_reroll_ones_if_special(
        TO_HIT, first.dice, need, role="attacker", rule=rule, made_of=guns, reroll_rule=AGAIN
    )
    if first.blast:
        blasts = (*blasts, *(first.grade,) * n)
    else:
        hits = _add_hits(hits, first.grade, n)
    if rest:
        return continue_with_pure(roll_hits_and_saves, tuple(rest), defences, rules, hits, blasts)
    yield from report_result(TO_HIT.many, _count_hits(hits) + len(blasts), role="attacker")
    return continue_with_pure(divide_hits_and_roll_saves, defences, rules, hits, blasts)


def divide_hits_and_roll_saves(
    defences: Defences, rules: HitDivisionRules, hits: Hits, blasts: tuple[Grade, ...]
) -> Asking[FailedSaves]:
    """Let the owner divide the hits, then roll to penetrate and to save (DZ-SHOOT-07, DZ-G26)."""
    divided: tuple[Hits, ...] = ((),) * len(defences)
    kinds = tuple((each.kind, each.text, each.size) for each in defences)
    for grade, n in hits:
        if len(defences) == 1:
            share: tuple[int, ...] = (n,)
        elif rules.spread:
            loads = tuple(map(_count_hits, divided))
            share = yield from casualties.divide_hits_evenly(DEAL, kinds, n, loads)
        else:
            share = yield from casualties.divide_hits(DEAL, kinds, n, (n,) * len(kinds))
        divided = tuple(_add_hits(had, grade, new) for had, new in zip(divided, share, strict=True))
    batches: list[HitBatch] = []
    for at, (kind, own) in enumerate(zip(defences, divided, strict=True)):
        if own:
            batches += yield from _group_hits_into_batches(
                at, kind, own, rules, sum(size for _, _, size in kinds)
            )
    rolls = _make_penetration_and_save_rolls(defences, tuple(batches))
    return continue_with_pure(roll_penetration_and_saves, *rolls, blasts, len(defences))


def _group_hits_into_batches(
    at: int, kind: TargetDefence, hits: Hits, rules: HitDivisionRules, everybody: int
) -> Asking[list[HitBatch]]:
    """Group the hits on one kind of figure into batches.

    If excess hits are wasted, each figure that gets several hits is a batch of its own.
    """
    total = _count_hits(hits)
    if kind.big or not rules.wasted:
        return [HitBatch(at, total if kind.big else everybody, hits)]
    figures = min(total, kind.size)
    if not rules.spread and figures > 1:
        figures = yield from ask(replace(STACK, high=figures, default=figures))
    row = [grade for grade, n in hits for _ in range(n)]
    loads = [row[figure::figures] for figure in range(figures)]
    single = [load[0] for load in loads if len(load) == 1]
    piles = [HitBatch(at, len(single), _count_by_grade(single))] if single else []
    return piles + [HitBatch(at, 1, _count_by_grade(load)) for load in loads if len(load) > 1]


def roll_penetration_and_saves_for_blast(
    defences: Defences, grade: Grade, hits_by_kind: tuple[int, ...]
) -> Asking[FailedSaves]:
    """Roll to penetrate and to save for a blast's automatic hits, at most one per figure."""
    yield from ()
    piles = tuple(HitBatch(at, n, ((grade, n),)) for at, n in enumerate(hits_by_kind) if n)
    return continue_with_pure(
        roll_penetration_and_saves,
        *_make_penetration_and_save_rolls(defences, piles, "automatic hit"),
        (),
        len(defences),
    )


def _make_penetration_and_save_rolls(
    defences: Defences, piles: tuple[HitBatch, ...], hit: str = "hit"
) -> tuple[PenetrationRolls, tuple[int, ...], tuple[SaveRolls, ...]]:
    """Make the rolls to penetrate and to save. The former can describe the hits."""
    whose = [defences[pile.kind].text if len(defences) > 1 else "" for pile in piles]
    describes_all = hit != "hit" or sum(len(pile.hits) for pile in piles) > 1
    left = tuple(
        (
            at,
            defences[pile.kind].find_penetration_need(grade),
            n,
            _describe_hits(n, hit, on) if describes_all or on else "",
        )
        for at, (pile, on) in enumerate(zip(piles, whose, strict=True))
        for grade, n in pile.hits
    )
    saves = tuple(
        SaveRolls(pile.kind, pile.cap, defences[pile.kind].save, on)
        for pile, on in zip(piles, whose, strict=True)
    )
    return left, (0,) * len(piles), saves


def _describe_hits(n: int, hit: str, on: str) -> str:
    return f"{n} {hit}{'' if n == 1 else 's'}{f' on {on}' if on else ''}"


def _add_hits(hits: Hits, grade: Grade, n: int) -> Hits:
    if not n:
        return hits
    counts = dict(hits)
    counts[grade] = counts.get(grade, 0) + n
    return tuple(counts.items())


def _count_by_grade(grades: list[Grade]) -> Hits:
    return tuple((grade, grades.count(grade)) for grade in dict.fromkeys(grades))


def _count_hits(hits: Hits) -> int:
    return sum(n for _, n in hits)
