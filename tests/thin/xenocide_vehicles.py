"""Vehicles for the small part of Xenocide: damage, passengers, a crew that bails out."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tracker.procedures.declared.marker_and_link_kinds import MarkerKind
from tracker.procedures.match_view import Match, choose_last
from tracker.procedures.requests import (
    Asking,
    Faces,
    ask,
    call_pure_stage,
    continue_with,
    roll_check,
)
from tracker.vocabulary.events import AnyFact, FiguresRemoved, UnitFormed, Unlinked
from tracker.vocabulary.roll_needs import Need
from tracker.vocabulary.subject_ids import SideId, UnitId

DAMAGE = MarkerKind("damage", "damage", shown="value")
DISABLED = MarkerKind("disabled", "disabled")
MARKERS = (DAMAGE, DISABLED)
ABOARD, CREW = "aboard", "crew"
D10, THRESHOLD, PASSENGER_SAVE = 10, 3, 1


class Strike(Struct, frozen=True):
    unit: UnitId
    vehicle: UnitId
    saves: int
    save: int


def unsaved(hits: int, save: int) -> Asking[int]:
    return hits - (
        yield from roll_check("save", hits, Need(save, less=True, die=D10), role="owner")
    )


def strike(match: Match, side: SideId | None, params: Strike) -> Asking[None]:
    """Roll a vehicle's saves. Each adds the margin by which it failed as damage (XF-T16)."""
    vehicle = params.vehicle
    owner = match.side_of(vehicle)
    dice = Faces(what="vehicle save", dice=(D10,) * params.saves, side=owner, subject=vehicle)
    faces = yield from ask(dice)
    more = sum(max(n - params.save, 0) for n in faces)
    if more:
        match.record(DAMAGE.make_increase_fact(match, vehicle, more))
    if DAMAGE.number(match, vehicle) >= 2 * THRESHOLD:
        return continue_with(wreck, match, vehicle)
    return None


def wreck(match: Match, vehicle: UnitId) -> Asking[None]:
    """Roll a save for everybody inside a wreck. Survivors stand beside it."""
    side = match.side_of(vehicle)
    inside = tuple(UnitId(unit) for unit, of in match.pairs(ABOARD) if of == vehicle)
    for unit in inside:
        failed = yield from call_pure_stage(
            {"owner": (side, unit, vehicle)}, unsaved, len(match.figures(unit)), PASSENGER_SAVE
        )
        if failed:
            match.record(FiguresRemoved(figures=choose_last(match.figures(unit), failed)))
        match.record(Unlinked(relation=ABOARD, a=unit, b=vehicle))
    crew = tuple(f for f in match.figures(vehicle) if match.figure(f).profile == CREW)
    failed = yield from call_pure_stage(
        {"owner": (side, vehicle, vehicle)}, unsaved, len(crew), PASSENGER_SAVE
    )
    out, dead = crew[: len(crew) - failed], choose_last(crew, failed)
    if out:
        unit = match.new_unit(side)
        match.record(UnitFormed(unit=unit, side=side, name="crew", figures=out, out_of=(vehicle,)))
    if dead:
        match.record(FiguresRemoved(figures=dead))
    match.record(FiguresRemoved(figures=match.figures(vehicle), how="destroyed"))


def consequences(match: Match) -> Iterator[AnyFact]:
    for unit in match.all_units():
        if DAMAGE.number(match, unit) >= THRESHOLD and not match.has(unit, DISABLED):
            yield DISABLED.set(unit)
