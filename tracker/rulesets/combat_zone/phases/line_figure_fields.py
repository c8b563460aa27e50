"""Fields of typed lines for figures and groups, by handle or name, or as ``all`` or ``rest``."""

from __future__ import annotations

from typing import Final

from tracker.input_parsing.line_syntax_tree import LineSubjects
from tracker.procedures.declared.action_line_forms import SubjectField
from tracker.procedures.declared.line_reader import LineReader
from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.pieces.subject_lookup import (
    find_figure,
    find_subject_by_handle_unless_name,
    find_unit,
)
from tracker.rulesets.combat_zone.data import unit_profiles
from tracker.rulesets.combat_zone.phases import activation_slots
from tracker.vocabulary.subject_ids import FigureId, UnitId, format_handle

ONE: Final = "name one figure in each part, and put `|` between parts"
NOBODY_ACTS: Final = "no group is being activated, so name the figures"


def make_figure_field(
    field: str = "figure", error_text: str = ONE, lacks: str = ""
) -> SubjectField:
    """Make a field for one figure that is or was on the table."""
    return SubjectField(field, _read_figures, error_text, lacks)


def make_figures_field(field: str = "figures", lacks: str = "") -> SubjectField:
    return SubjectField(field, _read_figures, "", lacks)


def make_figures_or_finished_field(field: str = "figures") -> SubjectField:
    """Make a field for one side's figures. ``all`` includes finished figures with points left."""
    return SubjectField(
        field, lambda reader, who, _: list_named_figures(reader.match, who, include_finished=True)
    )


def make_group_field(field: str, error_text: str, lacks: str = "") -> SubjectField:
    """Make a field for a group, or for a Hero or machine, named like its figure."""

    def read(reader: LineReader, who: LineSubjects, _: str) -> tuple[UnitId, ...]:
        if who.scope != "named" or len(who.names) != 1:
            raise UnknownName(error_text)
        return (find_group_by_name(reader.match, who.names[0]),)

    return SubjectField(field, read, error_text, lacks)


def read_acting_figure(reader: LineReader, error_text: str) -> FigureId:
    """Return the one figure that acts in a part of a line, or raise ``UnknownName``."""
    found = list_named_figures(reader.match, reader.who)
    if len(found) != 1:
        raise UnknownName(error_text)
    return found[0]


def _read_figures(reader: LineReader, who: LineSubjects, _: str) -> tuple[FigureId, ...]:
    return list_named_figures(reader.match, who)


def list_named_figures(
    match: Match, subjects: LineSubjects, *, include_finished: bool = False
) -> tuple[FigureId, ...]:
    """List the named figures, or for ``all`` or ``rest`` the figures that can act.

    The name of a group, Hero or machine stands for all its figures. If ``include_finished`` is
    true, ``all`` and ``rest`` include finished figures that have points left.
    """
    if subjects.scope == "named":
        found = tuple(
            dict.fromkeys(f for name in subjects.names for f in _find_figures_by_name(match, name))
        )
        if len({match.side_of(figure) for figure in found}) > 1:
            raise UnknownName("name figures of one side only")
        return found
    acting = activation_slots.list_active_figures(match)
    if not acting:
        raise UnknownName(f"{NOBODY_ACTS} instead of `{subjects.scope}`")
    left = tuple(
        figure
        for figure in acting
        if activation_slots.explain_cannot_act(match, figure) is None
        or (
            include_finished
            and activation_slots.has_finished_activation(match, figure)
            and not activation_slots.has_nothing_left_to_do(match, figure)
        )
    )
    if not left:
        raise UnknownName("no figure of the active group can still act")
    return left


def find_group_by_name(match: Match, name: str) -> UnitId:
    """Return the unit with the given handle or name. A Hero or machine has its figure's handle."""
    for unit in match.all_units():
        handles = map(match.handle, match.figures(unit))
        if unit_profiles.is_hero_or_machine(match, unit) and name.lower() in handles:
            return unit
    return find_unit(match, name)


def _find_figures_by_name(match: Match, name: str) -> tuple[FigureId, ...]:
    units = {format_handle(u): u for u in match.all_units()}
    found = find_subject_by_handle_unless_name(match, name, units)
    if found is None:
        return (find_figure(match, name),)
    inside = match.figures(found)
    if not inside:
        raise UnknownName(f"no figure of {name} is on the table")
    return inside
