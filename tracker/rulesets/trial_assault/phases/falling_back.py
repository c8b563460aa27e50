"""Falling back from a combat (TA-FALL)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from tracker.procedures.declared.forms import Form
from tracker.procedures.declared.rolls import RollKind
from tracker.procedures.pieces.engagement import parting
from tracker.procedures.pieces.people import one_unit
from tracker.procedures.requests import Asking, Score, ask
from tracker.procedures.ruleset import Action, Bar, Due
from tracker.procedures.view import Match
from tracker.rulesets.trial_assault.combat import members
from tracker.rulesets.trial_assault.data import markers
from tracker.vocabulary.events import Moved
from tracker.vocabulary.names import SideId, UnitId

FALL_BACK: Final = RollKind("fall_back", "fall back", rule="TA-FALL-01")
INCH: Final = 100


class Flees(Struct, frozen=True):
    unit: UnitId


def flee(match: Match, _: SideId | None, params: Flees) -> Asking[None]:
    """TA-FALL-01: it leaves the fight, so many inches towards its base line."""
    unit = params.unit
    total = yield from ask(
        Score(kind=FALL_BACK, dice=(6, 6), side=match.side_of(unit), subject=unit)
    )
    match.record(markers.BROKE.cleared(unit), markers.FLEES.set(unit))
    match.record(*parting(match, markers.LOCKED, unit))
    members.clear(match, unit)
    match.record(Moved(unit=unit, length=total * INCH, how="fell back"))


def bars(match: Match, unit: UnitId) -> Iterator[Bar]:
    if not match.has(unit, markers.BROKE):
        yield Bar("not-broken", "TA-MORALE-03", "does not break off")


def breaking(match: Match) -> tuple[UnitId, ...]:
    return tuple(unit for unit in match.units() if match.has(unit, markers.BROKE))


def ways(match: Match) -> Iterator[tuple[SideId | None, Flees]]:
    return ((match.side_of(unit), Flees(unit)) for unit in breaking(match))


def due(match: Match) -> tuple[Due, ...]:
    return tuple(
        Due("flee", match.side_of(unit), unit, f"{match.unit(unit).name} falls back", True)
        for unit in breaking(match)
    )


FLEE: Final = Action(
    id="flee",
    word="falls back",
    params=Flees,
    stage=flee,
    phases=("fight",),
    bars=bars,
    candidates=ways,
    rolls=(FALL_BACK,),
    form=Form("flees", one_unit("unit", "one unit falls back in a part; put | between them")),
)
