"""Who is meant in a line: figures and units by handle or name, ``all`` and ``rest``."""

from __future__ import annotations

from typing import Final

from tracker.procedures.pieces.naming import figure_named, unit_named
from tracker.procedures.view import Match, UnknownName
from tracker.rulesets.combat_zone.data import markers
from tracker.rulesets.combat_zone.phases import slots
from tracker.scribe.line import Deed, Who
from tracker.vocabulary.names import FigureId, SideId, UnitId, handle

NOBODY_ACTS: Final = "of which group? Nobody is being activated; name the figures"


def one(match: Match, who: Who, otherwise: str) -> FigureId:
    """The only figure named."""
    found = many(match, who)
    if len(found) != 1:
        raise UnknownName(otherwise)
    return found[0]


def many(match: Match, who: Who, *, finished: bool = False) -> tuple[FigureId, ...]:
    """The figures named, a group or Hero for everybody in it; ``all`` or the ``rest`` who act.

    ``finished``: those too whose go is over with points left.
    """
    if who.scope == "named":
        found = tuple(figure for name in who.names for figure in _called(match, name))
        return _of_one_side(match, tuple(dict.fromkeys(found)))
    acting = slots.active_figures(match)
    if not acting:
        message = f"{who.scope} {NOBODY_ACTS}"
        raise UnknownName(message)
    left = tuple(
        figure
        for figure in acting
        if slots.cannot(match, figure) is None
        or (finished and slots.has_finished(match, figure) and not slots.is_spent(match, figure))
    )
    if not left:
        message = "nobody of this group has anything left to do"
        raise UnknownName(message)
    return left


def named(match: Match, text: str) -> tuple[FigureId, ...]:
    """The figures in ``r13,r14`` as a setting says them."""
    return tuple(figure_named(match, name) for name in text.split(",") if name)


def unit(match: Match, who: Who, otherwise: str) -> UnitId:
    """The only group, Hero or machine named; a lone figure stands for its unit."""
    if who.scope != "named" or len(who.names) != 1:
        raise UnknownName(otherwise)
    return unit_called(match, who.names[0])


def unit_called(match: Match, name: str) -> UnitId:
    """A unit by handle or name; a lone figure stands for its unit."""
    for one_unit in match.all_units():
        if markers.is_lone(match, one_unit) and name.lower() in _lone_handles(match, one_unit):
            return one_unit
    return unit_named(match, name)


def side(match: Match, figures: tuple[FigureId, ...]) -> SideId:
    return match.side_of(figures[0])


def whom(deed: Deed, otherwise: str) -> Who:
    """The target of a deed, which has to be named."""
    if deed.whom is None:
        raise UnknownName(otherwise)
    return deed.whom


def nobody(deed: Deed) -> None:
    if deed.whom is not None:
        message = f"{deed.verb} takes nobody behind it"
        raise UnknownName(message)


def _called(match: Match, name: str) -> tuple[FigureId, ...]:
    units = {handle(u): u for u in match.all_units()}
    found = units.get(name.lower())
    if found is None:
        return (figure_named(match, name),)
    inside = match.figures(found)
    if not inside:
        message = f"nobody of {name} is on the table"
        raise UnknownName(message)
    return inside


def _lone_handles(match: Match, unit: UnitId) -> tuple[str, ...]:
    return tuple(match.handle(figure) for figure in match.figures(unit))


def _of_one_side(match: Match, figures: tuple[FigureId, ...]) -> tuple[FigureId, ...]:
    if len({match.side_of(figure) for figure in figures}) > 1:
        message = "these are of two sides: name figures of one side"
        raise UnknownName(message)
    return figures
