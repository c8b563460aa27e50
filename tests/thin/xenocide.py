"""A small part of Xenocide: a d10 that must roll low, suppression, held fire (XF-SHOOT-02)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from tests.thin import xenocide_vehicles as vehicles
from tests.thin.xenocide_vehicles import D10, unsaved
from tracker.procedures.declared.marker_and_link_kinds import MarkerKind
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.match_view import Match, group_equal_figures
from tracker.procedures.pieces.casualties import choose_fallen_figures, make_wound_facts
from tracker.procedures.pieces.needed_numbers import Limits, compute_need
from tracker.procedures.requests import (
    Asking,
    Roll,
    Score,
    ask,
    call_pure_stage,
    call_stage,
    continue_with,
    continue_with_pure,
    roll_check,
)
from tracker.procedures.ruleset import Action, Ruleset
from tracker.vocabulary.dice_bands import Band, Modifier
from tracker.vocabulary.events import AnyFact, PhaseBegan
from tracker.vocabulary.roll_needs import Need
from tracker.vocabulary.subject_ids import SideId, UnitId

FIRED = MarkerKind("fired", "fired", until="phase")
SUPPRESSED = MarkerKind("suppressed", "suppression", "S", shown="value")
HELD = MarkerKind("held", "held wounds", shown="value")
HELD_MARKERS = MarkerKind("held-markers", "held suppression", shown="value")
BROKEN = MarkerKind("broken", "BROKEN", nerve=True)
HIT = RollKind("hits_of", "to hit", "hit", "hits", rule="XF-SHOOT-05")

Cover = Literal["open", "light", "heavy"]
COVER: dict[Cover, int] = {"open": 0, "light": 1, "heavy": 2}
LIMITS = Limits(0, 9, "never below 0", "a 10 always misses", "XF-SHOOT-07")
TEN = Band("natural ten", 10, 10, told=True)
ONES = (Band("one", 1, 1),)


class Profile(Struct, frozen=True):
    skill: int = 3
    armour: int = 4
    morale: int = 5
    wounds: int = 1


class Fire(Struct, frozen=True):
    """Fire at a target. ``past`` are friends in between, ``area`` the weapon's number of d3."""

    unit: UnitId
    target: UnitId
    power: int = 1
    cover: Cover = "open"
    past: UnitId | None = None
    area: int = 0


class EndPhase(Struct, frozen=True):
    pass


def profile(match: Match, unit: UnitId) -> Profile:
    return match.profile(match.figures(unit)[0], Profile)


def to_hit(match: Match, params: Fire) -> Need:
    """XF-T8: compute the number to hit. Area weapons have partial hits (XF-AOE-02)."""
    markers = SUPPRESSED.number(match, params.unit)
    parts = [Modifier("Missile skill", profile(match, params.unit).skill, "XF-SHOOT-05")]
    if params.cover != "open":
        parts.append(Modifier(f"{params.cover} cover", -COVER[params.cover], "XF-T8"))
    if markers:
        parts.append(Modifier("suppression", -markers, "XF-SUPP-09"))
    found = compute_need(*parts, limits=LIMITS, less=True, die=D10, hit="hit", miss="miss")
    n = found.number
    partial = (Band("partial hit", n + 1, min(n + 2, 9), told=True),) if params.area else ()
    return replace(found, special=(*partial, TEN) if n else ONES)


def threshold(match: Match, target: UnitId, cover: Cover) -> int:
    """XF-T6, XF-T7: return how many attacks cause one marker."""
    wounds = len(match.figures(target)) * profile(match, target).wounds
    return max(profile(match, target).morale - 1, 1) + COVER[cover] + (wounds >= 10)


def fire(match: Match, side: SideId | None, params: Fire) -> Asking[None]:
    """Add markers, then roll. Wounds held on the firer apply once it has fired."""
    assert side is not None
    unit, target, figures = params.unit, params.target, len(match.figures(params.unit))
    match.record(FIRED.set(unit))
    attacks = figures * (params.area or 1) - SUPPRESSED.number(match, unit)
    markers = max(attacks, 0) // threshold(match, target, params.cover)
    needed, save = to_hit(match, params), profile(match, target).armour - params.power
    firer = {"firer": (side, unit, target)}
    hits, friends = yield from call_pure_stage(firer, hits_of, figures, needed, params.area)
    owner = {"owner": (match.side_of(target), target, unit)}
    failed = yield from call_pure_stage(owner, unsaved, min(hits, len(match.figures(target))), save)
    suffer(match, target, failed, markers)
    if params.past and friends:
        failed = yield from call_pure_stage(
            {"owner": (side, params.past, unit)}, unsaved, friends, save
        )
        suffer(match, params.past, failed, 0)
    return continue_with(release, match, (target, params.past or target, unit))


