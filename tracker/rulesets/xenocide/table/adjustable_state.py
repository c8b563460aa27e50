"""The manual adjustments of Xenocide, such as ``fix r1 suppressed 2`` and ``fix r5 speed 1``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec.structs import replace

from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.pieces.manual_adjustments.adjustable_game_state import AdjustableState
from tracker.procedures.pieces.manual_adjustments.adjustable_property import (
    AdjustableProperty,
    AdjustmentRow,
)
from tracker.procedures.pieces.manual_adjustments.clock_adjustment import ClockAdjustment
from tracker.procedures.pieces.manual_adjustments.figure_adjustments import (
    BEGAN,
    make_figure_count_adjustment,
    make_figure_removal_adjustment,
    make_figure_unit_adjustment,
    make_wounds_adjustment,
)
from tracker.procedures.pieces.manual_adjustments.marker_adjustments import (
    make_link_adjustment,
    make_marker_adjustments,
    make_marker_clearing_facts,
)
from tracker.procedures.pieces.phase_flow import make_skipped_actions_finder
from tracker.rulesets.xenocide.attacks import delayed_loss_and_wreck_resolution
from tracker.rulesets.xenocide.data import markers, unit_profiles
from tracker.rulesets.xenocide.phases import turn_sequence
from tracker.vocabulary.events import AnyFact, FiguresRemoved, MarkerSet, RemovedHow
from tracker.vocabulary.subject_ids import FigureId, Subject, UnitId, is_figure


def _get_loss_sort_key(match: Match, figure: FigureId) -> tuple[Any, ...]:
    """Return a sort key for losses: the most expendable figures first, commanders last."""
    profile = unit_profiles.get_profile(match, figure)
    return profile.commander, profile.cost


def _find_removal_cause(match: Match, figure: FigureId) -> RemovedHow:
    """Return how a figure is removed: vehicles are destroyed, others are killed (XF-WIN-03)."""
    return "killed" if unit_profiles.get_profile(match, figure).vehicle is None else "destroyed"


def _add_smoke_to_changes(figures: AdjustableProperty) -> AdjustableProperty:
    """Extend changes of figures so that smoke appears and disappears with wrecks (XF-VEH-15)."""

    def make_facts(
        match: Match, subject: Subject, word: str, more: tuple[str, ...]
    ) -> tuple[AnyFact, ...]:
        found = figures.make_facts(match, subject, word, more)
        unit = match.figure(FigureId(subject)).unit if is_figure(subject) else UnitId(subject)
        if not found or not unit_profiles.is_vehicle(match, unit):
            return found
        if any(isinstance(fact, FiguresRemoved) for fact in found):
            return (*found, markers.SMOKE.set(unit))
        return (*found, *make_marker_clearing_facts(match, unit, (markers.SMOKE,)))

    return replace(figures, make_facts=make_facts)


def _add_destruction_to_changes(marker: AdjustableProperty) -> AdjustableProperty:
    """Extend changes of damage so that twice its threshold destroys a vehicle (XF-T16)."""
    if markers.DAMAGE.said not in marker.words:
        return marker

    def list_rows(match: Match, subject: Subject) -> Iterator[AdjustmentRow]:
        yield from (
            replace(row, needs_other_changes=True) for row in marker.list_rows(match, subject)
        )

    def make_facts(
        match: Match, subject: Subject, word: str, more: tuple[str, ...]
    ) -> tuple[AnyFact, ...]:
        found = marker.make_facts(match, subject, word, more)
        unit, damage = UnitId(subject), _find_new_damage(found)
        if damage is None:
            return found
        if not unit_profiles.is_vehicle(match, unit):
            raise UnknownName(f"{match.tag(unit)} is not a vehicle, so it has no damage markers")
        return (*delayed_loss_and_wreck_resolution.make_vehicle_damage_facts(match, unit, damage),)

    def list_actions_left_to_players(
        match: Match, subject: Subject, found: tuple[AnyFact, ...]
    ) -> Iterator[str]:
        damage = _find_new_damage(found)
        if damage is not None:
            yield from delayed_loss_and_wreck_resolution.describe_hits_caused_by_damage(
                match, UnitId(subject), damage
            )

    return replace(
        marker,
        make_facts=make_facts,
        list_rows=list_rows,
        list_actions_left_to_players=list_actions_left_to_players,
    )


def _find_new_damage(facts: tuple[AnyFact, ...]) -> int | None:
    """Return the number of damage markers that the given facts set on a vehicle, or None."""
    return next((int(fact.value) for fact in facts if isinstance(fact, MarkerSet)), None)


SETTING_RIGHT: Final = AdjustableState(
    properties=(
        _add_smoke_to_changes(
            make_figure_count_adjustment(_get_loss_sort_key, _find_removal_cause)
        ),
        _add_smoke_to_changes(make_figure_removal_adjustment(_find_removal_cause)),
        *map(_add_destruction_to_changes, make_marker_adjustments(markers.MARKERS)),
        make_wounds_adjustment(
            lambda match, figure: unit_profiles.get_profile(match, figure).wounds
        ),
        *(make_link_adjustment(link) for link in markers.LINKS),
        BEGAN,
        make_figure_unit_adjustment("unit"),
    ),
    clock=ClockAdjustment(
        turn_sequence.TURN,
        list_skipped_actions=make_skipped_actions_finder(
            turn_sequence.FLOW,
            turn_sequence.list_due_actions_in_step,
            delayed_loss_and_wreck_resolution.describe_delayed_damage_rolls,
        ),
        make_held_facts=delayed_loss_and_wreck_resolution.make_delayed_loss_facts,
    ),
    points="VP by hand",
    such_as="fix b1 figures +1, fix r1 suppressed 2, fix r5 damage 3",
    stands_alone=lambda profile: profile.get("vehicle") is not None,
)
