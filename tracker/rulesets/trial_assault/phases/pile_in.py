"""Step 6 of the assault, and where winners go: pile in, consolidation (TA-PILE, TA-CONS)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from tracker.procedures.declared.forms import Form, Named
from tracker.procedures.declared.keys import KeyVerb
from tracker.procedures.declared.said import Said
from tracker.procedures.declared.slots import length, named, several
from tracker.procedures.pieces.engagement import engage, parting
from tracker.procedures.pieces.naming import unit_named
from tracker.procedures.pieces.people import one_unit, units
from tracker.procedures.requests import Asking, do
from tracker.procedures.ruleset import Action, Bar, Due, Objection
from tracker.procedures.view import Match, UnknownName
from tracker.rulesets.trial_assault.combat import members
from tracker.rulesets.trial_assault.data import markers
from tracker.rulesets.trial_assault.data.tables import INCH
from tracker.rulesets.trial_assault.phases import breaking_off, falling_back, morale
from tracker.scribe.syntax import Who
from tracker.vocabulary.events import FiguresRemoved, Moved
from tracker.vocabulary.names import SideId, UnitId

PHASE: Final = "pile"
FIGHT, CHARGE = "fight", "charge"
FURTHEST: Final = 3 * INCH
NOBODY: Final = "nobody is in close combat who has still to pile in"


class Piles(Struct, frozen=True, omit_defaults=True):
    """Units pile in, all their models into contact; ``apart``: enemies they touch no more."""

    units: tuple[UnitId, ...]
    apart: tuple[UnitId, ...] = ()


class Consolidates(Struct, frozen=True, omit_defaults=True):
    """A victor moves up to 3 inches (``length``, hundredths), into these enemies or none, or into
    a vehicle of its own (``aboard``).
    """

    unit: UnitId
    targets: tuple[UnitId, ...] = ()
    length: int | None = None
    aboard: UnitId | None = None


def pile(match: Match, _: SideId | None, params: Piles) -> None:
    """TA-PILE-01, TA-G51, TA-G66: with their characters into contact with those they are locked
    with; who touches nobody any more is free.
    """
    every = dict.fromkeys(one for unit in params.units for one in markers.body(match, unit))
    for unit in every:
        if params.apart:
            match.record(*parting(match, markers.LOCKED, unit, params.apart))
        match.record(markers.PILED.set(unit))
    for unit in every:
        members.clear(match, unit)
        enemies = markers.locked_with(match, unit)
        if enemies:
            members.all_touch(match, unit, enemies)


def consolidate(match: Match, _: SideId | None, params: Consolidates) -> Asking[None]:
    """TA-CONS-01, TA-CONS-02, TA-G45: no charge; whom it touches it is locked with."""
    unit = params.unit
    match.record(markers.PILED.set(*markers.body(match, unit)))
    match.record(Moved(unit=unit, length=params.length, how="consolidated"))
    if params.aboard is not None:
        match.record(markers.AWAY.set(*markers.body(match, unit)))
    for target in params.targets:
        yield from do(touch, unit, target)


def touch(match: Match, unit: UnitId, target: UnitId) -> Asking[None]:
    """TA-PILE-01: who comes into close combat by it has still to pile in."""
    if match.has(target, markers.FLEES):
        if match.option("recontact") == "regroup_test":
            stands = yield from do(falling_back.regroups_on, target, morale.number(match, target))
            if not stands:
                match.record(FiguresRemoved(figures=match.figures(target), how="destroyed"))
                return
        else:
            match.record(markers.FLEES.cleared(target))
    both = (*markers.body(match, unit), *markers.body(match, target))
    fresh = tuple(one for one in both if not markers.is_locked(match, one))
    for one in markers.body(match, unit):
        engage(match, markers.LOCKED, one, markers.body(match, target))
    moved = tuple(one for one in fresh if match.has(one, markers.PILED))
    if moved:
        match.record(markers.PILED.cleared(*moved))


# --------------------------------------------------------------------------------- what may be done


def bars(match: Match, unit: UnitId) -> Iterator[Bar]:
    if not markers.is_locked(match, unit):
        yield Bar("not-locked", "TA-PILE-01", "is not in close combat")
    elif match.has(unit, markers.PILED):
        yield Bar("has-piled", "TA-G18", "has piled in")


def objections(match: Match, _: SideId | None, params: Piles) -> Iterator[Objection]:
    early = match.phase == FIGHT and match.option("pile_in_timing") == "before_break_off"
    if match.phase != PHASE and not early:
        yield Objection("not-pile-in", "TA-G18", "units pile in when all combats are fought")
    for unit in params.units:
        for bar in bars(match, unit):
            yield bar.objection(match.tag(unit))


def left(match: Match) -> tuple[UnitId, ...]:
    """TA-PILE-03: who has still to pile in, the side on turn first."""
    active = match.clock.side
    every = sorted(match.units(), key=lambda unit: match.side_of(unit) != active)
    return tuple(unit for unit in every if not any(bars(match, unit)))


def ways(match: Match) -> Iterator[tuple[SideId | None, Piles]]:
    """Everybody at once, or one after the other."""
    every = left(match) if match.phase == PHASE else ()
    if len(every) > 1:
        yield match.side_of(every[0]), Piles(every)
    yield from ((match.side_of(unit), Piles((unit,))) for unit in every)


def due(match: Match) -> tuple[Due, ...]:
    if match.phase != PHASE:
        return ()
    return tuple(
        Due("pile", match.side_of(unit), unit, f"{match.unit(unit).name} piles in", True)
        for unit in left(match)
    )


def _piling(said: Said, who: Who, _: str) -> tuple[UnitId, ...]:
    """Those named; ``all`` are those of both sides who have still to pile in (TA-PILE-03)."""
    if who.scope == "named":
        return tuple(unit_named(said.match, name) for name in who.names)
    found = left(said.match)
    if not found:
        raise UnknownName(NOBODY)
    return found


def consolidation_bars(match: Match, unit: UnitId) -> Iterator[Bar]:
    if not match.has(unit, markers.WON):
        yield Bar("has-not-won", "TA-CONS-01", "has won no combat")
    elif markers.is_locked(match, unit):
        yield Bar("locked", "TA-MULTI-03", "is still in close combat")
    elif match.has(unit, markers.PILED):
        yield Bar("has-moved", "TA-CONS-01", "has moved")
    elif markers.host(match, unit) != unit:
        yield Bar("joined", "TA-G51", "consolidates with its unit")


def consolidation_objections(
    match: Match, _: SideId | None, params: Consolidates
) -> Iterator[Objection]:
    for unit in morale.testing(match):
        text = f"{match.tag(unit)} tests before anybody consolidates"
        yield Objection("test-first", "TA-RES-05", text)
    for unit in breaking_off.breaking(match):
        text = f"{match.tag(unit)} falls back before anybody consolidates"
        yield Objection("fall-back-first", "TA-RES-05", text)
    if params.aboard is not None and not opens(match, params.aboard):
        text = f"{match.tag(params.aboard)} is not open-topped"
        yield Objection("closed", "TA-CONS-03", text)
    if params.length is not None and params.length > FURTHEST:
        text = f"{match.tag(params.unit)} consolidates 3 inches at most"
        yield Objection("too-far", "TA-CONS-01", text)


def opens(match: Match, unit: UnitId) -> bool:
    """TA-CONS-03: whether it can be boarded so: an open-topped vehicle."""
    every = (one.vehicle for one in markers.profiles(match, unit))
    return any(one is not None and one.open_topped for one in every)


def consolidation_ways(match: Match) -> Iterator[tuple[SideId | None, Consolidates]]:
    waits = morale.testing(match) or breaking_off.breaking(match)
    for unit in match.units() if not waits else ():
        if not any(consolidation_bars(match, unit)):
            yield match.side_of(unit), Consolidates(unit)
            for enemy in markers.enemies(match, unit)[:1]:
                yield match.side_of(unit), Consolidates(unit, (enemy,))


PILE: Final = Action(
    id="pile",
    word="piles in",
    ahead="to pile in",
    params=Piles,
    stage=pile,
    bars=bars,
    objections=objections,
    expected="piles in",
    must=True,
    candidates=ways,
    form=Form(
        "piles",
        Named("units", _piling),
        how=(several("apart", unit_named),),
        key=KeyVerb("p", text="piles in"),
    ),
)
CONSOLIDATE: Final = Action(
    id="consolidate",
    word="consolidates",
    ahead="to consolidate",
    params=Consolidates,
    stage=consolidate,
    phases=(FIGHT, CHARGE),
    bars=consolidation_bars,
    objections=consolidation_objections,
    expected="may consolidate",
    candidates=consolidation_ways,
    form=Form(
        "consolidates",
        one_unit("unit", "one unit consolidates in a part; put | between them"),
        units("targets"),
        how=(length("length", "in"), named("aboard", "aboard", unit_named)),
        key=KeyVerb("o", whom="enemy", text="consolidates", amount="in", alone=True),
    ),
)
