"""Shooting in one's own activation: single shots, bursts, aimed shots (CZ-SHOOT)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from tracker.procedures.declared.forms import Form
from tracker.procedures.declared.keys import KeyVerb
from tracker.procedures.declared.slots import way
from tracker.procedures.requests import Asking, then
from tracker.procedures.ruleset import Action, Interruptible, Objection
from tracker.procedures.view import Match
from tracker.rulesets.combat_zone.attacks import aiming, burst, wounds
from tracker.rulesets.combat_zone.attacks.aiming import FIFTY, Share
from tracker.rulesets.combat_zone.data import markers, tables
from tracker.rulesets.combat_zone.data.tables import Cover, Gun
from tracker.rulesets.combat_zone.phases import points, slots
from tracker.rulesets.combat_zone.phases.people import one
from tracker.vocabulary.events import AnyFact, FiguresRemoved
from tracker.vocabulary.names import FigureId, SideId


class Shoot(Interruptible, frozen=True, omit_defaults=True):
    """One shot, or a burst where it is more; ``apart``: the targets of a burst, at most."""

    figure: FigureId
    fire: tuple[Share, ...]
    gun: Gun | None = None
    apart: int | None = None


class Aim(Interruptible, frozen=True, omit_defaults=True):
    """CZ-SHOOT-10: exactly one shot, aimed."""

    figure: FigureId
    share: Share
    gun: Gun | None = None


def shoot(match: Match, _: SideId | None, params: Shoot) -> Asking[None]:
    """CZ-SHOOT-01, CZ-SHOOT-02: points and shots are spent by declaring (CZ-G45)."""
    yield from ()
    gun = aiming.gun_of(match, params.figure, params.gun)
    dice = shots(match, params)
    points.spend(match, params.figure, cost(gun, sum(dice)))
    return then(declared, match, params.figure, gun, params.fire, dice)


def declared(
    match: Match,
    figure: FigureId,
    gun: Gun | None,
    fire: tuple[Share, ...],
    dice: tuple[int, ...],
    aimed: bool = False,
) -> Asking[None]:
    """The shots count, and then others may come in between."""
    yield from ()
    if gun is None:
        return None
    match.record(markers.firing(match, figure, gun, sum(dice)))
    targets = aiming.declared(fire, gun, dice)
    how = burst.Volley(figure, gun, aimed, sum(dice), _told(gun, sum(dice), aimed=aimed))
    return then(points.interruptible, match, figure, burst.to_hit, how, targets)


def _told(gun: Gun, dice: int, *, aimed: bool) -> str:
    """CZ-T4: what the shots cost."""
    spent = tables.AIMED_POINTS if aimed else cost(gun, dice)
    price = f"for {spent} point{'' if spent == 1 else 's'}"
    return burst.told(gun, dice, f"aimed {price}" if aimed else price)


def aim(match: Match, _: SideId | None, params: Aim) -> Asking[None]:
    """CZ-SHOOT-10: one shot for 5 points, whatever the weapon."""
    yield from ()
    gun = aiming.gun_of(match, params.figure, params.gun)
    points.spend(match, params.figure, tables.AIMED_POINTS)
    return then(declared, match, params.figure, gun, (params.share,), (1,), True)


def cost(gun: Gun | None, dice: int) -> int:
    """CZ-SHOOT-07, CZ-SHOOT-11: a shot, or a burst, of a small arm or a heavy weapon."""
    size = "heavy" if gun is not None and tables.WEAPONS[gun].heavy else "small"
    return tables.BURST_POINTS[size] if dice > 1 else tables.SHOT_POINTS[size]


def shots(match: Match, params: Shoot) -> tuple[int, ...]:
    """CZ-SHOOT-09: what is not told is the largest burst that shots and points allow."""
    gun = aiming.gun_of(match, params.figure, params.gun)
    if gun is None:
        return tuple(share.shots or 1 for share in params.fire)
    most = aiming.shots_left(match, params.figure, gun)
    if cost(gun, most) > points.left(match, params.figure):
        most = 1
    return aiming.dealt(params.fire, most)


# --------------------------------------------------------------------------- what may be done


def objections(match: Match, _: SideId | None, params: Shoot) -> Iterator[Objection]:
    """CZ-SHOOT-08, CZ-SHOOT-18, CZ-ACT-03, and targets nobody may fire at."""
    gun = aiming.gun_of(match, params.figure, params.gun)
    dice = sum(shots(match, params))
    yield from slots.objections(match, params.figure, cost(gun, dice))
    yield from aiming.objections(match, params.figure, gun, params.fire, dice)
    apart = params.apart or 0
    if apart > FIFTY and match.option("burst_targets") == "within_50cm":
        yield Objection("far-apart", "CZ-G25", "the targets of a burst are 50 cm apart at most")


def aim_objections(match: Match, _: SideId | None, params: Aim) -> Iterator[Objection]:
    gun = aiming.gun_of(match, params.figure, params.gun)
    yield from slots.objections(match, params.figure, tables.AIMED_POINTS)
    yield from aiming.objections(match, params.figure, gun, (params.share,), 1)
    if params.share.shots not in {None, 1}:
        yield Objection("aimed-burst", "CZ-SHOOT-10", "an aimed shot is one shot")


def candidates(match: Match) -> Iterator[tuple[SideId | None, Shoot]]:
    """Whoever has shots left at each enemy: a burst, of each gun, one shot, in cover, at two."""
    covers: tuple[Cover, ...] = ("soft", "hard")
    for side, figure, targets in _shooters(match):
        for target in targets:
            yield side, Shoot(figure, (Share(target),))
        for gun in _others(match, figure):
            yield from ((side, Shoot(figure, (Share(target),), gun)) for target in targets)
        for target in targets:
            yield side, Shoot(figure, (Share(target, 1, band="short"),))
            yield from ((side, Shoot(figure, (Share(target, cover=cover),))) for cover in covers)
        for target, other in pairwise(targets):
            yield side, Shoot(figure, (Share(target, 1), Share(other, 1)))


def aim_candidates(match: Match) -> Iterator[tuple[SideId | None, Aim]]:
    for side, figure, targets in _shooters(match):
        if points.left(match, figure) >= tables.AIMED_POINTS:
            yield from ((side, Aim(figure, Share(target))) for target in targets)


def _shooters(match: Match) -> Iterator[tuple[SideId, FigureId, tuple[FigureId, ...]]]:
    for side, figure in slots.able(match):
        gun = aiming.gun_of(match, figure, None)
        if gun is None or not aiming.shots_left(match, figure, gun):
            continue
        if not markers.is_engaged(match, figure):
            yield side, figure, targets_of(match, side)


def _others(match: Match, figure: FigureId) -> Iterator[Gun]:
    """The guns with shots left beside the one that is taken where none is told."""
    usual = aiming.gun_of(match, figure, None)
    for gun in aiming.guns(match, figure):
        if gun != usual and aiming.shots_left(match, figure, gun):
            yield gun


def targets_of(match: Match, side: SideId) -> tuple[FigureId, ...]:
    """The enemies that may be fired at."""
    engaged_too = bool(match.option("fire_into_combat"))
    return tuple(
        figure
        for enemy in markers.enemies(match, side)
        for figure in markers.figures(match, enemy)
        if engaged_too or not markers.is_engaged(match, figure)
    )


def outcome(match: Match, _: SideId | None, params: Shoot, losses: int) -> Iterable[AnyFact]:
    """So many of the targets out of action, their dice not seen."""
    return fallen(match, params.figure, tuple(share.target for share in params.fire), losses)


def aim_outcome(match: Match, _: SideId | None, params: Aim, losses: int) -> Iterable[AnyFact]:
    return fallen(match, params.figure, (params.share.target,), losses)


def fallen(
    match: Match, by: FigureId, targets: tuple[FigureId, ...], losses: int
) -> tuple[AnyFact, ...]:
    """The first so many of these are out of action; a machine is destroyed by a table ruling."""
    there = [f for f in dict.fromkeys(targets) if markers.on_table(match, f)][:losses]
    machines = tuple(figure for figure in there if markers.is_machine(match, figure))
    people = tuple(figure for figure in there if figure not in machines)
    found: list[AnyFact] = []
    if people:
        found.append(FiguresRemoved(figures=people, by=by))
    if machines:
        found.append(FiguresRemoved(figures=machines, how="destroyed", by=by))
    return tuple(found)


SHOOT: Final = Action(
    id="shoot",
    word="shoots",
    rolls=(burst.TO_HIT, wounds.WOUND),
    params=Shoot,
    stage=shoot,
    phases=("actions",),
    objections=objections,
    candidates=candidates,
    form=Form(
        "shoots",
        one("figure", aiming.ONE_SHOOTS),
        divided=aiming.SHARES,
        how=(aiming.GUN, way("apart", "cm", nought=True)),
        said=False,
        key=KeyVerb(">", whom="enemy", text="fires at"),
    ),
    outcome=outcome,
)
AIM: Final = Action(
    id="aim",
    word="aims",
    rolls=(burst.TO_HIT, wounds.WOUND),
    params=Aim,
    stage=aim,
    phases=("actions",),
    objections=aim_objections,
    candidates=aim_candidates,
    form=Form(
        "aims",
        one("figure", aiming.ONE_SHOOTS),
        divided=aiming.ONE_SHARE,
        how=(aiming.GUN,),
        key=KeyVerb("a", whom="enemy", text="aims at"),
    ),
    outcome=aim_outcome,
)
ACTIONS: Final = (SHOOT, AIM)
