"""What was held comes true for all who need not wait any longer (XF-SHOOT-02, XF-DMG-05)."""

from __future__ import annotations

from tracker.procedures.pieces.waiting import come_off
from tracker.procedures.requests import Asking, do, then
from tracker.procedures.view import Match
from tracker.rulesets.xenocide.attacks import wrecks
from tracker.rulesets.xenocide.attacks.held import held, waits
from tracker.rulesets.xenocide.data import markers
from tracker.vocabulary.events import RemovedHow, Wounded
from tracker.vocabulary.names import FigureId, UnitId


def apply(match: Match, everything: bool = False) -> Asking[None]:
    """What is held of everybody who does not wait comes true, unit after unit."""
    holding = (
        unit
        for unit in match.units()
        if held(match, unit) and (everything or not waits(match, unit))
    )
    unit = next(holding, None)
    if unit is None:
        return None
    yield from do(come_true, unit)
    return then(apply, match, everything)


def come_true(match: Match, unit: UnitId) -> Asking[None]:
    """XF-DMG-05: the fallen come off, wounds are carried, markers and damage are there."""
    figures = match.figures(unit)
    come_off(match, markers.FALLS, _how, figures)
    for figure in figures:
        if match.has(figure, markers.HELD_WOUNDS):
            total = match.figure(figure).wounds + markers.HELD_WOUNDS.number(match, figure)
            match.record(markers.HELD_WOUNDS.cleared(figure))
            if match.figure(figure).gone is None:
                match.record(Wounded(subjects=(figure,), wounds=total))
    if match.has(unit, markers.HELD_MARKERS):
        suppressed = markers.HELD_MARKERS.number(match, unit)
        match.record(markers.HELD_MARKERS.cleared(unit))
        if suppressed and match.exists(unit):
            match.record(markers.SUPPRESSED.more(match, unit, suppressed))
    damaged = match.marker(unit, markers.HELD_DAMAGE)
    if damaged is not None:
        match.record(markers.HELD_DAMAGE.cleared(unit))
        if match.exists(unit):
            yield from do(wrecks.damaged, unit, int(damaged.value), damaged.by)


def _how(match: Match, figure: FigureId) -> RemovedHow:
    said = match.mark(figure, markers.FALLS)
    return "killed" if said is None or said is True else said  # type: ignore[return-value]
