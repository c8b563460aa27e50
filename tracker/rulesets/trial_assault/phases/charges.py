"""Steps 1 and 2 of the assault: charges declared and moved (TA-CHG)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from tracker.procedures.declared.forms import Form
from tracker.procedures.declared.keys import KeyVerb
from tracker.procedures.pieces.acting import each
from tracker.procedures.pieces.engagement import engage
from tracker.procedures.pieces.people import one_unit, units
from tracker.procedures.ruleset import Action, Bar
from tracker.procedures.view import Match
from tracker.rulesets.trial_assault.data import markers
from tracker.vocabulary.names import SideId, UnitId

PHASE: Final = "charge"


class ChargeAt(Struct, frozen=True, omit_defaults=True):
    """A charge of a unit at enemies, the first of them its primary target."""

    unit: UnitId
    targets: tuple[UnitId, ...]


def charge(match: Match, _: SideId | None, params: ChargeAt) -> None:
    """TA-CHG-14: contact locks the units; a unit and the characters in it charge together."""
    for unit in markers.body(match, params.unit):
        match.record(markers.TRIED.set(unit))
        for target in params.targets:
            match.record(markers.CHARGES.between(unit, target))
            engage(match, markers.LOCKED, unit, markers.body(match, target))


def bars(match: Match, unit: UnitId) -> Iterator[Bar]:
    if markers.is_locked(match, unit):
        yield Bar("locked", "TA-CHG-01", "is in close combat")
    if match.has(unit, markers.FLEES):
        yield Bar("flees", "TA-CHG-01", "is falling back")
    if match.has(unit, markers.TRIED):
        yield Bar("has-charged", "TA-CHG-15", "has declared a charge")


def ways(match: Match, unit: UnitId) -> Iterator[ChargeAt]:
    yield from (ChargeAt(unit, (enemy,)) for enemy in markers.enemies(match, unit))


CHARGE: Final = Action(
    id="charge",
    word="charges",
    params=ChargeAt,
    stage=charge,
    phases=(PHASE,),
    bars=bars,
    candidates=each(PHASE, bars, ways),
    form=Form(
        "charges",
        one_unit("unit", "one unit charges in a part; put | between them"),
        units("targets", "charges whom? Name the enemy: r1 charges b1"),
        key=KeyVerb("c", whom="enemy", text="charges"),
    ),
)
