"""One unit's fire, from its markers to what is held of it (XF-SHOOT-03)."""

from __future__ import annotations

from msgspec import Struct

from tracker.procedures.requests import Asking, do, sub, then
from tracker.procedures.view import Match
from tracker.rulesets.xenocide.attacks import effects, suppression, weapons
from tracker.rulesets.xenocide.attacks.needs import to_hit
from tracker.rulesets.xenocide.attacks.struck import strike
from tracker.rulesets.xenocide.attacks.volley import Pool, Volley, volley
from tracker.rulesets.xenocide.attacks.weapons import Piece, Share
from tracker.rulesets.xenocide.data import markers
from tracker.rulesets.xenocide.data.tables import Cover
from tracker.vocabulary.names import UnitId


class Attack(Struct, frozen=True):
    """What is fixed before the first die: the target, its cover, the dice, and what is counted
    for suppression.
    """

    target: UnitId
    cover: Cover
    pools: tuple[Pool, ...]
    weapons: suppression.Weapons
    past: tuple[UnitId, ...] = ()
    mixed: tuple[UnitId, ...] = ()


def declared(match: Match, unit: UnitId, share: Share, *, snap: bool = False) -> Attack:
    """The attack that a share of a unit's fire is."""
    firing = weapons.firing(match, unit, share, snap=snap)
    return Attack(
        target=share.target,
        cover=share.cover,
        pools=tuple(pool(match, unit, share, piece, n, snap=snap) for piece, n in firing),
        weapons=tuple((piece.gun, n) for piece, n in firing),
        past=share.past,
        mixed=share.mixed,
    )


def pool(
    match: Match, unit: UnitId, share: Share, piece: Piece, n: int, *, snap: bool = False
) -> Pool:
    gun, aim = piece.gun, weapons.aim(match, unit, share, piece, snap=snap)
    aspect = markers.rank_and_file(match, share.target).aspect
    return Pool(
        dice=n * gun.rate,
        need=to_hit(match, unit, aim, aspect),
        power=gun.power,
        saves=gun.saves,
        area=gun.area,
        made_of=weapons.made_of(piece, n),
    )


def spent(match: Match, unit: UnitId, attacks: tuple[Attack, ...]) -> None:
    """XF-FORCE-09: the weapons fired, which keep their hands busy this turn."""
    guns: dict[str, int] = {}
    for attack in attacks:
        for gun, n in attack.weapons:
            guns[gun.id] = guns.get(gun.id, 0) + n
    if guns:
        match.record(markers.using(match, unit, guns))


def resolve(match: Match, unit: UnitId, left: tuple[Attack, ...], suppresses: bool) -> Asking[None]:
    """One attack after another; then what need not wait comes true."""
    if not left:
        return then(effects.apply, match)
    first, *rest = left
    if first.pools:
        if suppresses:
            for enemy in (first.target, *first.mixed):
                suppression.by_fire(match, unit, enemy, first.cover, first.weapons)
        yield from do(rolled, unit, first)
    return then(resolve, match, unit, tuple(rest), suppresses)


def rolled(match: Match, unit: UnitId, attack: Attack) -> Asking[None]:
    """The dice of an attack, and the hits on everybody they strike."""
    models = len(markers.standing(match, attack.target))
    roles = {"firer": (match.side_of(unit), unit, attack.target)}
    found = yield from sub(roles, volley, attack.pools, models, Volley())
    yield from do(strike, attack.target, found.hits, unit)
    if attack.mixed:
        yield from do(strike, attack.mixed[0], found.spare, unit)
    if attack.past:
        yield from do(strike, attack.past[0], found.strays, unit)
