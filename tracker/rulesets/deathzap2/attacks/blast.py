"""Blasts: automatic hits on everybody near (DZ-SHOOT-11, DZ-DMG-06, DZ-G27)."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from tracker.procedures import requests
from tracker.procedures.declared.rolls import RollKind
from tracker.procedures.requests import Asking, Option, Pick, Tally, ask, do, then
from tracker.procedures.view import Match
from tracker.rulesets.deathzap2.attacks import targets
from tracker.rulesets.deathzap2.attacks.attack import Blow, Failed, blown
from tracker.rulesets.deathzap2.data import tables
from tracker.rulesets.deathzap2.data.options import scale
from tracker.rulesets.deathzap2.data.tables import Grade
from tracker.vocabulary.names import UnitId

RADIUS: Final = RollKind("explosion", "blast radius", rule="DZ-DMG-06")


class Owed(Struct, frozen=True):
    """Damage rolls that a vehicle or monster still has to suffer, or its explosion."""

    blow: Blow
    unit: UnitId
    rolls: int
    explodes: bool = False

    @property
    def from_blast(self) -> bool:
        return self.blow.cause in ("blast", "explosion")


class Caught(Struct, frozen=True):
    """Hits on one unit, by kind of figure."""

    unit: UnitId
    hits: Failed


class Reach(Struct, frozen=True):
    """One line of the question who is near: at most ``most`` figures of a kind."""

    unit: UnitId
    kind: str
    text: str
    most: int

    @property
    def id(self) -> str:
        return f"{self.unit}={self.kind}"


def destroyer(match: Match, blow: Blow, target: UnitId, grade: Grade) -> Asking[tuple[Owed, ...]]:
    """DZ-SHOOT-11: one Destroyer hit on the figure its owner picks and on all within 3 inches.

    Where the rest of the volley leaves nobody to pick, the blast is around one that it felled.
    """
    kinds = targets.kinds(match, target)
    centre: str | None = None
    struck: tuple[Caught, ...] = ()
    if kinds:
        centre = yield from ask(
            Pick(
                id="destroyer",
                what="the Destroyer hits",
                side=match.side_of(target),
                subject=target,
                options=tuple(Option(kind.id, kind.text) for kind in kinds),
                default=kinds[0].id,
                rule="DZ-SHOOT-07",
            )
        )
        struck = _with((), target, centre)
    sides = match.sides
    if not match.option("blast_friends"):
        sides = tuple(side for side in sides if side != blow.side)
    inches = tables.BLAST // tables.INCH * scale(match, "other")
    near = reaches(match, target, centre, sides)
    hits = yield from _near(
        "destroyer", blow, near, f"others within {inches} inches", "DZ-SHOOT-11", struck
    )
    from_blast = Blow(blow.side, blow.by, "blast")
    return then(strike, match, from_blast, grade, hits, ())


def explosion(match: Match, blow: Blow, wreck: UnitId) -> Asking[tuple[Owed, ...]]:
    """DZ-DMG-06: everybody within D6 inches takes a hit from a Basic weapon."""
    radius = yield from ask(
        requests.Score(
            kind=RADIUS,
            dice=(6,),
            side=blow.side,
            subject=blow.by,
            target=wreck,
        )
    )
    inches = radius * scale(match, "other")
    near = reaches(match, wreck, None, match.sides)
    caught = yield from _near("explosion", blow, near, f"within {inches} inches", "DZ-DMG-06")
    return then(strike, match, Blow(blow.side, blow.by, "explosion"), "basic", caught, ())


def reaches(
    match: Match, first: UnitId, centre: str | None, sides: tuple[str, ...]
) -> tuple[Reach, ...]:
    """Every unit with figures that can be hit, the one in the middle first, then its side."""
    own = match.side_of(first)
    units = sorted(
        (unit for side in match.sides if side in sides for unit in match.units(side)),
        key=lambda unit: (unit != first, match.side_of(unit) != own),
    )
    found: list[Reach] = []
    for unit in units:
        kinds = targets.kinds(match, unit)
        name = match.unit(unit).name
        here = [
            Reach(
                unit,
                kind.id,
                name if len(kinds) == 1 else f"{name}, {kind.text}",
                kind.size - (unit == first and kind.id == centre),
            )
            for kind in kinds
        ]
        if unit == first:
            here.sort(key=lambda reach: reach.kind != centre)
        found.extend(here)
    return tuple(reach for reach in found if reach.most)


def _near(
    asks: str,
    blow: Blow,
    near: tuple[Reach, ...],
    what: str,
    rule: str,
    found: tuple[Caught, ...] = (),
) -> Asking[tuple[Caught, ...]]:
    """Who else is near, added to those ``found`` already; ``asks`` is the id of the question."""
    answer = yield from ask(
        Tally(
            id=asks,
            what=what,
            side=blow.side,
            subject=blow.by,
            shares=tuple(requests.Share(reach.id, reach.text, reach.most) for reach in near),
            spatial=True,
            rule=rule,
        )
    )
    where = {reach.id: reach for reach in near}
    for name, n in answer:
        found = _with(found, where[name].unit, where[name].kind, n)
    return found


def _with(caught: tuple[Caught, ...], unit: UnitId, kind: str, more: int = 1) -> tuple[Caught, ...]:
    """These hits and ``more``; a unit that was not among them comes last."""
    hits = {each.unit: dict(each.hits) for each in caught}
    here = hits.setdefault(unit, {})
    here[kind] = here.get(kind, 0) + more
    return tuple(Caught(unit, tuple(kinds.items())) for unit, kinds in hits.items())


def strike(
    match: Match, blow: Blow, grade: Grade, left: tuple[Caught, ...], owed: tuple[Owed, ...]
) -> Asking[tuple[Owed, ...]]:
    """Unit after unit; damage rolls wait until the whole blast is resolved."""
    if not left:
        return owed
    first, *rest = left
    struck = yield from do(blown, blow, first.unit, grade, first.hits)
    if struck.damage:
        owed = (*owed, Owed(blow, first.unit, struck.damage))
    return then(strike, match, blow, grade, tuple(rest), owed)
