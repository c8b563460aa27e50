"""Divides a unit's markers when the unit is split, according to the markers' declarations."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tracker.procedures.declared.marker_and_link_kinds import MarkerKind
from tracker.procedures.match_view import Match
from tracker.vocabulary.subject_ids import UnitId


def divide_unit_markers(
    match: Match,
    unit: UnitId,
    new_unit: UnitId,
    kinds: Iterable[MarkerKind],
    moves_to_new_unit: Callable[[MarkerKind], bool],
) -> None:
    """Divide a unit's markers when the unit is split.

    Markers that both parts keep are copied to the new unit with their duration. A marker that the
    larger part keeps is moved to the new unit if ``moves_to_new_unit`` returns true.
    """
    kinds = tuple(kind for kind in kinds if match.has(unit, kind))
    for kind in kinds:
        if kind.parts == "both":
            _copy_marker(match, unit, new_unit, kind)
    for kind in sorted(kind for kind in kinds if kind.parts == "larger"):
        if moves_to_new_unit(kind):
            _copy_marker(match, unit, new_unit, kind)
            match.record(kind.cleared(unit))


def _copy_marker(match: Match, unit: UnitId, part: UnitId, kind: MarkerKind) -> None:
    found = match.marker(unit, kind)
    if found is not None:
        match.record(kind.set(part, value=found.value, until=found.until))
