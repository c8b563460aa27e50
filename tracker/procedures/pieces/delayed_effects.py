"""Effects, such as losses, that are delayed until the end of a step or phase."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from tracker.procedures.declared.marker_and_link_kinds import MarkerKind
from tracker.procedures.match_view import Match
from tracker.vocabulary.events import AnyFact, FiguresRemoved, RemovedHow
from tracker.vocabulary.subject_ids import FigureId, Subject, UnitId


def list_unmarked_figures(
    match: Match, removal_marker: MarkerKind, unit: UnitId
) -> tuple[FigureId, ...]:
    return tuple(figure for figure in match.figures(unit) if not match.has(figure, removal_marker))


def classify_as_killed(_: Match, __: FigureId) -> RemovedHow:
    return "killed"


def make_marked_removal_facts(
    match: Match,
    removal_marker: MarkerKind,
    classify_removal: Callable[[Match, FigureId], RemovedHow] = classify_as_killed,
    figures_to_remove: Iterable[FigureId] | None = None,
) -> tuple[AnyFact, ...]:
    """Return the facts that remove all figures that are marked for removal.

    If ``figures_to_remove`` is given, only the marked figures among them are removed. Each removal
    names the killer. Figures that have already left the table only lose the marker.
    """
    those = match.all_figures() if figures_to_remove is None else figures_to_remove
    marked = tuple(figure for figure in those if match.has(figure, removal_marker))
    together: dict[tuple[RemovedHow, Subject | None], list[FigureId]] = {}
    for figure in marked:
        if match.figure(figure).gone is None:
            marker = match.marker(figure, removal_marker)
            by = None if marker is None else marker.by
            together.setdefault((classify_removal(match, figure), by), []).append(figure)
    losses = together.items()
    gone = (FiguresRemoved(figures=tuple(figures), how=why, by=by) for (why, by), figures in losses)
    return (*gone, removal_marker.cleared(*marked)) if marked else ()


DelayedEffects = Mapping[MarkerKind, Callable[[Match, Subject], AnyFact]]
"""The markers of delayed effects, each with the function that makes the facts of the effect."""


def make_delayed_effect_facts(match: Match, effects: DelayedEffects) -> Iterator[AnyFact]:
    """Yield the facts for all delayed effects, and the facts that clear their markers."""
    for held, effect in effects.items():
        yield from (effect(match, subject) for subject in match.marked(held))
    for held in effects:
        if subjects := match.marked(held):
            yield held.cleared(*subjects)
