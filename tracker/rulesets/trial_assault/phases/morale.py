"""Step 5 of the assault: losers check morale (TA-MORALE)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from tracker.procedures.declared.forms import Form
from tracker.procedures.declared.rolls import RollKind
from tracker.procedures.pieces.people import one_unit
from tracker.procedures.pieces.tests import passes
from tracker.procedures.requests import Asking, sub
from tracker.procedures.ruleset import Action, Bar, Due
from tracker.procedures.view import Match
from tracker.rulesets.trial_assault.data import markers
from tracker.vocabulary.names import SideId, UnitId
from tracker.vocabulary.needs import Need

MORALE: Final = RollKind("morale", "morale", rule="TA-MORALE-04", stakes=markers.BROKE)


class MoraleCheck(Struct, frozen=True):
    unit: UnitId


def tests(match: Match, _: SideId | None, params: MoraleCheck) -> Asking[None]:
    """TA-MORALE-01 to 03."""
    unit = params.unit
    need = Need(max(one.ld for one in markers.profiles(match, unit)), less=True)
    roles = {"owner": (match.side_of(unit), unit, None)}
    held = yield from sub(roles, check, need)
    match.record(markers.LOST.cleared(unit))
    if not held:
        match.record(markers.BROKE.set(unit))


def check(need: Need) -> Asking[bool]:
    return (yield from passes(MORALE, need, role="owner"))


def bars(match: Match, unit: UnitId) -> Iterator[Bar]:
    if not match.has(unit, markers.LOST):
        yield Bar("not-lost", "TA-MORALE-01", "has lost no combat")


def ways(match: Match) -> Iterator[tuple[SideId | None, MoraleCheck]]:
    return ((match.side_of(unit), MoraleCheck(unit)) for unit in losers(match))


def losers(match: Match) -> tuple[UnitId, ...]:
    return tuple(unit for unit in match.units() if match.has(unit, markers.LOST))


def due(match: Match) -> tuple[Due, ...]:
    return tuple(
        Due("test", match.side_of(unit), unit, f"{match.unit(unit).name} has to test", True)
        for unit in losers(match)
    )


TEST: Final = Action(
    id="test",
    word="tests",
    params=MoraleCheck,
    stage=tests,
    phases=("fight",),
    bars=bars,
    candidates=ways,
    rolls=(MORALE,),
    form=Form("tests", one_unit("unit", "one unit tests in a part; put | between them")),
)
