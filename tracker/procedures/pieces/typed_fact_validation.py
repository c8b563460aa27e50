"""Validates the names in facts that players typed, before the facts change anything."""

from __future__ import annotations

from collections.abc import Iterator, Set

from tracker.procedures.declared.rosters_and_mustering import MAX_FIGURES, MAX_UNITS
from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.pieces.subject_lookup import get_force_profiles
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import (
    FigureId,
    Subject,
    UnitId,
    format_handle,
    is_figure,
    is_side,
    is_unit,
    make_figure_id,
)
from tracker.vocabulary.typed_numbers import is_whole_number


def validate_typed_facts(match: Match, facts: tuple[ev.AnyFact, ...]) -> None:
    """Check facts that players typed. Raises ``UnknownName`` for an unknown name.

    It also raises the error for a fact that ends an action.
    """
    formed: set[Subject] = set()
    for fact in facts:
        if isinstance(fact, ev.ActionEnded):
            raise UnknownName("to end an action, close it: its end cannot be set directly")
        if isinstance(fact, ev.Wounded) and not all(map(is_figure, fact.subjects)):
            raise UnknownName("only figures have wounds; name a figure")
        if isinstance(fact, ev.MarkerSet):
            match.check_marker(fact.marker)
        if isinstance(fact, ev.FiguresJoined):
            _check_joining_figures(match, fact, formed)
            formed |= {fact.unit, *(figure.id for figure in fact.figures)}
        if isinstance(fact, ev.UnitFormed):
            formed.add(fact.unit)
        for subject in _list_named_subjects(fact):
            if subject not in formed:
                _check_subject(match, subject)


def _list_named_subjects(fact: ev.AnyFact) -> Iterator[Subject]:
    match fact:
        case ev.MarkerSet(subjects=subjects) | ev.Wounded(subjects=subjects):
            yield from subjects
        case ev.Linked(a=a, b=b):
            yield from (a, b)
        case ev.FiguresRemoved(figures=figures) | ev.FiguresReturned(figures=figures):
            yield from figures
        case ev.Moved(unit=unit, figures=figures):
            yield from (unit, *figures)
        case ev.FiguresJoined(side=side):
            yield side
        case ev.ObjectiveSet(side=side) if side is not None:
            yield side
        case ev.UnitFormed(side=side, figures=figures, out_of=out_of):
            yield from (side, *figures, *out_of)
        case ev.Renamed(subject=subject):
            yield subject
        case ev.GearChanged(figure=figure):
            yield figure
        case ev.PointsScored(side=side):
            yield side


def _check_joining_figures(match: Match, fact: ev.FiguresJoined, formed: Set[Subject]) -> None:
    """Check that new handles are unique, and that no known profile is changed."""
    _check_subject(match, fact.side)
    side, called = fact.side, format_handle(fact.unit)
    known = get_force_profiles(match, side)
    there = {*match.all_units(side), fact.unit}
    figures = [figure.id for figure in fact.figures]
    taken = {*match.all_figures(), *formed}
    ids = (make_figure_id(called, n) for n in range(1, MAX_FIGURES + 1))
    wrong = ""
    if called[:1] != format_handle(side) or not is_whole_number(called[1:]):
        wrong = f"the name of a unit of this side must be like {format_handle(side)}1, not {called}"
    elif len(match.all_figures(side)) + len(figures) > MAX_FIGURES or len(there) > MAX_UNITS:
        wrong = f"a side can have at most {MAX_UNITS:,} units and {MAX_FIGURES:,} figures"
    elif not figures or not {*figures} <= {*ids} - taken or len({*figures}) < len(figures):
        wrong = f"figures that join {called} need new numbers, such as {called}.9"
    elif any(known.get(name, profile) != profile for name, profile in fact.profiles.items()):
        wrong = f"{called} has a profile with the name of a different profile: rename it"
    elif any(figure.profile not in known | fact.profiles for figure in fact.figures):
        wrong = f"{called} has a figure with an unknown profile"
    if wrong:
        raise UnknownName(wrong)


def _check_subject(match: Match, subject: Subject) -> None:
    if is_figure(subject):
        match.figure(FigureId(subject))
    elif is_unit(subject):
        match.unit(UnitId(subject))
    elif is_side(subject) and subject not in match.sides:
        raise UnknownName(f"no side is called {format_handle(subject)}")
