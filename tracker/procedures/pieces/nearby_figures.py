"""Figures near a point. Players count each unit's figures, by kind, on the table."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from msgspec import Struct
from msgspec.structs import replace

from tracker.procedures.match_view import Match
from tracker.procedures.pieces.subject_fields import format_unit
from tracker.procedures.requests import Asking, Share, Tally, ask
from tracker.vocabulary.subject_ids import SideId, Subject, UnitId

ListKinds = Callable[[Match, UnitId], Sequence[tuple[str, str, int]]]
"""A function that lists the kinds of a unit's figures that can be hit: id, text and number."""


class UnitHits(Struct, frozen=True):
    """The hits on one unit, by kind of figure."""

    unit: UnitId
    hits: tuple[tuple[str, int], ...]


class NearbyGroup(Struct, frozen=True):
    """A row of the question about nearby figures: at most ``most`` figures of one kind."""

    unit: UnitId
    kind: str
    text: str
    most: int

    @property
    def id(self) -> str:
        return f"{self.unit}={self.kind}"


def list_nearby_groups(
    match: Match, first: UnitId, centre: str | None, sides: Collection[SideId], kinds: ListKinds
) -> tuple[NearbyGroup, ...]:
    """List the groups of figures that can be hit: first the central unit, then its own side.

    ``centre`` is the kind of the central figure, which is already hit.
    """
    own = match.side_of(first)
    units = sorted(
        (unit for side in match.sides if side in sides for unit in match.units(side)),
        key=lambda unit: (unit != first, match.side_of(unit) != own),
    )
    found: list[NearbyGroup] = []
    for unit in units:
        every = kinds(match, unit)
        name = match.unit(unit).name
        here = [
            NearbyGroup(
                unit,
                kind,
                name if len(every) == 1 else f"{name}, {text}",
                size - (unit == first and kind == centre),
            )
            for kind, text, size in every
        ]
        if unit == first:
            here.sort(key=lambda reach: reach.kind != centre)
        found.extend(here)
    return tuple(reach for reach in found if reach.most)


def ask_nearby_hits(
    asks: Tally,
    by: tuple[SideId, Subject],
    near: tuple[NearbyGroup, ...],
    found: tuple[UnitHits, ...] = (),
) -> Asking[tuple[UnitHits, ...]]:
    """Ask the question ``asks`` about nearby figures, and add them as hits to ``found``."""
    side, subject = by
    shares = tuple(Share(reach.id, reach.text, reach.most) for reach in near)
    answer = yield from ask(
        replace(asks, lead="in", side=side, subject=subject, shares=shares, spatial=True)
    )
    where = {reach.id: reach for reach in near}
    for name, n in answer:
        found = add_unit_hits(found, where[name].unit, where[name].kind, n)
    return found


def add_unit_hits(
    found: tuple[UnitHits, ...], unit: UnitId, kind: str, more: int = 1
) -> tuple[UnitHits, ...]:
    """Add ``more`` hits to those in ``found``. A new unit is added at the end."""
    hits = {each.unit: dict(each.hits) for each in found}
    here = hits.setdefault(unit, {})
    here[kind] = here.get(kind, 0) + more
    return tuple(UnitHits(unit, tuple(kinds.items())) for unit, kinds in hits.items())


def ask_which_units(
    match: Match, asks: Tally, units: tuple[UnitId, ...], usual: tuple[UnitId, ...] = ()
) -> Asking[tuple[UnitId, ...]]:
    """Ask the question ``asks``: which of these units meet a condition on the table."""
    answer = yield from ask(
        replace(
            asks,
            shares=tuple(Share(unit, format_unit(match, unit), 1) for unit in units),
            default=tuple((unit, 1) for unit in usual),
            default_means="all of them" if usual == units and usual[1:] else "",
            spatial=True,
        )
    )
    return tuple(UnitId(unit) for unit, _ in answer)
