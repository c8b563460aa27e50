"""Who is meant in a line where units act: by handle or name, ``all`` of the side that acts, or the
``rest`` of it that has something left to do.
"""

from __future__ import annotations

from tracker.procedures.declared.forms import Named
from tracker.procedures.declared.said import Said
from tracker.procedures.pieces.naming import unit_named, units_of
from tracker.procedures.view import Match, UnknownName
from tracker.scribe.syntax import Who
from tracker.vocabulary.names import UnitId, handle, tag

ONE = "one unit in a part; put | between them"


def one_unit(field: str = "unit", one: str = ONE, lacks: str = "") -> Named:
    """One unit that has figures left."""
    return Named(field, _units, one, lacks)


def units(field: str = "units", lacks: str = "") -> Named:
    """Units of one side that have figures left."""
    return Named(field, _units, "", lacks)


def units_left(field: str = "units") -> Named:
    """The same, where ``all`` are those who still have something to do."""
    return Named(field, _left)


def called(match: Match, unit: UnitId) -> str:
    """``R1 Alpha``."""
    name = match.unit(unit).name
    return tag(unit) if name in ("", handle(unit)) else f"{tag(unit)} {name}"


def _units(said: Said, who: Who, one: str = "") -> tuple[UnitId, ...]:
    match = said.match
    if who.scope == "named":
        if one and len(who.names) != 1:
            raise UnknownName(one)
        found = tuple(_on_table(match, name) for name in who.names)
        units_of(match, found, "these are of two sides")
        return found
    if one:
        raise UnknownName(one)
    side = match.clock.side
    if side is None:
        message = f"{who.scope} of which side? Name the units"
        raise UnknownName(message)
    own = match.units(side)
    if who.scope == "rest":
        own = tuple(unit for unit in own if said.cannot(match, unit) is None)
    if not own:
        message = f"{match.side_name(side)} has nobody left to name"
        raise UnknownName(message)
    return own


def _left(said: Said, who: Who, one: str = "") -> tuple[UnitId, ...]:
    return _units(said, Who(scope="rest") if who.scope == "all" else who, one)


def _on_table(match: Match, name: str) -> UnitId:
    """The unit of this name, which must have figures left."""
    unit = unit_named(match, name)
    if not match.exists(unit):
        mustered = f"{handle(unit)}."
        own = (f for f in match.all_figures() if handle(f).startswith(mustered))
        into = next((match.figure(f).unit for f in own if match.figure(f).gone is None), None)
        now = "has nobody left" if into is None else f"is part of {called(match, into)} now"
        message = f"{called(match, unit)} {now}"
        raise UnknownName(message)
    return unit
