"""Attacks of characters and monsters split among several enemies (TA-CHAR-04, TA-G51, TA-G52)."""

from __future__ import annotations

from tracker.procedures.pieces.people import called
from tracker.procedures.requests import Asking, Share, Split, ask, do, sub, then
from tracker.procedures.view import Match
from tracker.rulesets.trial_assault.combat import attack_pools, wound_placement
from tracker.rulesets.trial_assault.combat.attack_pools import AttackPool
from tracker.vocabulary.names import UnitId

Pools = tuple[tuple[UnitId, AttackPool], ...]
"""His attacks on each enemy he touches."""


def split_attacks_over_enemies(match: Match, unit: UnitId, pools: Pools) -> Asking[None]:
    """If the numbers to hit are equal he rolls to hit first and shares the hits; else he shares his
    attacks.
    """
    same = len({pool.hit.number for _, pool in pools}) == 1
    first = pools[0][1]
    roles = {"attacker": (match.side_of(unit), unit, pools[0][0])}
    if same and match.option("character_split") == "hits_when_equal":
        hits, sixes = yield from sub(roles, attack_pools.roll_hits, first)
        return then(split_hits_over_enemies, match, unit, pools, hits, sixes)
    attacks = yield from do(_divided, unit, pools, first.dice, "attacks")
    return then(resolve_split_attacks, match, unit, pools, tuple((n, None, 0) for n in attacks))


def split_hits_over_enemies(
    match: Match, unit: UnitId, pools: Pools, hits: int, sixes: int
) -> Asking[None]:
    plain = yield from do(_divided, unit, pools, hits - sixes, "hits")
    rends = yield from do(_divided, unit, pools, sixes, "rending hits")
    found = tuple((0, n, more) for n, more in zip(plain, rends, strict=True))
    return then(resolve_split_attacks, match, unit, pools, found)


def _divided(
    match: Match, unit: UnitId, pools: Pools, n: int, what: str
) -> Asking[tuple[int, ...]]:
    """Divide so many among the enemies; by default all go to the first."""
    if not n:
        return (0,) * len(pools)
    chosen = dict(
        (
            yield from ask(
                Split(
                    id="share",
                    what=f"{what} at",
                    total=n,
                    shares=tuple(Share(enemy, called(match, enemy), n) for enemy, _ in pools),
                    side=match.side_of(unit),
                    subject=unit,
                    rule="TA-CHAR-04",
                )
            )
        )
    )
    return tuple(chosen.get(enemy, 0) for enemy, _ in pools)


def resolve_split_attacks(
    match: Match, unit: UnitId, pools: Pools, left: tuple[tuple[int, int | None, int], ...]
) -> Asking[None]:
    """So many attacks at each enemy, or so many hits and hits that rend."""
    if not left:
        return None
    (target, pool), (attacks, hits, sixes) = pools[0], left[0]
    roles = {"attacker": (match.side_of(unit), unit, target)}
    wounds = yield from sub(roles, attack_pools.roll_pool_wounds, pool, attacks, hits, sixes)
    yield from do(wound_placement.place_wounds, unit, target, wounds)
    return then(resolve_split_attacks, match, unit, pools[1:], left[1:])
