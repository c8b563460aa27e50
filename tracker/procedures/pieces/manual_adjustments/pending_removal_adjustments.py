"""Manual adjustments of figures that are marked for removal, by number or one by one."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.procedures.declared.markers import MarkerKind
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.delayed_effects import list_unmarked_figures
from tracker.procedures.pieces.manual_adjustments.adjustable_property import (
    AdjustableProperty,
    AdjustmentRow,
    format_fix_part,
    make_number_row,
)
from tracker.procedures.pieces.manual_adjustments.figure_adjustments import (
    FigureWorth,
    Words,
    choose_least_valuable_figures,
    parse_difference,
)
from tracker.procedures.pieces.manual_adjustments.marker_adjustments import make_marker_adjustment
from tracker.vocabulary.events import AnyFact, MarkerSet
from tracker.vocabulary.subject_ids import FigureId, Subject, UnitId


def make_pending_removal_adjustments(
    marker: MarkerKind, word: str, counting_marker: MarkerKind, get_worth: FigureWorth
) -> tuple[AdjustableProperty, ...]:
    """Make the properties that ``fix r1 to-remove +2`` and ``fix r1.4 to-remove`` set.

    The ``counting_marker`` on the unit counts the marked figures. The least valuable figures are
    marked first and unmarked first.
    """

    def marked(match: Match, unit: UnitId) -> tuple[FigureId, ...]:
        return tuple(figure for figure in match.figures(unit) if match.has(figure, marker))

    def counted(match: Match, unit: UnitId, change: int) -> AnyFact:
        return counting_marker.set(unit, value=max(0, counting_marker.number(match, unit) + change))

    def rows(match: Match, subject: Subject) -> Iterator[AdjustmentRow]:
        unit = UnitId(subject)
        there = len(marked(match, unit))

        def say(n: int) -> str:
            return format_fix_part(match, subject, word, f"{n - there:+d}")

        count = len(match.figures(unit))
        yield make_number_row(
            unit, word.replace("-", " "), there, count, say, word.rsplit("-", maxsplit=1)[-1]
        )

    def of_unit(match: Match, subject: Subject, said: str, more: Words) -> tuple[AnyFact, ...]:
        unit = UnitId(subject)
        change = parse_difference(match, subject, said, more, len(marked(match, unit)))
        if not change:
            return ()
        if change > 0:
            fallen = choose_least_valuable_figures(
                match, list_unmarked_figures(match, marker, unit), change, unit, get_worth
            )
            fact: AnyFact = marker.set(*fallen, value="by hand")
        else:
            spared = choose_least_valuable_figures(
                match, marked(match, unit), -change, unit, get_worth
            )
            fact = marker.cleared(*spared)
        return (fact, counted(match, unit, change))

    def himself(match: Match, subject: Subject, said: str, more: Words) -> tuple[AnyFact, ...]:
        had = match.has(subject, marker)
        facts = make_marker_adjustment(marker).make_facts(match, subject, said, more)
        change = sum(isinstance(fact, MarkerSet) for fact in facts) - int(had)
        if not facts or not change:
            return ()
        return (*facts, counted(match, match.figure(FigureId(subject)).unit, change))

    return AdjustableProperty("unit", (word,), of_unit, rows), AdjustableProperty(
        "figure", (word,), himself
    )
