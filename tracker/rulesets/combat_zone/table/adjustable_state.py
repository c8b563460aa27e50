"""The manual adjustments of Combat Zone, such as ``fix r11 panic`` and ``fix b15 killed``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, get_args

from tracker.procedures.match_view import Match
from tracker.procedures.pieces.manual_adjustments.adjustable_game_state import AdjustableState
from tracker.procedures.pieces.manual_adjustments.clock_adjustment import ClockAdjustment
from tracker.procedures.pieces.manual_adjustments.figure_adjustments import (
    BEGAN,
    WHOLE_PROFILE,
    make_figure_unit_adjustment,
    make_gear_adjustment,
    make_presence_adjustment,
    make_profile_adjustment,
)
from tracker.procedures.pieces.manual_adjustments.marker_adjustments import (
    make_link_adjustment,
    make_marker_adjustments,
)
from tracker.procedures.pieces.phase_flow import make_skipped_actions_finder
from tracker.rulesets.combat_zone.data import markers, rule_tables, unit_profiles
from tracker.rulesets.combat_zone.data.profile_types import Armour, Profile, Quality, Rank
from tracker.rulesets.combat_zone.phases import turn_sequence
from tracker.vocabulary.subject_ids import FigureId


def _list_weapons(match: Match, figure: FigureId) -> Iterator[tuple[str, str]]:
    own = (*unit_profiles.get_profile(match, figure).weapons, *match.figure(figure).gained)
    return zip(own, own, strict=True)


REACTIONS: Final = (markers.PANIC, markers.ROUT, markers.RECOVERED)

SETTING_RIGHT: Final = AdjustableState(
    properties=(
        make_presence_adjustment(
            {"killed": "killed", "destroyed": "destroyed", "fled": "left", "lost": "lost"}
        ),
        *make_marker_adjustments(dict.fromkeys((*REACTIONS, markers.SPENT, *markers.MARKERS))),
        make_gear_adjustment(_list_weapons, (*rule_tables.WEAPONS, *rule_tables.HAND_WEAPONS)),
        *(make_link_adjustment(link) for link in markers.LINKS),
        make_figure_unit_adjustment("group"),
        BEGAN,
        make_profile_adjustment("quality", Profile, get_args(Quality)),
        make_profile_adjustment("armour", Profile, get_args(Armour)),
        make_profile_adjustment("rank", Profile, get_args(Rank)),
        WHOLE_PROFILE,
    ),
    clock=ClockAdjustment(
        turn_sequence.TURN,
        list_skipped_actions=make_skipped_actions_finder(
            turn_sequence.FLOW, turn_sequence.list_due_actions_in_step
        ),
        step_markers=(markers.ACTING,),
    ),
    such_as="fix r11 panic, fix b21 destroyed, fix r12 spent 3",
)
