"""The dice of fire: hits, near misses, natural tens, and area hits (XF-SHOOT-04 to 08, XF-AOE).

No function here reads the match, so the odds of identical volleys are computed only once.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.requests import Asking, Roll, ask, continue_with_pure, report_result
from tracker.rulesets.xenocide.attacks.targets_and_hit_numbers import TEN
from tracker.rulesets.xenocide.data.rule_tables import D3, DIE, ONES_AGAIN
from tracker.vocabulary.dice_bands import Band
from tracker.vocabulary.roll_needs import Need

TO_HIT: Final = RollKind("to_hit", "to hit", "hit", "hits", "XF-SHOOT-05")
STRUCK: Final = RollKind("struck", "models struck", "", "", "XF-AOE-01")


def make_d3_bands(names: Iterable[str]) -> tuple[Band, ...]:
    """Make named bands for a ten-sided die that is read as a d3 (XF-T1)."""
    first = (1, *(last + 1 for last in D3[:-1]))
    return tuple(
        Band(name, low, high, told=True) for name, low, high in zip(names, first, D3, strict=True)
    )


EACH: Final = Need(0, less=True, die=DIE, special=make_d3_bands(f"{n} struck" for n in (1, 2, 3)))


class ShootingPool(Struct, frozen=True):
    """Dice that need the same number to hit, for weapons with the same power.

    ``area`` is the number of d3 per hit. ``what`` and ``rule`` describe rolls other than ordinary
    rolls to hit. ``target`` and ``friends`` name the units that an area hit and a natural ten
    strike. ``at_friends`` is true for shots at the firer's own side.
    """

    dice: int
    need: Need
    power: int
    saves: int = 1
    area: int = 0
    made_of: str = ""
    what: str = ""
    rule: str = ""
    target: str = ""
    friends: str = ""
    at_friends: bool = False


HitPower = tuple[int, int]
"""The power of a hit, and the number of saves that it requires (X#)."""
Hits = tuple[tuple[HitPower, int], ...]
AreaHits = tuple[tuple[HitPower, int], ...]
"""Area hits, each with the number of models that it can strike."""


class VolleyResult(Struct, frozen=True):
    """The result of a volley: ``hits``, and area hits (``blasts``) one by one.

    ``wide`` counts dice that missed by 1 or 2, and ``strays`` counts natural tens. ``missed`` has
    the number of dice in each pool that had no effect.
    """

    hits: Hits = ()
    blasts: AreaHits = ()
    wide: Hits = ()
    wide_blasts: AreaHits = ()
    strays: Hits = ()
    stray_blasts: AreaHits = ()
    missed: tuple[int, ...] = ()


def roll_volley_to_hit(
    pools: tuple[ShootingPool, ...],
    area_hit_limit: int,
    records_misses: bool,
    earlier: VolleyResult,
) -> Asking[VolleyResult]:
    """Roll one pool after another to hit. An area hit strikes at most ``area_hit_limit`` models."""
    if not pools:
        hit = count_hits(earlier.hits) + len(earlier.blasts)
        yield from report_result(TO_HIT.many, hit, role="firer")
        return earlier
    first, *rest = pools
    roll = Roll(
        kind=TO_HIT,
        what=first.what,
        rule=first.rule,
        count=first.dice,
        needs=first.need,
        role="firer",
        made_of=first.made_of,
        harms_roller=first.at_friends,
    )
    counts = yield from ask(roll)
    fell = dict(zip((band.name for band in roll.bands), counts, strict=True))
    told = (band.name for band in first.need.special if band.told)
    near_miss = next((name for name in told if name != TEN.name), "")
    hits, near, tens = fell.get("hit", 0), fell.get(near_miss, 0), fell.get(TEN.name, 0)
    if fell.get("one"):
        hits, missed, more = yield from reroll_ones(first, fell["one"])
        tens += more
        near += missed if near_miss else 0
    lost = first.dice - hits - near - tens
    earlier = replace(earlier, missed=(*earlier.missed, lost) if records_misses else ())
    if first.area:
        partial = (min(first.area, area_hit_limit),) * near  # XF-AOE-02: one model per d3
        earlier = replace(earlier, wide_blasts=_add_area_hits(earlier.wide_blasts, first, partial))
        return continue_with_pure(
            roll_area_hits,
            first,
            (hits, tens),
            tuple(rest),
            area_hit_limit,
            records_misses,
            earlier,
        )
    earlier = replace(
        earlier,
        hits=add_hits(earlier.hits, first, hits),
        wide=add_hits(earlier.wide, first, near),
        strays=add_hits(earlier.strays, first, tens),
    )
    return continue_with_pure(
        roll_volley_to_hit, tuple(rest), area_hit_limit, records_misses, earlier
    )


def reroll_ones(pool: ShootingPool, ones: int) -> Asking[tuple[int, int, int]]:
    """Reroll ones (XF-SHOOT-08). Return hits, misses, and tens that may hit friends (XF-G32)."""
    special = (TEN,) if TEN in pool.need.special else ()
    roll = Roll(
        kind=TO_HIT,
        what="to hit, ones again",
        count=ones,
        needs=Need(ONES_AGAIN, less=True, die=DIE, special=special, hit="hit", miss="miss"),
        role="firer",
        rule="XF-SHOOT-08",
        harms_roller=pool.at_friends,
    )
    counts = yield from ask(roll)
    fell = dict(zip((band.name for band in roll.bands), counts, strict=True))
    hits, more = fell["hit"], fell.get(TEN.name, 0)
    return hits, ones - hits - more, more


def roll_area_hits(
    pool: ShootingPool,
    unresolved: tuple[int, int],
    later_pools: tuple[ShootingPool, ...],
    area_hit_limit: int,
    records_misses: bool,
    earlier: VolleyResult,
) -> Asking[VolleyResult]:
    """Roll how many models each ``unresolved`` hit or ten strikes, then roll the later pools
    (XF-AOE-01).

    No dice are needed if there is only one model to strike, such as a closed vehicle (XF-G75).
    """
    hits, tens = unresolved
    if not hits and not tens:
        return continue_with_pure(
            roll_volley_to_hit, later_pools, area_hit_limit, records_misses, earlier
        )
    size = area_hit_limit
    if area_hit_limit > 1:
        whose, left = (pool.target, hits - 1) if hits else (f"{pool.friends}, by a ten", tens - 1)
        made_of = f"models of {whose}" + (f" · {left} more to follow" if left else "")
        roll = Roll(kind=STRUCK, count=pool.area, needs=EACH, role="firer", made_of=made_of)
        counts = yield from ask(roll)
        size = min(sum(n * count for n, count in enumerate(counts, 1)), area_hit_limit)
    if hits:
        earlier = replace(earlier, blasts=_add_area_hits(earlier.blasts, pool, (size,)))
        unresolved = (hits - 1, tens)
    else:
        earlier = replace(earlier, stray_blasts=_add_area_hits(earlier.stray_blasts, pool, (size,)))
        unresolved = (0, tens - 1)
    return continue_with_pure(
        roll_area_hits, pool, unresolved, later_pools, area_hit_limit, records_misses, earlier
    )


def _add_area_hits(blasts: AreaHits, pool: ShootingPool, sizes: tuple[int, ...]) -> AreaHits:
    more = (((pool.power, pool.saves), size) for size in sizes)
    return tuple(sorted((*blasts, *more)))


def add_hits(hits: Hits, pool: ShootingPool, count: int) -> Hits:
    return merge_hits(hits, (((pool.power, pool.saves), count),))


def merge_hits(hits: Hits, more_hits: Hits) -> Hits:
    counts = dict(hits)
    for weapon, n in more_hits:
        counts[weapon] = counts.get(weapon, 0) + n
    return tuple(sorted((weapon, n) for weapon, n in counts.items() if n))


def count_hits(hits: Hits) -> int:
    return sum(n for _, n in hits)
