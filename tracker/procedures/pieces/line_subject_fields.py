"""Fields for the subjects of a line in games where units act.

A line names units by handle or name. ``all`` means all units of the acting side, and ``rest`` means
all of its units that can still act.

>>> from tracker.input_parsing.line_syntax_tree import LineSubjects, TypedAction
>>> reader = LineReader(match, TypedAction(LineSubjects(("r1",)), "tosses"))
>>> make_units_left_field().parse_subject_values(reader, reader.who), format_unit(match, "u:r1")
({'units': ('u:r1',)}, 'R1')
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count

from msgspec.structs import replace

from tracker.input_parsing.line_syntax_tree import Line, LineSubjects, TypedAction, format_line
from tracker.procedures.declared.action_line_forms import SubjectField
from tracker.procedures.declared.line_reader import LineReader
from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.pieces.subject_lookup import find_figure, find_side_of_units, find_unit
from tracker.vocabulary.renamed_names import keep_old_names
from tracker.vocabulary.subject_ids import FigureId, UnitId, format_display_handle, format_handle

ONE = "name one unit in each part, and put `|` between parts"
MAX_PARTS = 3
"""The maximum number of parts in a suggested line."""


def make_unit_field(field: str = "unit", one: str = ONE, lacks: str = "") -> SubjectField:
    """Make a field for one unit with figures left. ``one`` is the error text for several units."""
    return SubjectField(field, _read_units, one, lacks)


def make_units_field(field: str = "units", lacks: str = "") -> SubjectField:
    """Make a field for units of one side that have figures left."""
    return SubjectField(field, _read_units, "", lacks)


def make_units_left_field(field: str = "units") -> SubjectField:
    """Make a field for units of one side. Here, ``all`` means only units that can still act."""
    return SubjectField(field, _read_units_left)


def make_actor_figures_field(lacks: str) -> SubjectField:
    """Make a field for figures of the acting unit. The figures must be on the table."""

    def read(reader: LineReader, whom: LineSubjects, _: str) -> tuple[FigureId, ...]:
        if whom.scope != "named":
            raise UnknownName(lacks)
        unit = find_unit(reader.match, reader.who.names[0])
        found = tuple(find_figure(reader.match, name) for name in whom.names)
        for figure in found:
            if figure not in reader.match.figures(unit):
                whose = format_unit(reader.match, unit)
                raise UnknownName(f"{format_display_handle(figure)} is not a figure of {whose}")
        return found

    return SubjectField("figures", read, lacks=lacks)


def explain_one_unit_only(reader: LineReader, error_text: str) -> str:
    """Return the error text for several units in one part of a line.

    If the line names them, the text suggests a line with one part for each unit.
    """
    part = reader.part
    names = reader.who.names if isinstance(part, TypedAction) and part.actors is reader.who else ()
    if error_text != ONE or not isinstance(part, TypedAction) or len(names) < 2:
        return error_text
    parts = (replace(part, actors=LineSubjects((name,)), answers=()) for name in names[:MAX_PARTS])
    return f"{error_text}: `{format_line(Line(tuple(parts)))}`"


def make_split_unit_name(match: Match, unit: UnitId) -> str:
    """Make a name for a unit that splits off ``unit``: ``Alpha 2``, or the next free number."""
    taken = {match.unit(one).name for one in match.all_units(match.side_of(unit))}
    names = (f"{match.unit(unit).name} {number}" for number in count(2))
    return next(name for name in names if name not in taken)


def format_unit(match: Match, unit: UnitId) -> str:
    """Format a unit as handle and name, such as ``R1 Alpha``."""
    name = match.unit(unit).name
    return (
        format_display_handle(unit)
        if name in ("", format_handle(unit))
        else f"{format_display_handle(unit)} {name}"
    )


def _read_units(reader: LineReader, who: LineSubjects, one: str = "") -> tuple[UnitId, ...]:
    match = reader.match
    if who.scope == "named":
        if one and len(who.names) != 1:
            raise UnknownName(explain_one_unit_only(reader, one))
        found = tuple(_find_unit_on_table(match, name) for name in who.names)
        find_side_of_units(match, found, "these units belong to two sides")
        return found
    if one:
        raise UnknownName(one)
    side = match.clock.side
    if side is None:
        raise UnknownName(f"{who.scope} could mean either side. Name the units")
    own = match.units(side)
    if who.scope == "rest":
        own = tuple(unit for unit in own if reader.cannot(match, unit) is None)
    if not own:
        raise UnknownName(f"{match.side_name(side)} has no units left")
    return own


def _read_units_left(reader: LineReader, who: LineSubjects, one: str = "") -> tuple[UnitId, ...]:
    return _read_units(reader, LineSubjects(scope="rest") if who.scope == "all" else who, one)


def _find_unit_on_table(match: Match, name: str) -> UnitId:
    """Find the unit with this name. Raises ``UnknownName`` if it has no figures left."""
    unit = find_unit(match, name)
    if not match.exists(unit):
        raise UnknownName(explain_missing_unit(match, unit))
    return unit


def explain_missing_unit(match: Match, unit: UnitId) -> str:
    """Explain why a unit has no figures: all have fallen, or they now belong to another unit."""
    mustered = f"{format_handle(unit)}."
    own = (f for f in match.all_figures() if format_handle(f).startswith(mustered))
    into = next((match.figure(f).unit for f in own if match.figure(f).gone is None), None)
    now = "has no figures left" if into is None else f"is now part of {format_unit(match, into)}"
    return f"{format_unit(match, unit)} {now}"


def list_unnamed_figures(match: Match, figures: Iterable[FigureId]) -> tuple[FigureId, ...]:
    return tuple(figure for figure in figures if not match.figure(figure).name)


keep_old_names(__name__)
