"""The dice of fire as pure arithmetic: hits, near misses, tens, areas (XF-SHOOT-04 to 08, XF-AOE).

Nothing here sees the match, so that like volleys are worked out once in the odds.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tracker.procedures.declared.rolls import RollKind
from tracker.procedures.requests import Asking, Roll, ask, tell, then_pure
from tracker.rulesets.xenocide.attacks.needs import ONES, TEN
from tracker.rulesets.xenocide.data.tables import D3, DIE, ONES_AGAIN
from tracker.vocabulary.dice import Band
from tracker.vocabulary.needs import Need

TO_HIT: Final = RollKind("to_hit", "to hit", "hit", "hits", "XF-SHOOT-05")
STRUCK: Final = RollKind("struck", "models struck", "", "", "XF-AOE-01")
EACH: Final = Need(
    0,
    less=True,
    die=DIE,
    special=tuple(
        Band(f"{n} struck", low, high, told=True)
        for n, low, high in zip((1, 2, 3), (1, *(last + 1 for last in D3)), D3, strict=False)
    ),
)
"""A ten-sided die read as 1 to 3 (XF-T1)."""


class Pool(Struct, frozen=True):
    """Dice that need the same, of weapons of one power; ``area``: how many d3 a hit has."""

    dice: int
    need: Need
    power: int
    saves: int = 1
    area: int = 0
    made_of: str = ""


Weapon = tuple[int, int]
"""What a hit is to whoever it strikes: its power, and how many saves it takes (X#)."""
Hits = tuple[tuple[Weapon, int], ...]


class Volley(Struct, frozen=True):
    """What came of it: hits on the target, those left over for others who are mixed with it, and
    those on friends who stand between.
    """

    hits: Hits = ()
    spare: Hits = ()
    strays: Hits = ()


def volley(left: tuple[Pool, ...], models: int, so_far: Volley) -> Asking[Volley]:
    """One pool after another; an attack strikes each of so many models once (XF-G21)."""
    if not left:
        yield from tell(TO_HIT.many, total(so_far.hits), role="firer")
        return so_far
    first, *rest = left
    roll = Roll(
        kind=TO_HIT, count=first.dice, needs=first.need, role="firer", made_of=first.made_of
    )
    counts = yield from ask(roll)
    fell = dict(zip((band.name for band in roll.bands), counts, strict=True))
    partial, tens = fell.get("partial hit", 0), fell.get(TEN.name, 0)
    hits = fell.get("hit", 0)
    if first.need.special[:1] == ONES and fell.get("one"):
        hits, missed, more = yield from again(fell["one"], tens=TEN in first.need.special)
        partial, tens = partial + (missed if first.area else 0), tens + more
    if not first.area:
        done = replace(
            so_far,
            hits=added(so_far.hits, first, hits),
            strays=added(so_far.strays, first, tens),
        )
        return then_pure(volley, tuple(rest), models, done)
    done = replace(
        so_far,
        hits=added(so_far.hits, first, partial * min(first.area, models)),
        spare=added(so_far.spare, first, partial * max(first.area - models, 0)),
    )
    return then_pure(areas, first, hits, tens, tuple(rest), models, done)


def again(ones: int, *, tens: bool) -> Asking[tuple[int, int, int]]:
    """XF-SHOOT-08: ones are rolled again for 5 or less; a ten then hits a friend (XF-G32)."""
    need = Need(
        ONES_AGAIN,
        less=True,
        die=DIE,
        special=(TEN,) if tens else (),
        hit="hit",
        miss="miss",
    )
    roll = Roll(
        kind=TO_HIT,
        what="to hit, ones again",
        count=ones,
        needs=need,
        role="firer",
        rule="XF-SHOOT-08",
    )
    counts = yield from ask(roll)
    fell = dict(zip((band.name for band in roll.bands), counts, strict=True))
    hits, more = fell.get("hit", 0), fell.get(TEN.name, 0)
    return hits, ones - hits - more, more


def areas(
    pool: Pool, hits: int, tens: int, rest: tuple[Pool, ...], models: int, so_far: Volley
) -> Asking[Volley]:
    """XF-AOE-01: each hit strikes as many as its d3 add up to, no more than there are."""
    if not hits and not tens:
        return then_pure(volley, rest, models, so_far)
    roll = Roll(kind=STRUCK, count=pool.area, needs=EACH, role="firer")
    counts = yield from ask(roll)
    sum_ = sum(n * count for n, count in enumerate(counts, 1))
    if hits:
        hits -= 1
        so_far = replace(
            so_far,
            hits=added(so_far.hits, pool, min(sum_, models)),
            spare=added(so_far.spare, pool, max(sum_ - models, 0)),
        )
    else:
        tens -= 1
        so_far = replace(so_far, strays=added(so_far.strays, pool, sum_))
    return then_pure(areas, pool, hits, tens, rest, models, so_far)


def added(hits: Hits, pool: Pool, n: int) -> Hits:
    if not n:
        return hits
    counts = dict(hits)
    weapon = (pool.power, pool.saves)
    counts[weapon] = counts.get(weapon, 0) + n
    return tuple(sorted(counts.items()))


def total(hits: Hits) -> int:
    return sum(n for _, n in hits)
