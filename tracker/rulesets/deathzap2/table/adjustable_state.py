"""The manual adjustments of Deathzap 2, such as ``fix b1 figures +1`` and ``fix r3 half``."""

from __future__ import annotations

from typing import Any, Final

from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.pieces.line_subject_fields import explain_missing_unit
from tracker.procedures.pieces.manual_adjustments.adjustable_game_state import AdjustableState
from tracker.procedures.pieces.manual_adjustments.adjustable_property import AdjustableProperty
from tracker.procedures.pieces.manual_adjustments.clock_adjustment import ClockAdjustment
from tracker.procedures.pieces.manual_adjustments.figure_adjustments import (
    BEGAN,
    make_figure_count_adjustment,
    make_figure_removal_adjustment,
    make_figure_unit_adjustment,
    make_gear_adjustment,
    make_pending_removal_adjustments,
)
from tracker.procedures.pieces.manual_adjustments.marker_adjustments import (
    make_link_adjustment,
    make_marker_adjustments,
)
from tracker.procedures.pieces.manual_adjustments.objective_adjustments import (
    make_objective_adjustments,
)
from tracker.procedures.pieces.phase_flow import make_skipped_actions_finder
from tracker.procedures.pieces.subject_lookup import find_unit
from tracker.rulesets.deathzap2.attacks.needed_numbers_and_saves import get_expendability_sort_key
from tracker.rulesets.deathzap2.data import markers, rule_tables, state_queries, unit_profiles
from tracker.rulesets.deathzap2.phases import (
    mission_objectives,
    phase_end_losses_and_panic,
    turn_sequence,
)
from tracker.rulesets.deathzap2.phases.unit_join_and_split import make_merge_facts
from tracker.vocabulary.events import AnyFact
from tracker.vocabulary.subject_ids import FigureId, Subject, UnitId, format_handle


def _get_loss_sort_key(match: Match, figure: FigureId) -> tuple[Any, ...]:
    """Return a sort key: the most expendable figures come first, and marked casualties last."""
    return match.has(figure, markers.TO_REMOVE), *get_expendability_sort_key(match, figure)[:-1]


def _make_merged_unit_facts(
    match: Match, subject: Subject, _: str, more: tuple[str, ...]
) -> tuple[AnyFact, ...]:
    """Return the facts that merge squads deployed as one unit (DZ-SETUP-06).

    During the game, the merged unit takes over melees, this phase's losses and an order. Squads
    that panicked only because they were alone become calm.
    """
    unit = UnitId(subject)
    if not more:
        handle = format_handle(unit)
        raise UnknownName(f"name the unit that {handle} joins, as in `fix {handle} unit r2`")
    into = find_unit(match, more[0])
    if not match.exists(unit):
        raise UnknownName(explain_missing_unit(match, unit))
    if into == unit or match.side_of(into) != match.side_of(unit):
        raise UnknownName(f"{format_handle(unit)} can only join another unit of its own side")
    clears = markers.KILLED.cleared(unit)  # has no effect, and would puzzle readers of the log
    facts = tuple(fact for fact in make_merge_facts(match, unit, into) if fact != clears)
    alone = match.has(into, markers.PANICKED) and not state_queries.find_panic_turn(match, into)
    return (*facts, markers.PANICKED.cleared(into)) if alone else facts


SETTING_RIGHT: Final = AdjustableState(
    properties=(
        make_figure_count_adjustment(
            _get_loss_sort_key, phase_end_losses_and_panic.find_removal_cause
        ),
        make_figure_removal_adjustment(phase_end_losses_and_panic.find_removal_cause),
        *make_pending_removal_adjustments(
            markers.TO_REMOVE, "to-remove", markers.KILLED, _get_loss_sort_key
        ),
        *make_marker_adjustments(
            marker for marker in markers.MARKERS if marker != markers.TO_REMOVE
        ),
        make_gear_adjustment(
            lambda match, figure: (
                (gun.id, gun.kind) for gun in unit_profiles.get_profile(match, figure).guns
            )
        ),
        *(make_link_adjustment(link) for link in markers.LINKS),
        BEGAN,
        AdjustableProperty("unit", ("unit",), _make_merged_unit_facts),
        make_figure_unit_adjustment("unit"),
        *make_objective_adjustments(
            mission_objectives.LABELS, lambda match: match.option("game") != "basic"
        ),
    ),
    clock=ClockAdjustment(
        turn_sequence.TURN,
        rule_tables.TURNS,
        make_skipped_actions_finder(
            turn_sequence.FLOW,
            turn_sequence.list_due_actions_in_step,
            phase_end_losses_and_panic.describe_due_panic_checks,
        ),
        make_held_facts=phase_end_losses_and_panic.make_delayed_loss_facts,
        has_halves=lambda match, phase: None not in turn_sequence.list_phase_sides(match, phase),
    ),
    points="VP",
    such_as="fix b1 figures +1, fix r3 half, fix phase shoot red",
)
