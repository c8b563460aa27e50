"""Facts that people type: every name in them is looked up before anything changes."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.procedures.view import Match, UnknownName
from tracker.vocabulary import events as ev
from tracker.vocabulary.names import FigureId, Subject, UnitId, handle, is_figure, is_side, is_unit


def check_names(match: Match, facts: tuple[ev.AnyFact, ...]) -> None:
    """Raises ``UnknownName`` for a marker, side, unit or figure that is nowhere in the match.

    An action is ended by the entry that closes it, never by a fact of its own.
    """
    formed: set[Subject] = set()
    for fact in facts:
        if isinstance(fact, ev.ActionEnded):
            message = "an action is ended by closing it, not by a fact typed by hand"
            raise UnknownName(message)
        if isinstance(fact, ev.Wounded) and not all(map(is_figure, fact.subjects)):
            message = "wounds are carried by figures; name a figure"
            raise UnknownName(message)
        if isinstance(fact, ev.MarkerSet):
            match.check_marker(fact.marker)
        if isinstance(fact, ev.UnitFormed):
            formed.add(fact.unit)
        for subject in _subjects(fact):
            if subject not in formed:
                _check(match, subject)


def _subjects(fact: ev.AnyFact) -> Iterator[Subject]:
    match fact:
        case ev.MarkerSet(subjects=subjects) | ev.Wounded(subjects=subjects):
            yield from subjects
        case ev.Linked(a=a, b=b):
            yield from (a, b)
        case ev.FiguresRemoved(figures=figures) | ev.FiguresReturned(figures=figures):
            yield from figures
        case ev.Moved(unit=unit, figures=figures):
            yield from (unit, *figures)
        case ev.UnitFormed(side=side, figures=figures, out_of=out_of):
            yield from (side, *figures, *out_of)
        case ev.GearChanged(figure=figure):
            yield figure
        case ev.PointsScored(side=side):
            yield side


def _check(match: Match, subject: Subject) -> None:
    if is_figure(subject):
        match.figure(FigureId(subject))
    elif is_unit(subject):
        match.unit(UnitId(subject))
    elif is_side(subject) and subject not in match.sides:
        message = f"no side is called {handle(subject)}"
        raise UnknownName(message)
