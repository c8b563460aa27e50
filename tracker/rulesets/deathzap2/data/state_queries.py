"""Queries about markers and links: standing figures, melees and panic."""

from __future__ import annotations

from tracker.procedures.match_view import Match, group_equal_figures
from tracker.procedures.pieces.delayed_effects import list_unmarked_figures
from tracker.rulesets.deathzap2.data.markers import ENGAGED, PANICKED, TARGET, TO_REMOVE
from tracker.rulesets.deathzap2.data.unit_profiles import get_profile
from tracker.vocabulary.subject_ids import FigureId, UnitId


def list_standing_figures(match: Match, unit: UnitId) -> tuple[FigureId, ...]:
    """List a unit's figures that are not marked for removal."""
    return list_unmarked_figures(match, TO_REMOVE, unit)


def list_units_by_side_order(match: Match) -> tuple[UnitId, ...]:
    """List the units on the table, beginning with the side that acts first."""
    return tuple(unit for side in match.clock.order or match.sides for unit in match.units(side))


def find_panic_turn(match: Match, unit: UnitId) -> int | None:
    since = match.mark(unit, PANICKED)
    return None if since is None else int(since)


def list_opponents(match: Match, unit: UnitId) -> tuple[UnitId, ...]:
    return tuple(UnitId(other) for other in match.links(ENGAGED, unit))


def is_engaged(match: Match, unit: UnitId) -> bool:
    return bool(match.links(ENGAGED, unit))


def group_interchangeable_figures(
    match: Match, figures: tuple[FigureId, ...]
) -> tuple[tuple[tuple[object, ...], tuple[FigureId, ...]], ...]:
    """Group interchangeable figures, in the order of each group's first figure."""

    def get_rule_values(figure: FigureId) -> tuple[object, ...]:
        return get_profile(match, figure), match.figure(figure).lost, match.has(figure, TARGET)

    return group_equal_figures(figures, get_rule_values)
