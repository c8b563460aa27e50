"""Finds an adjustment's subject by name, even if the subject has left the table."""

from __future__ import annotations

from tracker.procedures.declared.markers import Carrier
from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.pieces.manual_adjustments.adjustable_property import GAME
from tracker.procedures.pieces.subject_lookup import (
    find_figure,
    find_side,
    find_subject_by_handle,
    find_unit,
    list_all_members,
)
from tracker.vocabulary.subject_ids import MATCH, FigureId, Subject, UnitId, format_handle


def find_subject(match: Match, name: str, carrier_kind: Carrier) -> Subject:
    """Find the ``carrier_kind`` (such as a unit) with this name. Raises ``UnknownName``."""
    match carrier_kind:
        case "figure":
            return _figure(match, name)
        case "unit":
            return _unit(match, name)
        case "side":
            return find_side(match, name)
    if name.lower() == GAME:
        return MATCH
    raise UnknownName(f"that belongs to the whole game, so type fix {GAME}")


def _figure(match: Match, name: str) -> FigureId:
    units = {format_handle(unit): unit for unit in match.all_units()}
    unit = find_subject_by_handle(match, name, units)
    if unit is not None:
        return _only(match, name, unit)
    try:
        return find_figure(match, name)
    except UnknownName as unknown:
        try:
            return _only(match, name, find_unit(match, name))
        except UnknownName:
            raise unknown from None


def _only(match: Match, name: str, unit: UnitId) -> FigureId:
    figures = match.figures(unit) or list_all_members(match, unit)
    if len(figures) == 1:
        return figures[0]
    raise UnknownName(f"{name} has several figures: name one, such as {match.handle(figures[0])}")


def _unit(match: Match, name: str) -> UnitId:
    try:
        return find_unit(match, name)
    except UnknownName as unknown:
        try:
            unit = match.figure(find_figure(match, name)).unit
        except UnknownName:
            raise unknown from None
        if len(list_all_members(match, unit)) > 1:
            raise
        return unit