def hits_of(dice: int, needed: Need, area: int) -> Asking[tuple[int, int]]:
    """Return the hits, and the natural tens that hit friends. For a need of 0 see XF-SHOOT-08."""
    roll = Roll(kind=HIT, count=dice, needs=needed, role="firer")
    counts = yield from ask(roll)
    fell = dict(zip((band.name for band in roll.bands), counts, strict=True))
    if needed.special == ONES:
        again = Need(5, less=True, die=D10)
        return (yield from roll_check("to hit, ones again", fell["one"], again, role="firer")), 0
    if not area:
        return fell.get("hit", 0), fell["natural ten"]
    partial = fell.get("partial hit", 0) * area
    return continue_with_pure(struck, fell.get("hit", 0), area, partial, fell["natural ten"])


def struck(left: int, area: int, hits: int, tens: int) -> Asking[tuple[int, int]]:
    """Roll the d3 of each hit. Partial hits strike one figure for each d3."""
    if not left:
        return hits, tens
    total = yield from ask(Score(what="struck", dice=(3,) * area, role="firer"))
    return continue_with_pure(struck, left - 1, area, hits + total, tens)


def suffer(match: Match, unit: UnitId, wounds: int, markers: int) -> None:
    """Hold wounds and markers on a unit until it has fired."""
    match.record(*(HELD.make_increase_fact(match, unit, wounds),) * bool(wounds))
    match.record(*(HELD_MARKERS.make_increase_fact(match, unit, markers),) * bool(markers))


def release(match: Match, units: tuple[UnitId, ...]) -> Asking[None]:
    """Apply what is held on units that have fired. Their owner chooses among different figures."""
    for unit in units:
        if match.has(unit, FIRED) and (markers := HELD_MARKERS.number(match, unit)):
            match.record(
                HELD_MARKERS.cleared(unit), SUPPRESSED.make_increase_fact(match, unit, markers)
            )
    waiting = [u for u in units if match.has(u, FIRED) and HELD.number(match, u)]
    if waiting:
        yield from call_stage(fall, waiting[0])
        return continue_with(release, match, units)
    return None


def fall(match: Match, unit: UnitId) -> Asking[None]:
    """XF-DMG-02: apply held wounds to a unit. Its owner chooses among different figures."""
    figures, wounds = match.figures(unit), HELD.number(match, unit)
    match.record(HELD.cleared(unit))
    groups = group_equal_figures(figures, lambda f: match.figure(f).profile)
    if len(groups) > 1:
        falling = min(wounds, len(figures))
        figures = yield from choose_fallen_figures(match, unit, groups, falling, question_id="fall")
        wounds = len(figures)
    match.record(*make_wound_facts(match, figures, wounds, profile(match, unit).wounds))


def end_phase(match: Match, _: SideId | None, __: EndPhase) -> Asking[None]:
    """End the phase. Everything that is still held takes effect."""
    holding = tuple(u for u in match.units() if match.has(u, HELD) or match.has(u, HELD_MARKERS))
    if holding:
        match.record(FIRED.set(*holding))
    yield from call_stage(release, holding)
    match.record(PhaseBegan(phase="movement"))


def consequences(match: Match) -> Iterator[AnyFact]:
    """Clear what destroyed units hold. XF-SUPP-08: break units with 4 markers, or one per wound."""
    for unit in match.all_units():
        for marker in (HELD, HELD_MARKERS):
            if not match.exists(unit) and match.has(unit, marker):
                yield marker.cleared(unit)
        left = sum(
            match.profile(f, Profile).wounds - match.figure(f).wounds for f in match.figures(unit)
        )
        if left and SUPPRESSED.number(match, unit) >= min(4, left) and not match.has(unit, BROKEN):
            yield BROKEN.set(unit)
    yield from vehicles.consequences(match)


RULESET = Ruleset(
    id="thin-xenocide",
    version="1",
    title="Xenocide, a thin path",
    die=D10,
    markers=(FIRED, SUPPRESSED, HELD, HELD_MARKERS, BROKEN, *vehicles.MARKERS),
    rolls=(HIT,),
    actions={
        action.id: action
        for action in (
            Action("fire", "fires", Fire, fire),
            Action("strike", "strikes", vehicles.Strike, vehicles.strike),
            Action("end", "ends the phase", EndPhase, end_phase),
        )
    },
    consequences=consequences,
)
