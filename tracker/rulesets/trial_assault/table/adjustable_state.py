"""The manual adjustments of Trial Assault: ``fix r1 falling-back``, ``fix b1 figures -2``."""

from __future__ import annotations

from typing import Any, Final

from tracker.procedures.match_view import Match
from tracker.procedures.pieces.manual_adjustments.adjustable_game_state import AdjustableState
from tracker.procedures.pieces.manual_adjustments.clock_adjustment import ClockAdjustment
from tracker.procedures.pieces.manual_adjustments.combat_score_adjustment import (
    make_score_adjustment,
)
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
)
from tracker.procedures.pieces.phase_flow import make_skipped_actions_finder
from tracker.rulesets.trial_assault.data import markers, state_queries, unit_profiles
from tracker.rulesets.trial_assault.phases import fight_phase, turn_sequence
from tracker.vocabulary.subject_ids import FigureId


def _get_loss_sort_key(match: Match, figure: FigureId) -> tuple[Any, ...]:
    """Return a sort key for losses: supporting models first, leaders last (TA-G30)."""
    profile = unit_profiles.get_profile(match, figure)
    special = any(one.kind != "normal" for one in profile.weapons)
    return profile.leader, match.has(figure, markers.ENGAGED), special


OF_COMBATS: Final = (markers.FIGHTS, markers.SCORED)
"""The links between units and combats, which follow from the units that are locked together."""
SEPARATE_UNITS: Final = ("independent", "monstrous", "vehicle")
SETTING_RIGHT: Final = AdjustableState(
    properties=(
        make_figure_count_adjustment(_get_loss_sort_key, state_queries.find_removal_cause),
        make_figure_removal_adjustment(state_queries.find_removal_cause),
        *make_marker_adjustments(markers.MARKERS),
        make_wounds_adjustment(lambda match, figure: unit_profiles.get_profile(match, figure).w),
        *(make_link_adjustment(link) for link in markers.LINKS if link not in OF_COMBATS),
        make_score_adjustment(
            markers.COMBATS,
            "inflicted",
            "wounds inflicted",
            fight_phase.make_result_withdrawal_facts,
        ),
        BEGAN,
        make_figure_unit_adjustment("unit"),
    ),
    clock=ClockAdjustment(
        turn_sequence.TURN,
        list_skipped_actions=make_skipped_actions_finder(
            turn_sequence.FLOW, turn_sequence.list_due_actions_in_step
        ),
        make_held_facts=state_queries.make_slain_removal_facts,
        first_marker=markers.FIRST,
    ),
    points="VP by hand",
    such_as="fix b1 figures -2, fix r1 moved, fix r1 falling-back",
    stands_alone=lambda profile: any(profile.get(each) for each in SEPARATE_UNITS),  # TA-CHAR-07
)
