"""Who is who: the profiles of figures and units, and which units are vehicles."""

from __future__ import annotations

from tracker.procedures.view import Match
from tracker.rulesets.xenocide.data.tables import Profile, Vehicle
from tracker.vocabulary.names import FigureId, SideId, UnitId


def profile(match: Match, figure: FigureId) -> Profile:
    return match.profile(figure, Profile)


def members(match: Match, unit: UnitId) -> tuple[FigureId, ...]:
    """The figures of a unit on the table; those it had where none is left."""
    own = match.figures(unit)
    return own or tuple(
        figure
        for figure in match.all_figures(match.side_of(unit))
        if match.figure(figure).unit == unit
    )


def first(match: Match, unit: UnitId) -> Profile:
    """The profile of a unit's first figure: all there is to a vehicle."""
    found = members(match, unit)
    return profile(match, found[0]) if found else Profile()


def vehicle(match: Match, unit: UnitId) -> Vehicle | None:
    """The vehicle part of a unit's profile; None for infantry (XF-FORCE-14, XF-FORCE-17)."""
    return first(match, unit).vehicle


def is_vehicle(match: Match, unit: UnitId) -> bool:
    return vehicle(match, unit) is not None


def infantry(match: Match, side: SideId | None = None) -> tuple[UnitId, ...]:
    """Units of figures on the table, aboard or not."""
    return tuple(unit for unit in match.units(side) if not is_vehicle(match, unit))


def vehicles(match: Match, side: SideId | None = None) -> tuple[UnitId, ...]:
    return tuple(unit for unit in match.units(side) if is_vehicle(match, unit))


def enemies(match: Match, unit: UnitId) -> tuple[UnitId, ...]:
    """The units of every other side (XF-G98)."""
    own = match.side_of(unit)
    return tuple(other for other in match.units() if match.side_of(other) != own)


def morale(match: Match, unit: UnitId) -> int:
    """The highest living morale, which every test uses (XF-G09)."""
    return max((profile(match, figure).morale for figure in match.figures(unit)), default=0)


def rank_and_file(match: Match, unit: UnitId) -> Profile:
    """The profile most figures of a unit have, the first of equal ones (XF-G12)."""
    found = [profile(match, figure) for figure in members(match, unit)]
    return max(found, key=found.count, default=Profile())
