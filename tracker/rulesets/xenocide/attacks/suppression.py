"""How many markers an attack is worth (XF-SUPP-01 to XF-SUPP-07)."""

from __future__ import annotations

from collections.abc import Iterable

from tracker.procedures.view import Match
from tracker.rulesets.xenocide.attacks import held
from tracker.rulesets.xenocide.attacks.spread import Shot
from tracker.rulesets.xenocide.data import markers, tables
from tracker.rulesets.xenocide.data.tables import Cover, Gun
from tracker.vocabulary.dice import Modifier
from tracker.vocabulary.names import UnitId

Weapons = tuple[tuple[Gun, int], ...]
"""Weapons that fire, and how many of each."""


def threshold(match: Match, unit: UnitId, cover: Cover) -> tuple[Modifier, ...]:
    """XF-T6, XF-T7: what the attacks for one marker on a unit are made of."""
    plain = markers.rank_and_file(match, unit)
    highest = match.option("suppression_morale") == "highest"
    return tables.threshold_parts(
        markers.morale(match, unit) if highest else plain.morale,
        cover,
        markers.wounds_left(match, unit),
        brave=plain.brave,
    )


def number(parts: Iterable[Modifier]) -> int:
    return sum(part.value for part in parts)


def immune(match: Match, unit: UnitId) -> bool:
    """XF-SUPP-07: vehicles, and who is inside a closed one."""
    carrier = markers.carrier(match, unit)
    inside = markers.vehicle(match, carrier) if carrier else None
    return markers.is_vehicle(match, unit) or (inside is not None and not inside.open)


def attacks(match: Match, target: UnitId, weapons: Weapons) -> int:
    """XF-SUPP-04, XF-SUPP-06: one a die, one a d3 of area weapons; harmless ones do not count."""
    armour = min(markers.profile(match, figure).armour for figure in match.figures(target))
    return sum(
        n * gun.rate * max(gun.area, 1)
        for gun, n in weapons
        if armour - gun.power < tables.HARMLESS
    )


def of_attack(match: Match, shot: Shot, cover: Cover, weapons: Weapons) -> None:
    """XF-SUPP-01, XF-SUPP-05, XF-FIRM-02: markers on all that the attack suppresses."""
    for unit in dict.fromkeys((shot.target, *shot.mixed, *shot.melee, *_inside(match, shot))):
        if not immune(match, unit):
            own = unit == shot.unit  # XF-FIRM-06, XF-G108
            counted = tuple(w for w in weapons if w[0].area) if own else weapons
            by_fire(match, shot.unit, unit, cover, counted)


def _inside(match: Match, shot: Shot) -> tuple[UnitId, ...]:
    """Troops of an open vehicle, whichever of both is the target (XF-SUPP-07)."""
    return markers.aboard(match, shot.target)


def by_fire(match: Match, firer: UnitId, target: UnitId, cover: Cover, weapons: Weapons) -> None:
    """XF-SUPP-01: a marker for each full threshold of attacks, held until the effects apply."""
    if not markers.standing(match, target):
        return
    if markers.carrier(match, target) is not None:
        cover = tables.PASSENGER_COVER  # XF-G77
    counted = max(attacks(match, target, weapons) - markers.markers(match, firer), 0)
    each = number(threshold(match, target, cover))
    before = 0
    if match.option("suppression_pooling") == "per_phase":
        before = markers.ATTACKED.number(match, target)
        match.record(markers.ATTACKED.set(target, value=before + counted))
    held.suppress(match, target, (before + counted) // each - before // each)
