"""Snap shots: fire at a unit while it moves (XF-SNAP, XF-SPEC-03, XF-VEH-26)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from tracker.procedures.declared.forms import Divided, Form
from tracker.procedures.pieces.people import one_unit
from tracker.procedures.requests import Asking, Interrupt, ask, then
from tracker.procedures.ruleset import Action, Objection
from tracker.procedures.view import Match
from tracker.rulesets.xenocide.attacks import aiming, weapons
from tracker.rulesets.xenocide.attacks.aiming import Share
from tracker.rulesets.xenocide.attacks.attack import declared, resolve, spent
from tracker.rulesets.xenocide.attacks.volley import TO_HIT
from tracker.rulesets.xenocide.data import markers, vehicles
from tracker.vocabulary.names import SideId, UnitId

ID: Final = "snap"


class Snap(Struct, frozen=True, omit_defaults=True):
    """A shot at a unit that moves; range and cover at the point of its path that was declared."""

    unit: UnitId
    fire: tuple[Share, ...]


def may_snap(match: Match, unit: UnitId) -> bool:
    """XF-ORD-04, XF-SNAP-04, XF-G92: on Opportunity Fire, or a slow vehicle, with fire left."""
    if match.has(unit, markers.FIRED) or not match.exists(unit):
        return False
    if not weapons.has_one(match, unit, snap=True):
        return False
    if markers.is_vehicle(match, unit):
        idle = match.has(unit, markers.BRAKED) or match.has(unit, markers.DISABLED)
        slow = markers.speed(match, unit) <= vehicles.FASTEST_FIRING
        return slow and not idle and bool(match.option("vehicle_snap_shots"))
    return markers.order(match, unit) == markers.OPPORTUNITY


def watching(match: Match, side: SideId) -> tuple[UnitId, ...]:
    """Enemies of a side that may fire at what it moves, and its own units in the air (XF-G44)."""
    own = [unit for unit in match.units(side) if may_snap(match, unit) and _moves(match, unit)]
    others = [
        unit for unit in match.units() if match.side_of(unit) != side and may_snap(match, unit)
    ]
    return (*others, *own)


def _moves(match: Match, unit: UnitId) -> bool:
    """XF-G44: whether a unit of the moving side may snap-shoot."""
    match match.option("mover_snap_shots"):
        case "none":
            return False
        case "all":
            return True
        case _:
            figures = match.figures(unit)
            packs = (markers.profile(match, figure).packs for figure in figures)
            return match.has(unit, markers.AIRBORNE) and any("grav" in each for each in packs)


def window(match: Match, unit: UnitId) -> Asking[None]:
    """XF-SNAP-02: a unit has made its move; one snap shot at it after another, while it stands."""
    came = match.exists(unit)
    while came and match.exists(unit):
        side = match.side_of(unit)
        by = tuple(one for one in watching(match, side) if match.side_of(one) != side)
        came = yield from ask(
            Interrupt(
                what="snap shot",
                by=by,
                actions=(ID,),
                side=next((match.side_of(one) for one in by), None),
                target=unit,
                rule="XF-SNAP-01",
            )
        )


def snap(match: Match, _: SideId | None, params: Snap) -> Asking[None]:
    """XF-SNAP-02, XF-SNAP-03: at -1, at once, and without suppression."""
    yield from ()
    attacks = declared(match, params.unit, params.fire, snap=True)
    match.record(markers.FIRED.set(params.unit))
    spent(match, params.unit, attacks)
    return then(resolve, match, attacks, False)


# --------------------------------------------------------------------------- what may be done


def objections(match: Match, _: SideId | None, params: Snap) -> Iterator[Objection]:
    unit, who = params.unit, match.tag(params.unit)
    if match.phase != "movement":
        yield Objection("no-enemy-moves", "XF-SNAP-01", "a snap shot comes while an enemy moves")
    if match.has(unit, markers.FIRED):
        yield Objection("has-fired", "XF-SNAP-04", f"{who} has fired this turn")
    elif not may_snap(match, unit):
        yield Objection("not-watching", "XF-SNAP-01", f"{who} is not on opportunity fire")
    elif unit not in watching(match, match.clock.side or match.side_of(unit)):
        yield Objection("moves-itself", "XF-SNAP-01", f"{who} is of the side that moves")
    for share in params.fire:
        yield from aiming.objections(match, unit, share, snap=True)


def candidates(match: Match) -> Iterator[tuple[SideId | None, Snap]]:
    """Those who watch, at whatever has moved."""
    side = match.clock.side
    if match.phase != "movement" or side is None:
        return
    moved = [unit for unit in match.units(side) if match.has(unit, markers.MOVED)]
    for unit in watching(match, side):
        if match.side_of(unit) != side:
            yield from ((match.side_of(unit), Snap(unit, (Share(target),))) for target in moved)


def may_come(match: Match) -> tuple[UnitId, ...]:
    """Those who may come in between what the side whose go it is does."""
    side = match.clock.side
    return () if side is None or match.phase != "movement" else watching(match, side)


SNAP: Final = Action(
    id=ID,
    word="snaps at",
    rolls=(TO_HIT,),
    params=Snap,
    stage=snap,
    phases=("movement",),
    objections=objections,
    candidates=candidates,
    form=Form(
        "snaps",
        one_unit(),
        divided=Divided(
            "fire",
            Share,
            one_unit("target", lacks="at whom? Name the unit that moves: b1 snaps r1 5in"),
            aiming.HOW,
            far="range",
            cover="cover",
        ),
    ),
    breaks_in=True,
)
