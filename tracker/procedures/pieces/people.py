"""The subjects of a line where units act: by handle or name, ``all`` units of the acting side, or
the ``rest`` of them that can still act.

>>> from tracker.input_parsing.line_syntax_tree import LineSubjects, TypedDeed
>>> said = Said(match, TypedDeed(LineSubjects(("r1",)), "tosses"))
>>> units_left().take_subjects(said, said.who), called(match, "u:r1")
({'units': ('u:r1',)}, 'R1')
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count

from tracker.input_parsing.line_syntax_tree import LineSubjects
from tracker.procedures.declared.forms import Named
from tracker.procedures.declared.said import Said
from tracker.procedures.pieces.subject_lookup import find_figure, find_side_of_units, find_unit
from tracker.procedures.view import Match, UnknownName
from tracker.vocabulary.names import FigureId, UnitId, format_display_handle, format_handle

ONE = "name one unit in each part, and put | between parts"


def one_unit(field: str = "unit", one: str = ONE, lacks: str = "") -> Named:
    """One unit with figures left; ``one`` is the error for people who name several."""
    return Named(field, _units, one, lacks)


def units(field: str = "units", lacks: str = "") -> Named:
    """Units of one side with figures left."""
    return Named(field, _units, "", lacks)


def units_left(field: str = "units") -> Named:
    """The same, with ``all`` meaning those that can still act."""
    return Named(field, _left)


def figures_of_actor(field: str = "figures", lacks: str = "") -> Named:
    """Figures of the acting unit that are on the table."""

    def read(said: Said, whom: LineSubjects, _: str) -> tuple[FigureId, ...]:
        if whom.scope != "named":
            raise UnknownName(lacks)
        unit = find_unit(said.match, said.who.names[0])
        found = tuple(find_figure(said.match, name) for name in whom.names)
        for figure in found:
            if figure not in said.match.figures(unit):
                message = (
                    f"{format_display_handle(figure)} is not a figure of {called(said.match, unit)}"
                )
                raise UnknownName(message)
        return found

    return Named(field, read, lacks=lacks)


def find_free_name(match: Match, unit: UnitId) -> str:
    """``Alpha 2`` for a unit split off Alpha, or the next free number."""
    taken = {match.unit(one).name for one in match.all_units(match.side_of(unit))}
    names = (f"{match.unit(unit).name} {number}" for number in count(2))
    return next(name for name in names if name not in taken)


def called(match: Match, unit: UnitId) -> str:
    """A unit by handle and name: ``R1 Alpha``."""
    name = match.unit(unit).name
    return (
        format_display_handle(unit)
        if name in ("", format_handle(unit))
        else f"{format_display_handle(unit)} {name}"
    )


def _units(said: Said, who: LineSubjects, one: str = "") -> tuple[UnitId, ...]:
    match = said.match
    if who.scope == "named":
        if one and len(who.names) != 1:
            raise UnknownName(one)
        found = tuple(_on_table(match, name) for name in who.names)
        find_side_of_units(match, found, "these belong to two sides")
        return found
    if one:
        raise UnknownName(one)
    side = match.clock.side
    if side is None:
        message = f"{who.scope} could mean either side. Name the units"
        raise UnknownName(message)
    own = match.units(side)
    if who.scope == "rest":
        own = tuple(unit for unit in own if said.cannot(match, unit) is None)
    if not own:
        message = f"{match.side_name(side)} has no units left"
        raise UnknownName(message)
    return own


def _left(said: Said, who: LineSubjects, one: str = "") -> tuple[UnitId, ...]:
    return _units(said, LineSubjects(scope="rest") if who.scope == "all" else who, one)


def _on_table(match: Match, name: str) -> UnitId:
    """The unit with this name, which must have figures left."""
    unit = find_unit(match, name)
    if not match.exists(unit):
        mustered = f"{format_handle(unit)}."
        own = (f for f in match.all_figures() if format_handle(f).startswith(mustered))
        into = next((match.figure(f).unit for f in own if match.figure(f).gone is None), None)
        now = "has no figures left" if into is None else f"is now part of {called(match, into)}"
        message = f"{called(match, unit)} {now}"
        raise UnknownName(message)
    return unit


def list_unnamed_figures(match: Match, figures: Iterable[FigureId]) -> tuple[FigureId, ...]:
    """Those of some figures without a name."""
    return tuple(figure for figure in figures if not match.figure(figure).name)
