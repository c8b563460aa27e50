"""The Shooting phase: who fires at whom with what (DZ-SHOOT)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from tracker.procedures.requests import Asking, do, then
from tracker.procedures.ruleset import Action, Objection
from tracker.procedures.view import Match
from tracker.rulesets.deathzap2 import markers, tables
from tracker.rulesets.deathzap2.attack import Pool, attack
from tracker.rulesets.deathzap2.tables import Cover
from tracker.vocabulary.events import MarkerSet
from tracker.vocabulary.names import SideId, UnitId


class Share(Struct, frozen=True):
    """Part of a unit's fire; ``guns`` are kinds (none: every gun not given to another share)."""

    target: UnitId
    cover: Cover = "open"
    guns: tuple[str, ...] = ()


class Shoot(Struct, frozen=True):
    unit: UnitId
    fire: tuple[Share, ...]


def shoot(match: Match, side: SideId | None, params: Shoot) -> Asking[None]:
    """Declare everything, then resolve share after share (DZ-SHOOT-03)."""
    assert side is not None
    match.record(MarkerSet(subjects=(params.unit,), marker=markers.FIRED, until="phase"))
    yield from ()
    return then(shares, match, side, params.unit, params.fire)


def shares(match: Match, side: SideId, unit: UnitId, left: tuple[Share, ...]) -> Asking[None]:
    if not left:
        return None
    first, *rest = left
    for pool in pools(match, unit, first):
        yield from do(attack, side, unit, first.target, pool)
    return then(shares, match, side, unit, tuple(rest))


def pools(match: Match, unit: UnitId, share: Share) -> tuple[Pool, ...]:
    """The dice of a share, a pool for each number needed and grade."""
    dice: dict[tuple[int, str], int] = {}
    for figure in match.figures(unit):
        quality = markers.profile(match, figure).quality
        need = tables.HIT[quality][share.cover]
        if markers.is_panicked(match, unit):
            need = tables.PANICKED_NEED
        for gun in markers.working_guns(match, figure):
            if not share.guns or gun.kind in share.guns:
                key = (need, gun.grade)
                dice[key] = dice.get(key, 0) + tables.SHOTS[gun.kind]
    return tuple(Pool(n, need, grade) for (need, grade), n in dice.items())  # type: ignore[arg-type]


def objections(match: Match, _: SideId | None, params: Shoot) -> Iterable[Objection]:
    """DZ-SHOOT-02 and the order of the phase."""
    if match.has(params.unit, markers.FIRED):
        yield Objection("has-fired", "DZ-SHOOT-01", "this unit has already fired")
    if markers.is_engaged(match, params.unit):
        yield Objection("engaged", "DZ-SHOOT-02", "a unit in melee does not shoot")


def candidates(match: Match) -> Iterable[tuple[SideId | None, Shoot]]:
    """Each unit that may fire, at each enemy unit, in the open."""
    for side in match.sides:
        for unit in match.units(side):
            for target in match.units(match.other(side)):
                yield side, Shoot(unit, (Share(target),))


SHOOT = Action(
    id="shoot",
    word="shoots",
    params=Shoot,
    stage=shoot,
    phases=("shoot",),
    objections=objections,
    candidates=candidates,
)
