"""Questions about the figures near a point, and the units near another unit.

Players look at the table to answer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.line_subject_fields import format_unit
from tracker.procedures.pieces.random_draw import draw_option
from tracker.procedures.requests import (
    Asking,
    Option,
    Pick,
    Share,
    Tally,
    ask,
    ask_owner,
    call_pure_stage,
)
from tracker.vocabulary.subject_ids import SideId, Subject, UnitId

ListKinds = Callable[[Match, UnitId], Sequence[tuple[str, str, int]]]
"""A function that lists a unit's kinds of figures that can be hit, as (id, text, number)."""


class UnitHits(Struct, frozen=True):
    unit: UnitId
    hits: tuple[tuple[str, int], ...]


class NearbyFigureGroup(Struct, frozen=True):
    """A row of the question about nearby figures: at most ``most`` figures of one kind."""

    unit: UnitId
    kind: str
    text: str
    most: int

    @property
    def id(self) -> str:
        return f"{self.unit}={self.kind}"


def list_groups_possibly_in_reach(
    match: Match,
    central_unit: UnitId,
    central_kind: str | None,
    sides: Collection[SideId],
    list_kinds: ListKinds,
) -> tuple[NearbyFigureGroup, ...]:
    """List the groups of figures that can be hit.

    The groups of the central unit come first, then those of its side, then all others.
    ``central_kind`` is the kind of the figure in the centre, which has already been hit.
    """
    own = match.side_of(central_unit)
    units = sorted(
        (unit for side in match.sides if side in sides for unit in match.units(side)),
        key=lambda unit: (unit != central_unit, match.side_of(unit) != own),
    )
    found: list[NearbyFigureGroup] = []
    for unit in units:
        every = list_kinds(match, unit)
        name = match.unit(unit).name
        here = [
            NearbyFigureGroup(
                unit,
                kind,
                name if len(every) == 1 else f"{name}, {text}",
                size - (unit == central_unit and kind == central_kind),
            )
            for kind, text, size in every
        ]
        if unit == central_unit:
            here.sort(key=lambda reach: reach.kind != central_kind)
        found.extend(here)
    return tuple(reach for reach in found if reach.most)


def ask_nearby_hits(
    question: Tally,
    attacker: tuple[SideId, Subject],
    groups: tuple[NearbyFigureGroup, ...],
    earlier_hits: tuple[UnitHits, ...] = (),
) -> Asking[tuple[UnitHits, ...]]:
    """Ask which nearby figures are hit, and add these hits to ``earlier_hits``."""
    side, subject = attacker
    shares = tuple(Share(reach.id, reach.text, reach.most) for reach in groups)
    answer = yield from ask(
        replace(question, lead="in", side=side, subject=subject, shares=shares, spatial=True)
    )
    where = {reach.id: reach for reach in groups}
    for name, n in answer:
        earlier_hits = add_unit_hits(earlier_hits, where[name].unit, where[name].kind, n)
    return earlier_hits


def add_unit_hits(
    earlier_hits: tuple[UnitHits, ...], unit: UnitId, kind: str, count: int = 1
) -> tuple[UnitHits, ...]:
    """Add ``count`` hits on a unit to ``earlier_hits``. A unit without earlier hits comes last."""
    hits = {each.unit: dict(each.hits) for each in earlier_hits}
    here = hits.setdefault(unit, {})
    here[kind] = here.get(kind, 0) + count
    return tuple(UnitHits(unit, tuple(kinds.items())) for unit, kinds in hits.items())


def ask_which_units(
    match: Match, question: Tally, units: tuple[UnitId, ...], default_units: tuple[UnitId, ...] = ()
) -> Asking[tuple[UnitId, ...]]:
    """Ask which of these units meet a condition at the table.

    ``question`` describes the condition.
    """
    answer = yield from ask(
        replace(
            question,
            shares=tuple(Share(unit, format_unit(match, unit), 1) for unit in units),
            default=tuple((unit, 1) for unit in default_units),
            default_means="all of them" if default_units == units and default_units[1:] else "",
            spatial=True,
            whole=True,
        )
    )
    return tuple(UnitId(unit) for unit, _ in answer)


TIE: Final = "tie"


def ask_nearest_unit(
    match: Match,
    reference_unit: UnitId,
    candidates: tuple[UnitId, ...],
    question_id: str,
    rule: str,
) -> Asking[UnitId | None]:
    """Ask which of the ``candidates`` is nearest to a unit. Returns None for a tie."""
    options = [Option(unit, match.unit(unit).name) for unit in candidates]
    if len(candidates) > 1:
        options.append(Option(TIE, "several are equally near"))
    asked = Pick(
        id=question_id,
        what=f"nearest unit to {match.unit(reference_unit).name}",
        options=tuple(options),
        default=candidates[0],
        spatial=True,
        rule=rule,
    )
    found = yield from ask_owner(match, reference_unit, asked)
    return None if found == TIE else UnitId(found)


def ask_tied_units_and_draw_one(
    match: Match,
    reference_unit: UnitId,
    candidates: tuple[UnitId, ...],
    question_id: str,
    rule: str,
    kind: RollKind,
) -> Asking[UnitId]:
    """After a tie, ask which units are equally near, and draw one of them at random."""
    asked = Tally(
        id=question_id,
        what="equally near",
        shares=tuple(Share(unit, match.unit(unit).name, 1) for unit in candidates),
        default=tuple((unit, 1) for unit in candidates[:2]),
        spatial=True,
        rule=rule,
        whole=True,
    )
    answer = yield from ask_owner(match, reference_unit, asked)
    units = tuple(UnitId(unit) for unit, _ in answer) or candidates[:1]
    roles = {"anybody": (match.side_of(reference_unit), reference_unit, None)}
    names = tuple(match.unit(unit).name for unit in units)
    return units[(yield from call_pure_stage(roles, draw_option, kind, "nearest unit", names))]
