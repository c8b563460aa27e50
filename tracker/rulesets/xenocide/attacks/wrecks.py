"""Damage on vehicles: markers, disabled, destroyed (XF-T16, XF-VEH-12 to XF-VEH-16)."""

from __future__ import annotations

from tracker.procedures.requests import Asking
from tracker.procedures.view import Match
from tracker.rulesets.xenocide.data import markers, vehicles
from tracker.vocabulary.events import FiguresRemoved
from tracker.vocabulary.names import UnitId


def damaged(match: Match, unit: UnitId, more: int) -> Asking[None]:
    """So many markers more on a vehicle, and what they make of it at once."""
    yield from ()
    vehicle = markers.vehicle(match, unit)
    assert vehicle is not None
    match.record(markers.DAMAGE.more(match, unit, more))
    if vehicles.damage_state(markers.DAMAGE.number(match, unit), vehicle.threshold) == "destroyed":
        match.record(FiguresRemoved(figures=match.figures(unit), how="destroyed"))


def crash(match: Match, unit: UnitId) -> Asking[None]:
    """XF-VEH-05, XF-G82: a flyer that comes down is destroyed."""
    yield from ()
    match.record(FiguresRemoved(figures=match.figures(unit), how="destroyed"))
