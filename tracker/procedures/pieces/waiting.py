"""What waits and comes together, at the end of a step or phase: losses, and what was held."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from tracker.procedures.declared.markers import MarkerKind
from tracker.procedures.view import Match
from tracker.vocabulary.events import AnyFact, FiguresRemoved, RemovedHow
from tracker.vocabulary.names import FigureId, Subject, UnitId


def list_still_there(match: Match, falling: MarkerKind, unit: UnitId) -> tuple[FigureId, ...]:
    """The figures of a unit that are not marked to come off."""
    return tuple(figure for figure in match.figures(unit) if not match.has(figure, falling))


def tell_killed(_: Match, __: FigureId) -> RemovedHow:
    return "killed"


def come_off(
    match: Match,
    falling: MarkerKind,
    how: Callable[[Match, FigureId], RemovedHow] = tell_killed,
    among: Iterable[FigureId] | None = None,
) -> tuple[FigureId, ...]:
    """All who are marked to come off (``among`` some) do so together, each for whoever felled it;
    returns them.

    Those who left the table in another way meanwhile only lose the marker.
    """
    those = match.all_figures() if among is None else among
    marked = tuple(figure for figure in those if match.has(figure, falling))
    gone = tuple(figure for figure in marked if match.figure(figure).gone is None)
    together: dict[tuple[RemovedHow, Subject | None], list[FigureId]] = {}
    for figure in gone:
        marker = match.marker(figure, falling)
        by = None if marker is None else marker.by
        together.setdefault((how(match, figure), by), []).append(figure)
    for (why, by), figures in together.items():
        match.record(FiguresRemoved(figures=tuple(figures), how=why, by=by))
    if marked:
        match.record(falling.cleared(*marked))
    return gone


Effects = Mapping[MarkerKind, Callable[[Match, Subject], AnyFact]]
"""What comes of each marker that holds something back."""


def take_effect(match: Match, effects: Effects) -> None:
    """All that was held takes effect, kind after kind; then nothing is held any longer."""
    for held, effect in effects.items():
        for subject in match.marked(held):
            match.record(effect(match, subject))
    for held in effects:
        subjects = match.marked(held)
        if subjects:
            match.record(held.cleared(*subjects))
