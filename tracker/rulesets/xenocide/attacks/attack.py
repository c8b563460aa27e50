"""One unit's fire, from its markers to what is held of it (XF-SHOOT-03)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from tracker.procedures.requests import Asking, do, sub, then
from tracker.procedures.view import Match
from tracker.rulesets.xenocide.attacks import aiming, effects, suppression, weapons
from tracker.rulesets.xenocide.attacks.aiming import Share
from tracker.rulesets.xenocide.attacks.needs import Aim, to_hit
from tracker.rulesets.xenocide.attacks.spread import Shot, most, spread
from tracker.rulesets.xenocide.attacks.volley import Pool, Volley, volley
from tracker.rulesets.xenocide.data import markers
from tracker.rulesets.xenocide.data.tables import Cover
from tracker.vocabulary.names import UnitId


class Attack(Struct, frozen=True):
    """What is fixed before the first die: whom it may strike, the dice, and what is counted for
    suppression.
    """

    shot: Shot
    cover: Cover
    weapons: suppression.Weapons


def declared(
    match: Match, unit: UnitId, shares: tuple[Share, ...], *, snap: bool = False
) -> tuple[Attack, ...]:
    """The attacks that the shares of a unit's fire are, with the hands that are free for each."""
    found = []
    hands = weapons.free_hands(match, unit)
    for share in shares:
        firing = weapons.firing(match, unit, share, hands, snap=snap)
        met = snap and share.target in markers.opponents(match, unit)
        aims = tuple(aiming.aim(match, unit, share, piece, snap=snap) for piece, _ in firing)
        pools = tuple(
            _pool(match, unit, share, aim, weapons.made_of(piece, n), n)
            for aim, (piece, n) in zip(aims, firing, strict=True)
        )
        shot = Shot(
            unit=unit,
            target=share.target,
            past=() if share.high else share.past,
            mixed=share.mixed,
            melee=() if met else aiming.into(match, share.target),
            aims=aims,
            pools=_fewer(match, unit, pools),
        )
        guns = tuple((piece.gun, n) for piece, n in firing)
        found.append(Attack(shot, aiming.cover(match, share), guns))
    return tuple(found)


def _pool(match: Match, unit: UnitId, share: Share, aim: Aim, made_of: str, n: int) -> Pool:
    aspect = markers.rank_and_file(match, share.target).aspect
    need, gun = to_hit(match, unit, aim, aspect), aim.gun
    return Pool(n * gun.rate, need, gun.power, gun.saves, gun.area, made_of)


def _fewer(match: Match, unit: UnitId, pools: tuple[Pool, ...]) -> tuple[Pool, ...]:
    """XF-G14: by house rule each marker of the firer takes a die away, from the last pool on."""
    if not match.option("suppressed_fire_reduces_dice"):
        return pools
    lost, left = markers.markers(match, unit), []
    for pool in reversed(pools):
        off = min(lost, pool.dice)
        lost -= off
        left.append(replace(pool, dice=pool.dice - off))
    return tuple(reversed(left))


def spent(match: Match, unit: UnitId, attacks: tuple[Attack, ...]) -> None:
    """XF-FORCE-09: the weapons fired, which keep their hands busy this turn."""
    guns: dict[str, int] = {}
    for attack in attacks:
        for gun, n in attack.weapons:
            guns[gun.id] = guns.get(gun.id, 0) + n
    if guns:
        match.record(markers.using(match, unit, guns))


def resolve(match: Match, left: tuple[Attack, ...], suppresses: bool) -> Asking[None]:
    """One attack after another; then what need not wait comes true."""
    if not left:
        return then(effects.apply, match)
    first, *rest = left
    if suppresses:
        suppression.of_attack(match, first.shot, first.cover, first.weapons)
    if any(pool.dice for pool in first.shot.pools):
        yield from do(rolled, first.shot)
    return then(resolve, match, tuple(rest), suppresses)


def rolled(match: Match, shot: Shot) -> Asking[None]:
    """XF-SHOOT-03, step 4: the dice of an attack."""
    roles = {"firer": (match.side_of(shot.unit), shot.unit, shot.target)}
    pools = tuple(pool for pool in shot.pools if pool.dice)
    aims = tuple(aim for aim, pool in zip(shot.aims, shot.pools, strict=True) if pool.dice)
    shot = replace(shot, pools=pools, aims=aims)
    found = yield from sub(roles, volley, pools, most(match, shot), bool(shot.melee), Volley())
    return then(spread, match, shot, found)
